//! Rules of the layer `channel`.

use super::rule::Rule;

mod audit_default;
mod control_app_reuse;
mod extension;
mod forbidden_ffff;
mod foreign_on_native;
mod grease;
mod grease_answered;
mod in_datagram;
mod multiple_transport_streams;
mod profile_gate;
mod reserved_core;
mod unadvertised;

/// The rules, in the order of help and documentation.
pub(super) static RULES: &[&Rule] = &[
    &audit_default::AUDIT_DEFAULT,
    &control_app_reuse::CONTROL_APP_REUSE,
    &extension::EXTENSION,
    &forbidden_ffff::FORBIDDEN_FFFF,
    &foreign_on_native::FOREIGN_ON_NATIVE,
    &grease::GREASE,
    &grease_answered::GREASE_ANSWERED,
    &in_datagram::IN_DATAGRAM,
    &multiple_transport_streams::MULTIPLE_TRANSPORT_STREAMS,
    &profile_gate::PROFILE_GATE,
    &reserved_core::RESERVED_CORE,
    &unadvertised::UNADVERTISED,
];
