//! Evaluation: follows an expression, and leads each field to the rows that hold it.

use std::cell::OnceCell;

use super::Dissect;
use super::field::{Homes, Named};
use super::grammar::Node;
use super::test::{Test, Value};
use super::text;
use super::values;
use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::tree::{self, Tree};
use crate::native;
use crate::spec::channel::Channel;
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
    numbers: OnceCell<Vec<u64>>,
}

impl<'a> Context<'a> {
    pub(super) const fn new(snapshot: &'a Snapshot) -> Self {
        Self { snapshot, numbers: OnceCell::new() }
    }

    /// Whether the expression holds for a row.
    pub(super) fn matches(&self, node: &Node, subject: Subject, dissect: &mut Dissect<'_>) -> bool {
        match node {
            Node::All => true,
            Node::Not(inner) => !self.matches(inner, subject, dissect),
            Node::And(nodes) => nodes.iter().all(|node| self.matches(node, subject, dissect)),
            Node::Or(nodes) => nodes.iter().any(|node| self.matches(node, subject, dissect)),
            Node::Test(named, test) => self.test(*named, test, subject, dissect),
            Node::Search(needle) => text::search(self, needle, subject, dissect),
        }
    }

    /// The number of an association as people read it.
    pub(super) fn number(&self, id: AssociationId) -> u64 {
        self.numbers.get_or_init(|| self.snapshot.association_numbers()).get(id.index()).copied().unwrap_or_default()
    }

    fn test(&self, named: Named, test: &Test, subject: Subject, dissect: &mut Dissect<'_>) -> bool {
        let mut seen = false;
        let accepted = self.values(named, subject, dissect, &mut |value| {
            seen = true;
            test.accepts(value)
        });
        test.result(seen, accepted)
    }

    /// Shows every value of a field: of the row itself if it holds the field, else of the rows it is related to.
    fn values(&self, named: Named, subject: Subject, dissect: &mut Dissect<'_>, each: &mut Each<'_>) -> bool {
        const NEAREST: [Homes; 4] = [Homes::FRAME, Homes::EXCHANGE, Homes::ASSOCIATION, Homes::FINDING];
        let homes = named.homes;
        let own = subject.home();
        let home = if homes.has(own) { own } else { NEAREST.into_iter().find(|home| homes.has(*home)).unwrap_or(own) };
        self.related(subject, home, &mut |row| self.own(named, row, dissect, each))
    }

    /// Shows the values that a row itself holds.
    fn own(&self, named: Named, row: Subject, dissect: &mut Dissect<'_>, each: &mut Each<'_>) -> bool {
        let key = named.field.key;
        match row {
            Subject::Frame(id) if !named.field.paths.is_empty() => self.dissected(id, named.field.paths, dissect, each),
            Subject::Frame(id) => values::frame(self, id, key, each),
            Subject::Exchange(id) => values::exchange(self, id, key, each),
            Subject::Association(id) => values::association(self, id, key, each),
            Subject::Finding(id) => values::finding(self, id, key, each),
        }
    }

    /// Shows the values of paths in a frame's tree. A frame that cannot hold them is not read back.
    fn dissected(&self, id: FrameId, paths: &[&str], dissect: &mut Dissect<'_>, each: &mut Each<'_>) -> bool {
        let may = self.snapshot.frame(id).is_some_and(|row| paths.iter().any(|path| may_hold(row, path)));
        let tree = if may { dissect(id) } else { None };
        tree.is_some_and(|tree| paths.iter().any(|path| show(&tree, path, each)))
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
            Subject::Exchange(id) => snapshot.exchange_frames(id).into_iter().any(|id| visit(Subject::Frame(id))),
            Subject::Finding(id) => snapshot.finding(id).and_then(|row| row.frame).is_some_and(|id| visit(Subject::Frame(id))),
            Subject::Association(id) => {
                let mut mine = snapshot.frames.iter().filter(|(_, row)| snapshot.association_of(row) == id);
                mine.any(|(at, _)| visit(Subject::Frame(FrameId::from_index(at))))
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
                let mut mine = snapshot.exchanges.iter().filter(|(_, row)| row.association == id);
                return mine.any(|(at, _)| visit(Subject::Exchange(ExchangeId::from_index(at))));
            }
        };
        one.is_some_and(|id| visit(Subject::Exchange(id)))
    }

    fn findings(&self, subject: Subject, visit: &mut dyn FnMut(Subject) -> bool) -> bool {
        let snapshot = self.snapshot;
        match subject {
            Subject::Finding(_) => visit(subject),
            Subject::Frame(id) => snapshot.findings_of_frame(id).iter().any(|id| visit(Subject::Finding(*id))),
            Subject::Exchange(id) => snapshot.findings_of_exchange(id).iter().any(|id| visit(Subject::Finding(*id))),
            Subject::Association(id) => {
                let mut mine = snapshot.findings.iter().filter(|(_, row)| row.association == Some(id));
                mine.any(|(at, _)| visit(Subject::Finding(FindingId::from_index(at))))
            }
        }
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

/// Whether a frame can hold a path, by its row alone.
fn may_hold(row: &FrameRow, path: &str) -> bool {
    let readable = row.protection.reason().is_none();
    match path.split_once('.').map_or(path, |(group, _)| group) {
        "frame" => true,
        "handshake" | "ratchet" => readable && row.channel == Channel::CONTROL,
        "native" => readable && native::is_described(row.channel, row.frame_type),
        _ => readable && row.frame_type.is_bridge(row.channel),
    }
}

fn show(tree: &Tree, path: &str, each: &mut Each<'_>) -> bool {
    tree.values(path).any(|value| match value {
        tree::Value::None => false,
        tree::Value::Uint(number) => each(Value::Int((*number).into())),
        tree::Value::Int(number) => each(Value::Int((*number).into())),
        tree::Value::Bool(flag) => each(Value::Flag(*flag)),
        tree::Value::Text(text) => each(Value::Text(text)),
        tree::Value::Octets(octets) => each(Value::Octets(octets)),
    })
}
