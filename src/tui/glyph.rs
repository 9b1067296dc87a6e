//! The signs of the interface, as Unicode and as ASCII. Every one is one column wide.

use crate::base::direction::Direction;
use crate::store::finding::Severity;

/// A set of signs.
#[derive(Debug)]
pub struct Glyphs {
    /// Severities: error, warning, note.
    pub severity: [&'static str; 3],
    /// Client to server, server to client.
    pub direction: [&'static str; 2],
    /// A request without its reply yet.
    pub pending: &'static str,
    /// A stream that goes on.
    pub stream: &'static str,
    /// Stands at the selected row.
    pub cursor: &'static str,
    /// Stands at a marked row.
    pub mark: &'static str,
    /// Stands before a comment.
    pub comment: &'static str,
    /// Says that text was cut.
    pub cut: &'static str,
    /// Horizontal line.
    pub rule: &'static str,
    /// Vertical line between panes.
    pub wall: &'static str,
    /// Tree: a further sibling follows; the last one; an ancestor goes on; nothing.
    pub branch: [&'static str; 4],
    /// Tree: a closed group, an open group.
    pub fold: [&'static str; 2],
    /// Follow mode.
    pub follow: &'static str,
    /// Paused.
    pub pause: &'static str,
    /// Traffic comes as it happens.
    pub live: &'static str,
    /// Filled and empty part of a gauge.
    pub gauge: [&'static str; 2],
    /// Sorted with the least first, with the greatest first.
    pub sorted: [&'static str; 2],
    /// Tips of arrows: client to server, server to client.
    pub heads: [&'static str; 2],
    /// Shafts of arrows: an exchange, a notification, a stream, a frame outside every exchange.
    pub shaft: [&'static str; 4],
    /// How many, from none to most.
    pub bars: [&'static str; 8],
    /// Under the fault of an expression.
    pub caret: &'static str,
}

/// For terminals with Unicode fonts.
pub static UNICODE: Glyphs = Glyphs {
    severity: ["\u{2716}", "\u{25b2}", "\u{2022}"],
    direction: ["\u{2192}", "\u{2190}"],
    pending: "\u{22ef}",
    stream: "\u{2248}",
    cursor: "\u{258c}",
    mark: "\u{25c6}",
    comment: "\u{270e}",
    cut: "\u{2026}",
    rule: "\u{2500}",
    wall: "\u{2502}",
    branch: ["\u{251c} ", "\u{2514} ", "\u{2502} ", "  "],
    fold: ["\u{25b8}", "\u{25be}"],
    follow: "\u{25bc}",
    pause: "\u{2016}",
    live: "\u{25cf}",
    gauge: ["\u{2588}", "\u{2591}"],
    sorted: ["\u{2191}", "\u{2193}"],
    heads: ["\u{25b6}", "\u{25c0}"],
    shaft: ["\u{2500}", "\u{2504}", "\u{2248}", "\u{2500}"],
    bars: ["\u{2581}", "\u{2582}", "\u{2583}", "\u{2584}", "\u{2585}", "\u{2586}", "\u{2587}", "\u{2588}"],
    caret: "\u{25b2}",
};

/// For every other terminal.
pub static ASCII: Glyphs = Glyphs {
    severity: ["E", "W", "n"],
    direction: [">", "<"],
    pending: ".",
    stream: "~",
    cursor: ">",
    mark: "*",
    comment: "\"",
    cut: "~",
    rule: "-",
    wall: "|",
    branch: ["|-", "`-", "| ", "  "],
    fold: ["+", "-"],
    follow: "v",
    pause: "=",
    live: "@",
    gauge: ["#", "."],
    sorted: ["^", "v"],
    heads: [">", "<"],
    shaft: ["-", ".", "~", "-"],
    bars: ["_", ".", ":", "-", "=", "+", "*", "#"],
    caret: "^",
};

impl Glyphs {
    /// The set for a terminal.
    pub const fn of(ascii: bool) -> &'static Self {
        if ascii { &ASCII } else { &UNICODE }
    }

    /// Counts as bars, of which `most` is the highest.
    pub fn spark(&self, counts: &[u32], most: u32) -> String {
        let highest = self.bars.len() as u64 - 1;
        let level = |count: &u32| (u64::from(*count) * highest).div_ceil(u64::from(most.max(1))).min(highest);
        counts.iter().filter_map(|count| self.bars.get(usize::try_from(level(count)).ok()?)).copied().collect()
    }

    /// The sign of a severity.
    pub const fn of_severity(&self, severity: Severity) -> &'static str {
        self.severity[severity.index()]
    }

    /// The arrow of a direction.
    pub const fn of_direction(&self, direction: Direction) -> &'static str {
        self.direction[direction.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr as _;

    #[test]
    fn every_sign_is_as_wide_in_both_sets() {
        for (unicode, ascii) in signs(&UNICODE).iter().zip(signs(&ASCII)) {
            assert_eq!(unicode.width(), ascii.width(), "{unicode} {ascii}");
            assert!(ascii.is_ascii());
        }
    }

    fn signs(set: &Glyphs) -> Vec<&'static str> {
        let single = [
            set.pending,
            set.stream,
            set.cursor,
            set.mark,
            set.comment,
            set.cut,
            set.rule,
            set.wall,
            set.follow,
            set.pause,
            set.live,
            set.caret,
        ];
        [&set.severity[..], &set.direction, &set.branch, &set.fold, &set.gauge, &set.bars, &set.sorted, &set.heads, &set.shaft, &single]
            .concat()
    }
}
