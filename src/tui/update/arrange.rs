//! Works out which rows the view in front shows, and in which order: a slice of the work in each turn of the loop, so that no key waits.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::tui::command::View;
use crate::tui::list::arranged::Arranged;
use crate::tui::list::fixed::Fixed;
use crate::tui::list::grouped::{GroupOrder, Grouped};
use crate::tui::list::rows::Rows;
use crate::tui::list::sorted::Sorted;
use crate::tui::list::work::{Plan, Work};
use crate::tui::looks::Grouping;
use crate::tui::model::Model;
use crate::tui::sort::{self, By, Keys, Ranks};
use crate::tui::world::lanes::Lane;

/// Rows looked at in one turn.
const BUDGET: usize = 20_000;
/// Lists longer than this are not sorted anew for every picture.
const RESORTED: usize = 100_000;

/// Does what is to be done for the view in front. Returns whether more is left.
pub(super) fn work(model: &mut Model) -> bool {
    let (news, more) = model.world.look(BUDGET);
    if news {
        model.sync_lists();
        model.dirty = true;
    }
    let before = standing(model);
    let left = arrange(model);
    let now = standing(model);
    if before != now {
        model.dirty = true;
    }
    if let Some(work) = &mut model.list_mut().work
        && work.next.is_none()
        && std::mem::take(&mut work.is_awaited)
    {
        super::reveal_list(model);
    }
    left || more
}

/// How the list in front stands.
#[derive(PartialEq, Eq)]
struct Standing {
    selected: Option<usize>,
    count: usize,
    plan: Option<Plan>,
    /// Whether rows are being brought into another order.
    in_the_making: bool,
}

fn standing(model: &Model) -> Standing {
    let list = model.list();
    let work = list.work.as_ref();
    Standing {
        selected: list.selected(),
        count: list.rows.count(),
        plan: work.map(|work| work.plan),
        in_the_making: work.is_some_and(|work| work.next.is_some()),
    }
}

/// What the order of a view's rows depends on.
fn plan(model: &Model) -> Plan {
    let rows = &model.list().rows;
    let looks = &model.looks;
    let mut hasher = FxHasher::default();
    (model.view as usize, rows.turn, rows.show_all, model.world.shown.reading).hash(&mut hasher);
    looks.sort.get(model.view as usize).hash(&mut hasher);
    match model.view {
        View::Findings => looks.grouping.hash(&mut hasher),
        View::Channels => looks.lanes_of.hash(&mut hasher),
        View::Diagram => {
            (looks.diagram_of, looks.only, looks.unfolded.len()).hash(&mut hasher);
            looks.unfolded.iter().fold(0_u64, |sum, id| sum.wrapping_add(u64::from(id.0) << 7)).hash(&mut hasher);
        }
        _ => {}
    }
    Plan(hasher.finish())
}

fn arrange(model: &mut Model) -> bool {
    let plan = plan(model);
    match model.view {
        View::Channels => fix(model, plan, lanes),
        View::Diagram => fix(model, plan, ladder),
        View::Findings if model.looks.grouping != Grouping::None => group(model, plan),
        View::Conformance => false,
        _ if model.looks.sort[model.view as usize].is_default() && model.view != View::Associations => {
            leave_order(model);
            false
        }
        _ => sort_rows(model, plan),
    }
}

/// Rows as their log has them.
fn leave_order(model: &mut Model) {
    let list = model.list_mut();
    if list.rows.arranged.is_some() || list.work.is_some() {
        list.rearrange(None, false);
        list.work = None;
    }
}

/// Rows that are worked out at once, whenever what they come from has changed.
fn fix(model: &mut Model, plan: Plan, rows: fn(&Model) -> Vec<usize>) -> bool {
    let stamp = stamp(model);
    let known = model.list().work.as_ref().is_some_and(|work| work.plan == plan && work.stamp == stamp);
    if !known {
        let fixed = Fixed::new(rows(model));
        let follow = model.follow && model.view == View::Diagram;
        let list = model.list_mut();
        list.rearrange(Some(Arranged::Fixed(fixed)), follow);
        list.work = Some(Work::done(plan, stamp));
    }
    false
}

/// Grows whenever there is something new.
fn stamp(model: &Model) -> [usize; 5] {
    let shown = &model.world.shown;
    let rows = &model.list().rows;
    [shown.frames.first(), model.world.looked, rows.selected_count(), state_of(rows), shown.associations.len()]
}

/// What the filter has found may change while as much is found: how often it did, and whether all rows were looked at.
fn state_of(rows: &Rows) -> usize {
    (rows.changes as usize) << 1 | usize::from(rows.is_settled())
}

fn lanes(model: &Model) -> Vec<usize> {
    let of = model.looks.lanes_of;
    let all = model.world.study.lanes.all();
    let mut lanes: Vec<_> = all.iter().filter(|lane| of.is_none_or(|of| lane.association == of)).collect();
    let (sort, keys) = (model.looks.sort[View::Channels as usize], sort::keys(View::Channels, false));
    sort::lanes(&model.world, &mut lanes, sort.by(keys), sort.is_descending(keys));
    lanes.into_iter().map(Lane::row).collect()
}

