//! Two frames compared: the halves of an exchange, or two marked rows.

use crate::base::id::{ExchangeId, FindingId, FrameId};
use crate::store::snapshot::Snapshot;
use crate::tui::command::{Action, View};
use crate::tui::compare::Comparison;
use crate::tui::detail::{Loaded, other_half};
use crate::tui::keymap::Key;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::Overlay;

/// Compares two marked rows, the marked row with the selected one, else request and reply.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let Some(frames) = wanted(model) else {
        model.notice = Some(why_not(model));
        return Vec::new();
    };
    model.overlays.push(Overlay::Compare(Box::new(Comparison::new(frames))));
    vec![Effect::Compare(frames)]
}

/// Why there is nothing to compare, and what to do.
fn why_not(model: &Model) -> String {
    let (shown, mark) = (&model.world.shown, model.hint(Action::Mark));
    let here = model.detail.as_ref().and_then(|detail| detail.frame);
    let here = here.or_else(|| frame_of(shown, model.view, model.list().selected()?));
    match here.and_then(|frame| shown.frame(frame)) {
        None => {
            let frames = model.hint(Action::Show(View::Frames));
            format!("this row has no frame; {frames} lists frames, {mark} marks two to compare")
        }
        Some(_) if model.list().marks.len() == 1 => format!("one row is marked; select another one, or mark it ({mark})"),
        Some(_) => format!("this frame has no other half; {mark} marks two rows to compare"),
    }
}

fn wanted(model: &Model) -> Option<[FrameId; 2]> {
    let (snapshot, list) = (&model.world.shown, model.list());
    let mut rows: Vec<usize> = list.marks.iter().copied().collect();
    if rows.len() == 1 {
        rows.extend(list.selected().filter(|row| !rows.contains(row)));
    }
    if let [first, second] = rows.as_slice()
        && let (Some(first), Some(second)) = (frame_of(snapshot, model.view, *first), frame_of(snapshot, model.view, *second))
    {
        return Some([first, second]);
    }
    let here = model.detail.as_ref().and_then(|detail| detail.frame);
    let here = here.or_else(|| frame_of(snapshot, model.view, list.selected()?))?;
    let other = other_half(snapshot, here)?;
    Some([here.min(other), here.max(other)])
}

/// The frame that a row stands for.
fn frame_of(snapshot: &Snapshot, view: View, row: usize) -> Option<FrameId> {
    match view {
        View::Exchanges => snapshot.exchange(ExchangeId::from_index(row)).map(|exchange| exchange.request.unwrap_or(exchange.first)),
        View::Frames | View::Diagram => Some(FrameId::from_index(row)).filter(|frame| snapshot.frame(*frame).is_some()),
        View::Findings => snapshot.finding(FindingId::from_index(row)).and_then(|finding| finding.frame),
        View::Associations | View::Channels | View::Conformance => None,
    }
}

/// The frames were read.
pub(super) fn arrived(model: &mut Model, pair: &[Loaded; 2]) {
    for overlay in &mut model.overlays {
        if let Overlay::Compare(comparison) = overlay
            && comparison.frames == [pair[0].frame, pair[1].frame]
        {
            comparison.take(pair);
        }
    }
}

/// Takes a key.
pub(super) fn key(model: &mut Model, mut comparison: Box<Comparison>, key: Key) -> Vec<Effect> {
    let last = comparison.shown().count().saturating_sub(1);
    match model.setup.keys.lookup(key, false) {
        Some(Action::Close | Action::Quit) => return Vec::new(),
        Some(Action::Compare) => {
            comparison.differing_only = !comparison.differing_only;
            comparison.scroll = 0;
        }
        Some(action @ (Action::NextMatch | Action::NextFinding | Action::PreviousMatch | Action::PreviousFinding)) => {
            let forward = matches!(action, Action::NextMatch | Action::NextFinding);
            comparison.scroll = comparison.next_difference(forward).unwrap_or(comparison.scroll);
        }
        _ => {
            if let Some(scroll) = super::overlay::scrolled(&model.setup.keys, comparison.scroll, key, model.size.1) {
                comparison.scroll = scroll.min(last);
            }
        }
    }
    model.overlays.push(Overlay::Compare(comparison));
    Vec::new()
}
