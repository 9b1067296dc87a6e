//! Orders, groups, and which association's rows show.

use crate::base::direction::Direction;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::row::ExchangeState;
use crate::tui::command::View;
use crate::tui::fixture::{Capture, UNLABELLED, model, press, sample};
use crate::tui::looks::group_named;
use crate::tui::model::Model;
use crate::tui::msg::Msg;
use crate::tui::update::update;

fn rows(model: &Model) -> Vec<usize> {
    let rows = &model.list().rows;
    (0..rows.count()).filter_map(|at| rows.at(at)).collect()
}

#[test]
fn exchanges_are_sorted_by_method_and_the_selection_stays_with_its_row() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "jjsss");
    assert_eq!(rows(&model), [0, 1, 5, 2, 3, 4, 6, 8, 7]);
    assert_eq!(model.list().selected(), Some(2));
    press(&mut model, "S");
    assert_eq!(rows(&model), [7, 2, 3, 4, 6, 8, 5, 1, 0]);
    assert_eq!(model.list().selected(), Some(2));
    press(&mut model, "ss");
    assert_eq!(rows(&model), (0..9).collect::<Vec<_>>());
}

#[test]
fn a_new_order_is_drawn_once_it_stands_without_a_further_key() {
    let mut model = model(crate::tui::fixture::long(200), 80, 24);
    press(&mut model, "50j");
    update(&mut model, Msg::Key(crate::tui::keymap::Key::parse("s").unwrap()));
    model.dirty = false;
    for _ in 0..10 {
        let (more, _) = crate::tui::update::arrange_rows(&mut model);
        if !more {
            break;
        }
    }
    assert!(model.dirty && model.list().rows.arranged.is_some());
    let (top, at) = (model.list().top(19), model.list().position());
    assert!((top..top + 19).contains(&at), "{at} is seen from {top} on");
}

#[test]
fn rows_without_a_key_stand_last_whichever_way() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "s");
    let last = |model: &Model| rows(model)[6..].to_vec();
    assert_eq!(last(&model), [1, 7, 8]);
    press(&mut model, "S");
    assert_eq!(last(&model), [1, 7, 8]);
}

#[test]
fn a_filter_applies_to_sorted_rows_and_new_rows_are_sorted_in() {
    let mut capture = Capture::new();
    for method in ["c", "a", "b"] {
        capture.exchange(method, Direction::C2s, ExchangeState::Answered);
    }
    let mut model = model(capture.so_far(), 120, 40);
    press(&mut model, "sss");
    assert_eq!(rows(&model), [1, 2, 0]);
    capture.exchange("aa", Direction::C2s, ExchangeState::Answered);
    update(&mut model, Msg::Snapshot(capture.so_far()));
    press(&mut model, "j");
    assert_eq!(rows(&model), [1, 3, 2, 0]);
    press(&mut model, "/method in {\"c\", \"a\"}<enter>");
    assert_eq!(rows(&model), [1, 0]);
    press(&mut model, "F");
    assert_eq!(rows(&model), [1, 3, 2, 0]);
}

#[test]
fn findings_stand_in_groups_that_open_and_close() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "4");
    assert_eq!(rows(&model).len(), 2);
    press(&mut model, "<enter>");
    assert_eq!((rows(&model).len(), rows(&model)[1..3].to_vec()), (4, vec![0, 1]));
    press(&mut model, "jj<left>");
    assert_eq!((rows(&model).len(), model.list().position()), (2, 0));
    press(&mut model, "]");
    assert!(group_named(model.list().selected().unwrap()).is_some());
    press(&mut model, "b");
    assert_eq!(rows(&model).len(), 1);
    press(&mut model, "bb");
    assert_eq!(rows(&model), [0, 1, 2]);
}

#[test]
fn a_filter_applies_to_the_members_of_groups() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "4/severity == error<enter>");
    assert_eq!(rows(&model).len(), 1);
    press(&mut model, "<enter>");
    assert_eq!(rows(&model).len(), 3);
}

#[test]
fn a_group_has_a_detail_of_what_its_members_have_in_common() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "4<tab>");
    let detail = model.detail.as_ref().unwrap();
    assert!(detail.folds.tree().fields.iter().any(|field| field.text == UNLABELLED.id));
    assert_eq!(detail.findings.len(), 2);
}

#[test]
fn a_lane_opens_the_frames_of_its_channel() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "5");
    assert_eq!(rows(&model).len(), 2);
    press(&mut model, "<enter>");
    assert_eq!((model.view, model.filter.text.as_str()), (View::Frames, "association == 1 && channel == Control"));
    assert_eq!(model.list().rows.count(), 4);
}

#[test]
fn lanes_tell_what_the_frames_of_a_channel_add_up_to() {
    let mut capture = Capture::new();
    for _ in 0..3 {
        capture.frame(Direction::C2s, Channel(0xF3A0), FrameType::PING, 44);
    }
    capture.wait(100_000);
    capture.frame(Direction::S2c, Channel::FORBIDDEN, FrameType::PING, 44);
    capture.wait(1000);
    capture.frame(Direction::S2c, Channel::FORBIDDEN, FrameType::PING, 44);
    let mut model = model(capture.so_far(), 120, 40);
    press(&mut model, "5");
    let lanes = model.world.study.lanes.all();
    assert_eq!((lanes[0].sides[0].frames, lanes[0].sides[0].seq, lanes[1].frames()), (3, Some(2), 2));
    let rates = |model: &Model| {
        let lanes = model.world.study.lanes.all();
        [lanes[0].per_second(Direction::C2s, &model.world), lanes[1].per_second(Direction::S2c, &model.world)]
    };
    assert_eq!(rates(&model).map(|rate| format!("{rate:.2}")), ["0.00", "0.25"], "of the last four whole seconds");
    update(&mut model, Msg::Snapshot(capture.finish()));
    press(&mut model, "j");
    let [first, second] = rates(&model);
    assert!((0.02..0.04).contains(&first) && (0.01..0.03).contains(&second), "of the whole capture: {first} {second}");
}

#[test]
fn the_diagram_comes_up_at_what_was_selected() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "jjj6");
    let exchange = model.world.shown.frames.get(model.list().selected().unwrap()).unwrap().exchange();
    assert_eq!(exchange.map(crate::base::id::ExchangeId::index), Some(3));
    press(&mut model, "o]");
    assert!(model.world.shown.frames.get(model.list().selected().unwrap()).unwrap().worst.is_some());
    press(&mut model, "<enter>");
    assert!(model.detail.is_some());
}
