//! `error/fabricated-style`

use crate::bridge::carriage::jsonrpc::style::Style;
use crate::rules::carried::foreign_error;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, protocol};

declare_rule! {
    /// ## What it checks
    /// Whether an error is set in another way than every reply before it: order of members, white space.
    /// ## Why it matters
    /// Another program may have written it than the endpoint whose error it claims to be.
    /// ## What to do
    /// Look whether a carrier makes errors of its own; it should send transport errors.
    pub static FABRICATED_STYLE = {
        id: "error/fabricated-style", severity: Note, certainty: Heuristic,
        clause: Must CC_JSONRPC "6", scope: Association, fault: Intermediary,
        alternative: "The endpoint may have several places that write replies.",
        check: Message(check, Error),
        fixtures: [
            "an error with spaces among replies without" => 1, |s| {
                for id in ["1", "2", "3", "4"] {
                    ask(s, id);
                    answer(s, id);
                }
                let object = r#"{"error": {"code": -32001, "message": "no such task"}, "id": 7, "jsonrpc": "2.0"}"#;
                replied(s, error(object));
            };
            "an error set as the replies" => 0, |s| {
                for id in ["1", "2", "3", "4"] {
                    ask(s, id);
                    answer(s, id);
                }
                ask(s, "7");
                fail_as(s, "7", "7", -32001);
            };
            "after two replies nothing is usual yet" => 0, |s| {
                for id in ["1", "2"] {
                    ask(s, id);
                    answer(s, id);
                }
                let object = r#"{"error": {"code": -32001, "message": "no such task"}, "id": 7, "jsonrpc": "2.0"}"#;
                replied(s, error(object));
            };
        ],
    }
}

/// Replies that make a habit.
const HABIT: u32 = 4;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let usual = protocol(message).and_then(|protocol| message.association().state.styles.usual(message.frame.direction, protocol));
    let Some((usual, count)) = usual.filter(|(_, count)| *count >= HABIT && answered(message).is_some()) else { return };
    let style = foreign_error(message).filter(|_| !message.frame.is_replay()).and_then(Style::of);
    if style.is_some_and(|style| style != usual) {
        let text = "the error is set in another way than every reply before it";
        sink.report(Some(message.foreign_place()), text).evidence("replies", count);
    }
}
