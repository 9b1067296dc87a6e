//! Moves that have a goal: the next finding, match or mark, the other half of an exchange.

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::text::{count_of, grouped};
use crate::store::finding::Finding;
use crate::tui::command::{Action, View};
use crate::tui::detail::{Step, other_half as other_half_of};
use crate::tui::goto::Found;
use crate::tui::layout::Focus;
use crate::tui::looks::group_named;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::world::{World, lanes};

use super::{act, goto, moved, open, order, reveal_detail};

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

/// Goes to the other half of the exchange, or to the other frame of the finding in hand: the row of that frame, or in a detail its
/// octets.
pub(super) fn other_half(model: &mut Model) -> Vec<Effect> {
    let shows_peer = model.detail.as_ref().is_some_and(|detail| detail.has_peer(&model.world.shown));
    match model.view {
        View::Frames | View::Diagram if !shows_peer => frame_row(model),
        View::Exchanges | View::Findings | View::Frames | View::Diagram => in_detail(model),
        View::Associations | View::Channels | View::Conformance => {
            let [exchanges, frames] = [View::Exchanges, View::Frames].map(|view| model.hint(Action::Show(view)));
            model.notice = Some(format!("only requests and replies have another half; {exchanges} and {frames} list them"));
            Vec::new()
        }
    }
}

/// Goes to the other frame of a finding: in the detail of the row that carries it, else to the row of that frame.
pub(super) fn peer(model: &mut Model, finding: FindingId, peer: FrameId) -> Vec<Effect> {
    let shown = model.world.shown.clone();
    if shown.frame(peer).is_none() {
        return goto::to(model, &format!("frame {}", peer.number())).unwrap_or_else(|why| {
            model.notice = Some(why);
            Vec::new()
        });
    }
    if model.detail.is_none() {
        act::open_detail(model);
    }
    let at = model
        .detail
        .as_ref()
        .filter(|detail| detail.frame.is_some())
        .and_then(|detail| detail.findings.iter().position(|known| *known == finding));
    let (Some(at), Some(detail)) = (at, &mut model.detail) else {
        let mut effects = goto::to_row(model, Found { view: View::Frames, row: peer.index() });
        effects.extend(act::open_detail(model));
        return effects;
    };
    detail.finding = at;
    detail.show(&shown, peer);
    model.focus = Focus::Tree;
    let back = model.hint(Action::OtherHalf);
    model.notice = Some(format!("frame {}, which the finding names; {back} goes on", grouped(peer.number())));
    vec![Effect::Load(peer)]
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
    if model.view == View::Findings && model.list().selected().is_some_and(|row| group_named(row).is_some()) {
        let [unfold, other] = [Action::Open, Action::OtherHalf].map(|action| model.hint(action));
        model.notice = Some(format!("a group has no frame; {unfold} unfolds it, {other} works inside"));
        return Vec::new();
    }
    if model.detail.is_none() {
        open(model);
        if model.detail.is_some() {
            model.focus = Focus::Tree;
        }
    }
    let snapshot = model.world.shown.clone();
    let Some(detail) = &mut model.detail else { return alone(model) };
    let wanted = detail.frame;
    if let Some(frame) = detail.other_half(&snapshot) {
        return vec![Effect::Load(frame)];
    }
    alone(model);
    wanted.map(Effect::Load).into_iter().collect()
}

/// Says why there is no other half, and what to do.
fn alone(model: &mut Model) -> Vec<Effect> {
    let here = model.detail.as_ref().and_then(|detail| detail.frame);
    let here = here.or_else(|| match model.view {
        View::Frames | View::Diagram => model.list().selected().map(FrameId::from_index),
        _ => None,
    });
    let shown = &model.world.shown;
    let row = here.and_then(|frame| Some((frame, shown.frame(frame)?)));
    model.notice = Some(match row.map(|(frame, row)| (frame, row.exchange().and_then(|id| shown.exchange(id)))) {
        None if model.list().rows.count() == 0 => "there is no row here".to_owned(),
        None => format!("this row has no frame; {} lists frames", model.hint(Action::Show(View::Frames))),
        Some((_, None)) => "this frame belongs to no exchange, so it has no other half".to_owned(),
        Some((frame, Some(exchange))) if exchange.request == Some(frame) => "the capture has no reply to this request".to_owned(),
        Some((_, Some(_))) => "the capture lacks the request of this frame".to_owned(),
    });
    Vec::new()
}
