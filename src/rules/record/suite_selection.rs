//! `record/suite-selection`

use crate::npamp::keyring::Probe;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Sealing;
use crate::spec::generation::Generation;
use crate::spec::profile::Profile;
use crate::spec::suite::Suite;

declare_rule! {
    /// ## What it checks
    /// In generation 3 with two suites, that a frame uses the one its sequence number selects: number modulo two, primary first.
    /// ## Why it matters
    /// The receiver tries that suite only and drops the frame.
    /// ## What to do
    /// Select the suite by the sequence number of channel and direction, starting with the primary in every epoch.
    pub static SUITE_SELECTION = {
        id: "record/suite-selection", severity: Error, certainty: Certain,
        clause: Must CORE "7.2 (generation 3)", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "the second suite under number 0" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::HIGH);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::Suite(Suite::CHACHA20_POLY1305)));
            };
            "suites in turn" => 0, |s| { s.generation(Generation::Three).profile(Profile::HIGH).ping(C2s).ping(C2s).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if let Some(Probe::OtherSuiteOfTwo(suite)) = frame.opening.probe.filter(|_| frame.crc_ok) {
        let message = format!("{} with number {} is sealed with {suite}, which is not its turn", frame.label(), frame.header.seq);
        sink.report(None, message).evidence("suite", suite.0).evidence("seq", frame.header.seq);
    }
}
