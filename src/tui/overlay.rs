//! What lies over the views: the top one gets the key first.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use tui_input::{Input, InputRequest};

use crate::base::id::FindingId;
use crate::store::finding::RuleInfo;

use super::bookmark::place::Place;
use super::command::{self, Command};
use super::compare::Comparison;
use super::copy::CopyMenu;
use super::export::ExportDialog;
use super::filter::line::FilterLine;
use super::filter::value::ByValue;
use super::keymap::Key;

/// Something over the views.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// The filter line.
    Filter(Box<FilterLine>),
    /// All keys, scrolled down by so many lines.
    Help(usize),
    /// Commands by name.
    Palette(Palette),
    /// A rule explained.
    Explain(Explain),
    /// The verdict and what limits it.
    Evidence(Evidence),
    /// Where to go.
    Goto(Input),
    /// A comment on a row.
    Comment(Comment),
    /// Marks and comments.
    Marks(Marks),
    /// What is looked for in the detail.
    Find(Input),
    /// Values under the cursor, to filter by one.
    Value(ByValue),
    /// What to export, and to which file.
    Export(Box<ExportDialog>),
    /// What to copy.
    Copy(CopyMenu),
    /// Two frames compared.
    Compare(Box<Comparison>),
}

impl Overlay {
    /// What of it a key could have changed, to be compared.
    pub fn stamp(&self) -> String {
        let typed = |input: &Input| (input.value().to_owned(), input.cursor());
        match self {
            Self::Filter(line) => format!("{:?}", (typed(&line.input), line.chosen, line.refused)),
            Self::Help(scroll) => format!("{scroll}"),
            Self::Palette(palette) => format!("{:?}", (typed(&palette.input), palette.chosen, &palette.fault)),
            Self::Explain(explain) => format!("{:?}", (explain.finding, explain.scroll)),
            Self::Evidence(evidence) => format!("{}", evidence.scroll),
            Self::Goto(input) | Self::Find(input) => format!("{:?}", typed(input)),
            Self::Comment(comment) => format!("{:?}", typed(&comment.input)),
            Self::Marks(marks) => format!("{}", marks.chosen),
            Self::Value(by_value) => format!("{}", by_value.chosen),
            Self::Export(dialog) => {
                format!("{:?}", (typed(&dialog.name), dialog.part, dialog.rows_words(), dialog.format().name(), &dialog.confirm))
            }
            Self::Copy(menu) => format!("{}", menu.chosen),
            Self::Compare(comparison) => format!("{:?}", (comparison.scroll, comparison.differing_only)),
        }
    }

    /// Whether keys are text in it.
    pub const fn takes_text(&self) -> bool {
        matches!(self, Self::Filter(_) | Self::Palette(_) | Self::Goto(_) | Self::Comment(_) | Self::Find(_) | Self::Export(_))
    }
}

/// A comment being typed.
#[derive(Clone, Debug)]
pub struct Comment {
    /// The text with its cursor.
    pub input: Input,
    /// The row.
    pub row: usize,
    /// What stands there.
    pub about: String,
    /// Its input and place.
    pub place: (u64, Place),
}

/// The list of marks and comments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// Which one is chosen.
    pub chosen: usize,
}

/// Commands by name.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    /// The text with its cursor.
    pub input: Input,
    /// Which of the found commands is chosen.
    pub chosen: usize,
    /// What was wrong with what was to be run.
    pub fault: Option<String>,
}

impl Palette {
    /// Commands that fit what was typed.
    pub fn found(&self) -> Vec<&'static Command> {
        match command::invoked(self.input.value()) {
            Some((command, _)) => vec![command],
            None => command::search(self.input.value()),
        }
    }
}

/// A rule explained, with a finding of it.
#[derive(Clone, Debug)]
pub struct Explain {
    /// The rule.
    pub rule: &'static RuleInfo,
    /// The finding that led here.
    pub finding: FindingId,
    /// Lines scrolled down.
    pub scroll: usize,
}

/// The verdict and what limits it, as it was when it was asked for.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What is told: paragraphs, with whether they are headings.
    pub told: Vec<(String, bool)>,
    /// Lines scrolled down.
    pub scroll: usize,
}

/// Lets a line of text take a key. Returns whether the text changed.
pub fn edit(input: &mut Input, key: Key) -> bool {
    request(key).and_then(|request| input.handle(request)).is_some_and(|changed| changed.value)
}

/// Characters of pasted text that are taken: a whole screen of a large terminal, several times.
pub const PASTED: usize = 1 << 14;

/// Inserts pasted text, the front of it when it is long; line ends become spaces, control characters are left out.
pub fn paste(input: &mut Input, text: &str) {
    let plain = text.trim_end().chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let pasted: Vec<char> = plain.filter(|c| !crate::base::text::is_unsafe(*c)).take(PASTED).collect();
    let before: String = input.value().chars().take(input.cursor()).collect();
    let behind: String = input.value().chars().skip(input.cursor()).collect();
    let cursor = input.cursor() + pasted.len();
    *input = Input::new(before + &pasted.into_iter().collect::<String>() + &behind).with_cursor(cursor);
}

fn request(key: Key) -> Option<InputRequest> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match (key.code, control) {
        (KeyCode::Left, true) => InputRequest::GoToPrevWord,
        (KeyCode::Right, true) => InputRequest::GoToNextWord,
        (KeyCode::Left, false) | (KeyCode::Char('b'), true) => InputRequest::GoToPrevChar,
        (KeyCode::Right, false) => InputRequest::GoToNextChar,
        (KeyCode::Home, _) | (KeyCode::Char('a'), true) => InputRequest::GoToStart,
        (KeyCode::End, _) | (KeyCode::Char('e'), true) => InputRequest::GoToEnd,
        (KeyCode::Char('h'), true) | (KeyCode::Backspace, false) => InputRequest::DeletePrevChar,
        (KeyCode::Delete, _) => InputRequest::DeleteNextChar,
        (KeyCode::Char('w') | KeyCode::Backspace, true) => InputRequest::DeletePrevWord,
        (KeyCode::Char('u'), true) => InputRequest::DeleteLine,
        (KeyCode::Char('k'), true) => InputRequest::DeleteTillEnd,
        (KeyCode::Char(c), false) if key.modifiers.is_empty() && !crate::base::text::is_unsafe(c) => InputRequest::InsertChar(c),
        _ => return None,
    })
}
