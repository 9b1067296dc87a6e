//! One input of a reader: its name, and where its octets lie.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::os::fd::AsFd as _;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use flate2::read::MultiGzDecoder;

use crate::base::limits::Limits;

use super::backing::{Backing, Extent, Fixed, Growing, Held};
use super::error::Error;
use super::format::{MAGIC_LEN, is_gzip};
use super::spool::Spool;
use super::threads::Threads;

/// Octets unpacked at once.
const PACKED: usize = 256 << 10;
/// Octets at the front that show what a file is.
const FRONT: usize = 16;
/// How long to rest when nothing has come.
pub(super) const REST: Duration = Duration::from_millis(5);

/// One input. Octets are read from the front to the end, and any read octet can be read again.
#[derive(Clone)]
pub(super) struct Medium {
    name: String,
    backing: Arc<dyn Backing>,
    /// Why reading it broke off.
    damage: Option<String>,
    told: bool,
    /// Whether it is a file of which all octets were there when it was opened.
    whole: bool,
}

impl Medium {
    /// An input whose octets lie in `backing`.
    pub(super) fn new(name: String, backing: Arc<dyn Backing>) -> Self {
        Self { name, backing, damage: None, told: false, whole: false }
    }

    /// Opens a path; `-` is standard input. With `follow`, a file is read on as it grows. `threads` are those that may unpack.
    pub(super) fn open(path: &Path, follow: bool, threads: &mut Threads) -> Result<Self, Error> {
        if path.as_os_str() == "-" {
            // A descriptor of its own: the interface reads keys where standard input was.
            let own = io::stdin().as_fd().try_clone_to_owned().map_err(|error| Error::from_io("standard input", error))?;
            return Self::stream("standard input".to_owned(), Box::new(File::from(own)), threads.take_for_pipe());
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Error::from_io(&name, error))?;
        let metadata = file.metadata().map_err(|error| Error::from_io(&name, error))?;
        if metadata.is_dir() {
            return Err(Error::Directory { name });
        }
        if !metadata.is_file() {
            return Self::stream(name, Box::new(file), threads.take_for_pipe());
        }
        let mut front = [0; 2];
        let front_len = file.read_at(&mut front, 0).map_err(|error| Error::from_io(&name, error))?;
        if is_gzip(front.get(..front_len).unwrap_or_default()) {
            return Ok(Self { whole: !follow, ..Self::stream(name, Box::new(file), threads.take())? });
        }
        if follow {
            return Ok(Self::new(name, Arc::new(Growing::new(file))));
        }
        let fixed = Fixed::new(file, metadata.len()).map_err(|error| Error::from_io(&name, error))?;
        Ok(Self { whole: true, ..Self::new(name, Arc::new(fixed)) })
    }

    /// A capture in memory.
    pub(super) fn of_octets(name: &str, octets: Vec<u8>) -> Result<Self, Error> {
        if is_gzip(&octets) {
            return Self::stream(name.to_owned(), Box::new(Cursor::new(octets)), true);
        }
        Ok(Self::new(name.to_owned(), Arc::new(Held(octets))))
    }

    /// A stream, gzip-compressed or not; `threaded` when a thread of its own reads it.
    pub(super) fn stream(name: String, mut reader: Box<dyn Read + Send>, threaded: bool) -> Result<Self, Error> {
        let front = read_front(&mut reader).map_err(|error| Error::from_io(&name, error))?;
        let packed = is_gzip(&front);
        let whole = Cursor::new(front).chain(reader);
        let reader: Box<dyn Read + Send> =
            if packed { Box::new(MultiGzDecoder::new(BufReader::with_capacity(PACKED, whole))) } else { Box::new(whole) };
        let spool =
            Spool::feed(reader, Limits::default().spool_octets, threaded).map_err(|source| Error::Spool { name: name.clone(), source })?;
        Ok(Self::new(name, spool))
    }

    /// Its name, as people know it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is a file of which all octets were there when it was opened.
    pub(super) const fn is_whole(&self) -> bool {
        self.whole
    }

    /// What its octets can be read back from.
    pub(super) const fn backing(&self) -> &Arc<dyn Backing> {
        &self.backing
    }

    /// How far it reaches now. The error says why its octets cannot be kept.
    pub(super) fn extent(&self) -> Result<Extent, Error> {
        let extent = self.backing.extent();
        match if extent.open { None } else { self.backing.failure() } {
            Some(source) => Err(Error::Spool { name: self.name.clone(), source }),
            None => Ok(extent),
        }
    }

    /// Brings octets up to `until`, where nobody else does.
    pub(super) fn want(&self, until: u64) {
        self.backing.want(until);
    }

    /// Whether more may come.
    pub(super) fn is_open(&self) -> bool {
        self.backing.extent().open
    }

    /// Octets in all; `None` while more may come.
    pub(super) fn total(&self) -> Option<u64> {
        let extent = self.backing.extent();
        (!extent.open).then_some(extent.len)
    }

    /// Why it broke off, once.
    pub(super) fn take_damage(&mut self) -> Option<String> {
        let found = self.damage.take().or_else(|| if self.told { None } else { self.backing.damage() });
        self.told |= found.is_some();
        found
    }

    /// Appends octets from `at` on, at most `most` of those there are.
    pub(super) fn read(&mut self, at: u64, most: usize, out: &mut Vec<u8>) -> usize {
        match self.backing.read(at, most, out) {
            Ok(count) => count,
            Err(error) => {
                self.damage = Some(format!("reading failed: {error}"));
                0
            }
        }
    }

    /// The first octets, as far as they have come.
    pub(super) fn front(&mut self) -> Vec<u8> {
        let mut front = Vec::new();
        self.read(0, FRONT, &mut front);
        front
    }

    /// Waits until enough has come to tell what it is.
    pub(super) fn await_front(&self) -> Result<(), Error> {
        self.want(FRONT as u64);
        loop {
            let extent = self.extent()?;
            if !extent.open || extent.len >= FRONT as u64 {
                return Ok(());
            }
            std::thread::sleep(REST);
        }
    }
}

/// The first octets of a stream: enough to tell whether it is compressed.
fn read_front(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut front = Vec::with_capacity(MAGIC_LEN);
    reader.take(MAGIC_LEN as u64).read_to_end(&mut front)?;
    Ok(front)
}
