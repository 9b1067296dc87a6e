//! Capture files: pcap with nanoseconds, and pcapng with or without the key log inside.

use crate::base::time::Timestamp;

/// Block type of a section header.
const SECTION_HEADER: u32 = 0x0A0D_0D0A;
/// Block type of an interface description.
const INTERFACE_DESCRIPTION: u32 = 1;
/// Block type of an enhanced packet.
const ENHANCED_PACKET: u32 = 6;
/// Block type of decryption secrets.
const DECRYPTION_SECRETS: u32 = 0x0A;
/// Secrets type of N-PAMP key log text.
const SECRETS_NPAMP: u32 = 0x4E50_414D;
/// Link type of Ethernet.
const ETHERNET: u16 = 1;
/// Octets of a packet that the file promises to hold at most.
const SNAPLEN: u32 = 262_144;
/// Octets before the packet in an enhanced packet block.
const PACKET_HEADER: u64 = 28;

/// A packet as it goes into a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Capture time.
    pub time: Timestamp,
    /// Captured octets.
    pub octets: Vec<u8>,
    /// Length on the wire.
    pub original_len: u32,
}

/// A pcapng file: section, one Ethernet interface with nanoseconds, `secrets` when not empty, packets.
pub fn pcapng(records: &[Record], secrets: &str) -> Vec<u8> {
    let mut out = preamble(secrets);
    for record in records {
        out.append(&mut packet(record));
    }
    out
}

/// Where the octets of each record begin in [`pcapng`] without secrets.
pub fn offsets(records: &[Record]) -> Vec<u64> {
    let mut at = preamble("").len() as u64;
    let mut out = Vec::with_capacity(records.len());
    for record in records {
        out.push(at + PACKET_HEADER);
        at += packet(record).len() as u64;
    }
    out
}

/// A pcap file with nanoseconds, little-endian.
pub fn pcap(records: &[Record]) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(&0xA1B2_3C4D_u32.to_le_bytes());
    out.extend_from_slice(&2_u16.to_le_bytes());
    out.extend_from_slice(&4_u16.to_le_bytes());
    out.extend_from_slice(&[0; 8]);
    out.extend_from_slice(&SNAPLEN.to_le_bytes());
    out.extend_from_slice(&u32::from(ETHERNET).to_le_bytes());
    for record in records {
        let nanos = record.time.0.max(0).unsigned_abs();
        for field in [nanos / 1_000_000_000, nanos % 1_000_000_000, record.octets.len() as u64, u64::from(record.original_len)] {
            out.extend_from_slice(&u32::try_from(field).unwrap_or(u32::MAX).to_le_bytes());
        }
        out.extend_from_slice(&record.octets);
    }
    out
}

fn preamble(secrets: &str) -> Vec<u8> {
    let mut section = Vec::new();
    section.extend_from_slice(&0x1A2B_3C4D_u32.to_le_bytes());
    section.extend_from_slice(&1_u16.to_le_bytes());
    section.extend_from_slice(&0_u16.to_le_bytes());
    section.extend_from_slice(&u64::MAX.to_le_bytes());
    let mut out = block(SECTION_HEADER, &section);
    let mut interface = Vec::new();
    interface.extend_from_slice(&ETHERNET.to_le_bytes());
    interface.extend_from_slice(&[0; 2]);
    interface.extend_from_slice(&SNAPLEN.to_le_bytes());
    interface.extend_from_slice(&[9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0]);
    out.append(&mut block(INTERFACE_DESCRIPTION, &interface));
    if !secrets.is_empty() {
        let mut body = SECRETS_NPAMP.to_le_bytes().to_vec();
        body.extend_from_slice(&length(secrets.as_bytes()));
        body.extend_from_slice(secrets.as_bytes());
        out.append(&mut block(DECRYPTION_SECRETS, &body));
    }
    out
}

fn packet(record: &Record) -> Vec<u8> {
    let nanos = record.time.0.max(0).unsigned_abs();
    let mut body = vec![0; 4];
    for half in [nanos >> 32, nanos & 0xFFFF_FFFF] {
        body.extend_from_slice(&u32::try_from(half).unwrap_or(u32::MAX).to_le_bytes());
    }
    body.extend_from_slice(&length(&record.octets));
    body.extend_from_slice(&record.original_len.to_le_bytes());
    body.extend_from_slice(&record.octets);
    block(ENHANCED_PACKET, &body)
}

/// A block: type, total length, body padded to 32 bits, total length again.
fn block(kind: u32, body: &[u8]) -> Vec<u8> {
    let padded = body.len().next_multiple_of(4);
    let total = u32::try_from(padded + 12).unwrap_or(u32::MAX).to_le_bytes();
    let mut out = kind.to_le_bytes().to_vec();
    out.extend_from_slice(&total);
    out.extend_from_slice(body);
    out.resize(8 + padded, 0);
    out.extend_from_slice(&total);
    out
}

fn length(octets: &[u8]) -> [u8; 4] {
    u32::try_from(octets.len()).unwrap_or(u32::MAX).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> Vec<Record> {
        let record = |time, size: u8| Record { time: Timestamp(time), octets: vec![size; usize::from(size)], original_len: 70 };
        vec![record(1_500_000_000_000_000_001, 61), record(1_500_000_000_000_000_002, 64)]
    }

    #[test]
    fn offsets_lead_to_the_octets_of_each_packet() {
        let records = records();
        let file = pcapng(&records, "");
        for (record, offset) in records.iter().zip(offsets(&records)) {
            let start = usize::try_from(offset).unwrap();
            assert_eq!(file[start..start + record.octets.len()], record.octets);
        }
    }

    #[test]
    fn the_files_are_read_by_an_independent_parser() {
        use pcap_parser::{Block, PcapBlockOwned};
        let mut lengths = Vec::new();
        let file = pcapng(&records(), "# text\n");
        let mut reader = pcap_parser::create_reader(65_536, std::io::Cursor::new(file)).unwrap();
        while let Ok((used, block)) = reader.next() {
            match block {
                PcapBlockOwned::NG(Block::EnhancedPacket(packet)) => {
                    assert_eq!(
                        (packet.origlen, u64::from(packet.ts_high) << 32 | u64::from(packet.ts_low)),
                        (70, 1_500_000_000_000_000_001 + lengths.len() as u64)
                    );
                    lengths.push(packet.caplen);
                }
                PcapBlockOwned::NG(Block::DecryptionSecrets(secrets)) => assert_eq!(&secrets.data[..7], b"# text\n"),
                _ => {}
            }
            reader.consume(used);
        }
        assert_eq!(lengths, [61, 64]);
        let mut reader = pcap_parser::create_reader(65_536, std::io::Cursor::new(pcap(&records()))).unwrap();
        let mut packets = 0;
        while let Ok((used, block)) = reader.next() {
            if let PcapBlockOwned::Legacy(packet) = block {
                assert_eq!((packet.ts_sec, packet.ts_usec), (1_500_000_000, 1 + packets));
                packets += 1;
            }
            reader.consume(used);
        }
        assert_eq!(packets, 2);
    }
}
