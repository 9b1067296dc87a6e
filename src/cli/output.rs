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
    let text = format!("npscope: {error}");
    // Only a filter is told in several lines, and escapes what the user wrote itself.
    say(&if matches!(error, Error::Filter { .. }) { text } else { escape(&text) });
}

/// Prints what the reader of the arguments has to say, with what the user typed made visible.
pub(super) fn print_usage(message: &clap::Error) {
    if message.use_stderr() {
        message.render().to_string().split('\n').for_each(|line| say(&escape(line)));
    } else {
        let _ = message.print();
    }
}

/// Says something on standard error beside the output. `text` may hold names from outside.
pub(super) fn note(text: &str) {
    say(&format!("npscope: note: {}", escape(text)));
}

/// A line on standard error. Nothing can be done when it cannot be written.
fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
