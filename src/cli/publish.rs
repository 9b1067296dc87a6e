//! Reads in the background and publishes what is known, so that nobody who looks ever waits. When keys come late, a second engine
//! reads everything anew beside the first one and takes its place once it has caught up. When rows that were let go are wanted, one
//! more goes back for them.
#![expect(clippy::disallowed_methods, reason = "publishing is paced by the clock; nothing published comes from it")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use arc_swap::{ArcSwap, ArcSwapOption};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::drive::Run;
use super::error::Error;
use super::look_back::Going;
use super::reading::Reading;
use crate::store::snapshot::Snapshot;
use crate::tui::earlier::{Line, Order};
use crate::tui::{Feed, Progress};

/// Time between two pictures.
const PERIOD: Duration = Duration::from_millis(50);
/// Time between two looks at the key logs, when the capture is over; being stopped ends it.
const IDLE: Duration = Duration::from_millis(250);
/// Time between two looks at a reading that catches up, when the capture is over.
const CATCHING_UP: Duration = Duration::from_millis(20);
/// Reading anew rests this many times as long as it took last: keys of many associations that come one by one must not make it
/// the main work.
const REST: u32 = 3;

/// The thread that reads.
pub(super) struct Background {
    feed: Feed,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Background {
    /// Starts to read.
    pub(super) fn start(run: Run) -> Self {
        let (token, dirty) = bounded(1);
        let (orders, heard) = unbounded();
        let (told, answers) = unbounded();
        let feed = Feed {
            latest: Arc::new(ArcSwap::from_pointee(Snapshot::default())),
            progress: Arc::new(Progress::default()),
            dirty,
            failed: Arc::new(ArcSwapOption::empty()),
            word: Arc::new(ArcSwapOption::empty()),
            earlier: Line { orders, answers },
        };
        let stop = Arc::new(AtomicBool::new(false));
        let reader = Reader {
            run,
            latest: Arc::clone(&feed.latest),
            progress: Arc::clone(&feed.progress),
            failed: Arc::clone(&feed.failed),
            word: Arc::clone(&feed.word),
            token,
            stop: Arc::clone(&stop),
            over: false,
            second: None,
            not_before: None,
            orders: heard,
            told,
            halted: false,
            back: None,
            backs: 0,
        };
        Self { feed, stop, thread: std::thread::spawn(|| reader.read()) }
    }

    /// What the interface looks at.
    pub(super) const fn feed(&self) -> &Feed {
        &self.feed
    }

    /// Stops reading and waits until the source is closed: what it spooled is gone then.
    pub(super) fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        // Whatever is ordered wakes a reader that rests.
        let _ = self.feed.earlier.orders.send(Order::Cancel);
        let _ = self.thread.join();
    }
}

struct Reader {
    run: Run,
    latest: Arc<ArcSwap<Snapshot>>,
    progress: Arc<Progress>,
    failed: Arc<ArcSwapOption<String>>,
    word: Arc<ArcSwapOption<String>>,
    token: Sender<()>,
    stop: Arc<AtomicBool>,
    /// The source has ended.
    over: bool,
    second: Option<Second>,
    /// When reading may begin anew.
    not_before: Option<Instant>,
    orders: Receiver<Order>,
    told: Sender<Result<Arc<Snapshot>, String>>,
    /// The user wants nothing further read for now.
    halted: bool,
    /// A reading that goes back.
    back: Option<Going>,
    /// How many went back.
    backs: u32,
}

/// A reading that catches up.
struct Second {
    thread: JoinHandle<Result<Reading, Error>>,
    /// Packets that the first reading has taken; `u64::MAX` when it is over.
    goal: Arc<AtomicU64>,
    began: Instant,
}

impl Reader {
    fn read(mut self) {
        let mut published: Option<Instant> = None;
        while !self.stop.load(Ordering::Relaxed) {
            self.go_on();
            self.read_anew();
            self.look_back();
            if !self.over && published.is_none_or(|at| at.elapsed() >= PERIOD) {
                self.publish();
                published = Some(Instant::now());
            }
        }
        if let Some(second) = self.second.take() {
            let _ = second.thread.join();
        }
        self.back.take().into_iter().for_each(Going::cancel);
    }

