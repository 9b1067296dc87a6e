//! A boundary with the right magic and a wrong CRC: a frame if the next header, the end of a segment or that of the stream lies
//! exactly where its length says; garbage otherwise. A segment's end counts so that a reply is not seen before its request.

use super::search::{HEAD_LEN, Scan, Search, scan};
use super::{Mark, Piece, Splitter, State};
use crate::npamp::header::{HEADER_LEN, Header, MAGIC, crc_of};

/// Marks kept while in doubt; with more chunks than that, the last mark stands for the rest.
const MOST_MARKS: usize = 1024;

/// What is known while octets wait.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubt {
    /// Octets of `held` that hold no verifying header.
    searched: usize,
    /// Where, in `held`, the octets of each packet end.
    marks: Vec<(usize, Mark)>,
}

impl Doubt {
    fn note(&mut self, end: usize, mark: Mark) {
        let full = self.marks.len() >= MOST_MARKS;
        match self.marks.last_mut() {
            Some(last) if full => last.0 = end,
            _ => self.marks.push((end, mark)),
        }
    }

    fn mark_of(&self, end: usize, otherwise: Mark) -> Mark {
        self.marks.iter().find(|(until, _)| *until >= end).map_or(otherwise, |(_, mark)| *mark)
    }
}

impl Splitter {
    /// Holds the current chunk and looks whether it settles the doubt.
    pub(super) fn step_doubt(&mut self) {
        let State::Doubt(mut doubt) = std::mem::replace(&mut self.state, State::Boundary { after_gap: false }) else { return };
        self.fill(usize::MAX);
        doubt.note(self.held.len(), self.mark);
        match scan(&self.held, doubt.searched.max(1)) {
            Scan::Found(at) => return self.settle(&doubt, at, true),
            Scan::Perhaps(at) => doubt.searched = at,
            Scan::Nothing => doubt.searched = self.held.len(),
        }
        if chain(&self.held).is_some() {
            return self.settle(&doubt, self.held.len(), false);
        }
        if self.held.len() > self.resync_octets { self.give_up(&doubt) } else { self.state = State::Doubt(doubt) }
    }

    /// A header verifies at `end` of `held`, or the octets end there.
    pub(super) fn settle(&mut self, doubt: &Doubt, end: usize, resynced: bool) {
        let start = self.start();
        let rest = self.held.split_off(end.min(self.held.len()));
        let octets = std::mem::take(&mut self.held).freeze();
        match chain(&octets) {
            Some(headers) => {
                let mut at = 0_usize;
                for header in headers {
                    let next = at.saturating_add(usize::try_from(header.frame_len()).unwrap_or(usize::MAX));
                    let octets = octets.slice(at.min(octets.len())..next.min(octets.len()));
                    let (offset, crc_ok) = (start.saturating_add(at as u64), crc_of(&octets) == header.crc);
                    let mark = doubt.mark_of(next, self.mark);
                    self.frames = self.frames.saturating_add(1);
                    self.ready.push_back(Piece::Frame { offset, octets, header, complete: true, crc_ok, mark });
                    at = next;
                }
            }
            None => self.ready.push_back(Piece::Garbage {
                offset: start,
                length: octets.len() as u64,
                head: octets.slice(..HEAD_LEN.min(octets.len())),
                resynced,
                after_gap: false,
                at_start: false,
                between: resynced && self.frames > 0,
                mark: self.mark,
            }),
        }
        self.at = self.at.saturating_sub(rest.len() as u64);
        self.current = rest.freeze();
    }

    /// Too much is held: from here on it is garbage.
    fn give_up(&mut self, doubt: &Doubt) {
        let mut search = Search { from: Some(self.start()), ..Search::default() };
        search.keep(&self.held);
        let rest = self.held.split_off(doubt.searched.min(self.held.len()));
        self.held = rest.as_ref().into();
        self.state = State::Search(search);
    }
}

/// The headers that lie one behind the other from the front of `octets` exactly to its end, all with the right magic.
fn chain(octets: &[u8]) -> Option<Vec<Header>> {
    let mut headers = Vec::new();
    let mut at = 0_usize;
    while at < octets.len() {
        let header = Header::decode(octets.get(at..)?).ok().filter(|header| header.magic == MAGIC)?;
        at = at.checked_add(usize::try_from(header.frame_len()).ok()?)?;
        headers.push(header);
    }
    (at == octets.len() && at >= HEADER_LEN).then_some(headers)
}
