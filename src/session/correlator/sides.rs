//! Whose exchange a reply belongs to.
//!
//! Both peers may use one correlation at once [bridge §5]. What a frame says decides: a cancel is of the exchange its own sender requested,
//! a response of the one the other peer requested. Where it says nothing, it belongs to the exchange that it fits.

use crate::bridge::carriage::jsonrpc::id::{IdRelation, compare_ids};
use crate::session::arrival::{Arrival, ErrorKind, Id, Kind};
use crate::spec::protocol::Protocol;

use super::{Entry, Slot};

/// The `control` of a stream control that cancels.
const CANCEL: u8 = 2;

/// Who requested the exchange of a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The other peer.
    Theirs,
    /// Its own sender.
    Own,
    /// Nobody, as far as it was seen.
    Unknown,
}

/// Whether a reply is so clearly that of an open request of the other peer that no exchange of its own sender need be looked at.
pub(super) fn is_plain(theirs: &Entry, arrival: &Arrival<'_>) -> bool {
    let one_way = match arrival.kind {
        Kind::Response => true,
        Kind::StreamData => !theirs.request.duplex,
        _ => false,
    };
    one_way && theirs.terminal.is_none() && suits(theirs, arrival)
}

/// Whose exchange a reply belongs to, and whether that is certain. `theirs` is the exchange of its correlation that the other peer
/// requested, `own` that of its sender.
pub(super) fn whose(theirs: Option<&Entry>, own: Option<&Entry>, arrival: &Arrival<'_>) -> (Side, bool) {
    if is_cancel(arrival) {
        return (cancelled(theirs, own, arrival), true);
    }
    let answers = theirs.filter(|entry| entry.terminal.is_none() && suits(entry, arrival));
    match (answers, own.filter(|entry| may_be_of(entry, arrival))) {
        (Some(_), None) => (Side::Theirs, arrival.kind != Kind::StreamEnd || !may_be_of_missing(arrival)),
        (Some(theirs), Some(own)) => (nearer(theirs, own, arrival), false),
        (None, Some(own)) => (Side::Own, own.stream.producer.parts > 0 || arrival.evidence.is_whole(arrival.direction.flip())),
        (None, None) => (unfitting(theirs, own, arrival), true),
    }
}

/// The request of a slot that a resumption takes up: the last one, unless that cannot be a stream while the stream's own may be missing.
pub(super) fn takes_up(slot: &Slot, arrival: &Arrival<'_>) -> bool {
    let streams = |entry: &Entry| entry.request.protocol == arrival.protocol && !entry.request.unary;
    slot.last().is_some_and(|entry| streams(entry) || !entry.is_stale(arrival))
}

/// Whether a reply cannot be read by who asked, so that it may be rejected.
pub(super) fn is_unreadable(arrival: &Arrival<'_>) -> bool {
    arrival.defective || (arrival.kind == Kind::Response && !arrival.duplex && arrival.id == Id::Unreadable)
}

fn is_cancel(arrival: &Arrival<'_>) -> bool {
    arrival.kind == Kind::StreamEnd && arrival.control.is_some_and(|control| control.control == CANCEL)
}

/// Whose exchange a cancel belongs to. It is sent by the consumer, so only where the capture lacks nothing of its sender can it be a
/// producer's mistake.
fn cancelled(theirs: Option<&Entry>, own: Option<&Entry>, arrival: &Arrival<'_>) -> Side {
    if own.is_some_and(|entry| may_be_of(entry, arrival)) {
        return Side::Own;
    }
    let whole = arrival.evidence.is_whole(arrival.direction);
    match (theirs, own) {
        _ if !whole => Side::Unknown,
        (Some(entry), _) if entry.terminal.is_none() => Side::Theirs,
        (_, Some(_)) => Side::Own,
        (Some(_), None) => Side::Theirs,
        (None, None) => Side::Unknown,
    }
}

/// The side of a reply that fits neither an open request of the other peer nor an exchange of its sender.
fn unfitting(theirs: Option<&Entry>, own: Option<&Entry>, arrival: &Arrival<'_>) -> Side {
    match (theirs, own) {
        (Some(entry), _) if (entry.is_stale(arrival) || may_be_of_missing(arrival)) && !suits(entry, arrival) => Side::Unknown,
        (Some(_), _) => Side::Theirs,
        (None, Some(entry)) if of_own(entry, arrival) => Side::Own,
        _ => Side::Unknown,
    }
}

