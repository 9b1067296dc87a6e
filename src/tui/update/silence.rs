//! No key stays without an answer: one that changes nothing where it was pressed says so, and what would.

use crate::tui::command::{Action, COMMANDS};
use crate::tui::detail::Detail;
use crate::tui::keymap::Key;
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::Overlay;

/// What of the model a key could have changed, to be compared.
#[derive(PartialEq, Eq)]
pub(super) struct Stamp(String);

impl Stamp {
    /// The model as it stands.
    pub(super) fn of(model: &Model) -> Self {
        let (list, looks) = (model.list(), &model.looks);
        let overlay = model.overlays.last().map(Overlay::stamp);
        let rows = (list.selected(), list.rows.show_all, list.rows.count(), list.marks.len(), &looks.sort[model.view as usize]);
        let order = (looks.grouping, looks.lanes_of, looks.diagram_of, looks.only, looks.open.len(), looks.unfolded.len());
        let shown = (model.time, model.theme, model.mouse, model.follow, model.world.picture, model.count, model.progress.halted);
        let detail = model.detail.as_ref().map(stamp_of);
        let (filter, exporting) = (&model.filter.text, model.exporting.is_some());
        Self(format!("{:?}", (model.view, model.focus, rows, order, shown, detail, (filter, exporting, model.overlays.len(), overlay))))
    }
}

fn stamp_of(detail: &Detail) -> String {
    let place = (detail.frame, detail.finding, detail.reading, detail.waits, detail.position(), detail.rows());
    let octets = detail.frame.map(|_| (detail.blocks.cursor(), detail.blocks.lit()));
    format!("{:?}", (place, detail.folds.lines().len(), octets))
}

/// A key was pressed while the model stood as `before`: says so when nothing came of it.
pub(super) fn answer(model: &mut Model, before: &Stamp, key: Key, effects: &[Effect]) {
    if !effects.is_empty() || model.notice.is_some() || Stamp::of(model) != *before {
        return;
    }
    let action = model.setup.keys.lookup(key, model.focus != Focus::List);
    model.notice = Some(match (model.overlays.is_empty(), action) {
        (false, action) => in_overlay(model, key, action),
        (true, Some(action)) => in_view(model, action),
        (true, None) => format!("{} is no key here; {} lists those there are", key.label(), model.hint(Action::Help)),
    });
}

fn in_overlay(model: &Model, key: Key, action: Option<Action>) -> String {
    let takes_text = model.overlays.last().is_some_and(Overlay::takes_text);
    match action {
        Some(Action::Down | Action::HalfDown | Action::PageDown | Action::Last) if !takes_text => "nothing lies below".to_owned(),
        Some(Action::Up | Action::HalfUp | Action::PageUp | Action::First) if !takes_text => "nothing lies above".to_owned(),
        _ => format!("{} does nothing here; Esc closes this", key.label()),
    }
}

fn in_view(model: &Model, action: Action) -> String {
    let is_empty = model.list().rows.count() == 0;
    let (tree, hex) = (model.focus == Focus::Tree, model.focus == Focus::Hex);
    match action {
        Action::Show(view) => format!("{} are in front already", view.title()),
        _ if is_empty && model.detail.is_none() => match action {
            Action::Close => close(model),
            _ => "there is no row here".to_owned(),
        },
        Action::Down | Action::HalfDown | Action::PageDown | Action::Last => "nothing lies below".to_owned(),
        Action::Up | Action::HalfUp | Action::PageUp | Action::First => "nothing lies above".to_owned(),
        Action::Left if hex => "this is the first octet".to_owned(),
        Action::Right if hex => "this is the last octet".to_owned(),
        Action::Left if tree => "nothing stands around this line".to_owned(),
        Action::Right | Action::Open if tree => "this line has nothing to unfold".to_owned(),
        Action::Left => "this row cannot be folded".to_owned(),
        Action::Right => format!("this row cannot be unfolded; {} opens its detail", model.hint(Action::Open)),
        Action::Close => close(model),
        Action::NextPane | Action::PreviousPane => "there is no other pane at this size".to_owned(),
        Action::NextMark => format!("no other row is marked; {} marks one", model.hint(Action::Mark)),
        _ => {
            let name = COMMANDS.iter().find(|command| command.action == action).map_or("this", |command| command.name);
            format!("{name} changes nothing here; {} lists the keys", model.hint(Action::Help))
        }
    }
}

