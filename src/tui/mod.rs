//! The terminal interface: a model, an update function, views; this file is the loop around them.
//!
//! Only here is anything read, written or timed: [`update`] answers with effects, and the loop runs them.

#![expect(clippy::disallowed_methods, reason = "the loop paces its drawing by the clock; nothing shown comes from it")]

pub mod clipboard;
pub mod column;
pub mod command;
pub mod detail;
pub mod diagram;
pub mod effect;
pub mod event;
pub mod export;
pub mod filter;
pub mod glyph;
pub mod goto;
pub mod guide;
pub mod ids;
pub mod keymap;
pub mod layout;
pub mod list;
pub mod looks;
pub mod model;
pub mod msg;
pub mod overlay;
pub mod sort;
pub mod terminal;
pub mod theme;
pub mod tint;
pub mod update;
pub mod view;
pub mod world;

#[cfg(test)]
mod fixture;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arc_swap::{ArcSwap, ArcSwapOption};
use crossbeam_channel::{Receiver, TryRecvError};
use ratatui::crossterm::event as input;

use crate::base::id::FrameId;
use crate::base::tree::Tree;
use crate::store::octets::{FrameOctets, Octets};
use crate::store::snapshot::Snapshot;

use effect::Runner;
use model::{Model, Setup};
use msg::Msg;
use terminal::{Screen, Signals, Waited};

/// Least time between two drawings: thirty a second.
const FRAME: Duration = Duration::from_millis(33);

/// Dissects a frame from its octets.
pub type Dissect = fn(&Snapshot, FrameId, &FrameOctets) -> Tree;

/// How the interface looks and what it may use.
pub struct UiOptions {
    /// What the interface is born with.
    pub setup: Setup,
    /// Reads octets back; without it the detail says so.
    pub octets: Option<Octets>,
    /// Makes the field tree.
    pub dissect: Dissect,
    /// Whether tmux stands between, so that copying must be wrapped.
    pub tmux: bool,
    /// The filter in force from the start.
    pub filter: Option<String>,
}

/// Octets read and octets there are; `total` is 0 when the end is not known.
#[derive(Debug, Default)]
pub struct Progress {
    /// Read.
    pub read: AtomicU64,
    /// There are.
    pub total: AtomicU64,
    /// How far reading anew with further keys is, in percent and one more; 0 while nothing is read anew.
    pub again: AtomicU64,
}

/// What the engine's side shares with the interface.
pub struct Feed {
    /// The newest picture.
    pub latest: Arc<ArcSwap<Snapshot>>,
    /// How far reading is.
    pub progress: Arc<Progress>,
    /// A token for every time `latest` changed; one waiting token is enough.
    pub dirty: Receiver<()>,
    /// Why the source stopped, when it failed.
    pub failed: Arc<ArcSwapOption<String>>,
}

/// Shows the interface until the user leaves or a signal ends it.
pub fn run(options: UiOptions, feed: &Feed) -> io::Result<()> {
    let signals = Signals::catch()?;
    let mut screen = Screen::enter(options.setup.mouse)?;
    let size = screen.terminal.size()?;
    let mut model = Model::new(options.setup, (size.width, size.height), feed.latest.load_full());
    let mut runner = Runner::new(options.octets, options.dissect, options.tmux);
    if let Some(text) = options.filter {
        runner.queue(update::start_with(&mut model, &text));
    }
    turn_until_left(&mut screen, &signals, feed, &mut model, &mut runner)
}

fn turn_until_left(screen: &mut Screen, signals: &Signals, feed: &Feed, model: &mut Model, runner: &mut Runner) -> io::Result<()> {
    let mut drawn = Instant::now().checked_sub(FRAME).unwrap_or_else(Instant::now);
    let mut is_searching = false;
    loop {
        let wait =
            if is_searching { Duration::ZERO } else { FRAME.saturating_sub(if model.dirty { drawn.elapsed() } else { Duration::ZERO }) };
        if screen.wait(wait) == Waited::Gone {
            return Ok(());
        }
        take_input(model, runner)?;
        take_news(model, runner, feed);
        if signals.end.load(Ordering::SeqCst) {
            return Ok(());
        }
        take_stops(screen, signals, model)?;
        if let Some(panic) = screen.panicked() {
            return Err(io::Error::other(panic));
        }
        runner.tell(model);
        is_searching = runner.search(model);
        if runner.run(model, screen)? {
            return Ok(());
        }
        if model.dirty && drawn.elapsed() >= FRAME {
            runner.read_ids(model);
            let more = runner.look_at_rows(model);
            screen.terminal.draw(|frame| view::draw(frame, model))?;
            (model.dirty, drawn) = (more, Instant::now());
        }
    }
}

/// Takes all the input there is.
fn take_input(model: &mut Model, runner: &mut Runner) -> io::Result<()> {
    while input::poll(Duration::ZERO)? {
        if let Some(msg) = event::translate(&input::read()?) {
            runner.queue(update::update(model, msg));
        }
    }
    Ok(())
}

/// Takes what the engine's side has to tell.
fn take_news(model: &mut Model, runner: &mut Runner, feed: &Feed) {
    if news_waits(&feed.dirty) {
        runner.queue(update::update(model, Msg::Snapshot(feed.latest.load_full())));
    }
    let (read, total) = (feed.progress.read.load(Ordering::Relaxed), feed.progress.total.load(Ordering::Relaxed));
    if (read, total) != (model.progress.read, model.progress.total) {
        update::update(model, Msg::Progress(read, total));
    }
    let again = feed.progress.again.load(Ordering::Relaxed).checked_sub(1);
    if again != model.again {
        update::update(model, Msg::Again(again));
    }
    if let Some(why) = feed.failed.load_full()
        && model.failed.is_none()
    {
        update::update(model, Msg::Failed(why.to_string()));
    }
}

fn news_waits(dirty: &Receiver<()>) -> bool {
    let mut waits = false;
    loop {
        match dirty.try_recv() {
            Ok(()) => waits = true,
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => return waits,
        }
    }
}

/// Stops when told to by a signal, and takes the terminal again after any stop.
fn take_stops(screen: &mut Screen, signals: &Signals, model: &mut Model) -> io::Result<()> {
    if signals.stop.swap(false, Ordering::SeqCst) {
        screen.suspend()?;
        model.dirty = true;
    }
    if signals.resumed.swap(false, Ordering::SeqCst) {
        screen.resume()?;
        let size = screen.terminal.size()?;
        update::update(model, Msg::Resize(size.width, size.height));
    }
    Ok(())
}
