//! Columns of the channels: a lane each, both directions side by side.

use crate::base::direction::Direction;
use crate::base::text::grouped;
use crate::spec::channel::Channel;
use crate::store::finding::Severity;
use crate::store::row::SealedReason;
use crate::tui::theme::Role;
use crate::tui::world::lanes::Lane;

use super::{Cell, Column, Context, What, by_width, flex, left, right, role_of};

/// What is told of one direction of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Told {
    /// Frames in so many parts of time, as bars.
    Bars(u8),
    /// Frames a second.
    Rate,
    /// The last sequence number.
    Seq,
    /// Sequence numbers skipped.
    Gaps,
    /// The key epoch.
    Epoch,
    /// Where the other direction begins.
    Wall,
}

impl Told {
    /// The name of the column in the configuration.
    pub const fn name(self, direction: Direction) -> &'static str {
        match (direction, self) {
            (C2s, Self::Bars(_)) => "c2s",
            (C2s, Self::Rate) => "c2s-rate",
            (C2s, Self::Seq) => "c2s-seq",
            (C2s, Self::Gaps) => "c2s-gaps",
            (C2s, Self::Epoch) => "c2s-epoch",
            (S2c, Self::Bars(_)) => "s2c",
            (S2c, Self::Rate) => "s2c-rate",
            (S2c, Self::Seq) => "s2c-seq",
            (S2c, Self::Gaps) => "s2c-gaps",
            (S2c, Self::Epoch) => "s2c-epoch",
            (_, Self::Wall) => "wall",
        }
    }
}

const fn way(title: &'static str, width: u16, direction: Direction, told: Told) -> Column {
    Column { title, width, share: 0, right: !matches!(told, Told::Bars(_)), what: What::Way(direction, told) }
}

use Direction::{C2s, S2c};

const WIDEST: [Column; 16] = [
    left("", 1, What::Sign),
    right("as", 3, What::Association),
    left("channel", 16, What::Channel),
    way("c2s", 16, C2s, Told::Bars(16)),
    way("rate", 7, C2s, Told::Rate),
    way("last seq", 10, C2s, Told::Seq),
    way("gaps", 5, C2s, Told::Gaps),
    way("ep", 3, C2s, Told::Epoch),
    way("", 1, S2c, Told::Wall),
    way("s2c", 16, S2c, Told::Bars(16)),
    way("rate", 7, S2c, Told::Rate),
    way("last seq", 10, S2c, Told::Seq),
    way("gaps", 5, S2c, Told::Gaps),
    way("ep", 3, S2c, Told::Epoch),
    flex("keys", 2, What::Protection),
    left("alarms", 13, What::Counts),
];

const WIDE: [Column; 16] = [
    left("", 1, What::Sign),
    right("as", 2, What::Association),
    left("channel", 13, What::Channel),
    way("c2s", 8, C2s, Told::Bars(8)),
    way("rate", 6, C2s, Told::Rate),
    way("seq", 8, C2s, Told::Seq),
    way("gaps", 4, C2s, Told::Gaps),
    way("ep", 2, C2s, Told::Epoch),
    way("", 1, S2c, Told::Wall),
    way("s2c", 8, S2c, Told::Bars(8)),
    way("rate", 6, S2c, Told::Rate),
    way("seq", 8, S2c, Told::Seq),
    way("gaps", 4, S2c, Told::Gaps),
    way("ep", 2, S2c, Told::Epoch),
    flex("keys", 1, What::Protection),
    left("alarms", 12, What::Counts),
];

const MEDIUM: [Column; 14] = [
    right("as", 2, What::Association),
    left("channel", 11, What::Channel),
    way("c2s", 4, C2s, Told::Bars(4)),
    way("rate", 4, C2s, Told::Rate),
    way("seq", 6, C2s, Told::Seq),
    way("gap", 3, C2s, Told::Gaps),
    way("ep", 2, C2s, Told::Epoch),
    way("", 1, S2c, Told::Wall),
    way("s2c", 4, S2c, Told::Bars(4)),
    way("rate", 4, S2c, Told::Rate),
    way("seq", 6, S2c, Told::Seq),
    way("gap", 3, S2c, Told::Gaps),
    way("ep", 2, S2c, Told::Epoch),
    flex("keys, alarms", 1, What::Remark),
];

const NARROW: [Column; 6] = [
    left("", 1, What::Sign),
    right("as", 2, What::Association),
    flex("channel", 1, What::Channel),
    way("c2s", 6, C2s, Told::Rate),
    way("s2c", 6, S2c, Told::Rate),
    left("keys", 5, What::Protection),
];

/// The columns at a width.
pub(super) const fn columns(width: u16) -> &'static [Column] {
    by_width(width, 110, [&NARROW, &MEDIUM, &WIDE, &WIDEST])
}

/// A cell; `None` when there is no such lane.
pub(super) fn cell<'a>(context: &Context<'a>, at: usize, what: What) -> Option<Cell<'a>> {
    let lane = context.world.study.lanes.of_row(at)?;
    Some(match what {
        What::Sign => context.sign(lane.worst.map(|(severity, _)| severity)),
        What::Association => Cell::dim(context.world.number(lane.association).to_string()),
        What::Channel => Cell::new(name_of(lane.channel), role_of_channel(lane.channel)),
        What::Protection => keys(lane),
        What::Counts => alarms(context, lane),
        What::Remark => both(&alarms(context, lane), keys(lane)),
        What::Way(direction, told) => told_of(context, lane, direction, told),
        _ => Cell::none(),
    })
}

