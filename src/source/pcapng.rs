//! The block format: sections in either octet order, several interfaces, packets, statistics, secrets.

use std::collections::VecDeque;

use crate::base::input::DropCause;
use crate::base::time::Timestamp;

use super::block::{self, HEAD, Head, STATISTICS_DROPS, options};
use super::error::Error;
use super::format::Order;
use super::interface::Interface;
use super::item::{Item, MOST_PACKET, RawPacket, Step};
use super::medium::Medium;
use super::secrets;
use super::window::{Fill, Window};

/// Interfaces of one section that are remembered.
const MOST_INTERFACES: usize = 65_536;
/// Option of an Enhanced Packet: packets dropped before it.
const DROP_COUNT: u16 = 4;
/// Drop count of an obsolete packet block that does not know it.
const UNKNOWN_DROPS: u16 = 0xffff;
/// Reads a pcapng file.
#[derive(Debug)]
pub(super) struct PcapngReader {
    order: Order,
    interfaces: Vec<Interface>,
    /// Whether secrets are to be reported where they stand.
    report_secrets: bool,
    packets: u64,
    /// Time of the last packet, for those that have none.
    last: Timestamp,
    /// Found together with what was returned last.
    pending: VecDeque<Item>,
    /// Damage behind which reading went on is reported once.
    damaged: bool,
    over: bool,
}

/// The fixed fields of a packet block.
struct PacketFields {
    interface: usize,
    units: Option<u64>,
    captured: u32,
    original_len: u32,
    /// Where the octets begin in the body.
    data: usize,
}

impl PcapngReader {
    /// A reader at the front of a file.
    pub(super) const fn new(report_secrets: bool) -> Self {
        Self {
            order: Order::Little,
            interfaces: Vec::new(),
            report_secrets,
            packets: 0,
            last: Timestamp(0),
            pending: VecDeque::new(),
            damaged: false,
            over: false,
        }
    }

    /// Reads on.
    pub(super) fn step(&mut self, window: &mut Window, medium: &mut Medium) -> Result<Step, Error> {
        if let Some(item) = self.pending.pop_front() {
            return Ok(Step::Found(item));
        }
        if self.over {
            return Ok(Step::End);
        }
        match window.fill(medium, HEAD)? {
            Fill::Wait => return Ok(Step::Wait),
            Fill::End if window.rest().is_empty() => return Ok(Step::End),
            Fill::End => return Ok(self.end_with(window, "cut in the middle of a block header".to_owned())),
            Fill::Ready => {}
        }
        let head = match Head::decode(window.rest(), self.order) {
            Ok(head) => head,
            Err(detail) => return Ok(self.end_with(window, detail)),
        };
        match window.fill(medium, head.len)? {
            Fill::Wait => return Ok(Step::Wait),
            Fill::End => return Ok(self.cut(window, head)),
            Fill::Ready => {}
        }
        let step = self.block(window, head);
        window.consume(head.len);
        Ok(step)
    }

    fn block(&mut self, window: &Window, head: Head) -> Step {
        self.order = head.order;
        let block = window.rest().get(..head.len).unwrap_or_default();
        let body = block.get(8..head.len - 4).unwrap_or_default();
        if self.order.u32(block, head.len - 4) as usize != head.len {
            self.note(window, "the two lengths of a block differ");
        }
        match head.kind {
            block::SECTION => self.interfaces.clear(),
            block::INTERFACE if self.interfaces.len() < MOST_INTERFACES => {
                self.interfaces.push(Interface::decode(body, self.order));
            }
            block::ENHANCED_PACKET | block::SIMPLE_PACKET | block::OLD_PACKET => return self.packet(window, head.kind, body),
            block::STATISTICS => return self.statistics(body),
            block::SECRETS if self.report_secrets => {
                return secrets::decode(body, self.order).map_or(Step::Again, |secret| Step::Found(Item::Secrets(secret)));
            }
            _ => {}
        }
        self.pending.pop_front().map_or(Step::Again, Step::Found)
    }

