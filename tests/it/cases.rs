//! Complaints of other projects' users, retold as captures: what has to be found in each, and that nothing else is said.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::observed::{Observed, is_loud, json, observe, shared, words};

/// Rules that are true of most made sessions, which begin without the lifecycle of MCP; counted where a case says so.
const LIFECYCLE: [&str; 5] =
    ["mcp/before-initialize", "mcp/before-initialized", "mcp/initialized-missing", "mcp/state-carried-over", "mcp/capability-unnegotiated"];

/// Beginnings of the names of the cases that are told here.
const CASES: [&str; 14] = ["001", "004", "007", "030", "042", "051", "070", "080", "090", "095", "114", "126", "140", "160"];

/// Texts of a JSON array, or a text alone.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::String(text) => vec![text.clone()],
        _ => Vec::new(),
    }
}

/// A finding, as far as it has not answered for a fault yet.
struct Charge<'a> {
    finding: &'a Value,
    client: String,
    /// Direction, and ordinal among the complete frames of it from 1.
    place: (String, u64),
    families: Vec<String>,
    used: bool,
}

impl<'a> Charge<'a> {
    fn new(observed: &Observed, rules: &Value, finding: &'a Value) -> Self {
        let rule = finding["rule"].as_str().unwrap();
        let mut families = texts(&rules[rule]);
        if families.is_empty() {
            families.push(rule.to_owned());
        }
        let association = observed.associations.iter().find(|row| row["association"] == finding["association"]);
        let client = association.map_or_else(String::new, |row| row["client"].as_str().unwrap().to_owned());
        let row = observed.frames.iter().find(|row| row["frame"] == finding["frame"]);
        let place = row.and_then(|row| Some((row["direction"].as_str()?.to_owned(), row["index"].as_u64()? + 1))).unwrap_or_default();
        Self { finding, client, place, families, used: false }
    }

    /// Whether it answers for a fault, on the very frame when `strict`.
    fn answers(&mut self, fault: &Value, client: &str, alike: &[String], strict: bool) -> bool {
        let place = (fault["frame"]["dir"].as_str().unwrap_or_default(), fault["frame"]["n"].as_u64().unwrap_or_default());
        if self.client != client || (strict && (self.place.0.as_str(), self.place.1) != place) {
            return false;
        }
        let Some(at) = self.families.iter().position(|family| alike.contains(family)) else { return false };
        self.families.remove(at);
        self.used = true;
        true
    }
}

/// Families that stand for one another in a case.
fn alike(expected: &Value, family: &str) -> Vec<String> {
    let groups = expected["equivalent_families"].as_array().into_iter().flatten().map(texts);
    groups.into_iter().find(|group| group.iter().any(|name| name == family)).unwrap_or_else(|| vec![family.to_owned()])
}

/// Faults that have to be found, and are not.
fn missed(expected: &Value, charges: &mut [Charge<'_>]) -> Vec<String> {
    let mut open: Vec<&Value> = expected["faults"].as_array().unwrap().iter().collect();
    for strict in [true, false] {
        open.retain(|fault| {
            let at = usize::try_from(fault["association"].as_u64().unwrap()).unwrap();
            let client = expected["associations"][at]["client"].as_str().unwrap();
            let alike = alike(expected, fault["family"].as_str().unwrap());
            !charges.iter_mut().any(|charge| charge.answers(fault, client, &alike, strict))
        });
    }
    open.iter().filter(|fault| fault["level"] == "must").map(ToString::to_string).collect()
}

/// Accusations that are neither a fault nor something that may be said.
fn unfounded(expected: &Value, charges: &[Charge<'_>]) -> Vec<String> {
    let mut allowed = texts(&expected["may_flag"]);
    allowed.extend(expected["repeated_faults"].as_object().into_iter().flat_map(|families| families.keys().cloned()));
    let strange = charges.iter().filter(|charge| !charge.used && is_loud(charge.finding));
    strange.filter(|charge| !charge.families.iter().any(|family| allowed.contains(family))).map(|charge| words(charge.finding)).collect()
}

/// What is wrong with the answer to a case.
fn complaints(folder: &Path, rules: &Value) -> Vec<String> {
    let expected = json(&folder.join("expect.json"));
    let files = |key: &str| texts(&expected[key]).iter().map(|name| folder.join(name)).collect::<Vec<PathBuf>>();
    let observed = observe(&files("captures"), &files("keylogs"));
    let judged = expected["lifecycle_judged"] == Value::Bool(true);
    let counted = observed.findings.iter().filter(|found| judged || !LIFECYCLE.contains(&found["rule"].as_str().unwrap()));
    let mut charges: Vec<Charge<'_>> = counted.map(|found| Charge::new(&observed, rules, found)).collect();
    charges.sort_by_key(|charge| (!is_loud(charge.finding), charge.families.len()));
    let mut out: Vec<String> = missed(&expected, &mut charges).into_iter().map(|fault| format!("missed: {fault}")).collect();
    out.extend(unfounded(&expected, &charges).into_iter().map(|finding| format!("unfounded: {finding}")));
    out.extend(frame_counts(&expected, &observed));
    out
}

/// Associations whose frames are not as many as there are.
fn frame_counts(expected: &Value, observed: &Observed) -> Vec<String> {
    let listed = expected["associations"].as_array().unwrap().iter().filter(|one| one["kind"] == "npamp");
    let wrong = listed.filter_map(|one| {
        let row = observed.associations.iter().find(|row| row["client"] == one["client"]);
        let slack = |way: &str| expected["frame_count_tolerance"][way].as_u64().unwrap_or_default();
        let right = |way: &str| {
            let counts = [row.map(|row| &row["frames"][way]), Some(&one["frames"][way])].map(|count| count.and_then(Value::as_u64));
            matches!(counts, [Some(found), Some(sent)] if found.abs_diff(sent) <= slack(way))
        };
        let fine = right("c2s") && right("s2c");
        (!fine).then(|| format!("frames of {}: {:?}, not {}", one["client"], row.map(|row| &row["frames"]), one["frames"]))
    });
    wrong.collect()
}

#[test]
fn what_is_planted_in_the_cases_is_found_and_nothing_else_is_said() {
    let (Some(cases), Some(tools)) = (shared("cases"), shared("tools/verify")) else { return };
    let rules = json(&tools.join("rulemap.json"));
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&cases).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders.retain(|folder| CASES.iter().any(|number| folder.file_name().unwrap().to_string_lossy().starts_with(number)));
    assert_eq!(folders.len(), CASES.len(), "{folders:?}");
    let all = folders.iter().map(|folder| (folder.file_name().unwrap().to_owned(), complaints(folder, &rules)));
    let wrong: Vec<_> = all.filter(|(_, complaints)| !complaints.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
