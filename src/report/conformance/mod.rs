//! Conformance, clause by clause: exercised how often, violated by what, or not exercised.

mod a2a;
pub mod book;
mod bridge;
mod jsonrpc;
mod mcp;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::base::id::FindingId;
use crate::rules::RULES;
use crate::store::finding::{Certainty, Finding, Severity};
use crate::store::snapshot::Snapshot;
use crate::store::tally::{Deed, Party, Tally};
use book::{Book, Item};

/// The sections that are judged, from the ground up.
pub static BOOKS: [&Book; 4] = [&bridge::BOOK, &jsonrpc::BOOK, &mcp::BOOK, &a2a::BOOK];

/// Where a clause stands: the book, and the clause in it, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Position in [`BOOKS`].
    pub book: usize,
    /// Position in its `items`.
    pub item: usize,
}

impl Place {
    /// Every clause, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        let items = |(book, whole): (usize, &&Book)| (0..whole.items.len()).map(move |item| Self { book, item });
        BOOKS.iter().enumerate().flat_map(items)
    }

    /// The clause.
    pub fn clause(self) -> (&'static Book, &'static Item) {
        let book = BOOKS[self.book];
        (book, &book.items[self.item])
    }
}

/// What a report says line by line: a book, its clauses, then what it asks a suite to record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// The heading of a book.
    Book(usize),
    /// A clause.
    Clause(Place),
    /// The exchanges that a book asks for.
    Recorded(usize),
    /// What was found under clauses that no book has.
    Elsewhere,
}

/// Every line, in order.
pub static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let mut lines = Vec::new();
    for (at, book) in BOOKS.iter().enumerate() {
        lines.push(Line::Book(at));
        lines.extend(Place::all().filter(|place| place.book == at).map(Line::Clause));
        lines.extend((!book.recorded.is_empty()).then_some(Line::Recorded(at)));
    }
    lines.push(Line::Elsewhere);
    lines
});

/// The clauses that each rule speaks for.
static JUDGES: LazyLock<FxHashMap<&'static str, Vec<Place>>> = LazyLock::new(|| {
    let speaks = |id: &'static str, places: Vec<Place>| (!places.is_empty()).then_some((id, places));
    let of = |rule: &crate::rules::rule::Rule| Place::all().filter(|place| place.clause().1.is_judged_by(&rule.info)).collect();
    RULES.iter().filter_map(|rule| speaks(rule.info.id, of(rule))).collect()
});

/// What can be said of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A finding proves that it was broken.
    Violated,
    /// Findings suggest that it was broken: a heuristic, or a warning.
    Suspected,
    /// Nothing was found against it.
    Held,
    /// Nothing was found against it, and one side of the wire cannot show all of it.
    HeldInSight,
    /// Only traffic of a crypto generation concerned it that is not known here.
    NotJudged,
    /// No traffic concerned it.
    NotExercised,
}

impl Verdict {
    /// Every verdict, worst first.
    pub const ALL: [Self; 6] = [Self::Violated, Self::Suspected, Self::Held, Self::HeldInSight, Self::NotJudged, Self::NotExercised];

    /// The words of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Violated => "violated",
            Self::Suspected => "suspected",
            Self::Held => "held",
            Self::HeldInSight => "held-within-sight",
            Self::NotJudged => "not-judged",
            Self::NotExercised => "not-exercised",
        }
    }

    /// The same for people who have little room.
    pub const fn short(self) -> &'static str {
        match self {
            Self::HeldInSight => "held (one side)",
            Self::NotJudged => "not judged",
            other => other.words(),
        }
    }

    /// The same for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::HeldInSight => "held within what was seen (one side of the wire)",
            Self::NotJudged => "not judged (unsupported crypto generation)",
            Self::NotExercised => "not exercised",
            other => other.name(),
        }
    }
}

/// What traffic says of one clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// How often it was exercised.
    pub exercised: u64,
    /// How often it was exercised beside that, where no verdict is given: under a crypto generation that is not known here.
    pub unjudged: u64,
    /// Findings that prove a violation.
    pub violated: u64,
    /// Findings that suggest one.
    pub suspected: u64,
    /// What follows.
    pub verdict: Verdict,
}

