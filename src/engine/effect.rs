//! The class a request should carry [rules 7, 7.1].

use std::borrow::Cow;

use crate::base::direction::Direction;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::mapping::{Derivation, Mappings, Method, MethodEffect};
use crate::rules::context::RequestEffect;
use crate::session::arrival::Kind;
use crate::session::association::Association;
use crate::session::tools::ToolView;
use crate::spec::effect::Effect;
use crate::spec::protocol::Protocol;
use crate::store::row::EffectSource;

use super::message::Message;

/// What a request sent in `direction` should carry. Of repeated methods the most severe counts.
pub(super) fn required<'a>(message: &Message<'a>, direction: Direction, state: &Association, mappings: &'a Mappings) -> RequestEffect<'a> {
    let (Kind::Request, Some(mapping)) = (message.kind, message.mapping) else { return RequestEffect::default() };
    let judge = Judge { message, direction, state, mappings };
    if message.json().is_none_or(|json| json.repeated.is_empty()) {
        return judge.of_method(message.listed);
    }
    let judged = candidates(message).into_iter().map(|name| judge.of_method(mapping.find(&name)));
    judged.max_by_key(|effect| (effect.class, effect.method.is_some())).unwrap_or_default()
}

fn candidates<'a>(message: &Message<'a>) -> Vec<Cow<'a, [u8]>> {
    let carried: Vec<Cow<'a, [u8]>> = message.json().into_iter().flat_map(JsonRpc::methods).collect();
    if !carried.is_empty() {
        return carried;
    }
    message.payload.envelope.iter().map(|envelope| Cow::Borrowed(envelope.method)).collect()
}

/// What the effect of a method may depend on.
struct Judge<'j, 'a> {
    message: &'j Message<'a>,
    direction: Direction,
    state: &'j Association,
    mappings: &'a Mappings,
}

impl<'a> Judge<'_, 'a> {
    fn of_method(&self, listed: Option<&'a Method>) -> RequestEffect<'a> {
        let Some(method) = listed else { return RequestEffect::default() };
        let class = match method.effect {
            MethodEffect::Known(class) => Some(class),
            MethodEffect::Derived(Derivation::ToolAnnotations) => return self.of_tool(method),
            MethodEffect::Derived(Derivation::HttpMethod) => self.of_verb(),
            MethodEffect::Derived(Derivation::ActionAffordance | Derivation::Content) | MethodEffect::Unclassified => None,
        };
        let said = if self.mappings.is_configured(self.message.protocol) { EffectSource::Configured } else { EffectSource::Mapping };
        let source = if class.is_some() { said } else { EffectSource::Unknown };
        RequestEffect { method: Some(method), class, derived: false, tool: None, source }
    }

    /// The class of the HTTP verb.
    fn of_verb(&self) -> Option<Effect> {
        let http = self.mappings.of(Protocol::HTTP)?;
        http.find(&self.message.method).and_then(Method::class)
    }

    /// `tools/call`: the class that the server's own listing gives the tool.
    fn of_tool(&self, method: &'a Method) -> RequestEffect<'a> {
        let table = &self.state.tools[self.direction.flip().index()];
        let views = self.message.params.tools.iter().map(|(_, name)| table.view(name));
        let worst = views.max_by_key(class_of).unwrap_or_default();
        let derived = matches!(worst, ToolView::Known { tool, .. } if tool.derived);
        let source = if worst == ToolView::Unseen { EffectSource::Unknown } else { EffectSource::Annotation };
        RequestEffect { method: Some(method), class: class_of(&worst), derived, tool: Some(worst), source }
    }
}

const fn class_of(view: &ToolView) -> Option<Effect> {
    match view {
        ToolView::Unseen => None,
        ToolView::Absent { .. } => Some(Effect::Destructive),
        ToolView::Known { tool, .. } => Some(tool.class),
    }
}
