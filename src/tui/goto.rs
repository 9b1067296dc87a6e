//! Places that can be gone to: typed by people, resolved to a row.

use crate::base::id::{AssociationId, ExchangeId, FrameId};
use crate::base::text::{count_of, grouped};
use crate::base::time::Timestamp;
use crate::store::snapshot::Snapshot;

use super::command::View;
use super::earlier::Around;
use super::model::Model;

/// What can be typed.
pub const EXPECTED: &str =
    "frame 9310, packet 4711, exchange 12, association 2, finding 3, 12:04:31, 2.5s, +2.5s, or a number of this view";

const WORDS: [&str; 5] = ["frame", "packet", "exchange", "association", "finding"];
const SECOND: i64 = 1_000_000_000;
const DAY: i64 = 86_400 * SECOND;

/// A place, as it was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A number of the view in front.
    Number(u64),
    /// A frame.
    Frame(u64),
    /// A packet, of an input when one is named.
    Packet(Option<u64>, u64),
    /// An exchange.
    Exchange(u64),
    /// An association.
    Association(u64),
    /// A finding.
    Finding(u64),
    /// A clock of day in UTC, in nanoseconds.
    Clock(i64),
    /// Nanoseconds since the first frame.
    Since(i64),
    /// Nanoseconds after the selected row; negative before it.
    Ahead(i64),
    /// A time.
    At(Timestamp),
}

/// Where a goal lies, or how to get there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A row that is kept.
    Row(Found),
    /// Among rows that were let go.
    LetGo(Goal, Around),
}

/// A row of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The view.
    pub view: View,
    /// Its row.
    pub row: usize,
}

impl Goal {
    /// The same goal, whatever row is selected.
    fn absolute(self, model: &Model) -> Self {
        let origin = model.world.origin();
        match self {
            Self::Clock(nanos) => {
                let at = origin.0 - origin.0.rem_euclid(DAY) + nanos;
                Self::At(Timestamp(if at < origin.0 { at + DAY } else { at }))
            }
            Self::Since(nanos) => Self::At(Timestamp(origin.0.saturating_add(nanos))),
            Self::Ahead(nanos) => {
                let here = model.list().selected().and_then(|row| time_of(&model.world.shown, model.view, row)).unwrap_or(origin);
                Self::At(Timestamp(here.0.saturating_add(nanos)))
            }
            Self::Number(number) => match model.view {
                View::Exchanges => Self::Exchange(number),
                View::Frames => Self::Frame(number),
                _ => self,
            },
            _ => self,
        }
    }

    /// Reads a goal; `None` when the text is none, or none yet.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(sign) = text.chars().next().filter(|sign| matches!(sign, '+' | '-')) {
            let nanos = duration(text.get(1..)?, true)?;
            return Some(Self::Ahead(if sign == '-' { -nanos } else { nanos }));
        }
        if text.contains(':') && text.starts_with(|c: char| c.is_ascii_digit()) {
            return clock(text).map(Self::Clock);
        }
        if let Some(number) = number(text.trim_start_matches('#')) {
            return Some(Self::Number(number));
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return duration(text, false).map(Self::Since);
        }
        let split = text.find(|c: char| !c.is_ascii_alphabetic())?;
        let (word, rest) = (text.get(..split)?.to_ascii_lowercase(), text.get(split..)?.trim());
        let word = WORDS.into_iter().find(|known| known.starts_with(&word) || format!("{known}s") == word)?;
        if word == "packet"
            && let Some((input, packet)) = rest.split_once(':')
        {
            return Some(Self::Packet(Some(number(input)?), number(packet)?));
        }
        let number = number(rest)?;
        Some(match word {
            "frame" => Self::Frame(number),
            "packet" => Self::Packet(None, number),
            "exchange" => Self::Exchange(number),
            "association" => Self::Association(number),
            _ => Self::Finding(number),
        })
    }
}

/// The word that completes what was typed.
pub fn completion(text: &str) -> Option<&'static str> {
    let text = text.trim_start().to_ascii_lowercase();
    WORDS.into_iter().find(|word| !text.is_empty() && word.starts_with(&text))
}

/// Where a text leads; the error says what is wrong or what is expected.
pub fn find(model: &Model, text: &str) -> Result<Place, String> {
    let goal = Goal::parse(text).ok_or_else(|| format!("expected {EXPECTED}"))?;
    locate(model, goal.absolute(model))
}

/// Where a goal lies; the error says why nowhere.
pub fn locate(model: &Model, goal: Goal) -> Result<Place, String> {
    let place = match goal {
        Goal::Number(number) if model.view == View::Associations => association(model, number)?,
        Goal::Number(number) => Found { view: model.view, row: row(number)? },
        Goal::Frame(number) => Found { view: View::Frames, row: row(number)? },
        Goal::Exchange(number) => Found { view: View::Exchanges, row: row(number)? },
        Goal::Finding(number) => Found { view: View::Findings, row: row(number)? },
        Goal::Association(number) => association(model, number)?,
        Goal::Packet(input, number) => packet(model, input, number)?,
        Goal::At(time) => at_time(model, time)?,
        Goal::Clock(_) | Goal::Since(_) | Goal::Ahead(_) => return locate(model, goal.absolute(model)),
    };
    if let Some(around) = let_go(model, goal, place) {
        return Ok(Place::LetGo(goal, around));
    }
    let (_, end) = model.world.bounds(place.view);
    if place.row >= end {
        return Err(format!("there are {} {}", grouped(end as u64), place.view.noun()));
    }
    Ok(Place::Row(place))
}

