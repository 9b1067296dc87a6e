//! The last line: what the last key led to, progress or keys; at the right the verdict and what limits it.

use ratatui::layout::Rect;

use crate::base::input::DropCause;
use crate::base::text::{count_of, grouped};
use crate::report::summary::Verdict;
use crate::store::row::InputRow;
use crate::tui::command::{Action, View};
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::overlay::Overlay;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from};
use super::{bookmark, notice};

/// Columns of the progress gauge at most.
const GAUGE: usize = 20;

/// Draws the line. Answers with the room beside the verdict.
pub fn draw(pen: &mut Pen<'_>, area: Rect, model: &Model) -> Rect {
    pen.fill(area, Role::Bar);
    let right = verdict(pen, area, model);
    let room = Rect { width: area.width.saturating_sub(right + 2), ..area };
    beside(pen, room, model);
    room
}

/// What stands beside the verdict.
fn beside(pen: &mut Pen<'_>, room: Rect, model: &Model) {
    if let Some(notice) = model.notice.as_deref().filter(|notice| notice::fits(notice, room)) {
        pen.put(from(room, 1), notice, Role::Key);
    } else if let Some(why) = &model.failed {
        let text = format!("{} {why}", pen.glyphs.severity[0]);
        pen.put(from(room, 1), &text, Role::Error);
    } else if let Some(word) = model.word.as_deref().filter(|_| model.overlays.is_empty()) {
        let text = format!("{} {word}", pen.glyphs.severity[1]);
        pen.put(from(room, 1), &text, Role::Warning);
    } else if let Some(percent) = model.exporting {
        let text = format!("exporting, {percent} %; {} cancels", model.hint(Action::Export));
        pen.put(from(room, 1), &text, Role::Key);
    } else if let Some(way) = &model.way {
        let text = format!("reading back, {} %; {} cancels", way.percent, model.hint(Action::Close));
        pen.put(from(room, 1), &text, Role::Key);
    } else if let Some(percent) = model.again {
        let text = format!("new keys: reading again, {percent} %");
        pen.put(from(room, 1), &text, Role::Key);
    } else if model.is_loading() {
        gauge(pen, room, model);
    } else {
        hints(pen, room, model);
    }
}

fn verdict(pen: &mut Pen<'_>, area: Rect, model: &Model) -> u16 {
    let (facts, latest) = (model.world.sums(), &model.world.latest);
    let verdict = model.world.verdict();
    let role = match verdict {
        Verdict::Findings => Role::Error,
        Verdict::Clean => Role::Good,
        Verdict::CleanWithinEvidence => Role::Note,
        Verdict::Inconclusive => Role::Warning,
    };
    let mut parts = Vec::new();
    let missed: u64 = latest.inputs.iter().map(InputRow::missing).sum();
    // What is missing stands beside the verdict at every size: without it the verdict says too much.
    match area.width {
        0..=59 => {
            parts.extend((missed > 0).then(|| format!("lost {missed}")));
            parts.extend((facts.gaps > 0).then(|| format!("gaps {}", facts.gaps)));
        }
        width => {
            let key = if width >= 80 { format!(" ({})", model.hint(Action::Evidence)) } else { String::new() };
            parts.extend((facts.gaps > 0).then(|| format!("{}{key}", count_of(facts.gaps, "gap", "gaps"))));
            let short = || format!("{} lost", grouped(missed));
            parts.extend((missed > 0).then(|| if width >= 80 { dropped(model) } else { short() }));
        }
    }
    if facts.sealed_total() > 0 && area.width >= 72 {
        parts.push(format!("{} sealed", grouped(facts.sealed_total())));
    }
    let lead = if area.width >= 60 { "verdict: " } else { "" };
    let so_far = if latest.finished || area.width < 72 { "" } else { " so far" };
    parts.push(format!("{lead}{}{so_far} ", verdict.name()));
    let style = pen.palette.of(role);
    pen.text_right(area, &parts.join(if area.width < 60 { " " } else { "  " }), style)
}

/// Packets that passed and were not read, by who dropped them.
fn dropped(model: &Model) -> String {
    let inputs = &model.world.latest.inputs;
    let by = |at: usize| inputs.iter().map(|input| input.drops[at]).sum::<u64>();
    let overwritten = model.world.latest.overwritten();
    let causes = DropCause::ALL.map(|cause| (by(cause.index()), cause.name()));
    let told = causes.into_iter().chain([(overwritten, "ring")]).filter(|(count, _)| *count > 0);
    let words: Vec<String> = told.map(|(count, who)| format!("{} {who}", grouped(count))).collect();
    format!("dropped: {}", words.join(", "))
}

fn gauge(pen: &mut Pen<'_>, room: Rect, model: &Model) {
    let percent = model.progress.read.saturating_mul(100) / model.progress.total.max(1);
    let key = model.hint(Action::Halt);
    let text =
        if model.progress.halted { format!(" stopped at {percent} %; {key} reads on") } else { format!(" {percent} % read; {key} stops") };
    let width = usize::from(room.width.saturating_sub(columns(&text) + 1)).min(GAUGE);
    let filled = (usize::try_from(percent).unwrap_or(0) * width / 100).min(width);
    let [full, rest] = pen.glyphs.gauge;
    let bar = format!("{}{}", full.repeat(filled), rest.repeat(width - filled));
    pen.pieces(room, &[(" ", Role::Bar), (&bar, Role::Gauge), (&text, Role::Text)]);
}

fn hints(pen: &mut Pen<'_>, room: Rect, model: &Model) {
    if let Some(overlay) = model.overlays.last() {
        return keys_of(pen, room, overlay, model);
    }
    let mut used = 1 + bookmark::of_selected(pen, from(room, 1), model);
    for (action, what) in useful(model) {
        let key = model.hint(*action);
        let needed = columns(&key) + columns(what) + 3;
        if used + needed > room.width {
            break;
        }
        used += pen.pieces(from(room, used), &[(&key, Role::Key), (" ", Role::Bar), (what, Role::Dim), ("  ", Role::Bar)]);
    }
}

