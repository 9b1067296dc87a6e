use std::sync::Arc;

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Position;

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::store::row::ExchangeState;
use crate::tui::command::{COMMANDS, View};
use crate::tui::detail::memory::Reading;
use crate::tui::earlier::Order;
use crate::tui::export::{Format, Rows};
use crate::tui::fixture::{Capture, capture, long, model, press, sample, settle};
use crate::tui::keymap::defaults_of;
use crate::tui::layout::Focus;
use crate::tui::model::{Model, TimeFormat};
use crate::tui::msg::{Effect, Msg, Pointer};
use crate::tui::overlay::Overlay;
use crate::tui::view::draw;

use super::update;

fn pings(count: usize) -> Capture {
    let mut capture = Capture::new();
    for _ in 0..count {
        capture.exchange("ping", Direction::C2s, ExchangeState::Answered);
    }
    capture
}

/// What is drawn.
fn screen(model: &Model) -> String {
    let mut terminal = Terminal::new(TestBackend::new(model.size.0, model.size.1)).unwrap();
    terminal.draw(|frame| draw(frame, model)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn moves_by_line_half_page_page_and_to_the_ends() {
    let mut model = model(long(200), 80, 24);
    press(&mut model, "jj<c-d>");
    assert_eq!(model.list().selected(), Some(11));
    press(&mut model, "k<c-u>");
    assert_eq!(model.list().selected(), Some(1));
    press(&mut model, "<pgdn>G");
    assert_eq!(model.list().selected(), Some(199));
    press(&mut model, "<pgup><home>");
    assert_eq!((model.list().selected(), model.list().top(19)), (Some(0), 0));
}

#[test]
fn new_traffic_moves_neither_selection_nor_scroll_nor_focus() {
    let mut growing = pings(60);
    let mut model = model(growing.so_far(), 80, 24);
    press(&mut model, "G<enter><tab>");
    let before = (model.list().selected(), model.list().top(19), model.focus);
    for _ in 0..30 {
        growing.exchange("ping", Direction::C2s, ExchangeState::Answered);
    }
    let effects = update(&mut model, Msg::Snapshot(growing.so_far()));
    settle(&mut model, effects);
    assert_eq!((model.list().selected(), model.list().top(19), model.focus), before);
}

#[test]
fn follow_stays_at_the_end_and_leaves_a_selection_above_alone() {
    let mut growing = pings(60);
    let mut model = model(growing.so_far(), 80, 24);
    press(&mut model, "f");
    growing.exchange("ping", Direction::C2s, ExchangeState::Answered);
    update(&mut model, Msg::Snapshot(growing.so_far()));
    assert_eq!(model.list().selected(), Some(60));
    press(&mut model, "k");
    growing.exchange("ping", Direction::C2s, ExchangeState::Answered);
    update(&mut model, Msg::Snapshot(growing.so_far()));
    assert_eq!(model.list().selected(), Some(59));
}

#[test]
fn a_held_picture_counts_what_arrives_and_shows_it_when_released() {
    let mut growing = pings(10);
    let mut model = model(growing.so_far(), 80, 24);
    press(&mut model, "<space>");
    growing.exchange("ping", Direction::C2s, ExchangeState::Answered);
    update(&mut model, Msg::Snapshot(growing.so_far()));
    assert_eq!((model.list().rows.total(), model.world.held_back(View::Exchanges)), (10, 1));
    press(&mut model, "<space>");
    assert_eq!(model.list().rows.total(), 11);
}

#[test]
fn rows_that_change_while_traffic_arrives_are_asked_once_more() {
    let calls = |state| {
        let mut capture = Capture::new();
        capture.exchange("tools/call", Direction::C2s, ExchangeState::Answered);
        capture.exchange("tools/call", Direction::C2s, state);
        capture
    };
    let mut model = model(calls(ExchangeState::Pending).so_far(), 120, 40);
    press(&mut model, "/state: pending<enter>");
    assert_eq!(model.list().selected(), Some(1));
    let mut answered = calls(ExchangeState::Answered);
    answered.exchange("ping", Direction::C2s, ExchangeState::Pending);
    for _ in 0..50 {
        let effects = update(&mut model, Msg::Snapshot(answered.so_far()));
        settle(&mut model, effects);
    }
    assert_eq!((model.list().rows.count(), model.list().selected()), (1, Some(2)));
}

#[test]
fn pasted_text_is_taken_where_the_cursor_is_and_in_part_when_it_is_long() {
    let mut model = model(sample(), 80, 24);
    press(&mut model, ":ab<left>");
    update(&mut model, Msg::Paste("資\u{1b}\n料".to_owned()));
    assert!(matches!(model.overlays.last(), Some(Overlay::Palette(palette)) if palette.input.value() == "a資 料b"));
    update(&mut model, Msg::Paste("x".repeat(1 << 20)));
    assert_eq!(model.notice.as_deref(), Some("only the first 16384 characters were taken"));
    press(&mut model, "!");
    assert!(matches!(model.overlays.last(), Some(Overlay::Palette(palette)) if palette.input.value().ends_with("xx!b")));
}

#[test]
fn reading_a_long_capture_stops_and_goes_on_by_one_key() {
    let mut model = model(pings(3).so_far(), 80, 24);
    press(&mut model, "X");
    assert_eq!(model.notice.as_deref(), Some("what is captured live is not stopped; Space holds the picture"));
    update(&mut model, Msg::Progress(10, 100));
    assert_eq!(press(&mut model, "X"), [Effect::Order(Order::Halt(true))]);
    assert!(model.progress.halted && screen(&model).contains("stopped at 10 %; X reads on"), "{}", screen(&model));
    assert_eq!(press(&mut model, "X"), [Effect::Order(Order::Halt(false))]);
    assert!(screen(&model).contains("10 % read; X stops"));
    update(&mut model, Msg::Snapshot(pings(3).finish()));
    press(&mut model, "X");
    assert_eq!(model.notice.as_deref(), Some("the capture was read to its end"));
}

#[test]
fn a_filter_selects_and_a_wrong_one_leaves_the_old_in_force() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "/sampling<enter>");
    assert_eq!((model.list().rows.count(), model.list().selected()), (1, Some(5)));
    press(&mut model, "/<c-u>(<enter>");
    assert!(matches!(model.overlays.last(), Some(Overlay::Filter(line)) if line.refused));
    assert_eq!((model.filter.text.as_str(), model.list().rows.count()), ("sampling", 1));
    press(&mut model, "<esc>F");
    assert_eq!(model.list().rows.count(), 9);
    press(&mut model, "gn");
    assert_eq!(model.list().selected(), Some(5));
    press(&mut model, "/<c-u><enter>");
    assert!(!model.filter.is_set());
}

