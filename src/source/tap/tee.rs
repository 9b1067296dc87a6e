//! From the relay to the recording, over a bounded queue: who has no room there is not waited for.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use hashbrown::HashMap;

use super::conversation::Conversation;
use crate::base::time::Timestamp;
use crate::source::error::Error;
use crate::source::record::{PacketRecord, Recorder, now};

/// Octets that may wait to be recorded.
const ROOM: usize = 64 << 20;
/// Messages that may wait; some of that room is for those that carry no octets.
const MESSAGES: usize = 1 << 16;
/// Messages with octets that may wait.
const PIECES: usize = MESSAGES - (MESSAGES >> 3);
/// How long to wait for more before what is there is written.
const PAUSE: Duration = Duration::from_millis(10);

/// The relay's end of the queue.
#[derive(Clone)]
pub(super) struct Tee {
    queue: Sender<Passed>,
    waiting: Arc<AtomicUsize>,
    lost: Arc<AtomicU64>,
    room: usize,
}

/// The recorder's end of the queue.
pub(super) struct Passing {
    queue: Receiver<Passed>,
    waiting: Arc<AtomicUsize>,
    lost: Arc<AtomicU64>,
}

/// Who talks: the number of the connection, and both ends where they have addresses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) id: u64,
    pub(super) ends: [Option<SocketAddr>; 2],
}

/// Something that passed.
struct Passed {
    pair: Pair,
    side: usize,
    time: Timestamp,
    /// Octets of this side before it that were not recorded.
    skipped: u64,
    what: What,
}

enum What {
    Open,
    Data(Vec<u8>),
    Finish,
    Reset,
    /// Nothing follows.
    Closed,
}

impl Tee {
    pub(super) fn new() -> (Self, Passing) {
        Self::with_room(ROOM)
    }

    fn with_room(room: usize) -> (Self, Passing) {
        let (sender, receiver) = bounded(MESSAGES);
        let (waiting, lost) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicU64::new(0)));
        let passing = Passing { queue: receiver, waiting: Arc::clone(&waiting), lost: Arc::clone(&lost) };
        (Self { queue: sender, waiting, lost, room }, passing)
    }

    /// One direction of a connection.
    pub(super) fn side(&self, pair: Pair, side: usize) -> Side {
        Side { tee: self.clone(), pair, at: side, skipped: 0 }
    }
}

/// What one side of a connection sends.
pub(super) struct Side {
    tee: Tee,
    pair: Pair,
    /// 0 is the client.
    at: usize,
    skipped: u64,
}

impl Side {
    /// The connection is open.
    pub(super) fn open(&mut self) {
        self.send(What::Open);
    }

    /// Octets passed. They are copied, or counted as lost; never waited for.
    pub(super) fn data(&mut self, octets: &[u8]) {
        let waiting = self.tee.waiting.load(Ordering::Relaxed);
        if waiting.saturating_add(octets.len()) > self.tee.room || self.tee.queue.len() >= PIECES {
            return self.skip(octets.len());
        }
        self.tee.waiting.fetch_add(octets.len(), Ordering::Relaxed);
        if !self.send(What::Data(octets.to_vec())) {
            self.tee.waiting.fetch_sub(octets.len(), Ordering::Relaxed);
            self.skip(octets.len());
        }
    }

    /// The side sends nothing more.
    pub(super) fn finish(&mut self) {
        self.send(What::Finish);
    }

    /// The side broke the connection off.
    pub(super) fn reset(&mut self) {
        self.send(What::Reset);
    }

    /// The other side broke the connection off.
    pub(super) fn reset_by_peer(&mut self) {
        (self.at, self.skipped) = (1 - self.at, 0);
        self.send(What::Reset);
    }

    /// Both sides are done.
    pub(super) fn close(&mut self) {
        self.send(What::Closed);
    }

    fn skip(&mut self, octets: usize) {
        self.skipped = self.skipped.saturating_add(octets as u64);
        self.tee.lost.fetch_add(1, Ordering::Relaxed);
    }

