use super::*;
use crate::base::time::Timestamp;
use crate::spec::protocol::Protocol;

#[derive(Default)]
struct Rows {
    begun: u32,
    outcomes: Vec<(u32, Outcome)>,
}

impl Exchanges for Rows {
    fn begin(&mut self, _: &Arrival<'_>) -> ExchangeId {
        self.begun += 1;
        ExchangeId(self.begun - 1)
    }
    fn method(&mut self, _: &[u8]) -> Sym {
        Sym::EMPTY
    }
    fn add(&mut self, exchange: ExchangeId, _: &Arrival<'_>, outcome: Outcome) {
        self.outcomes.push((exchange.0, outcome));
    }
    fn evicted(&mut self, _: ExchangeId) {}
}

struct Talk {
    correlator: Correlator,
    rows: Rows,
    frames: u32,
}

impl Talk {
    fn new() -> Self {
        Self { correlator: Correlator::new(100, 100), rows: Rows::default(), frames: 0 }
    }

    fn say(&mut self, direction: Direction, kind: Kind, correlation: &str, id: &str) -> Link {
        self.frames += 1;
        let arrival = Arrival {
            frame: FrameId(self.frames),
            time: Timestamp(0),
            direction,
            kind,
            protocol: Protocol::MCP,
            correlation: correlation.as_bytes(),
            method: b"",
            id: if id.is_empty() { Id::Absent } else { Id::Token(id.as_bytes()) },
            label: None,
            content_type: 1,
            control: None,
            dialect: crate::bridge::mapping::Dialect::Plain,
            faults: crate::bridge::dialect::CallFaults::default(),
            streams: false,
            unary: false,
            resubscribes: false,
            defective: false,
            defects: crate::session::arrival::Defects::default(),
            error: None,
            last_event: false,
            required: None,
            mark: 0,
        };
        self.correlator.take(&arrival, &mut self.rows)
    }
}

use super::super::arrival::Id;
use Direction::{C2s, S2c};

#[test]
fn both_sides_may_use_one_correlation_at_once() {
    let mut talk = Talk::new();
    assert_eq!(talk.say(C2s, Kind::Request, "1", "1").role, Role::Request);
    assert_eq!(talk.say(S2c, Kind::Request, "1", "1").role, Role::Request);
    let link = talk.say(S2c, Kind::Response, "1", "1");
    assert_eq!((link.role, link.exchange), (Role::Terminal, Some(ExchangeId(0))));
    let link = talk.say(C2s, Kind::Response, "1", "1");
    assert_eq!((link.role, link.exchange), (Role::Terminal, Some(ExchangeId(1))));
}

#[test]
fn reuse_after_the_terminal_frame_is_a_new_exchange() {
    let mut talk = Talk::new();
    talk.say(C2s, Kind::Request, "1", "1");
    talk.say(S2c, Kind::Response, "1", "1");
    assert!(matches!(talk.say(S2c, Kind::Response, "1", "1").role, Role::SecondTerminal(_)));
    assert_eq!(talk.say(C2s, Kind::Request, "1", "1").role, Role::Request);
    assert_eq!(talk.say(S2c, Kind::Response, "1", "1").exchange, Some(ExchangeId(1)));
}

#[test]
fn an_outstanding_correlation_is_a_duplicate_and_ids_still_pair() {
    let mut talk = Talk::new();
    talk.say(C2s, Kind::Request, "x", "1");
    let link = talk.say(C2s, Kind::Request, "x", "2");
    assert_eq!(link.role, Role::Duplicate { outstanding: FrameId(1), null_ids: false, cancelled: false, streams: false });
    assert_eq!(talk.say(S2c, Kind::Response, "x", "2").exchange, Some(ExchangeId(1)));
    assert_eq!(talk.say(S2c, Kind::Response, "x", "1").exchange, Some(ExchangeId(0)));
}

#[test]
fn a_stray_reply_names_what_it_may_have_meant() {
    let mut talk = Talk::new();
    talk.say(C2s, Kind::Request, "\"abc\"", "\"abc\"");
    let Role::Stray(stray) = talk.say(S2c, Kind::Response, "ABC", "9").role else { panic!("no request has that correlation") };
    assert_eq!(stray.echoes, Some(FrameId(1)));
    talk.say(C2s, Kind::Notify, "", "");
    let Role::Stray(stray) = talk.say(S2c, Kind::Response, "", "null").role else { panic!("empty correlation pairs nothing") };
    assert_eq!(stray.notification, Some(FrameId(3)));
}

#[test]
fn two_replies_that_carry_each_others_ids_are_swapped() {
    let mut talk = Talk::new();
    talk.say(C2s, Kind::Request, "1", "1");
    talk.say(C2s, Kind::Request, "2", "2");
    assert_eq!(talk.say(S2c, Kind::Response, "1", "2").swapped_with, None);
    assert_eq!(talk.say(S2c, Kind::Response, "2", "1").swapped_with, Some(FrameId(3)));
}

#[test]
fn the_asker_may_cancel_or_reject_under_its_own_correlation() {
    let mut talk = Talk::new();
    talk.say(C2s, Kind::Request, "1", "1");
    talk.say(S2c, Kind::StreamData, "1", "1");
    assert_eq!(talk.say(C2s, Kind::StreamEnd, "1", "").role, Role::Cancel);
    assert_eq!(talk.say(C2s, Kind::Error, "1", "").role, Role::CounterRejection { answered: true });
    assert_eq!(talk.say(C2s, Kind::Response, "1", "1").role, Role::WrongDirection);
    assert_eq!(talk.say(S2c, Kind::StreamEnd, "1", "1").role, Role::Terminal);
}
