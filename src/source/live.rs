//! Live interfaces, through libpcap.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use pcap::{Active, Capture, Device};

use crate::base::id::PacketId;
use crate::base::input::{Input, LinkType, Loss, Packet, ReadAt};
use crate::base::time::Timestamp;

use super::Source;
use super::error::Error;
use super::spool::{Files, Spool};

/// Milliseconds for which the kernel collects packets before it shows them.
const COLLECT_MS: i32 = 50;
/// How long to rest when no interface had a packet. The library itself may wait for ever on a quiet one, and then nobody could
/// stop the capture.
const REST: Duration = Duration::from_millis(20);
/// Octets of a packet that are captured: all of it.
const SNAPLEN: i32 = 262_144;
/// Octets the kernel keeps for a reader that is late: a quarter of a second of a gigabit.
const KERNEL_BUFFER: i32 = 32 << 20;
/// Octets allocated at once for packets.
const SLAB: usize = 1 << 20;
/// Packets between two looks at the drop counters of a busy interface.
const STATISTICS_EVERY: u32 = 4096;

/// The interfaces that can be captured on: name, and what people know it by.
pub fn interfaces() -> Result<Vec<(String, String)>, Error> {
    let devices = Device::list().map_err(|error| live_error("interfaces", &error))?;
    Ok(devices.into_iter().map(|device| (device.name.clone(), describe(device))).collect())
}

/// Packets of one or more interfaces as they pass.
pub struct LiveSource {
    taps: Vec<Tap>,
    packets: usize,
    /// Packets are copied here once; slices of it are given out.
    slab: BytesMut,
    /// Keeps every packet, so that octets can be read back; `None` once it could not be written.
    spool: Option<Spool>,
    files: Arc<Files>,
    /// Octets of this batch that are not in the spool yet.
    unwritten: Vec<u8>,
    announced: bool,
}

/// One interface.
struct Tap {
    name: String,
    capture: Capture<Active>,
    link: LinkType,
    /// Packets since the drop counters were read.
    since: u32,
    dropped: u32,
}

/// What one interface had.
enum Poll {
    Packet(Packet),
    Quiet,
}

impl LiveSource {
    /// Starts capturing on every interface in `names`, without promiscuous mode. `filter` is a BPF expression.
    pub fn open(names: &[String], filter: Option<&str>) -> Result<Self, Error> {
        let taps: Vec<Tap> = names.iter().map(|name| Tap::open(name, filter)).collect::<Result<_, _>>()?;
        if taps.is_empty() {
            return Err(Error::NoInput);
        }
        let spool = Spool::new().map_err(|source| Error::Spool { name: names.join(", "), source })?;
        let files = Arc::new(Files(vec![spool.file()]));
        let (slab, unwritten) = (BytesMut::new(), Vec::new());
        Ok(Self { taps, packets: 0, slab, spool: Some(spool), files, unwritten, announced: false })
    }

    /// Appends at most about `most` inputs. Rests a moment when there are none, so that the batch may stay empty; never `false`.
    pub fn next_batch(&mut self, batch: &mut Vec<Input>, most: usize) -> Result<bool, Error> {
        if !std::mem::replace(&mut self.announced, true) {
            let names: Vec<&str> = self.taps.iter().map(|tap| tap.name.as_str()).collect();
            batch.push(Input::File { name: names.join(", ") });
        }
        let start = batch.len();
        let share = most.div_ceil(self.taps.len().max(1)).max(1);
        for index in 0..self.taps.len() {
            for _ in 0..share {
                match self.poll(index)? {
                    Poll::Packet(packet) => batch.push(Input::Packet(packet)),
                    Poll::Quiet => break,
                }
            }
            let drops = self.taps.get_mut(index).map_or(0, Tap::new_drops);
            if drops > 0 {
                batch.push(Input::Loss(Loss::CaptureDrops(drops)));
            }
        }
        batch.extend(self.write().map(Input::Loss));
        if batch.len() == start {
            std::thread::sleep(REST);
        }
        Ok(true)
    }

    /// The octets captured; how many there will be is not known.
    pub fn progress(&self) -> (u64, u64) {
        (self.spool.as_ref().map_or(0, Spool::len), 0)
    }

    /// Reads octets back by `Packet::file_offset`.
    pub fn read_at(&self) -> Arc<dyn ReadAt> {
        Arc::clone(&self.files) as Arc<dyn ReadAt>
    }

    fn poll(&mut self, index: usize) -> Result<Poll, Error> {
        let Some(tap) = self.taps.get_mut(index) else { return Ok(Poll::Quiet) };
        let raw = match tap.capture.next_packet() {
            Ok(raw) => raw,
            Err(pcap::Error::TimeoutExpired | pcap::Error::NoMorePackets) => return Ok(Poll::Quiet),
            Err(error) => return Err(live_error(&tap.name, &error)),
        };
        tap.since += 1;
        let seconds = raw.header.ts.tv_sec.saturating_mul(1_000_000_000);
        let time = Timestamp(seconds.saturating_add(raw.header.ts.tv_usec.saturating_mul(1000)));
        let (link, original_len) = (tap.link, raw.header.len);
        let file_offset = match &self.spool {
            Some(spool) => spool.len() + self.unwritten.len() as u64,
            None => u64::MAX,
        };
        self.unwritten.extend_from_slice(raw.data);
        let bytes = keep(&mut self.slab, raw.data);
        let id = PacketId::from_index(self.packets);
        self.packets += 1;
        Ok(Poll::Packet(Packet { id, time, link, original_len, file_offset, bytes }))
    }