/// Whether a reply under a correlation that only its sender used is of that exchange: where that is over, or requests of the other peer
/// are missing, it rather answers a request that was not seen.
fn of_own(own: &Entry, arrival: &Arrival<'_>) -> bool {
    let view = &own.stream;
    if !arrival.evidence.is_whole(arrival.direction.flip()) {
        return arrival.kind == Kind::Error && is_answered(own);
    }
    let answers = matches!(arrival.kind, Kind::Response | Kind::StreamData) && view.consumer.parts == 0;
    !answers || own.terminal.is_none()
}

/// The likelier side of a reply that may be of either exchange.
fn nearer(theirs: &Entry, own: &Entry, arrival: &Arrival<'_>) -> Side {
    let (produced, consumed) = (theirs.stream.producer, own.stream.consumer);
    let is_own = match (arrival.kind, arrival.control) {
        (Kind::Error, _) => true,
        (_, Some(control)) => {
            let follows = |last: Option<u64>| last.is_none_or(|last| control.event > last);
            let goes_on = consumed.last_event.is_some() && produced.last_event.is_none() && control.event > 1;
            follows(consumed.last_event) && (!follows(produced.last_event) || goes_on)
        }
        (Kind::StreamEnd, None) if consumed.parts == 0 => own.stream.producer.parts > 0 && produced.parts == 0 && !theirs.request.streams,
        _ => consumed.parts > 0 && produced.parts == 0,
    };
    if is_own { Side::Own } else { Side::Theirs }
}

/// Whether a frame can be its sender's part of an exchange that it requested itself.
fn may_be_of(own: &Entry, arrival: &Arrival<'_>) -> bool {
    let (request, open) = (&own.request, own.terminal.is_none());
    let runs = own.stream.producer.parts > 0;
    let fits = match (arrival.kind, arrival.control) {
        (Kind::StreamEnd, Some(control)) if control.control == CANCEL => runs || !request.unary,
        (Kind::StreamEnd, None) => open && (runs || request.streams || request.duplex) && !is_event(arrival),
        (Kind::StreamData | Kind::StreamEnd, _) => open && request.duplex,
        (Kind::Error, _) => own.unreadable && matches!(arrival.error, Some(ErrorKind::Transport(_))),
        _ => false,
    };
    fits && request.protocol == arrival.protocol
}

/// Whether a frame can be its sender's part of an exchange of which the capture lacks the request.
fn may_be_of_missing(arrival: &Arrival<'_>) -> bool {
    let consumers = match arrival.kind {
        Kind::StreamEnd => arrival.duplex || (arrival.control.is_none() && !is_event(arrival)),
        Kind::StreamData => arrival.duplex,
        Kind::Error => matches!(arrival.error, Some(ErrorKind::Transport(_))),
        _ => false,
    };
    consumers && !arrival.evidence.is_whole(arrival.direction)
}

/// Whether a frame carries an event: a cancel carries nothing.
const fn is_event(arrival: &Arrival<'_>) -> bool {
    arrival.last_event || arrival.id.token().is_some()
}

fn is_answered(entry: &Entry) -> bool {
    entry.terminal.is_some() || entry.stream.producer.parts > 0
}

/// Whether a reply may well be one to a request: nothing about it says that it answers another one.
fn suits(entry: &Entry, arrival: &Arrival<'_>) -> bool {
    let request = &entry.request;
    let protocol = arrival.protocol == request.protocol || arrival.protocol == Protocol::NULL;
    let shape = match arrival.kind {
        Kind::StreamData | Kind::StreamEnd => !request.unary && goes_on(entry, arrival),
        Kind::Response => request.duplex || entry.stream.producer.parts == 0,
        _ => true,
    };
    protocol && shape && has_its_id(entry, arrival)
}

/// Whether a stream frame comes behind those of the stream so far.
fn goes_on(entry: &Entry, arrival: &Arrival<'_>) -> bool {
    let Some(control) = arrival.control else { return true };
    let last = entry.stream.producer.last_event;
    let acknowledges = arrival.kind == Kind::StreamEnd && control.is_cancel_ack();
    acknowledges || control.event == 0 || last.is_none_or(|last| control.event > last)
}

/// Whether a reply has the id of a request, as far as both have one.
pub(super) fn has_its_id(entry: &Entry, arrival: &Arrival<'_>) -> bool {
    let (Some(wanted), Some(carried)) = (entry.request.id.as_deref(), arrival.id.token()) else { return true };
    wanted == carried || !matches!(compare_ids(wanted, Some(carried), false), IdRelation::Mismatch | IdRelation::TypeChanged)
}
