//! What fixtures are written with.

pub(super) use crate::base::direction::Direction::{C2s, S2c};
pub(super) use crate::scenario::{BridgeSpec, Cbor, FrameSpec, NativeSpec};
pub(super) use crate::spec::channel::Channel;
pub(super) use crate::spec::effect::Effect;
pub(super) use crate::spec::frame_type::FrameType;
pub(super) use crate::spec::profile::Profile;
pub(super) use crate::spec::protocol::Protocol;
pub(super) use crate::spec::suite::Suite;

use crate::scenario::Scenario;

/// The result of [`answer`].
pub(super) const TASK: &str = r#"{"kind":"task","id":"t-1","contextId":"c-1","status":{"state":"working"}}"#;

/// A client's request that changes nothing and needs neither label nor session: A2A `tasks/get`.
pub(super) fn ask<'s>(s: &'s mut Scenario, id: &str) -> &'s mut Scenario {
    s.protocol(Protocol::A2A).request(C2s, "tasks/get", id, r#"{"id":"t-1"}"#)
}

/// As [`ask`], under a correlation that is not the id.
pub(super) fn ask_as<'s>(s: &'s mut Scenario, correlation: &str, id: &str) -> &'s mut Scenario {
    let object = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tasks/get","params":{{"id":"t-1"}}}}"#);
    s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "tasks/get", correlation, object))
}

/// The server's success reply to [`ask`].
pub(super) fn answer<'s>(s: &'s mut Scenario, id: &str) -> &'s mut Scenario {
    answer_as(s, id, id)
}

/// The server's success reply under a correlation, with an id of its own.
pub(super) fn answer_as<'s>(s: &'s mut Scenario, correlation: &str, id: &str) -> &'s mut Scenario {
    let object = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{TASK}}}"#);
    s.bridge(S2c, BridgeSpec::response(Protocol::A2A, correlation, object))
}

/// The server's error reply under a correlation, with an id of its own.
pub(super) fn fail_as<'s>(s: &'s mut Scenario, correlation: &str, id: &str, code: i64) -> &'s mut Scenario {
    let object = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"no such task"}}}}"#);
    s.bridge(S2c, BridgeSpec::error(Protocol::A2A, correlation, object))
}

/// The object of [`ask`] under id 7.
pub(super) const GET: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"t-1"}}"#;

/// The object of [`answer`] under id 7.
pub(super) const RESULT: &str =
    r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"task","id":"t-1","contextId":"c-1","status":{"state":"working"}}}"#;

/// An A2A request under correlation 7, with an object of its own.
pub(super) fn get(object: impl AsRef<[u8]>) -> BridgeSpec {
    BridgeSpec::request(Protocol::A2A, "tasks/get", "7", object)
}

/// An A2A success reply under correlation 7, with an object of its own.
pub(super) fn result(object: impl AsRef<[u8]>) -> BridgeSpec {
    BridgeSpec::response(Protocol::A2A, "7", object)
}

/// An A2A error reply under correlation 7, with a slot of its own.
pub(super) fn error(slot: impl AsRef<[u8]>) -> BridgeSpec {
    BridgeSpec::error(Protocol::A2A, "7", slot)
}

/// A client's request under correlation 7, answered with success.
pub(super) fn asked(s: &mut Scenario, message: BridgeSpec) -> &mut Scenario {
    s.bridge(C2s, message);
    answer(s, "7")
}

/// A server's reply to [`ask`] under correlation 7.
pub(super) fn replied(s: &mut Scenario, message: BridgeSpec) -> &mut Scenario {
    ask(s, "7").bridge(S2c, message)
}

/// A client's request under a bound identifier, answered with success under it.
pub(super) fn asked_under(s: &mut Scenario, id: u8, message: BridgeSpec) -> &mut Scenario {
    s.bridge(C2s, message.protocol(id));
    s.bridge(S2c, BridgeSpec::response(Protocol(id), "7", RESULT))
}

/// The identifier that dialects are bound to.
pub(super) const BOUND: Protocol = Protocol(0x21);

/// A call of a Toa gateway under id and correlation 1, without label.
pub(super) fn toa<'s>(s: &'s mut Scenario, name: &str, params: &str) -> &'s mut Scenario {
    s.map(BOUND.0, "toa").protocol(BOUND).request(C2s, name, "1", params)
}

/// As [`toa`], with a label.
pub(super) fn toa_as<'s>(s: &'s mut Scenario, name: &str, params: &str, effect: Effect) -> &'s mut Scenario {
    s.map(BOUND.0, "toa").protocol(BOUND).request_labelled(C2s, name, "1", params, effect)
}

/// A call of a Toa gateway with an object of its own.
pub(super) fn toa_object<'s>(s: &'s mut Scenario, name: &str, object: &str) -> &'s mut Scenario {
    s.map(BOUND.0, "toa").bridge(C2s, BridgeSpec::request(BOUND, name, "1", object))
}

/// A call of a `MemoFS` library with an object of its own, under correlation 1 and the envelope's method `recall`.
pub(super) fn memofs<'s>(s: &'s mut Scenario, object: &str) -> &'s mut Scenario {
    s.map(BOUND.0, "memofs").bridge(C2s, BridgeSpec::request(BOUND, "recall", "1", object))
}

/// A call that a `MemoFS` library accepts.
pub(super) const RECALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":{"query":"database"}}"#;

/// A success reply under a bound identifier, with an object of its own.
pub(super) fn gives<'s>(s: &'s mut Scenario, object: &str) -> &'s mut Scenario {
    s.bridge(S2c, BridgeSpec::response(BOUND, "1", object))
}

/// A success reply under a bound identifier.
pub(super) fn gives_null(s: &mut Scenario) -> &mut Scenario {
    gives(s, r#"{"jsonrpc":"2.0","id":1,"result":null}"#)
}

/// An error reply under a bound identifier, with an object of its own.
pub(super) fn refuses<'s>(s: &'s mut Scenario, object: &str) -> &'s mut Scenario {
    s.bridge(S2c, BridgeSpec::error(BOUND, "1", object))
}

/// An error reply under a bound identifier, with an id and a code.
pub(super) fn refuses_with<'s>(s: &'s mut Scenario, id: &str, code: i64) -> &'s mut Scenario {
    refuses(s, &format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"refused"}}}}"#))
}
