//! Toa: a gateway on which a method is a route and a verb, `pots/_id/GET`, and params are what an HTTP request carries.

pub mod name;
pub mod params;

use super::{CallFault, CallFaults, basic_faults};
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::mapping::Mapping;
use crate::codec::json::token::Kind;
use params::Params;

/// The code for a name that no route has.
pub const NO_ROUTE: i64 = -32601;
/// The code for an operation that refused; its own code lies in `data.code`.
pub const REFUSED: i64 = -32001;
/// The code for what the gateway did not mean to answer.
pub const INTERNAL_ERROR: i64 = -32603;
/// Codes for calls that are none.
pub const UNREADABLE: [i64; 2] = [-32600, -32700];

/// What a gateway must find wrong with a call.
pub(super) fn call_faults(mapping: &Mapping, call: &JsonRpc<'_>) -> CallFaults {
    let mut faults = basic_faults(call);
    let Some(method) = call.method_text().filter(|_| faults.is_none()) else { return faults };
    if name::is_nobodys(&method, mapping) {
        faults.add(CallFault::Name);
    }
    match call.params.map(|params| params.kind) {
        None | Some(Kind::Object) => {
            let params = Params::read(call, &method);
            if !params.missing.is_empty() {
                faults.add(CallFault::Variable);
            }
            if params.query.is_some_and(|query| query.kind != Kind::Object) {
                faults.add(CallFault::Query);
            }
        }
        Some(_) => faults.add(CallFault::Params),
    }
    faults
}
