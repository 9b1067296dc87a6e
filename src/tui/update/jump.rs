//! Moves that have a goal: the next finding, match or mark, the other half of an exchange.

use crate::base::id::{AssociationId, ExchangeId, FrameId};
use crate::base::text::count_of;
use crate::store::finding::Finding;
use crate::tui::command::{Action, View};
use crate::tui::detail::{Step, other_half as other_half_of};
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::world::{World, lanes};

use super::{moved, open, order, reveal_detail};

/// Goes to the next finding: the next one of an open detail, else the next row that carries one.
pub(super) fn finding(model: &mut Model, forward: bool) -> Vec<Effect> {
    let snapshot = model.world.shown.clone();
    if let Some(step) = model.detail.as_mut().and_then(|detail| detail.step_finding(&snapshot, forward)) {
        reveal_detail(model);
        return match step {
            Step::Here => Vec::new(),
            Step::OtherFrame(frame) => vec![Effect::Load(frame)],
        };
    }
    if let Some(groups) = order::groups(model).filter(|_| model.view == View::Findings) {
        let beside = model.list().selected().and_then(|row| groups.beside(row, forward));
        let Some(row) = beside else {
            model.notice = Some(if forward { "this is the last group" } else { "this is the first group" }.to_owned());
            return Vec::new();
        };
        model.list_mut().select(row);
        return moved(model);
    }
    let Some(row) = row_with_finding(model, forward) else {
        let way = if forward { "below" } else { "above" };
        let all = count_of(snapshot.findings.len() as u64, "finding", "findings");
        model.notice = Some(format!("no row with a finding {way}; {} has all: {all}", model.hint(Action::Show(View::Findings))));
        return Vec::new();
    };
    model.list_mut().select(row);
    moved(model)
}

/// The nearest shown row beside the selection that carries a finding. Findings are few, so they are walked, not the rows.
fn row_with_finding(model: &Model, forward: bool) -> Option<usize> {
    let list = model.list();
    let here = list.selected().map(|row| list.rows.position(row))?;
    let rows = model.world.shown.findings.iter().filter_map(|(at, finding)| row_of(&model.world, model.view, at, finding));
    let places = rows.filter(|row| list.rows.shows(*row)).map(|row| list.rows.position(row));
    let beside = places.filter(|place| if forward { *place > here } else { *place < here });
    list.rows.at(if forward { beside.min() } else { beside.max() }?)
}

/// The row of a view that carries a finding.
fn row_of(world: &World, view: View, at: usize, finding: &Finding) -> Option<usize> {
    match view {
        View::Exchanges => finding.exchange.map(ExchangeId::index),
        View::Frames => finding.frame.map(FrameId::index),
        View::Diagram => finding.frame.map(|frame| world.study.ladders.line_of(&world.shown, frame).index()),
        View::Associations => finding.association.map(AssociationId::index),
        View::Findings => Some(at),
        View::Channels => {
            let frame = world.shown.frame(finding.frame?)?;
            Some(lanes::row_of(world.shown.association_of(frame), frame.channel))
        }
        View::Conformance => None,
    }
}

/// Goes to the next match of the filter.
pub(super) fn to_match(model: &mut Model, forward: bool) -> Vec<Effect> {
    if !model.filter.is_set() {
        model.notice = Some(format!("there is no filter; {} sets one", model.hint(Action::Filter)));
        return Vec::new();
    }
    let found = model.list().selected().and_then(|row| model.list().rows.match_beside(row, forward));
    let Some(row) = found else {
        model.notice = Some(if forward { "this is the last match" } else { "this is the first match" }.to_owned());
        return Vec::new();
    };
    model.list_mut().select(row);
    moved(model)
}

/// Goes to the next marked row.
pub(super) fn mark(model: &mut Model) -> Vec<Effect> {
    let commented = model.bookmarks.rows(model.view).collect();
    let Some(row) = model.list().next_mark(&commented) else {
        model.notice = Some(format!("no row is marked; {} marks one", model.hint(Action::Mark)));
        return Vec::new();
    };
    model.list_mut().select(row);
    moved(model)
}

/// Goes to the other half of the exchange: the row of that frame, or in a detail its octets.
pub(super) fn other_half(model: &mut Model) -> Vec<Effect> {
    match model.view {
        View::Frames | View::Diagram => frame_row(model),
        View::Exchanges | View::Findings => in_detail(model),
        View::Associations | View::Channels | View::Conformance => {
            model.notice = Some("only requests and replies have another half".to_owned());
            Vec::new()
        }
    }
}

fn frame_row(model: &mut Model) -> Vec<Effect> {
    let here = model.list().selected().map(FrameId::from_index);
    let Some(other) = here.and_then(|frame| other_half_of(&model.world.shown, frame)) else { return alone(model) };
    if !model.list().rows.shows(other.index()) {
        model.notice =
            Some(format!("frame {} is hidden by the filter; {} shows everything", other.number(), model.hint(Action::ToggleFilter)));
        return Vec::new();
    }
    model.list_mut().select(other.index());
    moved(model)
}

fn in_detail(model: &mut Model) -> Vec<Effect> {
    if model.detail.is_none() {
        open(model);
        if model.detail.is_some() {
            model.focus = Focus::Tree;
        }
    }
    let snapshot = model.world.shown.clone();
    let Some(detail) = &mut model.detail else { return Vec::new() };
    let wanted = detail.frame;
    if let Some(frame) = detail.other_half(&snapshot) {
        return vec![Effect::Load(frame)];
    }
    alone(model);
    wanted.map(Effect::Load).into_iter().collect()
}

fn alone(model: &mut Model) -> Vec<Effect> {
    model.notice = Some("this frame has no other half in the capture".to_owned());
    Vec::new()
}
