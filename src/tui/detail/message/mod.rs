//! The carried message as text, made from its octets as they are: nothing is serialised anew, so order, spelling, escapes and
//! repeated names stand as on the wire.

pub mod layout;
pub mod lexer;
pub mod piece;
pub mod unit;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::base::span::ByteSpan;

use layout::{Layout, Line, PAGE};
use lexer::is_space;

/// Octets that are laid out at once to show one of them: a moment's work.
const NEAR: usize = 16 * PAGE;

/// A message in lines, with what is folded and selected. Spans count in the message.
#[derive(Clone, Debug, Default)]
pub struct Message {
    layout: Layout,
    length: usize,
    /// Lines that are not hidden.
    shown: Vec<u32>,
    /// Where folded lines begin: line numbers change with the width, offsets do not.
    folded: BTreeSet<u32>,
    selected: usize,
    top: usize,
}

/// A row of the pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A line, and whether what it opens is hidden.
    Line(Line, bool),
    /// So many octets are not laid out yet.
    More(usize),
}

/// Whether a message looks like JSON.
pub fn is_json(octets: &[u8]) -> bool {
    let octets = octets.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(octets);
    octets.iter().find(|octet| !is_space(**octet)).is_some_and(|first| matches!(first, b'{' | b'[' | b'"'))
}

impl Message {
    /// Lays the message out for a width, unless it is already. Selection and folds stay with their octets.
    pub fn fit(&mut self, octets: &[u8], is_pretty: bool, width: usize) {
        let is_same = self.layout.is_pretty() == is_pretty && self.layout.width() == width.max(8) && self.length == octets.len();
        if is_same && !self.layout.lines().is_empty() {
            return;
        }
        let (wanted, offset) = (self.layout.done().max(1), self.offset());
        self.layout = Layout::new(is_pretty, width);
        self.length = octets.len();
        while self.layout.done() < wanted.min(octets.len()) {
            self.layout.page(octets);
        }
        self.list();
        self.select_offset(octets, offset.unwrap_or(0));
    }

    /// Rows of the pane.
    pub fn count(&self) -> usize {
        self.shown.len() + usize::from(self.left() > 0)
    }

    /// A row.
    pub fn row(&self, at: usize) -> Option<Row> {
        match self.shown.get(at) {
            Some(index) => {
                let line = *self.layout.lines().get(*index as usize)?;
                Some(Row::Line(line, self.folded.contains(&line.span.start)))
            }
            None => Some(Row::More(self.left())).filter(|_| at == self.shown.len() && self.left() > 0),
        }
    }

    /// Octets that one step of laying out takes at most.
    pub fn next_page(&self) -> usize {
        self.left().min(PAGE)
    }

    /// Position of the selected row.
    pub const fn position(&self) -> usize {
        self.selected
    }

    /// Whether the lines are laid out token by token.
    pub const fn is_pretty(&self) -> bool {
        self.layout.is_pretty()
    }

    /// The first visible row when `height` rows are visible.
    pub fn top(&self, height: usize) -> usize {
        self.top.min(self.count().saturating_sub(height))
    }

    /// Moves the selection.
    pub fn step(&mut self, delta: isize) {
        self.selected = self.selected.saturating_add_signed(delta).min(self.count().saturating_sub(1));
    }

    /// Selects a row.
    pub fn select_position(&mut self, position: usize) {
        self.selected = position.min(self.count().saturating_sub(1));
    }

    /// Scrolls; the selection stays.
    pub fn scroll(&mut self, delta: isize, height: usize) {
        self.top = self.top(height).saturating_add_signed(delta).min(self.count().saturating_sub(height));
    }

    /// Scrolls as little as needed to make the selection visible.
    pub fn reveal(&mut self, height: usize) {
        self.top = self.top(height).min(self.selected).max((self.selected + 1).saturating_sub(height.max(1)));
    }

    /// Folds or unfolds what the selected line opens; on the last row, lays out the next page.
    pub fn toggle(&mut self, octets: &[u8]) {
        match self.row(self.selected) {
            Some(Row::Line(line, _)) if line.opens => {
                if !self.folded.remove(&line.span.start) {
                    self.folded.insert(line.span.start);
                }
                self.list();
            }
            Some(Row::More(_)) => {
                self.layout.page(octets);
                self.list();
            }
            _ => {}
        }
    }

    /// Folds what the selected line opens, or goes to the line around it.
    pub fn leave(&mut self, octets: &[u8]) {
        match self.row(self.selected) {
            Some(Row::Line(line, false)) if line.opens => self.toggle(octets),
            Some(Row::Line(..)) => {
                let around = self.around(self.selected_line().unwrap_or(0)).next();
                if let Some(position) = around.and_then(|line| self.shown.iter().position(|shown| *shown as usize == line)) {
                    self.selected = position;
                }
            }
            _ => {}
        }
    }

    /// Unfolds what the selected line opens, or goes into it.
    pub fn enter(&mut self, octets: &[u8]) {
        match self.row(self.selected) {
            Some(Row::Line(line, true)) if line.opens => self.toggle(octets),
            Some(Row::Line(line, _)) if line.opens => self.step(1),
            Some(Row::More(_)) => self.toggle(octets),
            _ => {}
        }
    }

