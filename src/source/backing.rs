//! Where the octets of an input lie, so that any of them can be read at any time by anybody who shares it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use rustix::buffer::spare_capacity;

/// How far an input reaches now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extent {
    /// Octets that can be read.
    pub(super) len: u64,
    /// Whether more may come.
    pub(super) open: bool,
}

/// Octets of one input.
pub(super) trait Backing: Send + Sync {
    /// How far they reach now.
    fn extent(&self) -> Extent;

    /// Somebody needs octets up to `until`: brings them, where nobody else does.
    fn want(&self, _until: u64) {}

    /// Appends octets from `at` on, at most `most`; the spare room of `out` is not cleared first.
    fn read(&self, at: u64, most: usize, out: &mut Vec<u8>) -> io::Result<usize>;

    /// Fills `buffer` from `at`.
    fn read_exact(&self, at: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Why the input broke off.
    fn damage(&self) -> Option<String> {
        None
    }

    /// Why its octets could not be kept, once.
    fn failure(&self) -> Option<io::Error> {
        None
    }

    /// Packets that were in it, once its octets are gone because newer ones needed the room.
    fn overwritten(&self) -> Option<u64> {
        None
    }

    /// Whether it may be without octets at first, and even stay so: its writer has just begun it.
    fn may_be_empty(&self) -> bool {
        false
    }

    /// Nothing more is expected: what has not come by now does not come.
    fn close(&self) {}
}

/// Appends octets of a file from `at` on, at most `most`.
pub(super) fn read_file(file: &File, at: u64, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
    let start = out.len();
    out.reserve(most);
    while out.len() - start < most {
        // Only the spare room is filled, and that is at least what was reserved.
        let from = at + (out.len() - start) as u64;
        match rustix::io::pread(file, spare_capacity(out), from) {
            Ok(0) => break,
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    out.truncate(start + most);
    Ok(out.len() - start)
}

/// Octets at the front and at the end of a file by which it is known again: packets with their times.
const PROBE: u64 = 4096;

/// A file as it is when it is opened. Its writer may append; what takes its place is noticed.
pub(super) struct Fixed {
    file: File,
    len: u64,
    /// What stood at its front and at its end.
    ends: [Vec<u8>; 2],
    /// When it was changed last, as far as is known.
    changed: Mutex<Option<SystemTime>>,
}

impl Fixed {
    pub(super) fn new(file: File, len: u64) -> io::Result<Self> {
        let changed = file.metadata()?.modified().ok();
        let ends = probe(&file, len)?;
        Ok(Self { file, len, ends, changed: Mutex::new(changed) })
    }

    /// Whether it is still the same, as far as it was there when it was opened. Looked at again only when it was changed.
    fn check(&self) -> io::Result<()> {
        let now = self.file.metadata()?.modified().ok();
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        if now.is_some() && *changed == now {
            return Ok(());
        }
        if probe(&self.file, self.len)? != self.ends {
            return Err(io::Error::other("the file was written anew since it was opened"));
        }
        *changed = now;
        Ok(())
    }
}

/// The octets at the front and at the end of the first `len`.
fn probe(file: &File, len: u64) -> io::Result<[Vec<u8>; 2]> {
    let most = len.min(PROBE);
    let mut ends = [Vec::new(), Vec::new()];
    for (from, end) in [0, len - most].into_iter().zip(&mut ends) {
        read_file(file, from, usize::try_from(most).unwrap_or_default(), end)?;
    }
    Ok(ends)
}

impl Backing for Fixed {
    fn extent(&self) -> Extent {
        Extent { len: self.len, open: false }
    }

    fn read(&self, at: u64, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
        self.check()?;
        read_file(&self.file, at, most, out)
    }

    fn read_exact(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.check()?;
        self.file.read_exact_at(buffer, at)
    }
}

/// A file that somebody still writes.
pub(super) struct Growing {
    pub(super) file: File,
    closed: AtomicBool,
    /// Octets it had at most.
    reached: AtomicU64,
    /// It became shorter: what it holds now is not what was read.
    cut: AtomicBool,
}

impl Growing {
    pub(super) const fn new(file: File) -> Self {
        Self { file, closed: AtomicBool::new(false), reached: AtomicU64::new(0), cut: AtomicBool::new(false) }
    }

    /// Octets it has now, when they are still those that it had before and more.
    fn len(&self) -> io::Result<u64> {
        let len = self.file.metadata().map_or(0, |metadata| metadata.len());
        if self.reached.fetch_max(len, Ordering::AcqRel) > len {
            self.cut.store(true, Ordering::Release);
        }
        if self.cut.load(Ordering::Acquire) { Err(io::Error::other(CUT)) } else { Ok(len) }
    }
}

/// Why a file that was cut is not read on, nor read back.
const CUT: &str = "the file was cut, or written anew, while it was followed";

impl Backing for Growing {
    fn extent(&self) -> Extent {
        let open = !self.closed.load(Ordering::Acquire);
        self.len().map_or(Extent { len: 0, open: false }, |len| Extent { len, open })
    }

    fn read(&self, at: u64, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
        read_file(&self.file, at, most, out)
    }

    fn read_exact(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.len()?;
        self.file.read_exact_at(buffer, at)
    }

    fn damage(&self) -> Option<String> {
        self.cut.load(Ordering::Acquire).then(|| CUT.to_owned())
    }

    fn may_be_empty(&self) -> bool {
        true
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }
}

/// A capture in memory.
pub(super) struct Held(pub(super) Vec<u8>);

impl Held {
    fn from(&self, at: u64) -> &[u8] {
        usize::try_from(at).ok().and_then(|at| self.0.get(at..)).unwrap_or_default()
    }
}

impl Backing for Held {
    fn extent(&self) -> Extent {
        Extent { len: self.0.len() as u64, open: false }
    }

    fn read(&self, at: u64, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
        let rest = self.from(at);
        let part = rest.get(..most).unwrap_or(rest);
        out.extend_from_slice(part);
        Ok(part.len())
    }

    fn read_exact(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        let octets = self.from(at).get(..buffer.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(octets);
        Ok(())
    }
}
