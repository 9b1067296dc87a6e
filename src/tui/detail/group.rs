//! The tree of a group of findings: how many, what they have in common.

use crate::base::id::{AssociationId, FindingId};
use crate::base::text::{escape, grouped};
use crate::base::tree::TreeBuilder;
use crate::store::finding::{Finding, Severity};
use crate::tui::looks::{Grouping, group_named};
use crate::tui::world::World;

use super::Subject;
use super::facts::{nest, say};

/// Members that the tree lists.
const LISTED: usize = 64;

/// The tree of the group that a finding is of.
pub(super) fn of(b: &mut TreeBuilder, world: &World, subject: Subject, grouping: Grouping, member: FindingId) {
    let Some(finding) = world.shown.finding(member) else { return };
    let (key, _) = grouping.group_of(finding);
    let members = || world.shown.findings.iter().filter(|(_, other)| grouping.group_of(other).0 == key);
    nest(b, "Group", title(world, subject.row), |b| {
        for severity in Severity::WORST_FIRST {
            let count = members().filter(|(_, other)| other.severity == severity).count();
            if count > 0 {
                say(b, severity.plural(), grouped(count as u64));
            }
        }
    });
    if grouping == Grouping::Rule {
        nest(b, "Rule", finding.rule.id.to_owned(), |b| {
            say(b, "clause", finding.rule.clause.to_string());
            say(b, "checks", finding.rule.summary());
            say(b, "why", finding.rule.section("Why it matters"));
            say(b, "what to do", finding.rule.section("What to do"));
        });
    }
    nest(b, "Members", String::new(), |b| {
        for (_, other) in members().take(LISTED) {
            let frame = other.frame.map_or_else(String::new, |frame| format!("frame {}: ", grouped(frame.number())));
            say(b, other.rule.id, format!("{frame}{}", escape(&other.message)));
        }
    });
}

/// What a group has in common.
pub fn title(world: &World, row: usize) -> String {
    let named = group_named(row).and_then(|(grouping, member)| Some((grouping, world.shown.finding(member)?)));
    named.map_or_else(String::new, |(grouping, finding)| match grouping {
        Grouping::Rule | Grouping::None => finding.rule.id.to_owned(),
        Grouping::Association => association(world, finding.association),
        Grouping::Method => method(world, finding),
    })
}

fn association(world: &World, id: Option<AssociationId>) -> String {
    let Some(id) = id else { return "the capture itself".to_owned() };
    let ends = world.shown.association(id).map_or_else(String::new, |row| format!("  {}  {}", row.client, row.server));
    format!("association {}{ends}", world.number(id))
}

fn method(world: &World, finding: &Finding) -> String {
    match world.shown.text(finding.method) {
        "" if finding.exchange.is_some() => "(no method)".to_owned(),
        "" => "(no exchange)".to_owned(),
        name => escape(name),
    }
}
