use super::*;
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;
use crate::spec::frame_type::FrameType;
use crate::tui::command::View;
use crate::tui::fixture::{Capture, model, press, sample};

fn texts(model: &Model) -> Vec<String> {
    let list = &model.lists[View::Diagram as usize];
    (0..list.rows.count()).filter_map(|at| Some(arrow(model, FrameId::from_index(list.rows.at(at)?))?.text())).collect()
}

#[test]
fn requests_tell_effects_and_method_and_replies_how_it_went() {
    let mut model = model(sample(), 120, 40);
    press(&mut model, "6");
    let texts = texts(&model);
    assert_eq!(&texts[..5], ["CLIENT_HELLO", "SERVER_HELLO", "SERVER_AUTH", "CLIENT_AUTH", "nw initialize 18"]);
    assert!(texts.contains(&"--→DX tools/call 18".to_owned()) && texts.contains(&"error".to_owned()), "{texts:?}");
}

#[test]
fn events_of_a_stream_are_one_line_until_it_is_opened() {
    let mut capture = Capture::new();
    capture.exchange("ping", Direction::C2s, ExchangeState::Answered);
    let stream = capture.stream("message/stream", 31);
    capture.label(Some(0), Effect::ReadOnly);
    capture.frame(Direction::C2s, Channel::CONTROL, FrameType::PING, 44);
    let mut model = model(capture.finish(), 120, 40);
    press(&mut model, "6");
    assert_eq!(texts(&model), ["nw ping 18", "result", "ro message/stream 18", "31 events, 372.0 ms", "end of stream", "PING"]);
    press(&mut model, "jjj<enter>");
    assert_eq!((texts(&model).len(), texts(&model)[34].as_str()), (36, "end of stream"));
    assert!(model.detail.is_none() && model.looks.unfolded.contains(&stream));
    press(&mut model, "jjj<left>");
    assert_eq!((texts(&model).len(), model.list().position()), (6, 3));
    press(&mut model, "z");
    assert_eq!(texts(&model), ["ro message/stream 18", "31 events, 372.0 ms", "end of stream"]);
}

#[test]
fn what_waits_is_told_with_how_long_by_the_time_of_the_capture() {
    let mut capture = Capture::new();
    capture.exchange("tools/call", Direction::C2s, ExchangeState::Pending);
    for _ in 0..100 {
        capture.frame(Direction::C2s, Channel::CONTROL, FrameType::PING, 44);
    }
    let mut model = model(capture.so_far(), 120, 40);
    press(&mut model, "6");
    assert_eq!(waiting(&model, AssociationId(0)).unwrap(), "1 exchange is open: 1 tools/call, waiting for 1.2 s");
    assert_eq!(arrow(&model, FrameId(0)).unwrap().end.unwrap().0, "⋯ 1.2 s");
}

#[test]
fn durations_are_told_in_the_unit_that_suits_them() {
    let told = [41_230_000, 1_400_000_000, 61_000_000_000, 7_260_000_000_000, -5_000_000].map(duration);
    assert_eq!(told, ["41.2 ms", "1.4 s", "1:01 min", "2:01 h", "-5.0 ms"]);
}
