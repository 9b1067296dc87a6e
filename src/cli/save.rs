//! `-w` of the commands that read: writes what was captured, or the packets of what a filter selects, as pcapng.

use std::io::{self, BufWriter};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::args::Read;
use super::drive::Capture;
use super::error::Error;
use super::output;
use crate::base::id::FrameId;
use crate::base::tree::Tree;
use crate::engine::dissect;
use crate::report::packets::{PacketCopy, Selection};
use crate::store::query::Query;

/// Whether packets go to standard output, so that nothing else may.
pub(super) fn is_stdout(read: &Read) -> bool {
    read.record.write.as_deref() == Some(Path::new("-"))
}

/// Refuses to write to a file that is being read.
pub(super) fn check(read: &Read) -> Result<(), Error> {
    let Some(path) = &read.record.write else { return Ok(()) };
    let identity = |path: &Path| std::fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()));
    let own = identity(path).filter(|_| path.is_file());
    let is_read = own.is_some_and(|own| read.captures().iter().any(|other| identity(other) == Some(own)));
    if is_read { Err(Error::Overwrites { path: path.clone() }) } else { Ok(()) }
}

/// Writes what was read to the file of `-w`, if there is one. What was captured live is written already.
pub(super) fn write(read: &Read, capture: &Capture, query: Option<&Query>) -> Result<(), Error> {
    let Some(path) = read.record.write.as_deref().filter(|_| read.live.interface.is_empty()) else { return Ok(()) };
    let selection = query.map(|query| selection(capture, query));
    let fail = |source: io::Error| Error::Output { name: path.to_string_lossy().into_owned(), source };
    let mut failure = None;
    output::to_file(path, |out| {
        let mut copy = PacketCopy::new(BufWriter::new(out), selection, read.secrets.strip_secrets)?;
        if read.secrets.with_secrets {
            copy.used_secrets(&capture.snapshot, capture.keys.texts())?;
        }
        failure = copy.packets(&mut *capture.source.again(), capture.most_packets, &mut |_| Ok(()))?;
        copy.finish()
    })
    .map_err(|error| if let Error::Output { source, .. } = error { fail(source) } else { error })?;
    failure.map_or(Ok(()), |error| Err(error.into()))
}

/// The packets of the frames that a filter selects.
fn selection(capture: &Capture, query: &Query) -> Selection {
    let snapshot = &capture.snapshot;
    let matcher = query.on(snapshot).reading(&capture.octets);
    let mut read =
        |id: FrameId| -> Option<Tree> { capture.octets.frame(snapshot, id).ok().map(|octets| dissect::frame(snapshot, id, &octets)) };
    Selection::of(snapshot, &mut |id| matcher.frame(id, &mut read))
}
