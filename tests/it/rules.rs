//! Every rule proves itself on its fixtures, and the registry holds together.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use npscope::engine::{Engine, Options};
use npscope::rules::RULES;
use npscope::rules::rule::{Fixture, Rule};
use npscope::scenario::Scenario;
use npscope::spec::clause::Document;
use npscope::store::finding::{Certainty, Severity};

/// What an engine says about the traffic of a fixture: rule, severity, message.
fn judge(fixture: &Fixture) -> Vec<(&'static str, Severity, String)> {
    let mut scenario = Scenario::new();
    (fixture.build)(&mut scenario);
    let mut engine = Engine::new(Options { mappings: scenario.mappings(), ..Options::default() });
    for input in scenario.inputs() {
        engine.ingest(input);
    }
    engine.finish();
    let snapshot = engine.into_snapshot();
    snapshot.findings.iter().map(|(_, finding)| (finding.rule.id, finding.severity, finding.message.to_string())).collect()
}

/// What is wrong with a fixture; empty when it shows what it says.
fn complaint(rule: &Rule, fixture: &Fixture) -> String {
    let found = judge(fixture);
    let mut out = String::new();
    let count = found.iter().filter(|(id, _, _)| *id == rule.info.id).count();
    if count != fixture.fires {
        let _ = writeln!(out, "    fires {count} times instead of {}", fixture.fires);
    }
    for also in fixture.also.iter().filter(|also| !found.iter().any(|(id, _, _)| id == *also)) {
        let _ = writeln!(out, "    does not fire {also}");
    }
    for (id, severity, message) in &found {
        let listed = *id == rule.info.id || fixture.also.contains(id);
        if !listed && (fixture.fires > 0 || *severity > Severity::Note) {
            let _ = writeln!(out, "    also fires {id} ({}): {message}", severity.name());
        }
    }
    out
}

#[test]
fn every_fixture_shows_what_it_says() {
    let mut complaints = String::new();
    for rule in RULES.iter() {
        for fixture in rule.fixtures {
            let complaint = complaint(rule, fixture);
            if !complaint.is_empty() {
                let _ = writeln!(complaints, "{} \"{}\":\n{complaint}", rule.info.id, fixture.name);
            }
        }
    }
    assert!(complaints.is_empty(), "\n{complaints}");
}

#[test]
fn every_rule_has_traffic_that_fires_it_and_traffic_that_comes_near() {
    for rule in RULES.iter() {
        let fires = |wanted: bool| rule.fixtures.iter().any(|fixture| (fixture.fires > 0) == wanted);
        assert!(fires(true), "{} has no fixture that fires", rule.info.id);
        assert!(fires(false), "{} has no near miss", rule.info.id);
    }
}

#[test]
fn fixture_names_of_a_rule_differ() {
    for rule in RULES.iter() {
        let names: BTreeSet<&str> = rule.fixtures.iter().map(|fixture| fixture.name).collect();
        assert_eq!(names.len(), rule.fixtures.len(), "{}", rule.info.id);
    }
}

#[test]
fn rule_ids_are_unique() {
    let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.info.id).collect();
    assert_eq!(ids.len(), RULES.len());
}

#[test]
fn rule_ids_are_a_layer_and_a_name_in_kebab_case() {
    for rule in RULES.iter() {
        let (layer, name) = rule.info.id.split_once('/').unwrap_or_default();
        let kebab = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(kebab(layer) && kebab(name), "{}", rule.info.id);
    }
}

#[test]
fn every_rule_is_documented_under_three_headings() {
    for rule in RULES.iter() {
        for heading in ["What it checks", "Why it matters", "What to do"] {
            assert!(!rule.info.section(heading).is_empty(), "{} says nothing under \"{heading}\"", rule.info.id);
        }
    }
}

#[test]
fn heuristics_state_the_innocent_explanation_and_others_do_not() {
    for rule in RULES.iter() {
        let heuristic = rule.info.certainty == Certainty::Heuristic;
        assert_eq!(heuristic, rule.info.alternative.is_some_and(|text| !text.is_empty()), "{}", rule.info.id);
    }
}

#[test]
fn every_clause_names_a_known_document() {
    for rule in RULES.iter() {
        assert!(Document::ALL.contains(&rule.info.clause.document), "{}", rule.info.id);
    }
}

#[test]
fn rules_that_fixtures_name_exist() {
    for rule in RULES.iter() {
        for also in rule.fixtures.iter().flat_map(|fixture| fixture.also) {
            assert!(npscope::rules::find(also).is_some(), "{} names {also}, which is no rule", rule.info.id);
        }
    }
}

#[test]
fn every_rule_is_one_file_of_its_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let mut files = BTreeSet::new();
    for layer in std::fs::read_dir(&root).expect("the rules lie in a folder").flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(layer.path()).expect("a layer is a folder").flatten() {
            let (layer, file) = (layer.file_name(), file.file_name());
            let name = file.to_string_lossy().trim_end_matches(".rs").to_owned();
            if name != "mod" {
                files.insert(format!("{}/{}", layer.to_string_lossy(), name.replace('_', "-")));
            }
        }
    }
    let ids: BTreeSet<String> = RULES.iter().map(|rule| rule.info.id.to_owned()).collect();
    let (unlisted, missing): (Vec<_>, Vec<_>) = (files.difference(&ids).collect(), ids.difference(&files).collect());
    assert!(unlisted.is_empty() && missing.is_empty(), "files without a rule: {unlisted:?}; rules without a file: {missing:?}");
}
