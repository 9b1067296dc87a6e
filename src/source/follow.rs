//! Following a file that grows: when it is one of a ring of files, the next one comes after it.
#![expect(clippy::disallowed_methods, reason = "looking at a folder is paced by the clock; nothing read comes from it")]

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::error::Error;
use super::medium::Medium;
use super::supply::{More, Supply};
use super::threads::Threads;

/// Time between two looks at the folder.
const LOOK: Duration = Duration::from_millis(250);

/// Knows which file comes after another.
pub(super) struct Follower {
    ring: Arc<Mutex<Ring>>,
    looked: Option<Instant>,
    stopped: Arc<AtomicBool>,
}

/// The files that were begun, and those that follow them.
struct Ring {
    /// Input number of the first of them.
    base: usize,
    files: Vec<Followed>,
}

struct Followed {
    path: PathBuf,
    /// Device and inode: a file of the same name may take its place.
    identity: Option<(u64, u64)>,
    /// Octets it had at most.
    len: u64,
    /// It became shorter.
    cut: bool,
    medium: Option<Medium>,
}

impl Follower {
    /// Follows the file at `path`, which is input number `base`.
    pub(super) fn new(path: &Path, base: usize) -> Self {
        let files = vec![Followed::new(path, None)];
        Self { ring: Arc::new(Mutex::new(Ring { base, files })), looked: None, stopped: Arc::new(AtomicBool::new(false)) }
    }
}

impl Supply for Follower {
    fn next(&mut self, at: usize) -> Result<More, Error> {
        let mut ring = self.ring.lock().unwrap_or_else(PoisonError::into_inner);
        let base = ring.base;
        if let Some(medium) = at.checked_sub(base).and_then(|at| ring.files.get(at)).and_then(|file| file.medium.clone()) {
            return Ok(More::Input(medium));
        }
        if self.stopped.load(Ordering::Acquire) {
            return Ok(More::End);
        }
        let Some(path) = ring.files.last_mut().and_then(Followed::look) else { return Ok(More::Wait) };
        let medium = Medium::open(&path, true, &mut Threads::new(1).with_pipes())?;
        ring.files.push(Followed::new(&path, Some(medium.clone())));
        Ok(More::Input(medium))
    }

    fn is_over(&mut self, at: usize, _medium: &Medium) -> bool {
        if self.stopped.load(Ordering::Acquire) {
            return true;
        }
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOK) {
            return false;
        }
        self.looked = Some(Instant::now());
        let mut ring = self.ring.lock().unwrap_or_else(PoisonError::into_inner);
        let base = ring.base;
        let is_last = at + 1 == base + ring.files.len();
        let Some(file) = at.checked_sub(base).and_then(|at| ring.files.get_mut(at)) else { return at < base };
        // Whoever goes on to the next file has written the last of this one before; one more look is sure to see it.
        let grew = file.take_growth();
        !is_last || (!grew && file.successor().is_some())
    }

    fn again(&self) -> Box<dyn Supply> {
        Box::new(Self { ring: Arc::clone(&self.ring), looked: None, stopped: Arc::clone(&self.stopped) })
    }

    fn stop(&mut self) {
        self.stopped.store(true, Ordering::Release);
    }
}

impl Followed {
    fn new(path: &Path, medium: Option<Medium>) -> Self {
        let metadata = std::fs::metadata(path).ok();
        Self { path: path.to_owned(), identity: metadata.as_ref().map(identity), len: 0, cut: false, medium }
    }

    /// Whether it has more octets than at the last look.
    fn take_growth(&mut self) -> bool {
        let Ok(metadata) = std::fs::metadata(&self.path) else { return false };
        if Some(identity(&metadata)) != self.identity {
            return false;
        }
        self.cut |= metadata.len() < self.len;
        let grew = !self.cut && metadata.len() > self.len;
        self.len = self.len.max(metadata.len());
        grew
    }

    /// The file that comes after it, by how it is now.
    fn look(&mut self) -> Option<PathBuf> {
        self.take_growth();
        self.successor()
    }

    /// The file that comes after it: one that took its name, or the next of the ring.
    fn successor(&self) -> Option<PathBuf> {
        let now = std::fs::metadata(&self.path).ok();
        if self.cut || now.is_some_and(|now| Some(identity(&now)) != self.identity) {
            return Some(self.path.clone());
        }
        next_of_ring(&self.path)
    }
}

fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}

/// The next file of a ring: `NAME_00002_TIME.EXT` after `NAME_00001_TIME.EXT`, else `NAME2` after `NAME1` and `NAME1` after `NAME`.
fn next_of_ring(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    if let Some((stem, number, rest)) = numbered(name) {
        let wanted = format!("{stem}_{:05}", number + 1);
        let names = std::fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let is_next = |name: &String| {
            name.strip_prefix(&wanted).is_some_and(|tail| tail == rest || tail.len() == rest.len() && tail.starts_with('_'))
        };
        return names.filter(is_next).min().map(|name| folder.join(name));
    }
    let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (stem, number) = name.split_at(name.len() - digits);
    let next = number.parse::<u64>().map_or(1, |number| number + 1);
    let next = folder.join(format!("{stem}{next:0digits$}"));
    next.is_file().then_some(next)
}

/// `NAME_00001REST` in its parts.
fn numbered(name: &str) -> Option<(&str, u64, &str)> {
    for (at, _) in name.rmatch_indices('_') {
        let digits = name.get(at + 1..at + 6).filter(|digits| digits.bytes().all(|octet| octet.is_ascii_digit()));
        let rest = name.get(at + 6..).filter(|rest| rest.is_empty() || rest.starts_with(['.', '_']));
        if let (Some(digits), Some(rest)) = (digits, rest) {
            return Some((name.get(..at)?, digits.parse().ok()?, rest));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_file_of_a_ring_is_known_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let touch = |name: &str| std::fs::write(folder.path().join(name), b"").unwrap();
        let next = |name: &str| next_of_ring(&folder.path().join(name)).map(|path| path.file_name().unwrap().to_owned());
        touch("a_00009_20260730120000.pcapng");
        assert_eq!(next("a_00009_20260730120000.pcapng"), None);
        touch("a_00010_20260730120105.pcapng");
        touch("b_00010_20260730120105.pcapng");
        assert_eq!(next("a_00009_20260730120000.pcapng").unwrap(), "a_00010_20260730120105.pcapng");
        touch("dump.pcap1");
        assert_eq!(next("dump.pcap").unwrap(), "dump.pcap1");
        touch("dump.pcap10");
        assert_eq!(next("dump.pcap9").unwrap(), "dump.pcap10");
    }
}