fn told_of<'a>(context: &Context<'a>, lane: &Lane, direction: Direction, told: Told) -> Cell<'a> {
    let side = &lane.sides[direction.index()];
    let role = if side.frames == 0 { Role::Dim } else { super::frames::role_of_direction(direction) };
    match told {
        Told::Bars(count) => Cell::new(bars(context, lane, direction, count.into()), role),
        Told::Rate => rate(context, lane, direction),
        Told::Seq => side.seq.map_or_else(Cell::none, |seq| Cell::plain(compact(seq))),
        Told::Gaps => gaps(context, lane, direction),
        Told::Epoch => side.epoch.map_or_else(Cell::none, |epoch| Cell::dim(compact(epoch.into()))),
        Told::Wall => Cell::new(context.glyphs.wall, Role::Border),
    }
}

/// Frames in equal parts of time; the fullest part of the lane, either way, is the highest bar.
fn bars(context: &Context<'_>, lane: &Lane, direction: Direction, count: usize) -> String {
    let of = |direction| lane.bars(direction, context.world, count);
    let most = Direction::BOTH.into_iter().flat_map(of).max().unwrap_or(0);
    context.glyphs.spark(&of(direction), most)
}

fn rate(context: &Context<'_>, lane: &Lane, direction: Direction) -> Cell<'static> {
    if context.snapshot().association(lane.association).is_some_and(|row| context.has_ended(row)) {
        return Cell::dim("end");
    }
    let rate = lane.per_second(direction, context.world);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate is neither negative nor near 2^53")]
    let whole = rate.round() as u64;
    match whole {
        0 if rate > 0.0 => Cell::plain("<1/s"),
        0 => Cell::dim("0/s"),
        some => Cell::plain(format!("{}/s", compact(some))),
    }
}

fn gaps(context: &Context<'_>, lane: &Lane, direction: Direction) -> Cell<'static> {
    let row = context.snapshot().association(lane.association);
    let of_lane = row.iter().flat_map(|row| &row.seq_gaps).filter(|(way, channel, _)| (*way, *channel) == (direction, lane.channel));
    match of_lane.map(|(_, _, count)| count).sum() {
        0 => Cell::dim("0"),
        count => Cell::new(compact(count), Role::Warning),
    }
}

/// Whether payloads can be read now, and how many could not.
fn keys(lane: &Lane) -> Cell<'static> {
    let missing = lane.sides.iter().find_map(|side| side.key.and_then(Result::err));
    let sealed: u64 = lane.sides.iter().map(|side| side.sealed).sum();
    let opened = lane.sides.iter().any(|side| side.key == Some(Ok(())));
    match (missing, sealed, opened) {
        (Some(reason), ..) => Cell::new(format!("no: {}", words(reason)), Role::Warning),
        (None, 0, true) => Cell::new("yes", Role::Good),
        (None, sealed, true) => Cell::new(format!("yes; {} sealed", grouped(sealed)), Role::Note),
        (None, _, false) => Cell::dim("clear"),
    }
}

/// The reason in words that say at once what is missing.
const fn words(reason: SealedReason) -> &'static str {
    match reason {
        SealedReason::NoKeyForAssociation => "no key",
        SealedReason::HandshakeNotCaptured => "handshake missing",
        SealedReason::OuterTlsKeyMissing => "TLS key missing",
        SealedReason::EpochKeyMissing => "epoch key missing",
        SealedReason::RatchetKeyMissing => "ratchet key missing",
        SealedReason::ChannelKeyMissing => "channel key missing",
        SealedReason::SuiteUnknown => "suite unknown",
        SealedReason::KeyWrong => "wrong key",
        SealedReason::TagMismatch => "tag mismatch",
        SealedReason::TooShort => "too short",
        SealedReason::Incomplete => "incomplete",
    }
}

fn alarms<'a>(context: &Context<'a>, lane: &Lane) -> Cell<'a> {
    let Some((worst, _)) = lane.worst else { return Cell::none() };
    let counts = Severity::WORST_FIRST.map(|severity| (severity, lane.findings[severity.index()]));
    let told = counts.into_iter().filter(|(_, count)| *count > 0);
    let told: Vec<String> = told.map(|(severity, count)| format!("{} {}", context.glyphs.of_severity(severity), compact(count))).collect();
    Cell::new(told.join(" "), role_of(worst))
}

fn both<'a>(alarms: &Cell<'a>, keys: Cell<'a>) -> Cell<'a> {
    if alarms.text.is_empty() {
        return keys;
    }
    // The worst alone, so that the keys are seen too.
    let mut words = alarms.text.split(' ');
    let worst = words.by_ref().take(2).collect::<String>();
    Cell::new(format!("{worst} {}", keys.text), alarms.role)
}

/// The channel's name, or what its number is reserved for.
pub fn name_of(channel: Channel) -> String {
    match channel {
        Channel::FORBIDDEN => "forbid FFFF".to_owned(),
        known if known.name().is_some() => known.label(),
        other if other.is_grease() => format!("GREASE {:04X}", other.0),
        other if other.is_reserved_core() => format!("rsvd {:04X}", other.0),
        other => format!("ext {:04X}", other.0),
    }
}

fn role_of_channel(channel: Channel) -> Role {
    match channel {
        Channel::FORBIDDEN => Role::Error,
        other if other.is_reserved_core() => Role::Warning,
        other if other.name().is_none() => Role::Dim,
        _ => Role::Text,
    }
}

/// A count in at most four columns: thousands and millions by their letters.
pub fn compact(count: u64) -> String {
    match count {
        0..=9_999 => count.to_string(),
        10_000..=999_999 => format!("{}k", count / 1000),
        1_000_000..=999_999_999 => format!("{}M", count / 1_000_000),
        _ => format!("{}G", count / 1_000_000_000),
    }
}
