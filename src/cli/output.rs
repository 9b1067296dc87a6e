//! Where output goes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::error::Error;
use crate::base::text::escape;

/// Octets gathered before they are written.
const BUFFER: usize = 64 * 1024;

/// Lets `write` write to standard output.
pub(super) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|source| Error::Output { name: "standard output".to_owned(), source })
}

/// Lets `write` write to a file; `-` is standard output.
pub(super) fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    if path.as_os_str() == "-" {
        return to_stdout(write);
    }
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::with_capacity(BUFFER, file);
        write(&mut out)?;
        out.flush()
    });
    written.map_err(|source| Error::Output { name: path.to_string_lossy().into_owned(), source })
}

/// Says on standard error why the program ends.
pub(super) fn complain(error: &Error) {
    say(&format!("npscope: {error}"));
}

/// Says something on standard error beside the output. `text` may hold names from outside.
pub(super) fn note(text: &str) {
    say(&format!("npscope: note: {}", escape(text)));
}

/// A line on standard error. Nothing can be done when it cannot be written.
fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
