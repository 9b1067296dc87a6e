//! Keys, sizes and pictures of the capture in any order.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use unicode_width::UnicodeWidthStr as _;

use crate::base::direction::Direction;
use crate::store::row::ExchangeState;
use crate::store::snapshot::Snapshot;
use crate::tui::fixture::{Capture, FOREIGN_CODE, capture, model, press, settle};
use crate::tui::msg::Msg;
use crate::tui::update::update;
use crate::tui::view::draw;

use super::tests::some_key;

/// A capture that begins, grows, loses its oldest rows, ends, and is read anew.
static PICTURES: LazyLock<Vec<Arc<Snapshot>>> = LazyLock::new(|| {
    let mut growing = capture();
    let mut pictures = vec![Capture::new().so_far(), growing.so_far()];
    grow(&mut growing, 400);
    pictures.push(growing.so_far());
    grow(&mut growing, 1500);
    growing.evict(1024, 1024);
    pictures.push(growing.so_far());
    grow(&mut growing, 10);
    growing.read_again();
    pictures.push(growing.so_far());
    pictures.push(growing.finish());
    pictures
});

/// Rows that were let go, as they are read back.
static EARLIER: LazyLock<Arc<Snapshot>> = LazyLock::new(|| {
    let mut back = capture();
    grow(&mut back, 900);
    back.goes_back();
    back.so_far()
});

fn grow(capture: &mut Capture, count: usize) {
    for at in 0..count {
        let state = [ExchangeState::Answered, ExchangeState::Pending, ExchangeState::Error, ExchangeState::Notification][at % 4];
        let id = capture.exchange(["ping", "資料", "e\u{301}\u{202e}"][at % 3], Direction::BOTH[at % 2], state);
        if at % 11 == 0 {
            capture.finding(&FOREIGN_CODE, id, "資料 \u{202e}");
        }
        if at % 97 == 0 {
            capture.stream("message/stream", 9);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_key_at_any_size_while_the_capture_changes_panics_or_draws_outside(
        first in 1_usize..4,
        steps in prop::collection::vec((some_key(), 1_u16..150, 1_u16..50, 0_u8..7), 1..40),
    ) {
        let mut next = first;
        let mut model = model(PICTURES[0].clone(), 80, 24);
        for (key, width, height, what) in steps {
            match what {
                0 => { update(&mut model, Msg::Resize(width, height)); }
                1 => {
                    let picture = PICTURES[next.min(PICTURES.len() - 1)].clone();
                    next += 1;
                    let effects = update(&mut model, Msg::Snapshot(picture));
                    settle(&mut model, effects);
                }
                2 => {
                    let effects = update(&mut model, Msg::Earlier(Ok(EARLIER.clone())));
                    settle(&mut model, effects);
                }
                _ => { press(&mut model, &key); }
            }
            let (width, height) = model.size;
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| draw(frame, &model)).unwrap();
            let buffer = terminal.backend().buffer();
            for (at, cell) in buffer.content.iter().enumerate() {
                let is_last = (at + 1) % usize::from(width) == 0;
                prop_assert!(cell.symbol().width() <= if is_last { 1 } else { 2 }, "{:?} at {at} of {width}x{height}", cell.symbol());
            }
            if let Some(row) = model.list().selected() {
                prop_assert_eq!(model.list().rows.at(model.list().position()), Some(row));
            }
        }
    }
}