#[test]
fn next_finding_walks_rows_then_the_findings_of_an_open_detail() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "]");
    assert_eq!(model.list().selected(), Some(3));
    press(&mut model, "]]");
    assert_eq!(model.list().selected(), Some(6));
    press(&mut model, "]");
    assert!(model.notice.is_some());
    press(&mut model, "[");
    assert_eq!(model.list().selected(), Some(4));
    press(&mut model, "2]");
    assert_eq!(model.view, View::Frames);
    assert!(model.world.shown.frames.get(model.list().selected().unwrap()).unwrap().worst.is_some());
}

#[test]
fn the_detail_opens_at_the_field_a_finding_points_at() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "]<enter>");
    let detail = model.detail.as_ref().unwrap();
    assert_eq!(detail.folds.selected().unwrap().label, "BridgeEnvelope");
    assert_eq!(detail.blocks.lit().unwrap().1.len(), 22);
}

#[test]
fn tree_and_octets_follow_each_other() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "<enter>jj<tab>");
    assert_eq!(model.focus, Focus::Hex);
    let lit = model.detail.as_ref().unwrap().blocks.lit().unwrap();
    assert_eq!(lit.1.range(), 4..5);
    press(&mut model, "<right><right><right><right><right>");
    assert_eq!(model.detail.as_ref().unwrap().folds.selected().unwrap().label, "correlation");
    press(&mut model, "<tab>");
    assert_eq!(model.focus, Focus::List);
}

