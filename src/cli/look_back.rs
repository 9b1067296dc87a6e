//! Goes back for rows that were let go: reads the capture once more from its start, with the bounds of the first reading, until the
//! wanted rows stand in the middle of those that are kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;

use super::error::Error;
use super::reading::Reading;
use crate::tui::Progress;
use crate::tui::earlier::Around;

/// A reading that goes back.
pub(super) struct LookBack {
    reading: Reading,
    around: Around,
    /// Frames and exchanges that are kept.
    kept: (usize, usize),
    /// Packets that there were when it was asked for; `u64::MAX` when the capture is over.
    packets: u64,
}

/// A reading that goes back on its thread.
pub(super) struct Going {
    thread: JoinHandle<Result<Reading, Error>>,
    cancelled: Arc<AtomicBool>,
}

impl LookBack {
    /// Goes back for the rows around a thing, among the first `packets`.
    pub(super) const fn new(reading: Reading, around: Around, kept: (usize, usize), packets: u64) -> Self {
        Self { reading, around, kept, packets }
    }

    /// Starts on a thread; tells how far it is.
    pub(super) fn start(self, progress: &Arc<Progress>) -> Going {
        let cancelled = Arc::new(AtomicBool::new(false));
        let (told, asked) = (Arc::clone(progress), Arc::clone(&cancelled));
        told.earlier.store(1, Ordering::Relaxed);
        Going { thread: std::thread::spawn(move || self.read(&told.earlier, &asked)), cancelled }
    }

    fn read(mut self, progress: &AtomicU64, cancelled: &AtomicBool) -> Result<Reading, Error> {
        let mut end = None;
        while !cancelled.load(Ordering::Relaxed) && self.reading.packets() < self.packets && !self.is_past(end) {
            if !self.reading.step(&mut |_, _| {})? {
                self.reading.engine.finish();
                break;
            }
            end = end.or_else(|| self.end());
            progress.store(self.percent() + 1, Ordering::Relaxed);
        }
        Ok(self.reading)
    }

    /// Where to stop, in frames and exchanges, once the wanted thing was met: as many behind it as before it are kept.
    fn end(&self) -> Option<(usize, usize)> {
        let (frames, exchanges) = self.reading.engine.met();
        let is_met = match self.around {
            Around::Frame(frame) => frame.index() < frames,
            Around::Exchange(exchange) => exchange.index() < exchanges,
            Around::Packet(packet) => packet < self.reading.packets(),
            Around::Time(time) => self.reading.newest().is_some_and(|newest| newest >= time),
        };
        is_met.then(|| (frames.saturating_add(self.kept.0 / 2), exchanges.saturating_add(self.kept.1 / 2)))
    }

    fn is_past(&self, end: Option<(usize, usize)>) -> bool {
        let (frames, exchanges) = self.reading.engine.met();
        end.is_some_and(|(most_frames, most_exchanges)| frames >= most_frames || exchanges >= most_exchanges)
    }

    /// How far it is on the way to the wanted thing, which is somewhere among the packets that there were.
    fn percent(&self) -> u64 {
        let (frames, exchanges) = self.reading.engine.met();
        let (done, all) = match self.around {
            Around::Frame(frame) => (frames as u64, (frame.index() + self.kept.0 / 2) as u64),
            Around::Exchange(exchange) => (exchanges as u64, (exchange.index() + self.kept.1 / 2) as u64),
            Around::Packet(packet) => (self.reading.packets(), packet),
            Around::Time(_) => match self.reading.source.progress() {
                (_, 0) => (self.reading.packets(), self.packets),
                (read, total) => (read, total),
            },
        };
        (done.saturating_mul(100) / all.max(1)).min(99)
    }
}

impl Going {
    /// Whether it has ended.
    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Ends it; what it has read is not wanted any more.
    pub(super) fn cancel(self) {
        self.cancelled.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
    }

    /// What it has read; the error says why it could not.
    pub(super) fn take(self) -> Result<Reading, String> {
        match self.thread.join() {
            Ok(Ok(reading)) => Ok(reading),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the capture could not be read once more".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::direction::Direction::{C2s, S2c};
    use crate::base::id::{ExchangeId, FrameId};
    use crate::engine::Options;
    use crate::scenario::Scenario;
    use crate::source::FileSource;
    use crate::store::snapshot::Snapshot;

    const KEPT: usize = 2048;

    fn source() -> FileSource {
        let mut s = Scenario::new();
        s.mcp_session();
        for id in 10..5000 {
            s.request(C2s, "ping", &id.to_string(), "").respond(S2c, &id.to_string(), "{}");
        }
        FileSource::of_octets("long", s.close().pcapng(true)).unwrap()
    }

    fn reading(source: &FileSource, kept: usize) -> Reading {
        let mut options = Options::default();
        (options.limits.frames, options.limits.exchanges) = (kept, kept);
        Reading::new(crate::source::Source::again(source), options, &[], u64::MAX)
    }

    fn back(source: &FileSource, around: Around, packets: u64) -> Snapshot {
        let way = LookBack::new(reading(source, KEPT), around, (KEPT, KEPT), packets);
        way.start(&Arc::default()).take().unwrap().engine.into_snapshot()
    }

    fn whole(source: &FileSource) -> Snapshot {
        let mut reading = reading(source, usize::MAX);
        while reading.step(&mut |_, _| {}).unwrap() {}
        reading.engine.finish();
        reading.engine.into_snapshot()
    }

    #[test]
    fn the_wanted_rows_stand_in_the_middle_and_are_those_of_the_first_reading() {
        let source = source();
        let whole = whole(&source);
        let time = whole.frames.get(4000).unwrap().time;
        for around in [Around::Frame(FrameId::from_index(4000)), Around::Exchange(ExchangeId::from_index(2001)), Around::Time(time)] {
            let earlier = back(&source, around, u64::MAX);
            assert!((3000..4000).contains(&earlier.frames.first()) && (4500..6000).contains(&earlier.frames.len()), "{around:?}");
            for (at, row) in earlier.frames.iter() {
                let same = whole.frames.get(at).unwrap();
                assert_eq!((row.time, row.offset, row.seq, row.packet), (same.time, same.offset, same.seq, same.packet));
            }
            for (at, row) in earlier.exchanges.iter() {
                let same = whole.exchanges.get(at).unwrap();
                assert_eq!((row.first, earlier.text(row.method)), (same.first, whole.text(same.method)));
            }
            let oldest = earlier.exchanges.first();
            assert!((1..2001).contains(&oldest) && earlier.frame(earlier.exchanges.get(oldest + 1023).unwrap().first).is_some());
        }
    }

    #[test]
    fn it_ends_where_the_first_reading_is_and_knows_the_end_of_the_capture() {
        let source = source();
        let far = Around::Frame(FrameId::from_index(usize::from(u16::MAX)));
        let early = back(&source, far, 3000);
        assert!((3000..3600).contains(&early.packets) && !early.finished);
        assert!(back(&source, far, u64::MAX).finished);
    }
}
