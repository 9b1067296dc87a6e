//! The file beside a capture that keeps its bookmarks: `NAME.npscope.toml`.

use std::fs::{self, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::place::Place;

/// The form that is written.
const VERSION: u32 = 1;
/// Longer files are not read.
const LONGEST: u64 = 4 << 20;

/// A bookmark, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// What the user says.
    pub comment: String,
    /// What stands there, for people who read the file.
    #[serde(default)]
    pub about: String,
    /// Where it is.
    pub place: Place,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    #[serde(default)]
    bookmark: Vec<Kept>,
}

/// The file beside a capture.
pub fn beside(capture: &Path) -> PathBuf {
    let mut name = capture.file_name().unwrap_or_default().to_owned();
    name.push(".npscope.toml");
    capture.with_file_name(name)
}

/// Reads the bookmarks of a file; none when there is no file.
pub fn read(path: &Path) -> Result<Vec<Kept>, String> {
    let mut text = String::new();
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err("it is no file".to_owned());
    }
    match fs::File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text)) {
        Ok(octets) if octets as u64 > LONGEST => return Err("it is too long".to_owned()),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error.to_string()),
    }
    let file: File = toml::from_str(&text).map_err(|error| error.message().lines().collect::<Vec<_>>().join(" "))?;
    if file.version == VERSION { Ok(file.bookmark) } else { Err(format!("version {} is not known", file.version)) }
}

/// Writes the bookmarks as a whole or not at all; without any, the file goes.
pub fn write(path: &Path, bookmarks: Vec<Kept>) -> io::Result<()> {
    if bookmarks.is_empty() {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
    }
    let text = toml::to_string(&File { version: VERSION, bookmark: bookmarks }).map_err(io::Error::other)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".npscope-").permissions(Permissions::from_mode(0o666)).tempfile_in(folder)?;
    file.write_all(b"# Bookmarks of the capture beside this file, written by npscope.\n")?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::bookmark::place::Kind;

    #[test]
    fn what_is_written_is_read_again_and_without_bookmarks_the_file_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = beside(&folder.path().join("a.pcapng"));
        assert_eq!((path.file_name().unwrap().to_str(), read(&path)), (Some("a.pcapng.npscope.toml"), Ok(Vec::new())));
        let place =
            Place { kind: Kind::Exchange, packet: 7, nth: 1, member: 0, rule: String::new(), time: "2026-01-01T00:00:00Z".to_owned() };
        let kept = Kept { comment: "why \"twice\"?\n資料".to_owned(), about: "tools/call".to_owned(), place };
        write(&path, vec![kept.clone()]).unwrap();
        assert_eq!(read(&path), Ok(vec![kept]));
        write(&path, Vec::new()).unwrap();
        assert!(!path.exists() && fs::read_dir(folder.path()).unwrap().next().is_none());
    }

    #[test]
    fn a_file_that_is_no_sidecar_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.npscope.toml");
        fs::write(&path, "version = 9\n").unwrap();
        assert_eq!(read(&path), Err("version 9 is not known".to_owned()));
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(read(&path).is_err());
    }
}
