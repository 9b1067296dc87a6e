//! Asks the colour rules on a thread of its own, so that no drawing waits for octets. A newer question ends the older.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::store::octets::Octets;

use super::Dissect;
use super::model::Model;
use super::tint::{Answer, Question, ask_now};

/// The colour rules, and who asks them.
#[derive(Default)]
pub struct Painter {
    worker: Option<Worker>,
    asked: Option<Question>,
}

struct Worker {
    questions: Sender<(u64, Question)>,
    answers: Receiver<(u64, Option<Answer>)>,
    newest: Arc<AtomicU64>,
}

impl Painter {
    /// Nobody asks yet.
    pub const fn new() -> Self {
        Self { worker: None, asked: None }
    }

    /// Sees to it that every visible row is asked about. What rows alone answer is answered at once.
    pub fn follow(&mut self, model: &mut Model, octets: Option<&Octets>, dissect: Dissect) {
        let Some(question) = Question::wanted(model) else { return };
        if question.is_short() {
            ask_now(model, &question);
            return;
        }
        if self.asked.as_ref().is_some_and(|asked| asked.covers(&question)) {
            return;
        }
        let worker = self.worker.get_or_insert_with(|| Worker::start(octets.cloned(), dissect));
        let turn = worker.newest.fetch_add(1, Ordering::Relaxed) + 1;
        if worker.questions.send((turn, question.clone())).is_ok() {
            self.asked = Some(question);
        }
    }

    /// Takes what was answered since.
    pub fn take(&mut self, model: &mut Model) {
        let Some(worker) = &self.worker else { return };
        for (turn, answer) in worker.answers.try_iter() {
            match answer {
                Some(answer) => model.dirty |= model.tinted.take(&answer),
                None if turn == worker.newest.load(Ordering::Relaxed) => self.asked = None,
                None => {}
            }
        }
    }

    /// Whether answers are still to come.
    pub const fn is_busy(&self) -> bool {
        self.asked.is_some()
    }
}

impl Drop for Painter {
    fn drop(&mut self) {
        if let Some(worker) = &self.worker {
            worker.newest.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Worker {
    fn start(octets: Option<Octets>, dissect: Dissect) -> Self {
        let (questions, asked) = unbounded::<(u64, Question)>();
        let (told, answers) = unbounded();
        let newest = Arc::new(AtomicU64::new(0));
        let last = newest.clone();
        thread::spawn(move || {
            while let Ok(first) = asked.recv() {
                let (turn, question) = asked.try_iter().last().unwrap_or(first);
                let read = |frame| {
                    let octets = octets.as_ref()?.frame(question.snapshot(), frame).ok()?;
                    Some(dissect(question.snapshot(), frame, &octets))
                };
                let is_newest = || last.load(Ordering::Relaxed) == turn;
                question.ask(octets.as_ref(), &read, &mut |answer| told.send((turn, Some(answer))).is_ok() && is_newest());
                if told.send((turn, None)).is_err() {
                    return;
                }
            }
        });
        Self { questions, answers, newest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::dissect;
    use crate::store::query::Query;
    use crate::tui::command::View;
    use crate::tui::filter::hunt::matches;
    use crate::tui::fixture::{VIEWS, demonstration, model, press_on};
    use crate::tui::theme::Role;
    use crate::tui::tint::Tint;

    /// Asks until everything visible is known, as the loop does.
    fn paint(model: &mut Model, octets: &Octets) {
        let mut painter = Painter::new();
        loop {
            painter.follow(model, Some(octets), dissect::frame);
            if !painter.is_busy() {
                return;
            }
            thread::yield_now();
            painter.take(model);
        }
    }

    #[test]
    fn a_rule_selects_what_the_same_filter_selects_also_by_octets_that_are_read_back() {
        let (snapshot, octets) = demonstration("violations");
        let read = |frame| Some(dissect::frame(&snapshot, frame, &octets.frame(&snapshot, frame).ok()?));
        for text in ["delete_branch", "foreign contains \"tools\"", "frame.payload contains \"ping\"", "tree.params.name"] {
            let query = Query::parse(text).unwrap();
            assert!(query.needs_octets(), "{text}");
            let matcher = query.reading_on(&snapshot, Some(&octets));
            let mut selected = 0;
            for (view, name) in VIEWS.into_iter().filter(|(view, _)| !matches!(view, View::Channels | View::Conformance)) {
                let mut model = model(snapshot.clone(), 120, 40);
                model.setup.tints = vec![Tint::new(Query::parse(text).unwrap(), Role::Good)];
                press_on(&mut model, &octets, &format!("{}bbb", view.number()));
                paint(&mut model, &octets);
                for row in model.visible() {
                    let wanted = matches(&matcher, &snapshot, view, row, &mut |frame| read(frame));
                    selected += usize::from(wanted);
                    assert_eq!(model.tinted.of(view, row), wanted.then_some(Role::Good), "{text} {name} {row}");
                }
            }
            assert!(selected > 0, "{text}");
        }
    }
}
