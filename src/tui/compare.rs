//! Two frames, field by field: what both say alike, what differs, what only one says.

use std::collections::BTreeMap;

use crate::base::id::FrameId;
use crate::base::text::{count_of, grouped};
use crate::base::tree::{Field, Tree, Value};
use crate::store::octets::FrameOctets;

use super::detail::Loaded;
use super::detail::memory::{Key, keys};

/// How a field of one frame stands to that of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Both say the same.
    Same,
    /// They say different things.
    Differs,
    /// They say the same in different octets.
    Spelled,
    /// Only the first says it.
    First,
    /// Only the second says it.
    Second,
}

/// One field of either.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Nesting.
    pub depth: u8,
    /// What it is called.
    pub label: String,
    /// What each says.
    pub texts: [String; 2],
    /// How they stand to each other.
    pub standing: Standing,
}

/// Two frames being compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The frames.
    pub frames: [FrameId; 2],
    /// The fields; `None` while the frames are being read.
    pub pairs: Option<Vec<Pair>>,
    /// What holds for the carried messages as a whole.
    pub messages: String,
    /// Whether fields that are the same are left out.
    pub differing_only: bool,
    /// Rows scrolled down.
    pub scroll: usize,
}

impl Comparison {
    /// A comparison whose frames are to be read.
    pub const fn new(frames: [FrameId; 2]) -> Self {
        Self { frames, pairs: None, messages: String::new(), differing_only: false, scroll: 0 }
    }

    /// Takes the frames.
    pub fn take(&mut self, [first, second]: &[Loaded; 2]) {
        self.messages = match (&first.octets, &second.octets) {
            (Err(failure), _) | (_, Err(failure)) => failure.clone(),
            (Ok(one), Ok(other)) => messages([(one, &first.tree), (other, &second.tree)]),
        };
        self.pairs = Some(pairs([first, second]));
    }

    /// The fields shown.
    pub fn shown(&self) -> impl Iterator<Item = &Pair> {
        let all = !self.differing_only;
        self.pairs.iter().flatten().filter(move |pair| all || pair.standing != Standing::Same)
    }

    /// Fields that are not the same.
    pub fn differing(&self) -> usize {
        self.pairs.iter().flatten().filter(|pair| pair.standing != Standing::Same).count()
    }

    /// The row of the next or previous field shown that differs.
    pub fn next_difference(&self, forward: bool) -> Option<usize> {
        let rows = self.shown().enumerate().filter(|(_, pair)| pair.standing != Standing::Same).map(|(at, _)| at);
        if forward { rows.into_iter().find(|at| *at > self.scroll) } else { rows.filter(|at| *at < self.scroll).last() }
    }
}

/// A frame's fields by what they are called from the root on, repeated ones by their order.
fn named(tree: &Tree) -> Vec<(Key, u32)> {
    let mut seen: BTreeMap<Key, u32> = BTreeMap::new();
    let number = |key| {
        let next = seen.entry(key).or_default();
        *next += 1;
        (key, *next)
    };
    keys(tree).into_iter().map(number).collect()
}

/// The fields of both: in the order of the first, with those of the second alone behind what stands before them there.
fn pairs([first, second]: [&Loaded; 2]) -> Vec<Pair> {
    let (names, others) = (named(&first.tree), named(&second.tree));
    let places: BTreeMap<(Key, u32), usize> = names.iter().enumerate().map(|(at, name)| (*name, at)).collect();
    let mut partner: Vec<Option<&Field>> = vec![None; names.len()];
    let mut alone: BTreeMap<usize, Vec<&Field>> = BTreeMap::new();
    let mut behind = 0;
    for (name, field) in others.iter().zip(&second.tree.fields) {
        if let Some(at) = places.get(name) {
            behind = at + 1;
            if let Some(partner) = partner.get_mut(*at) {
                *partner = Some(field);
            }
        } else {
            alone.entry(behind).or_default().push(field);
        }
    }
    let mut out = Vec::with_capacity(names.len());
    for (at, (field, partner)) in first.tree.fields.iter().zip(partner).enumerate() {
        out.extend(alone.remove(&at).into_iter().flatten().map(|field| single(field, Standing::Second)));
        out.push(partner.map_or_else(|| single(field, Standing::First), |other| both([first, second], [field, other])));
    }
    out.extend(alone.into_values().flatten().map(|field| single(field, Standing::Second)));
    out
}

fn single(field: &Field, standing: Standing) -> Pair {
    let texts = if standing == Standing::First { [said(field), String::new()] } else { [String::new(), said(field)] };
    Pair { depth: field.depth, label: field.label.clone(), texts, standing }
}

