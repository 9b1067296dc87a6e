//! Packets to pcapng: all that were read, or those of frames that were chosen, with what is needed to open them.

mod selection;
mod used;

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::base::input::{DropCause, Input, LinkType, Loss, Packet};
use crate::base::secret::Secret;
use crate::base::time::Timestamp;
use crate::source::{self, PacketRecord, PcapngWriter, Source};
use crate::store::snapshot::Snapshot;

pub use selection::Selection;
use used::Used;

/// Writes packets that are read once more.
pub struct PacketCopy<W: Write> {
    writer: PcapngWriter<W>,
    selection: Option<Selection>,
    strips: bool,
    written: u64,
    /// Packets that the capture lacks, by who dropped them.
    dropped: [u64; 3],
    /// Link and time of the last packet read.
    last: Option<(LinkType, Timestamp)>,
}

impl<W: Write> PacketCopy<W> {
    /// Begins a file for the packets of a selection, or for all. With `strips`, key log lines inside the capture are left out.
    pub fn new(out: W, selection: Option<Selection>, strips: bool) -> io::Result<Self> {
        Ok(Self { writer: PcapngWriter::new(out)?, selection, strips, written: 0, dropped: [0; 3], last: None })
    }

    /// Packets written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Ends the file: what the capture lacks, its copy lacks too.
    pub fn finish(&mut self) -> io::Result<()> {
        if let Some((link, time)) = self.last.filter(|_| self.dropped != [0; 3]) {
            self.writer.drops(link, time, self.dropped)?;
        }
        self.writer.out().flush()
    }

    /// Reads `source` up to `most` packets and writes what is selected. `watch` gets how many were read and may end it. Answers with
    /// why reading ended early.
    pub fn packets(
        &mut self,
        source: &mut dyn Source,
        most: u64,
        watch: &mut dyn FnMut(u64) -> io::Result<()>,
    ) -> io::Result<Option<source::Error>> {
        let (mut batch, mut began, mut input, mut left) = (Vec::new(), 0, 0, most);
        loop {
            match source.next_batch(&mut batch, 1024) {
                Ok(true) if left > 0 => {}
                Ok(_) => return Ok(None),
                Err(error) => return Ok(Some(error)),
            }
            watch(most - left)?;
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
                    Input::Loss(Loss::Overwritten(count)) => {
                        left = if most < u64::MAX { left.saturating_sub(count) } else { left };
                        self.lost(DropCause::Program, count);
                    }
                    Input::Secrets(text) if !self.strips => self.secrets(text.expose())?,
                    _ => {}
                }
            }
        }
    }

    const fn lost(&mut self, cause: DropCause, count: u64) {
        self.dropped[cause.index()] = self.dropped[cause.index()].saturating_add(count);
    }

    fn packet(&mut self, packet: &Packet) -> io::Result<()> {
        let Packet { time, original_len, bytes, .. } = packet;
        self.written += 1;
        self.writer.packet(packet.link, &PacketRecord { time: *time, original_len: *original_len, octets: bytes })
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

    /// Writes the secrets of `texts` that what is written needs, each once; those inside the capture are left out then.
    pub fn used_secrets(&mut self, snapshot: &Snapshot, texts: &[Secret]) -> io::Result<()> {
        self.strips = true;
        let used = Used::of(snapshot, self.selection.as_ref());
        let mut told = BTreeSet::new();
        let texts = texts.iter().flat_map(|text| lines(text.expose()));
        let mine: Vec<&[u8]> = texts.filter(|line| used.needs(line) && told.insert(*line)).collect();
        let text = Secret::new(mine.join(&b'\n'));
        self.secrets(text.expose())
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|octet| *octet == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty() && !line.starts_with(b"#"))
}
