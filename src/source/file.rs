//! Captures, by time or one after another: files, standard input, files that grow, and what npscope itself records.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::base::id::PacketId;
use crate::base::input::{Input, Loss, Packet, ReadAt};
use crate::base::secret::Secret;

use super::Source;
use super::error::Error;
use super::follow::Follower;
use super::format::{Format, MAGIC_LEN, describe};
use super::item::{Item, RawPacket, Step};
use super::medium::{Medium, REST};
use super::merge::{Merge, Merged};
use super::pcap::PcapReader;
use super::pcapng::PcapngReader;
use super::producer::Producer;
use super::secrets;
use super::shelf::Shelf;
use super::supply::{More, NoMore, Supply};
use super::threads::Threads;
use super::window::Window;
use super::word::Word;

/// How late packets come that npscope records itself: more than its threads ever wait.
const OWN_LAG: Duration = Duration::from_secs(2);
/// How late packets come that somebody else writes, who may gather some before.
const OTHER_LAG: Duration = Duration::from_secs(10);

/// One or more inputs. Whole files are read by time, others in order.
pub struct FileSource {
    pub(super) files: Vec<CaptureFile>,
    /// Where further inputs come from.
    supply: Box<dyn Supply>,
    shelf: Arc<Shelf>,
    /// The file being read.
    pub(super) current: usize,
    packets: usize,
    /// Inputs that come before the next packet.
    pub(super) ready: VecDeque<Input>,
    prepared: bool,
    as_it_comes: bool,
    /// Threads that could be started and are not needed here.
    spare: usize,
    /// How files are read by time, when they are.
    pub(super) merge: Option<Merge>,
    /// Who writes what is read here, when npscope itself does.
    producer: Option<Arc<Producer>>,
    /// What the producer has to say beside it.
    word: Word,
}

/// A file with its reader.
pub(super) struct CaptureFile {
    pub(super) medium: Medium,
    /// What it is; `None` until its first octets have come.
    reader: Option<Reader>,
    pub(super) window: Window,
    pub(super) packets: u64,
    pub(super) begun: bool,
}

enum Reader {
    Pcap(PcapReader),
    Pcapng(PcapngReader),
}

impl FileSource {
    /// Opens every input and checks that each is a capture, before anything is read. `-` is standard input.
    pub fn open(paths: &[PathBuf]) -> Result<Self, Error> {
        Self::open_with(paths, Threads::of_machine().with_pipes())
    }

    /// Opens inputs, which so many threads prepare.
    pub fn open_with(paths: &[PathBuf], threads: Threads) -> Result<Self, Error> {
        if paths.is_empty() {
            return Err(Error::NoInput);
        }
        let mut left = threads;
        let source = Self::from_media(paths.iter().map(|path| Medium::open(path, false, &mut left)))?;
        Ok(Self { spare: left.left(), ..source.by_time() })
    }

    /// Opens every input, and reads the last one on as it grows; when it is one of a ring of files, then the next one of the ring.
    pub fn follow(paths: &[PathBuf]) -> Result<Self, Error> {
        let Some((last, before)) = paths.split_last() else { return Err(Error::NoInput) };
        let mut threads = Threads::of_machine().with_pipes();
        let (count, mut media) = (before.len(), Vec::new());
        for (at, path) in paths.iter().enumerate() {
            media.push(Medium::open(path, at == count, &mut threads));
        }
        let mut source = Self::from_media(media.into_iter())?.as_it_comes();
        source.supply = Box::new(Follower::new(last, paths.len() - 1));
        Ok(source)
    }

    /// Gives the packets of a pipe as they come. Without it a pipe with pcapng is read to its end first, because the secrets of
    /// its last packets may follow them.
    #[must_use]
    pub fn as_it_comes(mut self) -> Self {
        self.as_it_comes = true;
        self
    }

    /// The source of a capture in memory.
    pub fn of_octets(name: &str, capture: Vec<u8>) -> Result<Self, Error> {
        Self::from_media(std::iter::once(Medium::of_octets(name, capture)))
    }

    /// The source of media that were opened already.
    pub(super) fn from_media(media: impl Iterator<Item = Result<Medium, Error>>) -> Result<Self, Error> {
        let files = media.map(|medium| CaptureFile::checked(medium?)).collect::<Result<_, _>>()?;
        Ok(Self::of(files, Box::new(NoMore)))
    }

    /// Reads several inputs by time, when all are files that are whole.
    fn by_time(mut self) -> Self {
        if self.files.len() > 1 && self.files.iter().all(|file| file.medium.is_whole()) {
            self.merge = Some(Merge::new(self.files.len()));
        }
        self
    }

    /// The source of what `producer` records.
    pub(super) fn of_recording(supply: Box<dyn Supply>, producer: Arc<Producer>) -> Self {
        Self { producer: Some(producer), as_it_comes: true, ..Self::of(Vec::new(), supply) }
    }

    /// The same, which says through `word` what goes wrong outside.
    pub(super) fn saying(self, word: Word) -> Self {
        Self { word, ..self }
    }

