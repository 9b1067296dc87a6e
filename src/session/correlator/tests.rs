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
    evidence: Evidence,
}

impl Talk {
    fn new() -> Self {
        let evidence = Evidence { seen: [true; 2], ..Evidence::default() };
        Self { correlator: Correlator::new(100, 100), rows: Rows::default(), frames: 0, evidence }
    }

    fn say(&mut self, direction: Direction, kind: Kind, correlation: &str, id: &str) -> Link {
        self.say_as(direction, kind, correlation, id, |_| {})
    }

    /// A message of A2A, of a method that is answered by a stream.
    fn stream(&mut self, direction: Direction, kind: Kind, id: &str, control: Option<(u8, u64)>) -> Link {
        self.say_as(direction, kind, "1", id, |arrival| {
            arrival.protocol = Protocol::A2A;
            arrival.streams = kind == Kind::Request;
            arrival.control = control.map(|(control, event)| Control { control, flags: 1, event });
        })
    }

    /// Something of a direction is missing from here on.
    fn lose(&mut self, direction: Direction) {
        self.evidence.gaps[direction.index()] = true;
        self.evidence.losses[direction.index()] += 1;
    }

    fn say_as(&mut self, direction: Direction, kind: Kind, correlation: &str, id: &str, edit: impl FnOnce(&mut Arrival<'_>)) -> Link {
        self.frames += 1;
        let mut arrival = Arrival {
            frame: FrameId(self.frames),
            time: Timestamp(0),
            direction,
            kind,
            protocol: Protocol::MCP,
            correlation: correlation.as_bytes(),
            method: b"",
            id: if id.is_empty() { Id::Absent } else { Id::Token(id.as_bytes()) },
            label: None,
            label_unreadable: false,
            content_type: 1,
            control: None,
            dialect: crate::bridge::mapping::Dialect::Plain,
            faults: crate::bridge::dialect::CallFaults::default(),
            streams: false,
            unary: kind == Kind::Request,
            duplex: false,
            resubscribes: false,
            defective: false,
            defects: crate::session::arrival::Defects::default(),
            error: None,
            last_event: false,
            required: None,
            mark: 0,
            evidence: self.evidence,
        };
        edit(&mut arrival);
        arrival.unary &= !arrival.streams;
        self.correlator.take(&arrival, &mut self.rows)
    }
}

use super::super::arrival::{Control, Id};
use super::super::evidence::Evidence;
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

#[test]
fn a_cancel_is_of_the_stream_that_its_sender_requested() {
    for answered in [false, true] {
        let mut talk = Talk::new();
        talk.stream(C2s, Kind::Request, "1", None);
        talk.stream(S2c, Kind::StreamData, "1", Some((0, 1)));
        talk.say(S2c, Kind::Request, "1", "1");
        if answered {
            assert_eq!(talk.say(C2s, Kind::Response, "1", "1").exchange, Some(ExchangeId(1)));
        }
        let link = talk.stream(C2s, Kind::StreamEnd, "", Some((2, 1)));
        assert_eq!((link.role, link.exchange, link.doubtful), (Role::Cancel, Some(ExchangeId(0)), false));
        let link = talk.stream(S2c, Kind::StreamEnd, "", Some((0, 1)));
        assert_eq!((link.role, link.exchange, link.stream.cancel.is_some()), (Role::Terminal, Some(ExchangeId(0)), true));
    }
}

#[test]
fn a_cancel_of_a_stream_that_is_over_is_not_the_other_peers() {
    let mut talk = Talk::new();
    talk.stream(C2s, Kind::Request, "1", None);
    talk.stream(S2c, Kind::StreamEnd, "", Some((0, 1)));
    talk.stream(S2c, Kind::Request, "1", None);
    let link = talk.stream(C2s, Kind::StreamEnd, "", Some((2, 1)));
    assert_eq!((link.role, link.exchange), (Role::Cancel, Some(ExchangeId(0))));
    assert_eq!(talk.stream(C2s, Kind::StreamData, "1", Some((0, 1))).exchange, Some(ExchangeId(1)));
}

#[test]
fn a_cancel_by_the_producer_is_its_own_mistake_unless_a_request_of_it_is_missing() {
    for (lost, exchange) in [(false, ExchangeId(0)), (true, ExchangeId(1))] {
        let mut talk = Talk::new();
        talk.stream(C2s, Kind::Request, "1", None);
        if lost {
            talk.lose(S2c);
        }
        let link = talk.stream(S2c, Kind::StreamEnd, "", Some((2, 1)));
        assert_eq!((link.exchange, matches!(link.role, Role::Stray(_))), (Some(exchange), lost));
    }
}

#[test]
fn an_end_that_says_nothing_belongs_to_the_exchange_it_fits() {
    let mut talk = Talk::new();
    talk.stream(C2s, Kind::Request, "1", None);
    talk.stream(S2c, Kind::StreamData, "1", None);
    talk.say(S2c, Kind::Request, "1", "1");
    let link = talk.stream(C2s, Kind::StreamEnd, "", None);
    assert_eq!((link.role, link.exchange, link.doubtful), (Role::Cancel, Some(ExchangeId(0)), false));
}

#[test]
fn an_end_that_fits_both_exchanges_puts_both_in_doubt() {
    let mut talk = Talk::new();
    talk.stream(C2s, Kind::Request, "1", None);
    talk.stream(S2c, Kind::StreamData, "1", None);
    talk.stream(S2c, Kind::Request, "1", None);
    assert!(talk.stream(C2s, Kind::StreamEnd, "", None).doubtful);
    assert!(talk.stream(S2c, Kind::StreamData, "1", None).doubtful);
}

#[test]
fn an_event_with_an_id_is_never_a_cancel() {
    let mut talk = Talk::new();
    talk.stream(C2s, Kind::Request, "1", None);
    talk.stream(S2c, Kind::StreamData, "1", None);
    talk.stream(S2c, Kind::Request, "2", None);
    let link = talk.stream(C2s, Kind::StreamEnd, "2", None);
    assert_eq!((link.role, link.exchange, link.doubtful), (Role::Terminal, Some(ExchangeId(1)), false));
}

#[test]
fn halves_of_a_full_duplex_stream_go_on_where_they_were() {
    let mut talk = Talk::new();
    let mut say = |direction, kind, event| {
        talk.say_as(direction, kind, "1", "", |arrival| {
            arrival.protocol = Protocol(0x04);
            (arrival.duplex, arrival.unary) = (true, false);
            arrival.control = (kind != Kind::Request).then_some(Control { control: 0, flags: 0, event });
        })
    };
    say(C2s, Kind::Request, 0);
    assert_eq!(say(C2s, Kind::StreamData, 1).exchange, Some(ExchangeId(0)));
    assert_eq!(say(S2c, Kind::StreamData, 1).exchange, Some(ExchangeId(0)));
    say(S2c, Kind::Request, 0);
    let link = say(C2s, Kind::StreamData, 2);
    assert_eq!((link.exchange, link.doubtful), (Some(ExchangeId(0)), true));
    assert_eq!(say(C2s, Kind::StreamData, 1).exchange, Some(ExchangeId(1)));
}

#[test]
fn an_unreadable_reply_is_rejected_although_the_other_peer_uses_the_correlation() {
    let mut talk = Talk::new();
    talk.say(C2s, Kind::Request, "1", "1");
    talk.say(S2c, Kind::Request, "1", "1");
    talk.say_as(S2c, Kind::Response, "1", "", |arrival| arrival.id = Id::Unreadable);
    let link = talk.say_as(C2s, Kind::Error, "1", "", |arrival| {
        arrival.id = Id::Unreadable;
        arrival.error = Some(ErrorKind::Transport(1));
    });
    assert_eq!((link.role, link.exchange), (Role::CounterRejection { answered: true }, Some(ExchangeId(0))));
    assert_eq!(talk.say(C2s, Kind::Response, "1", "1").role, Role::Terminal);
}

#[test]
fn behind_a_loss_the_newest_request_takes_a_correlation() {
    let mut talk = Talk::new();
    talk.say(C2s, Kind::Request, "1", "1");
    talk.lose(S2c);
    assert_eq!(talk.say(C2s, Kind::Request, "1", "1").role, Role::Request);
    let link = talk.say(S2c, Kind::Response, "1", "1");
    assert_eq!((link.role, link.exchange, link.doubtful), (Role::Terminal, Some(ExchangeId(1)), false));
    talk.stream(C2s, Kind::Request, "1", None);
    talk.stream(S2c, Kind::StreamData, "1", Some((0, 1)));
    talk.lose(S2c);
    talk.stream(C2s, Kind::Request, "1", None);
    let link = talk.stream(S2c, Kind::StreamData, "1", Some((0, 1)));
    assert_eq!((link.role, link.exchange, link.stream.producer.parts), (Role::Part, Some(ExchangeId(3)), 0));
}

#[test]
fn a_loss_before_a_request_excuses_no_second_use_of_its_correlation() {
    let mut talk = Talk::new();
    talk.lose(S2c);
    talk.say(C2s, Kind::Request, "1", "1");
    assert!(matches!(talk.say(C2s, Kind::Request, "1", "1").role, Role::Duplicate { .. }));
}

#[test]
fn a_late_reply_to_a_superseded_request_finds_it_by_its_id() {
    let mut talk = Talk::new();
    talk.say(C2s, Kind::Request, "x", "1");
    talk.lose(S2c);
    talk.say(C2s, Kind::Request, "x", "2");
    assert_eq!(talk.say(S2c, Kind::Response, "x", "1").exchange, Some(ExchangeId(0)));
    assert_eq!(talk.say(S2c, Kind::Response, "x", "2").exchange, Some(ExchangeId(1)));
    assert!(matches!(talk.say(S2c, Kind::Response, "x", "1").role, Role::SecondTerminal(_)));
}

#[test]
fn of_requests_that_nobody_answers_few_are_remembered() {
    let mut talk = Talk::new();
    for _ in 0..50 {
        talk.say(C2s, Kind::Request, "1", "1");
        talk.lose(S2c);
    }
    assert!(talk.correlator.outstanding().len() <= SUPERSEDED + 1);
    assert_eq!(talk.correlator.evicted(), 0);
}

#[test]
fn a_reply_that_does_not_fit_answers_a_request_that_was_lost() {
    let mut talk = Talk::new();
    talk.say(C2s, Kind::Request, "1", "1");
    talk.lose(S2c);
    talk.lose(C2s);
    assert!(matches!(talk.stream(S2c, Kind::StreamData, "1", Some((0, 1))).role, Role::Stray(_)));
    assert!(matches!(talk.say(S2c, Kind::Response, "1", "2").role, Role::Stray(_)));
    let link = talk.say(S2c, Kind::Response, "1", "1");
    assert_eq!((link.role, link.exchange, link.doubtful), (Role::Terminal, Some(ExchangeId(0)), true));
}

#[test]
fn without_a_loss_a_reply_that_does_not_fit_is_the_responders_mistake() {
    let mut talk = Talk::new();
    talk.lose(C2s);
    talk.say(C2s, Kind::Request, "1", "1");
    let link = talk.stream(S2c, Kind::StreamData, "1", Some((0, 1)));
    assert_eq!((link.role, link.exchange, link.doubtful), (Role::Part, Some(ExchangeId(0)), false));
    assert!(talk.say(S2c, Kind::Response, "1", "2").doubtful);
}

#[test]
fn a_stream_of_which_the_request_is_missing_is_not_its_senders_own() {
    let mut talk = Talk::new();
    talk.say(S2c, Kind::Request, "1", "1");
    talk.evidence.seen[C2s.index()] = false;
    assert!(matches!(talk.stream(S2c, Kind::StreamData, "1", Some((0, 1))).role, Role::Stray(_)));
}

#[test]
fn forgotten_exchanges_leave_their_places_to_later_ones() {
    let mut talk = Talk::new();
    for id in (0..1000).map(|number| number.to_string()) {
        talk.say(C2s, Kind::Request, &id, &id);
        talk.say(S2c, Kind::Response, &id, &id);
    }
    assert_eq!(talk.correlator.entries.places(), 101);
    assert!(matches!(talk.say(S2c, Kind::Response, "900", "900").role, Role::SecondTerminal(_)));
    assert!(matches!(talk.say(S2c, Kind::Response, "899", "899").role, Role::Stray(_)));
    assert_eq!((talk.correlator.known(C2s, b"900"), talk.correlator.known(C2s, b"899")), (Known::Done(FrameId(1801)), Known::Never));
}

#[test]
fn a_resumed_stream_is_not_forgotten_for_having_ended_before() {
    let mut talk = Talk::new();
    talk.stream(C2s, Kind::Request, "1", None);
    talk.stream(S2c, Kind::StreamEnd, "1", Some((0, 1)));
    assert_eq!(talk.stream(C2s, Kind::Request, "2", Some((1, 1))).exchange, Some(ExchangeId(0)));
    for id in (100..250).map(|number| number.to_string()) {
        talk.say(C2s, Kind::Request, &id, &id);
        talk.say(S2c, Kind::Response, &id, &id);
    }
    assert_eq!(talk.stream(S2c, Kind::StreamEnd, "2", Some((0, 2))).role, Role::Terminal);
}
