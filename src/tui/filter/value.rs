//! Filters by a value that is on the screen: what each cell of a row, or a line of the tree, says as an expression.

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::text::escape;
use crate::base::tree::{Field, Tree, Value};
use crate::spec::effect::Effect;
use crate::store::finding::Finding;
use crate::store::query::{Query, equals_octets, equals_text, instant, label_path, span};
use crate::store::row::{Declared, ExchangeRow, FrameRow};
use crate::tui::command::View;
use crate::tui::layout::Focus;
use crate::tui::looks::group_named;
use crate::tui::model::Model;

/// Longer octets are asked for by presence.
const OCTETS: usize = 48;

/// Something on the screen, as an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What it is called on the screen.
    pub what: String,
    /// The expression that selects what says the same.
    pub expression: String,
}

/// How an expression joins the filter in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// Instead of it.
    Replace,
    /// Both have to hold.
    And,
    /// One has to hold.
    Or,
    /// It has to hold, and the expression must not.
    Not,
}

impl Join {
    /// Every way, in the order of the screen.
    pub const ALL: [Self; 4] = [Self::Replace, Self::And, Self::Or, Self::Not];

    /// The filter that results.
    pub fn with(self, old: &str, new: &str) -> String {
        let (held, alone) = (grouped(old), old.is_empty());
        match self {
            Self::And if !alone => format!("{held} && {new}"),
            Self::Or if !alone => format!("{old} || {new}"),
            Self::Not if !alone => format!("{held} && {}", negated(new)),
            Self::Not => negated(new),
            Self::Replace | Self::And | Self::Or => new.to_owned(),
        }
    }
}

/// An expression as one side of `&&`.
fn grouped(text: &str) -> String {
    if Query::parse(text).is_ok_and(|query| !query.is_disjunction()) { text.to_owned() } else { format!("({text})") }
}

fn negated(text: &str) -> String {
    text.strip_prefix('!').map_or_else(|| format!("!({text})"), str::to_owned)
}

/// The values on the screen to choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByValue {
    /// What there is, at least one.
    pub choices: Vec<Choice>,
    /// Which one is chosen.
    pub chosen: usize,
}

impl ByValue {
    /// What is under the cursor: the selected line of the tree, or the cells of the selected row.
    pub fn of(model: &Model) -> Option<Self> {
        let line = model.detail.as_ref().filter(|_| model.focus != Focus::List);
        let line = line.and_then(|detail| of_field(detail.folds.tree(), detail.folds.selected_index()));
        let row = || model.list().selected().map_or_else(Vec::new, |row| of_row(model, row));
        let choices = line.map_or_else(row, |line| vec![line]);
        (!choices.is_empty()).then_some(Self { choices, chosen: 0 })
    }

    /// The expression chosen.
    pub fn expression(&self) -> &str {
        self.choices.get(self.chosen).map_or("", |choice| &choice.expression)
    }
}

struct List(Vec<Choice>);

impl List {
    fn put(&mut self, what: &str, expression: impl Into<String>) {
        self.0.push(Choice { what: what.to_owned(), expression: expression.into() });
    }

    fn text(&mut self, what: &str, field: &str, text: &str) {
        if !text.is_empty() {
            self.put(what, equals_text(field, text));
        }
    }
}

/// What the cells of a row say.
fn of_row(model: &Model, row: usize) -> Vec<Choice> {
    let snapshot = &model.world.shown;
    let mut list = List(Vec::new());
    match model.view {
        View::Exchanges => {
            if let Some(exchange) = snapshot.exchanges.get(row) {
                of_exchange(model, &mut list, ExchangeId::from_index(row), exchange);
            }
        }
        View::Frames | View::Diagram => {
            if let Some(frame) = snapshot.frames.get(row) {
                of_frame(model, &mut list, FrameId::from_index(row), frame);
            }
        }
        View::Associations => of_association(model, &mut list, AssociationId::from_index(row)),
        View::Findings => {
            let member = group_named(row).map_or_else(|| FindingId::from_index(row), |(_, member)| member);
            if let Some(finding) = snapshot.finding(member) {
                of_finding(model, &mut list, finding);
            }
        }
        View::Channels => {
            let (association, channel) = crate::tui::world::lanes::named_by(row);
            list.put("channel", format!("channel == {}", channel.name().map_or_else(|| format!("{:#06x}", channel.0), str::to_owned)));
            list.put("as", format!("association == {}", model.world.number(association)));
        }
        View::Conformance => {}
    }
    list.0
}

