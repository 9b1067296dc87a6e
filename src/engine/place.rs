//! Where a frame stands in the sequence space of its channel and direction.

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::header::{COVERED_LEN, Header};
use crate::npamp::keyring::{Opening, Probe};
use crate::npamp::protection::{Protection, SealedReason};
use crate::session::channel::{SequenceFact, Trust};
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

use super::assoc::Assoc;
use super::raw::Raw;

/// Sealed octets of a frame that carries one 8-octet marker.
const MARKER_FRAME: u32 = 12 + 16;
/// Sealed octets of a `REKEM_ACK`.
const REKEM_ACK_FRAME: u32 = 1124 + 12 + 16;

/// A frame's place in its sequence space.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Placed {
    /// What its number says.
    pub(super) fact: SequenceFact,
    /// Whether it is the first frame there.
    pub(super) first: bool,
}

/// Places the frame. Handshake frames have a space of their own, and so has an epoch that is over.
pub(super) fn place(assoc: &mut Assoc, direction: Direction, raw: &Raw, opening: &Opening, id: FrameId, window: usize) -> Placed {
    let header = &raw.header;
    let altered = !raw.crc_ok || matches!(opening.protection, Protection::Sealed(SealedReason::TagMismatch | SealedReason::TooShort));
    if altered {
        assoc.state.doubt(direction);
        assoc.gap_since[direction.index()] |= may_be_boundary(header);
    }
    if header.frame_type.is_handshake(header.channel) || is_handshake_error(assoc, header, opening) {
        return Placed::default();
    }
    let trust = match opening.protection {
        _ if altered => Trust::Doubtful,
        Protection::Clear => Trust::Doubtful,
        Protection::Opened => Trust::Opened,
        Protection::Sealed(_) => Trust::Sealed,
    };
    let mark = if raw.complete { fingerprint(&raw.octets) } else { raw.offset };
    let Some(channel) = assoc.state.channel(direction, header.channel) else { return Placed::default() };
    let first = channel.expected().is_none();
    channel.follow(raw.losses);
    let apart = raw.lane.began_on.is_some() || raw.lane.available.is_some();
    if apart {
        channel.doubt();
    }
    if let Some(Probe::OldKey { .. }) = opening.probe {
        return Placed { fact: channel.take_old(header.seq, mark), first };
    }
    if let Some(scope) = opening.scope.filter(|scope| !scope.handshake && trust == Trust::Opened) {
        channel.enter((scope.generation, scope.epoch));
    }
    let fact = channel.take(header.seq, mark, id, trust, window);
    if !raw.complete {
        // The hole that cut it may reach beyond its end.
        channel.doubt();
    }
    if apart {
        channel.doubt();
        let repeated = matches!(fact, SequenceFact::Replay { .. } | SequenceFact::Reused { .. });
        return Placed { fact: if repeated { fact } else { SequenceFact::Expected }, first };
    }
    if let SequenceFact::Gap { expected } = fact {
        assoc.state.skip(direction, header.channel, header.seq.saturating_sub(expected));
    }
    Placed { fact, first }
}

/// Whether it is an `ERROR` of the handshake: sealed under its key, in its numbering, which no draft states (G-15).
pub(super) fn is_handshake_error(assoc: &Assoc, header: &Header, opening: &Opening) -> bool {
    let handshake = opening.scope.is_some_and(|scope| scope.handshake);
    let early = !assoc.state.evidence.late && assoc.state.handshake[HandshakeKind::ClientAuth.index()].is_none();
    header.channel == Channel::CONTROL && header.frame_type == FrameType::ERROR && (handshake || early)
}

/// Eight octets that differ when two frames of one sequence number differ: the tag of a sealed frame. Of a frame that was not
/// captured whole the place stands for it: it is like no other.
fn fingerprint(octets: &[u8]) -> u64 {
    let tail = octets.get(octets.len().saturating_sub(8)..).unwrap_or_default();
    let head = octets.get(..COVERED_LEN).unwrap_or_default();
    tail.iter().fold(u64::from(crc32c::crc32c(head)), |sum, octet| sum.rotate_left(8) ^ u64::from(*octet))
}

/// Whether an altered frame has the length of `KEY_UPDATE`, `MASTER_RATCHET` or `REKEM_ACK`: then the keys may have changed behind it.
const fn may_be_boundary(header: &Header) -> bool {
    matches!(header.payload_len, MARKER_FRAME | REKEM_ACK_FRAME)
}
