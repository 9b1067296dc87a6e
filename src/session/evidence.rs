//! What of an association the capture lacks.

use crate::base::direction::Direction;

/// What of an association the capture lacks. A rule about absence must find nothing here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// `CLIENT_HELLO` was not captured: earlier traffic may exist.
    pub late: bool,
    /// Octets are missing, per direction.
    pub gaps: [bool; 2],
    /// Octets were captured, per direction.
    pub seen: [bool; 2],
    /// Bridge frames that could not be read, per direction.
    pub unread: [bool; 2],
    /// Frames whose tag or CRC is wrong, per direction: what they said is unknown.
    pub doubtful: [bool; 2],
    /// Packets are missing of which it is not known yet, or not known at all, whether they arrived, per direction.
    pub pending: [bool; 2],
    /// Exchanges were forgotten because a cap was reached.
    pub forgotten: bool,
    /// How often something of a direction was found to be missing.
    pub losses: Losses,
    /// Packets were captured in another order than they were sent, and nothing tells the right one between the directions.
    pub disordered: bool,
}

/// How often something was found to be missing up to a moment, per direction.
pub type Losses = [u32; 2];

impl Evidence {
    /// Whether everything that was sent in a direction so far was captured and read.
    pub const fn is_whole(&self, direction: Direction) -> bool {
        !self.late && self.is_unbroken(direction)
    }

    /// Whether every frame that a direction sent was captured, unaltered, since the capture began; read or not.
    pub const fn is_captured(&self, direction: Direction) -> bool {
        let at = direction.index();
        self.seen[at] && !self.gaps[at] && !self.doubtful[at] && !self.pending[at]
    }

    /// Whether a direction was captured and read without holes since the capture began, be that after the association began.
    pub const fn is_unbroken(&self, direction: Direction) -> bool {
        self.is_captured(direction) && !self.unread[direction.index()] && !self.forgotten
    }

    /// Whether something that was sent in a direction since a moment may be missing: what was not seen there may have been sent.
    pub const fn lost_since(&self, direction: Direction, moment: Losses) -> bool {
        let at = direction.index();
        self.losses[at] != moment[at] || !self.seen[at] || self.pending[at] || self.forgotten
    }

    /// Octets of a direction were captured. Of an association that was begun before, those up to them are missing.
    pub const fn heard(&mut self, direction: Direction) {
        let at = direction.index();
        if self.late && !self.seen[at] {
            self.missed(direction);
        }
        self.seen[at] = true;
    }

    /// A Bridge frame of a direction could not be read.
    pub const fn leave_unread(&mut self, direction: Direction) {
        self.unread[direction.index()] = true;
        self.missed(direction);
    }

    /// Packets of a direction are missing whose fate is not known, or that is settled.
    pub const fn unsettled(&mut self, direction: Direction, some: bool) {
        self.pending[direction.index()] = some;
    }

    /// Something of a direction is missing.
    pub const fn missed(&mut self, direction: Direction) {
        let losses = &mut self.losses[direction.index()];
        *losses = losses.saturating_add(1);
    }

    /// Whether both directions are whole and were captured at all.
    pub const fn is_complete(&self) -> bool {
        self.is_whole(Direction::C2s) && self.is_whole(Direction::S2c)
    }
}