    fn send(&mut self, what: What) -> bool {
        let passed = Passed { pair: self.pair, side: self.at, time: now(), skipped: self.skipped, what };
        let sent = self.tee.queue.try_send(passed).is_ok();
        if sent {
            self.skipped = 0;
        }
        sent
    }
}

/// Records what passes, until the relay is gone.
pub(super) fn record(recorder: &mut Recorder, passing: &Passing) -> Result<(), Error> {
    let mut open: HashMap<u64, Conversation> = HashMap::new();
    let mut lost = 0;
    loop {
        match passing.queue.recv_timeout(PAUSE) {
            Ok(passed) => {
                let known = passing.lost.load(Ordering::Relaxed);
                recorder.lost(known - lost);
                lost = known;
                if let What::Data(octets) = &passed.what {
                    passing.waiting.fetch_sub(octets.len(), Ordering::Relaxed);
                }
                take(recorder, &mut open, &passed)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if passing.queue.is_empty() {
            recorder.flush()?;
        }
    }
    recorder.lost(passing.lost.load(Ordering::Relaxed) - lost);
    Ok(())
}

fn take(recorder: &mut Recorder, open: &mut HashMap<u64, Conversation>, passed: &Passed) -> Result<(), Error> {
    let Passed { pair, side, time, skipped, what } = passed;
    let mut outcome = Ok(());
    let mut write = |octets: &[u8]| {
        if outcome.is_ok() {
            let original_len = u32::try_from(octets.len()).unwrap_or(u32::MAX);
            outcome = recorder.packet(0, &PacketRecord { time: *time, original_len, octets });
        }
    };
    if matches!(what, What::Closed) {
        open.remove(&pair.id);
        return Ok(());
    }
    let conversation = open.entry(pair.id).or_insert_with(|| {
        let mut conversation = Conversation::new(pair.id, pair.ends);
        conversation.open(&mut write);
        conversation
    });
    conversation.skip(*side, *skipped);
    match what {
        What::Open | What::Closed => {}
        What::Data(octets) => conversation.data(*side, octets, &mut write),
        What::Finish => conversation.finish(*side, &mut write),
        What::Reset => conversation.reset(*side, &mut write),
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::input::{DropCause, Input, LinkType, Loss};
    use crate::source::FileSource;
    use crate::source::producer::Producer;
    use crate::source::record::{InterfaceRecord, Recording, TapeSupply};

    #[test]
    fn what_finds_no_room_leaves_a_hole_and_is_counted() {
        let (tee, passing) = Tee::with_room(10);
        let mut side = tee.side(Pair { id: 1, ends: [None, None] }, 0);
        side.open();
        side.data(b"0123456789");
        side.data(b"lost");
        side.data(b"lost too");
        side.finish();
        drop((tee, side));
        let interface = InterfaceRecord { name: "tap".to_owned(), link: LinkType::RAW, snaplen: 0, filter: None };
        let mut recorder = Recorder::begin(&Recording::default(), "tap", vec![interface]).unwrap();
        let tape = recorder.tape();
        record(&mut recorder, &passing).unwrap();
        assert_eq!(recorder.close().unwrap().dropped, [0, 0, 2]);
        let mut source = FileSource::of_recording(Box::new(TapeSupply(tape)), Producer::start("none", |_| {}).unwrap());
        let mut inputs = Vec::new();
        while source.next_batch(&mut inputs, 100).unwrap() {}
        assert!(inputs.iter().any(|input| matches!(input, Input::Loss(Loss::Drops(DropCause::Program, 2)))), "{inputs:?}");
        let numbers: Vec<(u32, bool)> = inputs
            .iter()
            .filter_map(|input| if let Input::Packet(packet) = input { Some(&packet.bytes) } else { None })
            .filter(|octets| octets[12..16] == [127, 0, 1, 1])
            .map(|octets| (u32::from_be_bytes(octets[24..28].try_into().unwrap()), octets[33] & 1 != 0))
            .collect();
        let begin = numbers[0].0;
        let relative: Vec<(u32, bool)> = numbers.iter().map(|(number, fin)| (number - begin, *fin)).collect();
        assert_eq!(relative, [(0, false), (1, false), (1, false), (23, true)]);
    }
}
