//! Columns of the conformance clauses.

use crate::base::text::grouped;
use crate::report::conformance::{BOOKS, LINES, Line, Place, Verdict};
use crate::store::finding::Severity;
use crate::tui::theme::Role;

use super::{Cell, Column, Context, What, flex, left, right, role_of};

const WIDE: [Column; 5] = [
    left("", 1, What::Sign),
    flex("clause", 2, What::Name),
    right("exercised", 10, What::Exercised),
    right("against", 8, What::Against),
    flex("verdict", 1, What::Verdict),
];

const MEDIUM: [Column; 5] = [
    left("", 1, What::Sign),
    flex("clause", 1, What::Name),
    right("exercised", 9, What::Exercised),
    right("against", 7, What::Against),
    left("verdict", 15, What::Verdict),
];

const NARROW: [Column; 3] = [left("", 1, What::Sign), flex("clause", 1, What::Name), right("exercised", 9, What::Exercised)];

/// The columns at a width.
pub(super) const fn columns(width: u16) -> &'static [Column] {
    match width {
        0..=59 => &NARROW,
        60..=109 => &MEDIUM,
        _ => &WIDE,
    }
}

/// A cell; `None` when there is no such line.
pub(super) fn cell<'a>(context: &Context<'a>, at: usize, what: What) -> Option<Cell<'a>> {
    match *LINES.get(at)? {
        Line::Book(book) => heading(book, what),
        Line::Clause(place) => Some(clause(context, place, what)),
        Line::Recorded(book) => recorded(context, book, what),
        Line::Elsewhere => elsewhere(context, what),
    }
}

/// What was found that no line above counts.
fn elsewhere<'a>(context: &Context<'a>, what: What) -> Option<Cell<'a>> {
    let count = context.world.facts.conformance.elsewhere();
    match what {
        What::Name => Some(Cell::new("Other clauses", Role::Title)),
        What::Against => Some(if count > 0 { Cell::new(grouped(count), Role::Warning) } else { Cell::dim("0") }),
        What::Verdict if count > 0 => Some(Cell::new("see findings", Role::Warning)),
        _ => None,
    }
}

fn heading<'a>(book: usize, what: What) -> Option<Cell<'a>> {
    let book = BOOKS.get(book)?;
    (what == What::Name).then(|| Cell::new(format!("{} \u{a7}{}", book.document.title, book.section), Role::Title))
}

fn clause<'a>(context: &Context<'a>, place: Place, what: What) -> Cell<'a> {
    let standing = context.world.facts.conformance.standing(place);
    match what {
        What::Sign => context.sign(severity_of(standing.verdict)),
        What::Name => Cell::plain(format!("{} {}", place.item + 1, place.clause().1.title)),
        What::Exercised => Cell::dim(grouped(standing.exercised)),
        What::Against => match standing.violated + standing.suspected {
            0 => Cell::dim("0"),
            count => Cell::new(grouped(count), role(standing.verdict)),
        },
        What::Verdict => Cell::new(standing.verdict.short(), role(standing.verdict)),
        _ => Cell::none(),
    }
}

/// How many of the exchanges that a suite is asked to record were seen, and which were not.
fn recorded<'a>(context: &Context<'a>, book: usize, what: What) -> Option<Cell<'a>> {
    let book = BOOKS.get(book)?;
    let missing = book.recorded.iter().filter(|one| !context.world.facts.conformance.was_recorded(book, one.shown_by));
    let missing: Vec<&str> = missing.map(|one| one.name).collect();
    match what {
        What::Name => {
            let (seen, all) = (book.recorded.len() - missing.len(), book.recorded.len());
            Some(Cell::dim(format!("recorded exchanges asked of a suite: {seen} of {all} seen")))
        }
        What::Verdict if !missing.is_empty() => Some(Cell::dim(format!("not seen: {}", missing.join(", ")))),
        _ => None,
    }
}

const fn severity_of(verdict: Verdict) -> Option<Severity> {
    match verdict {
        Verdict::Violated => Some(Severity::Error),
        Verdict::Suspected => Some(Severity::Warning),
        Verdict::Held | Verdict::HeldInSight | Verdict::NotJudged | Verdict::NotExercised => None,
    }
}

const fn role(verdict: Verdict) -> Role {
    match (severity_of(verdict), verdict) {
        (Some(severity), _) => role_of(severity),
        (None, Verdict::NotJudged | Verdict::NotExercised) => Role::Dim,
        (None, _) => Role::Good,
    }
}