/// The keys of what lies on top.
fn keys_of(pen: &mut Pen<'_>, room: Rect, overlay: &Overlay, model: &Model) {
    let key = |action| model.hint(action);
    let fixed: &[(&str, &str)] = match overlay {
        Overlay::Filter(_) => &[("Enter", "applies"), ("Esc", "cancels"), ("Tab", "completes"), ("Up", "history")],
        Overlay::Palette(_) => &[("Enter", "runs"), ("Esc", "closes"), ("Tab", "completes")],
        Overlay::Goto(_) => &[("Enter", "goes"), ("Esc", "closes"), ("Tab", "completes")],
        Overlay::Comment(_) => &[("Enter", "keeps"), ("Esc", "cancels")],
        Overlay::Marks(_) => &[("Enter", "goes"), ("Esc", "closes"), ("Del", "forgets")],
        Overlay::Value(_) => &[("Enter", "filters"), ("Esc", "closes"), ("e", "edits first")],
        Overlay::Export(_) => &[("Enter", "writes"), ("Esc", "cancels"), ("Tab", "next line")],
        Overlay::Copy(_) => &[("Enter", "copies"), ("Esc", "closes")],
        Overlay::Find(_) | Overlay::Help(_) | Overlay::Explain(_) | Overlay::Evidence(_) | Overlay::Compare(_) => &[],
    };
    let bound: &[(Action, &str)] = match overlay {
        Overlay::Help(_) | Overlay::Evidence(_) => &[(Action::Close, "closes"), (Action::Down, "down"), (Action::Up, "up")],
        Overlay::Explain(_) => &[(Action::Close, "closes"), (Action::NextFinding, "next"), (Action::OtherHalf, "other frame")],
        Overlay::Compare(_) => &[(Action::Close, "closes"), (Action::Compare, "differences"), (Action::NextMatch, "next")],
        _ => &[],
    };
    let bound = bound.iter().map(|(action, what)| (key(*action), *what));
    let mut used = 1;
    for (key, what) in fixed.iter().map(|(key, what)| ((*key).to_owned(), *what)).chain(bound) {
        if used + columns(&key) + columns(what) + 1 > room.width {
            break;
        }
        used += pen.pieces(from(room, used), &[(&key, Role::Key), (" ", Role::Bar), (what, Role::Dim), ("  ", Role::Bar)]);
    }
}

/// The keys that matter most where the user stands.
fn useful(model: &Model) -> &'static [(Action, &'static str)] {
    match model.focus {
        Focus::List if model.list().rows.count() == 0 => &[(Action::Help, "help"), (Action::Filter, "filter"), (Action::Quit, "quit")],
        Focus::List if model.view == View::Channels => &[
            (Action::Open, "frames"),
            (Action::Help, "help"),
            (Action::NextAssociation, "association"),
            (Action::Sort, "sort"),
            (Action::Explain, "explain"),
            (Action::Export, "export"),
            (Action::Quit, "quit"),
        ],
        Focus::List if model.view == View::Associations => &[
            (Action::Open, "detail"),
            (Action::Help, "help"),
            (Action::Show(View::Channels), "its channels"),
            (Action::Show(View::Diagram), "its diagram"),
            (Action::Filter, "filter"),
            (Action::Sort, "sort"),
            (Action::Export, "export"),
            (Action::Quit, "quit"),
        ],
        Focus::List if model.view == View::Conformance => {
            &[(Action::Open, "detail"), (Action::Help, "help"), (Action::Copy, "copy"), (Action::Export, "export"), (Action::Quit, "quit")]
        }
        Focus::List if model.view == View::Diagram => &[
            (Action::Open, "detail"),
            (Action::Help, "help"),
            (Action::Narrow, "exchange alone"),
            (Action::NextAssociation, "association"),
            (Action::OtherHalf, "request/reply"),
            (Action::NextFinding, "next finding"),
            (Action::Quit, "quit"),
        ],
        Focus::List if model.view == View::Findings => &[
            (Action::Open, "open"),
            (Action::Help, "help"),
            (Action::Group, "group by"),
            (Action::Sort, "sort"),
            (Action::Explain, "explain"),
            (Action::Filter, "filter"),
            (Action::Quit, "quit"),
        ],
        Focus::List if !model.world.latest.finished && matches!(model.view, View::Exchanges | View::Frames) => &[
            (Action::Open, "detail"),
            (Action::Help, "help"),
            (Action::Filter, "filter"),
            (Action::Follow, "follow"),
            (Action::Pause, "pause"),
            (Action::NextFinding, "next finding"),
            (Action::Copy, "copy"),
            (Action::Export, "export"),
            (Action::Quit, "quit"),
        ],
        Focus::List => &[
            (Action::Open, "detail"),
            (Action::Help, "help"),
            (Action::Filter, "filter"),
            (Action::NextFinding, "next finding"),
            (Action::OtherHalf, "request/reply"),
            (Action::Copy, "copy"),
            (Action::Export, "export"),
            (Action::Quit, "quit"),
        ],
        Focus::Tree | Focus::Hex => &[
            (Action::Close, "close"),
            (Action::NextPane, "pane"),
            (Action::Help, "help"),
            (Action::Reading, "JSON/text"),
            (Action::Explain, "explain"),
            (Action::NextFinding, "next finding"),
            (Action::OtherHalf, "request/reply"),
            (Action::Compare, "diff"),
            (Action::Copy, "copy"),
            (Action::Export, "export"),
        ],
    }
}