fn close(model: &Model) -> String {
    format!("nothing is open; {} leaves npscope", model.hint(Action::Quit))
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Position;

    use super::*;
    use crate::base::direction::Direction;
    use crate::base::id::FrameId;
    use crate::store::row::ExchangeState;
    use crate::tui::command::View;
    use crate::tui::fixture::{Capture, FOREIGN_CODE, capture, model, press, settle};
    use crate::tui::guide;
    use crate::tui::keymap::defaults_of;
    use crate::tui::msg::Msg;
    use crate::tui::update::{act, update};
    use crate::tui::view::draw;

    /// Ways to places: in every view the first and the last row, the panes of the detail, nothing at all; then what lies over them.
    const PLACES: [&str; 12] =
        ["", "G", "<enter>", "<enter>G", "<enter><tab>", "<enter><tab>G", "j<enter>r", "/nosuchword<enter>", "mj", "z", "a", "F"];
    const OVER: [&str; 22] = [
        "?",
        "?G",
        ":",
        ":nosuch",
        "4x",
        "4xG",
        "J",
        "Jxyz",
        "B",
        "\"",
        "m\"",
        "v",
        "vG",
        "e",
        "e<tab>",
        "e<tab><tab>",
        "y",
        "yG",
        "jjd",
        "jjdG",
        "/",
        "<enter>/",
    ];

    /// Every cell, and where the text cursor stands.
    fn drawn(model: &Model) -> (Buffer, Position) {
        let mut terminal = Terminal::new(TestBackend::new(model.size.0, model.size.1)).unwrap();
        terminal.draw(|frame| draw(frame, model)).unwrap();
        (terminal.backend().buffer().clone(), terminal.get_cursor_position().unwrap())
    }

    /// Whether a key is answered; `false` also when it is said to do nothing although it did.
    fn is_answered(model: &mut Model, key: Key) -> bool {
        model.notice = None;
        let before = drawn(model);
        let effects = update(model, Msg::Key(key));
        let asks = !effects.is_empty();
        settle(model, effects);
        asks || drawn(model) != before
    }

    fn silent_keys(model: &Model) -> Vec<String> {
        let unbound = Key::parse_all("<f9><a-x><insert>").unwrap();
        let keys = COMMANDS.iter().flat_map(defaults_of).chain(unbound);
        keys.filter(|key| !is_answered(&mut model.clone(), *key)).map(Key::label).collect()
    }

    #[test]
    fn no_key_is_silent_anywhere() {
        let views = (1..=7).flat_map(|view| PLACES.map(|place| format!("{view}{place}"))).map(|place| ((80, 24), place));
        let small = ["", "G", "<enter>", "<enter><tab>"].into_iter().chain(OVER).map(|place| ((40, 10), place.to_owned()));
        let mut silent = Vec::new();
        for (size, place) in views.chain(small) {
            let mut model = model(capture().finish(), size.0, size.1);
            press(&mut model, &place);
            let keys = silent_keys(&model);
            if !keys.is_empty() {
                silent.push(format!("{size:?} {place}: {}", keys.join(" ")));
            }
        }
        assert!(silent.is_empty(), "{}", silent.join("\n"));
    }

    #[test]
    fn escape_closes_what_lies_on_top_and_nothing_else() {
        for place in OVER {
            let mut model = model(capture().finish(), 120, 40);
            press(&mut model, place);
            let (overlays, detail) = (model.overlays.len(), model.detail.is_some());
            assert_eq!(overlays, 1, "{place}");
            press(&mut model, "<esc>");
            assert_eq!((model.overlays.len(), model.detail.is_some()), (0, detail), "{place}");
        }
        let mut model = model(capture().finish(), 120, 40);
        press(&mut model, "/tools<enter><enter><tab>?<esc>");
        assert!(model.detail.is_some() && model.overlays.is_empty());
        press(&mut model, "<esc>");
        assert!(model.detail.is_none() && !model.list().rows.show_all);
        press(&mut model, "<esc>");
        assert!(model.list().rows.show_all);
        press(&mut model, "<esc>");
        assert_eq!(model.notice.as_deref(), Some("nothing is open; q leaves npscope"));
    }

    #[test]
    fn a_text_that_is_scrolled_to_its_end_comes_back_with_the_next_key() {
        for place in ["?", "4x"] {
            let mut model = model(capture().finish(), 40, 10);
            press(&mut model, place);
            press(&mut model, "Gjjj");
            let end = drawn(&model);
            press(&mut model, "k");
            assert_ne!(drawn(&model), end, "{place}");
        }
    }

    #[test]
    fn the_help_of_a_view_names_the_keys_that_do_something_there_and_no_others() {
        const SPECIAL: [Action; 10] = [
            Action::Sort,
            Action::Reverse,
            Action::Group,
            Action::NextAssociation,
            Action::PreviousAssociation,
            Action::Narrow,
            Action::OtherHalf,
            Action::Compare,
            Action::Left,
            Action::Right,
        ];
        for view in View::ALL {
            let named = |action| guide::of(view).1.iter().any(|(known, _)| *known == Some(action));
            for action in SPECIAL {
                // A place where the key has something to do, if the view has one.
                let works = ["", "<enter>", "b", "bbbj", "jj", "Gk", "Gkk", "Gk<enter>", "<enter>jj"].iter().any(|place| {
                    let mut stream = capture();
                    stream.stream("message/stream", 5);
                    let mut model = model(stream.finish(), 120, 40);
                    press(&mut model, &format!("{}{place}", view.number()));
                    if model.focus != Focus::List {
                        press(&mut model, "<esc>");
                    }
                    let before = Stamp::of(&model);
                    let effects = act(&mut model, action);
                    let told = model.notice.clone().unwrap_or_default();
                    let one = told.starts_with("diagram of") || told.starts_with("channels of");
                    !effects.is_empty() || Stamp::of(&model) != before || one
                });
                assert_eq!(works, named(action), "{view:?} {action:?}");
            }
        }
    }

    fn two_frames() -> Model {
        let mut capture = Capture::new();
        let first = capture.exchange("ping", Direction::C2s, ExchangeState::Answered);
        capture.exchange("ping", Direction::C2s, ExchangeState::Pending);
        let third = capture.exchange("ping", Direction::C2s, ExchangeState::Answered);
        assert_eq!((first.index(), third.index()), (0, 2));
        capture.finding(&FOREIGN_CODE, third, "the frame is one that was sent before");
        capture.peer(FrameId(0));
        model(capture.finish(), 120, 40)
    }

    #[test]
    fn the_explanation_shows_the_other_frame_and_goes_there() {
        for keys in ["4<enter>jx", "1Gx", "2jjjx", "4<enter>j<enter>x"] {
            let mut model = two_frames();
            press(&mut model, keys);
            let text: String = drawn(&model).0.content.iter().map(ratatui::buffer::Cell::symbol).collect();
            assert!(text.contains("1, BRIDGE_REQUEST on Bridge from the client") && text.contains("o goes there"), "{keys}");
            press(&mut model, "o");
            assert!(model.overlays.is_empty());
            assert_eq!(model.detail.as_ref().and_then(|detail| detail.frame), Some(FrameId(0)), "{keys}");
            press(&mut model, "o");
            assert_eq!(model.detail.as_ref().and_then(|detail| detail.frame), Some(FrameId(4)), "{keys}: the reply");
            press(&mut model, "o");
            assert_eq!(model.detail.as_ref().and_then(|detail| detail.frame), Some(FrameId(3)), "{keys}: and around");
        }
    }

    #[test]
    fn keys_that_need_a_frame_say_why_there_is_none_and_what_to_do() {
        let told = |keys: &str| {
            let mut model = two_frames();
            press(&mut model, keys);
            model.notice.unwrap_or_default()
        };
        assert_eq!(told("1jo"), "the capture has no reply to this request");
        assert_eq!(told("4o"), "a group has no frame; Enter unfolds it, o works inside");
        assert_eq!(told("4<enter>m"), "marked; ' goes to the next mark, \" lists all");
        assert_eq!(told("3o"), "only requests and replies have another half; 1 and 2 list them");
        assert_eq!(told("3d"), "this row has no frame; 2 lists frames, m marks two to compare");
        assert_eq!(told("1jd"), "this frame has no other half; m marks two rows to compare");
        assert_eq!(told("1jmd"), "one row is marked; select another one, or mark it (m)");
        assert_eq!(told("3<enter>r"), "this row has no frame to be read as text; 2 lists frames");
        assert_eq!(told("1r"), "no detail is open; Enter opens the one of this row");
    }
}
