//! Trees of rows that have no frame: an association, a finding about octets that belong to none.

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, FindingId};
use crate::base::span::ByteSpan;
use crate::base::text::{escape, grouped, hex, show};
use crate::base::tree::{Buffer, Mark, Tree, TreeBuilder, Value};
use crate::carrier::alert;
use crate::carrier::facts::{Choice, Closed, Early};
use crate::report::conformance::{self, BOOKS, LINES, Line, Place, Verdict, findings_against};
use crate::report::diagnosis;
use crate::store::finding::{Evidence, Finding};
use crate::store::row::{AssociationRow, Start};

use super::{Subject, group};
use crate::tui::command::View;
use crate::tui::looks::group_named;
use crate::tui::world::World;

/// QUIC streams of a direction that are listed.
const STREAMS: usize = 64;
/// Findings against a clause that its tree lists.
const CLAUSE_FINDINGS: usize = 64;

/// The tree of a row without a frame.
pub fn of(world: &World, subject: Subject) -> Tree {
    let mut builder = TreeBuilder::new(Buffer::Header);
    match subject.view {
        View::Associations => {
            let id = AssociationId::from_index(subject.row);
            if let Some(row) = world.shown.association(id) {
                association(&mut builder, world.number(id), row);
                keys(&mut builder, world, id);
                circumstances(&mut builder, row);
                streams(&mut builder, world, id);
            }
        }
        View::Findings => {
            if let Some((grouping, member)) = group_named(subject.row) {
                group::of(&mut builder, world, subject, grouping, member);
            } else if let Some(row) = world.shown.finding(FindingId::from_index(subject.row)) {
                finding(&mut builder, row);
            }
        }
        View::Conformance => of_conformance(&mut builder, world, subject.row),
        View::Exchanges | View::Frames | View::Channels | View::Diagram => {}
    }
    builder.finish()
}

fn association(b: &mut TreeBuilder, number: u64, row: &AssociationRow) {
    nest(b, "Association", number.to_string(), |b| {
        say(b, "client", row.client.to_string());
        say(b, "server", row.server.to_string());
        say(b, "id", row.id.map_or_else(|| "not seen".to_owned(), |id| hex(&id)));
        say(b, "start", if row.start == Start::Handshake { "handshake" } else { "mid-stream" }.to_owned());
        say(b, "end", row.end.name().to_owned());
        say(b, "first packet", row.first_time.to_string());
        say(b, "last packet", row.last_time.to_string());
    });
}

fn circumstances(b: &mut TreeBuilder, row: &AssociationRow) {
    nest(b, "Carrier", row.carrier_kind().title().to_owned(), |b| carrier(b, row));
    nest(b, "Cryptography", String::new(), |b| cryptography(b, row));
    nest(b, "Traffic", String::new(), |b| traffic(b, row));
    nest(b, "Evidence", String::new(), |b| evidence(b, row));
}

/// Which keys were found, where the chain breaks, and what to do.
fn keys(b: &mut TreeBuilder, world: &World, id: AssociationId) {
    nest(b, "Keys", String::new(), |b| {
        for clue in diagnosis::of(&world.shown, id) {
            say(b, clue.what, clue.text);
            if clue.bad {
                b.note(Mark::Warn, "stays sealed");
            }
        }
    });
}

fn carrier(b: &mut TreeBuilder, row: &AssociationRow) {
    let Some(facts) = row.carrier.as_deref() else { return };
    say(b, "version", facts.version_text().unwrap_or_else(unknown));
    if let Some(text) = facts.quic.text() {
        say(b, "quic", text);
    }
    say(b, "suite", facts.suite.map_or_else(unknown, |suite| suite.to_string()));
    let offered: Vec<String> = facts.alpn_offered.iter().map(|name| show(name)).collect();
    say(b, "alpn offered", if facts.hello { offered.join(", ") } else { unknown() });
    say(
        b,
        "alpn",
        match &facts.alpn {
            Choice::Unknown => unknown(),
            Choice::Nothing => "none".to_owned(),
            Choice::Protocol(name) => show(name),
        },
    );
    if facts.resumed {
        say(b, "resumed", "yes: a key of an earlier connection was taken".to_owned());
    }
    if facts.early != Early::None {
        say(b, "early data", facts.early.text().to_owned());
    }
    for (direction, ((shape, closed), alert)) in Direction::BOTH.into_iter().zip(facts.shape.iter().zip(facts.closed).zip(facts.alerts)) {
        let text = format!("{} opened, {} closed ({} octets)", grouped(shape.opened), grouped(shape.closed), grouped(shape.closed_octets));
        say(b, &format!("{} {}", direction.name(), row.carrier_kind().units()), text);
        if let Some(closed) = closed {
            b.note(Mark::Warn, closed_words(closed));
        }
        if let Some(alert) = alert {
            say(b, &format!("{} alert", direction.name()), format!("fatal, {}", alert::text(alert)));
            b.note(Mark::Warn, "the connection was given up");
        }
    }
    let [client, server] = facts.updates;
    if client + server > 0 {
        say(b, "key updates", format!("{} by the client, {} by the server", grouped(client.into()), grouped(server.into())));
    }
}