/// What to go back for when the goal was let go: `found` is the oldest row that is kept, or was let go itself.
fn let_go(model: &Model, goal: Goal, found: Found) -> Option<Around> {
    let shown = &model.world.shown;
    let (first, _) = model.world.bounds(found.view);
    if first == 0 || found.row > first {
        return None;
    }
    match goal {
        Goal::Packet(_, number) => {
            let frame = shown.frames.get(found.row)?;
            let is_before = shown.inputs.len() == 1 && number < shown.packet_place(frame.packet).1;
            is_before.then(|| Around::Packet(number.saturating_sub(1)))
        }
        Goal::At(time) => (time < time_of(shown, found.view, found.row)?).then_some(Around::Time(time)),
        _ if found.row == first => None,
        _ if found.view == View::Exchanges => Some(Around::Exchange(ExchangeId::from_index(found.row))),
        _ => Some(Around::Frame(FrameId::from_index(found.row))),
    }
}

/// When the thing of a row was.
pub fn time_of(snapshot: &Snapshot, view: View, row: usize) -> Option<Timestamp> {
    match view {
        View::Exchanges => Some(snapshot.frame(snapshot.exchanges.get(row)?.first)?.time),
        View::Frames | View::Diagram => Some(snapshot.frames.get(row)?.time),
        View::Associations => Some(snapshot.associations.get(row)?.first_time),
        View::Findings => Some(snapshot.findings.get(row)?.time),
        _ => None,
    }
}

fn row(number: u64) -> Result<usize, String> {
    let row = number.checked_sub(1).and_then(|row| usize::try_from(row).ok());
    row.ok_or_else(|| "numbers begin at 1".to_owned())
}

fn association(model: &Model, number: u64) -> Result<Found, String> {
    let count = model.world.shown.associations.len();
    let row = (0..count).find(|row| model.world.number(AssociationId::from_index(*row)) == number);
    let row = row.ok_or_else(|| format!("there are {}", count_of(count as u64, "association", "associations")))?;
    Ok(Found { view: View::Associations, row })
}

/// The first frame that a packet, or a later one, completes.
fn packet(model: &Model, input: Option<u64>, number: u64) -> Result<Found, String> {
    let shown = &model.world.shown;
    let several = shown.inputs.len() > 1;
    if several && input.is_none() {
        return Err(format!("there are {} inputs: write packet INPUT:{number}", shown.inputs.len()));
    }
    let wanted = (input.unwrap_or(1), number);
    let frames = &shown.frames;
    let is_before = |row: usize| frames.get(row).is_some_and(|frame| shown.packet_place(frame.packet) < wanted);
    let row = if several {
        let of_input = |row: &usize| frames.get(*row).is_some_and(|frame| shown.packet_place(frame.packet).0 == wanted.0);
        (frames.first()..frames.len()).filter(of_input).find(|row| !is_before(*row))
    } else {
        Some(first_not(frames.first(), frames.len(), is_before)).filter(|row| *row < frames.len())
    };
    row.map(|row| Found { view: View::Frames, row }).ok_or_else(|| format!("no frame ends in packet {} or later", grouped(number)))
}

fn at_time(model: &Model, at: Timestamp) -> Result<Found, String> {
    let shown = &model.world.shown;
    let view = if matches!(model.view, View::Exchanges | View::Associations | View::Findings) { model.view } else { View::Frames };
    let (first, end) = model.world.bounds(view);
    let is_before = |row: usize| time_of(shown, view, row).is_none_or(|time| time < at);
    let row =
        if view == View::Frames { first_not(first, end, is_before) } else { (first..end).find(|row| !is_before(*row)).unwrap_or(end) };
    if row < end {
        return Ok(Found { view, row });
    }
    let last = end.checked_sub(1).and_then(|last| time_of(shown, view, last));
    Err(last
        .map_or_else(|| format!("there are no {}", view.noun()), |last| format!("the last of the {} is at {}", view.noun(), last.clock())))
}

