//! Orders and groups: by what rows are sorted and grouped, which association's rows show, what is folded.

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::store::row::FrameRow;
use crate::tui::command::{Action, View};
use crate::tui::list::arranged::Arranged;
use crate::tui::list::grouped::Grouped;
use crate::tui::looks::{Grouping, group_named};
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::sort;
use crate::tui::world::lanes;

use super::{act, filtering, moved};

/// Changes the order of the view in front.
pub(super) fn reorder(model: &mut Model, action: Action) -> Vec<Effect> {
    let keys = sort::keys(model.view, model.looks.grouping != Grouping::None);
    if keys.is_empty() {
        model.notice = Some("the rows of this view have one order only".to_owned());
        return Vec::new();
    }
    let sort = &mut model.looks.sort[model.view as usize];
    *sort = if action == Action::Reverse { sort.reverse() } else { sort.next(keys) };
    let way = if sort.is_descending(keys) { "the greatest first" } else { "the least first" };
    model.notice = Some(format!("sorted by {}, {way}", sort.by(keys).name()));
    Vec::new()
}

/// Groups findings by the next thing.
pub(super) fn regroup(model: &mut Model) -> Vec<Effect> {
    if model.view != View::Findings {
        model.notice = Some("only findings are grouped; view 4 has them".to_owned());
        return Vec::new();
    }
    model.looks.grouping = model.looks.grouping.next();
    model.looks.sort[View::Findings as usize] = sort::Sort::default();
    model.looks.open.clear();
    model.notice = Some(match model.looks.grouping {
        Grouping::None => "findings in one list".to_owned(),
        by => format!("findings grouped by {}", by.name()),
    });
    Vec::new()
}

/// Chooses the next association, or the previous one, whose channels or diagram show.
pub(super) fn step_association(model: &mut Model, forward: bool) -> Vec<Effect> {
    let all = model.world.associations().to_vec();
    let near = |from: Option<AssociationId>, with_all: bool| {
        let places = all.len() + usize::from(with_all);
        let at = from.and_then(|id| all.iter().position(|known| *known == id)).map_or(0, |at| at + usize::from(with_all));
        let next = (at + if forward { 1 } else { places.saturating_sub(1) }) % places.max(1);
        if with_all { next.checked_sub(1).and_then(|at| all.get(at)).copied() } else { all.get(next).copied() }
    };
    match model.view {
        View::Channels => {
            model.looks.lanes_of = near(model.looks.lanes_of, true);
            model.notice = Some(match model.looks.lanes_of {
                Some(id) => format!("channels of association {}", model.world.number(id)),
                None => "channels of all associations".to_owned(),
            });
        }
        View::Diagram => {
            model.looks.diagram_of = near(Some(model.diagram_of()), false);
            model.looks.only = None;
            model.notice = Some(format!("diagram of association {}", model.world.number(model.diagram_of())));
        }
        _ => model.notice = Some("views 5 and 6 show one association; there this chooses it".to_owned()),
    }
    Vec::new()
}

/// Shows nothing but the selected exchange, or everything again.
pub(super) fn narrow(model: &mut Model) -> Vec<Effect> {
    if model.view != View::Diagram {
        model.notice = Some("only the diagram can be narrowed to one exchange; view 6 has it".to_owned());
        return Vec::new();
    }
    if model.looks.only.take().is_some() {
        model.notice = Some("all exchanges of the association".to_owned());
        return Vec::new();
    }
    model.looks.only = exchange_in_hand(model);
    model.notice = Some(match model.looks.only {
        Some(only) => format!("exchange {} alone", only.number()),
        None => "this frame belongs to no exchange".to_owned(),
    });
    Vec::new()
}

/// Takes what is selected in the view that is left along into the one that comes.
pub(super) fn lead(model: &mut Model, to: View) {
    let of = association_in_hand(model);
    match to {
        View::Channels if model.view == View::Associations => model.looks.lanes_of = of,
        View::Diagram if of.is_some() => {
            model.looks.diagram_of = of;
            model.looks.only = None;
            if let Some(frame) = frame_in_hand(model) {
                let line = model.world.study.ladders.line_of(&model.world.shown, frame);
                model.lists[View::Diagram as usize].select(line.index());
            }
        }
        _ => {}
    }
}