    fn packet(&mut self, window: &Window, kind: u32, body: &[u8]) -> Step {
        self.packets += 1;
        let fields = self.packet_fields(kind, body);
        let Some(interface) = self.interfaces.get(fields.interface) else {
            self.note(window, &format!("packet {} names interface {}, which is not described", self.packets, fields.interface));
            return Step::Again;
        };
        let room = body.len().saturating_sub(fields.data);
        if fields.captured > MOST_PACKET || fields.captured as usize > room {
            self.note(window, &format!("packet {} claims {} octets, its block has {room}", self.packets, fields.captured));
            return Step::Again;
        }
        let len = fields.captured as usize;
        let (link, time) = (interface.link, fields.units.map_or(self.last, |units| interface.time(units)));
        self.last = time;
        self.drops_before(kind, body, fields.data + len.next_multiple_of(4));
        Step::Found(Item::Packet(RawPacket {
            time,
            link,
            original_len: fields.original_len,
            file_offset: window.offset() + 8 + fields.data as u64,
            bytes: window.share(8 + fields.data, len),
        }))
    }

    fn packet_fields(&self, kind: u32, body: &[u8]) -> PacketFields {
        let order = self.order;
        if kind == block::SIMPLE_PACKET {
            let original_len = order.u32(body, 0);
            let snaplen = self.interfaces.first().map_or(0, |interface| interface.snaplen);
            let room = u32::try_from(body.len().saturating_sub(4)).unwrap_or(u32::MAX);
            let captured = original_len.min(room).min(if snaplen == 0 { u32::MAX } else { snaplen });
            return PacketFields { interface: 0, units: None, captured, original_len, data: 4 };
        }
        let interface = if kind == block::OLD_PACKET { u32::from(order.u16(body, 0)) } else { order.u32(body, 0) };
        PacketFields {
            interface: interface as usize,
            units: Some(u64::from(order.u32(body, 4)) << 32 | u64::from(order.u32(body, 8))),
            captured: order.u32(body, 12),
            original_len: order.u32(body, 16),
            data: 20,
        }
    }

    /// Packets dropped before this one, where its block says so.
    fn drops_before(&mut self, kind: u32, body: &[u8], options_at: usize) {
        let order = self.order;
        let count = match kind {
            block::OLD_PACKET if order.u16(body, 2) != UNKNOWN_DROPS => order.u16(body, 2).into(),
            block::ENHANCED_PACKET if options_at < body.len() => {
                let rest = body.get(options_at..).unwrap_or_default();
                options(rest, order).find(|&(code, _)| code == DROP_COUNT).map_or(0, |(_, value)| order.u64(value, 0))
            }
            _ => 0,
        };
        if count > 0 {
            self.pending.push_back(Item::Drops(DropCause::Program, count));
        }
    }

    /// Statistics count from the start of the capture: only what is new since the last ones is reported.
    fn statistics(&mut self, body: &[u8]) -> Step {
        let order = self.order;
        let Some(interface) = self.interfaces.get_mut(order.u32(body, 0) as usize) else { return Step::Again };
        for (at, (wanted, cause)) in STATISTICS_DROPS.into_iter().enumerate() {
            let told = options(body.get(12..).unwrap_or_default(), order).filter(|(code, value)| *code == wanted && value.len() == 8);
            let count = told.fold(0_u64, |sum, (_, value)| sum.saturating_add(order.u64(value, 0)));
            let Some(known) = interface.dropped.get_mut(at).filter(|known| **known < count) else { continue };
            self.pending.push_back(Item::Drops(cause, count - *known));
            *known = count;
        }
        self.pending.pop_front().map_or(Step::Again, Step::Found)
    }

    /// Damage behind which reading goes on.
    fn note(&mut self, window: &Window, detail: &str) {
        if !self.damaged {
            self.damaged = true;
            self.pending.push_back(Item::Damage(window.offset(), detail.to_owned()));
        }
    }

    fn cut(&mut self, window: &Window, head: Head) -> Step {
        let what = if head.is_packet() { format!("packet {}", self.packets + 1) } else { "a block".to_owned() };
        self.end_with(window, format!("cut in the middle of {what}"))
    }

    fn end_with(&mut self, window: &Window, detail: String) -> Step {
        self.over = true;
        Step::Found(Item::Damage(window.offset(), detail))
    }
}