    /// Selects the line of an octet; unfolds and lays out what is needed to show it.
    pub fn select_offset(&mut self, octets: &[u8], offset: usize) {
        // Far behind what is laid out the row that offers more stands for it.
        if offset >= self.layout.done() && offset < self.layout.done().saturating_add(NEAR) && offset < octets.len() {
            while self.layout.done() <= offset {
                self.layout.page(octets);
            }
            self.list();
        }
        let lines = self.layout.lines();
        let line = lines.partition_point(|line| line.span.end as usize <= offset);
        if line >= lines.len() {
            self.selected = self.count().saturating_sub(1);
            return;
        }
        let closed: Vec<u32> = self.around(line).filter_map(|at| self.layout.lines().get(at)).map(|line| line.span.start).collect();
        if closed.iter().filter(|start| self.folded.remove(start)).count() > 0 {
            self.list();
        }
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        self.selected = self.shown.partition_point(|shown| *shown < line).min(self.count().saturating_sub(1));
    }

    /// The octets of what the selected row says: the member or element with all that stands in it.
    pub fn selected_span(&self, octets: &[u8]) -> Option<ByteSpan> {
        let lines = self.layout.lines();
        let mut first = self.selected_line()?;
        while first > 0 && lines.get(first).is_some_and(|line| line.goes_on) {
            first -= 1;
        }
        let mut last = first;
        while lines.get(last + 1).is_some_and(|line| line.goes_on) {
            last += 1;
        }
        let (head, tail) = (lines.get(first)?, lines.get(last)?);
        let start = head.span.start as usize;
        if head.opens {
            let end = head.closes.and_then(|at| lines.get(at as usize)).map(|close| close.span.start as usize + 1);
            return Some(ByteSpan::new(start, end.unwrap_or_else(|| self.layout.done())));
        }
        let all = octets.get(start..tail.span.end as usize).unwrap_or_default();
        let kept = if self.is_pretty() { all.trim_ascii_end() } else { all.strip_suffix(b"\n").unwrap_or(all) };
        let kept = if self.is_pretty() { kept.strip_suffix(b",").unwrap_or(kept).trim_ascii_end() } else { kept };
        Some(ByteSpan::new(start, start + kept.len().max(1)))
    }

    /// Where the selected value stands: names and positions from the root.
    pub fn path(&self, octets: &[u8]) -> String {
        let Some(line) = self.selected_line().filter(|_| self.is_pretty()) else { return String::new() };
        let mut steps: Vec<String> = std::iter::once(line).chain(self.around(line)).filter_map(|at| self.step_of(octets, at)).collect();
        steps.reverse();
        steps.join("").trim_start_matches('.').to_owned()
    }

    /// The last step to a line: the name of its member, or its position.
    fn step_of(&self, octets: &[u8], at: usize) -> Option<String> {
        let lines = self.layout.lines();
        let line = lines.get(at)?;
        let token = lexer::token(octets, line.span.start as usize, octets.len(), line.within)?;
        match token.class {
            lexer::Class::Name => {
                let name = token.span.of(octets);
                let inner = name.get(1..name.len().saturating_sub(1)).unwrap_or_default();
                Some(format!(".{}", unit::text(inner, false).0))
            }
            lexer::Class::Close => None,
            _ => {
                let parent = self.around(at).next()?;
                let before = lines.get(parent + 1..at)?.iter().filter(|other| other.depth == line.depth && !other.goes_on);
                Some(format!(
                    "[{}]",
                    before.filter(|other| octets.get(other.span.start as usize).is_none_or(|c| !matches!(c, b'}' | b']'))).count()
                ))
            }
        }
    }

    /// Octets of the message at which the selected row begins.
    fn offset(&self) -> Option<usize> {
        self.selected_line().and_then(|line| self.layout.lines().get(line)).map(|line| line.span.start as usize)
    }

    fn selected_line(&self) -> Option<usize> {
        self.shown.get(self.selected).map(|line| *line as usize)
    }

    /// Octets not laid out yet.
    fn left(&self) -> usize {
        self.length.saturating_sub(self.layout.done())
    }

    /// The lines that open the brackets around a line, innermost first.
    fn around(&self, line: usize) -> impl Iterator<Item = usize> + '_ {
        let lines = self.layout.lines();
        let mut depth = lines.get(line).map_or(0, |line| line.depth);
        let mut at = line;
        std::iter::from_fn(move || {
            while depth > 0 && at > 0 {
                at -= 1;
                let above = lines.get(at)?;
                if above.opens && above.depth < depth && above.closes.is_none_or(|close| close as usize >= line) {
                    depth = above.depth;
                    return Some(at);
                }
            }
            None
        })
    }

    /// Lists the lines that are not hidden anew; the selection stays with its line, or with the one that hides it.
    fn list(&mut self) {
        let chosen = self.selected_line();
        self.shown.clear();
        let lines = self.layout.lines();
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            self.shown.push(u32::try_from(at).unwrap_or(u32::MAX));
            let hides = line.opens && self.folded.contains(&line.span.start);
            at = if hides { line.closes.map_or(lines.len(), |close| close as usize + 1) } else { at + 1 };
        }
        if let Some(chosen) = chosen {
            let after = self.shown.partition_point(|line| *line as usize <= chosen);
            self.selected = after.saturating_sub(1);
        }
        self.selected = self.selected.min(self.count().saturating_sub(1));
    }
}
