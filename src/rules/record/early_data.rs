//! `record/early-data`

use crate::rules::context::{AssociationCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that the client sends nothing sealed before `SERVER_HELLO`. What comes between that and `CLIENT_AUTH` is
    /// `handshake/app-before-auth`.
    /// ## Why it matters
    /// There are no keys yet: the frame is sealed under something that this handshake did not agree on.
    /// ## What to do
    /// Wait for the handshake; this protocol has no early data.
    pub static EARLY_DATA = {
        id: "record/early-data", severity: Error, certainty: Certain,
        clause: Must CORE "11.4 (generation 3)", scope: Association, fault: Requester,
        check: Association(check),
        fixtures: [
            "a sealed frame right behind CLIENT_HELLO" => 1, |s| {
                s.generation(Generation::Three).server_hello(|hello| { hello.after(|s| { s.native(C2s, NativeSpec::memory_read("c")); }); }).ping(C2s);
            };
            "the client waits" => 0, |s| { s.generation(Generation::Three).native(C2s, NativeSpec::memory_read("c")); };
            "in generation 2 it is an application frame too early" => 0 also ["handshake/app-before-auth"], |s| {
                s.server_hello(|hello| { hello.after(|s| { s.native(C2s, NativeSpec::memory_read("c")); }); }).ping(C2s);
            };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    if let Some((frame, channel, frame_type)) = association.early_data() {
        let message = format!("the client sends {} on {} before SERVER_HELLO", frame_type.label(channel), channel.label());
        sink.report(header(4, 9), message).frame(frame).direction(C2s);
    }
}
