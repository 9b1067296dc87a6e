//! The method tables say what the facts file says, row by row.

use std::path::PathBuf;

use npscope::bridge::carriage::CarriageClass;
use npscope::bridge::mapping::mcp::tools::Annotations;
use npscope::bridge::mapping::{Basis, Form, HttpRequest, Mapping, Mappings, Matching, Method, MethodEffect, Reply, Word};
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

/// A word of the facts as a value; panics where there is none.
fn word<T: Word>(row: &Value, key: &str) -> Option<T> {
    let given = text(row, key)?;
    Some(T::WORDS.iter().find(|(word, _)| *word == given).unwrap_or_else(|| panic!("{given} is no {key}: {row}")).1)
}

fn text<'a>(row: &'a Value, key: &str) -> Option<&'a str> {
    row.get(key).and_then(Value::as_str)
}

fn is(row: &Value, key: &str) -> bool {
    row.get(key).and_then(Value::as_bool) == Some(true)
}

fn boxed(row: &Value, key: &str) -> Option<Box<str>> {
    text(row, key).map(Into::into)
}

fn effect(name: &str) -> Option<Effect> {
    Effect::ALL.into_iter().find(|effect| effect.name() == name)
}

fn basis(row: &Value) -> Basis {
    word(row, "basis").unwrap()
}

/// Every key that a method of the facts may have: all of them are compared.
const METHOD_KEYS: [&str; 19] = [
    "name",
    "effect",
    "effect_code",
    "label",
    "absent",
    "kind",
    "direction",
    "floor",
    "min_effect",
    "reply",
    "basis",
    "derivation",
    "carriage",
    "alias_of",
    "http_method",
    "target",
    "match",
    "never_default_read_only",
    "note",
];

fn expected(row: &Value, class: CarriageClass) -> Method {
    let unknown = row.as_table().unwrap().keys().find(|key| !METHOD_KEYS.contains(&key.as_str()));
    assert_eq!(unknown, None, "{row}");
    let form: Form = word(row, "kind").unwrap();
    let known = text(row, "effect").and_then(effect);
    assert_eq!(row.get("effect_code").and_then(Value::as_integer), known.map(|effect| effect.code().into()));
    Method {
        name: boxed(row, "name").unwrap(),
        effect: match (known, word(row, "derivation")) {
            (Some(effect), None) => MethodEffect::Known(effect),
            (None, Some(derivation)) => MethodEffect::Derived(derivation),
            _ => MethodEffect::Unclassified,
        },
        label: word(row, "label").unwrap(),
        absent: text(row, "absent").and_then(effect),
        form,
        caller: word(row, "direction").unwrap(),
        floor: is(row, "floor"),
        min_effect: word(row, "min_effect"),
        reply: word(row, "reply").unwrap_or(match (form, class) {
            (Form::Request, CarriageClass::JsonRpc) => Reply::Single,
            (Form::Request, _) => Reply::Unstated,
            _ => Reply::None,
        }),
        basis: basis(row),
        carriage: word(row, "carriage"),
        alias_of: boxed(row, "alias_of"),
        http: boxed(row, "http_method").map(|verb| HttpRequest { verb, target: boxed(row, "target").unwrap() }),
        semantic: text(row, "match") == Some("semantic"),
        never_read_only: is(row, "never_default_read_only"),
        note: text(row, "note").map(|note| cited(note).into()),
    }
}

/// Facts name the pages that they were taken from by the numbers of a folder; the mappings name the pages themselves.
fn cited(text: &str) -> String {
    let text = text.replace("seed 004 (Toa exposition JSON-RPC page)", "Toa exposition, JSON-RPC page");
    text.replace("seed 001 (@memofs/json-rpc page)", "@memofs/json-rpc page").replace("in the seed", "on that page")
}

/// Compares one key of a protocol.
fn compare(key: &str, value: &Value, protocol: &Value, mapping: &Mapping) {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let spelled = value.to_string();
    let shown = value.as_str().unwrap_or(&spelled);
    let noted = || mapping.note.as_deref().unwrap_or_default();
    match key {
        "name" => assert_eq!(shown, &*mapping.title),
        "protocol_id" => assert_eq!(value.as_integer(), mapping.protocol.map(|protocol| protocol.0.into())),
        "protocol_id_fixed" => assert_eq!(value.as_bool(), Some(mapping.protocol.is_some())),
        "protocol_id_status" => assert_eq!(Some(shown), mapping.status.as_deref()),
        "carriage" => assert_eq!(shown, mapping.class.name()),
        "also_carriage" => {
            let also: Vec<Value> = mapping.also.iter().map(|class| Value::from(class.name())).collect();
            assert_eq!(list(value), also);
        }
        "content_type" => assert_eq!(value.as_integer(), mapping.content_type.map(Into::into)),
        "source" => assert_eq!(Some(&*cited(shown)), mapping.source.as_deref()),
        "streaming" => assert_eq!(value.as_bool(), Some(mapping.streaming)),
        "match" if mapping.matching == Matching::Name => assert!(noted().contains(shown), "{key} {shown}"),
        "match" => assert_eq!(shown, mapping.matching.word()),
        "classified" => assert_eq!(value.as_bool(), Some(!mapping.methods.is_empty())),
        "method_names_fixed" | "method_names_complete" => assert_eq!(value.as_bool(), Some(mapping.complete)),
        "foreign_error_codes" | "gateway_error_codes" | "error_codes" => {
            let codes: Vec<Value> = mapping.error_codes.iter().map(|code| Value::from(*code)).collect();
            assert_eq!(list(value), codes);
        }
        "delegates" | "native_targets" => {
            assert!(list(value).iter().all(|item| noted().contains(item.as_str().unwrap())), "{key} {shown}");
        }
        "illustrative_id" => assert!(noted().contains(&format!("0x{:02X}", value.as_integer().unwrap())), "{key} {shown}"),
        "role_anchor"
        | "rides"
        | "request_method_label"
        | "native_carriage_later"
        | "method_grammar"
        | "http_path"
        | "http_request_method"
        | "batch_default" => assert!(noted().contains(shown), "{key} {shown}"),
        "methods" => {
            let rows: Vec<Method> = list(value).iter().map(|row| expected(row, mapping.class)).collect();
            assert_eq!(mapping.methods, rows, "{}", mapping.name);
            let by_verb = list(value).iter().all(|row| text(row, "match") == Some("last_segment"));
            assert_eq!(by_verb, mapping.matching == Matching::LastSegment, "{}", mapping.name);
        }
        _ => panic!("{key} of {protocol} is not compared"),
    }
}

#[test]
fn every_row_of_a_mapping_is_a_row_of_the_facts() {
    let Some(facts) = facts() else { return };
    let mappings = Mappings::default();
    let protocols = facts["protocol"].as_array().unwrap();
    assert_eq!(mappings.iter().count(), protocols.len());
    for (mapping, protocol) in mappings.iter().zip(protocols) {
        for (key, value) in protocol.as_table().unwrap() {
            compare(key, value, protocol, mapping);
        }
        assert_eq!(mapping.protocol.is_some(), protocol.get("protocol_id").is_some());
        assert_eq!(mapping.methods.is_empty(), protocol.get("methods").is_none());
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