const fn closed_words(closed: Closed) -> &'static str {
    match closed {
        Closed::KeyMissing => "the key log has no secret for them",
        Closed::KeyWrong => "the key log's secrets do not open them",
        Closed::SuiteUnknown => "this version or suite cannot be opened",
    }
}

/// The QUIC streams that carry frames, by direction.
fn streams(b: &mut TreeBuilder, world: &World, id: AssociationId) {
    let lanes = world.shown.quic_lanes(id);
    if lanes.iter().all(Vec::is_empty) {
        return;
    }
    nest(b, "QUIC streams", String::new(), |b| {
        for (direction, lanes) in Direction::BOTH.into_iter().zip(lanes) {
            let more = lanes.len().saturating_sub(STREAMS);
            let mut names: Vec<String> =
                lanes.into_iter().take(STREAMS).map(|lane| lane.map_or_else(|| "datagrams".to_owned(), |at| at.to_string())).collect();
            names.extend((more > 0).then(|| format!("{} more", grouped(more as u64))));
            say(b, direction.name(), if names.is_empty() { "none".to_owned() } else { names.join(", ") });
        }
    });
}

fn cryptography(b: &mut TreeBuilder, row: &AssociationRow) {
    let source = row.generation_source.map_or("", |source| source.name());
    say(b, "generation", row.generation.map_or_else(|| undetermined(row), |known| format!("{} ({source})", known.number())));
    say(b, "profile", row.profile.map_or_else(unknown, |known| known.to_string()));
    say(b, "kem", row.kem.map_or_else(unknown, |known| known.label(row.generation)));
    say(b, "signature", row.signature.map_or_else(unknown, |known| known.label(row.generation)));
    let suites: Vec<String> = row.aead.iter().map(ToString::to_string).collect();
    say(b, "aead", if suites.is_empty() { unknown() } else { suites.join(", ") });
    for (side, key) in ["client identity", "server identity"].into_iter().zip(&row.identities) {
        say(b, side, key.as_ref().map_or_else(unknown, |key| format!("{} ({} octets)", hex(key.get(..16).unwrap_or(key)), key.len())));
    }
    match row.authenticated {
        Some(true) => say(b, "authenticated", "yes: both signatures and both MACs verify".to_owned()),
        Some(false) => {
            say(b, "authenticated", "no".to_owned());
            b.note(Mark::Bad, "a signature or a MAC does not verify in this generation");
        }
        None => say(b, "authenticated", "could not be checked".to_owned()),
    }
}

fn traffic(b: &mut TreeBuilder, row: &AssociationRow) {
    say(b, "frames", format!("{} from the client, {} from the server", grouped(row.frames[0]), grouped(row.frames[1])));
    say(b, "exchanges", grouped(row.exchanges));
    say(b, "opened", grouped(row.opened));
    say(b, "sealed", grouped(row.sealed_total()));
    for (reason, count) in &row.sealed {
        say(b, reason.name(), grouped(*count));
        b.note(Mark::Warn, "stays sealed");
    }
    let [errors, warnings, notes] = row.findings;
    say(b, "findings", format!("{} errors, {} warnings, {} notes", grouped(errors), grouped(warnings), grouped(notes)));
}

/// Why the generation is not known: what would have settled it.
fn undetermined(row: &AssociationRow) -> String {
    if let Some(name) = row.carrier.as_ref().filter(|facts| facts.is_foreign_generation()).and_then(|facts| facts.protocol()) {
        return format!("unsupported: {} is none that is known here, so nothing is judged", show(name));
    }
    let mut lacks = vec!["no ALPN in the capture".to_owned()];
    lacks.push(
        row.profile.map_or_else(|| "no handshake in the capture".to_owned(), |profile| format!("profile {profile}, which both have")),
    );
    lacks.push(if row.opened == 0 { "no keys" } else { "no signature that was checked" }.to_owned());
    format!("undetermined: {}", lacks.join(", "))
}

fn evidence(b: &mut TreeBuilder, row: &AssociationRow) {
    for direction in Direction::BOTH {
        let at = direction.index();
        let seen = row.seen.get(at).copied().unwrap_or_default();
        let gaps = row.gap_count.get(at).copied().unwrap_or_default();
        let missing: u64 = row.gaps.get(at).into_iter().flatten().map(|gap| gap.length).sum();
        let text = match (seen, gaps) {
            (false, _) => "nothing was captured".to_owned(),
            (true, 0) => "complete".to_owned(),
            (true, gaps) => format!("{} holes, {} octets missing", grouped(gaps), grouped(missing)),
        };
        say(b, direction.name(), text);
        if !seen || gaps > 0 {
            b.note(Mark::Warn, "rules about absence stay silent");
        }
    }
    for (direction, channel, count) in &row.seq_gaps {
        say(b, &format!("{} {}", direction.name(), channel.label()), format!("{} sequence numbers skipped", grouped(*count)));
    }
}

