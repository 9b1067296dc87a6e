//! Capture files and standard input, one after another.

use std::collections::VecDeque;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::id::PacketId;
use crate::base::input::{Input, Loss, Packet, ReadAt};
use crate::base::secret::Secret;

use super::Source;
use super::error::Error;
use super::format::{Format, MAGIC_LEN, describe};
use super::item::{Item, RawPacket, Step};
use super::medium::Medium;
use super::pcap::PcapReader;
use super::pcapng::PcapngReader;
use super::secrets;
use super::spool::Files;
use super::window::Window;

/// One or more inputs, read in order.
pub struct FileSource {
    files: Vec<CaptureFile>,
    /// The file being read.
    current: usize,
    packets: usize,
    /// Inputs that come before the next packet.
    ready: VecDeque<Input>,
    prepared: bool,
    as_it_comes: bool,
}

/// A file with its reader.
struct CaptureFile {
    medium: Medium,
    format: Format,
    reader: Reader,
    window: Window,
    begun: bool,
}

enum Reader {
    Pcap(PcapReader),
    Pcapng(PcapngReader),
}

impl FileSource {
    /// Opens every input and checks that each is a capture, before anything is read. `-` is standard input.
    pub fn open(paths: &[PathBuf]) -> Result<Self, Error> {
        if paths.is_empty() {
            return Err(Error::NoInput);
        }
        Self::from_media(paths.iter().map(|path| Medium::open(path)))
    }

    /// Gives the packets of a pipe as they come. Without it a pipe with pcapng is read to its end first, because the secrets of
    /// its last packets may follow them.
    #[must_use]
    pub fn as_it_comes(mut self) -> Self {
        self.as_it_comes = true;
        self
    }

    /// The source of a capture in memory. It is spooled like a stream.
    pub fn of_octets(name: &str, capture: Vec<u8>) -> Result<Self, Error> {
        Self::from_media(std::iter::once(Medium::stream(name.to_owned(), Box::new(Cursor::new(capture)), true)))
    }

    /// The source of media that were opened already.
    pub(super) fn from_media(media: impl Iterator<Item = Result<Medium, Error>>) -> Result<Self, Error> {
        let files = media.map(|medium| CaptureFile::new(medium?)).collect::<Result<_, _>>()?;
        Ok(Self { files, current: 0, packets: 0, ready: VecDeque::new(), prepared: false, as_it_comes: false })
    }

    /// Appends at most `most` inputs: for each file its name, then what is in it. `false` at the end, and then nothing was appended.
    ///
    /// The secrets of all files come before the first packet. The batch may be short while a pipe waits for its writer.
    pub fn next_batch(&mut self, batch: &mut Vec<Input>, most: usize) -> Result<bool, Error> {
        self.prepare()?;
        let start = batch.len();
        let goal = start.saturating_add(most.max(1));
        while batch.len() < goal {
            if let Some(input) = self.ready.pop_front() {
                batch.push(input);
                continue;
            }
            let Some(file) = self.files.get_mut(self.current) else { break };
            if !file.begun {
                file.begun = true;
                self.ready.push_front(Input::File { name: file.medium.name().to_owned() });
                continue;
            }
            file.window.may_wait = batch.len() == start;
            match file.step()? {
                Step::Found(Item::Damage(offset, detail)) => {
                    let detail = match file.medium.take_damage() {
                        Some(cause) => format!("{detail}: {cause}"),
                        None => detail,
                    };
                    batch.push(Input::Loss(Loss::FileDamaged { offset, detail }));
                }
                Step::Found(item) => batch.push(self.number(item)),
                Step::Again => {}
                Step::Wait => break,
                Step::End => self.next_file(),
            }
        }
        Ok(batch.len() > start)
    }

    /// Octets read, and octets in all (0 when unknown).
    pub fn progress(&self) -> (u64, u64) {
        let read = self.files.iter().map(|file| file.window.offset()).sum();
        let total = self.files.iter().map(|file| file.medium.total()).sum::<Option<u64>>();
        (read, total.unwrap_or_default())
    }

