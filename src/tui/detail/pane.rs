//! The pane beside the octets: fields or text, moved through alike. Whichever pane leads, the other follows.

use crate::base::tree::{Buffer, Field};

use super::Detail;
use super::memory::{Memory, Reading};
use super::message;

impl Detail {
    /// The reading that this frame allows: not every message is JSON, and what is sealed is not read at all.
    pub fn possible(&self, wanted: Reading) -> Reading {
        match wanted {
            Reading::Pretty if self.is_json() => Reading::Pretty,
            Reading::Raw if self.has_text() => Reading::Raw,
            _ => Reading::Fields,
        }
    }

    /// The next reading that this frame allows.
    pub fn next_reading(&self) -> Reading {
        let order = match self.reading {
            Reading::Fields => [Reading::Pretty, Reading::Raw],
            Reading::Pretty => [Reading::Raw, Reading::Fields],
            Reading::Raw => [Reading::Fields, Reading::Fields],
        };
        order.into_iter().map(|reading| self.possible(reading)).find(|reading| *reading != self.reading).unwrap_or_default()
    }

    /// Reads the frame in another way; the selection stays with its octets.
    pub fn read_as(&mut self, reading: Reading, width: usize) {
        let cursor = self.blocks.cursor();
        self.reading = reading;
        self.fit(width);
        if let Some((buffer, offset)) = cursor.filter(|_| reading != Reading::Fields) {
            if let Some(offset) = offset.checked_sub(self.blocks.message_at()).filter(|_| buffer == Buffer::Payload) {
                self.message.select_offset(self.blocks.message(), offset);
            }
            self.follow_field();
        }
    }

    /// Lays the text out for a pane of so many columns.
    pub fn fit(&mut self, width: usize) {
        if self.reading != Reading::Fields {
            let first = self.message.count() == 0;
            self.message.fit(self.blocks.message(), self.reading == Reading::Pretty, width);
            if first {
                self.follow_lit();
            }
        }
    }

    /// Rows of the pane.
    pub fn rows(&self) -> usize {
        if self.reading == Reading::Fields { self.folds.lines().len() } else { self.message.count() }
    }

    /// Position of the selected row.
    pub const fn position(&self) -> usize {
        if matches!(self.reading, Reading::Fields) { self.folds.position() } else { self.message.position() }
    }

    /// The first visible row.
    pub fn top(&self, height: usize) -> usize {
        if self.reading == Reading::Fields { self.folds.top(height) } else { self.message.top(height) }
    }

    /// Moves the selection by rows.
    pub fn step(&mut self, delta: isize, memory: &mut Memory) {
        match self.reading {
            Reading::Fields => self.folds.step(delta),
            Reading::Pretty | Reading::Raw => self.message.step(delta),
        }
        self.chosen(memory);
    }

    /// Selects a row.
    pub fn select_position(&mut self, position: usize, memory: &mut Memory) {
        match self.reading {
            Reading::Fields => self.folds.select_position(position),
            Reading::Pretty | Reading::Raw => self.message.select_position(position),
        }
        self.chosen(memory);
    }

    /// Folds or unfolds the selected row; on the last row of a long text, shows more of it.
    pub fn toggle(&mut self, memory: &mut Memory) {
        match self.reading {
            Reading::Fields => self.folds.toggle(memory),
            Reading::Pretty | Reading::Raw => self.message.toggle(self.blocks.message()),
        }
        self.chosen(memory);
    }

    /// Folds, or goes to what is around.
    pub fn leave(&mut self, memory: &mut Memory) {
        match self.reading {
            Reading::Fields => self.folds.leave(memory),
            Reading::Pretty | Reading::Raw => self.message.leave(self.blocks.message()),
        }
        self.chosen(memory);
    }

    /// Unfolds, or goes into it.
    pub fn enter(&mut self, memory: &mut Memory) {
        match self.reading {
            Reading::Fields => self.folds.enter(memory),
            Reading::Pretty | Reading::Raw => self.message.enter(self.blocks.message()),
        }
        self.chosen(memory);
    }

    /// Scrolls; the selection stays.
    pub fn scroll(&mut self, delta: isize, height: usize) {
        match self.reading {
            Reading::Fields => self.folds.scroll(delta, height),
            Reading::Pretty | Reading::Raw => self.message.scroll(delta, height),
        }
    }

    /// Scrolls as little as needed to make the selected row visible.
    pub fn reveal(&mut self, height: usize) {
        match self.reading {
            Reading::Fields => self.folds.reveal(height),
            Reading::Pretty | Reading::Raw => self.message.reveal(height),
        }
    }

    /// Lights the octets of the selected row.
    pub fn follow_field(&mut self) {
        if self.reading == Reading::Fields {
            if let Some(field) = self.folds.selected() {
                self.blocks.light(field.buffer, field.span);
            }
            return;
        }
        let start = u32::try_from(self.blocks.message_at()).unwrap_or(u32::MAX);
        if let Some(span) = self.message.selected_span(self.blocks.message()).map(|span| span.shift(start)) {
            self.blocks.light(Buffer::Payload, span);
            self.folds.select_span(Buffer::Payload, span);
        }
    }

    /// Selects what says the octet under the cursor.
    pub fn follow_octet(&mut self) {
        let Some((buffer, offset)) = self.blocks.cursor() else { return };
        self.folds.select_covering(buffer, offset);
        self.select_text(buffer, offset);
        let start = u32::try_from(self.blocks.message_at()).unwrap_or(u32::MAX);
        let said = self.message.selected_span(self.blocks.message()).filter(|_| self.reading != Reading::Fields);
        if let Some(span) = said.map(|span| span.shift(start)).filter(|span| span.range().contains(&offset)) {
            self.blocks.light_only(Buffer::Payload, span);
        } else if let Some(field) = self.folds.selected() {
            self.blocks.light_only(field.buffer, field.span);
        }
    }

    /// Selects the line of the octets that are lit.
    fn follow_lit(&mut self) {
        if let Some((buffer, span)) = self.blocks.lit() {
            self.select_text(buffer, span.start as usize);
        }
    }

    fn select_text(&mut self, buffer: Buffer, offset: usize) {
        let inside = offset.checked_sub(self.blocks.message_at()).filter(|_| buffer == Buffer::Payload);
        if let Some(offset) = inside.filter(|_| self.reading != Reading::Fields) {
            self.message.select_offset(self.blocks.message(), offset);
        }
    }

    /// The user chose a row: its octets light up, and its like is selected in the next frame.
    fn chosen(&mut self, memory: &mut Memory) {
        self.follow_field();
        memory.selected = self.folds.selected_key();
    }

    /// Whether the selected line stands for fields that are not listed, and which the text shows.
    pub fn is_at_rest(&self) -> bool {
        self.reading == Reading::Fields && self.is_json() && self.folds.selected().is_some_and(Field::is_rest)
    }

    /// Whether the frame carries a JSON text.
    pub fn is_json(&self) -> bool {
        self.has_text() && self.blocks.has_foreign() && message::is_json(self.blocks.message())
    }

    /// Whether the frame has a payload that can be read.
    fn has_text(&self) -> bool {
        self.blocks.is_plain && !self.blocks.message().is_empty()
    }
}
