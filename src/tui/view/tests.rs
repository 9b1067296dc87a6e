use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr as _;

use crate::base::text::is_unsafe;
use crate::store::row::SealedReason;
use crate::tui::fixture::{Capture, VIEWS, capture, model, press, sample, settle};
use crate::tui::model::{Model, Origin};
use crate::tui::msg::Msg;
use crate::tui::theme::{Colors, Role};
use crate::tui::update::update;

pub(super) const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 10)];

pub(crate) fn screen(model: &Model) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(model.size.0, model.size.1)).unwrap();
    terminal.draw(|frame| super::draw(frame, model)).unwrap();
    terminal
}

pub(crate) fn shown(model: &Model) -> String {
    let buffer = screen(model).backend().buffer().clone();
    lines(&buffer).join("\n")
}

pub(crate) fn lines(buffer: &Buffer) -> Vec<String> {
    let row = |y: u16| {
        let mut hidden = 0_usize;
        let mut text = String::new();
        for symbol in (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()) {
            if hidden == 0 {
                text.push_str(symbol);
            }
            hidden = hidden.saturating_sub(1).max(symbol.width().saturating_sub(1));
        }
        text
    };
    (0..buffer.area.height).map(row).collect()
}

#[test]
fn every_view_as_list_and_as_detail_at_every_size() {
    for (width, height) in SIZES {
        for (view, name) in VIEWS {
            let mut model = model(sample(), width, height);
            press(&mut model, &format!("{}", view.number()));
            press(&mut model, "jjjj");
            model.notice = None;
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&model).backend());
            press(&mut model, "<enter>");
            insta::assert_snapshot!(format!("{name}_detail_{width}x{height}"), screen(&model).backend());
        }
    }
}

#[test]
fn octets_in_front_where_only_one_pane_fits() {
    let mut model = model(sample(), 40, 10);
    press(&mut model, "jjjj<enter><tab>");
    insta::assert_snapshot!("octets_40x10", screen(&model).backend());
}

#[test]
fn a_refused_filter_shows_a_caret_under_its_fault() {
    let mut model = model(sample(), 80, 24);
    press(&mut model, "/method == (1<enter>");
    insta::assert_snapshot!("filter_refused_80x24", screen(&model).backend());
}

#[test]
fn a_fault_that_does_not_fit_beside_its_caret_stands_below() {
    let mut model = model(sample(), 40, 10);
    model.setup.filters = vec![("calls".to_owned(), "method == \"tools/call\"".to_owned()), ("slow".to_owned(), "latency > 1s".to_owned())];
    press(&mut model, "/@cals<enter>");
    insta::assert_snapshot!("filter_refused_40x10", screen(&model).backend());
    press(&mut model, "<c-u>@");
    assert!(shown(&model).contains("a name stands behind @; there are"), "{}", shown(&model));
    press(&mut model, "c<tab> && finding<enter>");
    assert_eq!((model.filter.text.as_str(), model.list().rows.count()), ("@calls && finding", 3));
}

#[test]
fn members_stand_below_the_sign_of_their_group() {
    for (width, height) in SIZES {
        let mut model = model(sample(), width, height);
        press(&mut model, "4<enter>");
        let rows: Vec<String> = lines(screen(&model).backend().buffer());
        let sign = |line: &String| line.chars().position(|c| c == '\u{2716}');
        let head = rows.iter().position(|line| line.contains('\u{25be}')).unwrap();
        assert_eq!(sign(&rows[head]), sign(&rows[head + 1]), "{}", rows.join("\n"));
    }
}

#[test]
fn a_comment_hides_no_cell_and_stands_in_the_last_line_when_its_row_is_selected() {
    for (width, height) in SIZES {
        let mut model = model(sample(), width, height);
        press(&mut model, "jk");
        let before = lines(screen(&model).backend().buffer());
        press(&mut model, "Bask why<enter>");
        model.notice = None;
        let after = lines(screen(&model).backend().buffer());
        assert!(after.last().unwrap().contains("\u{270e} ask why"), "{}", after.join("\n"));
        let cells = |lines: &[String]| lines[..lines.len() - 1].join("\n").replace('\u{270e}', " ");
        assert_eq!(cells(&after), cells(&before));
        press(&mut model, "mj");
        let rows = lines(screen(&model).backend().buffer());
        assert!(rows.iter().any(|row| row.starts_with("\u{270e}\u{25c6}")), "{}", rows.join("\n"));
    }
}