#[test]
fn the_other_half_is_the_reply_and_the_request_again() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "jj<enter>o");
    let frames = model.detail.as_ref().unwrap().frames.clone();
    assert_eq!(model.detail.as_ref().unwrap().frame, Some(frames[1]));
    press(&mut model, "o");
    assert_eq!(model.detail.as_ref().unwrap().frame, Some(frames[0]));
    press(&mut model, "<esc>2ggjjjjo");
    assert_eq!(model.list().selected(), Some(5));
}

#[test]
fn enter_opens_over_the_list_on_a_small_terminal_and_esc_goes_back() {
    let mut model = model(sample(), 80, 24);
    press(&mut model, "j<enter>");
    assert!(model.areas().unwrap().list.is_none());
    press(&mut model, "<esc>");
    assert!(model.areas().unwrap().list.is_some());
    assert_eq!(model.list().selected(), Some(1));
}

#[test]
fn marks_are_set_and_walked_in_a_circle() {
    let mut model = model(sample(), 80, 24);
    press(&mut model, "mjjjm'");
    assert_eq!(model.list().selected(), Some(0));
    press(&mut model, "'");
    assert_eq!(model.list().selected(), Some(3));
    press(&mut model, "m'");
    assert_eq!(model.list().selected(), Some(0));
}

#[test]
fn copies_the_row_the_field_or_its_octets() {
    let mut model = model(sample(), 120, 40);
    assert!(copied(&mut model, "yy").contains("\tinitialize\t"));
    assert_eq!(copied(&mut model, "<enter>jjyy"), "MCP (0x01)");
    assert_eq!(copied(&mut model, "<tab>yy"), "01");
}

#[test]
fn a_copied_row_has_its_id_where_the_list_has_no_room_for_it() {
    let [wide, narrow] = [120, 80].map(|width| copied(&mut model(sample(), width, 24), "jyy"));
    assert!(wide.contains("\t18\t") && wide == narrow, "{wide:?} {narrow:?}");
}

#[test]
fn the_diagram_is_of_the_association_whose_channels_show_even_without_a_lane() {
    let mut model = model(sample(), 120, 40);
    let other = crate::base::id::AssociationId(1);
    press(&mut model, "5");
    model.looks.lanes_of = Some(other);
    press(&mut model, "<esc>");
    assert_eq!(model.list().rows.count(), 0);
    press(&mut model, "6");
    assert_eq!(model.looks.diagram_of, Some(other));
}

fn copied(model: &mut Model, keys: &str) -> String {
    let Some(Effect::Copy(clip)) = press(model, keys).pop() else { panic!("nothing copied by {keys}") };
    assert!(!clip.is_raw);
    String::from_utf8(clip.octets).unwrap()
}

#[test]
fn the_menu_offers_every_form_of_what_is_selected() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "jjjj<enter>");
    press(&mut model, "gjjjj");
    assert_eq!(copied(&mut model, "yp"), "bridge.method = tools/call");
    assert_eq!(copied(&mut model, "ye"), "bridge.method == \"tools/call\"");
    assert_eq!(copied(&mut model, "yh"), "746f6f6c732f63616c6c");
    assert_eq!(copied(&mut model, "yb"), "dG9vbHMvY2FsbA==");
    assert_eq!(copied(&mut model, "ym"), r#"{"jsonrpc":"2.0","id":18,"method":"tools/call","params":{"name":"delete_branch"}}"#);
    assert!(copied(&mut model, "yf").starts_with("error safety/missing-tool-mutating: the client must label"));
    assert!(copied(&mut model, "yn").starts_with("{\"rule\":\"safety/missing-tool-mutating\""));
    assert_eq!(copied(&mut model, "yj<enter>"), "bridge.method = tools/call");
    let Some(Effect::Copy(raw)) = press(&mut model, "yr").pop() else { panic!("nothing copied") };
    assert_eq!((raw.is_raw, raw.octets.as_slice()), (true, &b"tools/call"[..]));
    press(&mut model, "y<esc>");
    assert!(model.overlays.is_empty());
}

