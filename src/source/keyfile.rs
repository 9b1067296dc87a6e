//! Key logs on the disk: they may come late, grow, be cut and be replaced while they are read.
#![expect(clippy::disallowed_methods, reason = "looking at files is paced by the clock; nothing read comes from it")]

use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::base::secret::{Secret, wipe};

/// Time between two looks.
const LOOK: Duration = Duration::from_millis(500);
/// Looks after which a last line without its end counts as whole.
const PATIENCE: u32 = 4;
/// Octets of one key log that are read: a million secrets and more.
const MOST: u64 = 256 << 20;

/// The key logs that are watched.
#[derive(Default)]
pub struct KeyFiles {
    files: Vec<KeyFile>,
    looked: Option<Instant>,
}

/// One key log.
struct KeyFile {
    path: PathBuf,
    /// The file as it was read last; `None` while there is none.
    seen: Option<Seen>,
    /// A last line whose end has not come.
    partial: Vec<u8>,
    /// Looks since something came.
    idle: u32,
    /// Whether it can be looked at again: a pipe cannot.
    once: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Seen {
    identity: (u64, u64),
    changed: Option<SystemTime>,
    position: u64,
}

impl KeyFiles {
    /// Nothing to watch.
    pub const fn new() -> Self {
        Self { files: Vec::new(), looked: None }
    }

    /// Reads a key log as it is, and watches it from then on. An error says that it cannot be read now; it is watched all the
    /// same. A last line without its end counts as whole here.
    pub fn add(&mut self, path: &Path) -> io::Result<Secret> {
        let mut file = KeyFile { path: path.to_owned(), seen: None, partial: Vec::new(), idle: 0, once: false };
        let read = file.read();
        let text = read.map(|mut text| {
            text.append(&mut file.partial);
            Secret::new(text)
        });
        self.files.push(file);
        text
    }

    /// Whether there is one to watch.
    pub fn is_empty(&self) -> bool {
        self.files.iter().all(|file| file.once)
    }

    /// Whole lines that came since, of every key log. Looks at the disk now and then only.
    pub fn news(&mut self) -> Vec<Secret> {
        if self.files.is_empty() || self.looked.is_some_and(|looked| looked.elapsed() < LOOK) {
            return Vec::new();
        }
        self.looked = Some(Instant::now());
        self.look(false)
    }

    /// What has come by now, last lines without their end included.
    pub fn rest(&mut self) -> Vec<Secret> {
        self.look(true)
    }

    fn look(&mut self, last: bool) -> Vec<Secret> {
        let news = self.files.iter_mut().filter_map(|file| file.news(last));
        news.filter(|text| !text.is_empty()).map(Secret::new).collect()
    }
}

impl KeyFile {
    fn news(&mut self, last: bool) -> Option<Vec<u8>> {
        if self.once {
            return None;
        }
        let mut text = self.read().unwrap_or_default();
        self.idle = if text.is_empty() { self.idle.saturating_add(1) } else { 0 };
        if !self.partial.is_empty() && (last || self.idle == PATIENCE) {
            text.extend_from_slice(&self.partial);
            // It stays, so that its end, when it comes, completes the line.
            if last {
                wipe(&mut self.partial);
            }
        }
        Some(text)
    }

    /// The whole lines that came since.
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let metadata = std::fs::metadata(&self.path)?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !metadata.is_file() {
            self.once = true;
            return read_once(&self.path, MOST);
        }
        let position = self.seen.map_or(0, |seen| if is_continued(seen, &metadata) { seen.position } else { 0 });
        if self.seen.is_some_and(|seen| seen.position == position && metadata.len() == position && seen.changed == metadata.modified().ok())
        {
            return Ok(Vec::new());
        }
        if position == 0 {
            wipe(&mut self.partial);
        }
        let text = read_from(&self.path, position, metadata.len().min(MOST))?;
        self.seen = Some(Seen { identity: identity(&metadata), changed: metadata.modified().ok(), position: position + text.len() as u64 });
        Ok(self.whole_lines(text))
    }

    /// Splits off a last line without its end.
    fn whole_lines(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        let mut lines = std::mem::take(&mut self.partial);
        lines.extend_from_slice(&text);
        wipe(&mut text);
        let whole = lines.iter().rposition(|octet| *octet == b'\n').map_or(0, |at| at + 1);
        self.partial = lines.split_off(whole);
        lines
    }
}

/// What a pipe or a device gives until its end. One that gives more than `most` octets is no key log.
fn read_once(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut text)?;
    if text.len() as u64 > most {
        wipe(&mut text);
        return Err(io::Error::other(format!("it gives more than {} MiB, so it is no key log", most >> 20)));
    }
    Ok(text)
}

/// Whether a file is the one that was read, with more behind it at most.
fn is_continued(seen: Seen, now: &Metadata) -> bool {
    let rewritten = now.len() == seen.position && seen.changed != now.modified().ok();
    seen.identity == identity(now) && now.len() >= seen.position && !rewritten
}

fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}

fn read_from(path: &Path, position: u64, len: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let mut text = vec![0; usize::try_from(len.saturating_sub(position)).unwrap_or(usize::MAX)];
    let mut filled = 0;
    while let Some(rest) = text.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match file.read_at(rest, position + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    text.truncate(filled);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn told(files: &mut KeyFiles) -> String {
        files.look(false).iter().map(|text| String::from_utf8_lossy(text.expose()).into_owned()).collect()
    }

    #[test]
    fn a_device_that_gives_without_end_is_no_key_log() {
        let refused = read_once(Path::new("/dev/zero"), 1 << 20).unwrap_err();
        assert_eq!(refused.to_string(), "it gives more than 1 MiB, so it is no key log");
        assert_eq!(read_once(Path::new("/dev/null"), 1 << 20).unwrap(), b"");
    }

    #[test]
    fn lines_are_given_once_they_are_whole_and_a_new_file_starts_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        let mut files = KeyFiles::new();
        assert!(files.add(&path).is_err());
        assert_eq!(told(&mut files), "");
        std::fs::write(&path, "one\ntw").unwrap();
        assert_eq!(told(&mut files), "one\n");
        std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"o\nthree").unwrap();
        assert_eq!(told(&mut files), "two\n");
        std::fs::write(&path, "cut\n").unwrap();
        assert_eq!(told(&mut files), "cut\n");
        let other = folder.path().join("other");
        std::fs::write(&other, "replaced\nlast").unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(told(&mut files), "replaced\n");
        assert_eq!(files.rest().iter().map(|text| text.expose().to_vec()).collect::<Vec<_>>(), [b"last".to_vec()]);
        assert_eq!(told(&mut files), "");
    }

    #[test]
    fn a_last_line_without_its_end_counts_when_nothing_follows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        std::fs::write(&path, "").unwrap();
        let mut files = KeyFiles::new();
        files.add(&path).unwrap();
        std::fs::write(&path, "half").unwrap();
        let looks: Vec<String> = (0..=PATIENCE).map(|_| told(&mut files)).collect();
        assert_eq!(looks.concat(), "half");
    }
}
