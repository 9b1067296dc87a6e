//! Dialects: protocols that say more about their JSON-RPC calls than the carriage does. A dialect is bound to an identifier by the
//! mapping that names it.

pub mod agui;
mod faults;
pub mod memofs;
pub mod toa;

use super::carriage::jsonrpc::{JsonRpc, Version};
use super::mapping::{Dialect, Mapping};
use crate::codec::json::token::Kind;
pub use faults::{CallFault, CallFaults};

/// What a call breaks of its protocol's dialect, so that its reply can be judged.
pub fn call_faults(mapping: &Mapping, call: &JsonRpc<'_>) -> CallFaults {
    match mapping.dialect {
        Dialect::MemoFs => memofs::call_faults(call),
        Dialect::Toa => toa::call_faults(mapping, call),
        _ => CallFaults::default(),
    }
}

/// What makes a text no call at all: it cannot be read, is no object, states another version, names no method.
fn basic_faults(call: &JsonRpc<'_>) -> CallFaults {
    let mut faults = CallFaults::default();
    if call.scan.fault.is_some() || call.scan.trailing.is_some() {
        faults.add(CallFault::Unreadable);
        return faults;
    }
    if !call.is_object() {
        faults.add(CallFault::NotObject);
        return faults;
    }
    if call.version != Version::Two {
        faults.add(CallFault::Version);
    }
    if call.method.is_none_or(|method| method.kind != Kind::String) {
        faults.add(CallFault::Method);
    }
    faults
}
