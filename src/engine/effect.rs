//! The class a request should carry [rules 7, 7.1].

use std::borrow::Cow;

use crate::base::direction::Direction;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::mapping::{Method, MethodEffect};
use crate::rules::context::RequestEffect;
use crate::session::arrival::Kind;
use crate::session::association::Association;
use crate::session::tools::ToolView;
use crate::spec::effect::Effect;
use crate::store::row::EffectSource;

use super::message::Message;

/// What a request sent in `direction` should carry. Of repeated methods the most severe counts.
pub(super) fn required(message: &Message<'_>, direction: Direction, state: &Association) -> RequestEffect {
    let (Kind::Request, Some(mapping)) = (message.kind, message.mapping) else { return RequestEffect::default() };
    if message.json().is_none_or(|json| json.repeated.is_empty()) {
        return of_method(message, message.listed, direction, state);
    }
    let judged = candidates(message).into_iter().map(|name| of_method(message, mapping.find(&name), direction, state));
    judged.max_by_key(|effect| (effect.class, effect.method.is_some())).unwrap_or_default()
}

fn candidates<'a>(message: &Message<'a>) -> Vec<Cow<'a, [u8]>> {
    let carried: Vec<Cow<'a, [u8]>> = message.json().into_iter().flat_map(JsonRpc::methods).collect();
    if !carried.is_empty() {
        return carried;
    }
    message.payload.envelope.iter().map(|envelope| Cow::Borrowed(envelope.method)).collect()
}

fn of_method(message: &Message<'_>, listed: Option<&'static Method>, direction: Direction, state: &Association) -> RequestEffect {
    let Some(method) = listed else { return RequestEffect::default() };
    match method.effect {
        MethodEffect::Known(class) => {
            RequestEffect { method: Some(method), class: Some(class), derived: false, tool: None, source: EffectSource::Mapping }
        }
        MethodEffect::Unclassified => RequestEffect { method: Some(method), ..RequestEffect::default() },
        MethodEffect::Derived => of_tool(message, method, direction, state),
    }
}

/// `tools/call`: the class that the server's own listing gives the tool.
fn of_tool(message: &Message<'_>, method: &'static Method, direction: Direction, state: &Association) -> RequestEffect {
    let table = &state.tools[direction.flip().index()];
    let views = message.params.tools.iter().map(|(_, name)| table.view(name));
    let worst = views.max_by_key(class_of).unwrap_or_default();
    let derived = matches!(worst, ToolView::Known { tool, .. } if tool.derived);
    let source = if worst == ToolView::Unseen { EffectSource::Unknown } else { EffectSource::Annotation };
    RequestEffect { method: Some(method), class: class_of(&worst), derived, tool: Some(worst), source }
}

const fn class_of(view: &ToolView) -> Option<Effect> {
    match view {
        ToolView::Unseen => None,
        ToolView::Absent { .. } => Some(Effect::Destructive),
        ToolView::Known { tool, .. } => Some(tool.class),
    }
}