    /// Reads on; at the end, and while reading is halted, waits for keys.
    fn go_on(&mut self) {
        if self.over || self.halted {
            self.run.look_for_keys();
            let rest = if self.second.is_some() || self.back.is_some() { CATCHING_UP } else { IDLE };
            if let Ok(order) = self.orders.recv_timeout(rest) {
                self.take_order(order);
            }
            return;
        }
        match self.run.step() {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => self.failed.store(Some(Arc::new(error.to_string()))),
        }
        self.over = true;
        self.run.reading.engine.finish();
        self.publish();
    }

    /// Begins to read anew when that opens more, and takes what has caught up.
    fn read_anew(&mut self) {
        if let Some(second) = &self.second {
            let goal = if self.over { u64::MAX } else { self.run.reading.packets() };
            second.goal.store(goal, Ordering::Relaxed);
        }
        if let Some(second) = self.second.take_if(|second| second.thread.is_finished()) {
            self.not_before = Instant::now().checked_add(second.began.elapsed().saturating_mul(REST));
            self.progress.again.store(0, Ordering::Relaxed);
            if let Ok(Ok(reading)) = second.thread.join() {
                self.take_over(reading);
            }
        }
        let may = self.not_before.is_none_or(|at| Instant::now() >= at);
        if self.second.is_none() && may && self.run.wants_another() {
            self.begin_anew();
        }
    }

    fn begin_anew(&mut self) {
        let goal = Arc::new(AtomicU64::new(if self.over { u64::MAX } else { self.run.reading.packets() }));
        let reading = self.run.another();
        let (known, progress, stop) = (Arc::clone(&goal), Arc::clone(&self.progress), Arc::clone(&self.stop));
        let total = self.run.reading.packets();
        progress.again.store(1, Ordering::Relaxed);
        let thread = std::thread::spawn(move || catch_up(reading, &known, total, &progress, &stop));
        self.second = Some(Second { thread, goal, began: Instant::now() });
    }

    /// Lets a reading that has caught up take the place of the first one.
    fn take_over(&mut self, mut reading: Reading) {
        let behind = |reading: &Reading| self.over || reading.packets() < self.run.reading.packets();
        while behind(&reading) {
            match reading.step(&mut |_, _| {}) {
                Ok(true) if self.stop.load(Ordering::Relaxed) => return,
                Ok(true) => {}
                Ok(false) | Err(_) => break,
            }
        }
        if self.over {
            reading.engine.finish();
        }
        self.run.go_on_with(reading);
        self.publish();
    }

    /// Takes the newest order, and tells what came of the last.
    fn look_back(&mut self) {
        while let Ok(order) = self.orders.try_recv() {
            self.take_order(order);
        }
        let Some(going) = self.back.take_if(|going| going.is_over()) else { return };
        let picture = going.take().map(|reading| Arc::new(self.run.earlier_picture(reading, self.backs)));
        self.backs = self.backs.wrapping_add(1);
        let _ = self.told.send(picture);
        self.progress.earlier.store(0, Ordering::Relaxed);
        let _ = self.token.try_send(());
    }

    fn take_order(&mut self, order: Order) {
        if let Order::Halt(halted) = order {
            self.halted = halted;
            return;
        }
        self.back.take().into_iter().for_each(Going::cancel);
        self.progress.earlier.store(0, Ordering::Relaxed);
        if let Order::Back(around) = order {
            self.back = Some(self.run.look_back(around, self.over).start(&self.progress));
        }
    }

    /// Shows the newest picture. A token that still waits says enough.
    fn publish(&mut self) {
        let (read, total) = self.run.reading.source.progress();
        self.progress.read.store(read, Ordering::Relaxed);
        self.progress.total.store(total, Ordering::Relaxed);
        self.word.store(self.run.reading.source.word());
        self.latest.store(Arc::new(self.run.picture()));
        let _ = self.token.try_send(());
    }
}

/// Reads until as many packets were taken as the first reading has.
fn catch_up(mut reading: Reading, goal: &AtomicU64, total: u64, progress: &Progress, stop: &AtomicBool) -> Result<Reading, Error> {
    while reading.packets() < goal.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
        if !reading.step(&mut |_, _| {})? {
            break;
        }
        let percent = reading.packets().min(total) * 99 / total.max(1);
        progress.again.store(percent + 1, Ordering::Relaxed);
    }
    Ok(reading)
}
