//! Runs hunts on a thread of its own, so that no key waits for them. One hunt at a time; a newer one ends the older.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, TryRecvError, unbounded};

use crate::store::octets::Octets;

use super::Dissect;
use super::command::View;
use super::filter::hunt::{Found, Hunt};
use super::list::rows::Gap;

/// The hunt that runs, if one does.
#[derive(Debug, Default)]
pub struct Hunter {
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    view: View,
    gap: Gap,
    stop: Arc<AtomicBool>,
    found: Receiver<Found>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Hunter {
    /// No hunt.
    pub const fn new() -> Self {
        Self { running: None }
    }

    /// Takes the parts that were told since, and whether more will come.
    pub fn take(&mut self) -> (Vec<Found>, bool) {
        let mut parts = Vec::new();
        let Some(running) = &self.running else { return (parts, false) };
        loop {
            match running.found.try_recv() {
                Ok(part) => parts.push(part),
                Err(TryRecvError::Empty) => return (parts, true),
                Err(TryRecvError::Disconnected) => break,
            }
        }
        self.running = None;
        (parts, false)
    }

    /// Sees to it that what is wanted is hunted for, and nothing else. Returns whether a hunt runs.
    pub fn follow(&mut self, wanted: Option<Hunt>, octets: Option<&Octets>, dissect: Dissect) -> bool {
        let Some(hunt) = wanted else {
            self.running = None;
            return false;
        };
        let same = self.running.as_ref().is_some_and(|running| running.view == hunt.view && running.gap.is_of(&hunt.gap));
        if !same {
            self.running = Some(start(hunt, octets.cloned(), dissect));
        }
        true
    }
}

fn start(hunt: Hunt, octets: Option<Octets>, dissect: Dissect) -> Running {
    let (tell, found) = unbounded();
    let stop = Arc::new(AtomicBool::new(false));
    let running = Running { view: hunt.view, gap: hunt.gap, stop: stop.clone(), found };
    thread::spawn(move || {
        let read = |frame| {
            let octets = octets.as_ref()?.frame(hunt.snapshot(), frame).ok()?;
            Some(dissect(hunt.snapshot(), frame, &octets))
        };
        hunt.run(octets.as_ref(), &read, &mut |part| !stop.load(Ordering::Relaxed) && tell.send(part).is_ok());
    });
    running
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::tree::Tree;
    use crate::tui::fixture::{long, model};
    use crate::tui::update::{set_filter, take_found};

    #[test]
    fn a_hunt_on_its_thread_finds_what_matches_and_a_newer_one_ends_it() {
        let mut model = model(long(60_000), 120, 40);
        let mut hunter = Hunter::new();
        let dissect: Dissect = |_, _, _| Tree::default();
        set_filter(&mut model, "exchange > 3").unwrap();
        assert!(hunter.follow(Hunt::wanted(&model), None, dissect));
        set_filter(&mut model, "exchange > 59990").unwrap();
        while hunter.follow(Hunt::wanted(&model), None, dissect) {
            let (parts, _) = hunter.take();
            for part in &parts {
                take_found(&mut model, part);
            }
        }
        assert_eq!((model.list().rows.count(), model.list().rows.is_settled()), (10, true));
    }
}
