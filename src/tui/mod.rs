//! The terminal interface: a model, an update function, views; this file is the loop around them.
//!
//! Only here is anything read, written or timed: [`update`] answers with effects, and the loop runs them.

#![expect(clippy::disallowed_methods, reason = "the loop paces its drawing by the clock; nothing shown comes from it")]

pub mod background;
pub mod bookmark;
pub mod clipboard;
pub mod column;
pub mod command;
pub mod compare;
pub mod copy;
pub mod detail;
pub mod diagram;
pub mod digits;
pub mod earlier;
pub mod effect;
pub mod evidence;
pub mod event;
pub mod export;
pub mod filter;
pub mod find;
pub mod glyph;
pub mod goto;
pub mod guide;
pub mod hunter;
pub mod ids;
pub mod keymap;
pub mod layout;
pub mod list;
pub mod looks;
pub mod model;
pub mod msg;
pub mod overlay;
pub mod patient;
pub mod painter;
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
use crate::source::Source;
use crate::store::octets::{FrameOctets, Octets};
use crate::store::snapshot::Snapshot;

use background::{Heard, Listener};
use bookmark::Bookmarks;
use clipboard::Clipboard;
use earlier::Line;
use effect::Runner;
use model::{Model, Setup};
use msg::Msg;
use terminal::{Screen, Signals, Waited};

/// Least time between two drawings: thirty a second.
const FRAME: Duration = Duration::from_millis(33);
/// Least time between two drawings when a key was pressed: it is answered at once, and a held key does not flood the terminal.
const ANSWER: Duration = Duration::from_millis(8);
/// How long the loop rests while nothing goes on; keys and signals wake it.
const CALM: Duration = Duration::from_millis(250);
/// How long it rests while a source is read that has been silent for a while.
const SILENT: Duration = Duration::from_millis(100);
/// How long a source is silent before the loop rests longer.
const SILENCE: Duration = Duration::from_secs(1);
/// How long digits that showed views wait for one that makes them a count.
const COUNTED: Duration = Duration::from_secs(1);
/// How long the first drawing waits for the terminal to tell its background.
const BACKGROUND: Duration = Duration::from_millis(120);

/// Dissects a frame from its octets.
pub type Dissect = fn(&Snapshot, FrameId, &FrameOctets) -> Tree;

/// How the interface looks and what it may use.
pub struct UiOptions {
    /// What the interface is born with.
    pub setup: Setup,
    /// Reads octets back; without it the detail says so.
    pub octets: Option<Octets>,
    /// Reads packets once more, for exports; without it packets are not exported.
    pub packets: Option<Box<dyn Source>>,
    /// Makes the field tree.
    pub dissect: Dissect,
    /// Whether tmux stands between, so that copying must be wrapped.
    pub tmux: bool,
    /// Whether the terminal may have a clipboard that programs can write.
    pub clipboard: bool,
    /// The filter in force from the start.
    pub filter: Option<String>,
    /// Whether the terminal's background decides about the theme.
    pub ask_background: bool,
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
    /// How far the way back to rows that were let go is, in the same way.
    pub earlier: AtomicU64,
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
    /// What keeps going wrong at the source.
    pub word: Arc<ArcSwapOption<String>>,
    /// The way back to rows that were let go.
    pub earlier: Line,
}

/// Shows the interface until the user leaves or a signal ends it. Answers with that signal.
pub fn run(options: UiOptions, feed: &Feed) -> io::Result<Option<u8>> {
    let signals = Signals::catch()?;
    let mut screen = Screen::enter(options.setup.mouse)?;
    let size = screen.terminal.size()?;
    let (bookmarks, trouble) = Bookmarks::read(&options.setup.captures);
    let mut model = Model::new(options.setup, (size.width, size.height), feed.latest.load_full());
    model.bookmarks = bookmarks;
    model.setup.troubles.extend(trouble);
    model.notice = Some(model.setup.troubles.join("; ")).filter(|told| !told.is_empty());
    let clipboard = Clipboard { is_there: options.clipboard, tmux: options.tmux };
    let mut runner = Runner::new(options.octets, options.packets, options.dissect, clipboard).with_line(feed.earlier.orders.clone());
    if let Some(text) = options.filter {
        runner.queue(update::start_with(&mut model, &text));
    }
    let mut ears = Listener::new(options.ask_background && screen.send(background::QUESTION).is_ok());
    wait_for_background(&screen, &mut ears, &mut model, &mut runner)?;
    turn_until_left(&mut screen, &signals, feed, &mut model, &mut runner, &mut ears)?;
    Ok(signals.ended_by())
}

