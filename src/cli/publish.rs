//! Reads in the background and publishes what is known, so that nobody who looks ever waits.
#![expect(clippy::disallowed_methods, reason = "publishing is paced by the clock; nothing published comes from it")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use arc_swap::{ArcSwap, ArcSwapOption};
use crossbeam_channel::{Sender, bounded};

use super::drive::Run;
use crate::store::snapshot::Snapshot;
use crate::tui::{Feed, Progress};

/// Time between two pictures.
const PERIOD: Duration = Duration::from_millis(50);

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
        let feed = Feed {
            latest: Arc::new(ArcSwap::from_pointee(Snapshot::default())),
            progress: Arc::new(Progress::default()),
            dirty,
            failed: Arc::new(ArcSwapOption::empty()),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let reader = Reader {
            run,
            latest: Arc::clone(&feed.latest),
            progress: Arc::clone(&feed.progress),
            failed: Arc::clone(&feed.failed),
            token,
            stop: Arc::clone(&stop),
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
        let _ = self.thread.join();
    }
}

struct Reader {
    run: Run,
    latest: Arc<ArcSwap<Snapshot>>,
    progress: Arc<Progress>,
    failed: Arc<ArcSwapOption<String>>,
    token: Sender<()>,
    stop: Arc<AtomicBool>,
}

impl Reader {
    fn read(mut self) {
        let mut published: Option<Instant> = None;
        while !self.stop.load(Ordering::Relaxed) {
            match self.run.step() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    self.failed.store(Some(Arc::new(error.to_string())));
                    break;
                }
            }
            if published.is_none_or(|at| at.elapsed() >= PERIOD) {
                self.publish();
                published = Some(Instant::now());
            }
        }
        self.run.engine.finish();
        self.publish();
    }

    /// Shows the newest picture. A token that still waits says enough.
    fn publish(&mut self) {
        let (read, total) = self.run.source.progress();
        self.progress.read.store(read, Ordering::Relaxed);
        self.progress.total.store(total, Ordering::Relaxed);
        self.latest.store(Arc::new(self.run.engine.snapshot()));
        let _ = self.token.try_send(());
    }
}
