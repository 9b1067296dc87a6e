//! What a message teaches: tools, session phases, cancellations.

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::mapping::mcp::facts;
use crate::bridge::mapping::{Basis, Dialect, Mappings, recognize};
use crate::bridge::transport_error::ErrorSlot;
use crate::codec::json::text;
use crate::session::arrival::Kind;
use crate::session::association::Association;
use crate::session::failures::Failure;
use crate::session::lifecycle::{Capabilities, Revision};
use crate::session::link::{Link, Role};
use crate::spec::protocol::ProtocolRange;
use crate::spec::transport_code::TransportCode;

use super::super::Engine;
use super::super::assoc::Assoc;
use super::super::frame::View;
use super::Message;

impl Engine {
    /// Takes what an MCP message says about the session.
    pub(super) fn learn(&mut self, index: usize, view: &View<'_>, message: &Message<'_>, link: &Link) {
        let Some(assoc) = self.associations.get_mut(index) else { return };
        carriage(&mut assoc.state, view, message, link, &self.store.mappings);
        failed(&mut assoc.state, view, message, link);
        if let Some(json) = message.json().filter(|json| json.is_object() && json.scan.fault.is_none()) {
            assoc.state.styles.take(view.direction, message.protocol, json);
        }
        if message.dialect() != Dialect::Mcp {
            return;
        }
        assoc.state.lifecycle.any = true;
        let Some(json) = message.json() else { return };
        match message.kind {
            Kind::Request => request(assoc, view, message, json),
            Kind::Notify => notification(assoc, view, json),
            Kind::Response if link.role == Role::Terminal && (!link.doubtful || facts::tools(json).next().is_some()) => {
                let method = link.request.as_ref().map(|request| self.store.symbols.text(request.method));
                response(assoc, view, json, link, method.unwrap_or_default());
            }
            Kind::Error if !link.doubtful => failure(assoc, view, link, |sym| self.store.symbols.text(sym) == "initialize"),
            Kind::Response | Kind::Error if link.role == Role::Terminal => {
                assoc.state.lifecycle.unsure |=
                    link.request.as_ref().is_some_and(|request| self.store.symbols.text(request.method) == "initialize");
            }
            _ => {}
        }
    }
}

/// Takes what a message says about which protocols its sender carries.
fn carriage(state: &mut Association, view: &View<'_>, message: &Message<'_>, link: &Link, mappings: &Mappings) {
    let (direction, protocol) = (view.direction, message.protocol);
    let refusal = message.slot.and_then(ErrorSlot::transport_code) == Some(TransportCode::PROTOCOL_UNSUPPORTED.0);
    match (message.kind, &link.role) {
        (Kind::Response, Role::Terminal) => state.serve(direction, protocol),
        (Kind::Error, Role::Terminal) if refusal => state.carried.refuse(direction, protocol, view.id),
        (Kind::Request | Kind::Notify, _) if is_disguised(state, direction, message, mappings) => {
            state.carried.disguise(direction, protocol);
        }
        _ => {}
    }
}

/// Whether a message shows for the first time that its identifier, whose meaning is a matter of agreement, hides a registered protocol.
fn is_disguised(state: &Association, direction: Direction, message: &Message<'_>, mappings: &Mappings) -> bool {
    let agreed = matches!(message.protocol.range(None), ProtocolRange::Experimental | ProtocolRange::Private);
    let new = agreed && !state.carried.is_disguised(direction, message.protocol);
    new && recognize(mappings, message.protocol, message.json(), message.payload.foreign).is_some()
}

/// Takes the error that ended a request.
fn failed(state: &mut Association, view: &View<'_>, message: &Message<'_>, link: &Link) {
    let ended = message.kind == Kind::Error && link.role == Role::Terminal;
    let Some(request) = link.request.as_ref().filter(|_| ended) else { return };
    let said = message.json().and_then(|json| json.error_object().map(|error| (json, error)));
    let parts = said.map(|(json, error)| [error.code, error.message].map(|token| token.map_or(&[][..], |token| json.raw(token))));
    let [code, text] = parts.unwrap_or([message.payload.foreign, &[]]);
    let mark = crc32c::crc32c_append(crc32c::crc32c(code), text);
    state.failures.take(view.direction, Failure { method: request.method, mark });
}

