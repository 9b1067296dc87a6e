//! Octets in two blocks, header and payload, with a cursor and the lit span.

use crate::base::span::ByteSpan;
use crate::base::tree::Buffer;
use crate::store::octets::FrameOctets;

/// Octets of a frame header.
const HEADER_LEN: usize = 36;

/// One line of the dump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// The title of a block.
    Title(Buffer),
    /// Octets from an offset.
    Octets(Buffer, usize),
}

/// The octets of a frame as the detail shows them.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    header: Vec<u8>,
    payload: Vec<u8>,
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

    /// The octets of a block.
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
        if self.is_empty() { 0 } else { 2 + self.header_lines(per_line) + self.payload.len().div_ceil(per_line) }
    }

    /// A line of the dump.
    pub fn line(&self, at: usize, per_line: usize) -> Option<Line> {
        let header = self.header_lines(per_line);
        if at >= self.line_count(per_line) {
            None
        } else if at == 0 {
            Some(Line::Title(Buffer::Header))
        } else if at <= header {
            Some(Line::Octets(Buffer::Header, (at - 1) * per_line))
        } else if at == header + 1 {
            Some(Line::Title(Buffer::Payload))
        } else {
            Some(Line::Octets(Buffer::Payload, (at - header - 2) * per_line))
        }
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
        let line = match buffer {
            Buffer::Header => 1 + offset / per_line,
            Buffer::Payload => 2 + self.header_lines(per_line) + offset / per_line,
        };
        let first = if line <= 1 { 0 } else { line };
        self.top = self.top(height, per_line).min(first).max((line + 1).saturating_sub(height.max(1)));
    }

    fn header_lines(&self, per_line: usize) -> usize {
        self.header.len().div_ceil(per_line)
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
        assert_eq!(blocks.line(4, 16), Some(Line::Title(Buffer::Payload)));
        assert_eq!(blocks.line(6, 16), Some(Line::Octets(Buffer::Payload, 16)));
        assert_eq!(blocks.line(7, 16), None);
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