    fn of(files: Vec<CaptureFile>, supply: Box<dyn Supply>) -> Self {
        let shelf = Arc::new(Shelf::default());
        for (at, file) in files.iter().enumerate() {
            shelf.put(at, file.medium.backing());
        }
        Self {
            files,
            supply,
            shelf,
            current: 0,
            packets: 0,
            ready: VecDeque::new(),
            prepared: false,
            as_it_comes: false,
            spare: 0,
            merge: None,
            producer: None,
            word: Word::default(),
        }
    }

    /// Appends at most `most` inputs: for each file its name, then what is in it. `false` at the end, and then nothing was appended.
    ///
    /// The secrets of all files come before the first packet. The batch may be short or empty while a writer is waited for.
    pub fn next_batch(&mut self, batch: &mut Vec<Input>, most: usize) -> Result<bool, Error> {
        if !self.prepare()? {
            std::thread::sleep(REST);
            return Ok(true);
        }
        let start = batch.len();
        let goal = start.saturating_add(most.max(1));
        while batch.len() < goal {
            if let Some(input) = self.ready.pop_front() {
                batch.push(input);
                continue;
            }
            if let Some(mut merge) = self.merge.take() {
                let step = self.step_merged(&mut merge);
                self.merge = Some(merge);
                match step? {
                    Merged::Ready => {}
                    Merged::Wait => return Ok(Self::rest(batch.len() > start)),
                    Merged::End => break,
                }
                continue;
            }
            let Some(file) = self.files.get_mut(self.current) else {
                match self.supply.next(self.current)? {
                    More::Input(medium) => self.begin(medium),
                    More::Wait => return Ok(Self::rest(batch.len() > start)),
                    More::End => break,
                }
                continue;
            };
            if !file.begun {
                file.begun = true;
                self.ready.push_front(Input::File { name: file.medium.name().to_owned() });
                continue;
            }
            match file.step()? {
                Step::Found(Item::Damage(..)) if file.medium.backing().overwritten().is_some() => self.next_file(),
                Step::Found(item) => batch.push(self.number(item)),
                Step::Again => {}
                Step::Wait if self.supply.is_over(self.current, &file.medium) => file.medium.backing().close(),
                Step::Wait => return Ok(Self::rest(batch.len() > start)),
                Step::End => self.next_file(),
            }
        }
        Ok(batch.len() > start)
    }

    /// Octets read, and octets in all (0 when unknown).
    pub fn progress(&self) -> (u64, u64) {
        let read = self.files.iter().map(|file| file.window.offset()).sum();
        let total = self.files.iter().map(|file| file.medium.total()).sum::<Option<u64>>();
        (read, if self.supply.is_endless() { 0 } else { total.unwrap_or_default() })
    }

    /// Reads octets of any input back by `Packet::file_offset`.
    pub fn read_at(&self) -> Arc<dyn ReadAt> {
        Arc::clone(&self.shelf) as Arc<dyn ReadAt>
    }

    /// Packets given so far.
    #[cfg(test)]
    pub(super) const fn packets_given(&self) -> usize {
        self.packets
    }

    /// Rests when there is nothing to give.
    fn rest(has_some: bool) -> bool {
        if !has_some {
            std::thread::sleep(REST);
        }
        true
    }

    /// Collects the secrets of all files, once. `false` while a pipe must be waited for.
    fn prepare(&mut self) -> Result<bool, Error> {
        if self.prepared {
            return Ok(true);
        }
        if !self.as_it_comes {
            self.files.iter().filter(|file| file.hides_secrets()).for_each(|file| file.medium.want(u64::MAX));
        }
        if !self.as_it_comes && self.files.iter().any(CaptureFile::hides_secrets) {
            return Ok(false);
        }
        self.prepared = true;
        let Some(first) = self.files.first_mut() else { return Ok(true) };
        first.begun = true;
        self.ready.push_back(Input::File { name: first.medium.name().to_owned() });
        for file in &mut self.files {
            self.ready.extend(file.secrets()?.into_iter().map(Input::Secrets));
        }
        Ok(true)
    }

    fn begin(&mut self, medium: Medium) {
        self.shelf.put(self.files.len(), medium.backing());
        self.files.push(CaptureFile::new(medium));
    }

    pub(super) fn number(&mut self, item: Item) -> Input {
        let file = self.files.get_mut(self.current);
        match item {
            Item::Packet(raw) => {
                if let Some(file) = file {
                    file.packets += 1;
                }
                let id = PacketId::from_index(self.packets);
                self.packets += 1;
                let RawPacket { time, link, original_len, file_offset, bytes } = raw;
                Input::Packet(Packet { id, time, link, original_len, file_offset, bytes })
            }
            Item::Secrets(secret) => Input::Secrets(secret),
            Item::Drops(cause, count) => Input::Loss(Loss::Drops(cause, count)),
            Item::Damage(offset, detail) => {
                let detail = match file.and_then(|file| file.medium.take_damage()) {
                    Some(cause) => format!("{detail}: {cause}"),
                    None => detail,
                };
                Input::Loss(Loss::FileDamaged { offset, detail })
            }
        }
    }

