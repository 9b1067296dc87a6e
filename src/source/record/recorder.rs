//! Writes what passes, and goes on to another file when the ring asks for it.
#![expect(clippy::disallowed_methods, reason = "files of a ring are cut and named by the clock")]

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::Recorded;
use super::part::Part;
use super::settings::{Recording, Ring};
use super::tape::Tape;
use super::writer::{InterfaceRecord, PacketRecord, PcapngWriter};
use crate::base::time::Timestamp;
use crate::source::error::Error;

/// Octets gathered before they are written without being asked for.
const GATHER: usize = 1 << 20;

/// Writes a recording. What was written can be read once [`Recorder::flush`] was called.
pub(in crate::source) struct Recorder {
    recording: Recording,
    ring: Ring,
    /// What is captured, as people name it.
    title: String,
    interfaces: Vec<InterfaceRecord>,
    /// Packets dropped by each interface and its kernel buffer, as last told.
    told: Vec<[u64; 2]>,
    /// Packets that npscope dropped and has not written down yet.
    lost: u64,
    tape: Arc<Tape>,
    kept: VecDeque<(Arc<Part>, Option<PathBuf>)>,
    now: Current,
    serial: u64,
    counts: Recorded,
    last: Timestamp,
}

/// The file being written.
struct Current {
    part: Arc<Part>,
    sink: File,
    writer: PcapngWriter<Vec<u8>>,
    written: u64,
    packets: u64,
    began: Instant,
    /// What [`Recorder::told`] was when it began: its statistics count from there.
    #[cfg_attr(not(feature = "live"), expect(dead_code, reason = "a relay has no kernel that drops"))]
    base: Vec<[u64; 2]>,
}

impl Recorder {
    /// Begins a recording of `interfaces`.
    pub(in crate::source) fn begin(recording: &Recording, title: &str, interfaces: Vec<InterfaceRecord>) -> Result<Self, Error> {
        let tape = Arc::new(Tape::default());
        let told = vec![[0; 2]; interfaces.len()];
        let (now, path) = Current::open(recording, title, 1, &interfaces, &told)?;
        tape.push(&now.part);
        let mut recorder = Self {
            ring: recording.ring(),
            recording: recording.clone(),
            title: title.to_owned(),
            kept: VecDeque::from([(Arc::clone(&now.part), path)]),
            interfaces,
            told,
            lost: 0,
            tape,
            now,
            serial: 1,
            counts: Recorded { files: 1, ..Recorded::default() },
            last: Timestamp(0),
        };
        recorder.flush()?;
        Ok(recorder)
    }

    /// What readers read.
    pub(in crate::source) fn tape(&self) -> Arc<Tape> {
        Arc::clone(&self.tape)
    }

    /// What was written so far.
    #[cfg(feature = "live")]
    pub(in crate::source) const fn counts(&self) -> &Recorded {
        &self.counts
    }

    /// Takes a packet of an interface.
    pub(in crate::source) fn packet(&mut self, interface: u32, packet: &PacketRecord<'_>) -> Result<(), Error> {
        let waits = self.now.writer.out().len();
        if self.now.packets > 0 && self.is_full(waits as u64) {
            self.next_file()?;
        }
        let lost = std::mem::take(&mut self.lost);
        self.now.writer.packet_of(interface, packet, lost).map_err(|error| self.failed(error))?;
        self.now.packets += 1;
        self.counts.packets += 1;
        self.last = packet.time;
        if self.now.writer.out().len() >= GATHER { self.flush() } else { Ok(()) }
    }

    /// Takes note of how many packets of an interface were dropped since the capture began.
    #[cfg(feature = "live")]
    pub(in crate::source) fn drops(&mut self, interface: usize, by_interface: u64, by_kernel: u64) -> Result<(), Error> {
        let Some(told) = self.told.get_mut(interface).filter(|told| **told != [by_interface, by_kernel]) else { return Ok(()) };
        *told = [by_interface, by_kernel];
        self.counts.dropped =
            [self.told.iter().map(|told| told[1]).sum(), self.told.iter().map(|told| told[0]).sum(), self.counts.dropped[2]];
        let base = self.now.base.get(interface).copied().unwrap_or_default();
        let counts = [by_interface.saturating_sub(base[0]), by_kernel.saturating_sub(base[1]), 0];
        let number = u32::try_from(interface).unwrap_or(u32::MAX);
        self.now.writer.statistics(number, self.last, counts).map_err(|error| self.failed(error))
    }

