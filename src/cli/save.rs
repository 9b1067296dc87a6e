//! `-w` of the commands that read: writes what was captured, or the packets of what a filter selects, as pcapng.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, Write};
use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::args::Read;
use super::drive::Capture;
use super::error::Error;
use super::output;
use crate::base::id::{AssociationId, FrameId};
use crate::base::input::{Input, Packet};
use crate::base::secret::Secret;
use crate::base::text::hex;
use crate::base::tree::Tree;
use crate::engine::dissect;
use crate::net::{Segment, segment};
use crate::source::{PacketRecord, PcapngWriter};
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::octets::Cover;
use crate::store::query::Query;
use crate::store::row::FrameRow;
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
        let mut copy = Copy { writer: PcapngWriter::new(BufWriter::new(out))?, selection, strips: read.secrets.strip_secrets };
        if read.secrets.with_secrets {
            copy.strips = true;
            copy.used_secrets(capture)?;
        }
        failure = copy.packets(capture)?;
        copy.writer.out().flush()
    })
    .map_err(|error| if let Error::Output { source, .. } = error { fail(source) } else { error })?;
    failure.map_or(Ok(()), Err)
}

struct Copy<W: Write> {
    writer: PcapngWriter<W>,
    selection: Option<Selection>,
    strips: bool,
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
                        if self.selection.as_ref().is_none_or(|selection| selection.takes(input, &packet)) {
                            self.packet(&packet)?;
                        }
                    }
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

/// The packets of what a filter selects, and those without which they cannot be opened.
struct Selection {
    associations: BTreeSet<AssociationId>,
    /// Packets that complete a frame that is taken.
    packets: BTreeSet<u32>,
    /// Where octets of frames that are taken lie: input, first octet, end.
    places: Vec<(u16, u64, u64)>,
    /// Both ends of flows, and whether every packet of them is taken, or those that open and end them.
    flows: BTreeMap<[SocketAddr; 2], bool>,
}

impl Selection {
    fn of(capture: &Capture, query: &Query) -> Self {
        let snapshot = &capture.snapshot;
        let mut selection = Self { associations: BTreeSet::new(), packets: BTreeSet::new(), places: Vec::new(), flows: BTreeMap::new() };
        let matcher = query.on(snapshot);
        let mut read =
            |id: FrameId| -> Option<Tree> { capture.octets.frame(snapshot, id).ok().map(|octets| dissect::frame(snapshot, id, &octets)) };
        for (at, row) in snapshot.frames.iter() {
            if matcher.frame(FrameId::from_index(at), &mut read) {
                selection.associations.insert(snapshot.association_of(row));
                selection.take(snapshot, row);
            }
        }
        for (_, row) in snapshot.frames.iter() {
            if is_needed(row) && selection.associations.contains(&snapshot.association_of(row)) {
                selection.take(snapshot, row);
            }
        }
        for id in &selection.associations {
            if let Some(row) = snapshot.association(*id) {
                let ends = [[row.client, row.server], [row.server, row.client]];
                selection.flows.extend(ends.map(|ends| (ends, row.carrier.is_some())));
            }
        }
        selection.settle();
        selection
    }

    fn take(&mut self, snapshot: &Snapshot, row: &FrameRow) {
        self.packets.insert(row.packet.0);
        // Of a sealed carrier every record is needed to open the next one: its flow is taken whole.
        let cover = snapshot.segments.cover(row.stream, row.offset, row.offset + u64::from(row.length));
        let places = if let Some(Cover::Clear(segments)) = cover { segments } else { Vec::new() };
        let places = places.into_iter();
        self.places.extend(places.map(|place| (place.input, place.file_offset, place.file_offset + u64::from(place.length))));
    }

    /// Brings places in order and joins those that touch.
    fn settle(&mut self) {
        self.places.sort_unstable();
        let mut joined: Vec<(u16, u64, u64)> = Vec::new();
        for place in &self.places {
            match joined.last_mut().filter(|last| last.0 == place.0 && last.2 >= place.1) {
                Some(last) => last.2 = last.2.max(place.2),
                None => joined.push(*place),
            }
        }
        self.places = joined;
    }

    /// Whether a packet of an input, 1-based, is taken.
    fn takes(&self, input: usize, packet: &Packet) -> bool {
        if self.packets.contains(&packet.id.0) {
            return true;
        }
        let input = u16::try_from(input.saturating_sub(1)).unwrap_or(u16::MAX);
        let (start, end) = (packet.file_offset, packet.file_offset + packet.bytes.len() as u64);
        let before = self.places.partition_point(|place| (place.0, place.2) <= (input, start));
        if self.places.get(before).is_some_and(|place| place.0 == input && place.1 < end) {
            return true;
        }
        segment(packet).is_some_and(|Segment { ends, is_edge }| self.flows.get(&ends).is_some_and(|whole| *whole || is_edge))
    }
}

/// Whether other frames of the association cannot be opened without this one: handshake and changes of keys.
fn is_needed(row: &FrameRow) -> bool {
    let changes = [
        FrameType::KEY_UPDATE,
        FrameType::KEY_UPDATE_ACK,
        FrameType::MASTER_RATCHET,
        FrameType::MASTER_RATCHET_ACK,
        FrameType::REKEM,
        FrameType::REKEM_ACK,
    ];
    row.frame_type.is_handshake(row.channel) || (row.channel == Channel::CONTROL && changes.contains(&row.frame_type))
}
