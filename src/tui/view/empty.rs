//! What a list says while it has no rows: why, and what to do about it.

use ratatui::layout::Rect;

use crate::base::text::{count_of, grouped};
use crate::tui::command::{Action, View};
use crate::tui::guide;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::world::lanes;

use super::pen::{Pen, line, wrap};

/// What was wrong from the start is told up to here; the first words are enough to go on.
const TROUBLES: usize = 3;

/// Draws the words into the middle.
pub fn draw(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    let width = area.width.saturating_sub(4).min(76);
    let mut lines: Vec<(String, Role)> = Vec::new();
    for (at, text) in words(model).into_iter().enumerate() {
        let role = if at == 0 { Role::Title } else { Role::Dim };
        lines.extend(wrap(&text, width, 4).into_iter().map(|text| (text, role)));
    }
    let top = usize::from(area.height).saturating_sub(lines.len()) / 3;
    let column = Rect { x: area.x + (area.width - width) / 2, width, ..area };
    for (at, (text, role)) in lines.iter().enumerate() {
        pen.put(line(column, top + at), text, *role);
    }
}

fn words(model: &Model) -> Vec<String> {
    let rows = &model.list().rows;
    if !rows.is_settled() {
        return vec![format!("Searching… {} % of {} {}", rows.percent(), grouped(rows.total() as u64), model.view.noun())];
    }
    if rows.matching() == Some(0) && rows.total() > 0 {
        return vec![
            format!("None of {} {} matches the filter.", grouped(rows.total() as u64), model.view.noun()),
            format!("{} changes it, {} shows everything.", model.hint(Action::Filter), model.hint(Action::ToggleFilter)),
        ];
    }
    if let Some(why) = &model.failed {
        return vec!["Nothing could be read.".to_owned(), why.clone()];
    }
    let all_sealed = model.view == View::Exchanges && model.world.facts.sealed_total() > 0 && model.world.facts.opened == 0;
    if !model.world.shown.finished && !all_sealed {
        let what = guide::of(model.view).0;
        let told = model.word.iter().map(ToString::to_string).chain(model.setup.troubles.iter().take(TROUBLES).cloned());
        let words = [format!("No {} yet.", model.view.noun()), "They appear here as the capture is read.".to_owned(), what.to_owned()];
        return words.into_iter().chain(told).collect();
    }
    if model.world.study.is_behind(&model.world.shown) {
        return vec!["Looking at the frames\u{2026}".to_owned()];
    }
    nothing(model)
}

/// What to do about keys.
fn keys(model: &Model) -> String {
    let (associations, connections) = model.world.shown.keys.totals();
    let associations = (associations > 0).then(|| count_of(associations as u64, "association", "associations"));
    let connections = (connections > 0).then(|| count_of(connections as u64, "TLS connection", "TLS connections"));
    let held: Vec<String> = associations.into_iter().chain(connections).collect();
    if held.is_empty() {
        return "Give the key log with -k FILE.".to_owned();
    }
    format!("The keys given are of {}; they open none of these frames. Are they of another capture?", held.join(" and "))
}

/// The capture is over and the view has no row.
fn nothing(model: &Model) -> Vec<String> {
    let shown = &model.world.shown;
    if shown.frames.is_empty() {
        return vec![
            "No N-PAMP frame in this capture.".to_owned(),
            format!("{} read.", count_of(shown.packets, "packet was", "packets were")),
            "It is found on any port. Inside TLS or QUIC it shows once the key log is given (-k FILE).".to_owned(),
        ];
    }
    let (sealed, rows) = (model.world.facts.sealed_total(), &model.list().rows);
    match (model.view, model.world.facts.main_reason()) {
        (View::Exchanges, Some(reason)) => {
            let mut words = vec![
                "No exchange could be read.".to_owned(),
                format!("{} sealed, most for this reason: {}.", count_of(sealed, "frame stays", "frames stay"), reason.name()),
            ];
            words.extend(model.setup.troubles.iter().take(TROUBLES).cloned());
            words.push(format!("{} The frames themselves are in view 2, what their keys lack in the detail of view 3.", keys(model)));
            words
        }
        (View::Exchanges, None) => {
            vec!["No request was sent.".to_owned(), "The capture has frames, but none asks for anything; view 2 has them.".to_owned()]
        }
        (View::Findings, _) => vec![
            "Nothing was found.".to_owned(),
            format!("Verdict: {}.", model.world.verdict().name()),
            format!(
                "{} in the evidence, {} sealed; {} lists them.",
                count_of(model.world.facts.gaps, "gap", "gaps"),
                count_of(sealed, "frame", "frames"),
                model.hint(Action::Evidence)
            ),
        ],
        (View::Channels, _) if model.world.study.lanes.left_out > 0 => vec![
            "There is no room for lanes of this association.".to_owned(),
            format!("The first {} channels of the capture have one each; frames of all are in view 2.", grouped(lanes::MOST as u64)),
            format!("{} chooses the next association, or all.", model.hint(Action::NextAssociation)),
        ],
        (View::Channels, _) => vec![
            "No channel of this association carried a frame.".to_owned(),
            format!("{} chooses the next association, or all.", model.hint(Action::NextAssociation)),
        ],
        (View::Diagram, _) if model.filter.is_set() && !rows.show_all => vec![
            "The filter hides every frame of this association.".to_owned(),
            format!(
                "{} shows everything, {} chooses the next association.",
                model.hint(Action::ToggleFilter),
                model.hint(Action::NextAssociation)
            ),
        ],
        (View::Diagram, _) => vec![
            "This association sent no frame.".to_owned(),
            format!("{} chooses the next association.", model.hint(Action::NextAssociation)),
        ],
        (view, _) => vec![format!("No {}.", view.noun()), guide::of(view).0.to_owned()],
    }
}
