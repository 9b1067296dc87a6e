//! What enters the engine. Drivers make inputs; the engine never asks where they came from.

use bytes::Bytes;

use super::id::PacketId;
use super::secret::Secret;
use super::time::Timestamp;

/// Link-layer type of a packet, by its number in the tcpdump registry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LinkType(pub u16);

impl LinkType {
    /// BSD loopback, family in host byte order.
    pub const NULL: Self = Self(0);
    /// Ethernet.
    pub const ETHERNET: Self = Self(1);
    /// PPP.
    pub const PPP: Self = Self(9);
    /// Raw IP (`DLT_RAW` as some systems write it).
    pub const RAW_BSD: Self = Self(12);
    /// Raw IP (`DLT_RAW` of OpenBSD).
    pub const RAW_OPENBSD: Self = Self(14);
    /// PPP in frames like those of HDLC.
    pub const PPP_SERIAL: Self = Self(50);
    /// PPP over Ethernet, without the Ethernet header.
    pub const PPP_ETHERNET: Self = Self(51);
    /// Raw IP.
    pub const RAW: Self = Self(101);
    /// HDLC as Cisco has it.
    pub const CISCO_HDLC: Self = Self(104);
    /// OpenBSD loopback, family in network byte order.
    pub const LOOP: Self = Self(108);
    /// Linux cooked capture, version 1.
    pub const LINUX_SLL: Self = Self(113);
    /// PPP behind an octet that tells the direction.
    pub const PPP_DIRECTION: Self = Self(204);
    /// Raw IPv4.
    pub const IPV4: Self = Self(228);
    /// Raw IPv6.
    pub const IPV6: Self = Self(229);
    /// Linux cooked capture, version 2.
    pub const LINUX_SLL2: Self = Self(276);
}

/// Places from here on are no offsets of an input: they number the octets of datagrams that came in fragments, whose parts lie apart.
pub const SCATTERED: u64 = 1 << 63;

/// One captured packet. `bytes` shares its buffer with its neighbours.
#[derive(Clone, Debug)]
pub struct Packet {
    /// Ordinal over all inputs.
    pub id: PacketId,
    /// Capture time.
    pub time: Timestamp,
    /// Link type of the interface that saw it.
    pub link: LinkType,
    /// Length on the wire; greater than `bytes.len()` when the capture cut the packet.
    pub original_len: u32,
    /// Where `bytes` begin in the input (or its spool), for reading octets back.
    pub file_offset: u64,
    /// The captured octets.
    pub bytes: Bytes,
}

/// Who dropped a packet that passed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DropCause {
    /// The kernel: its buffer was full.
    Kernel,
    /// The network interface or its driver.
    Interface,
    /// The program that captured, npscope itself when the capture is its own.
    Program,
}

impl DropCause {
    /// Every cause, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Kernel, Self::Interface, Self::Program];

    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Interface => "interface",
            Self::Program => "program",
        }
    }

    /// Its place in [`DropCause::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Something that hurt the evidence, as a driver saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// Packets that passed and were not written down, by who dropped them.
    Drops(DropCause, u64),
    /// This many packets were captured, and the ring of files had overwritten them before they were read.
    Overwritten(u64),
    /// The file is damaged or cut: where, and what was found.
    FileDamaged {
        /// Octet offset in the (decompressed) file.
        offset: u64,
        /// What was wrong, in words.
        detail: String,
    },
}

/// What a driver hands to the engine.
#[derive(Clone, Debug)]
pub enum Input {
    /// A new input file begins: its name, as people know it.
    File {
        /// Name, as given.
        name: String,
    },
    /// What follows comes from an input that began before.
    Turn {
        /// Which one, 0-based.
        input: usize,
    },
    /// A captured packet.
    Packet(Packet),
    /// Key log text, whole lines.
    Secrets(Secret),
    /// Evidence was lost.
    Loss(Loss),
}

/// Reads octets of an input back, after the packet itself is gone.
pub trait ReadAt: Send + Sync {
    /// Fills `buffer` from `offset` of input number `input` (0-based).
    fn read_at(&self, input: usize, offset: u64, buffer: &mut [u8]) -> std::io::Result<()>;
}
