//! Sub-streams of the Stream channel [stream §5–§7].

use hashbrown::HashMap;

use crate::base::direction::Direction;
use crate::base::id::{ExchangeId, FrameId};
use crate::native::schema::Role;

use super::link::{Fact, Link, Outcome, Place};
use super::{Rows, Seen};

/// The flag that ends a direction.
const FIN: u64 = 1;

/// The sub-streams of one association.
#[derive(Debug)]
pub struct SubStreams {
    known: HashMap<u64, SubStream>,
    highest: [Option<u64>; 2],
    most: usize,
    /// A stream was not taken in: nothing can be said of ids any more.
    full: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct SubStream {
    exchange: Option<ExchangeId>,
    /// The `STREAM_OPEN` of each direction.
    opened: [Option<FrameId>; 2],
    sides: [Side; 2],
    answered: bool,
    reset: Option<FrameId>,
}

/// One direction of a sub-stream.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// How far this direction's sender lets the other send.
    grant: Option<u64>,
    /// Where the next octets begin.
    next: Option<u64>,
    /// The frame that ended it, and where.
    end: Option<(FrameId, u64)>,
}

impl SubStreams {
    /// None yet, and room for `most`.
    pub fn new(most: usize) -> Self {
        Self { known: HashMap::new(), highest: [None; 2], most, full: false }
    }

    /// Openings that nobody accepted and under which nothing came.
    pub fn outstanding(&self) -> impl Iterator<Item = ExchangeId> {
        self.known.values().filter(|stream| !stream.answered).filter_map(|stream| stream.exchange)
    }

    /// Places a frame.
    pub fn take(&mut self, seen: &Seen<'_>, rows: &mut impl Rows) -> Link {
        let Some(id) = seen.body.sub_stream() else { return Link::default() };
        if !self.known.contains_key(&id) && self.known.len() >= self.most {
            self.full = true;
            return Link::default();
        }
        if seen.body.role() == Role::Open {
            return self.open(id, seen, rows);
        }
        let Some(stream) = self.known.get_mut(&id) else { return Link::default() };
        let mut link = Link { exchange: stream.exchange, place: Place::Part, ..Link::default() };
        let outcome = match seen.body.role() {
            Role::Data => data(stream, seen, &mut link),
            Role::Close => close(stream, seen, &mut link),
            Role::Reset => reset(stream, seen, &mut link),
            _ => {
                grant(stream, seen, "max_data");
                Outcome::None
            }
        };
        if let Some(exchange) = stream.exchange {
            rows.add(exchange, seen, outcome);
        }
        link
    }

    fn open(&mut self, id: u64, seen: &Seen<'_>, rows: &mut impl Rows) -> Link {
        let (own, other) = (seen.direction.index(), seen.direction.flip().index());
        let full = self.full;
        let highest = self.highest[own];
        let stream = self.known.entry(id).or_default();
        let accepts = stream.opened[own].is_none() && stream.opened[other].is_some();
        let mut link = Link { place: Place::Request, ..Link::default() };
        if accepts {
            stream.answered = true;
            link.place = Place::Terminal;
        } else {
            let first = stream.opened[own];
            let whole = seen.is_whole(seen.direction.flip()) && !full;
            link.facts.extend(judge_id(id, seen.direction, highest, first, whole));
            if first.is_some() {
                *stream = SubStream::default();
            }
            self.highest[own] = highest.max(Some(id));
        }
        stream.opened[own] = Some(seen.frame);
        grant(stream, seen, "init_window");
        if accepts {
            if let Some(exchange) = stream.exchange {
                rows.add(exchange, seen, Outcome::Answered);
            }
        } else {
            stream.exchange = Some(rows.begin(seen, true));
        }
        link.exchange = stream.exchange;
        link
    }
}

/// Whether an id may open a sub-stream: even ids are the client's, odd ones the server's, each greater than those before. An opening
/// that may accept one that was missed is not judged.
fn judge_id(id: u64, direction: Direction, highest: Option<u64>, first: Option<FrameId>, whole: bool) -> Option<Fact> {
    if let Some(first) = first {
        return Some(Fact::StreamReused { id, highest: id, first: Some(first) });
    }
    if !whole {
        return None;
    }
    if (id & 1 == 0) != (direction == Direction::C2s) {
        return Some(Fact::StreamParity { id });
    }
    highest.filter(|highest| id < *highest).map(|highest| Fact::StreamReused { id, highest, first: None })
}

