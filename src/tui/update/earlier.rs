//! Rows that were let go: what the user is told of them, going back for them, and coming home.

use std::sync::Arc;

use crate::base::id::{ExchangeId, FindingId, FrameId};
use crate::base::text::grouped;
use crate::base::time::Timestamp;
use crate::store::snapshot::Snapshot;
use crate::tui::command::{Action, View};
use crate::tui::earlier::{Around, Order, Way};
use crate::tui::goto::{self, Goal, Place};
use crate::tui::looks::group_named;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::world::Picture;

use super::goto::to_row;
use super::{moved, reread};

/// Tells what lies before the oldest row.
pub(super) fn tell(model: &mut Model) {
    let (first, _) = model.world.bounds(model.view);
    if first > 0 {
        let (noun, gone, key) = (model.view.noun(), grouped(first as u64), model.hint(Action::Earlier));
        model.notice = Some(format!("{noun} 1 to {gone} were let go to keep within the memory; {key} reads them back"));
    }
}

/// Tells what lies behind the last row of an earlier picture.
pub(super) fn tell_later(model: &mut Model) {
    if model.world.picture == Picture::Earlier && model.world.held_back(model.view) > 0 {
        let (on, home) = (model.hint(Action::Earlier), model.hint(Action::Pause));
        model.notice = Some(format!("these are earlier rows: {on} reads on behind them, {home} shows the newest"));
    }
}

/// Goes back for what the row in hand lacks, else for the rows before the oldest one, else for those behind an earlier picture.
pub(super) fn begin(model: &mut Model) -> Vec<Effect> {
    if let Some((frame, time)) = lacking(model) {
        return go(model, None, Around::Frame(frame), time);
    }
    let (first, end) = model.world.bounds(model.view);
    let is_behind = model.world.picture == Picture::Earlier && model.list().is_at_end() && model.world.held_back(model.view) > 0;
    let wanted = if is_behind { Some(end) } else { first.checked_sub(1) };
    let around = wanted.and_then(|row| match model.view {
        View::Exchanges => Some(Around::Exchange(ExchangeId::from_index(row))),
        View::Frames | View::Diagram => Some(Around::Frame(FrameId::from_index(row))),
        _ => None,
    });
    let (Some(around), Some(row)) = (around, wanted) else {
        model.notice = Some(match model.world.picture {
            Picture::Earlier => format!("nothing lies before this; {} shows the newest", model.hint(Action::Pause)),
            _ => format!("none of these {} was let go: all that were read are here", model.view.noun()),
        });
        return Vec::new();
    };
    let beside = if is_behind { end.saturating_sub(1) } else { first };
    let time = goto::time_of(&model.world.shown, model.view, beside);
    go(model, Some(Goal::Number(row as u64 + 1)), around, time)
}

/// Goes back for the rows around something.
pub(super) fn go(model: &mut Model, goal: Option<Goal>, around: Around, time: Option<Timestamp>) -> Vec<Effect> {
    model.way = Some(Way { goal, time, percent: 0 });
    vec![Effect::Order(Order::Back(around))]
}

/// Gives the way back up, when one is gone.
pub(super) fn give_up(model: &mut Model) -> Option<Vec<Effect>> {
    model.way.take()?;
    model.notice = Some("nothing was read back".to_owned());
    Some(vec![Effect::Order(Order::Cancel)])
}

/// Shows earlier rows.
pub(super) fn came(model: &mut Model, came: Result<Arc<Snapshot>, String>) -> Vec<Effect> {
    let Some(way) = model.way.take() else { return Vec::new() };
    let picture = match came {
        Ok(picture) => picture,
        Err(why) => {
            model.notice = Some(format!("nothing could be read back: {why}"));
            return Vec::new();
        }
    };
    if model.world.picture != Picture::Earlier {
        model.home = Some(model.lists.iter().map(|list| list.named().0).collect());
    }
    let before = model.world.shown.clone();
    model.world.show_earlier(picture);
    let mut effects = reread::move_over(model, &before);
    let since = model.world.shown.frames.iter().next_back().map(|(_, row)| row.time.clock()).unwrap_or_default();
    let anew = if model.world.shown.numbering == model.world.latest.numbering { "" } else { "numbers begin anew; " };
    model.notice = Some(format!("as it stood at {since}; {anew}{} shows the newest", model.hint(Action::Pause)));
    effects.extend(stand(model, &way));
    effects
}

/// Puts the selection where the user wanted to go.
fn stand(model: &mut Model, way: &Way) -> Vec<Effect> {
    let same = model.world.shown.numbering == model.world.latest.numbering;
    let Some(goal) = way.goal else { return Vec::new() };
    let goal = if same { Some(goal) } else { way.time.map(Goal::At) };
    if let Some(Ok(Place::Row(found))) = goal.map(|goal| goto::locate(model, goal)) {
        return to_row(model, found);
    }
    model.notice = Some("the capture does not hold that any more; these are its oldest rows".to_owned());
    model.list_mut().select_position(0);
    moved(model)
}

/// Puts selections back where they were in the newest picture, for lists that stand among rows that it has let go.
pub(super) fn come_home(model: &mut Model, before: &Snapshot) {
    let Some(home) = model.home.take() else { return };
    if before.numbering != model.world.shown.numbering {
        return;
    }
    for (view, row) in View::ALL.into_iter().zip(home) {
        let (first, _) = model.world.bounds(view);
        let list = &mut model.lists[view as usize];
        if let Some(row) = row.filter(|_| list.chosen().is_some_and(|chosen| chosen < first)) {
            list.select(row);
        }
    }
}

