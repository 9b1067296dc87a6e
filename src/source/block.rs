//! The frame of every pcapng block: type, length, body, length again.

use crate::base::input::DropCause;

use super::format::Order;

/// Section Header.
pub(super) const SECTION: u32 = 0x0a0d_0d0a;
/// Interface Description.
pub(super) const INTERFACE: u32 = 1;
/// Packet (obsolete).
pub(super) const OLD_PACKET: u32 = 2;
/// Simple Packet.
pub(super) const SIMPLE_PACKET: u32 = 3;
/// Interface Statistics.
pub(super) const STATISTICS: u32 = 5;
/// Enhanced Packet.
pub(super) const ENHANCED_PACKET: u32 = 6;
/// Decryption Secrets.
pub(super) const SECRETS: u32 = 10;

/// Options of Interface Statistics that count dropped packets. The last one is of the range for local use: no other tells what
/// the program itself dropped.
pub(super) const STATISTICS_DROPS: [(u16, DropCause); 3] =
    [(5, DropCause::Interface), (7, DropCause::Kernel), (0x8001, DropCause::Program)];

/// Octets from the front of a block that tell its length, for a Section Header too.
pub(super) const HEAD: usize = 12;
/// The longest block that is believed.
const MOST_BLOCK: u32 = 256 << 20;

/// The head of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) kind: u32,
    /// Octets of the whole block.
    pub(super) len: usize,
    /// Octet order of the block.
    pub(super) order: Order,
}

impl Head {
    /// Decodes the [`HEAD`] octets at the front of a block; `order` is that of the section. Says in words what is impossible.
    pub(super) fn decode(head: &[u8], order: Order) -> Result<Self, String> {
        let kind = order.u32(head, 0);
        let order = if kind == SECTION { section_order(head)? } else { order };
        let len = order.u32(head, 4);
        if !(12..=MOST_BLOCK).contains(&len) {
            return Err(format!("block length {len} is impossible"));
        }
        Ok(Self { kind, len: len as usize, order })
    }

    /// Whether the block holds a packet.
    pub(super) const fn is_packet(self) -> bool {
        matches!(self.kind, ENHANCED_PACKET | SIMPLE_PACKET | OLD_PACKET)
    }
}

fn section_order(head: &[u8]) -> Result<Order, String> {
    match head.get(8..12) {
        Some([0x4d, 0x3c, 0x2b, 0x1a]) => Ok(Order::Little),
        Some([0x1a, 0x2b, 0x3c, 0x4d]) => Ok(Order::Big),
        _ => Err("a section names no octet order".to_owned()),
    }
}

/// The options of a block: code and value.
pub(super) fn options(mut octets: &[u8], order: Order) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let (code, len) = (order.u16(octets, 0), usize::from(order.u16(octets, 2)));
        let value = octets.get(4..)?.get(..len)?;
        octets = octets.get(4 + len.next_multiple_of(4)..).unwrap_or_default();
        (code != 0).then_some((code, value))
    })
}