#[test]
fn a_frame_is_read_as_fields_as_json_and_as_text_and_the_next_one_likewise() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "<enter>r");
    let detail = model.detail.as_ref().unwrap();
    assert_eq!((detail.reading, detail.message.count()), (Reading::Pretty, 8));
    press(&mut model, "gjjj");
    let detail = model.detail.as_ref().unwrap();
    let (buffer, span) = detail.blocks.lit().unwrap();
    assert_eq!(span.of(detail.blocks.of(buffer)), br#""method":"tools/call""#);
    press(&mut model, "<tab>lllllllllllllllllllllllllllllllll");
    let detail = model.detail.as_ref().unwrap();
    assert_eq!(detail.message.path(detail.blocks.message()), "params.name");
    press(&mut model, "<tab>j");
    assert_eq!(model.detail.as_ref().unwrap().reading, Reading::Pretty);
    press(&mut model, "r");
    assert_eq!(model.detail.as_ref().unwrap().reading, Reading::Raw);
    press(&mut model, "r");
    assert_eq!(model.detail.as_ref().unwrap().reading, Reading::Fields);
}

#[test]
fn what_is_unfolded_and_selected_in_one_row_is_so_in_the_next() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "<enter>g<right>jj<tab><tab>");
    assert_eq!(model.focus, Focus::List);
    press(&mut model, "jjj");
    let folds = &model.detail.as_ref().unwrap().folds;
    assert_eq!((folds.selected().unwrap().label.as_str(), folds.lines().first().unwrap().is_folded), ("sequence", false));
}

#[test]
fn compares_the_halves_of_an_exchange_and_two_marked_rows() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "d");
    let Some(Overlay::Compare(comparison)) = model.overlays.last() else { panic!("no comparison") };
    assert!(comparison.pairs.is_some() && comparison.messages.starts_with("the messages are the same"));
    let all = comparison.shown().count();
    press(&mut model, "d");
    let Some(Overlay::Compare(comparison)) = model.overlays.last() else { panic!("no comparison") };
    assert!(comparison.shown().count() < all);
    press(&mut model, "<esc>jd");
    assert!(model.overlays.is_empty() && model.notice.is_some());
    press(&mut model, "mjjmd");
    let Some(Overlay::Compare(comparison)) = model.overlays.last() else { panic!("no comparison") };
    assert_eq!(comparison.frames.map(FrameId::number), [7, 10]);
}

#[test]
fn an_export_asks_what_and_where_and_before_it_replaces_a_file() {
    let mut model = model(sample(), 80, 24);
    let Some(Effect::Export(order)) = press(&mut model, "e<enter>").pop() else { panic!("nothing exported") };
    assert_eq!((order.path.as_str(), order.format, &order.rows), ("npscope-exchanges.jsonl", Format::JsonLines, &Rows::Filtered));
    update(&mut model, Msg::Exists(order));
    let Some(Effect::Export(again)) = press(&mut model, "<enter>").pop() else { panic!("nothing exported") };
    assert!(again.overwrites);
    press(&mut model, "mjjm");
    let Some(Effect::Export(marked)) = press(&mut model, "e<backtab><right><tab>x<enter>").pop() else { panic!("nothing exported") };
    assert_eq!((marked.path.as_str(), marked.format), ("npscope-packets.pcapngx", Format::Pcapng));
    assert_eq!(marked.rows, Rows::Marked([0, 2].into()));
    update(&mut model, Msg::Exporting(Some(40)));
    assert_eq!(press(&mut model, "e"), [Effect::CancelExport]);
}

#[test]
fn the_palette_runs_what_it_finds() {
    let mut model = model(sample(), 80, 24);
    press(&mut model, ":time<enter>");
    assert_eq!(model.time, TimeFormat::Relative);
    assert_eq!(press(&mut model, ":quit<enter>"), [Effect::Quit]);
}

#[test]
fn explains_the_rule_of_the_finding_in_hand() {
    let mut model = model(sample(), 80, 24);
    press(&mut model, "x");
    assert!(model.overlays.is_empty() && model.notice.is_some());
    press(&mut model, "]x");
    assert!(matches!(model.overlays.last(), Some(Overlay::Explain(explain)) if explain.rule.id == "safety/missing-tool-mutating"));
    press(&mut model, "<esc>");
    assert!(model.overlays.is_empty());
}

