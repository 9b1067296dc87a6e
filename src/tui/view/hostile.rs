//! Text of the wire that tries to leave its cell.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr as _;

use crate::base::direction::Direction;
use crate::base::text::{is_leftwards, is_unsafe};
use crate::store::row::ExchangeState;
use crate::tui::fixture::{Capture, FOREIGN_CODE, VIEWS, model, press};
use crate::tui::model::Model;

use super::tests::{SIZES, lines, screen};

/// Overrides, marks upon marks, wide characters, letters that run leftwards, tags, fillers, controls.
const METHODS: [&str; 6] = [
    "a\u{202e}b\u{2066}c\u{200f}d",
    "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}x\u{489}\u{489}\u{489}\u{489}\u{489}",
    "資料\u{3000}読み取り資料読み取り資料読み取り資料読み取り資料読み取り資料読み取り資料読み取り資料読み取り資料読み取り",
    "\u{5d0}\u{5d1}\u{5d2} \u{627}\u{644}\u{639}",
    "\u{e0041}\u{e0042}\u{3164}\u{115f}\u{fe0f}\u{1f469}\u{200d}\u{1f52c}\u{1f3fd}\u{1f1e9}\u{1f1ea}",
    "\u{1b}]0;x\u{7}\u{9b}31m\r\n\t\u{0}end",
];

fn capture(method: &str) -> Capture {
    let mut capture = Capture::new();
    for state in [ExchangeState::Answered, ExchangeState::Pending, ExchangeState::Error, ExchangeState::Notification] {
        let id = capture.exchange(method, Direction::C2s, state);
        capture.finding(&FOREIGN_CODE, id, method);
    }
    capture.exchange(method, Direction::S2c, ExchangeState::Answered);
    capture.stream(method, 5);
    capture
}

/// Every cell holds one grapheme that is as wide as the room it has, and no line is wider than the screen.
fn assert_straight(buffer: &Buffer, what: &str) {
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            assert!(!symbol.is_empty() && !symbol.chars().any(|c| is_unsafe(c) || is_leftwards(c)), "{what}: {symbol:?} at {x},{y}");
            assert!(symbol.chars().count() <= 4, "{what}: {symbol:?} at {x},{y}");
            assert!((1..=2).contains(&symbol.width()), "{what}: {symbol:?} at {x},{y} is {} columns wide", symbol.width());
            assert!(symbol.width() == 1 || x + 1 < buffer.area.width, "{what}: {symbol:?} lies over the edge");
            assert!(symbol.width() == 1 || buffer[(x + 1, y)].symbol() == " ", "{what}: {symbol:?} covers its neighbour");
        }
    }
    assert!(lines(buffer).iter().all(|line| line.width() == usize::from(buffer.area.width)), "{what}");
}

fn shown(method: &str, (width, height): (u16, u16), keys: &str) -> Model {
    let mut model = model(capture(method).so_far(), width, height);
    press(&mut model, keys);
    model
}

#[test]
fn hostile_text_stays_in_its_cell_in_every_view_with_and_without_detail() {
    for size in [SIZES[0], SIZES[2], (121, 33)] {
        for method in METHODS {
            for (view, name) in VIEWS {
                for keys in ["jj", "jj<enter>", "bb<enter>j", "bbbjj", "/x<enter>"] {
                    let model = shown(method, size, &format!("{}{keys}", view.number()));
                    assert_straight(screen(&model).backend().buffer(), &format!("{method:?} {name} {size:?} {keys}"));
                }
            }
        }
    }
}

#[test]
fn columns_beside_hostile_text_stand_where_they_stand_beside_harmless_text() {
    let columns = [("1", "outcome"), ("6", "server ")];
    for (view, title) in columns {
        let plain = screen(&shown("tools/call", (120, 40), view)).backend().buffer().clone();
        let head = &lines(&plain)[2];
        let from = head.find(title).unwrap();
        let from = if view == "6" { head.len() - head.trim_end().len() } else { head[..from].width() };
        for method in METHODS {
            let hostile = screen(&shown(method, (120, 40), view)).backend().buffer().clone();
            for y in 2..8 {
                let part = |buffer: &Buffer| {
                    (from..from + 8).map(|x| buffer[(u16::try_from(x).unwrap(), y)].symbol().to_owned()).collect::<String>()
                };
                if view == "1" {
                    assert_eq!(part(&hostile), part(&plain), "{method:?} line {y}");
                }
                let walls = |buffer: &Buffer| (0..120).filter(|x| buffer[(*x, y)].symbol() == "\u{2502}").collect::<Vec<u16>>();
                assert_eq!(walls(&hostile), walls(&plain), "{method:?} line {y}");
            }
        }
    }
}

#[test]
fn no_octet_of_a_method_hides() {
    let leftwards = "\\u{05d0}\\u{05d1}\\u{05d2} \\u{0627}\\u{0644}\\u{0639}";
    let seen = [(0, "a\\u{202e}b\\u{2066}c\\u{200f}d"), (3, leftwards), (4, "\\u{e0041}\\u{e0042}\\u{3164}")];
    for (method, seen) in seen.map(|(at, seen)| (METHODS[at], seen)) {
        let buffer = screen(&shown(method, (200, 40), "6")).backend().buffer().clone();
        assert!(lines(&buffer).join("\n").contains(seen), "{}", lines(&buffer).join("\n"));
    }
}

#[test]
fn a_line_being_typed_stays_straight_and_its_cursor_stands_behind_what_was_typed() {
    for keys in ["/", "J", ":"] {
        let mut model = model(capture("ping").so_far(), 120, 40);
        press(&mut model, &format!("{keys}\u{5d0}\u{8cc7}"));
        let mut terminal = screen(&model);
        assert_straight(terminal.backend().buffer(), keys);
        let cursor = terminal.get_cursor_position().unwrap();
        let line = &lines(terminal.backend().buffer())[usize::from(cursor.y)];
        let typed = line.find("\\u{05d0}\u{8cc7}").map(|at| line[..at].width());
        assert_eq!(typed.map(|at| at + 10), Some(usize::from(cursor.x)), "{keys} {line}");
    }
}