fn of_conformance(b: &mut TreeBuilder, world: &World, row: usize) {
    match LINES.get(row) {
        Some(Line::Clause(place)) => clause(b, world, *place),
        Some(Line::Book(book) | Line::Recorded(book)) => book_of(b, world, *book),
        Some(Line::Elsewhere) => elsewhere(b, world),
        None => {}
    }
}

fn clause(b: &mut TreeBuilder, world: &World, place: Place) {
    let (book, item) = place.clause();
    let standing = world.facts.conformance.standing(place);
    nest(b, "Clause", format!("{} \u{a7}{}({})", book.document.title, book.section, place.item + 1), |b| {
        say(b, "demands", item.title.to_owned());
        say(b, "verdict", standing.verdict.words().to_owned());
        if item.one_sided {
            b.note(Mark::Warn, "one side of the wire cannot show all of it");
        }
        say(b, "exercised", grouped(standing.exercised));
        say(b, "proven against", grouped(standing.violated));
        say(b, "suspected against", grouped(standing.suspected));
    });
    counted(b, world, Line::Clause(place));
    nest(b, "Judged by", String::new(), |b| {
        for rule in conformance::judges(place).filter_map(crate::rules::find) {
            say(b, rule.info.id, rule.info.summary());
        }
    });
}

fn elsewhere(b: &mut TreeBuilder, world: &World) {
    nest(b, "Other clauses", String::new(), |b| {
        say(b, "what", "errors and warnings under clauses that the sections above do not have".to_owned());
        say(b, "found", grouped(world.facts.conformance.elsewhere()));
    });
    counted(b, world, Line::Elsewhere);
}

/// The findings that a line counts.
fn counted(b: &mut TreeBuilder, world: &World, line: Line) {
    let against = findings_against(&world.shown, line, CLAUSE_FINDINGS);
    if against.is_empty() {
        return;
    }
    nest(b, "Findings", String::new(), |b| {
        for row in against.iter().filter_map(|id| world.shown.finding(*id)) {
            let frame = row.frame.map_or_else(String::new, |frame| format!("frame {}: ", grouped(frame.number())));
            say(b, row.rule.id, format!("{frame}{}", escape(&row.message)));
        }
    });
}

fn book_of(b: &mut TreeBuilder, world: &World, at: usize) {
    let Some(book) = BOOKS.get(at) else { return };
    nest(b, "Document", format!("{} \u{a7}{}", book.document.title, book.section), |b| {
        let standings = || Place::all().filter(|place| place.book == at).map(|place| world.facts.conformance.standing(place).verdict);
        for verdict in Verdict::ALL {
            say(b, verdict.words(), standings().filter(|found| *found == verdict).count().to_string());
        }
    });
    if !book.recorded.is_empty() {
        nest(b, "Recorded exchanges asked of a suite", String::new(), |b| {
            for one in book.recorded {
                let seen = world.facts.conformance.was_recorded(book, one.shown_by);
                say(b, one.name, if seen { "seen" } else { "not seen" }.to_owned());
            }
        });
    }
}

fn finding(b: &mut TreeBuilder, row: &Finding) {
    nest(b, "Finding", row.rule.id.to_owned(), |b| {
        say(b, "severity", row.severity.name().to_owned());
        say(b, "message", escape(&row.message));
        say(b, "clause", row.rule.clause.to_string());
        say(b, "certainty", row.rule.certainty.name().to_owned());
        say(b, "at fault", row.at_fault.name().to_owned());
        if let Some(direction) = row.direction {
            say(b, "direction", direction.name().to_owned());
        }
        if let Some(offset) = row.stream_offset {
            say(b, "stream offset", grouped(offset));
        }
    });
    if !row.evidence.is_empty() {
        nest(b, "Evidence", String::new(), |b| {
            for (key, value) in &row.evidence {
                say(b, key, evidence_text(value));
            }
        });
    }
}

/// A value of the evidence as people read it.
pub fn evidence_text(value: &Evidence) -> String {
    match value {
        Evidence::Number(number) => number.to_string(),
        Evidence::Signed(number) => number.to_string(),
        Evidence::Text(text) => escape(text),
        Evidence::Octets(octets) => hex(octets),
    }
}

pub(super) fn nest(b: &mut TreeBuilder, label: &str, text: String, inner: impl FnOnce(&mut TreeBuilder)) {
    b.group(label, text, ByteSpan::default(), inner);
}

pub(super) fn say(b: &mut TreeBuilder, label: &str, text: String) {
    b.push("", label, Value::None, text, ByteSpan::default());
}

fn unknown() -> String {
    "not known".to_owned()
}
