//! `Agent2Agent`, version 0.3.0 [A2A mapping §3 to §8]. Two methods are answered by a stream, one by a document.

pub mod facts;

use super::method::{Caller, Duty, Method, Reply};
use super::{CarriageClass, Mapping, Protocol};
use crate::spec::effect::Effect;
use Caller::Client;

/// The mapping.
pub static MAPPING: Mapping = Mapping {
    protocol: Protocol::A2A,
    name: "A2A",
    class: CarriageClass::JsonRpc,
    streaming: true,
    methods: METHODS,
    order: &super::order::<{ METHODS.len() }>(METHODS),
};

/// JSON-RPC codes that A2A itself defines.
pub const ERROR_CODES: std::ops::RangeInclusive<i64> = -32006..=-32001;

const METHODS: &[Method] = &[
    Method::write("message/send", Effect::NonIdempotentWrite, Duty::Must, Client),
    Method::write("message/stream", Effect::NonIdempotentWrite, Duty::Must, Client).answered_by(Reply::Stream),
    Method::read("tasks/get", Client),
    Method::write("tasks/cancel", Effect::NonIdempotentWrite, Duty::Must, Client).at_least(),
    Method::read("tasks/resubscribe", Client).answered_by(Reply::Stream),
    Method::write("tasks/pushNotificationConfig/set", Effect::IdempotentWrite, Duty::Must, Client),
    Method::read("tasks/pushNotificationConfig/get", Client),
    Method::read("tasks/pushNotificationConfig/list", Client),
    Method::write("tasks/pushNotificationConfig/delete", Effect::Destructive, Duty::Must, Client),
    Method::read("agent/getAuthenticatedExtendedCard", Client).answered_by(Reply::Document),
    Method::read("tasks/subscribe", Client).answered_by(Reply::Stream).alias("tasks/resubscribe"),
    Method::write("tasks/pushNotificationConfig/create", Effect::IdempotentWrite, Duty::Must, Client)
        .alias("tasks/pushNotificationConfig/set"),
];
