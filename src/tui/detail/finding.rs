//! A finding in words: the rule, who is at fault, how sure it is, what supports it, what else it could be, what would be right.

use std::fmt::Write as _;

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::text::{escape, grouped};
use crate::store::finding::{Certainty, Fault, Finding};
use crate::store::snapshot::Snapshot;

use super::facts::evidence_text;

/// Who is at fault, with the address where it is known which peer that is.
pub fn at_fault(snapshot: &Snapshot, finding: &Finding) -> String {
    let name = finding.at_fault.name();
    let frame = || finding.frame.and_then(|frame| snapshot.frame(frame));
    let initiator = || finding.exchange.and_then(|id| snapshot.exchange(id)).map(|exchange| exchange.initiator);
    let sends = match finding.at_fault {
        Fault::Sender => frame().map(|frame| snapshot.direction_of(frame)).or(finding.direction),
        Fault::Requester => initiator(),
        Fault::Responder => initiator().map(Direction::flip),
        Fault::Intermediary | Fault::Unknown => None,
    };
    let association = finding.association.or_else(|| frame().map(|frame| snapshot.association_of(frame)));
    let peers = sends.zip(association.and_then(|id| snapshot.association(id)));
    peers.map_or_else(
        || name.to_owned(),
        |(sends, row)| format!("{name} ({} {})", sends.sender(), if sends == Direction::C2s { row.client } else { row.server }),
    )
}

/// What there is to say about a finding beside its message: what it is called, and the words.
pub fn facts(snapshot: &Snapshot, finding: &Finding) -> Vec<(&'static str, String)> {
    let rule = finding.rule;
    let clause = format!("{} ({}), {}", rule.clause, rule.clause.level.name(), rule.clause.document.title);
    let mut facts = vec![("clause", clause)];
    facts.push(("judged", format!("{}; at fault: {}", rule.certainty.name(), at_fault(snapshot, finding))));
    let evidence: Vec<String> = finding.evidence.iter().map(|(key, value)| format!("{key} = {}", evidence_text(value))).collect();
    if !evidence.is_empty() {
        facts.push(("evidence", evidence.join("; ")));
    }
    if let Some(peer) = finding.peer {
        facts.push(("other frame", frame_words(snapshot, peer)));
    }
    if let Some(excuse) = rule.alternative.filter(|_| rule.certainty == Certainty::Heuristic) {
        facts.push(("innocent if", excuse.to_owned()));
    }
    let right = rule.section("What to do");
    if !right.is_empty() {
        facts.push(("right", right));
    }
    facts
}

/// A frame in a few words: its number, what it is, who sent it, when.
pub fn frame_words(snapshot: &Snapshot, id: FrameId) -> String {
    let number = grouped(id.number());
    snapshot.frame(id).map_or_else(
        || format!("{number}, which was let go"),
        |row| {
            let sender = snapshot.direction_of(row).sender();
            format!("{number}, {} on {} from the {sender}, {}", row.type_label(), row.channel.label(), row.time.clock())
        },
    )
}

/// The finding as a text of several lines.
pub fn text(snapshot: &Snapshot, finding: &Finding) -> String {
    let mut out = format!("{} {}: {}\n", finding.severity.name(), finding.rule.id, escape(&finding.message));
    if let Some(frame) = finding.frame {
        let _ = writeln!(out, "  frame: {}", frame.number());
    }
    for (name, words) in facts(snapshot, finding) {
        let _ = writeln!(out, "  {name}: {words}");
    }
    out
}
