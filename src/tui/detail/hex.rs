//! Octets in blocks (header, payload, foreign message), with a cursor and the lit span.

use crate::base::span::ByteSpan;
use crate::base::tree::Buffer;
use crate::store::octets::FrameOctets;

/// Octets of a frame header.
const HEADER_LEN: usize = 36;

/// A block of the dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block {
    /// The header.
    Header,
    /// The payload, as far as no foreign message begins.
    Payload,
    /// The foreign message inside the payload.
    Foreign,
}

impl Block {
    /// Which octets its offsets count in.
    pub const fn buffer(self) -> Buffer {
        match self {
            Self::Header => Buffer::Header,
            Self::Payload | Self::Foreign => Buffer::Payload,
        }
    }
}

/// One line of the dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// The title of a block.
    Title(Block),
    /// Octets of a buffer: from where, and how many.
    Octets(Buffer, usize, usize),
}

/// The octets of a frame as the detail shows them.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    header: Vec<u8>,
    payload: Vec<u8>,
    /// Where the foreign message begins in the payload.
    foreign: Option<usize>,
    /// Whether the payload is what the frame means (clear or opened), not what the wire carries sealed.
    pub is_plain: bool,
    lit: Option<(Buffer, ByteSpan)>,
    cursor: Option<(Buffer, usize)>,
    top: usize,
}

impl Blocks {
    /// The blocks of a frame: the payload as opened, or as carried when it stays sealed.
    pub fn new(octets: FrameOctets) -> Self {
        let is_plain = octets.plain.is_some();
        let mut wire = octets.wire;
        let sealed = wire.split_off(wire.len().min(HEADER_LEN));
        Self { header: wire, payload: octets.plain.unwrap_or(sealed), is_plain, ..Self::default() }
    }

    /// Begins the block of the foreign message at an offset of the payload.
    pub fn split_at(&mut self, foreign: Option<u32>) {
        self.foreign = foreign.map(|at| at as usize).filter(|at| *at < self.payload.len());
    }

    /// Where the message begins in the payload: the foreign one, else the whole payload.
    pub fn message_at(&self) -> usize {
        self.foreign.unwrap_or(0)
    }

    /// The message that the payload carries, or is.
    pub fn message(&self) -> &[u8] {
        self.payload.get(self.message_at()..).unwrap_or_default()
    }

    /// Whether a foreign message stands in the payload.
    pub const fn has_foreign(&self) -> bool {
        self.foreign.is_some()
    }

    /// The octets of a block, with where they begin in their buffer.
    pub fn block(&self, block: Block) -> (usize, usize) {
        match block {
            Block::Header => (0, self.header.len()),
            Block::Payload => (0, self.foreign.unwrap_or(self.payload.len())),
            Block::Foreign => (self.message_at(), if self.has_foreign() { self.payload.len() } else { 0 }),
        }
    }

    /// The octets of a buffer.
    pub fn of(&self, buffer: Buffer) -> &[u8] {
        match buffer {
            Buffer::Header => &self.header,
            Buffer::Payload => &self.payload,
        }
    }

    /// Whether there is nothing to show.
    pub const fn is_empty(&self) -> bool {
        self.header.is_empty() && self.payload.is_empty()
    }

    /// The lit octets.
    pub const fn lit(&self) -> Option<(Buffer, ByteSpan)> {
        self.lit
    }

    /// The octet under the cursor.
    pub const fn cursor(&self) -> Option<(Buffer, usize)> {
        self.cursor
    }

    /// Lights a span and puts the cursor on its first octet.
    pub fn light(&mut self, buffer: Buffer, span: ByteSpan) {
        self.light_only(buffer, span);
        if (span.start as usize) < self.of(buffer).len() && !span.is_empty() {
            self.cursor = Some((buffer, span.start as usize));
        }
    }

    /// Lights a span; the cursor stays.
    pub const fn light_only(&mut self, buffer: Buffer, span: ByteSpan) {
        self.lit = Some((buffer, span));
    }

    /// Puts the cursor on an octet, if there is one.
    pub fn point(&mut self, buffer: Buffer, offset: usize) {
        if offset < self.of(buffer).len() {
            self.cursor = Some((buffer, offset));
        }
    }

    /// Moves the cursor by octets, from block to block.
    pub fn step(&mut self, delta: isize) {
        let all = self.header.len() + self.payload.len();
        let Some(last) = all.checked_sub(1) else { return };
        let at = self.flat().saturating_add_signed(delta).min(last);
        self.cursor = Some(if at < self.header.len() { (Buffer::Header, at) } else { (Buffer::Payload, at - self.header.len()) });
    }

    /// Lines of the dump with `per_line` octets a line.
    pub fn line_count(&self, per_line: usize) -> usize {
        if self.is_empty() { 0 } else { self.blocks().map(|block| self.lines_of(block, per_line)).sum() }
    }

