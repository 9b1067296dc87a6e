//! The conformance table of the report for people.

use std::io::{self, Write};

use crate::base::text::grouped;
use crate::report::Paint;
use crate::report::column::{left, right};
use crate::report::conformance::{BOOKS, Conformance, LINES, Line, Place, Verdict};
use crate::store::finding::Severity;

/// Cells of a clause's number and title.
const TITLE: usize = 68;
/// Cells of a count.
const COUNT: usize = 11;

/// Writes the sections that the traffic has to do with.
pub(super) fn write(conformance: &Conformance, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    for line in LINES.iter() {
        match *line {
            Line::Book(book) if conformance.concerns(book) => heading(book, paint, out)?,
            Line::Clause(place) if conformance.concerns(place.book) => clause(conformance, place, paint, out)?,
            Line::Recorded(book) if conformance.concerns(book) => recorded(conformance, book, out)?,
            Line::Elsewhere if conformance.elsewhere() > 0 => elsewhere(conformance.elsewhere(), paint, out)?,
            _ => continue,
        }
        let last = LINES.iter().rev().find(|other| book_of(**other) == book_of(*line));
        if last == Some(line) {
            writeln!(out)?;
        }
    }
    Ok(())
}

/// The book that a line is of; `None` behind the books.
const fn book_of(line: Line) -> Option<usize> {
    match line {
        Line::Book(book) | Line::Recorded(book) | Line::Clause(Place { book, .. }) => Some(book),
        Line::Elsewhere => None,
    }
}

/// What was found that no section counts.
fn elsewhere(count: u64, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    let name = paint.strong(left("Other clauses", TITLE));
    writeln!(out, "{name}{}{}  see findings", right("", COUNT), right(&grouped(count), COUNT))
}

fn heading(book: usize, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    let Some(book) = BOOKS.get(book) else { return Ok(()) };
    let name = left(&format!("{} \u{a7}{}", book.document.title, book.section), TITLE);
    writeln!(out, "{}{}{}  verdict", paint.strong(name), right("exercised", COUNT), right("against", COUNT))
}

fn clause(conformance: &Conformance, place: Place, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    let standing = conformance.standing(place);
    let title = left(&format!("  {} {}", place.item + 1, place.clause().1.title), TITLE);
    let [exercised, against] = [standing.exercised, standing.violated + standing.suspected].map(|count| right(&grouped(count), COUNT));
    let more = match standing.unjudged {
        0 => String::new(),
        count if standing.verdict == Verdict::NotJudged => paint.faint(format!(": {}", grouped(count))),
        count => paint.faint(format!("; {} not judged", grouped(count))),
    };
    writeln!(out, "{title}{exercised}{against}  {}{more}", verdict(standing.verdict, paint))
}

fn verdict(verdict: Verdict, paint: Paint) -> String {
    let signed = |severity| format!("{} {}", paint.glyph(severity), paint.severity(severity, verdict.words()));
    match verdict {
        Verdict::Violated => signed(Severity::Error),
        Verdict::Suspected => signed(Severity::Warning),
        Verdict::Held | Verdict::HeldInSight => paint.good(verdict.words()),
        Verdict::NotJudged | Verdict::NotExercised => paint.faint(verdict.words().to_owned()),
    }
}

fn recorded(conformance: &Conformance, book: usize, out: &mut dyn Write) -> io::Result<()> {
    let Some(book) = BOOKS.get(book) else { return Ok(()) };
    let said = |seen: bool| if seen { "yes" } else { "no" };
    let each = book.recorded.iter().map(|one| format!("{} {}", one.name, said(conformance.was_recorded(book, one.shown_by))));
    writeln!(out, "  recorded exchanges asked of a suite: {}", each.collect::<Vec<_>>().join(" \u{b7} "))
}
