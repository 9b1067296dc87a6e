//! Runs effects: reads frames back, copies, suspends. The only place where the interface waits for a file.

#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, unbounded};

use crate::base::id::FrameId;
use crate::base::tree::Tree;
use crate::source::Source;
use crate::store::octets::Octets;
use crate::store::snapshot::Snapshot;

use crate::tui::Dissect;
use crate::tui::bookmark::sidecar::{self, Kept};
use crate::tui::clipboard::Clipboard;
use crate::tui::copy::Clip;
use crate::tui::detail::Loaded;
use crate::tui::earlier;
use crate::tui::export::{Export, Order, Running, Went};
use crate::tui::filter::hunt::Hunt;
use crate::tui::hunter::Hunter;
use crate::tui::ids;
use crate::tui::model::Model;
use crate::tui::msg::{Effect, Msg};
use crate::tui::painter::Painter;
use crate::tui::terminal::Screen;
use crate::tui::update::{arrange_rows, take_found, update};

/// How long the loop waits for what a hunt finds.
const HUNTED: Duration = Duration::from_millis(4);

/// Octets of a frame that are read back at once; longer frames are read beside the loop, so that keys never wait.
const AT_ONCE: u32 = 1 << 17;

/// Runs the effects of a turn. Of several frames wanted in one turn only the last is read.
pub struct Runner {
    octets: Option<Octets>,
    packets: Option<Box<dyn Source>>,
    dissect: Dissect,
    clipboard: Clipboard,
    queue: Vec<Effect>,
    hunter: Hunter,
    painter: Painter,
    export: Option<Running>,
    reader: Option<Reader>,
    pairs: Vec<Receiver<Box<[Loaded; 2]>>>,
    /// Takes orders to go back; `None` when there is nobody who could.
    line: Option<Sender<earlier::Order>>,
}

/// Reads long frames back, the newest wanted first.
struct Reader {
    wanted: Sender<(Arc<Snapshot>, FrameId)>,
    read: Receiver<Loaded>,
}

impl Runner {
    /// A runner with nothing to do.
    pub const fn new(octets: Option<Octets>, packets: Option<Box<dyn Source>>, dissect: Dissect, clipboard: Clipboard) -> Self {
        Self {
            octets,
            packets,
            dissect,
            clipboard,
            queue: Vec::new(),
            hunter: Hunter::new(),
            painter: Painter::new(),
            export: None,
            reader: None,
            pairs: Vec::new(),
            line: None,
        }
    }

    /// The same, with somebody who goes back for rows that were let go.
    #[must_use]
    pub fn with_line(mut self, line: Sender<earlier::Order>) -> Self {
        self.line = Some(line);
        self
    }