/// Waits a moment for the terminal's background, so that the first drawing has the right theme. An answer that comes later is taken
/// as well.
fn wait_for_background(screen: &Screen, ears: &mut Listener, model: &mut Model, runner: &mut Runner) -> io::Result<()> {
    let began = Instant::now();
    while ears.awaits() && began.elapsed() < BACKGROUND {
        if screen.wait(BACKGROUND.saturating_sub(began.elapsed())) == Waited::Gone {
            return Ok(());
        }
        take_input(model, runner, ears)?;
    }
    Ok(())
}

fn turn_until_left(
    screen: &mut Screen,
    signals: &Signals,
    feed: &Feed,
    model: &mut Model,
    runner: &mut Runner,
    ears: &mut Listener,
) -> io::Result<()> {
    let mut drawn = Instant::now().checked_sub(FRAME).unwrap_or_else(Instant::now);
    let (mut soon, mut pace, mut typed) = (None, FRAME, Instant::now());
    loop {
        let rest = if model.dirty { pace.saturating_sub(drawn.elapsed()) } else { calm(model, runner, drawn.elapsed()).unwrap_or(pace) };
        let wait = soon.map_or(rest, |soon: Duration| soon.min(rest));
        if screen.wait(wait) == Waited::Gone {
            return Ok(());
        }
        if take_input(model, runner, ears)? {
            (pace, typed) = (ANSWER, Instant::now());
        }
        if model.digits.is_some() && typed.elapsed() >= COUNTED {
            update::update(model, Msg::Rest);
        }
        take_news(model, runner, feed);
        if signals.end.load(Ordering::SeqCst) {
            return Ok(());
        }
        take_stops(screen, signals, model)?;
        if let Some(panic) = screen.panicked() {
            return Err(io::Error::other(panic));
        }
        runner.tell(model);
        soon = runner.search(model);
        if runner.run(model, screen)? {
            return Ok(());
        }
        if model.dirty && drawn.elapsed() >= pace {
            runner.read_ids(model);
            runner.look_at_rows(model);
            screen.terminal.draw(|frame| view::draw(frame, model))?;
            (model.dirty, drawn, pace) = (false, Instant::now(), FRAME);
        }
    }
}

/// How long nothing can happen that does not wake the loop, since so long after the last drawing; `None` while something goes on.
fn calm(model: &Model, runner: &Runner, since: Duration) -> Option<Duration> {
    let is_busy = runner.is_busy(model) || model.again.is_some() || model.way.is_some() || model.digits.is_some();
    let rest = if model.world.latest.finished { CALM } else { SILENT };
    (!is_busy && (model.world.latest.finished || since >= SILENCE)).then_some(rest)
}

/// Takes all the input there is. Returns whether there was some.
fn take_input(model: &mut Model, runner: &mut Runner, ears: &mut Listener) -> io::Result<bool> {
    let mut was_some = false;
    while input::poll(Duration::ZERO)? {
        let event = input::read()?;
        match ears.hear(&event) {
            Heard::Part | Heard::Answer(None) => {}
            Heard::Answer(Some(color)) => model.take_background(color),
            Heard::Other => {
                runner.queue(event::translate(&event).map_or_else(Vec::new, |msg| update::update(model, msg)));
                was_some = true;
            }
        }
    }
    Ok(was_some)
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
    let percent = feed.progress.earlier.load(Ordering::Relaxed).checked_sub(1);
    if let Some(percent) = percent.filter(|percent| model.way.is_some_and(|way| way.percent != *percent)) {
        update::update(model, Msg::WayBack(percent));
    }
    if let Some(came) = feed.earlier.answers.try_iter().last() {
        runner.queue(update::update(model, Msg::Earlier(came)));
    }
    let word = feed.word.load_full();
    if word != model.word {
        update::update(model, Msg::Word(word));
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