    pub(super) fn next_file(&mut self) {
        if let Some(file) = self.files.get_mut(self.current) {
            if let Some(packets) = file.medium.backing().overwritten() {
                let missed = packets.saturating_sub(file.packets);
                self.ready.extend((missed > 0).then_some(Input::Loss(Loss::Overwritten(missed))));
            } else if let Some(detail) = file.medium.take_damage() {
                self.ready.push_back(Input::Loss(Loss::FileDamaged { offset: file.window.offset(), detail }));
            }
            file.window = Window::over(file.window.offset());
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

    fn again(&self) -> Box<dyn Source> {
        let source = Self {
            files: self.files.iter().map(|file| CaptureFile::new(file.medium.clone())).collect(),
            supply: self.supply.again(),
            shelf: Arc::clone(&self.shelf),
            current: 0,
            packets: 0,
            ready: VecDeque::new(),
            prepared: false,
            as_it_comes: self.as_it_comes,
            spare: 0,
            merge: self.merge.is_some().then(|| Merge::new(self.files.len())),
            producer: self.producer.clone(),
            word: self.word.clone(),
        };
        Box::new(source)
    }

    fn stop(&mut self) {
        self.supply.stop();
        if let Some(producer) = &self.producer {
            producer.stop();
        }
        let over = if self.merge.is_some() { 0 } else { self.current };
        for file in self.files.iter().skip(over) {
            file.medium.backing().close();
        }
    }

    fn is_live(&self) -> bool {
        self.producer.is_some() || self.supply.is_endless() || self.files.iter().any(|file| file.medium.is_open())
    }

    fn word(&self) -> Option<Arc<String>> {
        self.word.now()
    }

    fn spare_threads(&self) -> usize {
        self.spare
    }

    fn lag(&self) -> Option<Duration> {
        if self.producer.is_some() { Some(OWN_LAG) } else { self.is_live().then_some(OTHER_LAG) }
    }
}

impl CaptureFile {
    const fn new(medium: Medium) -> Self {
        Self { medium, reader: None, window: Window::new(), packets: 0, begun: false }
    }

    /// A file that is sure to be a capture. One that still grows may have to be waited for.
    fn checked(medium: Medium) -> Result<Self, Error> {
        let mut file = Self::new(medium);
        if !file.medium.backing().may_be_empty() {
            file.medium.await_front()?;
            file.recognise()?;
        }
        Ok(file)
    }

    /// Makes the reader, once enough has come. `false` while it has not.
    fn recognise(&mut self) -> Result<bool, Error> {
        if self.reader.is_some() {
            return Ok(true);
        }
        let is_open = self.medium.extent()?.open;
        let front = self.medium.front();
        if is_open && front.len() < MAGIC_LEN {
            return Ok(false);
        }
        let name = self.medium.name().to_owned();
        if front.is_empty() {
            return Err(self
                .medium
                .take_damage()
                .map_or_else(|| Error::Empty { name: name.clone() }, |found| Error::NotACapture { name: name.clone(), found }));
        }
        let format = front.first_chunk::<MAGIC_LEN>().and_then(|&magic| Format::of(magic));
        let Some(format) = format else { return Err(Error::NotACapture { name, found: describe(&front) }) };
        self.reader = Some(match format {
            Format::Pcap { order, nanos, record_len } => Reader::Pcap(PcapReader::new(order, nanos, record_len)),
            Format::Pcapng => Reader::Pcapng(PcapngReader::new(true)),
        });
        Ok(true)
    }

    pub(super) fn step(&mut self) -> Result<Step, Error> {
        if self.reader.is_none() {
            if self.medium.backing().overwritten().is_some() {
                return Ok(Step::End);
            }
            let extent = self.medium.extent()?;
            if !extent.open && extent.len == 0 && self.medium.backing().may_be_empty() {
                return Ok(Step::End);
            }
            if !self.recognise()? {
                return Ok(Step::Wait);
            }
        }
        match &mut self.reader {
            Some(Reader::Pcap(reader)) => reader.step(&mut self.window, &mut self.medium),
            Some(Reader::Pcapng(reader)) => reader.step(&mut self.window, &mut self.medium),
            None => Ok(Step::End),
        }
    }

    /// Whether secrets may stand behind what has come so far.
    fn hides_secrets(&self) -> bool {
        self.medium.is_open() && matches!(self.reader, None | Some(Reader::Pcapng(_)))
    }

    /// The secrets of a pcapng file, which are then not reported again. One that still grows reports them as met.
    fn secrets(&mut self) -> Result<Vec<Secret>, Error> {
        if self.medium.is_open() || self.medium.backing().may_be_empty() {
            return Ok(Vec::new());
        }
        if !self.recognise()? || !matches!(self.reader, Some(Reader::Pcapng(_))) {
            return Ok(Vec::new());
        }
        self.reader = Some(Reader::Pcapng(PcapngReader::new(false)));
        secrets::collect(&mut self.medium)
    }
}
