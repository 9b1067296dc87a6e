//! The filter language against real trees: whatever a frame shows can be filtered by.

use std::collections::BTreeSet;
use std::sync::Arc;

use npscope::base::id::FrameId;
use npscope::base::tree::Tree;
use npscope::engine::{Engine, Options, dissect};
use npscope::report::Context;
use npscope::report::list::{self, Format, Listing};
use npscope::scenario::Scenario;
use npscope::scenario::sample::SAMPLES;
use npscope::store::octets::Octets;
use npscope::store::query::Query;
use npscope::store::snapshot::Snapshot;

fn read(scenario: &Scenario) -> (Snapshot, Octets) {
    let mut engine = Engine::new(Options::default());
    scenario.inputs().into_iter().for_each(|input| engine.ingest(input));
    engine.finish();
    (engine.into_snapshot(), Octets::new(scenario.read_back()))
}

fn tree(snapshot: &Snapshot, octets: &Octets, id: FrameId) -> Tree {
    dissect::frame(snapshot, id, &octets.frame(snapshot, id).expect("the octets are in the capture"))
}

#[test]
fn every_path_of_a_field_tree_is_a_field_of_the_filter() {
    let mut paths = BTreeSet::new();
    for sample in SAMPLES {
        let (snapshot, octets) = read(&sample.scenario());
        for (at, _) in snapshot.frames.iter() {
            paths.extend(tree(&snapshot, &octets, FrameId::from_index(at)).fields.iter().map(|field| field.path));
        }
    }
    assert!(paths.len() > 20, "{paths:?}");
    for path in paths.into_iter().filter(|path| !path.is_empty()) {
        let query = Query::parse(path);
        assert!(query.is_ok(), "{path}: {query:?}");
    }
}

#[test]
fn filters_agree_with_the_trees_that_they_read() {
    let sample = SAMPLES.iter().find(|sample| sample.name == "mcp-session").expect("the sample is there");
    let (snapshot, octets) = read(&sample.scenario());
    let selected = |source: &str| -> Vec<FrameId> {
        let query = Query::parse(source).expect("the expression is right");
        let matcher = query.on(&snapshot);
        let ids = (0..snapshot.frames.len()).map(FrameId::from_index);
        ids.filter(|id| matcher.frame(*id, &mut |id| Some(tree(&snapshot, &octets, id)))).collect()
    };
    let calls = selected("bridge.method == \"tools/call\"");
    assert!(!calls.is_empty());
    assert_eq!(selected("jsonrpc.method matches \"^tools/call$\" && bridge.protocol == MCP"), calls);
    assert_eq!(selected("safety.effect == destructive"), selected("safety && label == destructive && jsonrpc.kind == \"request\""));
    assert_eq!(selected("handshake.kem_share").len(), 1);
    assert_eq!(selected("frame.version == 2").len(), snapshot.frames.len());
}

#[test]
fn a_search_finds_carried_text() {
    let mut scenario = Scenario::new();
    scenario.mcp_initialize().call("7", "open_the_pod_bay_doors", None);
    let (snapshot, octets) = read(&scenario);
    let octets = Arc::new(octets);
    let query = Query::parse("POD_BAY").expect("a bare word is a search");
    let found = (0..snapshot.frames.len())
        .map(FrameId::from_index)
        .filter(|id| query.frame(&snapshot, *id, &mut |id| Some(tree(&snapshot, &octets, id))));
    assert_eq!(found.count(), 1);
}

/// Every key of a JSON object with dots between those of objects inside each other.
fn keys(value: &serde_json::Value, before: &str, out: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(members) => {
            for (key, value) in members {
                let path = if before.is_empty() { key.clone() } else { format!("{before}.{key}") };
                keys(value, &path, out);
                out.insert(path);
            }
        }
        serde_json::Value::Array(elements) => elements.iter().for_each(|element| keys(element, before, out)),
        _ => {}
    }
}

