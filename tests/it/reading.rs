//! Inputs through the engine, and what it says of them: what tests of carriers share.

use npscope::base::input::Input;
use npscope::engine::{Engine, Options};
use npscope::store::finding::Severity;
use npscope::store::snapshot::Snapshot;

/// What the engine makes of the inputs.
pub(crate) fn run(inputs: Vec<Input>) -> Snapshot {
    let mut engine = Engine::new(Options::default());
    for input in inputs {
        engine.ingest(input);
    }
    engine.finish();
    engine.into_snapshot()
}

/// Errors and warnings, each with its message. Notes accuse nobody.
pub(crate) fn accusations(snapshot: &Snapshot) -> Vec<String> {
    let loud = snapshot.findings.iter().filter(|(_, finding)| finding.severity != Severity::Note);
    loud.map(|(_, finding)| format!("{}: {}", finding.rule.id, finding.message)).collect()
}