impl Standing {
    const fn of([exercised, unjudged]: [u64; 2], [violated, suspected]: [u64; 2], one_sided: bool) -> Self {
        let verdict = match (violated, suspected, exercised) {
            (1.., _, _) => Verdict::Violated,
            (_, 1.., _) => Verdict::Suspected,
            (_, _, 0) if unjudged > 0 => Verdict::NotJudged,
            (_, _, 0) => Verdict::NotExercised,
            _ if one_sided => Verdict::HeldInSight,
            _ => Verdict::Held,
        };
        // What breaks a clause may be too broken to count as what exercises it; it concerned the clause all the same.
        let exercised = if violated + suspected > 0 && exercised == 0 { 1 } else { exercised };
        Self { exercised, unjudged, violated, suspected, verdict }
    }
}

/// Findings against each clause, counted as they come.
#[derive(Clone, Debug, Default)]
pub struct Conformance {
    /// By book and clause: findings that prove, findings that suggest.
    against: Vec<Vec<[u64; 2]>>,
    /// Findings that accuse under clauses of no book.
    elsewhere: u64,
    counted: usize,
    tally: Tally,
}

impl Conformance {
    /// What a snapshot says.
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut conformance = Self::default();
        conformance.update(snapshot);
        conformance
    }

    /// Takes a newer snapshot of the same capture into account.
    pub fn update(&mut self, snapshot: &Snapshot) {
        if self.against.is_empty() {
            self.against = BOOKS.iter().map(|book| vec![[0; 2]; book.items.len()]).collect();
        }
        self.tally = snapshot.tally;
        self.counted = self.counted.max(snapshot.findings.first());
        while let Some(finding) = snapshot.findings.get(self.counted) {
            for place in accused(finding, &snapshot.tally) {
                self.against[place.book][place.item][usize::from(!proves(finding))] += 1;
            }
            self.elsewhere += u64::from(is_elsewhere(finding, &snapshot.tally));
            self.counted += 1;
        }
    }

    /// Where a clause stands.
    pub fn standing(&self, place: Place) -> Standing {
        let (book, item) = place.clause();
        let exercised = item.exercised_by.iter().map(|deed| self.tally.of(book.party, *deed)).sum();
        let unjudged = item.exercised_by.iter().map(|deed| self.tally.unjudged(book.party, *deed)).sum();
        let against = self.against.get(place.book).and_then(|items| items.get(place.item)).copied().unwrap_or_default();
        Standing::of([exercised, unjudged], against, item.one_sided)
    }

    /// Errors and warnings under clauses that no book has.
    pub const fn elsewhere(&self) -> u64 {
        self.elsewhere
    }

    /// Whether a book has anything to say: a clause was exercised or broken.
    pub fn concerns(&self, book: usize) -> bool {
        Place::all().filter(|place| place.book == book).any(|place| self.standing(place).verdict != Verdict::NotExercised)
    }

    /// Whether an exchange that a suite is asked to record was seen.
    pub const fn was_recorded(&self, book: &Book, deed: Deed) -> bool {
        self.tally.of(book.party, deed) > 0
    }
}

/// The newest findings that a line counts, at most `most`, in order.
pub fn findings_against(snapshot: &Snapshot, line: Line, most: usize) -> Vec<FindingId> {
    let rows = (snapshot.findings.first()..snapshot.findings.len()).rev();
    let counts = |finding: &Finding| match line {
        Line::Clause(place) => accused(finding, &snapshot.tally).any(|found| found == place),
        Line::Elsewhere => is_elsewhere(finding, &snapshot.tally),
        Line::Book(_) | Line::Recorded(_) => false,
    };
    let against = |at: &usize| snapshot.findings.get(*at).is_some_and(counts);
    let mut found: Vec<FindingId> = rows.filter(against).take(most).map(FindingId::from_index).collect();
    found.reverse();
    found
}

