//! `record/label-prefix-tls13`

use crate::npamp::keyring::Probe;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Sealing;

declare_rule! {
    /// ## What it checks
    /// That keys are expanded with the label prefix `n-pamp `, not with the one of TLS 1.3.
    /// ## Why it matters
    /// No other implementation can open the frame.
    /// ## What to do
    /// Replace `tls13 ` by `n-pamp ` in HKDF-Expand-Label.
    pub static LABEL_PREFIX_TLS13 = {
        id: "record/label-prefix-tls13", severity: Error, certainty: Certain,
        clause: Must CORE "6.2", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "keys derived under the prefix of TLS 1.3" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::Tls13Labels)).ping(C2s);
            };
            "a key that nobody knows" => 0 also ["record/open-failed"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::Unknown)).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.crc_ok && frame.opening.probe == Some(Probe::Tls13Label) {
        sink.report(None, format!("{} opens only with keys under the label prefix of TLS 1.3", frame.label())).evidence("prefix", "tls13 ");
    }
}