#[test]
fn a_comment_that_does_not_fit_into_the_list_of_comments_stands_whole_below() {
    for (width, height) in SIZES {
        let mut model = model(sample(), width, height);
        let comment = "the tool was asked twice by the same client within a second, and nobody knows which of the two answers counts";
        press(&mut model, &format!("B{comment}<enter>jBshort<enter>\""));
        insta::assert_snapshot!(format!("comments_{width}x{height}"), screen(&model).backend());
        let words = shown(&model).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("of the two answers counts"), "{words}");
    }
}

#[test]
fn a_filter_in_force_tells_how_many_rows_it_lets_through() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "/sampling<enter>");
    insta::assert_snapshot!("filter_120x40", screen(&model).backend());
}

#[test]
fn overlays() {
    for (keys, name) in [("?", "help"), (":next", "palette"), ("]x", "explain")] {
        for (width, height) in SIZES {
            let mut model = model(sample(), width, height);
            press(&mut model, keys);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&model).backend());
        }
    }
}

#[test]
fn empty_lists_say_why() {
    let mut sealed = Capture::new();
    let request = crate::spec::frame_type::FrameType::BRIDGE_REQUEST;
    sealed.frame(crate::base::direction::Direction::C2s, crate::spec::channel::Channel::BRIDGE, request, 300);
    sealed.seal(SealedReason::NoKeyForAssociation);
    let sealed = sealed.finish();
    insta::assert_snapshot!("empty_sealed_80x24", screen(&looked(model(sealed.clone(), 80, 24))).backend());
    let mut troubled = model(sealed.clone(), 80, 24);
    troubled.setup.troubles = vec!["other.keys: this key log is not there yet; it is watched for".to_owned()];
    insta::assert_snapshot!("empty_sealed_without_key_log_80x24", screen(&looked(troubled)).backend());
    let mut other = (*sealed).clone();
    other.keys = std::sync::Arc::new(of_another_capture());
    insta::assert_snapshot!(
        "empty_sealed_keys_of_another_capture_80x24",
        screen(&looked(model(std::sync::Arc::new(other), 80, 24))).backend()
    );
    let nothing = model(std::sync::Arc::new(crate::store::snapshot::Store { finished: true, ..Default::default() }), 80, 24);
    insta::assert_snapshot!("empty_nothing_80x24", screen(&looked(nothing)).backend());
    let mut none = model(sample(), 80, 24);
    press(&mut none, "/nosuchthing<enter>");
    insta::assert_snapshot!("empty_filtered_80x24", screen(&looked(none)).backend());
}

/// The same once every frame was looked at.
fn looked(mut model: Model) -> Model {
    while model.world.look(usize::MAX).1 {}
    model
}

/// What is known of a key log whose one association is not in the capture.
fn of_another_capture() -> crate::store::keys::KeyIndex {
    let mut scenario = crate::scenario::Scenario::new();
    scenario.mcp_session();
    let mut log = crate::carrier::keylog::KeyLog::new(&crate::base::limits::Limits::default());
    log.push_text(scenario.keys().as_bytes());
    crate::store::keys::KeyIndex::of(&log)
}

#[test]
fn loading_shows_a_gauge_and_what_is_there_so_far() {
    let mut model = model(capture().so_far(), 80, 24);
    update(&mut model, Msg::Progress(45, 100));
    insta::assert_snapshot!("loading_80x24", screen(&model).backend());
}

#[test]
fn live_traffic_shows_its_source_its_recording_and_its_throughput_until_it_ends() {
    let mut model = model(capture().so_far(), 120, 40);
    model.setup.origin = Origin { title: "eth0".to_owned(), live: true, recording: Some("kept.pcapng".to_owned()) };
    while model.world.look(usize::MAX).1 {}
    let first = |model: &Model| shown(model).lines().next().unwrap_or_default().to_owned();
    let line = first(&model);
    assert!(line.starts_with(" npscope  kept.pcapng \u{25cf} eth0   1 association") && line.contains("B/s"), "{line}");
    update(&mut model, Msg::Snapshot(sample()));
    let line = first(&model);
    assert!(line.starts_with(" npscope  kept.pcapng eth0   1 association") && !line.contains("B/s"), "{line}");
}

#[test]
fn times_without_their_hour_have_it_in_the_title_and_long_ones_lose_their_thousandths() {
    let mut model = model(sample(), 80, 24);
    let second = |model: &Model| shown(model).lines().nth(2).unwrap_or_default().to_owned();
    assert!(second(&model).contains("# time 12h  as"), "{}", second(&model));
    press(&mut model, "4<enter>");
    assert!(second(&model).contains("time 12h"), "{}", second(&model));
    press(&mut model, "1t");
    assert!(second(&model).contains("# time      as"), "{}", second(&model));
    let mut late = (*sample()).clone();
    let last = late.frames.len() - 1;
    late.frames.get_mut(last).unwrap().time.0 += 400_000_000_000_000;
    let mut model = self::model(std::sync::Arc::new(late), 80, 24);
    press(&mut model, "2tG");
    let text = shown(&model);
    let row = text.lines().find(|line| line.contains(" 40000")).expect("the late frame");
    let time = row.split(' ').find(|word| word.starts_with("40000")).unwrap_or_default();
    assert!(time.len() == 6 && time.bytes().all(|octet| octet.is_ascii_digit()), "{row}");
}