    /// Takes note of packets that npscope itself dropped.
    pub(in crate::source) const fn lost(&mut self, count: u64) {
        self.lost = self.lost.saturating_add(count);
        self.counts.dropped[2] = self.counts.dropped[2].saturating_add(count);
    }

    /// Writes what is gathered and lets readers see it.
    pub(in crate::source) fn flush(&mut self) -> Result<(), Error> {
        let gathered = self.now.writer.out().len() as u64;
        if gathered > 0 {
            let written = self.now.write();
            written.map_err(|error| self.failed(error))?;
            self.counts.octets += gathered;
        }
        Ok(())
    }

    /// Ends the recording.
    pub(in crate::source) fn close(mut self) -> Result<Recorded, Error> {
        if self.lost > 0 {
            let counts = [0, 0, self.lost];
            self.now.writer.statistics(0, self.last, counts).map_err(|error| self.failed(error))?;
        }
        self.flush()?;
        Ok(self.counts)
    }

    fn is_full(&self, waits: u64) -> bool {
        let by_size = self.ring.octets.is_some_and(|most| self.now.written + waits >= most);
        by_size || self.ring.time.is_some_and(|most| self.now.began.elapsed() >= most)
    }

    fn next_file(&mut self) -> Result<(), Error> {
        self.flush()?;
        self.now.part.finish();
        self.serial += 1;
        let (now, path) = Current::open(&self.recording, &self.title, self.serial, &self.interfaces, &self.told)?;
        self.kept.push_back((Arc::clone(&now.part), path));
        while self.ring.files.is_some_and(|most| self.kept.len() > most.max(1)) {
            let Some((part, path)) = self.kept.pop_front() else { break };
            part.overwrite();
            // Whoever removed it before does what is wanted.
            path.map(std::fs::remove_file);
        }
        self.tape.push(&now.part);
        self.now = now;
        self.counts.files += 1;
        self.flush()
    }

    fn failed(&self, source: io::Error) -> Error {
        let name = self.recording.path.as_ref().map_or_else(|| "the temporary file".to_owned(), |path| path.display().to_string());
        Error::Record { name, source }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let _ = self.flush();
        self.now.part.finish();
        self.tape.end();
    }
}

impl Current {
    fn open(
        recording: &Recording,
        title: &str,
        serial: u64,
        interfaces: &[InterfaceRecord],
        told: &[[u64; 2]],
    ) -> Result<(Self, Option<PathBuf>), Error> {
        let path = recording.path.as_deref().map(|path| if recording.is_ring() { in_ring(path, serial) } else { path.to_owned() });
        let name = path.as_ref().map_or_else(|| title.to_owned(), |path| path.display().to_string());
        let fail = |source| Error::Record { name: name.clone(), source };
        let sink = sink(path.as_deref()).map_err(fail)?;
        let back = if path.as_deref() == Some(Path::new("-")) { None } else { Some(sink.try_clone().map_err(fail)?) };
        let mut writer = PcapngWriter::new(Vec::new()).map_err(fail)?;
        for interface in interfaces {
            writer.interface(interface).map_err(fail)?;
        }
        let part = Arc::new(Part::new(name.clone(), back));
        Ok((Self { part, sink, writer, written: 0, packets: 0, began: Instant::now(), base: told.to_vec() }, path))
    }

    fn write(&mut self) -> io::Result<()> {
        let gathered = self.writer.out();
        self.sink.write_all(gathered)?;
        self.written += gathered.len() as u64;
        gathered.clear();
        self.part.grow(self.written, self.packets);
        Ok(())
    }
}

/// The name of a file of a ring: `NAME_00001_20260730120000.EXT`, as other programs that write rings name theirs.
fn in_ring(path: &Path, serial: u64) -> PathBuf {
    let stamp: String = now().to_string().chars().filter(char::is_ascii_digit).take(14).collect();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}_{serial:05}_{stamp}{extension}"))
}

pub(in crate::source) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
}

/// A file for the owner's eyes alone.
fn sink(path: Option<&Path>) -> io::Result<File> {
    match path {
        None => tempfile::tempfile(),
        Some(path) if path.as_os_str() == "-" => Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?)),
        Some(path) => OpenOptions::new().read(true).write(true).create(true).truncate(true).mode(0o600).open(path),
    }
}
