//! Evaluation: follows an expression, and leads each field to the rows that hold it.

use std::cell::OnceCell;

use super::Dissect;
use super::dissected;
use super::field::{Homes, Key, Named};
use super::grammar::Node;
use super::memo::{Memos, Of};
use super::test::{Test, Value};
use super::text;
use super::values;
use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::store::octets::Octets;
use crate::store::row::FrameRow;
use crate::store::snapshot::Snapshot;

/// Takes a value; true when it has seen enough.
pub(super) type Each<'a> = dyn FnMut(Value<'_>) -> bool + 'a;

/// The row that is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    Frame(FrameId),
    Exchange(ExchangeId),
    Association(AssociationId),
    Finding(FindingId),
}

impl Subject {
    const fn home(self) -> Homes {
        match self {
            Self::Frame(_) => Homes::FRAME,
            Self::Exchange(_) => Homes::EXCHANGE,
            Self::Association(_) => Homes::ASSOCIATION,
            Self::Finding(_) => Homes::FINDING,
        }
    }
}

/// A snapshot with what is computed from it once.
pub(super) struct Context<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) memos: Memos,
    octets: Option<&'a Octets>,
    numbers: OnceCell<Vec<u64>>,
    ordinals: OnceCell<Vec<Option<u32>>>,
    by_association: OnceCell<ByAssociation>,
}

/// What belongs to each association.
#[derive(Default)]
struct ByAssociation {
    frames: Vec<Vec<FrameId>>,
    exchanges: Vec<Vec<ExchangeId>>,
    findings: Vec<Vec<FindingId>>,
}

impl<'a> Context<'a> {
    /// A context for an expression with so many tests and searches.
    pub(super) fn new(snapshot: &'a Snapshot, slots: usize) -> Self {
        Self {
            snapshot,
            memos: Memos::new(slots),
            octets: None,
            numbers: OnceCell::new(),
            ordinals: OnceCell::new(),
            by_association: OnceCell::new(),
        }
    }

    /// Lets payloads be read without dissecting them.
    pub(super) const fn read_with(&mut self, octets: &'a Octets) {
        self.octets = Some(octets);
    }

    /// Whether the expression holds for a row.
    pub(super) fn matches(&self, node: &Node, subject: Subject, dissect: &mut Dissect<'_>) -> bool {
        match node {
            Node::All => true,
            Node::Not(inner) => !self.matches(inner, subject, dissect),
            Node::And(nodes) => nodes.iter().all(|node| self.matches(node, subject, dissect)),
            Node::Or(nodes) => nodes.iter().any(|node| self.matches(node, subject, dissect)),
            Node::Test(named, test, slot) => self.test((named, test, *slot), subject, dissect),
            Node::Search(needle, slot) => text::search(self, (needle, *slot), subject, dissect),
        }
    }

    /// The number of an association as people read it.
    pub(super) fn number(&self, id: AssociationId) -> u64 {
        self.numbers.get_or_init(|| self.snapshot.association_numbers()).get(id.index()).copied().unwrap_or_default()
    }

    /// The ordinal of a frame among the complete ones of its direction.
    pub(super) fn ordinal(&self, id: FrameId) -> Option<u32> {
        let first = self.snapshot.frames.first();
        let all = self.ordinals.get_or_init(|| {
            let mut counts: Vec<[u32; 2]> = vec![[0; 2]; self.snapshot.associations.len()];
            let ordinals = self.snapshot.frames.iter().map(|(_, row)| {
                let slot = counts.get_mut(self.snapshot.association_of(row).index())?;
                let count = slot.get_mut(self.snapshot.direction_of(row).index()).filter(|_| row.complete)?;
                *count += 1;
                Some(*count - 1)
            });
            ordinals.collect()
        });
        *all.get(id.index().checked_sub(first)?)?
    }

    /// The payload of a frame as carried or opened; `None` when it is sealed or cannot be read back.
    pub(super) fn payload(&self, id: FrameId) -> Option<Vec<u8>> {
        self.octets?.frame(self.snapshot, id).ok()?.plain
    }

