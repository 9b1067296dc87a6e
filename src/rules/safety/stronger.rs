//! `safety/stronger`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::labels::is_judged;
use crate::rules::reading::{method, short};
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// Whether a label is stronger than the class of the method or tool.
    /// ## Why it matters
    /// It is conformant, but a receiver may ask or refuse where it need not.
    /// ## What to do
    /// Nothing, unless calls are refused that should pass.
    pub static STRONGER = {
        id: "safety/stronger", severity: Note, certainty: Certain,
        clause: May BRIDGE "7 (A-36)", scope: Frame, fault: Requester,
        check: Message(check, Labelled),
        fixtures: [
            "a reading tool labelled destructive" => 1, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::Destructive)).called("9", "ok");
            };
            "a reading tool labelled read_only" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(class), Some(label)) = (message.effect.class, message.declared().and_then(Class::from_code)) else { return };
    if label <= class || !is_judged(message) {
        return;
    }
    let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
    let text = format!("{} is {}, its label says {}", short(&method(message)), class.name(), label.name());
    sink.report(place, text).evidence("label", label.name()).evidence("required", class.name());
}