#[test]
fn a_click_selects_a_second_one_opens_and_the_wheel_scrolls() {
    let mut model = model(long(200), 80, 24);
    let click = |model: &mut Model, x, y| {
        let effects = update(model, Msg::Mouse(Pointer::Click, Position::new(x, y)));
        settle(model, effects);
    };
    click(&mut model, 20, 7);
    assert_eq!(model.list().selected(), Some(4));
    update(&mut model, Msg::Mouse(Pointer::WheelDown, Position::new(20, 7)));
    assert_eq!((model.list().selected(), model.list().top(20)), (Some(4), 3));
    click(&mut model, 20, 4);
    assert!(model.detail.is_some());
    press(&mut model, "<esc>");
    click(&mut model, 12, 1);
    assert_eq!(model.view, View::Frames);
}

#[test]
fn a_key_right_behind_escape_does_what_both_do() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "<enter>");
    assert!(model.detail.is_some());
    press(&mut model, "<a-2>");
    assert!(model.detail.is_none() && model.view == View::Frames && model.count.is_none());
    press(&mut model, "/<a-2>");
    assert_eq!(model.overlays.len(), 1);
}

#[test]
fn counts_repeat_moves_and_go_to_rows() {
    let mut model = model(long(200), 80, 24);
    press(&mut model, "010j");
    assert_eq!((model.list().selected(), model.view), (Some(10), View::Exchanges));
    press(&mut model, "010k");
    assert_eq!(model.list().selected(), Some(0));
    press(&mut model, "0120G");
    assert_eq!(model.list().selected(), Some(119));
    press(&mut model, "05<esc>j03G");
    assert_eq!((model.list().selected(), model.count), (Some(2), None));
    press(&mut model, "0999G");
    assert_eq!((model.list().selected(), model.notice.as_deref()), (Some(2), Some("there are 200 exchanges")));
}

#[test]
fn digits_of_views_become_a_count_when_a_digit_without_a_view_follows() {
    let mut model = model(long(200), 120, 40);
    press(&mut model, "10j");
    assert_eq!((model.list().selected(), model.view, model.count), (Some(10), View::Exchanges, None));
    press(&mut model, "20j");
    assert_eq!((model.list().selected(), model.view), (Some(30), View::Exchanges));
    press(&mut model, "118G");
    assert_eq!((model.list().selected(), model.view), (Some(117), View::Exchanges));
    press(&mut model, "2<enter>20j");
    assert_eq!((model.view, model.focus), (View::Frames, Focus::Tree));
    assert!(model.detail.as_ref().is_some_and(|detail| detail.position() + 1 == detail.rows() && !detail.waits));
    press(&mut model, "1<esc>2");
    update(&mut model, Msg::Rest);
    press(&mut model, "010j");
    assert_eq!((model.view, model.list().selected()), (View::Frames, Some(10)));
    press(&mut model, "4j8j");
    assert_eq!((model.view, model.count), (View::Findings, None));
}

#[test]
fn a_count_brings_back_the_diagram_that_its_digits_hid() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "6jjjjjjz");
    let (line, only) = (model.list().selected(), model.looks.only);
    assert!(only.is_some());
    press(&mut model, "2169");
    assert_eq!((model.view, model.list().selected(), model.looks.only, model.count), (View::Diagram, line, only, Some(2169)));
    press(&mut model, "<esc>");
    assert_eq!((model.view, model.count), (View::Diagram, None));
}

#[test]
fn findings_begin_with_the_worst_group_and_the_top_of_the_list() {
    let mut model = model(sample(), 80, 10);
    press(&mut model, "4");
    assert_eq!((model.list().position(), model.list().top(3)), (0, 0));
    let worst = model.findings_in_hand().first().and_then(|id| model.world.shown.finding(*id)).map(|finding| finding.severity);
    assert_eq!(worst, Some(crate::store::finding::Severity::Error));
}

