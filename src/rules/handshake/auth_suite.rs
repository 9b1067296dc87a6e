//! `handshake/auth-suite`

use crate::npamp::keyring::Probe;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Sealing;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `SERVER_AUTH` and `CLIENT_AUTH` are sealed with the first suite of `AEADSelect`.
    /// ## Why it matters
    /// The peer tries that suite only, and aborts.
    /// ## What to do
    /// Seal the handshake with the primary suite; the numbers of the session begin behind it.
    pub static AUTH_SUITE = {
        id: "handshake/auth-suite", severity: Error, certainty: Certain,
        clause: Must CORE "8.6.3; binding 6.4 (generation 3)", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "SERVER_AUTH under the second suite" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::HIGH);
                s.server_auth(|auth| { auth.header(|frame| frame.sealed_as(Sealing::Suite(Suite::CHACHA20_POLY1305))); }).ping(C2s);
            };
            "both under the first" => 0, |s| { s.generation(Generation::Three).profile(Profile::HIGH).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if let Some(Probe::SecondaryAuthSuite(suite)) = frame.opening.probe.filter(|_| frame.crc_ok) {
        let message = format!("{} is sealed with {suite}, which is not the first of AEADSelect", frame.label());
        sink.report(None, message).evidence("suite", suite.0);
    }
}
