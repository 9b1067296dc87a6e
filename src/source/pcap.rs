//! The classic capture format: a file header of 24 octets, then records.

use crate::base::input::LinkType;
use crate::base::time::Timestamp;

use super::error::Error;
use super::format::Order;
use super::item::{Item, MOST_PACKET, RawPacket, Step};
use super::medium::Medium;
use super::window::{Fill, Window};

/// Octets of the file header.
const FILE_HEADER: usize = 24;

/// Reads a classic capture.
#[derive(Debug)]
pub(super) struct PcapReader {
    order: Order,
    /// Nanoseconds of one unit of the fraction.
    unit: i64,
    record_len: usize,
    /// Set when the file header was read.
    link: Option<LinkType>,
    /// Packets read.
    packets: u64,
    over: bool,
}

impl PcapReader {
    /// A reader at the front of a file.
    pub(super) fn new(order: Order, nanos: bool, record_len: usize) -> Self {
        Self { order, unit: if nanos { 1 } else { 1000 }, record_len, link: None, packets: 0, over: false }
    }

    /// Reads on.
    pub(super) fn step(&mut self, window: &mut Window, medium: &mut Medium) -> Result<Step, Error> {
        if self.over {
            return Ok(Step::End);
        }
        let Some(link) = self.link else { return self.file_header(window, medium) };
        match window.fill(medium, self.record_len)? {
            Fill::Wait => return Ok(Step::Wait),
            Fill::End if window.rest().is_empty() => return Ok(Step::End),
            Fill::End => return Ok(self.cut(window)),
            Fill::Ready => {}
        }
        let header = window.rest();
        let captured = self.order.u32(header, 8);
        let original_len = self.order.u32(header, 12);
        let time = self.time(self.order.u32(header, 0), self.order.u32(header, 4));
        if captured > MOST_PACKET {
            let detail = format!("packet {} claims {captured} octets", self.packets + 1);
            return Ok(self.end_with(window.offset(), detail));
        }
        let len = captured as usize;
        match window.fill(medium, self.record_len + len)? {
            Fill::Wait => return Ok(Step::Wait),
            Fill::End => return Ok(self.cut(window)),
            Fill::Ready => {}
        }
        let file_offset = window.offset() + self.record_len as u64;
        let bytes = window.share(self.record_len, len);
        window.consume(self.record_len + len);
        self.packets += 1;
        Ok(Step::Found(Item::Packet(RawPacket { time, link, original_len, file_offset, bytes })))
    }

    fn file_header(&mut self, window: &mut Window, medium: &mut Medium) -> Result<Step, Error> {
        match window.fill(medium, FILE_HEADER)? {
            Fill::Wait => return Ok(Step::Wait),
            Fill::End => return Ok(self.end_with(window.offset(), "cut in the middle of the file header".to_owned())),
            Fill::Ready => {}
        }
        // The upper half of the word says how long the frame check sequence is.
        let word = self.order.u32(window.rest(), 20);
        self.link = Some(LinkType(u16::try_from(word & 0xffff).unwrap_or_default()));
        window.consume(FILE_HEADER);
        Ok(Step::Again)
    }

    fn time(&self, seconds: u32, fraction: u32) -> Timestamp {
        Timestamp(i64::from(seconds) * 1_000_000_000 + i64::from(fraction) * self.unit)
    }

    fn cut(&mut self, window: &Window) -> Step {
        self.end_with(window.offset(), format!("cut in the middle of packet {}", self.packets + 1))
    }

    fn end_with(&mut self, offset: u64, detail: String) -> Step {
        self.over = true;
        Step::Found(Item::Damage(offset, detail))
    }
}
