//! `channel/unadvertised`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a peer uses a native channel that the other one did not list in `HELLO`. Said once for each channel and direction.
    /// ## Why it matters
    /// The other peer may discard the frames: nothing tells the sender.
    /// ## What to do
    /// Keep to the channels that the peer lists, or list them.
    pub static UNADVERTISED = {
        id: "channel/unadvertised", severity: Warning, certainty: Heuristic,
        clause: Should CORE "channels (A-08, A-09)", scope: Association, fault: Sender,
        alternative: "no text says where channels are advertised: the list may hold protocols only, and both peers may know better",
        check: Frame(check),
        fixtures: [
            "Commerce, where the server lists Memory" => 1, |s| {
                s.native(C2s, NativeSpec::hello(&[1, 14])).native(S2c, NativeSpec::hello(&[1]));
                s.native(C2s, NativeSpec::new(Channel::COMMERCE, 0x0102).corr("c").text(2, "mandate:7").int(3, 0));
            };
            "Memory, whose number may mean MCP" => 0, |s| {
                s.native(C2s, NativeSpec::hello(&[1])).native(S2c, NativeSpec::hello(&[1])).native(C2s, NativeSpec::memory_read("c"));
            };
            "no list" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c")); };
            "Bridge, which carries the listed protocols" => 0, |s| {
                s.native(C2s, NativeSpec::hello(&[2])).native(S2c, NativeSpec::hello(&[2]));
                ask(s, "7");
                answer(s, "7");
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let channel = frame.header.channel;
    let native = channel.name().is_some() && !matches!(channel, Channel::CONTROL | Channel::BRIDGE | Channel::FORBIDDEN);
    if !native || !frame.first_of_channel || !frame.is_sound() || !frame.is_application() {
        return;
    }
    let hellos = &frame.association.state.hellos;
    let receiver = frame.direction.flip();
    if let Some(said) = hellos.of(receiver).filter(|_| hellos.lists(receiver, channel.0.into()) == Some(false)) {
        let text = format!("channel {} is not in the list that the {} sent", channel.label(), receiver.sender());
        sink.report(header(7, 9), text).evidence("channel", channel.0).peer(said.frame);
    }
}
