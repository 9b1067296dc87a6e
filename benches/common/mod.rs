//! What every bench shares: short measurements, and made traffic.
#![allow(dead_code, reason = "every bench is a crate of its own and uses a part of this")]
#![allow(unreachable_pub, reason = "a module shared by crates that export nothing")]

use std::time::Duration;

use criterion::Criterion;
use npscope::base::direction::Direction::{C2s, S2c};
use npscope::scenario::{BridgeSpec, Scenario, TlsPlan, jsonrpc};
use npscope::spec::effect::Effect;
use npscope::spec::protocol::Protocol;

/// Runs benches with a measurement that is short enough to be made often. Arguments of the command line go first.
pub fn run(benches: fn(&mut Criterion)) {
    let brief = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    let mut criterion = brief.configure_from_args();
    benches(&mut criterion);
    criterion.final_summary();
}

/// A `tools/call` of exactly 272 octets, when `id` has four digits.
pub fn tools_call(id: &str) -> String {
    let params = |text: &str| format!(r#"{{"name":"write_note","arguments":{{"name":"seven","text":"{text}"}}}}"#);
    let bare = jsonrpc::request("tools/call", id, &params("")).len();
    jsonrpc::request("tools/call", id, &params(&"x".repeat(272_usize.saturating_sub(bare))))
}

/// The answer to a `tools/list`: about 6.9 KiB.
pub fn tools_list(id: &str) -> String {
    let tool = |at: usize| {
        format!(
            concat!(
                r#"{{"name":"tool_{:02}","description":"Reads the record with this number and says when it was last \"touched\".","#,
                r#""inputSchema":{{"type":"object","properties":{{"id":{{"type":"integer","minimum":0}},"deep":{{"type":"boolean"}}}},"#,
                r#""required":["id"]}},"annotations":{{"readOnlyHint":true}}}}"#
            ),
            at
        )
    };
    jsonrpc::response(id, &format!(r#"{{"tools":[{}]}}"#, (0..26).map(tool).collect::<Vec<_>>().join(",")))
}

/// Whether the frames of [`session`] are sealed, and whether the key log tells with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Clear payloads.
    Clear,
    /// Sealed payloads, keys in the log.
    Sealed,
    /// Sealed payloads, no keys.
    Unopened,
}

/// An MCP session of `calls` labelled tool calls with their answers.
pub fn session(calls: usize, cover: Cover) -> Scenario {
    let mut scenario = Scenario::new();
    if cover == Cover::Unopened {
        scenario.no_keys();
    }
    carry(&mut scenario, calls, cover);
    scenario
}

/// The same over TLS, sealed and with keys in the log.
pub fn session_over_tls(calls: usize, plan: fn(&mut TlsPlan)) -> Scenario {
    let mut scenario = Scenario::new();
    carry(scenario.tls(plan), calls, Cover::Sealed);
    scenario
}

fn carry(scenario: &mut Scenario, calls: usize, cover: Cover) {
    scenario.mcp_session();
    for call in 0..calls {
        let id = (1000 + call % 9000).to_string();
        let asked = BridgeSpec::request(Protocol::MCP, "tools/call", &id, tools_call(&id)).label(Effect::IdempotentWrite, "write_note");
        let text = r#"{"content":[{"type":"text","text":"stored"}],"isError":false}"#;
        let answered = BridgeSpec::response(Protocol::MCP, &id, jsonrpc::response(&id, text));
        for (direction, message) in [(C2s, asked), (S2c, answered)] {
            let message = if cover == Cover::Clear { message.frame(npscope::scenario::FrameSpec::clear) } else { message };
            scenario.bridge(direction, message).wait(1);
        }
    }
    scenario.close();
}