#[test]
fn an_export_of_a_group_or_a_channel_is_of_what_stands_behind_it() {
    let mut model = model(sample(), 120, 40);
    let order = |model: &mut Model| match press(model, "e<backtab><backtab><left><enter>").pop() {
        Some(Effect::Export(order)) => order,
        other => panic!("{other:?}"),
    };
    press(&mut model, "4");
    let group = order(&mut model);
    let members = super::order::groups(&model).unwrap().of_row(model.list().selected().unwrap()).unwrap().members.clone();
    assert_eq!((group.view, group.rows), (View::Findings, Rows::Marked(members.into_iter().map(|row| row as usize).collect())));
    press(&mut model, "5");
    let channel = order(&mut model);
    let Rows::Marked(frames) = channel.rows else { panic!("no frames") };
    let lane = model.list().selected().and_then(|row| model.world.study.lanes.of_row(row)).unwrap().clone();
    assert_eq!((channel.view, frames.len() as u64), (View::Frames, lane.frames()));
}

#[test]
fn the_copied_filter_is_the_one_that_filtering_by_value_offers() {
    let mut model = model(sample(), 120, 40);
    for keys in ["jj", "<enter>G", "<tab>"] {
        press(&mut model, keys);
        let offered = crate::tui::filter::value::ByValue::of(&model).unwrap().expression().to_owned();
        let clip = crate::tui::copy::clip(&model, crate::tui::copy::What::Filter).unwrap();
        assert_eq!(String::from_utf8(clip.octets).unwrap(), offered);
    }
}

#[test]
fn the_prompt_goes_where_it_is_told_and_shows_what_the_filter_hides() {
    let mut model = model(capture().so_far(), 80, 24);
    press(&mut model, "Jfr<tab>4<enter>");
    assert_eq!((model.view, model.list().selected(), model.overlays.len()), (View::Frames, Some(3), 0));
    press(&mut model, "Jnowhere<enter>");
    assert_eq!(model.overlays.len(), 1);
    press(&mut model, "<esc>/type == PING<enter>J1<enter>");
    assert_eq!((model.list().selected(), model.list().rows.show_all), (Some(0), true));
}

#[test]
fn a_comment_is_typed_shown_listed_gone_to_and_taken_away() {
    let mut model = model(capture().so_far(), 120, 40);
    model.bookmarks = crate::tui::bookmark::Bookmarks::read(&[Some("/nowhere/a.pcapng".into())]).0;
    let kept = press(&mut model, "2jjBwhy twice?<enter>");
    assert!(matches!(kept.as_slice(), [Effect::Keep(path, kept)] if path.ends_with("a.pcapng.npscope.toml") && kept.len() == 1));
    assert!(screen(&model).contains("why twice?"));
    press(&mut model, "1m\"");
    assert_eq!(model.marked().len(), 2);
    press(&mut model, "<enter>");
    assert_eq!((model.view, model.list().selected(), model.overlays.len()), (View::Frames, Some(2), 0));
    let kept = press(&mut model, "B<c-u><enter>");
    assert!(matches!(kept.as_slice(), [Effect::Keep(_, kept)] if kept.is_empty()));
    press(&mut model, "\"<del>");
    assert!(model.marked().is_empty());
}

#[test]
fn the_palette_takes_what_stands_behind_a_name() {
    let mut model = model(long(20), 80, 24);
    press(&mut model, ":theme light<enter>");
    assert_eq!(model.notice.as_deref(), Some("theme: light"));
    press(&mut model, ":go<tab>exchange 7<enter>");
    assert_eq!((model.list().selected(), model.overlays.len()), (Some(6), 0));
    press(&mut model, ":filter exchange <lt> 5<enter>");
    assert_eq!(model.list().rows.count(), 4);
    press(&mut model, ":filter exchange <lt><enter>");
    assert!(matches!(model.overlays.last(), Some(Overlay::Palette(palette)) if palette.fault.is_some()));
}

#[test]
fn every_key_of_the_table_does_something_somewhere() {
    for command in COMMANDS {
        for key in defaults_of(command) {
            let changes = ["2", "jj<enter>", "jj<enter><tab>", "/tools<enter>", "mjj"].iter().any(|before| {
                let mut model = model(capture().so_far(), 80, 24);
                press(&mut model, before);
                let snapshot = format!("{model:?}");
                let effects = update(&mut model, Msg::Key(key));
                !effects.is_empty() || format!("{model:?}") != snapshot
            });
            assert!(changes, "{} {}", command.name, key.label());
        }
    }
}