fn ladder(model: &Model) -> Vec<usize> {
    let rows = &model.list().rows;
    let (ladders, shown, looks) = (&model.world.study.ladders, &model.world.shown, &model.looks);
    let mut lines: Vec<usize> = match looks.only {
        Some(only) => {
            let mut frames: Vec<FrameId> = shown.exchange_frames(only);
            if !looks.unfolded.contains(&only) {
                for frame in &mut frames {
                    *frame = ladders.line_of(shown, *frame);
                }
                frames.dedup();
            }
            frames.into_iter().map(FrameId::index).filter(|row| *row >= shown.frames.first()).collect()
        }
        None => ladders.lines(model.diagram_of(), shown.frames.first()).iter().map(|line| *line as usize).collect(),
    };
    if looks.only.is_none() {
        let here = |id: &&ExchangeId| shown.exchange(**id).is_some_and(|row| row.association == model.diagram_of());
        let events = looks.unfolded.iter().filter(here).flat_map(|id| ladders.events(*id).iter().skip(1));
        let before = lines.len();
        lines.extend(events.map(|event| *event as usize).filter(|row| *row >= shown.frames.first()));
        if lines.len() > before {
            lines.sort_unstable();
        }
    }
    lines.retain(|row| rows.selects(*row));
    lines
}

fn group(model: &mut Model, plan: Plan) -> bool {
    let (order, grouping) = (group_order(model), model.looks.grouping);
    let stamp = [
        model.list().rows.selected_count(),
        model.looks.open.len(),
        model.looks.open.iter().fold(0, |sum, key| sum ^ usize::try_from(key >> 8).unwrap_or(0)),
        model.world.shown.findings.len() << 1 | usize::from(model.world.shown.finished),
        state_of(&model.list().rows),
    ];
    if model.list().work.as_ref().is_some_and(|work| work.plan == plan && work.stamp == stamp) {
        return false;
    }
    let shown = model.world.shown.clone();
    let key = |row: usize| shown.finding(FindingId::from_index(row)).map(|finding| grouping.group_of(finding));
    let [.., state] = stamp;
    let is_same = model.list().work.as_ref().is_some_and(|work| work.plan == plan && work.stamp[4] >> 1 == state >> 1);
    let list = model.list_mut();
    let mut grouped = match list.rows.arranged.take() {
        Some(Arranged::Grouped(grouped)) if is_same => grouped,
        other => {
            list.rearrange(other, false);
            Grouped::new(grouping.bits())
        }
    };
    let more = grouped.work(&|from| list.rows.next_selected(from), &key, BUDGET);
    grouped.arrange(order, &model.looks.open);
    let list = model.list_mut();
    list.rows.arranged = Some(Arranged::Grouped(grouped));
    list.work = Some(Work::done(plan, if more { [usize::MAX, usize::MAX, usize::MAX, usize::MAX, state] } else { stamp }));
    more
}

fn group_order(model: &Model) -> GroupOrder {
    let sort = model.looks.sort[View::Findings as usize];
    match sort.by(sort::keys(View::Findings, true)) {
        By::Count => GroupOrder::Count,
        By::Time => GroupOrder::First,
        _ if !model.world.shown.finished => GroupOrder::Calm,
        _ => GroupOrder::Worst,
    }
}

fn sort_rows(model: &mut Model, plan: Plan) -> bool {
    let stamp = sort_stamp(model);
    let list = model.list_mut();
    let known = list.work.take().filter(|work| work.plan == plan);
    let is_awaited = known.as_ref().is_none_or(|work| work.is_awaited);
    if known.is_none() {
        // What is in order is the order of other rows, or another order.
        list.rearrange(None, false);
    }
    let by = sort_of(model).0;
    let begun = known.filter(|work| work.stamp == stamp || work.next.is_some());
    let mut work = begun.unwrap_or_else(|| {
        let ranks = Arc::new(Ranks::of(&model.world.shown, by));
        Work { plan, stamp, next: Some(Sorted::default()), ranks, is_awaited }
    });
    let more = sort_on(model, &mut work);
    model.list_mut().work = Some(work);
    more
}

/// Sorts a slice: of the order in the making, else of the rows that came since.
fn sort_on(model: &mut Model, work: &mut Work) -> bool {
    let view = model.view;
    let (by, descending) = sort_of(model);
    let making = work.next.take();
    let is_new = making.is_some();
    let list = model.list_mut();
    let mut sorted = match (making, list.rows.arranged.take()) {
        (Some(sorted), old) => {
            list.rows.arranged = old;
            sorted
        }
        (None, Some(Arranged::Sorted(sorted))) => sorted,
        (None, _) => return false,
    };
    let keys = Keys::new(&model.world, by, descending, &work.ranks);
    let rows = &model.list().rows;
    let more = sorted.work(&|from| rows.next_selected(from), &|row| keys.of(view, row), BUDGET);
    let list = model.list_mut();
    if is_new && sorted.is_whole() {
        list.rearrange(Some(Arranged::Sorted(sorted)), false);
    } else if is_new {
        work.next = Some(sorted);
    } else {
        list.rows.arranged = Some(Arranged::Sorted(sorted));
    }
    more
}

/// By what the view in front is sorted, and whether the greatest stands first.
fn sort_of(model: &Model) -> (By, bool) {
    let (sort, keys) = (model.looks.sort[model.view as usize], sort::keys(model.view, false));
    (sort.by(keys), sort.is_descending(keys))
}

/// What keys come from: once it changes, rows are sorted anew. Long lists only when the capture is over, for then they stay.
fn sort_stamp(model: &Model) -> [usize; 5] {
    let (shown, rows) = (&model.world.shown, &model.list().rows);
    if rows.selected_count() > RESORTED && !shown.finished {
        return [rows.changes as usize, 0, 0, 0, 0];
    }
    let state = (rows.changes as usize) << 1 | usize::from(shown.finished);
    [shown.frames.len(), shown.findings.len(), shown.associations.len(), shown.symbols.len(), state]
}

impl Model {
    /// The association whose diagram shows.
    pub fn diagram_of(&self) -> AssociationId {
        self.looks.diagram_of.or_else(|| self.world.associations().first().copied()).unwrap_or_default()
    }
}
