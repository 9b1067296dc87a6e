//! `-w` of the commands that read: writes what was captured, or the packets of what a filter selects, as pcapng.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::args::Read;
use super::drive::Capture;
use super::error::Error;
use super::output;
use super::selection::Selection;
use crate::base::id::AssociationId;
use crate::base::input::{DropCause, Input, LinkType, Loss, Packet};
use crate::base::secret::Secret;
use crate::base::text::hex;
use crate::base::time::Timestamp;
use crate::source::{PacketRecord, PcapngWriter};
use crate::store::query::Query;
use crate::store::snapshot::Snapshot;

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
    let selection = query.map(|query| Selection::of(capture, query));
    let fail = |source: io::Error| Error::Output { name: path.to_string_lossy().into_owned(), source };
    let mut failure = None;
    output::to_file(path, |out| {
        let writer = PcapngWriter::new(BufWriter::new(out))?;
        let mut copy = Copy { writer, selection, strips: read.secrets.strip_secrets, dropped: [0; 3], last: None };
        if read.secrets.with_secrets {
            copy.strips = true;
            copy.used_secrets(capture)?;
        }
        failure = copy.packets(capture)?;
        copy.drops()?;
        copy.writer.out().flush()
    })
    .map_err(|error| if let Error::Output { source, .. } = error { fail(source) } else { error })?;
    failure.map_or(Ok(()), Err)
}

struct Copy<W: Write> {
    writer: PcapngWriter<W>,
    selection: Option<Selection>,
    strips: bool,
    /// Packets that the capture lacks, by who dropped them.
    dropped: [u64; 3],
    /// Link and time of the last packet read.
    last: Option<(LinkType, Timestamp)>,
}

impl<W: Write> Copy<W> {
    /// Reads everything once more and writes what is selected. Answers with why reading ended early.
    fn packets(&mut self, capture: &Capture) -> io::Result<Option<Error>> {
        let mut source = capture.source.again();
        let (mut batch, mut began, mut input, mut left) = (Vec::new(), 0, 0, capture.most_packets);
        loop {
            match source.next_batch(&mut batch, 1024) {
                Ok(true) if left > 0 => {}
                Ok(_) => return Ok(None),
                Err(error) => return Ok(Some(error.into())),
            }
            for item in batch.drain(..) {
                match item {
                    Input::File { .. } => {
                        began += 1;
                        input = began;
                    }
                    Input::Turn { input: of } => input = of + 1,
                    Input::Packet(packet) if left > 0 => {
                        left -= 1;
                        self.last = Some((packet.link, packet.time));
                        if self.selection.as_ref().is_none_or(|selection| selection.takes(input, &packet)) {
                            self.packet(&packet)?;
                        }
                    }
                    Input::Loss(Loss::Drops(cause, count)) => self.lost(cause, count),
                    Input::Loss(Loss::Overwritten(count)) => self.lost(DropCause::Program, count),
                    Input::Secrets(text) if !self.strips => self.secrets(text.expose())?,
                    _ => {}
                }
            }
        }
    }

    fn packet(&mut self, packet: &Packet) -> io::Result<()> {
        let Packet { time, original_len, bytes, .. } = packet;
        self.writer.packet(packet.link, &PacketRecord { time: *time, original_len: *original_len, octets: bytes })
    }

    const fn lost(&mut self, cause: DropCause, count: u64) {
        self.dropped[cause.index()] = self.dropped[cause.index()].saturating_add(count);
    }

    /// What the capture lacks, its copy lacks too.
    fn drops(&mut self) -> io::Result<()> {
        let Some((link, time)) = self.last.filter(|_| self.dropped != [0; 3]) else { return Ok(()) };
        self.writer.drops(link, time, self.dropped)
    }

    /// N-PAMP and TLS lines in a block each.
    fn secrets(&mut self, text: &[u8]) -> io::Result<()> {
        let (npamp, tls): (Vec<&[u8]>, Vec<&[u8]>) = lines(text).partition(|line| line.starts_with(b"NPAMP_"));
        for (is_npamp, lines) in [(true, npamp), (false, tls)] {
            if !lines.is_empty() {
                let text = Secret::new(lines.into_iter().flat_map(|line| [line, b"\n"].concat()).collect());
                self.writer.secrets(is_npamp, text.expose())?;
            }
        }
        Ok(())
    }

    /// The secrets that what is written needs, each once.
    fn used_secrets(&mut self, capture: &Capture) -> io::Result<()> {
        let used = Used::of(&capture.snapshot, self.selection.as_ref());
        let mut told = BTreeSet::new();
        let texts = capture.keys.texts().iter().flat_map(|text| lines(text.expose()));
        let mine: Vec<&[u8]> = texts.filter(|line| used.needs(line) && told.insert(*line)).collect();
        let text = Secret::new(mine.join(&b'\n'));
        self.secrets(text.expose())
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty() && !line.starts_with(b"#"))
}

/// Which secrets were used: those named by an identity that was seen. Where one was not seen, every secret may have been.
struct Used {
    names: BTreeSet<String>,
    /// For N-PAMP and for TLS.
    unnamed: [bool; 2],
}

impl Used {
    fn of(snapshot: &Snapshot, selection: Option<&Selection>) -> Self {
        let mut used = Self { names: BTreeSet::new(), unnamed: [false; 2] };
        for (at, row) in snapshot.associations.iter() {
            if selection.is_none_or(|selection| selection.associations.contains(&AssociationId::from_index(at))) {
                match row.id {
                    Some(id) => drop(used.names.insert(hex(&id))),
                    None => used.unnamed[0] = true,
                }
                match row.carrier.as_ref().map(|facts| &facts.random) {
                    Some(Some(random)) => drop(used.names.insert(hex(random))),
                    Some(None) => used.unnamed[1] = true,
                    None => {}
                }
            }
        }
        used
    }

    fn needs(&self, line: &[u8]) -> bool {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let (label, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        let unnamed = if label.starts_with(b"NPAMP_") { self.unnamed[0] } else { self.unnamed[1] };
        unnamed || self.names.contains(&name)
    }
}