fn of_exchange(model: &Model, list: &mut List, id: ExchangeId, row: &ExchangeRow) {
    let snapshot = &model.world.shown;
    list.text("method", "method", snapshot.text(row.method));
    list.put("outcome", format!("state == {}", row.state.name()));
    list.text("error code", "error_code_token", snapshot.text(row.error_token));
    if let Some(code) = row.transport_code {
        list.put("transport code", format!("transport_code == {code}"));
    }
    for finding in snapshot.findings_of_exchange(id).iter().filter_map(|id| snapshot.finding(*id)).take(8) {
        list.text("finding", "rule", finding.rule.id);
    }
    list.put(
        "label",
        match row.effect_declared {
            Declared::Nothing => "!effect_declared".to_owned(),
            Declared::Unreadable => "effect_declared && !(effect_declared >= 0)".to_owned(),
            Declared::Effect(code) => format!("effect_declared == {}", effect(code)),
        },
    );
    if let Some(needed) = row.effect_required {
        list.put("needs", format!("effect_required == {}", needed.name()));
    }
    let native = snapshot.frame(row.first).filter(|frame| !frame.frame_type.is_bridge(frame.channel));
    match native {
        Some(frame) => list.text("over", "protocol", &frame.channel.label()),
        None => list.text("over", "protocol", &snapshot.mappings.name_of(row.protocol)),
    }
    let id_token = model.ids.of(id);
    if !id_token.is_empty() {
        list.put("id", format!("id == {}", if id_token.starts_with('"') { id_token.to_owned() } else { format!("\"{id_token}\"") }));
    }
    list.put("direction", format!("initiator == {}", row.initiator.name()));
    list.put("as", format!("association == {}", model.world.number(row.association)));
    if let Some(nanos) = snapshot.latency(row) {
        list.put("at least as long", format!("latency >= {}", span(nanos)));
    }
    if let Some(frame) = snapshot.frame(row.request.unwrap_or(row.first)) {
        list.put("from this time on", format!("time >= {}", instant(frame.time)));
    }
    list.put("#", format!("exchange == {}", id.number()));
}

fn effect(code: u8) -> String {
    Effect::from_code(code).map_or_else(|| code.to_string(), |effect| effect.name().to_owned())
}

fn of_frame(model: &Model, list: &mut List, id: FrameId, row: &FrameRow) {
    let snapshot = &model.world.shown;
    list.put(
        "type",
        format!("type == {}", row.frame_type.name(row.channel).map_or_else(|| format!("{:#06x}", row.frame_type.0), str::to_owned)),
    );
    list.put("channel", format!("channel == {}", row.channel.name().map_or_else(|| format!("{:#06x}", row.channel.0), str::to_owned)));
    for finding in snapshot.findings_of_frame(id).iter().filter_map(|id| snapshot.finding(*id)).take(8) {
        list.text("finding", "rule", finding.rule.id);
    }
    list.put("direction", format!("direction == {}", snapshot.direction_of(row).name()));
    list.put("as", format!("association == {}", model.world.number(snapshot.association_of(row))));
    if let Some(exchange) = row.exchange() {
        list.put("exchange", format!("exchange == {}", exchange.number()));
    }
    list.put("payload", format!("protection == {}", row.protection.name()));
    if let Some(reason) = row.protection.reason() {
        list.put("why sealed", format!("sealed_reason == {}", reason.name()));
    }
    list.put("seq", format!("seq == {}", row.seq));
    if let Some(phase) = snapshot.phase_of(row) {
        list.put("epoch", format!("epoch == {}", phase.epoch));
    }
    list.put("octets", format!("length == {}", row.length));
    list.put("from this time on", format!("time >= {}", instant(row.time)));
    list.put("#", format!("frame == {}", id.number()));
}

