//! `record/suite-unnegotiated`

use crate::npamp::keyring::Probe;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Sealing;
use crate::spec::profile::Profile;
use crate::spec::suite::Suite;

declare_rule! {
    /// ## What it checks
    /// That frames are sealed with the selected suite; at High and Sovereign both suites may alternate.
    /// ## Why it matters
    /// The receiver tries the selected suite only and drops the frame.
    /// ## What to do
    /// Seal with the suite of `AEADSelect`.
    pub static SUITE_UNNEGOTIATED = {
        id: "record/suite-unnegotiated", severity: Error, certainty: Certain,
        clause: Must CORE "7.2", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "ChaCha20-Poly1305 where AES-256-GCM was selected" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::Suite(Suite::CHACHA20_POLY1305))).ping(C2s);
            };
            "either suite at High in generation 2" => 0, |s| {
                s.profile(Profile::HIGH).ping(C2s);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::Suite(Suite::CHACHA20_POLY1305))).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if let Some(Probe::UnnegotiatedSuite(suite)) = frame.opening.probe.filter(|_| frame.crc_ok) {
        sink.report(None, format!("{} is sealed with {suite}, which was not selected", frame.label())).evidence("suite", suite.0);
    }
}
