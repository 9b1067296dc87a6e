//! Live interfaces, through libpcap. A thread of its own writes what passes to the recording, from where it is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pcap::{Active, Capture, Device, Precision};

use super::FileSource;
use super::error::Error;
use super::producer::Producer;
use super::record::{InterfaceRecord, PacketRecord, Recorded, Recorder, Recording, TapeSupply};
use crate::base::input::LinkType;
use crate::base::time::Timestamp;

/// Milliseconds for which the kernel collects packets before it shows them.
const COLLECT_MS: i32 = 20;
/// How long to rest when no interface had a packet. The library itself may wait for ever on a quiet one, and then nobody could
/// stop the capture.
const REST: Duration = Duration::from_millis(5);
/// Packets taken from one interface before the next one is looked at.
const SHARE: usize = 1024;
/// Rounds between two looks at the drop counters.
const STATISTICS_EVERY: u32 = 64;

/// What is captured, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveOptions {
    /// Names of interfaces; `any` is all of them.
    pub interfaces: Vec<String>,
    /// Capture filter (BPF).
    pub filter: Option<String>,
    /// Octets of a packet that are captured.
    pub snaplen: u32,
    /// Octets the kernel keeps for a reader that is late.
    pub buffer: u32,
    /// Whether to take packets for others too.
    pub promiscuous: bool,
}

/// The interfaces that can be captured on: name, and what people know it by.
pub fn interfaces() -> Result<Vec<(String, String)>, Error> {
    let devices = Device::list().map_err(|error| live_error("interfaces", &error))?;
    Ok(devices.into_iter().map(|device| (device.name.clone(), describe(device))).collect())
}

/// An open capture that has not begun.
pub struct Live {
    taps: Vec<Tap>,
    recorder: Recorder,
}

/// One interface.
struct Tap {
    name: String,
    capture: Capture<Active>,
    /// Nanoseconds of one unit of the fraction of a time stamp.
    unit: i64,
    /// It is gone, and nothing more comes.
    over: bool,
}

impl Live {
    /// Opens every interface, and the recording.
    pub fn open(options: &LiveOptions, recording: &Recording) -> Result<Self, Error> {
        let taps: Vec<Tap> = options.interfaces.iter().map(|name| Tap::open(name, options)).collect::<Result<_, _>>()?;
        if taps.is_empty() {
            return Err(Error::NoInput);
        }
        let records = taps.iter().map(|tap| tap.record(options)).collect();
        let recorder = Recorder::begin(recording, &options.interfaces.join(", "), records)?;
        Ok(Self { taps, recorder })
    }

    /// Captures in the background; the source gives what was recorded.
    pub fn start(self) -> Result<FileSource, Error> {
        let tape = self.recorder.tape();
        let (told, name) = (Arc::clone(&tape), self.taps.iter().map(|tap| tap.name.as_str()).collect::<Vec<_>>().join(", "));
        let work = move |stop: &AtomicBool| {
            // The recording ends when it is dropped: what went wrong is told before.
            let mut live = self;
            match live.capture(&|| stop.load(Ordering::Acquire), u64::MAX, &mut |_| {}) {
                Ok(None) => {}
                Ok(Some(why)) | Err(why) => told.fail(why),
            }
        };
        let producer = Producer::start("capture", work).map_err(|source| Error::Record { name, source })?;
        Ok(FileSource::of_recording(Box::new(TapeSupply(tape)), producer))
    }

    /// Captures until told to stop, until `most` packets were captured, or until no interface is left. `tick` hears how much was
    /// recorded, some times a second. Answers with what was recorded and, when an interface went away, with that.
    pub fn run(mut self, stop: &dyn Fn() -> bool, most: u64, tick: &mut dyn FnMut(&Recorded)) -> Result<(Recorded, Option<Error>), Error> {
        let gone = self.capture(stop, most, tick)?;
        Ok((self.recorder.close()?, gone))
    }

    fn capture(&mut self, stop: &dyn Fn() -> bool, most: u64, tick: &mut dyn FnMut(&Recorded)) -> Result<Option<Error>, Error> {
        let mut round: u32 = 0;
        let mut gone = None;
        while !stop() && self.recorder.counts().packets < most {
            let mut quiet = true;
            for at in 0..self.taps.len() {
                match self.take(at, most) {
                    Ok(taken) => quiet &= !taken,
                    Err(error @ Error::Record { .. }) => return Err(error),
                    Err(error) => gone = Some(error),
                }
            }
            if quiet || round.is_multiple_of(STATISTICS_EVERY) {
                self.count_drops()?;
            }
            self.recorder.flush()?;
            if self.taps.iter().all(|tap| tap.over) {
                break;
            }
            tick(self.recorder.counts());
            round = round.wrapping_add(1);
            if quiet {
                std::thread::sleep(REST);
            }
        }
        self.count_drops()?;
        Ok(gone)
    }

    /// Takes what one interface has. Answers whether it had something.
    fn take(&mut self, at: usize, most: u64) -> Result<bool, Error> {
        let Some(tap) = self.taps.get_mut(at).filter(|tap| !tap.over) else { return Ok(false) };
        let number = u32::try_from(at).unwrap_or(u32::MAX);
        for taken in 0..SHARE {
            if self.recorder.counts().packets >= most {
                return Ok(true);
            }
            let raw = match tap.capture.next_packet() {
                Ok(raw) => raw,
                Err(pcap::Error::TimeoutExpired | pcap::Error::NoMorePackets) => return Ok(taken > 0),
                Err(error) => {
                    tap.over = true;
                    return Err(Error::InterfaceGone { interface: tap.name.clone(), detail: words(&error) });
                }
            };
            let seconds = raw.header.ts.tv_sec.saturating_mul(1_000_000_000);
            let time = Timestamp(seconds.saturating_add(raw.header.ts.tv_usec.saturating_mul(tap.unit)));
            self.recorder.packet(number, &PacketRecord { time, original_len: raw.header.len, octets: raw.data })?;
        }
        Ok(true)
    }

