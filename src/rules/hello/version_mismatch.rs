//! `hello/version-mismatch`

use crate::base::span::ByteSpan;
use crate::rules::context::{AssociationCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That an association whose peers announce different versions of `HELLO` is closed.
    /// ## Why it matters
    /// They do not read each other's lists by the same rules.
    /// ## What to do
    /// Send CLOSE when the versions differ.
    pub static VERSION_MISMATCH = {
        id: "hello/version-mismatch", severity: Error, certainty: Certain,
        clause: Must HELLO "6", scope: Association, fault: Unknown,
        check: Association(check),
        fixtures: [
            "versions 1 and 2, and both go on" => 1, |s| {
                s.native(C2s, NativeSpec::hello(&[2])).native(S2c, NativeSpec::hello(&[2]).int(0, 2));
                ask(s, "1");
                answer(s, "1");
            };
            "versions 1 and 2, and the client closes" => 0, |s| { s.native(C2s, NativeSpec::hello(&[1])).native(S2c, NativeSpec::hello(&[1]).int(0, 2)).close(); };
            "one version" => 0, |s| {
                s.native(C2s, NativeSpec::hello(&[2])).native(S2c, NativeSpec::hello(&[2]));
                ask(s, "7");
                answer(s, "7");
            };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let hellos = &association.state.hellos;
    let (Some(client), Some(server)) = (hellos.of(C2s), hellos.of(S2c)) else { return };
    let (Some(one), Some(other)) = (client.version, server.version) else { return };
    let (first, second) = if client.frame < server.frame { (client, server) } else { (server, client) };
    let goes_on = [client.heard, server.heard].into_iter().flatten().any(|heard| heard > second.frame);
    let closed = association.state.closed.iter().any(Option::is_some);
    if one != other && goes_on && !closed {
        let text = format!("the peers announce versions {one} and {other}, and neither closes");
        sink.report(payload(ByteSpan::new(0, 1)), text)
            .frame(second.frame)
            .peer(first.frame)
            .evidence("client", one)
            .evidence("server", other);
    }
}
