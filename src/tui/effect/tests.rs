//! Long frames and messages of many members: opened in part, read beside the loop, whole when asked.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::*;
use crate::base::direction::Direction;
use crate::engine::dissect;
use crate::scenario::Scenario;
use crate::store::query::Query;
use crate::tui::command::View;
use crate::tui::detail::memory::Reading;
use crate::tui::detail::message::Row;
use crate::tui::fixture::{model, press_on, read};
use crate::tui::keymap::Key;
use crate::tui::view::tests::shown;

/// Parameters with so many members, each with a value of so many octets, and one at the end that is spelled with an escape.
fn params(members: usize, octets: usize) -> String {
    let mut out = String::from("{");
    for at in 0..members {
        let _ = write!(out, "\"m{at}\":\"v{at}{}\",", "x".repeat(octets));
    }
    out + "\"last\":\"caf\\u00e9\"}"
}

fn call(params: &str) -> (Arc<Snapshot>, Octets, FrameId) {
    let mut scenario = Scenario::new();
    scenario.request(Direction::C2s, "tools/call", "1", params).respond(Direction::S2c, "1", "{}");
    let (snapshot, octets) = read(&scenario);
    let long = snapshot.frames.iter().max_by_key(|(_, row)| row.length).map(|(at, _)| FrameId::from_index(at)).unwrap();
    (snapshot, octets, long)
}

/// Presses keys as the loop does: long frames are read by the runner.
fn press(runner: &mut Runner, model: &mut Model, keys: &str) {
    for key in Key::parse_all(keys).unwrap() {
        for effect in update(model, Msg::Key(key)) {
            if let Effect::Load(frame) = effect {
                runner.load(model, frame);
            }
        }
    }
}

/// Waits until nothing is read any more.
fn wait(runner: &mut Runner, model: &mut Model) {
    let began = Instant::now();
    while runner.is_busy(model) {
        assert!(began.elapsed() < Duration::from_mins(2), "it never comes");
        thread::yield_now();
        runner.tell(model);
    }
}

fn runner(octets: &Octets) -> Runner {
    Runner::new(Some(octets.clone()), None, dissect::frame, Clipboard { is_there: false, tmux: false })
}

#[test]
fn a_message_of_five_thousand_members_lists_some_and_says_how_many_more_there_are() {
    let (snapshot, octets, long) = call(&params(5000, 0));
    let tree = dissect::frame(&snapshot, long, &octets.frame(&snapshot, long).unwrap());
    let (at, rest) = tree.rests().next().unwrap();
    // Four members of the request, five thousand and one of its parameters.
    assert_eq!(rest.text, "2,957 lines more are not listed here; filters and searches see them");
    assert_eq!(tree.fields.len(), at + 1);
    assert_eq!(tree.fields[at - 1].label, "m2043");
    let payload = octets.frame(&snapshot, long).unwrap().plain.unwrap();
    assert!(rest.span.of(&payload).starts_with(b"\"m2044\":"));
}

#[test]
fn filters_see_what_the_tree_does_not_list() {
    let (snapshot, octets, long) = call(&params(5000, 0));
    let selects = |text: &str, reads: bool| {
        let query = Query::parse(text).unwrap();
        let matcher = query.reading_on(&snapshot, Some(&octets).filter(|_| reads));
        matcher.frame(long, &mut |frame| Some(dissect::frame(&snapshot, frame, &octets.frame(&snapshot, frame).ok()?)))
    };
    for reads in [true, false] {
        for text in [
            "tree.params.m4999 == \"v4999\"",
            "tree.m4999",
            "tree.foreign_message.params.last == \"caf\u{e9}\"",
            "caf\u{e9}",
            "v4999",
            "tree.params.m1 == \"v1\"",
        ] {
            assert!(selects(text, reads), "{text} {reads}");
        }
        for text in ["tree.params.m4999 == \"v4998\"", "tree.m5000", "tree.other.m4999", "tree.params.params.m4999", "v5000"] {
            assert!(!selects(text, reads), "{text} {reads}");
        }
    }
}

#[test]
fn searches_in_the_detail_find_what_the_tree_does_not_list_and_enter_reads_on() {
    let (snapshot, octets, long) = call(&params(5000, 0));
    let mut model = model(snapshot, 120, 40);
    press_on(&mut model, &octets, "2");
    model.list_mut().select(long.index());
    press_on(&mut model, &octets, "<enter>/\"v4321<enter>");
    let lit = |model: &Model| {
        let detail = model.detail.as_ref().unwrap();
        let (buffer, span) = detail.blocks.lit().unwrap();
        String::from_utf8_lossy(span.of(detail.blocks.of(buffer))).into_owned()
    };
    assert_eq!(lit(&model), "\"v4321");
    assert!(model.detail.as_ref().unwrap().folds.selected().unwrap().is_rest());
    press_on(&mut model, &octets, "/<c-u>v43<enter>");
    assert_eq!(model.notice.as_deref(), Some("33 of 111: v43"));
    press_on(&mut model, &octets, "G");
    let shown = shown(&model);
    assert!(shown.contains("2,957 lines more are not listed"), "{shown}");
    press_on(&mut model, &octets, "<enter>");
    let detail = model.detail.as_ref().unwrap();
    assert_eq!(detail.reading, Reading::Pretty);
    let Some(Row::Line(line, _)) = detail.message.row(detail.message.position()) else { panic!("a line of the message") };
    assert!(line.span.of(detail.blocks.message()).starts_with(b"\"m2044\":"));
    press_on(&mut model, &octets, "/<c-u>v4999<enter>");
    assert_eq!(lit(&model), "v4999");
    let detail = model.detail.as_ref().unwrap();
    assert_eq!(detail.message.path(detail.blocks.message()), "params.m4999");
}

#[test]
fn long_frames_are_read_beside_the_loop_shown_in_part_and_laid_out_page_by_page() {
    for (members, octets) in [(1 << 10, 1 << 10), (15 << 10, (1 << 10) - 40)] {
        let text = params(members, octets);
        let (snapshot, octets, long) = call(&text);
        let mut model = model(snapshot, 120, 40);
        let mut runner = runner(&octets);
        press(&mut runner, &mut model, "2");
        model.list_mut().select(long.index());
        press(&mut runner, &mut model, "<enter>");
        // Not there yet, and keys are answered all the same.
        assert!(model.detail.as_ref().unwrap().waits);
        press(&mut runner, &mut model, "<esc>1t2");
        assert_eq!((model.view, model.detail.is_none()), (View::Frames, true));
        press(&mut runner, &mut model, "<enter>");
        wait(&mut runner, &mut model);
        let detail = model.detail.as_ref().unwrap();
        assert!(detail.blocks.message().len() > text.len());
        assert!(detail.folds.lines().len() < 4096);
        press(&mut runner, &mut model, "r");
        let rows = |model: &Model| model.detail.as_ref().unwrap().message.count();
        let first = rows(&model);
        assert!(first < 4000, "{first}");
        press(&mut runner, &mut model, "G<enter>G");
        assert!(rows(&model) > first);
        let detail = model.detail.as_ref().unwrap();
        assert!(matches!(detail.message.row(detail.message.count() - 1), Some(Row::More(_))));
        // The last octets are found, however far they lie.
        press(&mut runner, &mut model, "/caf<enter>");
        assert_eq!(model.notice.as_deref(), Some("1 of 1: caf"));
        let detail = model.detail.as_ref().unwrap();
        assert_eq!(detail.blocks.lit().map(|(buffer, span)| span.of(detail.blocks.of(buffer)).to_vec()), Some(b"caf".to_vec()));
    }
}