    fn count_drops(&mut self) -> Result<(), Error> {
        for (at, tap) in self.taps.iter_mut().enumerate() {
            if let Ok(counts) = tap.capture.stats() {
                self.recorder.drops(at, counts.if_dropped.into(), counts.dropped.into())?;
            }
        }
        Ok(())
    }
}

impl Tap {
    fn open(name: &str, options: &LiveOptions) -> Result<Self, Error> {
        let fail = |error: pcap::Error| live_error(name, &error);
        let ready = || -> Result<Capture<pcap::Inactive>, Error> {
            let inactive = Capture::from_device(name).map_err(fail)?;
            let number = |octets: u32| i32::try_from(octets).unwrap_or(i32::MAX);
            let inactive = inactive.promisc(options.promiscuous).snaplen(number(options.snaplen));
            Ok(inactive.buffer_size(number(options.buffer)).timeout(COLLECT_MS))
        };
        // Where nanoseconds are not to be had, microseconds are.
        let (opened, unit) = match ready()?.precision(Precision::Nano).open() {
            Ok(opened) => (opened, 1),
            Err(_) => (ready()?.open().map_err(fail)?, 1000),
        };
        let mut capture = opened.setnonblock().map_err(fail)?;
        if let Some(filter) = &options.filter {
            let bad = |error: pcap::Error| Error::Filter { filter: filter.clone(), detail: words(&error) };
            capture.filter(filter, true).map_err(bad)?;
        }
        Ok(Self { name: name.to_owned(), capture, unit, over: false })
    }

    fn record(&self, options: &LiveOptions) -> InterfaceRecord {
        let link = LinkType(u16::try_from(self.capture.get_datalink().0).unwrap_or(u16::MAX));
        InterfaceRecord { name: self.name.clone(), link, snaplen: options.snaplen, filter: options.filter.clone() }
    }
}

fn describe(device: Device) -> String {
    let addresses: Vec<String> = device.addresses.iter().map(|address| address.addr.to_string()).collect();
    let words = device.desc.unwrap_or_else(|| if device.flags.is_loopback() { "loopback" } else { "" }.to_owned());
    let parts = [words, addresses.join(" ")];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// What the library said, without its own repetition of the name of the error.
fn words(error: &pcap::Error) -> String {
    let text = if let pcap::Error::PcapError(text) = error { text.clone() } else { error.to_string() };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The error of opening an interface, told apart by what the library says: it has no codes for that here.
fn live_error(interface: &str, error: &pcap::Error) -> Error {
    let (interface, detail) = (interface.to_owned(), words(error));
    let lower = detail.to_ascii_lowercase();
    if lower.contains("permission") || lower.contains("not permitted") {
        Error::MayNotCapture { interface }
    } else if lower.contains("no such device") || lower.contains("doesn't exist") {
        Error::NoInterface { interface }
    } else if lower.contains("is not up") || lower.contains("network is down") {
        Error::InterfaceGone { interface, detail }
    } else {
        Error::Live { interface, detail }
    }
}

#[cfg(test)]
mod tests {
    use std::net::UdpSocket;

    use super::*;
    use crate::base::input::Input;
    use crate::source::Source as _;

    fn on_loopback(filter: &str) -> Result<Live, Error> {
        let options = LiveOptions {
            interfaces: vec!["lo".to_owned()],
            filter: Some(filter.to_owned()),
            snaplen: 262_144,
            buffer: 2 << 20,
            promiscuous: false,
        };
        Live::open(&options, &Recording::default())
    }

    #[test]
    fn a_packet_on_the_loopback_interface_is_recorded_and_read_back() {
        let Ok(live) = on_loopback("udp port 47474") else {
            eprintln!("skipped: not allowed to capture on lo");
            return;
        };
        let mut source = live.start().unwrap();
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        let mut batch = Vec::new();
        for _ in 0..400 {
            socket.send_to(b"seen by npscope", "127.0.0.1:47474").unwrap();
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
        source.stop();
        while source.next_batch(&mut batch, 1000).unwrap() {}
        let mut again = source.again();
        let mut second = Vec::new();
        while again.next_batch(&mut second, 1000).unwrap() {}
        assert_eq!(format!("{batch:?}"), format!("{second:?}"));
    }

    #[test]
    fn a_filter_that_is_none_is_named() {
        match on_loopback("port of call") {
            Err(error @ Error::Filter { .. }) => assert!(error.to_string().contains("port of call")),
            Err(Error::MayNotCapture { .. }) => eprintln!("skipped: not allowed to capture on lo"),
            other => panic!("accepted: {:?}", other.err()),
        }
    }

    #[test]
    fn errors_say_what_to_do() {
        let told = |text: &str| live_error("eth9", &pcap::Error::PcapError(text.to_owned())).to_string();
        assert!(told("socket: Operation not permitted").contains("setcap cap_net_raw,cap_net_admin=eip"));
        assert!(told("eth9: No such device exists").contains("npscope -D"));
        assert!(told("eth9: That device is not up").contains("gone or down"));
    }
}