    /// Moves the batch to the spool. When that fails, capture goes on and says that octets cannot be read back any more.
    fn write(&mut self) -> Option<Loss> {
        let written = self.spool.as_mut().map(|spool| spool.append(&self.unwritten));
        self.unwritten.clear();
        let error = written?.err()?;
        let offset = self.spool.take().map_or(0, |spool| spool.len());
        Some(Loss::FileDamaged { offset, detail: format!("the temporary file for packets cannot be written: {error}") })
    }
}

impl Source for LiveSource {
    fn next_batch(&mut self, batch: &mut Vec<Input>, most: usize) -> Result<bool, Error> {
        Self::next_batch(self, batch, most)
    }

    fn progress(&self) -> (u64, u64) {
        Self::progress(self)
    }

    fn read_at(&self) -> Arc<dyn ReadAt> {
        Self::read_at(self)
    }
}

impl Tap {
    fn open(name: &str, filter: Option<&str>) -> Result<Self, Error> {
        let fail = |error: pcap::Error| live_error(name, &error);
        let inactive = Capture::from_device(name).map_err(fail)?;
        let inactive = inactive.promisc(false).snaplen(SNAPLEN).buffer_size(KERNEL_BUFFER).timeout(COLLECT_MS);
        let mut capture = inactive.open().map_err(fail)?.setnonblock().map_err(fail)?;
        if let Some(filter) = filter {
            let bad = |error: pcap::Error| Error::Filter { filter: filter.to_owned(), detail: error.to_string() };
            capture.filter(filter, true).map_err(bad)?;
        }
        let link = LinkType(u16::try_from(capture.get_datalink().0).unwrap_or(u16::MAX));
        Ok(Self { name: name.to_owned(), capture, link, since: STATISTICS_EVERY, dropped: 0 })
    }

    /// Packets dropped since this was asked last. A busy interface is asked now and then only.
    fn new_drops(&mut self) -> u64 {
        if self.since < STATISTICS_EVERY && self.since > 0 {
            return 0;
        }
        self.since = 1;
        let Ok(counts) = self.capture.stats() else { return 0 };
        let dropped = counts.dropped.wrapping_add(counts.if_dropped);
        let new = dropped.wrapping_sub(self.dropped);
        self.dropped = dropped;
        new.into()
    }
}

/// Copies a packet to the slab and gives its slice out.
fn keep(slab: &mut BytesMut, octets: &[u8]) -> Bytes {
    if slab.capacity() < octets.len() {
        *slab = BytesMut::with_capacity(SLAB.max(octets.len()));
    }
    slab.extend_from_slice(octets);
    slab.split().freeze()
}

fn describe(device: Device) -> String {
    let addresses: Vec<String> = device.addresses.iter().map(|address| address.addr.to_string()).collect();
    let words = device.desc.unwrap_or_else(|| if device.flags.is_loopback() { "loopback" } else { "" }.to_owned());
    let parts = [words, addresses.join(" ")];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(", ")
}

fn live_error(interface: &str, error: &pcap::Error) -> Error {
    Error::Live { interface: interface.to_owned(), detail: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::UdpSocket;

    #[test]
    fn a_packet_on_the_loopback_interface_is_captured_and_read_back() {
        let Ok(mut source) = LiveSource::open(&["lo".to_owned()], Some("udp port 47474")) else {
            eprintln!("skipped: not allowed to capture on lo");
            return;
        };
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        socket.send_to(b"seen by npscope", "127.0.0.1:47474").unwrap();
        let mut batch = Vec::new();
        for _ in 0..50 {
            assert!(source.next_batch(&mut batch, 16).unwrap());
            if batch.len() > 1 {
                break;
            }
        }
        let Some(Input::Packet(packet)) = batch.get(1) else { panic!("no packet: {batch:?}") };
        assert!(packet.bytes.ends_with(b"seen by npscope"));
        let mut back = vec![0; packet.bytes.len()];
        source.read_at().read_at(0, packet.file_offset, &mut back).unwrap();
        assert_eq!(packet.bytes, back);
    }

    #[test]
    fn a_filter_that_is_none_is_named() {
        match LiveSource::open(&["lo".to_owned()], Some("port of call")) {
            Err(error @ Error::Filter { .. }) => assert!(error.to_string().contains("port of call")),
            Err(Error::Live { .. }) => eprintln!("skipped: not allowed to capture on lo"),
            other => panic!("accepted: {}", other.is_ok()),
        }
    }

    #[test]
    fn an_unknown_interface_is_an_error_that_names_it() {
        let error = LiveSource::open(&["no such interface".to_owned()], None).err().unwrap();
        assert!(error.to_string().starts_with("no such interface: cannot capture"));
    }
}