/// Takes a grant of the sender's: limits only rise.
fn grant(stream: &mut SubStream, seen: &Seen<'_>, field: &str) {
    let granted = &mut stream.sides[seen.direction.index()].grant;
    *granted = (*granted).max(seen.body.uint(field));
}

fn data(stream: &mut SubStream, seen: &Seen<'_>, link: &mut Link) -> Outcome {
    let (own, peer) = (seen.direction, seen.direction.flip());
    let limit = stream.sides[peer.index()].grant;
    let side = &mut stream.sides[own.index()];
    if let Some((end, _)) = side.end {
        link.facts.push(Fact::StreamAfterEnd { end });
        return Outcome::None;
    }
    let Some(offset) = seen.body.uint("offset") else {
        side.next = None;
        return Outcome::Streaming;
    };
    let octets = seen.body.bytes("data").unwrap_or_default().len() as u64;
    let end = offset.saturating_add(octets);
    link.facts.extend(side.next.map_or_else(|| first_offset(offset, seen), |next| follows(offset, next, seen)));
    let exceeded = limit.filter(|limit| end > *limit && seen.is_whole(peer));
    link.facts.extend(exceeded.map(|limit| Fact::StreamWindow { end, limit }));
    side.next = Some(side.next.unwrap_or_default().max(end));
    if seen.body.uint("flags").unwrap_or_default() & FIN != 0 {
        side.end = Some((seen.frame, end));
    }
    stream.answered = true;
    Outcome::Streaming
}

fn first_offset(offset: u64, seen: &Seen<'_>) -> Option<Fact> {
    (offset > 0 && seen.is_whole(seen.direction)).then_some(Fact::StreamOverlap { offset, expected: 0 })
}

/// Octets must begin where those before them end. A hole in the capture explains a hole in the octets, not a repetition.
fn follows(offset: u64, expected: u64, seen: &Seen<'_>) -> Option<Fact> {
    let gap = offset > expected && seen.is_whole(seen.direction);
    (gap || offset < expected).then_some(Fact::StreamOverlap { offset, expected })
}

fn close(stream: &mut SubStream, seen: &Seen<'_>, link: &mut Link) -> Outcome {
    let side = &mut stream.sides[seen.direction.index()];
    let said = seen.body.uint("final_offset");
    if let (Some((other, known)), Some(said)) = (side.end, said) {
        if known != said {
            link.facts.push(Fact::StreamFinal { said, known, other: Some(other) });
        }
        return Outcome::Streamed;
    }
    let sent = side.next.or_else(|| seen.is_whole(seen.direction).then_some(0));
    if let (Some(known), Some(said)) = (sent, said) {
        let wrong = said < known || (said > known && seen.is_whole(seen.direction));
        link.facts.extend(wrong.then_some(Fact::StreamFinal { said, known, other: None }));
    }
    side.end = Some((seen.frame, said.or(side.next).unwrap_or_default()));
    Outcome::Streamed
}

fn reset(stream: &mut SubStream, seen: &Seen<'_>, link: &mut Link) -> Outcome {
    let side = &mut stream.sides[seen.direction.index()];
    let said = seen.body.uint("final_offset");
    if let (Some(known), Some(said)) = (side.next, said)
        && said < known
    {
        link.facts.push(Fact::StreamFinal { said, known, other: None });
    }
    let sent = said.or(side.next).unwrap_or_default();
    if let (Some((other, known)), Some(said)) = (side.end, said)
        && known != said
        && link.facts.is_empty()
    {
        link.facts.push(Fact::StreamFinal { said, known, other: Some(other) });
    }
    side.end.get_or_insert((seen.frame, sent));
    let first = stream.reset.is_none();
    stream.reset.get_or_insert(seen.frame);
    stream.answered = true;
    match seen.body.uint("error_code") {
        _ if !first => Outcome::None,
        Some(0) => Outcome::Cancelled,
        _ => Outcome::Error,
    }
}