    /// Reads octets of any input back by `Packet::file_offset`.
    pub fn read_at(&self) -> Arc<dyn ReadAt> {
        Arc::new(Files(self.files.iter().map(|file| Arc::clone(file.medium.file())).collect()))
    }

    /// Collects the secrets of all files, once.
    fn prepare(&mut self) -> Result<(), Error> {
        if std::mem::replace(&mut self.prepared, true) {
            return Ok(());
        }
        let Some(first) = self.files.first_mut() else { return Ok(()) };
        first.begun = true;
        self.ready.push_back(Input::File { name: first.medium.name().to_owned() });
        for file in &mut self.files {
            self.ready.extend(file.secrets(self.as_it_comes)?.into_iter().map(Input::Secrets));
        }
        Ok(())
    }

    fn number(&mut self, item: Item) -> Input {
        match item {
            Item::Packet(raw) => {
                let id = PacketId::from_index(self.packets);
                self.packets += 1;
                let RawPacket { time, link, original_len, file_offset, bytes } = raw;
                Input::Packet(Packet { id, time, link, original_len, file_offset, bytes })
            }
            Item::Secrets(secret) => Input::Secrets(secret),
            Item::Drops(count) => Input::Loss(Loss::CaptureDrops(count)),
            Item::Damage(offset, detail) => Input::Loss(Loss::FileDamaged { offset, detail }),
        }
    }

    fn next_file(&mut self) {
        if let Some(file) = self.files.get_mut(self.current)
            && let Some(detail) = file.medium.take_damage()
        {
            self.ready.push_back(Input::Loss(Loss::FileDamaged { offset: file.window.offset(), detail }));
        }
        self.current += 1;
    }
}

impl Source for FileSource {
    fn next_batch(&mut self, batch: &mut Vec<Input>, most: usize) -> Result<bool, Error> {
        Self::next_batch(self, batch, most)
    }

    fn progress(&self) -> (u64, u64) {
        Self::progress(self)
    }

    fn read_at(&self) -> Arc<dyn ReadAt> {
        Self::read_at(self)
    }
}

impl CaptureFile {
    fn new(mut medium: Medium) -> Result<Self, Error> {
        let front = medium.front()?;
        let name = medium.name().to_owned();
        if front.is_empty() {
            return Err(medium
                .take_damage()
                .map_or_else(|| Error::Empty { name: name.clone() }, |found| Error::NotACapture { name: name.clone(), found }));
        }
        let format = front.first_chunk::<MAGIC_LEN>().and_then(|&magic| Format::of(magic));
        let Some(format) = format else { return Err(Error::NotACapture { name, found: describe(&front) }) };
        let reader = match format {
            Format::Pcap { order, nanos, record_len } => Reader::Pcap(PcapReader::new(order, nanos, record_len)),
            Format::Pcapng => Reader::Pcapng(PcapngReader::new(true)),
        };
        Ok(Self { medium, format, reader, window: Window::default(), begun: false })
    }

    fn step(&mut self) -> Result<Step, Error> {
        match &mut self.reader {
            Reader::Pcap(reader) => reader.step(&mut self.window, &mut self.medium),
            Reader::Pcapng(reader) => reader.step(&mut self.window, &mut self.medium),
        }
    }

    /// The secrets of a pcapng file, which are then not reported again. A pipe that is read as it comes reports them as met.
    fn secrets(&mut self, as_it_comes: bool) -> Result<Vec<Secret>, Error> {
        if self.format != Format::Pcapng || (as_it_comes && self.medium.is_open_ended()) {
            return Ok(Vec::new());
        }
        self.medium.drain()?;
        self.reader = Reader::Pcapng(PcapngReader::new(false));
        secrets::collect(&mut self.medium)
    }
}