fn request(assoc: &mut Assoc, view: &View<'_>, message: &Message<'_>, json: &JsonRpc<'_>) {
    let Some(method) = json.method_text().filter(|_| json.scan.fault.is_none()) else { return };
    let state = &mut assoc.state;
    state.lifecycle.request(view.direction, view.id, &method);
    if let Some(token) = message.params.progress {
        state.progress[view.direction.index()].give(json.raw(token), json.id_raw());
    }
    match &*method {
        b"initialize" => {
            state.tools[view.direction.flip().index()].reset();
            announce(state, view.direction, json);
        }
        b"tools/list" if facts::cursor(json).is_some() => state.further_pages.push(view.id),
        b"tools/call" => {
            for (_, name) in &message.params.tools {
                state.tools[view.direction.flip().index()].called(name);
            }
        }
        _ => {}
    }
}

/// Takes revision and capabilities from `initialize` or its result.
fn announce(state: &mut Association, direction: Direction, json: &JsonRpc<'_>) {
    let revision = facts::protocol_version(json).and_then(|token| Revision::parse(&text::decode(json.raw(token))));
    state.lifecycle.announce(direction, revision, Capabilities::of(facts::capabilities(json)));
}

fn notification(assoc: &mut Assoc, view: &View<'_>, json: &JsonRpc<'_>) {
    match json.method_text().as_deref() {
        Some(b"notifications/initialized") => {
            assoc.state.lifecycle.ready.get_or_insert(view.id);
        }
        Some(b"notifications/tools/list_changed") => assoc.state.tools[view.direction.index()].changed(),
        Some(b"notifications/cancelled") => {
            if let Some(id) = facts::cancelled_id(json) {
                assoc.state.correlator.cancel(view.direction, json.raw(id), view.id);
            }
        }
        _ => {}
    }
}

fn response(assoc: &mut Assoc, view: &View<'_>, json: &JsonRpc<'_>, link: &Link, method: &str) {
    let Some(request) = &link.request else { return };
    match method {
        "initialize" => {
            assoc.state.lifecycle.answered(view.id, true);
            announce(&mut assoc.state, view.direction, json);
        }
        "tools/list" => listing(assoc, view.id, view.direction, request.frame, json),
        _ => {}
    }
}

fn failure(assoc: &mut Assoc, view: &View<'_>, link: &Link, is_initialize: impl Fn(crate::base::symbol::Sym) -> bool) {
    let refused = link.role == Role::Terminal && link.request.as_ref().is_some_and(|request| is_initialize(request.method));
    if refused {
        assoc.state.lifecycle.answered(view.id, false);
    }
}

/// A page of a tool listing, sent by the server in `direction`.
fn listing(assoc: &mut Assoc, frame: FrameId, direction: Direction, request: FrameId, json: &JsonRpc<'_>) {
    let pages = &mut assoc.state.further_pages;
    let fresh = match pages.iter().position(|page| *page == request) {
        Some(at) => {
            pages.swap_remove(at);
            false
        }
        None => true,
    };
    let tools: Vec<_> = facts::tools(json)
        .map(|tool| {
            let (class, basis) = tool.annotations.class();
            (tool.name, class, basis == Basis::Derived)
        })
        .collect();
    let table = &mut assoc.state.tools[direction.index()];
    if !fresh && !assoc.state.evidence.is_unbroken(direction) {
        table.doubt();
    }
    let rows = tools.iter().map(|(name, class, derived)| (&**name, *class, *derived));
    table.page(frame, fresh, !facts::has_next_page(json), rows);
}