    /// Whether payloads can be read without dissecting them.
    pub(super) const fn reads_payloads(&self) -> bool {
        self.octets.is_some()
    }

    /// Findings about an association.
    pub(super) fn findings_of(&self, id: AssociationId) -> &[FindingId] {
        self.belongings().findings.get(id.index()).map_or(&[], Vec::as_slice)
    }

    fn belongings(&self) -> &ByAssociation {
        self.by_association.get_or_init(|| {
            let snapshot = self.snapshot;
            let mut all = ByAssociation::default();
            for (at, row) in snapshot.frames.iter() {
                put(&mut all.frames, snapshot.association_of(row), FrameId::from_index(at));
            }
            for (at, row) in snapshot.exchanges.iter() {
                put(&mut all.exchanges, row.association, ExchangeId::from_index(at));
            }
            for (at, row) in snapshot.findings.iter() {
                if let Some(id) = row.association {
                    put(&mut all.findings, id, FindingId::from_index(at));
                }
            }
            all
        })
    }

    fn test(&self, (named, test, slot): (&Named, &Test, usize), subject: Subject, dissect: &mut Dissect<'_>) -> bool {
        let home = home_of(named, subject);
        if named.field.key == Key::Findings && test.is_presence() && home == subject.home() {
            return self.has_findings(subject);
        }
        let mut seen = false;
        let accepted = self.related(subject, home, &mut |row| {
            let ask = |dissect: &mut Dissect<'_>| {
                let mut seen = false;
                let accepted = self.own(named, test, row, dissect, &mut |value| {
                    seen = true;
                    test.accepts(value)
                });
                (seen, accepted)
            };
            let (some, accepted) = match self.repeated(named, row, subject) {
                Some(of) => self.memos.answer(slot, of, || ask(dissect)),
                None => ask(dissect),
            };
            seen |= some;
            accepted
        });
        test.result(seen, accepted)
    }

    /// What an answer about a row hangs on alone, where that is less than the row.
    fn repeated(&self, named: &Named, row: Subject, subject: Subject) -> Option<Of> {
        match (row, named.field.key) {
            (Subject::Exchange(id), Key::Method | Key::BridgeMethod) => Some(Of::Symbol(self.snapshot.exchange(id)?.method.0 as usize)),
            (Subject::Exchange(id), Key::ErrorToken | Key::ErrorCode) => {
                Some(Of::Symbol(self.snapshot.exchange(id)?.error_token.0 as usize))
            }
            (Subject::Association(id), _) if row != subject => Some(Of::Association(id.index())),
            (Subject::Frame(id), Key::Type) => {
                let frame = self.snapshot.frame(id)?;
                Some(Of::Type(frame.channel.0, frame.frame_type.0))
            }
            _ => None,
        }
    }

    fn has_findings(&self, subject: Subject) -> bool {
        let snapshot = self.snapshot;
        match subject {
            Subject::Frame(id) => snapshot.frame(id).is_some_and(|row| row.worst.is_some()) && !snapshot.findings_of_frame(id).is_empty(),
            Subject::Exchange(id) => {
                snapshot.exchange(id).is_some_and(|row| row.worst.is_some()) && !snapshot.findings_of_exchange(id).is_empty()
            }
            Subject::Association(id) => !self.findings_of(id).is_empty(),
            Subject::Finding(_) => true,
        }
    }

    /// Shows the values that a row itself holds.
    fn own(&self, named: &Named, test: &Test, row: Subject, dissect: &mut Dissect<'_>, each: &mut Each<'_>) -> bool {
        let key = named.field.key;
        match row {
            Subject::Frame(id) if named.field.reads_octets() => dissected::values(self, (named, test), id, dissect, each),
            Subject::Frame(id) => values::frame(self, id, key, each),
            Subject::Exchange(id) => values::exchange(self, id, key, each),
            Subject::Association(id) => values::association(self, id, key, each),
            Subject::Finding(id) if key == Key::Evidence => values::evidence(self, id, named.part.first().map_or("", String::as_str), each),
            Subject::Finding(id) => values::finding(self, id, key, each),
        }
    }

    /// Visits the rows of a kind that a row is related to; stops when `visit` is satisfied.
    pub(super) fn related(&self, subject: Subject, home: Homes, visit: &mut dyn FnMut(Subject) -> bool) -> bool {
        match home {
            home if home == subject.home() => visit(subject),
            Homes::FRAME => self.frames(subject, visit),
            Homes::EXCHANGE => self.exchanges(subject, visit),
            Homes::ASSOCIATION => self.association(subject).is_some_and(|id| visit(Subject::Association(id))),
            _ => self.findings(subject, visit),
        }
    }

    fn frames(&self, subject: Subject, visit: &mut dyn FnMut(Subject) -> bool) -> bool {
        let snapshot = self.snapshot;
        match subject {
            Subject::Frame(_) => visit(subject),
            Subject::Exchange(id) => values::frames_of(snapshot, id).into_iter().any(|id| visit(Subject::Frame(id))),
            Subject::Finding(id) => snapshot.finding(id).and_then(|row| row.frame).is_some_and(|id| visit(Subject::Frame(id))),
            Subject::Association(id) => {
                let mine = self.belongings().frames.get(id.index());
                mine.is_some_and(|mine| mine.iter().any(|id| visit(Subject::Frame(*id))))
            }
        }
    }

    fn exchanges(&self, subject: Subject, visit: &mut dyn FnMut(Subject) -> bool) -> bool {
        let snapshot = self.snapshot;
        let one = match subject {
            Subject::Exchange(id) => Some(id),
            Subject::Frame(id) => snapshot.frame(id).and_then(FrameRow::exchange),
            Subject::Finding(id) => snapshot.finding(id).and_then(|row| row.exchange),
            Subject::Association(id) => {
                let mine = self.belongings().exchanges.get(id.index());
                return mine.is_some_and(|mine| mine.iter().any(|id| visit(Subject::Exchange(*id))));
            }
        };
        one.is_some_and(|id| visit(Subject::Exchange(id)))
    }

    fn findings(&self, subject: Subject, visit: &mut dyn FnMut(Subject) -> bool) -> bool {
        let snapshot = self.snapshot;
        let found = match subject {
            Subject::Finding(_) => return visit(subject),
            Subject::Frame(id) if snapshot.frame(id).is_none_or(|row| row.worst.is_none()) => return false,
            Subject::Frame(id) => snapshot.findings_of_frame(id),
            Subject::Exchange(id) if snapshot.exchange(id).is_none_or(|row| row.worst.is_none()) => return false,
            Subject::Exchange(id) => snapshot.findings_of_exchange(id),
            Subject::Association(id) => self.findings_of(id),
        };
        found.iter().any(|id| visit(Subject::Finding(*id)))
    }

    /// The association of a row.
    pub(super) fn association(&self, subject: Subject) -> Option<AssociationId> {
        match subject {
            Subject::Association(id) => Some(id),
            Subject::Frame(id) => self.snapshot.frame(id).map(|row| self.snapshot.association_of(row)),
            Subject::Exchange(id) => self.snapshot.exchange(id).map(|row| row.association),
            Subject::Finding(id) => self.snapshot.finding(id)?.association,
        }
    }
}

/// The kind of row that answers a field for a row: its own, else the nearest.
fn home_of(named: &Named, subject: Subject) -> Homes {
    const NEAREST: [Homes; 4] = [Homes::FRAME, Homes::EXCHANGE, Homes::ASSOCIATION, Homes::FINDING];
    let own = subject.home();
    if named.homes.has(own) { own } else { NEAREST.into_iter().find(|home| named.homes.has(*home)).unwrap_or(own) }
}

fn put<T>(lists: &mut Vec<Vec<T>>, id: AssociationId, item: T) {
    if lists.len() <= id.index() {
        lists.resize_with(id.index() + 1, Vec::new);
    }
    if let Some(list) = lists.get_mut(id.index()) {
        list.push(item);
    }
}
