//! GREASE channels [core §5.2]: a peer must ignore what it hears there, and so repeats nothing of it.

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::crypto::digest::sha256;
use crate::spec::channel::Channel;

use super::Entry;

/// Frames remembered; the oldest go first, which only misses an echo.
const MOST: usize = 16;
/// Contents shorter than this are alike by chance.
const LEAST: usize = 4;

#[derive(Clone, Copy, Debug)]
struct Heard {
    direction: Direction,
    channel: Channel,
    digest: [u8; 32],
    frame: FrameId,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Echoes(Vec<Heard>);

impl Echoes {
    /// The frame of the other direction whose content this one repeats.
    pub(super) fn look(&self, entry: &Entry<'_>) -> Option<FrameId> {
        let heard = heard(entry).filter(|_| !self.0.is_empty())?;
        let same = |other: &&Heard| (other.direction, other.channel, other.digest) == (heard.direction.flip(), heard.channel, heard.digest);
        self.0.iter().rev().find(same).map(|other| other.frame)
    }

    pub(super) fn keep(&mut self, entry: &Entry<'_>) {
        if let Some(heard) = heard(entry) {
            if self.0.len() >= MOST {
                self.0.remove(0);
            }
            self.0.push(heard);
        }
    }

    pub(super) fn swap_roles(&mut self) {
        for heard in &mut self.0 {
            heard.direction = heard.direction.flip();
        }
    }
}

fn heard(entry: &Entry<'_>) -> Option<Heard> {
    let plain = entry.plain.filter(|plain| entry.header.channel.is_grease() && plain.len() >= LEAST)?;
    Some(Heard { direction: entry.direction, channel: entry.header.channel, digest: sha256(plain), frame: entry.frame })
}
