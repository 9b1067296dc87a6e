//! The filter language against real trees: whatever a frame shows can be filtered by.

use std::collections::BTreeSet;
use std::sync::Arc;

use npscope::base::id::FrameId;
use npscope::base::tree::Tree;
use npscope::engine::{Engine, Options, dissect};
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