pub(super) fn some_key() -> impl Strategy<Value = String> {
    let bound: Vec<String> =
        COMMANDS.iter().flat_map(|command| command.keys.iter().map(|key| (*key).to_owned())).filter(|key| key != "<c-z>").collect();
    let typed = "[ -~]|日|é|<backspace>|<del>|<c-w>|<c-k>".prop_map(|key: String| if key == "<" { "<lt>".to_owned() } else { key });
    prop_oneof![4 => prop::sample::select(bound), 1 => typed]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_key_at_no_size_panics_and_what_is_selected_exists(
        keys in prop::collection::vec(some_key(), 1..60),
        sizes in prop::collection::vec((1_u16..300, 1_u16..100), 1..4),
        clicks in prop::collection::vec((0_u16..300, 0_u16..100), 1..6),
    ) {
        let mut model = model(sample(), sizes[0].0, sizes[0].1);
        for (at, key) in keys.iter().enumerate() {
            press(&mut model, key);
            let size = sizes[at % sizes.len()];
            update(&mut model, Msg::Resize(size.0, size.1));
            let click = clicks[at % clicks.len()];
            let pointer = [Pointer::Click, Pointer::WheelUp, Pointer::WheelDown][at % 3];
            let effects = update(&mut model, Msg::Mouse(pointer, Position::new(click.0, click.1)));
            settle(&mut model, effects);
            if at % 7 == 0 {
                let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
                terminal.draw(|frame| draw(frame, &model)).unwrap();
            }
        }
        for view in View::ALL {
            let (first, end) = model.world.bounds(view);
            let list = &model.lists[view as usize];
            let exists = |row: usize| (first..end).contains(&row) || list.rows.arranged.is_some();
            prop_assert!(list.selected().is_none_or(exists));
        }
        let _ = Arc::strong_count(&model.world.shown);
    }
}

#[test]
fn a_value_of_a_row_becomes_the_filter_or_joins_it() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "jjv");
    let Some(Overlay::Value(by_value)) = model.overlays.last() else { panic!("the values of the row") };
    assert_eq!(by_value.expression(), "method == \"tools/call\"");
    press(&mut model, "<enter>");
    assert_eq!((model.filter.text.as_str(), model.list().rows.count()), ("method == \"tools/call\"", 5));
    press(&mut model, "vja");
    assert_eq!((model.filter.text.as_str(), model.list().rows.count()), ("method == \"tools/call\" && state == answered", 3));
    press(&mut model, "vjjn");
    assert!(model.filter.text.ends_with("&& !(effect_declared == non_idempotent_write)"), "{}", model.filter.text);
    assert_eq!(model.list().rows.count(), 2);
    press(&mut model, "uu");
    assert_eq!((model.filter.text.as_str(), model.list().rows.count()), ("method == \"tools/call\"", 5));
    press(&mut model, "U");
    assert_eq!(model.list().rows.count(), 3);
    press(&mut model, "vGe<c-u>seq == 1<enter>");
    assert_eq!(model.filter.text, "seq == 1");
}

#[test]
fn every_value_of_every_row_selects_that_row() {
    for view in [View::Exchanges, View::Frames, View::Associations, View::Findings] {
        let mut model = model(sample(), 120, 40);
        press(&mut model, &view.number().to_string());
        press(&mut model, "bbb");
        for row in 0..model.world.bounds(view).1 {
            model.list_mut().select(row);
            let choices = crate::tui::filter::value::ByValue::of(&model).map(|by_value| by_value.choices).unwrap_or_default();
            assert!(!choices.is_empty());
            for choice in choices.iter().filter(|choice| !choice.expression.starts_with("id ==")) {
                super::set_filter(&mut model, &choice.expression).unwrap_or_else(|why| panic!("{}: {why}", choice.expression));
                settle(&mut model, Vec::new());
                assert!(model.list().rows.is_match(row), "{view:?} {row}: {}", choice.expression);
            }
            super::set_filter(&mut model, "").unwrap();
        }
    }
}

