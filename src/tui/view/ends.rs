//! The association and its two ends in the room that a title leaves: what is shortened first is what says least, ports stay.

use std::net::SocketAddr;

use crate::base::direction::Direction;
use crate::base::id::AssociationId;
use crate::tui::command::View;
use crate::tui::model::Model;

use super::pen::columns;

/// Columns of an address that say enough to be worth their room.
const LEAST: usize = 5;

/// The association and its ends, in the order in which what is shown went; empty where not even the ports have room.
pub fn within(model: &Model, id: AssociationId, direction: Direction, room: u16) -> String {
    let Some(row) = model.world.shown.association(id) else { return String::new() };
    let ends = if direction == Direction::C2s { [row.client, row.server] } else { [row.server, row.client] };
    let number = model.world.number(id);
    let glyphs = model.glyphs();
    let (arrow, cut) = (glyphs.direction[0], glyphs.cut);
    let [long, short] = if model.view == View::Associations {
        [String::new(), String::new()]
    } else {
        [format!(" \u{b7} association {number}"), format!(" \u{b7} as {number}")]
    };
    let [from, to] = ends.map(|end| end.to_string());
    let [from_port, to_port] = ends.map(|end| format!(":{}", end.port()));
    let fixed = format!("{short} \u{b7} {from_port} {arrow} {to_port}");
    let each = usize::from(room.saturating_sub(columns(&fixed))) / 2;
    let [from_cut, to_cut] = ends.map(|end| shortened(end, each, cut));
    let forms = [
        format!("{long} \u{b7} {from} {arrow} {to}"),
        format!("{short} \u{b7} {from} {arrow} {to}"),
        if each >= LEAST { format!("{short} \u{b7} {from_cut} {arrow} {to_cut}") } else { fixed.clone() },
        fixed,
        format!("{short} {from_port}{arrow}{to_port}"),
        format!(" {from_port}{arrow}{to_port}"),
    ];
    forms.into_iter().find(|form| columns(form) <= room).unwrap_or_default()
}

/// An end whose address takes at most `width` columns: the middle is left out, the port stays.
fn shortened(end: SocketAddr, width: usize, cut: &str) -> String {
    let whole = end.to_string();
    let port = format!(":{}", end.port());
    let address = whole.strip_suffix(&port).unwrap_or(&whole);
    if address.len() <= width {
        return whole;
    }
    let kept = width.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    let (head, tail) = (address.get(..head).unwrap_or_default(), address.get(address.len().saturating_sub(tail)..).unwrap_or_default());
    format!("{head}{cut}{tail}{port}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::fixture::{model, sample};

    #[test]
    fn both_ports_stay_whatever_the_room() {
        let model = model(sample(), 80, 24);
        let told = |room| within(&model, AssociationId(0), Direction::C2s, room);
        assert_eq!(told(60), " \u{b7} association 1 \u{b7} 127.0.0.1:43820 \u{2192} 127.0.0.1:9441");
        assert_eq!(told(46), " \u{b7} as 1 \u{b7} 127.0.0.1:43820 \u{2192} 127.0.0.1:9441");
        assert_eq!(told(40), " \u{b7} as 1 \u{b7} 127.\u{2026}0.1:43820 \u{2192} 127.\u{2026}0.1:9441");
        assert_eq!(told(26), " \u{b7} as 1 \u{b7} :43820 \u{2192} :9441");
        assert_eq!(told(20), " \u{b7} as 1 :43820\u{2192}:9441");
        assert_eq!(told(13), " :43820\u{2192}:9441");
        assert_eq!(told(9), "");
        for room in 13..70 {
            let told = told(room);
            assert!(columns(&told) <= room && told.contains(":43820") && told.contains(":9441"), "{room}: {told}");
        }
    }

    #[test]
    fn a_long_address_loses_its_middle() {
        let end: SocketAddr = "[2001:db8:85a3::8a2e:370:7334]:443".parse().unwrap();
        assert_eq!(shortened(end, 11, "\u{2026}"), "[2001\u{2026}7334]:443");
        assert_eq!(shortened("10.1.2.3:80".parse().unwrap(), 8, "\u{2026}"), "10.1.2.3:80");
    }
}