    /// Takes effects for the end of the turn.
    pub fn queue(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if matches!(effect, Effect::Load(_)) {
                self.queue.retain(|waiting| !matches!(waiting, Effect::Load(_)));
            }
            self.queue.push(effect);
        }
    }

    /// Searches on for the filter, on a thread where it takes time, and sorts for a turn. Answers with how soon to come back.
    pub fn search(&mut self, model: &mut Model) -> Option<Duration> {
        let (parts, _) = self.hunter.take();
        for part in parts {
            let effects = take_found(model, &part);
            self.queue(effects);
        }
        let wanted = Hunt::wanted(model);
        let is_hunting = if let Some(hunt) = wanted.as_ref().filter(|hunt| hunt.is_short()) {
            let mut parts = Vec::new();
            hunt.run(self.octets.as_ref(), &|_| None, &mut |part| {
                parts.push(part);
                true
            });
            for part in parts {
                let effects = take_found(model, &part);
                self.queue(effects);
            }
            Hunt::wanted(model).is_some()
        } else {
            self.hunter.follow(wanted, self.octets.as_ref(), self.dissect)
        };
        let (more, effects) = arrange_rows(model);
        self.queue(effects);
        if more { Some(Duration::ZERO) } else { is_hunting.then_some(HUNTED) }
    }

    /// Reads id tokens of visible rows back.
    pub fn read_ids(&self, model: &mut Model) {
        for (id, frame) in ids::wanted(model) {
            let tree = tree(self.octets.as_ref(), self.dissect, &model.world.shown, frame);
            model.ids.learn(id, tree.as_ref());
            model.dirty = true;
        }
    }

    /// Asks the colour rules about visible rows.
    pub fn look_at_rows(&mut self, model: &mut Model) {
        self.painter.follow(model, self.octets.as_ref(), self.dissect);
    }

    /// Runs what waits. Returns whether the interface is to be left.
    pub fn run(&mut self, model: &mut Model, screen: &mut Screen) -> io::Result<bool> {
        while let Some(effect) = if self.queue.is_empty() { None } else { Some(self.queue.remove(0)) } {
            match effect {
                Effect::Quit => return Ok(true),
                Effect::Suspend => {
                    screen.suspend()?;
                    model.dirty = true;
                }
                Effect::Redraw => {
                    screen.redraw()?;
                    model.dirty = true;
                }
                Effect::Mouse(on) => screen.set_mouse(on)?,
                Effect::Copy(clip) => self.copy(model, screen, &clip)?,
                Effect::Export(order) => self.export(model, *order),
                Effect::CancelExport => self.export.iter().for_each(|running| running.watch.cancel()),
                Effect::Compare(frames) => self.compare(model, frames),
                Effect::Order(order) => {
                    if let Some(line) = &self.line {
                        let _ = line.send(order);
                    }
                }
                Effect::Load(frame) => self.load(model, frame),
                Effect::Keep(path, kept) => keep(model, &path, kept),
            }
        }
        Ok(false)
    }

    fn copy(&self, model: &mut Model, screen: &mut Screen, clip: &Clip) -> io::Result<()> {
        let told = match self.clipboard.sequence(clip) {
            Some((sequence, told)) => {
                screen.send(&sequence)?;
                told
            }
            None => self.clipboard.to_file(clip, Path::new(".")),
        };
        update(model, Msg::Done(told));
        Ok(())
    }

    fn export(&mut self, model: &mut Model, order: Order) {
        let Some(octets) = self.octets.clone() else {
            update(model, Msg::Done("octets of this capture are not kept, so nothing can be exported".to_owned()));
            return;
        };
        let (snapshot, query) = (model.world.shown.clone(), model.filter.query());
        let packets = self.packets.as_ref().map(|source| source.again());
        self.export = Some(Export { order, snapshot, octets, packets, dissect: self.dissect, query }.start());
        update(model, Msg::Exporting(Some(0)));
    }

    /// Tells what was done beside the loop since: frames read, an export gone on or ended.
    pub fn tell(&mut self, model: &mut Model) {
        self.painter.take(model);
        while let Some(loaded) = self.reader.as_ref().and_then(|reader| reader.read.try_recv().ok()) {
            let effects = update(model, Msg::Loaded(Box::new(loaded)));
            self.queue(effects);
        }
        self.pairs.retain(|pair| match pair.try_recv() {
            Ok(pair) => {
                update(model, Msg::Compared(pair));
                false
            }
            Err(error) => error == TryRecvError::Empty,
        });
        if let Some(running) = self.export.take() {
            match running.poll() {
                Ok(went) => ended(model, went),
                Err(running) => {
                    let percent = Some(running.watch.percent());
                    if model.exporting != percent {
                        update(model, Msg::Exporting(percent));
                    }
                    self.export = Some(running);
                }
            }
        }
    }

    /// Whether something goes on beside the loop that it must look after.
    pub fn is_busy(&self, model: &Model) -> bool {
        let waits = model.detail.as_ref().is_some_and(|detail| detail.waits);
        waits || self.painter.is_busy() || self.export.is_some() || !self.pairs.is_empty() || !self.queue.is_empty()
    }

    fn load(&mut self, model: &mut Model, frame: FrameId) {
        let snapshot = model.world.shown.clone();
        if snapshot.frame(frame).is_some_and(|row| row.length > AT_ONCE) {
            let (octets, dissect) = (self.octets.clone(), self.dissect);
            let reader = self.reader.get_or_insert_with(|| Reader::start(octets, dissect));
            let _ = reader.wanted.send((snapshot, frame));
            return;
        }
        let loaded = load(self.octets.as_ref(), self.dissect, &snapshot, frame);
        let effects = update(model, Msg::Loaded(Box::new(loaded)));
        self.queue(effects);
    }

    fn compare(&mut self, model: &Model, frames: [FrameId; 2]) {
        let (octets, dissect, snapshot) = (self.octets.clone(), self.dissect, model.world.shown.clone());
        let (told, answer) = bounded(1);
        thread::spawn(move || {
            let pair = frames.map(|frame| load(octets.as_ref(), dissect, &snapshot, frame));
            drop(told.send(Box::new(pair)));
        });
        // Only the newest comparison is looked at.
        self.pairs = vec![answer];
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        if let Some(running) = self.export.take() {
            running.watch.cancel();
            running.wait();
        }
    }
}

impl Reader {
    fn start(octets: Option<Octets>, dissect: Dissect) -> Self {
        let (wanted, orders) = unbounded::<(Arc<Snapshot>, FrameId)>();
        let (told, read) = unbounded();
        thread::spawn(move || {
            while let Ok(first) = orders.recv() {
                let (snapshot, frame) = orders.try_iter().last().unwrap_or(first);
                if told.send(load(octets.as_ref(), dissect, &snapshot, frame)).is_err() {
                    return;
                }
            }
        });
        Self { wanted, read }
    }
}

fn ended(model: &mut Model, went: Went) {
    update(model, Msg::Exporting(None));
    match went {
        Went::Told(words) => update(model, Msg::Done(words)),
        Went::Exists(order) => update(model, Msg::Exists(Box::new(order))),
    };
}

fn load(octets: Option<&Octets>, dissect: Dissect, snapshot: &Snapshot, frame: FrameId) -> Loaded {
    let octets = match octets {
        Some(octets) => octets.frame(snapshot, frame).map_err(|error| error.to_string()),
        None => Err("octets of this capture are not kept".to_owned()),
    };
    let tree = octets.as_ref().map(|octets| dissect(snapshot, frame, octets)).unwrap_or_default();
    Loaded::new(frame, octets, tree)
}

/// Writes bookmarks. A failure is told; the bookmarks stay while the program runs.
fn keep(model: &mut Model, path: &Path, kept: Vec<Kept>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let said = match sidecar::write(path, kept) {
        Ok(()) => format!("kept in {name}"),
        Err(error) => format!("{name} cannot be written ({error}); bookmarks last while npscope runs"),
    };
    update(model, Msg::Done(said));
}

fn tree(octets: Option<&Octets>, dissect: Dissect, snapshot: &Snapshot, frame: FrameId) -> Option<Tree> {
    let octets = octets?.frame(snapshot, frame).ok()?;
    Some(dissect(snapshot, frame, &octets))
}
