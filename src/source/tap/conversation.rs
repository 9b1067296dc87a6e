//! A relayed connection as packets: what a capture between the two peers would hold.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use etherparse::{PacketBuilder, PacketBuilderStep, TcpHeader};

/// Octets of one made segment: such as segmentation offload shows them.
const SEGMENT: usize = 32 << 10;
/// The window that made segments announce.
const WINDOW: u16 = 65_535;
/// Hops left.
const HOPS: u8 = 64;

/// Flags of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flags {
    Syn,
    SynAck,
    Ack,
    Push,
    Fin,
    Reset,
}

/// The numbers of both sides; 0 is the client.
pub(super) struct Conversation {
    ends: [SocketAddr; 2],
    next: [u32; 2],
    ended: [bool; 2],
    packet: Vec<u8>,
}

impl Conversation {
    /// Connection number `id` between two ends, where they have addresses.
    pub(super) fn new(id: u64, ends: [Option<SocketAddr>; 2]) -> Self {
        let made = made(id);
        let [client, server] = [ends[0].unwrap_or(made[0]), ends[1].unwrap_or(made[1])];
        let is_v6 = client.is_ipv6() || server.is_ipv6();
        let ends = [client, server].map(|end| if is_v6 { as_v6(end) } else { end });
        // Connections between the same ends must not be taken for one.
        let begin = u32::try_from(id % 0x1000).unwrap_or_default() << 20;
        Self { ends, next: [begin + 1000, begin + 2000], ended: [false; 2], packet: Vec::new() }
    }

    /// The three segments that open it.
    pub(super) fn open(&mut self, write: &mut dyn FnMut(&[u8])) {
        self.segment(0, Flags::Syn, &[], write);
        self.next[0] = self.next[0].wrapping_add(1);
        self.segment(1, Flags::SynAck, &[], write);
        self.next[1] = self.next[1].wrapping_add(1);
        self.segment(0, Flags::Ack, &[], write);
    }

    /// Octets that a side sent.
    pub(super) fn data(&mut self, side: usize, octets: &[u8], write: &mut dyn FnMut(&[u8])) {
        for piece in octets.chunks(SEGMENT) {
            self.segment(side, Flags::Push, piece, write);
            self.skip(side, piece.len() as u64);
            self.segment(1 - side, Flags::Ack, &[], write);
        }
    }

    /// Octets that a side sent and nobody recorded.
    pub(super) fn skip(&mut self, side: usize, octets: u64) {
        self.next[side] = self.next[side].wrapping_add(u32::try_from(octets & 0xffff_ffff).unwrap_or_default());
    }

    /// A side sends nothing more.
    pub(super) fn finish(&mut self, side: usize, write: &mut dyn FnMut(&[u8])) {
        if std::mem::replace(&mut self.ended[side], true) {
            return;
        }
        self.segment(side, Flags::Fin, &[], write);
        self.next[side] = self.next[side].wrapping_add(1);
        self.segment(1 - side, Flags::Ack, &[], write);
    }

    /// A side breaks it off.
    pub(super) fn reset(&mut self, side: usize, write: &mut dyn FnMut(&[u8])) {
        if self.ended != [true; 2] {
            self.ended = [true; 2];
            self.segment(side, Flags::Reset, &[], write);
        }
    }

    fn segment(&mut self, side: usize, flags: Flags, payload: &[u8], write: &mut dyn FnMut(&[u8])) {
        let (from, to) = (self.ends[side], self.ends[1 - side]);
        let header = self.header(side, flags);
        self.packet.clear();
        // Lengths are bounded and the families agree, so that nothing can fail.
        let Some(builder) = ip(from.ip(), to.ip()) else { return };
        if builder.tcp_header(header).write(&mut self.packet, payload).is_ok() {
            write(&self.packet);
        }
    }

    fn header(&self, side: usize, flags: Flags) -> TcpHeader {
        let mut header = TcpHeader::new(self.ends[side].port(), self.ends[1 - side].port(), self.next[side], WINDOW);
        header.syn = matches!(flags, Flags::Syn | Flags::SynAck);
        header.fin = flags == Flags::Fin;
        header.rst = flags == Flags::Reset;
        header.psh = flags == Flags::Push;
        header.ack = flags != Flags::Syn;
        header.acknowledgment_number = if header.ack { self.next[1 - side] } else { 0 };
        header
    }
}

fn ip(from: IpAddr, to: IpAddr) -> Option<PacketBuilderStep<etherparse::IpHeaders>> {
    match (from, to) {
        (IpAddr::V4(from), IpAddr::V4(to)) => Some(PacketBuilder::ipv4(from.octets(), to.octets(), HOPS)),
        (IpAddr::V6(from), IpAddr::V6(to)) => Some(PacketBuilder::ipv6(from.octets(), to.octets(), HOPS)),
        _ => None,
    }
}

/// Addresses for ends that have none: those of a socket in the file system. Every connection has its own.
fn made(id: u64) -> [SocketAddr; 2] {
    let [.., a, b, c] = (id.wrapping_add(256)).to_be_bytes();
    [SocketAddr::from((Ipv4Addr::new(127, a, b, c), 49_152)), SocketAddr::from((Ipv4Addr::LOCALHOST, 1))]
}

fn as_v6(end: SocketAddr) -> SocketAddr {
    let ip = match end.ip() {
        IpAddr::V4(ip) => ip.to_ipv6_mapped(),
        IpAddr::V6(ip) => ip,
    };
    SocketAddr::from((Ipv6Addr::from(ip.octets()), end.port()))
}