/// The first row for which `is_before` does not hold; it holds for those before it alone.
fn first_not(mut low: usize, mut high: usize, is_before: impl Fn(usize) -> bool) -> usize {
    while low < high {
        let middle = low.midpoint(high);
        if is_before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// A line about a place: what stands there, and when.
pub fn describe(model: &Model, place: Place) -> String {
    let found = match place {
        Place::Row(found) => found,
        Place::LetGo(..) => return "this was let go to keep within the memory; Enter reads it back from the capture".to_owned(),
    };
    let shown = &model.world.shown;
    let time = time_of(shown, found.view, found.row).map_or_else(String::new, |time| format!(", {}", time.clock()));
    let packet = match found.view {
        View::Frames => shown.frame(FrameId::from_index(found.row)).map(|frame| shown.packet_place(frame.packet).1),
        _ => None,
    };
    let packet = packet.map_or_else(String::new, |packet| format!(", packet {}", grouped(packet)));
    let number = match found.view {
        View::Associations => model.world.number(AssociationId::from_index(found.row)),
        _ => found.row as u64 + 1,
    };
    let (_, end) = model.world.bounds(found.view);
    format!("{} {} of {}{packet}{time}", found.view.one(), grouped(number), grouped(end as u64))
}

/// Digits, perhaps grouped.
fn number(text: &str) -> Option<u64> {
    let digits: String = text.trim().chars().filter(|c| !matches!(c, ',' | '_')).collect();
    if digits.is_empty() || !digits.bytes().all(|octet| octet.is_ascii_digit()) { None } else { digits.parse().ok() }
}

/// `2.5s`, `300ms`, `2m`, `1h` in nanoseconds; seconds may go without their unit when `bare`.
fn duration(text: &str, bare: bool) -> Option<i64> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (value, unit) = (text.get(..split)?.trim(), text.get(split..)?);
    let unit = match unit {
        "" if bare => SECOND,
        "s" => SECOND,
        "ms" => 1_000_000,
        "us" => 1000,
        "m" | "min" => 60 * SECOND,
        "h" => 3600 * SECOND,
        _ => return None,
    };
    let (whole, part) = value.split_once('.').unwrap_or((value, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|octet| octet.is_ascii_digit());
    if !is_number(whole) || !is_number(part) {
        return None;
    }
    let scale = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
    let (whole, part): (i64, i64) = (whole.parse().ok()?, part.parse().ok()?);
    whole.checked_mul(unit)?.checked_add(part.checked_mul(unit)?.checked_div(scale)?)
}

/// `12:04`, `12:04:31`, `12:04:31.102` in nanoseconds since midnight.
fn clock(text: &str) -> Option<i64> {
    let mut parts = text.trim_end_matches('Z').splitn(3, ':');
    let small = |part: Option<&str>, most: u64| number(part?).filter(|value| *value < most).and_then(|value| i64::try_from(value).ok());
    let (hours, minutes) = (small(parts.next(), 24)?, small(parts.next(), 60)?);
    let seconds = parts.next().map_or(Some(0), |part| duration(part, true)).filter(|nanos| *nanos < 60 * SECOND)?;
    Some((hours * 3600 + minutes * 60) * SECOND + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::fixture::{long, model, press};

    #[test]
    fn reads_every_kind_of_place() {
        let read = |text| Goal::parse(text).unwrap();
        assert_eq!(
            (read("12"), read("#1,234"), read("frame 9310"), read("fr 7")),
            (Goal::Number(12), Goal::Number(1234), Goal::Frame(9310), Goal::Frame(7))
        );
        assert_eq!((read("packet 4711"), read("p 2:4711")), (Goal::Packet(None, 4711), Goal::Packet(Some(2), 4711)));
        assert_eq!(
            (read("+2.5s"), read("-300ms"), read("2.5s")),
            (Goal::Ahead(2_500_000_000), Goal::Ahead(-300_000_000), Goal::Since(2_500_000_000))
        );
        assert_eq!((read("00:01"), read("12:04:31.102")), (Goal::Clock(60 * SECOND), Goal::Clock(43_471_102_000_000)));
        for wrong in ["", "frame", "frame x", "zebra 3", "+s", "25:00", "12:61", "1.5", "2.5.5s"] {
            assert_eq!(Goal::parse(wrong), None, "{wrong}");
        }
        assert_eq!((completion("fr"), completion("zz")), (Some("frame"), None));
    }

    #[test]
    fn finds_rows_by_number_packet_and_time() {
        let mut model = model(long(200), 120, 40);
        press(&mut model, "2");
        let found = |text: &str| match find(&model, text)? {
            Place::Row(found) => Ok((found.view, found.row)),
            Place::LetGo(..) => Err("let go".to_owned()),
        };
        assert_eq!(found("3"), Ok((View::Frames, 2)));
        assert_eq!(found("exchange 7"), Ok((View::Exchanges, 6)));
        let packet = model.world.shown.packet_place(model.world.shown.frames.get(9).unwrap().packet).1;
        assert_eq!(found(&format!("packet {packet}")), Ok((View::Frames, 9)));
        let since = model.world.shown.frames.get(20).unwrap().time.since(model.world.origin());
        assert_eq!(found(&format!("{}us", since / 1000)), Ok((View::Frames, 20)));
        assert_eq!(found("frame 0"), Err("numbers begin at 1".to_owned()));
        assert!(found("frame 99999").unwrap_err().starts_with("there are "));
        assert!(found("nowhere").unwrap_err().starts_with("expected frame 9310"));
    }
}
