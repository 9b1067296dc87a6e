//! Draws so that rows stay straight on terminals that think otherwise about the width of a character.
//!
//! Which columns a cluster takes is a matter of tables, and those of terminals differ by age and taste. Whatever a terminal makes of a
//! doubtful symbol, it stays in its cells: they are blanked first, and what follows is placed by the cursor, not by what was written.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use super::view::pen::columns;

/// The backend of the terminal, with more cursor moves.
#[derive(Debug)]
pub struct Patient<W: Write>(CrosstermBackend<W>);

impl<W: Write> Patient<W> {
    /// Draws to a writer.
    pub const fn new(writer: W) -> Self {
        Self(CrosstermBackend::new(writer))
    }

    /// Blanks the cells of doubtful symbols. Cells of other symbols are written over anyway.
    fn blank(&mut self, cells: &[(u16, u16, &Cell)]) -> io::Result<()> {
        let doubtful = cells.iter().filter(|(_, _, cell)| is_doubtful(cell.symbol()));
        let blanks: Vec<(u16, u16, Cell)> = doubtful.flat_map(|(x, y, cell)| blanks(*x, *y, cell)).collect();
        if blanks.is_empty() { Ok(()) } else { self.0.draw(blanks.iter().map(|(x, y, cell)| (*x, *y, cell))) }
    }
}

fn blanks(x: u16, y: u16, cell: &Cell) -> impl Iterator<Item = (u16, u16, Cell)> {
    let mut blank = cell.clone();
    blank.set_symbol(" ");
    (0..columns(cell.symbol()).max(1)).map(move |at| (x.saturating_add(at), y, blank.clone()))
}

/// Whether terminals may differ about the width of a symbol: everything but ASCII, what the interface itself draws with, and single
/// letters of scripts whose width nobody doubts.
fn is_doubtful(symbol: &str) -> bool {
    let mut letters = symbol.chars();
    let (first, is_single) = (letters.next().unwrap_or(' '), letters.next().is_none());
    let is_settled = matches!(first,
        '\0'..='\u{2ff}' | '\u{391}'..='\u{3a1}' | '\u{3a3}'..='\u{3e1}' | '\u{400}'..='\u{482}' | '\u{48a}'..='\u{52f}'
        | '\u{2010}'..='\u{27bf}' | '\u{3000}'..='\u{3029}' | '\u{3041}'..='\u{3096}' | '\u{30a0}'..='\u{30ff}'
        | '\u{4e00}'..='\u{9fa5}' | '\u{ac00}'..='\u{d7a3}' | '\u{ff61}'..='\u{ff9d}');
    !(is_single && is_settled)
}

impl<W: Write> Backend for Patient<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let cells: Vec<(u16, u16, &Cell)> = content.collect();
        self.blank(&cells)?;
        // Every drawing begins with a move of the cursor.
        cells.split_inclusive(|(_, _, cell)| is_doubtful(cell.symbol())).try_for_each(|run| self.0.draw(run.iter().copied()))
    }

    fn append_lines(&mut self, count: u16) -> io::Result<()> {
        self.0.append_lines(count)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.0.clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.0.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(symbols: &[&str]) -> String {
        let cells: Vec<Cell> = symbols.iter().map(|symbol| Cell::default().set_symbol(symbol).clone()).collect();
        let mut octets = Vec::new();
        let mut x = 0;
        let placed: Vec<(u16, u16, &Cell)> = cells
            .iter()
            .map(|cell| {
                let at = x;
                x += columns(cell.symbol()).max(1);
                (at, 3, cell)
            })
            .collect();
        Patient::new(&mut octets).draw(placed.into_iter()).unwrap();
        String::from_utf8(octets).unwrap().replace("\u{1b}[39m\u{1b}[49m\u{1b}[59m\u{1b}[0m", "")
    }

    #[test]
    fn what_follows_a_doubtful_symbol_is_placed_and_its_cells_are_blanked_first() {
        let expected = "\u{1b}[4;2H \u{1b}[4;1Ha\u{378}\u{1b}[4;3Hb\u{2502}c";
        assert_eq!(written(&["a", "\u{378}", "b", "\u{2502}", "c"]), expected);
        let blanked = written(&["\u{ff8a}\u{ff9f}", "x"]);
        assert!(blanked.starts_with("\u{1b}[4;1H  \u{1b}[4;1H\u{ff8a}\u{ff9f}\u{1b}[4;3Hx"), "{blanked:?}");
    }

    #[test]
    fn what_nobody_doubts_costs_no_further_move() {
        for symbols in [["a", "b", "\u{2500}"], ["\u{e9}", "\u{416}", "\u{25b2}"]] {
            assert_eq!(written(&symbols), format!("\u{1b}[4;1H{}", symbols.concat()));
        }
    }
}
