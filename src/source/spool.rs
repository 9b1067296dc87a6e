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
    /// What is read by whoever needs more of it, where no thread does.
    pump: Mutex<Option<Pump>>,
    /// Whether nobody reads the stream unasked.
    is_lazy: bool,
}

/// A stream on its way into the file.
struct Pump {
    reader: Box<dyn Read + Send>,
    scratch: Vec<u8>,
    most: u64,
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
    /// Keeps what `reader` gives until it ends, at most `most` octets: in a thread of its own, or as much as is wanted when it is.
    pub(super) fn feed(reader: Box<dyn Read + Send>, most: u64, threaded: bool) -> io::Result<Arc<Self>> {
        let state = State { len: 0, open: true, damage: None, failure: None };
        let pump = Pump { reader, scratch: vec![0; PUMP], most };
        let spool =
            Arc::new(Self { file: tempfile::tempfile()?, state: Mutex::new(state), pump: Mutex::new(Some(pump)), is_lazy: !threaded });
        if threaded {
            let fed = Arc::clone(&spool);
            std::thread::Builder::new().name("spool".to_owned()).spawn(move || fed.fill(u64::MAX))?;
        }
        Ok(spool)
    }

    /// Reads on until there are `until` octets, or the stream ends.
    fn fill(&self, until: u64) {
        let mut held = self.pump.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(pump) = held.as_mut() {
            let Extent { len, open } = self.extent();
            if open && len >= until {
                return;
            }
            if !open || !self.take(pump, len) {
                *held = None;
                self.state().open = false;
            }
        }
    }

    /// Takes the next octets. `false` when the stream is over.
    fn take(&self, pump: &mut Pump, len: u64) -> bool {
        if len >= pump.most {
            self.state().damage = Some(full(pump.most));
            return false;
        }
        match pump.reader.read(&mut pump.scratch) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => true,
            Ok(0) => false,
            Ok(count) => match self.file.write_all_at(pump.scratch.get(..count).unwrap_or_default(), len) {
                Ok(()) => {
                    self.state().len = len + count as u64;
                    true
                }
                Err(error) => {
                    self.state().failure = Some(error);
                    false
                }
            },
            Err(error) => {
                self.state().damage = Some(describe(&error));
                false
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backing for Spool {
    fn want(&self, until: u64) {
        // A thread that fills it holds the stream for as long as there is one.
        if self.is_lazy {
            self.fill(until);
        }
    }

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
        let spool = Spool::feed(Box::new(io::repeat(7)), 1 << 20, true).unwrap();
        while spool.extent().open {
            std::thread::yield_now();
        }
        assert_eq!(spool.extent().len, 1 << 20);
        assert!(spool.damage().unwrap().starts_with("only 1,048,576 octets"));
    }

    #[test]
    fn without_a_thread_as_much_is_read_as_is_wanted() {
        let spool = Spool::feed(Box::new(io::Cursor::new(vec![7; 3 * PUMP])), u64::MAX, false).unwrap();
        assert_eq!(spool.extent().len, 0);
        spool.want(1);
        assert_eq!((spool.extent().len, spool.extent().open), (PUMP as u64, true));
        spool.want(u64::MAX);
        assert_eq!((spool.extent().len, spool.extent().open), (3 * PUMP as u64, false));
    }
}