fn both(frames: [&Loaded; 2], [one, other]: [&Field; 2]) -> Pair {
    let is_group = matches!((&one.value, &other.value), (Value::None, Value::None));
    let in_octets = || octets(frames[0], one) != octets(frames[1], other);
    // What is not listed is the same only when every octet is.
    let standing = if one.value != other.value || one.text != other.text || (one.is_rest() && in_octets()) {
        Standing::Differs
    } else if !is_group && in_octets() {
        Standing::Spelled
    } else {
        Standing::Same
    };
    Pair { depth: one.depth, label: one.label.clone(), texts: [said(one), said(other)], standing }
}

fn said(field: &Field) -> String {
    match &field.note {
        Some((_, note)) if field.text.is_empty() => note.clone(),
        _ => field.text.clone(),
    }
}

fn octets<'a>(frame: &'a Loaded, field: &Field) -> &'a [u8] {
    let Ok(octets) = &frame.octets else { return &[] };
    match field.buffer {
        crate::base::tree::Buffer::Header => field.span.of(octets.header()),
        crate::base::tree::Buffer::Payload => octets.plain.as_deref().map_or(&[], |plain| field.span.of(plain)),
    }
}

/// What holds for the carried messages as a whole: whether one is the other, octet for octet.
fn messages([first, second]: [(&FrameOctets, &Tree); 2]) -> String {
    let (Some(one), Some(other)) = (message(first), message(second)) else { return "a payload cannot be read".to_owned() };
    if one == other {
        return format!("the messages are the same, octet for octet ({})", count_of(one.len() as u64, "octet", "octets"));
    }
    let alike = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let [one, other] = [one.len(), other.len()].map(|length| grouped(length as u64));
    format!("the messages differ from octet {} on ({one} and {other} octets)", grouped(alike as u64))
}

fn message<'a>((octets, tree): (&'a FrameOctets, &Tree)) -> Option<&'a [u8]> {
    let at = tree.fields.iter().find(|field| field.path == "foreign").map_or(0, |field| field.span.start as usize);
    octets.plain.as_deref()?.get(at..)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::span::ByteSpan;
    use crate::base::tree::{Buffer, TreeBuilder};

    fn loaded(frame: usize, payload: &[u8], fill: impl FnOnce(&mut TreeBuilder)) -> Loaded {
        let mut builder = TreeBuilder::new(Buffer::Payload);
        fill(&mut builder);
        let octets = FrameOctets { wire: [&[0; 36], payload].concat(), plain: Some(payload.to_vec()) };
        Loaded::new(FrameId::from_index(frame), Ok(octets), builder.finish())
    }

    #[test]
    fn fields_are_paired_by_name_and_those_of_one_alone_stand_where_they_stood() {
        let first = loaded(0, b"1x", |b| {
            b.text("", "id", b"1", ByteSpan::new(0, 1));
            b.text("", "method", b"x", ByteSpan::new(1, 2));
        });
        let second = loaded(1, b"1Rx", |b| {
            b.text("", "id", b"1", ByteSpan::new(0, 1));
            b.text("", "result", b"R", ByteSpan::new(1, 2));
            b.text("", "method", b"y", ByteSpan::new(2, 3));
        });
        let mut comparison = Comparison::new([first.frame, second.frame]);
        comparison.take(&[first, second]);
        let found: Vec<(&str, Standing)> = comparison.shown().map(|pair| (pair.label.as_str(), pair.standing)).collect();
        assert_eq!(found, [("id", Standing::Same), ("result", Standing::Second), ("method", Standing::Differs)]);
        assert_eq!((comparison.differing(), comparison.next_difference(true)), (2, Some(1)));
        assert_eq!(comparison.messages, "the messages differ from octet 1 on (2 and 3 octets)");
    }

    #[test]
    fn what_is_not_listed_differs_when_one_octet_does() {
        let make = |frame, octets: &'static [u8]| loaded(frame, octets, |b| b.rest(1, "searches see it", ByteSpan::new(0, octets.len())));
        let standing = |octets: &'static [u8]| {
            let mut comparison = Comparison::new([FrameId::from_index(0), FrameId::from_index(1)]);
            comparison.take(&[make(0, b"abc"), make(1, octets)]);
            comparison.shown().next().unwrap().standing
        };
        assert_eq!([standing(b"abc"), standing(b"abd")], [Standing::Same, Standing::Differs]);
    }

    #[test]
    fn the_same_value_in_other_octets_is_told_apart() {
        let make = |frame, octets: &'static [u8]| {
            loaded(frame, octets, |b| b.push("", "n", Value::Int(1), "1".to_owned(), ByteSpan::new(0, octets.len())))
        };
        let mut comparison = Comparison::new([FrameId::from_index(0), FrameId::from_index(1)]);
        comparison.take(&[make(0, b"1"), make(1, b"\"1\"")]);
        assert_eq!(comparison.shown().next().unwrap().standing, Standing::Spelled);
    }
}