/// The frame that the finding in hand is about, when it was let go, and when it was.
fn lacking(model: &Model) -> Option<(FrameId, Option<Timestamp>)> {
    let shown = &model.world.shown;
    let row = model.subject().filter(|subject| subject.view == View::Findings)?.row;
    let member = group_named(row).map_or_else(|| FindingId::from_index(row), |(_, member)| member);
    let finding = shown.finding(member)?;
    let (frame, time) = (finding.frame?, Some(finding.time));
    (frame.index() < shown.frames.first()).then_some((frame, time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::direction::Direction;
    use crate::store::row::ExchangeState;
    use crate::tui::fixture::{Capture, FOREIGN_CODE, model, press, settle};
    use crate::tui::msg::Msg;
    use crate::tui::update::update;

    fn grown(exchanges: usize) -> Capture {
        let mut capture = Capture::new();
        for at in 0..exchanges {
            let id = capture.exchange("ping", Direction::C2s, ExchangeState::Answered);
            if at == 20 {
                capture.finding(&FOREIGN_CODE, id, "the code is one of JSON-RPC");
            }
        }
        capture
    }

    /// Two thousand exchanges of which the newest are kept, and a picture of those before.
    fn pictures() -> (Arc<Snapshot>, Arc<Snapshot>) {
        let mut newest = grown(2000);
        newest.evict(1024, usize::MAX);
        let mut earlier = grown(1800);
        earlier.goes_back();
        (newest.so_far(), earlier.so_far())
    }

    fn arrives(model: &mut Model, picture: &Arc<Snapshot>) {
        let effects = update(model, Msg::Earlier(Ok(picture.clone())));
        settle(model, effects);
    }

    fn asked(effects: &[Effect]) -> Option<Around> {
        effects.iter().find_map(|effect| if let Effect::Order(Order::Back(around)) = effect { Some(*around) } else { None })
    }

    #[test]
    fn what_was_let_go_is_told_read_back_and_left_for_the_place_of_before() {
        let (newest, earlier) = pictures();
        let mut model = model(newest, 120, 40);
        let first = model.world.bounds(View::Exchanges).0;
        assert!(first > 900, "{first}");
        press(&mut model, "jjk<pgup>k");
        assert!(model.notice.as_ref().is_some_and(|told| told.ends_with("E reads them back")), "{:?}", model.notice);
        let effects = press(&mut model, "E");
        assert_eq!(asked(&effects), Some(Around::Exchange(ExchangeId::from_index(first - 1))));
        arrives(&mut model, &earlier);
        assert_eq!((model.list().selected(), model.world.picture), (Some(first - 1), Picture::Earlier));
        press(&mut model, "g");
        assert_eq!(model.list().selected(), Some(0));
        // The verdict is that of the newest picture, and new traffic moves nothing.
        let mut more = grown(2010);
        more.evict(1024, usize::MAX);
        let effects = update(&mut model, Msg::Snapshot(more.so_far()));
        settle(&mut model, effects);
        assert_eq!((model.list().selected(), model.world.held_back(View::Exchanges)), (Some(0), 210));
        press(&mut model, "<space>");
        assert_eq!((model.list().selected(), model.world.picture), (Some(first), Picture::Newest));
    }

    #[test]
    fn behind_an_earlier_picture_the_same_key_reads_on() {
        let (newest, earlier) = pictures();
        let mut model = model(newest, 120, 40);
        press(&mut model, "E");
        arrives(&mut model, &earlier);
        press(&mut model, "Gj");
        assert!(model.notice.as_ref().is_some_and(|told| told.contains("E reads on behind them")), "{:?}", model.notice);
        assert_eq!(asked(&press(&mut model, "E")), Some(Around::Exchange(ExchangeId::from_index(1800))));
    }

    #[test]
    fn a_frame_that_was_let_go_can_be_gone_to() {
        let (newest, earlier) = pictures();
        let mut model = model(newest, 120, 40);
        let effects = press(&mut model, "Jframe 10<enter>");
        assert_eq!(asked(&effects), Some(Around::Frame(FrameId::from_index(9))));
        arrives(&mut model, &earlier);
        assert_eq!((model.view, model.list().selected()), (View::Frames, Some(9)));
    }

    #[test]
    fn a_finding_brings_its_frame_back() {
        let (newest, earlier) = pictures();
        let mut model = model(newest, 120, 40);
        press(&mut model, "4<enter>j");
        let finding = model.list().selected();
        let effects = press(&mut model, "E");
        assert_eq!(asked(&effects), Some(Around::Frame(FrameId::from_index(40))));
        arrives(&mut model, &earlier);
        press(&mut model, "<enter>");
        assert_eq!(model.list().selected(), finding);
        assert!(model.detail.as_ref().is_some_and(|detail| detail.frame.is_some_and(|frame| frame.index() == 40)));
    }

    #[test]
    fn esc_gives_the_way_up_and_a_failure_is_told() {
        let (newest, earlier) = pictures();
        let mut model = model(newest, 120, 40);
        press(&mut model, "E");
        assert_eq!(press(&mut model, "<esc>"), [Effect::Order(Order::Cancel)]);
        arrives(&mut model, &earlier);
        assert_eq!(model.world.picture, Picture::Newest, "what was given up does not come");
        press(&mut model, "E");
        update(&mut model, Msg::Earlier(Err("the disk is full".to_owned())));
        assert_eq!(model.notice.as_deref(), Some("nothing could be read back: the disk is full"));
    }

    #[test]
    fn rows_of_another_numbering_are_found_by_their_time() {
        let (newest, _) = pictures();
        let mut model = model(newest, 120, 40);
        let first = model.world.bounds(View::Exchanges).0;
        press(&mut model, "E");
        let mut other = grown(2000);
        other.goes_back();
        other.read_again();
        arrives(&mut model, &other.so_far());
        assert_eq!(model.list().selected(), Some(first), "the row that stood on top");
    }
}
