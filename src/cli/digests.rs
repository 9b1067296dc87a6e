//! SHA-256 of the captures as they are stored: by threads that are spare while they are read, else afterwards.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::crypto::digest::Sha256;
use crate::report::audit::InputDigest;

/// Octets hashed at once.
const CHUNK: usize = 1 << 17;

/// The digests that are wanted.
#[derive(Default)]
pub(super) struct Digests {
    work: Arc<Work>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Work {
    captures: Vec<PathBuf>,
    /// The first capture that nobody has taken.
    next: AtomicUsize,
    found: Mutex<Vec<Option<[u8; 32]>>>,
}

impl Digests {
    /// Wants the digests of `captures`, and lets at most `spare` threads begin.
    pub(super) fn begin(captures: Vec<PathBuf>, spare: usize) -> Self {
        let threads = spare.min(captures.len());
        let work = Arc::new(Work { found: Mutex::new(vec![None; captures.len()]), captures, ..Work::default() });
        let start = |_| {
            let work = Arc::clone(&work);
            std::thread::Builder::new().name("hash".to_owned()).spawn(move || work.go_on()).ok()
        };
        let threads = (0..threads).filter_map(start).collect();
        Self { work, threads }
    }

    /// Every digest; none of a pipe, which cannot be read twice.
    pub(super) fn finish(self) -> Vec<InputDigest> {
        self.work.go_on();
        for thread in self.threads {
            let _ = thread.join();
        }
        let found = self.work.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.iter().map(|sha256| InputDigest { sha256: *sha256 }).collect()
    }
}

impl Work {
    /// Hashes captures until all are taken.
    fn go_on(&self) {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = self.captures.get(at) else { return };
            let digest = digest(path).ok();
            if let Some(slot) = self.found.lock().unwrap_or_else(PoisonError::into_inner).get_mut(at) {
                *slot = digest;
            }
        }
    }
}

fn digest(path: &Path) -> io::Result<[u8; 32]> {
    if path.as_os_str() == "-" || !std::fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut file = File::open(path)?;
    let mut hash = Sha256::default();
    let mut buffer = vec![0; CHUNK];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finish()),
            count => hash.update(buffer.get(..count).unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_gives_the_same_digests_in_the_order_of_the_captures() {
        let folder = tempfile::tempdir().unwrap();
        let mut paths: Vec<PathBuf> = (0..7).map(|at| folder.path().join(at.to_string())).collect();
        paths.iter().enumerate().for_each(|(at, path)| std::fs::write(path, vec![7; at * 1000]).unwrap());
        paths.push(folder.path().join("missing"));
        let found = |spare| Digests::begin(paths.clone(), spare).finish().iter().map(|digest| digest.sha256).collect::<Vec<_>>();
        let alone = found(0);
        assert!(alone[6].is_some() && alone[7].is_none() && alone[0] != alone[1]);
        assert_eq!([found(1), found(5), found(100)], [alone.clone(), alone.clone(), alone]);
    }
}