    /// A line of the dump.
    pub fn line(&self, mut at: usize, per_line: usize) -> Option<Line> {
        if self.is_empty() {
            return None;
        }
        for block in self.blocks() {
            let lines = self.lines_of(block, per_line);
            if at < lines {
                let (start, end) = self.block(block);
                let Some(line) = at.checked_sub(1) else { return Some(Line::Title(block)) };
                let from = start + line * per_line;
                return Some(Line::Octets(block.buffer(), from, per_line.min(end.saturating_sub(from))));
            }
            at -= lines;
        }
        None
    }

    /// The first visible line.
    pub fn top(&self, height: usize, per_line: usize) -> usize {
        self.top.min(self.line_count(per_line).saturating_sub(height))
    }

    /// Scrolls; the cursor stays.
    pub fn scroll(&mut self, delta: isize, height: usize, per_line: usize) {
        self.top = self.top(height, per_line).saturating_add_signed(delta).min(self.line_count(per_line).saturating_sub(height));
    }

    /// Scrolls as little as needed to make the cursor visible, and the title above the first octets.
    pub fn reveal(&mut self, height: usize, per_line: usize) {
        let Some((buffer, offset)) = self.cursor else { return };
        let line = self.line_of(buffer, offset, per_line);
        let first = if line <= 1 { 0 } else { line };
        self.top = self.top(height, per_line).min(first).max((line + 1).saturating_sub(height.max(1)));
    }

    fn blocks(&self) -> impl Iterator<Item = Block> + use<> {
        [Block::Header, Block::Payload, Block::Foreign].into_iter().take(if self.foreign.is_some() { 3 } else { 2 })
    }

    /// Lines of a block with its title.
    fn lines_of(&self, block: Block, per_line: usize) -> usize {
        let (start, end) = self.block(block);
        1 + (end - start).div_ceil(per_line)
    }

    fn line_of(&self, buffer: Buffer, offset: usize, per_line: usize) -> usize {
        let mut before = 0;
        for block in self.blocks() {
            let (start, end) = self.block(block);
            if block.buffer() == buffer && offset < end {
                return before + 1 + offset.saturating_sub(start) / per_line;
            }
            before += self.lines_of(block, per_line);
        }
        before
    }

    fn flat(&self) -> usize {
        match self.cursor {
            None => 0,
            Some((Buffer::Header, at)) => at,
            Some((Buffer::Payload, at)) => self.header.len() + at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks() -> Blocks {
        Blocks::new(FrameOctets { wire: vec![7; 36 + 40], plain: Some(vec![1; 20]) })
    }

    #[test]
    fn an_opened_payload_replaces_the_sealed_one() {
        let blocks = blocks();
        assert_eq!((blocks.of(Buffer::Header).len(), blocks.of(Buffer::Payload).len(), blocks.is_plain), (36, 20, true));
        assert_eq!(blocks.line_count(16), 2 + 3 + 2);
        assert_eq!(blocks.line(4, 16), Some(Line::Title(Block::Payload)));
        assert_eq!(blocks.line(6, 16), Some(Line::Octets(Buffer::Payload, 16, 4)));
        assert_eq!(blocks.line(7, 16), None);
    }

    #[test]
    fn a_foreign_message_has_a_block_of_its_own_whose_offsets_go_on() {
        let mut blocks = blocks();
        blocks.split_at(Some(3));
        assert_eq!(blocks.line_count(16), 4 + 2 + 3);
        assert_eq!(blocks.line(5, 16), Some(Line::Octets(Buffer::Payload, 0, 3)));
        assert_eq!(
            (blocks.line(6, 16), blocks.line(7, 16)),
            (Some(Line::Title(Block::Foreign)), Some(Line::Octets(Buffer::Payload, 3, 16)))
        );
        for (buffer, offset) in [(Buffer::Header, 20), (Buffer::Payload, 2), (Buffer::Payload, 3), (Buffer::Payload, 19)] {
            let Some(Line::Octets(of, from, count)) = blocks.line(blocks.line_of(buffer, offset, 16), 16) else { panic!("{offset}") };
            assert!(of == buffer && (from..from + count).contains(&offset), "{offset}");
        }
    }

    #[test]
    fn the_cursor_walks_from_header_to_payload_and_stops_at_the_ends() {
        let mut blocks = blocks();
        blocks.step(36);
        assert_eq!(blocks.cursor(), Some((Buffer::Payload, 0)));
        blocks.step(-1);
        assert_eq!(blocks.cursor(), Some((Buffer::Header, 35)));
        blocks.step(1000);
        assert_eq!(blocks.cursor(), Some((Buffer::Payload, 19)));
    }

    #[test]
    fn a_span_outside_of_the_block_leaves_the_cursor() {
        let mut blocks = blocks();
        blocks.light(Buffer::Payload, ByteSpan::new(100, 104));
        assert_eq!(blocks.cursor(), None);
    }
}
