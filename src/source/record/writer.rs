//! Writes pcapng: one little-endian section, times in nanoseconds.

use std::io::{self, Write};

use crate::base::input::{DropCause, LinkType};
use crate::base::time::Timestamp;
use crate::source::block::{ENHANCED_PACKET, INTERFACE, SECRETS, SECTION, STATISTICS, STATISTICS_DROPS};
use crate::source::secrets::{NPAMP_KEY_LOG, TLS_KEY_LOG};

/// Options of a section: the program that wrote it.
const APPLICATION: u16 = 4;
/// Options of an interface.
const NAME: u16 = 2;
const RESOLUTION: u16 = 9;
const FILTER: u16 = 11;
/// Time stamps count 10 to the minus ninth of a second.
const NANOSECONDS: u8 = 9;
/// Option of a packet: packets dropped before it.
const DROP_COUNT: u16 = 4;

/// An interface, as its block describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::source) struct InterfaceRecord {
    pub(in crate::source) name: String,
    pub(in crate::source) link: LinkType,
    /// Octets kept of a packet; 0 for all.
    pub(in crate::source) snaplen: u32,
    pub(in crate::source) filter: Option<String>,
}

/// A packet to write.
#[derive(Clone, Copy, Debug)]
pub struct PacketRecord<'a> {
    /// Capture time.
    pub time: Timestamp,
    /// Octets on the wire.
    pub original_len: u32,
    /// The octets captured.
    pub octets: &'a [u8],
}

/// Writes blocks of pcapng. The section header is written by [`PcapngWriter::new`]; an interface is described before its packets.
pub struct PcapngWriter<W: Write> {
    out: W,
    block: Vec<u8>,
    interfaces: u32,
    links: Vec<LinkType>,
}

impl<W: Write> PcapngWriter<W> {
    /// Begins a section.
    pub fn new(out: W) -> io::Result<Self> {
        let mut writer = Self { out, block: Vec::with_capacity(1 << 16), interfaces: 0, links: Vec::new() };
        writer.begin(SECTION);
        writer.u32(0x1a2b_3c4d).u16(1).u16(0).u32(u32::MAX).u32(u32::MAX);
        writer.option(APPLICATION, concat!("npscope ", env!("CARGO_PKG_VERSION")).as_bytes()).u32(0);
        writer.end()?;
        Ok(writer)
    }

    /// What was written to.
    pub const fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Describes an interface; answers with its number.
    pub(in crate::source) fn interface(&mut self, interface: &InterfaceRecord) -> io::Result<u32> {
        self.begin(INTERFACE);
        self.u16(interface.link.0).u16(0).u32(interface.snaplen);
        if !interface.name.is_empty() {
            self.option(NAME, interface.name.as_bytes());
        }
        self.option(RESOLUTION, &[NANOSECONDS]);
        if let Some(filter) = &interface.filter {
            let text = [&[0], filter.as_bytes()].concat();
            self.option(FILTER, &text);
        }
        self.u32(0);
        self.end()?;
        let number = self.interfaces;
        self.interfaces += 1;
        Ok(number)
    }

    /// Writes a packet of an interface with `link`, which is described when it is new.
    pub fn packet(&mut self, link: LinkType, packet: &PacketRecord<'_>) -> io::Result<()> {
        let at = self.interface_with(link)?;
        self.packet_of(at, packet, 0)
    }

    /// The interface with `link`, which is described when it is new.
    fn interface_with(&mut self, link: LinkType) -> io::Result<u32> {
        if let Some(at) = self.links.iter().position(|known| *known == link) {
            return Ok(u32::try_from(at).unwrap_or(u32::MAX));
        }
        self.links.push(link);
        self.interface(&InterfaceRecord { name: String::new(), link, snaplen: 0, filter: None })
    }

    /// Writes a packet of an interface, before which `dropped` were dropped.
    pub(in crate::source) fn packet_of(&mut self, interface: u32, packet: &PacketRecord<'_>, dropped: u64) -> io::Result<()> {
        self.begin(ENHANCED_PACKET);
        let time = packet.time.0.max(0).unsigned_abs();
        let captured = u32::try_from(packet.octets.len()).unwrap_or(u32::MAX);
        self.u32(interface).u32(high(time)).u32(low(time)).u32(captured).u32(packet.original_len.max(captured));
        self.padded(packet.octets);
        if dropped > 0 {
            self.option(DROP_COUNT, &dropped.to_le_bytes()).u32(0);
        }
        self.end()
    }