#[test]
fn every_key_of_the_listings_is_a_field_of_the_filter() {
    type Write = fn(&Listing<'_>, &mut dyn std::io::Write) -> std::io::Result<()>;
    for sample in SAMPLES {
        let (snapshot, octets) = read(&sample.scenario());
        let context = Context::new(&snapshot, octets);
        let listing = Listing { context: &context, query: None, only: None, dissect: &|_| None, format: Format::JsonLines, verbose: false };
        let kinds: [(&str, Write); 4] =
            [("frame", list::frames), ("exchange", list::exchanges), ("association", list::associations), ("finding", list::findings)];
        for (kind, write) in kinds {
            let mut out = Vec::new();
            write(&listing, &mut out).expect("memory can be written");
            let mut all = BTreeSet::new();
            let objects = serde_json::Deserializer::from_slice(&out).into_iter::<serde_json::Value>();
            objects.for_each(|object| keys(&object.expect("an object a line"), "", &mut all));
            for key in all.iter().filter(|key| !matches!(key.as_str(), "evidence")) {
                for name in [key.clone(), format!("{kind}.{key}")] {
                    assert!(Query::parse(&name).is_ok(), "{}: {name}: {:?}", sample.name, Query::parse(&name));
                }
            }
        }
    }
}

#[test]
fn keys_select_what_the_listings_say() {
    let sample = SAMPLES.iter().find(|sample| sample.name == "violations").expect("the sample is there");
    let (snapshot, octets) = read(&sample.scenario());
    let context = Context::new(&snapshot, octets);
    let dissect = |id| context.octets(id).map(|octets| dissect::frame(&snapshot, id, &octets));
    let listed = |query: Option<&Query>| {
        let mut out = Vec::new();
        let listing = Listing { context: &context, query, only: None, dissect: &dissect, format: Format::JsonLines, verbose: false };
        list::frames(&listing, &mut out).expect("memory can be written");
        let objects = serde_json::Deserializer::from_slice(&out).into_iter::<serde_json::Value>();
        objects.map(|object| object.expect("an object a line")).collect::<Vec<_>>()
    };
    let all = listed(None);
    let paths = [
        "frame",
        "direction",
        "index",
        "stream_offset",
        "packet",
        "length",
        "channel",
        "channel_name",
        "type",
        "type_name",
        "flags",
        "seq",
        "protection",
        "plaintext_length",
        "plaintext_sha256",
        "exchange",
        "bridge.protocol_id",
        "bridge.protocol",
        "bridge.message_kind",
        "bridge.content_type",
        "bridge.correlation_hex",
        "bridge.method",
        "bridge.safety.effect",
        "bridge.safety.scope",
        "bridge.foreign_length",
        "bridge.foreign_sha256",
        "bridge.transport_error.code",
        "bridge.transport_error.name",
        "bridge.transport_error.message",
        "bridge.jsonrpc.kind",
        "bridge.jsonrpc.id",
        "bridge.jsonrpc.method",
        "bridge.jsonrpc.error_code",
        "bridge.malformed",
        "time",
    ];
    let mut asked = 0;
    for path in paths {
        let pointer = format!("/{}", path.replace('.', "/"));
        let values: BTreeSet<String> = all.iter().filter_map(|frame| frame.pointer(&pointer)).map(ToString::to_string).collect();
        for value in values.iter().filter(|value| *value != "null").take(4) {
            let written =
                if path.ends_with("jsonrpc.id") { serde_json::from_str::<String>(value).expect("a token") } else { value.clone() };
            let written = if written.starts_with('"') && path.ends_with("jsonrpc.id") {
                format!("\"{}\"", written.trim_matches('"'))
            } else {
                written
            };
            let query = Query::parse(&format!("{path} == {written}")).unwrap_or_else(|fault| panic!("{path} == {written}: {fault}"));
            let wanted = |frame: &&serde_json::Value| frame.pointer(&pointer).map(ToString::to_string).as_ref() == Some(value);
            let expected: Vec<_> = all.iter().filter(wanted).collect();
            let found = listed(Some(&query));
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{path} == {written}");
            asked += 1;
        }
    }
    assert!(asked > 60, "{asked}");
}