/// Opens what a row stands for when that is no detail: the frames of a channel, a group, the events of a stream.
pub(super) fn open_row(model: &mut Model) -> Option<Vec<Effect>> {
    let row = model.list().selected()?;
    match model.view {
        View::Channels => Some(frames_of_lane(model, row)),
        View::Findings if group_named(row).is_some() => {
            fold(model, !groups(model)?.is_open(row));
            Some(Vec::new())
        }
        View::Diagram => {
            let exchange = folded_stream(model, row)?;
            model.looks.unfolded.insert(exchange);
            Some(Vec::new())
        }
        _ => None,
    }
}

/// Folds or unfolds the group or stream that the selected row is of.
pub(super) fn fold(model: &mut Model, open: bool) {
    let Some(row) = model.list().selected() else { return };
    match model.view {
        View::Findings => {
            let Some(key) = groups(model).and_then(|groups| groups.key_of(row)) else { return };
            model.list_mut().select(row);
            if open {
                model.looks.open.insert(key);
            } else {
                model.looks.open.remove(&key);
            }
        }
        View::Diagram => {
            if open && let Some(exchange) = folded_stream(model, row) {
                model.looks.unfolded.insert(exchange);
            }
            let frame = FrameId::from_index(row);
            let exchange = model.world.shown.frame(frame).and_then(FrameRow::exchange);
            if !open && exchange.is_some_and(|exchange| model.looks.unfolded.remove(&exchange)) {
                let line = model.world.study.ladders.line_of(&model.world.shown, frame);
                model.list_mut().select(line.index());
            }
        }
        _ => {}
    }
}

/// The groups of the findings, when they are grouped.
pub(super) fn groups(model: &Model) -> Option<&Grouped> {
    match &model.lists[View::Findings as usize].rows.arranged {
        Some(Arranged::Grouped(groups)) => Some(groups),
        _ => None,
    }
}

/// The stream whose events the selected line of the diagram stands for.
fn folded_stream(model: &Model, row: usize) -> Option<ExchangeId> {
    let exchange = model.world.shown.frame(FrameId::from_index(row))?.exchange()?;
    let events = model.world.study.ladders.events(exchange);
    let is_folded = events.len() > 1 && events.first().is_some_and(|first| *first as usize == row);
    (is_folded && !model.looks.unfolded.contains(&exchange)).then_some(exchange)
}

fn frames_of_lane(model: &mut Model, row: usize) -> Vec<Effect> {
    let (association, channel) = lanes::named_by(row);
    let name = channel.name().map_or_else(|| format!("0x{:04x}", channel.0), str::to_owned);
    let filter = format!("association == {} && channel == {name}", model.world.number(association));
    let mut effects = filtering::refilter(model, &filter).unwrap_or_else(|(why, _)| {
        model.notice = Some(why);
        Vec::new()
    });
    effects.extend(act(model, Action::Show(View::Frames)));
    effects.extend(moved(model));
    effects
}

fn exchange_in_hand(model: &Model) -> Option<ExchangeId> {
    let row = model.list().selected()?;
    let shown = &model.world.shown;
    match model.view {
        View::Exchanges => Some(ExchangeId::from_index(row)),
        View::Frames | View::Diagram => shown.frame(FrameId::from_index(row))?.exchange(),
        View::Findings => shown.finding(finding_of(row))?.exchange,
        _ => None,
    }
}

fn frame_in_hand(model: &Model) -> Option<FrameId> {
    let row = model.list().selected()?;
    let shown = &model.world.shown;
    match model.view {
        View::Exchanges => shown.exchange(ExchangeId::from_index(row)).map(|row| row.first),
        View::Frames => Some(FrameId::from_index(row)),
        View::Findings => {
            let finding = shown.finding(finding_of(row))?;
            finding.frame.or_else(|| shown.exchange(finding.exchange?).map(|row| row.first))
        }
        _ => None,
    }
}

fn association_in_hand(model: &Model) -> Option<AssociationId> {
    let Some(row) = model.list().selected() else { return model.looks.lanes_of.filter(|_| model.view == View::Channels) };
    let shown = &model.world.shown;
    match model.view {
        View::Exchanges => shown.exchange(ExchangeId::from_index(row)).map(|row| row.association),
        View::Frames => shown.frame(FrameId::from_index(row)).map(|row| shown.association_of(row)),
        View::Associations => Some(AssociationId::from_index(row)),
        View::Findings => shown.finding(finding_of(row))?.association,
        View::Channels => Some(lanes::named_by(row).0),
        View::Diagram | View::Conformance => None,
    }
}

/// The finding of a row; of a group, one of its members.
fn finding_of(row: usize) -> FindingId {
    group_named(row).map_or_else(|| FindingId::from_index(row), |(_, member)| member)
}