    /// Writes how many packets of an interface were dropped since the file began: by the interface, the kernel, and the program
    /// that writes.
    pub(in crate::source) fn statistics(&mut self, interface: u32, time: Timestamp, dropped: [u64; 3]) -> io::Result<()> {
        self.begin(STATISTICS);
        let time = time.0.max(0).unsigned_abs();
        self.u32(interface).u32(high(time)).u32(low(time));
        for ((code, _), count) in STATISTICS_DROPS.into_iter().zip(dropped) {
            self.option(code, &count.to_le_bytes());
        }
        self.u32(0);
        self.end()
    }

    /// Writes how many packets were dropped in all, in the order of [`DropCause::ALL`]; `link` is that of an interface.
    pub fn drops(&mut self, link: LinkType, time: Timestamp, dropped: [u64; 3]) -> io::Result<()> {
        let at = self.interface_with(link)?;
        let of = |cause: DropCause| dropped[cause.index()];
        self.statistics(at, time, [of(DropCause::Interface), of(DropCause::Kernel), of(DropCause::Program)])
    }

    /// Writes key log lines: those of TLS, or those of N-PAMP.
    pub fn secrets(&mut self, npamp: bool, text: &[u8]) -> io::Result<()> {
        self.begin(SECRETS);
        self.u32(if npamp { NPAMP_KEY_LOG } else { TLS_KEY_LOG }).u32(u32::try_from(text.len()).unwrap_or(u32::MAX));
        self.padded(text);
        let written = self.end();
        crate::base::secret::wipe(&mut self.block);
        written
    }

    fn begin(&mut self, kind: u32) {
        self.block.clear();
        self.u32(kind).u32(0);
    }

    /// Sets both lengths and writes the block.
    fn end(&mut self) -> io::Result<()> {
        let len = u32::try_from(self.block.len() + 4).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        self.u32(len);
        if let Some(field) = self.block.get_mut(4..8) {
            field.copy_from_slice(&len.to_le_bytes());
        }
        self.out.write_all(&self.block)
    }

    fn u16(&mut self, number: u16) -> &mut Self {
        self.block.extend_from_slice(&number.to_le_bytes());
        self
    }

    fn u32(&mut self, number: u32) -> &mut Self {
        self.block.extend_from_slice(&number.to_le_bytes());
        self
    }

    fn padded(&mut self, octets: &[u8]) -> &mut Self {
        self.block.extend_from_slice(octets);
        self.block.resize(self.block.len().next_multiple_of(4), 0);
        self
    }

    fn option(&mut self, code: u16, value: &[u8]) -> &mut Self {
        let value = value.get(..value.len().min(usize::from(u16::MAX))).unwrap_or_default();
        self.u16(code).u16(u16::try_from(value.len()).unwrap_or(u16::MAX)).padded(value)
    }
}

const fn high(time: u64) -> u32 {
    (time >> 32) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
const fn low(time: u64) -> u32 {
    time as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::input::{Input, Loss};
    use crate::source::FileSource;

    #[test]
    fn what_is_written_is_read_with_its_times_links_drops_and_secrets() {
        let mut writer = PcapngWriter::new(Vec::new()).unwrap();
        let time = Timestamp(1_700_000_000_123_456_789);
        let packet = |octets| PacketRecord { time, original_len: 9, octets };
        writer.packet(LinkType::RAW, &packet(b"first")).unwrap();
        writer.packet(LinkType::ETHERNET, &packet(b"second")).unwrap();
        writer.packet_of(0, &packet(b"third"), 7).unwrap();
        writer.statistics(1, time, [2, 3, 4]).unwrap();
        writer.secrets(true, b"NPAMP x y\n").unwrap();
        let mut source = FileSource::of_octets("made", writer.out).unwrap().as_it_comes();
        let mut inputs = Vec::new();
        while source.next_batch(&mut inputs, 10).unwrap() {}
        let packets: Vec<_> =
            inputs.iter().filter_map(|input| if let Input::Packet(packet) = input { Some(packet) } else { None }).collect();
        assert_eq!(packets.iter().map(|packet| packet.link).collect::<Vec<_>>(), [LinkType::RAW, LinkType::ETHERNET, LinkType::RAW]);
        assert!(packets.iter().all(|packet| packet.time == time && packet.original_len == 9));
        let losses: Vec<_> =
            inputs.iter().filter_map(|input| if let Input::Loss(loss) = input { Some(loss.clone()) } else { None }).collect();
        let drops = |cause, count| Loss::Drops(cause, count);
        assert_eq!(
            losses,
            [drops(DropCause::Program, 7), drops(DropCause::Interface, 2), drops(DropCause::Kernel, 3), drops(DropCause::Program, 4)]
        );
        assert!(inputs.iter().any(|input| matches!(input, Input::Secrets(text) if text.expose() == b"NPAMP x y\n")));
    }
}
