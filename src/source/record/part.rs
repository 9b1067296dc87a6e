//! One file of a recording, as those see it who read it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::source::backing::{Backing, Extent, read_file};

/// Octets that were written whole can be read; the rest does not exist yet.
pub(in crate::source) struct Part {
    pub(super) name: String,
    /// `None` once it was overwritten, or when it cannot be read back.
    file: Mutex<Option<Arc<File>>>,
    len: AtomicU64,
    packets: AtomicU64,
    open: AtomicBool,
    gone: AtomicBool,
}

impl Part {
    pub(super) fn new(name: String, file: Option<File>) -> Self {
        Self {
            name,
            file: Mutex::new(file.map(Arc::new)),
            len: AtomicU64::new(0),
            packets: AtomicU64::new(0),
            open: AtomicBool::new(true),
            gone: AtomicBool::new(false),
        }
    }

    /// More was written: octets and packets in all.
    pub(super) fn grow(&self, len: u64, packets: u64) {
        self.packets.store(packets, Ordering::Release);
        self.len.store(len, Ordering::Release);
    }

    /// Nothing more is written.
    pub(super) fn finish(&self) {
        self.open.store(false, Ordering::Release);
    }

    /// Its octets are gone. The room on the disk is free when nobody reads them any more.
    pub(super) fn overwrite(&self) {
        self.gone.store(true, Ordering::Release);
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn file(&self) -> io::Result<Arc<File>> {
        let held = self.file.lock().unwrap_or_else(PoisonError::into_inner).clone();
        held.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the ring of capture files has overwritten these octets"))
    }
}

impl Backing for Part {
    fn extent(&self) -> Extent {
        // Whether it is open is asked first: what is written afterwards is seen then.
        let open = self.open.load(Ordering::Acquire);
        Extent { len: self.len.load(Ordering::Acquire), open }
    }

    fn read(&self, at: u64, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
        read_file(&*self.file()?, at, most, out)
    }

    fn read_exact(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.file()?.read_exact_at(buffer, at)
    }

    fn overwritten(&self) -> Option<u64> {
        self.gone.load(Ordering::Acquire).then(|| self.packets.load(Ordering::Acquire))
    }

    fn may_be_empty(&self) -> bool {
        true
    }
}
