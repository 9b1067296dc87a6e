//! Runs effects: reads frames back, copies, suspends. The only place where the interface waits for a file.

use std::io;
use std::path::Path;
use std::time::Duration;

use crossbeam_channel::{Receiver, TryRecvError};

use crate::base::id::FrameId;
use crate::base::tree::Tree;
use crate::store::octets::Octets;
use crate::store::snapshot::Snapshot;

use super::Dissect;
use super::bookmark::sidecar::{self, Kept};
use super::clipboard;
use super::detail::Loaded;
use super::export::Export;
use super::filter::hunt::Hunt;
use super::hunter::Hunter;
use super::ids;
use super::model::Model;
use super::msg::{Effect, Msg};
use super::terminal::Screen;
use super::tint;
use super::update::{arrange_rows, take_found, update};

/// How long the loop waits for what a hunt finds.
const HUNTED: Duration = Duration::from_millis(4);

/// Runs the effects of a turn. Of several frames wanted in one turn only the last is read.
pub struct Runner {
    octets: Option<Octets>,
    dissect: Dissect,
    tmux: bool,
    queue: Vec<Effect>,
    exports: Vec<Receiver<String>>,
    hunter: Hunter,
}

impl Runner {
    /// A runner with nothing to do.
    pub const fn new(octets: Option<Octets>, dissect: Dissect, tmux: bool) -> Self {
        Self { octets, dissect, tmux, queue: Vec::new(), exports: Vec::new(), hunter: Hunter::new() }
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
            let effects = take_found(model, part);
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
                let effects = take_found(model, part);
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

    /// Asks the colour rules about visible rows. Returns whether some are left.
    pub fn look_at_rows(&self, model: &mut Model) -> bool {
        let shown = model.world.shown.clone();
        tint::look(model, &mut |frame| tree(self.octets.as_ref(), self.dissect, &shown, frame))
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
                Effect::Copy(text) => {
                    screen.send(&clipboard::sequence(&text, self.tmux))?;
                    update(model, Msg::Done(format!("copied {} octets", text.len())));
                }
                Effect::Export(path) => self.export(model, path),
                Effect::Keep(path, kept) => keep(model, &path, kept),
                Effect::Load(frame) => {
                    let loaded = self.load(&model.world.shown, frame);
                    let effects = update(model, Msg::Loaded(Box::new(loaded)));
                    self.queue(effects);
                }
            }
        }
        Ok(false)
    }

    fn export(&mut self, model: &mut Model, path: String) {
        let Some(octets) = self.octets.clone() else {
            update(model, Msg::Done("octets of this capture are not kept, so nothing can be exported".to_owned()));
            return;
        };
        let (snapshot, query, view) = (model.world.shown.clone(), model.filter.query(), model.view);
        update(model, Msg::Done(format!("writing {path}")));
        self.exports.push(Export { snapshot, octets, dissect: self.dissect, query, view, path }.start());
    }

    /// Tells how exports went that have ended since.
    pub fn tell(&mut self, model: &mut Model) {
        self.exports.retain(|answer| match answer.try_recv() {
            Ok(went) => {
                update(model, Msg::Done(went));
                false
            }
            Err(TryRecvError::Empty) => true,
            Err(TryRecvError::Disconnected) => false,
        });
    }

    fn load(&self, snapshot: &Snapshot, frame: FrameId) -> Loaded {
        let octets = match &self.octets {
            Some(octets) => octets.frame(snapshot, frame).map_err(|error| error.to_string()),
            None => Err("octets of this capture are not kept".to_owned()),
        };
        let tree = octets.as_ref().map(|octets| (self.dissect)(snapshot, frame, octets)).unwrap_or_default();
        Loaded { frame, octets, tree }
    }
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
