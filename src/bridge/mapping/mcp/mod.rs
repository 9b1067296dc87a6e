//! Model Context Protocol, revision 2025-11-25 [MCP mapping §4, §6].
//!
//! The client is the peer that sent `initialize`. No method is answered by a stream.

pub mod facts;
pub mod tools;

use super::method::{Caller, Duty, Method};
use super::{CarriageClass, Mapping, Protocol};
use crate::spec::effect::Effect;
use Caller::{Client, Either, Server};

/// The mapping.
pub static MAPPING: Mapping = Mapping {
    protocol: Protocol::MCP,
    name: "MCP",
    class: CarriageClass::JsonRpc,
    streaming: false,
    methods: METHODS,
    order: &super::order::<{ METHODS.len() }>(METHODS),
};

const METHODS: &[Method] = &[
    Method::read("initialize", Client),
    Method::read("ping", Either),
    Method::read("tools/list", Client),
    Method::read("resources/list", Client),
    Method::read("resources/templates/list", Client),
    Method::read("resources/read", Client),
    Method::read("prompts/list", Client),
    Method::read("prompts/get", Client),
    Method::read("completion/complete", Client),
    Method::read("roots/list", Server),
    Method::read("tasks/get", Either),
    Method::read("tasks/result", Either),
    Method::read("tasks/list", Either),
    Method::write("resources/subscribe", Effect::IdempotentWrite, Duty::Should, Client),
    Method::write("resources/unsubscribe", Effect::IdempotentWrite, Duty::Should, Client),
    Method::write("logging/setLevel", Effect::IdempotentWrite, Duty::Should, Client),
    Method::write("tasks/cancel", Effect::IdempotentWrite, Duty::Must, Either).at_least(),
    Method::write("sampling/createMessage", Effect::NonIdempotentWrite, Duty::Must, Server),
    Method::write("elicitation/create", Effect::NonIdempotentWrite, Duty::Must, Server),
    Method::write("tools/call", Effect::Destructive, Duty::Must, Client).by_tool(),
    Method::notify("notifications/initialized", Client),
    Method::notify("notifications/cancelled", Either),
    Method::notify("notifications/progress", Either),
    Method::notify("notifications/message", Server),
    Method::notify("notifications/resources/updated", Server),
    Method::notify("notifications/resources/list_changed", Server),
    Method::notify("notifications/tools/list_changed", Server),
    Method::notify("notifications/prompts/list_changed", Server),
    Method::notify("notifications/roots/list_changed", Client),
    Method::notify("notifications/elicitation/complete", Server),
    Method::notify("notifications/tasks/status", Either),
];
