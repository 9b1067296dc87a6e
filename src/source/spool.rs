//! What cannot be read twice is kept in a private temporary file while a thread of its own reads it: nobody else ever waits for
//! the writer at the other end.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::base::text::grouped;

use super::backing::{Backing, Extent, read_file};

/// Octets taken from a stream at once.
const PUMP: usize = 256 << 10;

/// An anonymous file: it has no name and is gone when the last handle is.
pub(super) struct Spool {
    file: File,
    state: Mutex<State>,
}

struct State {
    len: u64,
    open: bool,
    /// Why the stream broke off.
    damage: Option<String>,
    /// Why the file could not be written.
    failure: Option<io::Error>,
}

impl Spool {
    /// Keeps what `reader` gives until it ends, at most `most` octets.
    pub(super) fn feed(reader: Box<dyn Read + Send>, most: u64) -> io::Result<Arc<Self>> {
        let state = State { len: 0, open: true, damage: None, failure: None };
        let spool = Arc::new(Self { file: tempfile::tempfile()?, state: Mutex::new(state) });
        let fed = Arc::clone(&spool);
        std::thread::Builder::new().name("spool".to_owned()).spawn(move || fed.pump(reader, most))?;
        Ok(spool)
    }

    fn pump(&self, mut reader: Box<dyn Read + Send>, most: u64) {
        let mut scratch = vec![0; PUMP];
        let mut len = 0;
        while self.state().open {
            if len >= most {
                self.state().damage = Some(full(most));
                break;
            }
            match reader.read(&mut scratch) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) => break,
                Ok(count) => {
                    if let Err(error) = self.file.write_all_at(scratch.get(..count).unwrap_or_default(), len) {
                        self.state().failure = Some(error);
                        break;
                    }
                    len += count as u64;
                    self.state().len = len;
                }
                Err(error) => {
                    self.state().damage = Some(describe(&error));
                    break;
                }
            }
        }
        self.state().open = false;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backing for Spool {
    fn extent(&self) -> Extent {
        let state = self.state();
        Extent { len: state.len, open: state.open }
    }

    fn read(&self, at: u64, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
        read_file(&self.file, at, most, out)
    }

    fn read_exact(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(buffer, at)
    }

    fn damage(&self) -> Option<String> {
        self.state().damage.clone()
    }

    fn failure(&self) -> Option<io::Error> {
        self.state().failure.take()
    }

    fn close(&self) {
        self.state().open = false;
    }
}

/// What to say of a stream that does not end.
fn full(most: u64) -> String {
    let most = grouped(most);
    format!(
        "only {most} octets of a pipe or a compressed capture are kept; record what follows to files of its own, and read them with --follow"
    )
}

/// What broke a stream off, in words.
fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "the compressed data is cut".to_owned(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => format!("the compressed data is damaged: {error}"),
        _ => format!("reading failed: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_without_an_end_is_kept_up_to_the_bound_and_says_so() {
        let spool = Spool::feed(Box::new(io::repeat(7)), 1 << 20).unwrap();
        while spool.extent().open {
            std::thread::yield_now();
        }
        assert_eq!(spool.extent().len, 1 << 20);
        assert!(spool.damage().unwrap().starts_with("only 1,048,576 octets"));
    }
}
