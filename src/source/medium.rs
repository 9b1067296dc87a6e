//! Where the octets of one input lie: in a file, or in a stream that is spooled to one as it is read.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;

use super::error::Error;
use super::format::{MAGIC_LEN, is_gzip};
use super::spool::Spool;

/// Octets taken from a stream at once.
const PUMP: usize = 256 << 10;
/// Octets at the front that show what a file is.
const FRONT: usize = 16;

/// One input. Octets are read from the front to the end, and any read octet can be read again.
pub(super) struct Medium {
    name: String,
    /// The file itself, or the spool.
    file: Arc<File>,
    /// Octets in `file`.
    len: u64,
    feed: Option<Feed>,
    /// Why the stream broke off.
    damage: Option<String>,
}

/// A stream that has not ended.
struct Feed {
    reader: Box<dyn Read + Send>,
    spool: Spool,
    scratch: Vec<u8>,
    /// Whether its end is sure to come without anybody writing to it.
    finite: bool,
}

impl Medium {
    /// Opens a path; `-` is standard input.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        if path.as_os_str() == "-" {
            return Self::stream("standard input".to_owned(), Box::new(io::stdin()), false);
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Error::from_io(&name, error))?;
        let metadata = file.metadata().map_err(|error| Error::from_io(&name, error))?;
        if metadata.is_dir() {
            return Err(Error::Directory { name });
        }
        if !metadata.is_file() {
            return Self::stream(name, Box::new(file), false);
        }
        let mut front = [0; 2];
        let front_len = file.read_at(&mut front, 0).map_err(|error| Error::from_io(&name, error))?;
        if is_gzip(front.get(..front_len).unwrap_or_default()) {
            return Self::stream(name, Box::new(file), true);
        }
        Ok(Self { name, file: Arc::new(file), len: metadata.len(), feed: None, damage: None })
    }

    /// A stream, gzip-compressed or not.
    pub(super) fn stream(name: String, mut reader: Box<dyn Read + Send>, finite: bool) -> Result<Self, Error> {
        let spool = Spool::new().map_err(|source| Error::Spool { name: name.clone(), source })?;
        let front = read_front(&mut reader).map_err(|error| Error::from_io(&name, error))?;
        let packed = is_gzip(&front);
        let whole = Cursor::new(front).chain(reader);
        let reader: Box<dyn Read + Send> =
            if packed { Box::new(MultiGzDecoder::new(BufReader::with_capacity(PUMP, whole))) } else { Box::new(whole) };
        let file = spool.file();
        let feed = Feed { reader, spool, scratch: vec![0; PUMP], finite };
        Ok(Self { name, file, len: 0, feed: Some(feed), damage: None })
    }

    /// Its name, as people know it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The file from which its octets can be read back.
    pub(super) fn file(&self) -> &Arc<File> {
        &self.file
    }

    /// Octets in all; `None` while a stream has not ended.
    pub(super) fn total(&self) -> Option<u64> {
        self.feed.is_none().then_some(self.len)
    }

    /// Why the stream broke off, once.
    pub(super) fn take_damage(&mut self) -> Option<String> {
        self.damage.take()
    }

    /// Whether a stream may wait for somebody to write to it.
    pub(super) fn is_open_ended(&self) -> bool {
        self.feed.as_ref().is_some_and(|feed| !feed.finite)
    }

    /// Whether reading at `at` may wait.
    pub(super) fn would_wait(&self, at: u64) -> bool {
        at >= self.len && self.is_open_ended()
    }

    /// Octets that can be read at `at` now; waits for the stream when there are none. 0 at the end.
    pub(super) fn available(&mut self, at: u64) -> Result<u64, Error> {
        if at >= self.len {
            self.pump()?;
        }
        Ok(self.len.saturating_sub(at))
    }

    /// Appends octets from `at` on, at most `most` of those available.
    pub(super) fn read(&mut self, at: u64, most: usize, out: &mut Vec<u8>) -> usize {
        match read_from(&self.file, at, most, out) {
            Ok(count) => count,
            Err(error) => {
                self.damage = Some(format!("reading failed: {error}"));
                0
            }
        }
    }

    /// The first octets.
    pub(super) fn front(&mut self) -> Result<Vec<u8>, Error> {
        while self.len < FRONT as u64 && self.feed.is_some() {
            self.pump()?;
        }
        let mut front = Vec::new();
        self.read(0, FRONT, &mut front);
        Ok(front)
    }

    /// Reads the stream to its end.
    pub(super) fn drain(&mut self) -> Result<(), Error> {
        while self.feed.is_some() {
            self.pump()?;
        }
        Ok(())
    }

    /// Moves octets from the stream to the spool.
    fn pump(&mut self) -> Result<(), Error> {
        let Some(feed) = &mut self.feed else { return Ok(()) };
        let read = loop {
            match feed.reader.read(&mut feed.scratch) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        match read {
            Ok(0) => self.feed = None,
            Ok(count) => {
                let octets = feed.scratch.get(..count).unwrap_or_default();
                feed.spool.append(octets).map_err(|source| Error::Spool { name: self.name.clone(), source })?;
                self.len = feed.spool.len();
            }
            Err(error) => {
                self.feed = None;
                self.damage = Some(describe(&error));
            }
        }
        Ok(())
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

/// The first octets of a stream: enough to tell whether it is compressed.
fn read_front(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut front = Vec::with_capacity(MAGIC_LEN);
    reader.take(MAGIC_LEN as u64).read_to_end(&mut front)?;
    Ok(front)
}

/// Appends the octets from `at` on, as far as the file goes. The spare room of `out` is not cleared first.
fn read_from(mut file: &File, at: u64, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
    file.seek(SeekFrom::Start(at))?;
    file.take(most as u64).read_to_end(out)
}
