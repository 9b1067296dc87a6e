//! The method tables say what the facts file says, row by row.

use std::path::PathBuf;

use npscope::bridge::mapping::mcp::tools::Annotations;
use npscope::bridge::mapping::{Basis, Caller, Duty, Form, MAPPINGS, Method, MethodEffect, Reply};
use npscope::spec::effect::Effect;
use toml::Value;

/// The facts; `None` when they are not there.
fn facts() -> Option<toml::Table> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/spec/METHODS.toml");
    let Ok(text) = std::fs::read_to_string(&path) else {
        assert!(std::env::vars().all(|(key, value)| key != "CI" || value != "true"), "{} is missing", path.display());
        eprintln!("skipped: {} is missing", path.display());
        return None;
    };
    Some(text.parse().unwrap())
}

fn effect(name: &str) -> Option<Effect> {
    Effect::ALL.into_iter().find(|effect| effect.name() == name)
}

fn text<'a>(row: &'a Value, key: &str) -> Option<&'a str> {
    row.get(key).and_then(Value::as_str)
}

fn expected(row: &Value) -> Method {
    let notify = text(row, "kind") == Some("notify");
    Method {
        name: text(row, "name").unwrap().to_owned().leak(),
        effect: match text(row, "effect").unwrap() {
            "derived" => MethodEffect::Derived,
            "unclassified" => MethodEffect::Unclassified,
            known => MethodEffect::Known(effect(known).unwrap()),
        },
        label: match text(row, "label").unwrap() {
            "must" => Duty::Must,
            "should" => Duty::Should,
            "may" => Duty::May,
            _ => Duty::None,
        },
        absent: text(row, "absent").and_then(effect),
        form: if notify { Form::Notify } else { Form::Request },
        caller: match text(row, "direction").unwrap() {
            "c2s" => Caller::Client,
            "s2c" => Caller::Server,
            _ => Caller::Either,
        },
        floor: row.get("floor").and_then(Value::as_bool).unwrap(),
        min_effect: text(row, "min_effect").and_then(effect),
        reply: match text(row, "reply") {
            Some("stream") => Reply::Stream,
            Some("document") => Reply::Document,
            _ if notify => Reply::None,
            _ => Reply::Single,
        },
        basis: basis(row),
        alias_of: text(row, "alias_of").map(|name| &*name.to_owned().leak()),
    }
}

fn basis(row: &Value) -> Basis {
    if text(row, "basis") == Some("derived") { Basis::Derived } else { Basis::Spec }
}

#[test]
fn every_row_of_a_mapping_is_a_row_of_the_facts() {
    let Some(facts) = facts() else { return };
    let protocols = facts["protocol"].as_array().unwrap();
    for mapping in MAPPINGS {
        let protocol = protocols.iter().find(|protocol| text(protocol, "name") == Some(mapping.name)).unwrap();
        assert_eq!(protocol["protocol_id"].as_integer(), Some(mapping.protocol.0.into()));
        assert_eq!(text(protocol, "carriage"), Some(mapping.class.name()));
        let expected: Vec<Method> = protocol["methods"].as_array().unwrap().iter().map(expected).collect();
        assert_eq!(mapping.methods, expected, "{}", mapping.name);
        assert_eq!(mapping.streaming, expected.iter().any(|method| method.reply == Reply::Stream));
    }
}

/// The hints that a row of the derivation stands for.
fn hints(word: &str) -> Vec<Option<bool>> {
    match word {
        "true" => vec![Some(true)],
        "false" => vec![Some(false)],
        "absent" => vec![None],
        _ => vec![Some(true), Some(false), None],
    }
}

#[test]
fn the_class_of_a_tool_follows_the_derivation() {
    let Some(facts) = facts() else { return };
    let mut rows = 0;
    for row in facts["derivation"]["mcp_tool_annotations"]["row"].as_array().unwrap() {
        let Some(class) = text(row, "effect").and_then(effect) else { continue };
        for read_only in hints(text(row, "readOnlyHint").unwrap()) {
            for destructive in hints(text(row, "destructiveHint").unwrap()) {
                for idempotent in hints(text(row, "idempotentHint").unwrap()) {
                    assert_eq!(Annotations { read_only, destructive, idempotent }.class(), (class, basis(row)), "{row}");
                    rows += 1;
                }
            }
        }
    }
    assert_eq!(rows, 27);
}