#[test]
fn what_keeps_going_wrong_at_the_source_is_told_until_it_goes_right() {
    let mut model = model(std::sync::Arc::new(crate::store::snapshot::Store::default()), 100, 24);
    let word = "1 connection could not be passed on to 127.0.0.1:9: Connection refused";
    update(&mut model, Msg::Word(Some(std::sync::Arc::new(word.to_owned()))));
    assert_eq!(model.notice.take().as_deref(), Some(word));
    let text = shown(&model);
    assert!(
        text.contains("Connection refused") && text.lines().last().unwrap_or_default().contains("\u{25b2} 1 connection could"),
        "{text}"
    );
    update(&mut model, Msg::Word(None));
    assert!(!shown(&model).contains("passed on"));
}

#[test]
fn a_terminal_that_is_too_small_gets_the_verdict_and_what_it_lacks() {
    let text = shown(&model(sample(), 39, 9));
    let filled: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(filled, ["findings; terminal too small, 40x10", "needed"]);
}

#[test]
fn wire_text_never_reaches_the_terminal_raw_and_wide_text_keeps_rows_straight() {
    for (width, height) in SIZES {
        let mut model = model(sample(), width, height);
        press(&mut model, "jjjjjjj<enter>");
        let text = shown(&model);
        assert!(!text.chars().any(|c| is_unsafe(c) && c != '\n'));
        press(&mut model, "<esc>");
        assert!(shown(&model).contains("資料"));
    }
}

#[test]
fn an_ascii_terminal_gets_nothing_but_ascii() {
    let mut model = model(sample(), 120, 40);
    model.setup.ascii = true;
    press(&mut model, "jjjj<enter>");
    assert!(shown(&model).is_ascii());
    assert!(shown(&model).contains("\\u{8cc7}"));
}

/// The role that a cell's style stands for, as a letter.
pub(super) fn roles(model: &Model) -> String {
    let terminal = screen(model);
    let buffer = terminal.backend().buffer();
    let base = model.palette.base;
    let known: Vec<(ratatui::style::Style, char)> =
        Role::ALL.iter().map(|role| (base.patch(model.palette.of(*role)), role.letter())).collect();
    let letter = |x: u16, y: u16| {
        let style = buffer[(x, y)].style();
        let fits = |known: &ratatui::style::Style| known.fg == style.fg && known.bg == style.bg;
        let by_ground = |known: &ratatui::style::Style| known.bg == style.bg && known.bg != base.bg;
        let exact = known.iter().find(|(known, _)| fits(known));
        let over = known.iter().find(|(known, _)| known.fg == style.fg && known.bg == base.bg).map(|(_, letter)| *letter);
        let ground = known.iter().find(|(known, _)| by_ground(known)).map(|(_, letter)| *letter);
        exact.map_or_else(|| over.or(ground).unwrap_or('?'), |(_, letter)| *letter)
    };
    let row = |y: u16| (0..buffer.area.width).map(|x| letter(x, y)).collect::<String>();
    (0..buffer.area.height).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn styles_mean_roles() {
    let mut model = model(sample(), 80, 24);
    press(&mut model, "jjj");
    insta::assert_snapshot!("roles_list_80x24", roles(&model));
    press(&mut model, "<enter>jjj");
    insta::assert_snapshot!("roles_detail_80x24", roles(&model));
}

#[test]
fn without_colour_the_selection_still_shows() {
    let mut model = model(sample(), 80, 24);
    model.setup.colors = Colors::None;
    press(&mut model, "TTT");
    let terminal = screen(&model);
    let buffer = terminal.backend().buffer();
    assert!(buffer.content.iter().all(|cell| cell.fg == ratatui::style::Color::Reset && cell.bg == ratatui::style::Color::Reset));
    assert!(buffer[(20, 3)].modifier.contains(ratatui::style::Modifier::REVERSED));
}

#[test]
fn drawing_a_long_list_builds_only_what_is_visible() {
    let mut model = model(crate::tui::fixture::long(20_000), 120, 40);
    let left = press(&mut model, "G");
    assert!(left.is_empty());
    let effects = update(&mut model, Msg::Resize(120, 40));
    settle(&mut model, effects);
    assert!(shown(&model).contains("20000"));
}
