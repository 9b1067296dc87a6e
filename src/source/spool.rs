//! What cannot be read twice is kept in a private temporary file while a thread of its own reads it: nobody else ever waits for
//! the writer at the other end.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    /// Keeps what `reader` gives, until it ends.
    pub(super) fn feed(reader: Box<dyn Read + Send>) -> io::Result<Arc<Self>> {
        let state = State { len: 0, open: true, damage: None, failure: None };
        let spool = Arc::new(Self { file: tempfile::tempfile()?, state: Mutex::new(state) });
        let fed = Arc::clone(&spool);
        std::thread::Builder::new().name("spool".to_owned()).spawn(move || fed.pump(reader))?;
        Ok(spool)
    }

    fn pump(&self, mut reader: Box<dyn Read + Send>) {
        let mut scratch = vec![0; PUMP];
        let mut len = 0;
        loop {
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

/// What broke a stream off, in words.
fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "the compressed data is cut".to_owned(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => format!("the compressed data is damaged: {error}"),
        _ => format!("reading failed: {error}"),
    }
}