#[test]
fn a_line_of_the_tree_becomes_a_filter_by_its_name_or_its_labels() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "jj<enter>Gv");
    let Some(Overlay::Value(by_value)) = model.overlays.last() else { panic!("the value of the line") };
    assert_eq!(by_value.expression(), "tree.params.name == \"delete_branch\"");
    press(&mut model, "<esc>/method<enter>v");
    let Some(Overlay::Value(by_value)) = model.overlays.last() else { panic!("the value of the line") };
    assert_eq!(by_value.expression(), "bridge.method == \"tools/call\"");
}

#[test]
fn tab_completes_fields_comparisons_and_values_and_the_history_comes_back() {
    let mut model = model(sample(), 120, 40);
    model.setup.filters = vec![("calls".to_owned(), "method == \"tools/call\"".to_owned())];
    let typed = |model: &Model| match model.overlays.last() {
        Some(Overlay::Filter(line)) => line.input.value().to_owned(),
        _ => String::new(),
    };
    press(&mut model, "/effect_req<tab>");
    assert_eq!(typed(&model), "effect_required");
    press(&mut model, " <tab> dest<tab>");
    assert_eq!(typed(&model), "effect_required == destructive");
    press(&mut model, " && meth<tab> == \"samp<tab>");
    assert_eq!(typed(&model), "effect_required == destructive && method == \"sampling/createMessage\"");
    press(&mut model, "<c-u>@c<tab><enter>");
    assert_eq!((model.filter.text.as_str(), model.list().rows.count()), ("@calls", 5));
    press(&mut model, "/<c-u>state<enter>/<c-u>dir<up>");
    assert_eq!(typed(&model), "state");
    press(&mut model, "<up>");
    assert_eq!(typed(&model), "@calls");
    press(&mut model, "<down><down>");
    assert_eq!(typed(&model), "dir");
}

#[test]
fn tab_walks_through_offers_and_writes_each_in_place_of_the_word() {
    let mut model = model(sample(), 120, 40);
    let typed = |model: &Model| match model.overlays.last() {
        Some(Overlay::Filter(line)) => line.input.value().to_owned(),
        _ => String::new(),
    };
    press(&mut model, "/severity == <tab>");
    assert_eq!(typed(&model), "severity == error");
    press(&mut model, "<tab>");
    assert_eq!(typed(&model), "severity == warning");
    press(&mut model, "<backtab><backtab>");
    assert_eq!(typed(&model), "severity == note");
    press(&mut model, " && seq");
    assert_eq!(typed(&model), "severity == note && seq");
}

#[test]
fn escape_gives_a_search_up_and_the_filter_before_is_in_force() {
    let mut model = model(long(9), 120, 40);
    press(&mut model, "/exchange > 3<enter>/<c-u>");
    super::set_filter(&mut model, "ping").unwrap();
    model.overlays.clear();
    assert!(model.list().rows.is_searching());
    update(&mut model, Msg::Key(crate::tui::keymap::Key::parse_all("<esc>").unwrap()[0]));
    assert_eq!(model.filter.text, "exchange > 3");
    settle(&mut model, Vec::new());
    assert_eq!(model.list().rows.count(), 6);
}

#[test]
fn a_search_in_the_detail_walks_tree_and_octets() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "jj<enter>/DELETE<enter>");
    let label = |model: &Model| model.detail.as_ref().unwrap().folds.selected().unwrap().label.clone();
    assert_eq!((label(&model).as_str(), model.notice.as_deref()), ("name", Some("1 of 1: DELETE")));
    press(&mut model, "/<c-u>tools/call<enter>");
    assert_eq!((label(&model).as_str(), model.notice.as_deref()), ("method", Some("1 of 2: tools/call, from the top again")));
    press(&mut model, "n");
    assert_eq!(model.notice.as_deref(), Some("2 of 2: tools/call"));
    press(&mut model, "<tab>/<c-u>22:6e:61<enter>");
    let lit = model.detail.as_ref().unwrap().blocks.lit().unwrap();
    assert_eq!((lit.1.len(), model.notice.as_deref()), (3, Some("1 of 1: 22:6e:61")));
    press(&mut model, "/<c-u>zzz<enter>");
    assert_eq!(model.notice.as_deref(), Some("the octets do not hold zzz; / searches for something else"));
    press(&mut model, "/<esc>");
    assert!(model.find.is_none());
}
