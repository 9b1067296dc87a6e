//! Several files become one capture: their packets by time, those of one file in its order.
//!
//! People record the directions of a connection, or the taps of a network, in a file each; and name files in any order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bytes::Bytes;

use crate::base::input::Input;
use crate::base::time::Timestamp;

use super::error::Error;
use super::file::FileSource;
use super::item::{Item, RawPacket, Step};
use super::window::Window;

/// Where the merging of the files stands.
#[derive(Debug)]
pub(super) struct Merge {
    /// The next packet of each file.
    heads: Vec<Option<RawPacket>>,
    /// When they were captured; of equal times the file that was named first comes first.
    times: BinaryHeap<Reverse<(Timestamp, usize)>>,
    /// Files whose next packet is not known, the next one to look at last.
    unread: Vec<usize>,
    announced: bool,
}

impl Merge {
    /// Nothing of so many files was read.
    pub(super) fn new(files: usize) -> Self {
        Self { heads: (0..files).map(|_| None).collect(), times: BinaryHeap::new(), unread: (0..files).rev().collect(), announced: false }
    }

    fn put(&mut self, file: usize, packet: RawPacket) {
        self.times.push(Reverse((packet.time, file)));
        if let Some(head) = self.heads.get_mut(file) {
            *head = Some(packet);
        }
    }

    fn take(&mut self) -> Option<(usize, RawPacket)> {
        let Reverse((_, file)) = self.times.pop()?;
        Some((file, self.heads.get_mut(file)?.take()?))
    }
}

/// What a step of the merging came to.
pub(super) enum Merged {
    /// Inputs are ready.
    Ready,
    /// A file must be waited for.
    Wait,
    /// All files are over.
    End,
}

impl FileSource {
    /// Makes the next inputs ready.
    pub(super) fn step_merged(&mut self, merge: &mut Merge) -> Result<Merged, Error> {
        if !std::mem::replace(&mut merge.announced, true) {
            self.announce();
            return Ok(Merged::Ready);
        }
        while let Some(file) = merge.unread.pop() {
            if !self.look(merge, file)? {
                return Ok(Merged::Wait);
            }
            if !self.ready.is_empty() {
                return Ok(Merged::Ready);
            }
        }
        let Some((file, packet)) = merge.take() else { return Ok(Merged::End) };
        merge.unread.push(file);
        self.give(file, Item::Packet(packet));
        Ok(Merged::Ready)
    }

    /// Names all files before the first packet: which one comes next is a matter of time.
    fn announce(&mut self) {
        for file in &mut self.files {
            if !std::mem::replace(&mut file.begun, true) {
                self.ready.push_back(Input::File { name: file.medium.name().to_owned() });
            }
        }
        self.current = self.files.len().saturating_sub(1);
    }

    /// Takes one step in a file whose next packet is not known. `false` when it must be waited for.
    fn look(&mut self, merge: &mut Merge, at: usize) -> Result<bool, Error> {
        let Some(file) = self.files.get_mut(at) else { return Ok(true) };
        match file.step()? {
            Step::Found(Item::Packet(packet)) if file.packets == 0 => {
                // Files that begin much later do not keep what was read of them until then.
                merge.put(at, RawPacket { bytes: Bytes::copy_from_slice(&packet.bytes), ..packet });
                file.window = Window::over(file.window.offset());
            }
            Step::Found(Item::Packet(packet)) => merge.put(at, packet),
            Step::Found(item) => {
                merge.unread.push(at);
                self.give(at, item);
            }
            Step::Again => merge.unread.push(at),
            Step::Wait => {
                merge.unread.push(at);
                return Ok(false);
            }
            Step::End => {
                self.turn(at);
                self.next_file();
                self.current = at;
            }
        }
        Ok(true)
    }

    fn give(&mut self, file: usize, item: Item) {
        self.turn(file);
        let input = self.number(item);
        self.ready.push_back(input);
    }

    fn turn(&mut self, file: usize) {
        if self.current != file {
            self.current = file;
            self.ready.push_back(Input::Turn { input: file });
        }
    }
}
