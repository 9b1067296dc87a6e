//! The filter being typed: its text, what is wrong with it, what may come next.

use tui_input::Input;

use crate::store::query::{Completion, Names, complete};
use crate::store::snapshot::Snapshot;

use super::{Fault, check};

/// What a line is checked and completed against.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The capture.
    pub snapshot: &'a Snapshot,
    /// Named filters.
    pub names: Names<'a>,
}

/// The filter being typed.
#[derive(Clone, Debug, Default)]
pub struct FilterLine {
    /// The text with its cursor.
    pub input: Input,
    /// What is wrong with it.
    pub fault: Option<Fault>,
    /// Whether Enter was pressed on the fault, which then shows in full colour.
    pub refused: bool,
    /// What may stand at the cursor.
    pub completion: Completion,
    /// Which of the offers is written in the text.
    pub chosen: Option<usize>,
    back: usize,
    draft: String,
    around: (String, String),
}

impl FilterLine {
    /// A line that begins with a text.
    pub fn new(text: &str, ask: Ask<'_>) -> Self {
        let mut line = Self { input: Input::new(text.to_owned()), ..Self::default() };
        line.changed(ask);
        line
    }

    /// The text was edited: checks it, and looks for what may come next.
    pub fn changed(&mut self, ask: Ask<'_>) {
        self.refused = false;
        self.chosen = None;
        self.back = 0;
        self.look(ask);
    }

    fn look(&mut self, ask: Ask<'_>) {
        self.fault = check(self.input.value(), ask.names);
        let (before, after) = self.halves();
        self.completion = complete(&before, ask.snapshot, ask.names);
        self.around = (before.get(..self.completion.start).unwrap_or_default().to_owned(), after);
    }

    /// Writes the next offer into the text, or the one before. The only one is taken; what several agree in is written first.
    pub fn cycle(&mut self, forward: bool, ask: Ask<'_>) {
        let offers = &self.completion.offers;
        let Some(last) = offers.len().checked_sub(1) else { return };
        if self.chosen.is_none()
            && let Some(agreed) = self.agreed()
        {
            self.write(&agreed);
            self.look(ask);
            return;
        }
        let next = match (self.chosen, forward) {
            (None, true) => 0,
            (None, false) => last,
            (Some(at), true) => {
                if at == last {
                    0
                } else {
                    at + 1
                }
            }
            (Some(at), false) => at.checked_sub(1).unwrap_or(last),
        };
        if let Some(offer) = offers.get(next).map(|offer| offer.text.clone()) {
            self.write(&offer);
            self.chosen = Some(next);
            self.fault = check(self.input.value(), ask.names);
            self.refused = false;
        }
    }

    /// What all offers begin with, when that is more than was typed.
    fn agreed(&self) -> Option<String> {
        let offers = &self.completion.offers;
        let first = &offers.first()?.text;
        let (before, _) = self.halves();
        let typed = before.len().saturating_sub(self.completion.start);
        let all_begin = |end: &usize| offers.iter().all(|offer| first.get(..*end).is_some_and(|part| offer.text.starts_with(part)));
        let end = (0..=first.len()).rev().find(all_begin)?;
        let agreed = first.get(..end)?;
        let begun = before.get(self.completion.start..)?;
        (end > typed && agreed.starts_with(begun)).then(|| agreed.to_owned())
    }

    fn write(&mut self, text: &str) {
        let (before, after) = &self.around;
        let cursor = before.chars().count() + text.chars().count();
        self.input = Input::new(format!("{before}{text}{after}")).with_cursor(cursor);
    }

    /// The text before the cursor, and that after it.
    fn halves(&self) -> (String, String) {
        let value = self.input.value();
        let at = value.char_indices().nth(self.input.cursor()).map_or(value.len(), |(at, _)| at);
        let (before, after) = value.split_at(at);
        (before.to_owned(), after.to_owned())
    }

    /// Goes back in the history, or on; in front of it lies what was typed.
    pub fn recall(&mut self, history: &[String], by: isize, ask: Ask<'_>) {
        if self.back == 0 {
            self.input.value().clone_into(&mut self.draft);
        }
        let back = self.back.saturating_add_signed(by).min(history.len());
        let recalled = back.checked_sub(1).and_then(|back| history.iter().rev().nth(back));
        self.input = Input::new(recalled.unwrap_or(&self.draft).clone());
        self.changed(ask);
        self.back = back;
    }
}