fn of_association(model: &Model, list: &mut List, id: AssociationId) {
    let Some(row) = model.world.shown.association(id) else { return };
    list.put("#", format!("association == {}", model.world.number(id)));
    list.text("client", "client", &row.client.to_string());
    list.text("server", "server", &row.server.to_string());
    list.put("carrier", format!("carrier == {}", row.carrier_kind().name()));
    if let Some(generation) = row.generation {
        list.put("generation", format!("generation == {}", generation.number()));
    }
    if let Some(profile) = row.profile.filter(|profile| profile.name().is_some()) {
        list.put("profile", format!("profile == {profile}"));
    }
    list.put("end", format!("end == {}", row.end.name()));
}

fn of_finding(model: &Model, list: &mut List, row: &Finding) {
    list.text("rule", "rule", row.rule.id);
    list.put("severity", format!("severity == {}", row.severity.name()));
    list.put("layer", format!("rule matches \"^{}/\"", row.rule.layer()));
    list.text("clause", "clause", &row.rule.clause.to_string());
    list.put("certainty", format!("certainty == {}", row.rule.certainty.name()));
    if let Some(association) = row.association {
        list.put("as", format!("association == {}", model.world.number(association)));
    }
    if let Some(frame) = row.frame {
        list.put("frame", format!("frame == {}", frame.number()));
    }
    if let Some(exchange) = row.exchange {
        list.put("exchange", format!("exchange == {}", exchange.number()));
    }
    list.put("at fault", format!("at_fault == {}", row.at_fault.name()));
    list.text("message", "message", &row.message);
}

/// What a line of the tree says. A line that only groups is asked for by the presence of its field, if it has one.
fn of_field(tree: &Tree, at: usize) -> Option<Choice> {
    let field = tree.fields.get(at)?;
    let name = if field.path.is_empty() { label_path(labels(tree, at).iter().map(String::as_str)) } else { field.path.to_owned() };
    let expression = match &field.value {
        Value::None if field.path.is_empty() => return None,
        Value::None | Value::Bool(true) => name,
        Value::Uint(number) => format!("{name} == {number}"),
        Value::Int(number) => format!("{name} == {number}"),
        Value::Bool(false) => format!("!{name}"),
        Value::Text(text) => equals_text(&name, text),
        Value::Octets(octets) if octets.is_empty() || octets.len() > OCTETS => name,
        Value::Octets(octets) => equals_octets(&name, octets),
    };
    Query::parse(&expression).ok()?;
    Some(Choice { what: escape(&field.label), expression })
}

/// The label of a line with those around it that are the traffic's own, outermost first; at most three.
fn labels(tree: &Tree, at: usize) -> Vec<String> {
    let mut depth = tree.fields.get(at).map_or(0, |field| field.depth);
    let mut labels: Vec<&Field> = tree.fields.get(at).into_iter().collect();
    for field in tree.fields.get(..at).unwrap_or_default().iter().rev() {
        if field.depth < depth && labels.len() < 3 {
            depth = field.depth;
            if !field.path.is_empty() || depth == 0 {
                break;
            }
            labels.push(field);
        }
    }
    labels.iter().rev().map(|field| field.label.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_joins_the_filter_in_force() {
        let all = |old: &str| Join::ALL.map(|join| join.with(old, "seq == 5"));
        assert_eq!(all(""), ["seq == 5", "seq == 5", "seq == 5", "!(seq == 5)"]);
        assert_eq!(all("a || b"), ["seq == 5", "(a || b) && seq == 5", "a || b || seq == 5", "(a || b) && !(seq == 5)"]);
        assert_eq!(Join::And.with("@mine", "seq == 5"), "(@mine) && seq == 5");
        assert_eq!(Join::Not.with("a", "!safety"), "a && safety");
    }
}
