//! Copying through the terminal (OSC 52), which works over SSH. No terminal says whether it took a copy, so it is only said to be sent.
//! tmux gets it plain, which it takes where `set-clipboard` is on, and wrapped, which it passes on where `allow-passthrough` is on.
//! What is too large for that, or no text, goes to a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use super::copy::Clip;

/// Octets whose sequence every terminal takes: xterm and tmux cut longer ones, after base64 about 100,000 octets.
pub const MOST: usize = 74_000;
/// Files of one folder that are tried.
const FILES: u32 = 9999;

/// Where copies can go.
#[derive(Clone, Copy, Debug)]
pub struct Clipboard {
    /// Whether the terminal may have a clipboard that programs can write.
    pub is_there: bool,
    /// Whether tmux stands between.
    pub tmux: bool,
}

impl Clipboard {
    /// The sequence for the terminal, and what is told about it; `None` when the copy must go to a file.
    pub fn sequence(self, clip: &Clip) -> Option<(String, String)> {
        if clip.is_raw || !self.is_there || clip.octets.len() > MOST {
            return None;
        }
        let way = if self.tmux { "through tmux, which needs set-clipboard or allow-passthrough on" } else { "(OSC 52)" };
        Some((sequence(&clip.octets, self.tmux), format!("sent {} to the clipboard {way}", clip.what)))
    }

    /// Writes a copy to a new file of a folder that nobody else may read. Answers with what is told about it.
    pub fn to_file(self, clip: &Clip, folder: &Path) -> String {
        let why = if clip.is_raw {
            "copied"
        } else if self.is_there {
            "too large for the clipboard:"
        } else {
            "this terminal has no clipboard:"
        };
        match write(clip, folder) {
            Ok(name) => format!("{why} {} written to {name}", clip.what),
            Err(error) => format!("{why} {} could not be written: {error}", clip.what),
        }
    }
}

fn write(clip: &Clip, folder: &Path) -> io::Result<String> {
    let ending = if clip.is_raw { "bin" } else { "txt" };
    for number in 1..=FILES {
        let name = format!("npscope-copy-{number}.{ending}");
        match create(&folder.join(&name)) {
            Ok(mut file) => return file.write_all(&clip.octets).map(|()| name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// A new file that only its owner reads: what is copied may be secret.
fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

fn sequence(octets: &[u8], tmux: bool) -> String {
    let plain = format!("\x1b]52;c;{}\x07", base64(octets));
    if tmux { format!("{plain}\x1bPtmux;{}\x1b\\", plain.replace('\x1b', "\x1b\x1b")) } else { plain }
}

/// Octets as base64, with padding.
pub fn base64(octets: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(octets.len().div_ceil(3) * 4);
    for chunk in octets.chunks(3) {
        let group = chunk.iter().fold(0_u32, |group, octet| group << 8 | u32::from(*octet)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = ALPHABET[(group >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn clip(length: usize, is_raw: bool) -> Clip {
        Clip { what: "some octets".to_owned(), octets: vec![b'x'; length], is_raw }
    }

    #[test]
    fn encodes_the_vectors_of_rfc_4648() {
        let encoded: Vec<String> = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].iter().map(|text| base64(text.as_bytes())).collect();
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn tmux_gets_the_sequence_plain_and_wrapped() {
        assert_eq!(sequence(b"foo", false), "\x1b]52;c;Zm9v\x07");
        assert_eq!(sequence(b"foo", true), "\x1b]52;c;Zm9v\x07\x1bPtmux;\x1b\x1b]52;c;Zm9v\x07\x1b\\");
    }

    #[test]
    fn what_is_raw_or_too_large_or_has_no_clipboard_goes_to_a_file_of_its_own() {
        let here = Clipboard { is_there: true, tmux: false };
        assert!(here.sequence(&clip(MOST, false)).is_some());
        assert!(here.sequence(&clip(MOST + 1, false)).is_none() && here.sequence(&clip(1, true)).is_none());
        assert!(Clipboard { is_there: false, ..here }.sequence(&clip(1, false)).is_none());
        let folder = tempfile::tempdir().unwrap();
        let told = here.to_file(&clip(MOST + 1, false), folder.path());
        assert_eq!(told, "too large for the clipboard: some octets written to npscope-copy-1.txt");
        assert!(here.to_file(&clip(3, false), folder.path()).contains("npscope-copy-2.txt"));
        assert!(here.to_file(&clip(3, true), folder.path()).ends_with("written to npscope-copy-1.bin"));
        let written = folder.path().join("npscope-copy-1.bin");
        assert_eq!(std::fs::metadata(&written).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read(written).unwrap(), b"xxx");
    }
}