/// Rules that speak for a clause.
pub fn judges(place: Place) -> impl Iterator<Item = &'static str> {
    let info = RULES.iter().map(|rule| &rule.info);
    info.filter(move |info| place.clause().1.is_judged_by(info)).map(|info| info.id)
}

/// Whether a finding proves what it says of its clause.
fn proves(finding: &Finding) -> bool {
    finding.severity == Severity::Error && finding.rule.certainty == Certainty::Certain
}

/// The clauses that a finding speaks against. A note speaks against none.
fn accused<'a>(finding: &'a Finding, tally: &'a Tally) -> impl Iterator<Item = Place> + 'a {
    let places = JUDGES.get(finding.rule.id).filter(|_| finding.severity > Severity::Note);
    places.into_iter().flatten().copied().filter(move |place| concerns(finding, tally, place.clause().0))
}

/// Whether a finding accuses under a clause that no book has.
fn is_elsewhere(finding: &Finding, tally: &Tally) -> bool {
    finding.severity > Severity::Note && accused(finding, tally).next().is_none()
}

/// Whether a finding is about the traffic that a book is about.
fn concerns(finding: &Finding, tally: &Tally, book: &Book) -> bool {
    match finding.protocol {
        Some(protocol) => tally.concerns(book.party, protocol),
        None => matches!(book.party, Party::Bridge | Party::JsonRpc) || finding.rule.clause.document == book.document,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::clause::Document;

    #[test]
    fn every_rule_that_accuses_under_a_document_speaks_for_a_clause_of_it() {
        for rule in RULES.iter().map(|rule| &rule.info) {
            let Some(at) = BOOKS.iter().position(|book| book.document == rule.clause.document) else { continue };
            let worst = rule.severity.max(rule.severity3.unwrap_or(rule.severity));
            let spoken = JUDGES.get(rule.id).is_some_and(|places| places.iter().any(|place| place.book == at));
            assert!(spoken || worst == Severity::Note, "{} cites {} and speaks for no clause of it", rule.id, rule.clause);
        }
    }

    #[test]
    fn rules_that_clauses_name_exist() {
        for place in Place::all() {
            let item = place.clause().1;
            for id in item.also.iter().chain(item.except) {
                assert!(crate::rules::find(id).is_some(), "{} names {id}, which is no rule", item.title);
            }
        }
    }

    #[test]
    fn every_clause_has_something_that_exercises_it_and_books_have_as_many_clauses_as_their_documents() {
        assert!(Place::all().all(|place| !place.clause().1.exercised_by.is_empty()));
        let clauses = BOOKS.map(|book| (book.document, book.section, book.items.len()));
        let documents =
            [(Document::BRIDGE, "9", 6), (Document::CC_JSONRPC, "10", 8), (Document::MAP_MCP, "10", 8), (Document::MAP_A2A, "14", 9)];
        assert_eq!(clauses, documents);
    }

    #[test]
    fn a_proof_outweighs_a_suspicion_and_both_outweigh_silence() {
        assert_eq!(Standing::of([5, 0], [1, 1], true).verdict, Verdict::Violated);
        assert_eq!(Standing::of([0, 9], [0, 2], false).verdict, Verdict::Suspected);
        assert_eq!(Standing::of([5, 1], [0, 0], true).verdict, Verdict::HeldInSight);
        assert_eq!(Standing::of([5, 0], [0, 0], false).verdict, Verdict::Held);
        assert_eq!(Standing::of([0, 0], [0, 0], true).verdict, Verdict::NotExercised);
        assert_eq!(Standing::of([0, 3], [0, 0], true).verdict, Verdict::NotJudged);
    }

    #[test]
    fn what_was_broken_was_exercised() {
        let exercised = |exercised, against| Standing::of([exercised, 0], against, false).exercised;
        assert_eq!((exercised(0, [2, 0]), exercised(0, [0, 1]), exercised(7, [1, 1]), exercised(0, [0, 0])), (1, 1, 7, 0));
    }
}
