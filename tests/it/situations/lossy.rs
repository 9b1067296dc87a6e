//! Captures that lack something.

use npscope::spec::effect::Effect;
use npscope::spec::generation::Generation;
use npscope::spec::profile::Profile;
use npscope::spec::suite::Suite;

use super::*;

pub(super) static SITUATIONS: &[Situation] = &[
    clean("begun in the middle of a session of MCP", |s| {
        s.late().call("40", "write_note", Some(Effect::IdempotentWrite)).called("40", "ok");
        s.notify(S2c, "notifications/tools/list_changed", "").respond(S2c, "39", r#"{"tools":[]}"#);
    }),
    clean("begun while replies were under way", |s| {
        s.late();
        answer(s, "1", "1");
        answer(s, "2", "2");
        ask(s, "3", "3");
        answer(s, "3", "3");
    }),
    clean("begun in the middle of a stream", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1).capture_starts_here();
        s.a2a_event("7", 2).a2a_end("7", 3);
    }),
    clean("a request lost", |s| {
        ask(s, "1", "1");
        answer(s, "1", "1");
        ask(s.lose_next(C2s), "2", "2");
        answer(s, "2", "2");
        ask(s, "3", "3");
        answer(s, "3", "3").close();
    }),
    clean("a reply lost, its correlation used again", |s| {
        ask(s, "1", "1");
        answer(s.lose_next(S2c), "1", "1");
        ask(s, "1", "1");
        answer(s, "1", "1").close();
    }),
    clean("replies lost, their correlation used for other protocols", |s| {
        s.mcp_session().call("5", "read_file", Some(Effect::ReadOnly)).lose_next(S2c).called("5", "ok");
        s.call("5", "read_file", Some(Effect::ReadOnly)).called("5", "ok");
        s.a2a_stream_request("5").a2a_event("5", 1).a2a_end("5", 2).close();
    }),
    clean("a reply and the next request lost, a stream under the correlation of both", |s| {
        s.mcp_session().call("5", "read_file", Some(Effect::ReadOnly)).lose_next(S2c).called("5", "ok");
        s.lose_next(C2s).a2a_stream_request("5").a2a_event("5", 1).a2a_end("5", 2).close();
    }),
    clean("a reply and the next request lost, another call under the correlation of both", |s| {
        ask(s, "x", "1");
        answer(s.lose_next(S2c), "x", "1");
        ask(s.lose_next(C2s), "x", "2");
        answer(s, "x", "2").close();
    }),
    clean("the end of a stream lost, its correlation used for the next", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1).lose_next(S2c).a2a_end("7", 2);
        s.a2a_stream_request("7").a2a_event("7", 1).a2a_end("7", 2).close();
    }),
    clean("the end of a stream and the next request lost", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1).a2a_event("7", 2).lose_next(S2c).a2a_end("7", 3);
        s.lose_next(C2s).a2a_stream_request("7").a2a_event("7", 1).a2a_end("7", 2).close();
    }),
    clean("the end of a stream lost, its correlation used for a call", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1).lose_next(S2c).a2a_end("7", 2);
        ask(s, "7", "7");
        answer(s, "7", "7").close();
    }),
    clean("the request of a stream lost, its consumer cancels", |s| {
        s.mcp_session().lose_next(C2s).a2a_stream_request("5").a2a_event("5", 1);
        s.request(S2c, "ping", "5", "{}");
        s.a2a_cancel("5", 1).a2a_cancelled("5", 1).respond(C2s, "5", "{}").close();
    }),
    says(
        "a loss before a call excuses no second reply to it",
        |s| {
            ask(s.lose_next(C2s), "1", "1");
            answer(s, "1", "1");
            ask(s, "2", "2");
            answer(s, "2", "2");
            answer(s, "2", "2");
        },
        &[("exchange/second-terminal", "s3")],
    ),
    clean("an event lost", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1).lose_next(S2c).a2a_event("7", 2).a2a_event("7", 3).a2a_end("7", 4);
    }),
    clean("the request of a stream lost", |s| {
        ask(s, "1", "1");
        answer(s, "1", "1").lose_next(C2s).a2a_stream_request("7").a2a_event("7", 1).a2a_end("7", 2);
    }),
    clean("a list of tools lost", |s| {
        s.mcp_initialize().request(C2s, "tools/list", "2", "{}").lose_next(S2c).respond(S2c, "2", r#"{"tools":[]}"#);
        s.call("3", "anything", Some(Effect::ReadOnly)).called("3", "ok");
    }),
    clean("initialize lost", |s| {
        s.begin().lose_next(C2s).request(C2s, "initialize", "1", "{}").respond(S2c, "1", "{}");
        s.notify(C2s, "notifications/initialized", "").request(C2s, "tools/list", "2", "{}").respond(S2c, "2", r#"{"tools":[]}"#);
    }),
    clean("a segment captured twice", |s| {
        ask(s, "1", "1").duplicate_last();
        answer(s, "1", "1").duplicate_last();
    }),
    clean("keys of Control only", |s| {
        s.only_channel_keys(Channel::CONTROL);
        ask(s, "1", "1");
        answer(s, "2", "9").close();
    }),
    clean("keys of one suite of two, each frame's known", |s| {
        s.generation(Generation::Three).profile(Profile::HIGH).only_suite_keys(Suite::AES_256_GCM);
        s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok").ping(C2s).ping(S2c).close();
    }),
    clean("keys of one suite, the peers may use any", |s| {
        s.profile(Profile::SOVEREIGN).only_suite_keys(Suite::CHACHA20_POLY1305);
        s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok").ping(C2s).close();
    }),
    clean("the keys of one channel are of another run", |s| {
        s.wrong_channel_keys(Channel::BRIDGE).mcp_session().ping(C2s);
        for _ in 0..20 {
            s.call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok").ping(S2c);
        }
        s.close();
    }),
    clean("the keys of Control are of another run", |s| {
        s.wrong_channel_keys(Channel::CONTROL).mcp_session().ping(C2s);
        s.call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok").ping(S2c).close();
    }),
    clean("no keys", |s| {
        s.no_keys().mcp_session().call("3", "wipe", None).called("3", "ok").close();
    }),
    clean("packets cut short", |s| {
        s.begin().snaplen(150);
        ask(s, "1", "1");
        answer(s, "1", "1");
        ask(s, "2", "2");
        answer(s, "2", "2");
    }),
    clean("the capture ends in a stream", |s| {
        s.a2a_stream_request("7").a2a_event("7", 1).a2a_event("7", 2);
    }),
    clean("the capture ends in a call", |s| {
        s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
    }),
    clean("small segments", |s| {
        s.segment_size(40).mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok").close();
    }),
];
