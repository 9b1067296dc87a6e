//! Puts text into the buffer. Everything the interface draws passes here, so nothing captured reaches the terminal raw.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr};

use crate::base::text::{is_leftwards, is_unsafe, push_number};
use crate::store::query::Light;
use crate::tui::glyph::Glyphs;
use crate::tui::model::Model;
use crate::tui::theme::{Palette, Role};

/// How a match of the filter stands out: many rows hold one, so it does not shout.
const MATCHED: Style = Style::new().add_modifier(Modifier::UNDERLINED.union(Modifier::BOLD));

/// Draws into a buffer with the styles and signs of a model.
pub struct Pen<'a> {
    /// The cells.
    pub buffer: &'a mut Buffer,
    /// The styles.
    pub palette: &'a Palette,
    /// The signs.
    pub glyphs: &'static Glyphs,
    /// What is lit in texts, and in which style.
    pub light: (&'a Light, Style),
}

impl<'a> Pen<'a> {
    /// A pen for a model's screen.
    pub fn new(buffer: &'a mut Buffer, model: &'a Model) -> Self {
        Self { buffer, palette: &model.palette, glyphs: model.glyphs(), light: (&model.filter.light, MATCHED) }
    }

    /// Fills an area with spaces in a style laid over the base.
    pub fn fill(&mut self, area: Rect, role: Role) {
        let style = self.style(role);
        let area = area.intersection(self.buffer.area);
        self.cut_wide(area);
        for position in area.positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
                cell.set_style(style);
            }
        }
    }

    /// Blanks wide characters that begin left of an area and would lie over its edge.
    fn cut_wide(&mut self, area: Rect) {
        let Some(x) = area.x.checked_sub(1) else { return };
        for y in area.top()..area.bottom() {
            if let Some(cell) = self.buffer.cell_mut((x, y)).filter(|cell| cell.symbol().width() > 1) {
                cell.set_symbol(" ");
            }
        }
    }

    /// The style of a role over the base.
    pub fn style(&self, role: Role) -> Style {
        self.palette.base.patch(self.palette.of(role))
    }

    /// Writes text at the left of a line; cuts it with a sign. Returns the columns used.
    pub fn text(&mut self, line: Rect, text: &str, style: Style) -> u16 {
        let line = line.intersection(self.buffer.area);
        if line.is_empty() {
            return 0;
        }
        let fitted = fit(text, line.width, self.glyphs.cut);
        let (end, _) = self.buffer.set_stringn(line.x, line.y, &fitted, line.width.into(), style);
        end.saturating_sub(line.x)
    }

    /// Writes text of the traffic, with what is looked for lit.
    pub fn said(&mut self, line: Rect, text: &str, style: Style) -> u16 {
        let used = self.text(line, text, style);
        self.lighten(Rect { width: used, ..line }, text);
        used
    }

    /// Writes text of the traffic at the right edge of a line, with what is looked for lit.
    pub fn said_right(&mut self, line: Rect, text: &str, style: Style) -> u16 {
        let used = self.text_right(line, text, style);
        self.lighten(Rect { x: line.right().saturating_sub(used), width: used, ..line }, text);
        used
    }

    /// Lights what is looked for in a text that stands on a line.
    fn lighten(&mut self, on: Rect, text: &str) {
        let (light, style) = self.light;
        if light.is_dark() || on.width == 0 {
            return;
        }
        for part in light.on(text) {
            let start = columns(&self.drawn(text.get(..part.start).unwrap_or_default()));
            let width = columns(&self.drawn(text.get(part).unwrap_or_default()));
            let room = from(on, start);
            self.buffer.set_style(Rect { width: width.min(room.width), ..room }.intersection(self.buffer.area), style);
        }
    }

    /// A text as it is drawn where there is room for it.
    pub fn drawn<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.glyphs.cut.is_ascii() { ascii(clean(text)) } else { clean(text) }
    }

    /// Writes text in a role at the left of a line.
    pub fn put(&mut self, line: Rect, text: &str, role: Role) -> u16 {
        let style = self.palette.of(role);
        self.text(line, text, style)
    }

    /// Writes text at the right edge of a line.
    pub fn text_right(&mut self, line: Rect, text: &str, style: Style) -> u16 {
        let fitted = fit(text, line.width, self.glyphs.cut);
        let width = columns(&fitted).min(line.width);
        self.text(Rect { x: line.right().saturating_sub(width), width, ..line }, &fitted, style)
    }

    /// Writes pieces one after another, each in its role. Returns the columns used.
    pub fn pieces(&mut self, line: Rect, pieces: &[(&str, Role)]) -> u16 {
        let mut used = 0;
        for (text, role) in pieces {
            used += self.put(from(line, used), text, *role);
        }
        used
    }
}

/// Line `at` of an area; empty when the area has no such line.
pub fn line(area: Rect, at: usize) -> Rect {
    let at = u16::try_from(at).unwrap_or(u16::MAX);
    if at >= area.height { Rect::new(area.x, area.y, 0, 0) } else { Rect { y: area.y + at, height: 1, ..area } }
}

/// The part of a line that begins `skip` columns in.
pub fn from(line: Rect, skip: u16) -> Rect {
    let skip = skip.min(line.width);
    Rect { x: line.x + skip, width: line.width - skip, ..line }
}

/// Columns that a text takes.
pub fn columns(text: &str) -> u16 {
    let width = if text.is_ascii() { text.len() } else { text.graphemes(true).map(UnicodeWidthStr::width).sum() };
    u16::try_from(width).unwrap_or(u16::MAX)
}

/// A text that takes at most `width` columns and holds nothing that could act on a terminal.
pub fn fit<'a>(text: &'a str, width: u16, cut: &str) -> Cow<'a, str> {
    let text = if cut.is_ascii() { ascii(clean(text)) } else { clean(text) };
    if columns(&text) <= width {
        return text;
    }
    let room = usize::from(width.saturating_sub(columns(cut)));
    let mut used = 0;
    let kept = text.graphemes(true).take_while(|grapheme| {
        used += grapheme.width();
        used <= room
    });
    let mut out: String = kept.collect();
    out.push_str(cut);
    Cow::Owned(out)
}

/// Text without what could act on a terminal, hide, be drawn wider than it is counted, or be drawn elsewhere: such characters show as
/// their numbers.
///
/// Letters that run leftwards are among them. Terminals disagree about who orders them: some draw cell by cell, others (those built
/// on VTE, Konsole, mlterm, `PuTTY`, Terminal of macOS) order the whole line, so that a name of the wire would move the cells and borders
/// of its neighbours. There is no way to ask. Marks that could hold the order are dropped by some and take a cell in others, and are
/// the very controls that are never sent. So they are numbers everywhere: longer to read, but in their place.
fn clean(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|octet| octet.is_ascii_control()) {
        return Cow::Borrowed(text);
    }
    if !text.chars().any(|c| is_displaced(c) || c.width() == Some(0)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() * 2);
    for grapheme in text.graphemes(true) {
        clean_into(&mut out, grapheme);
    }
    Cow::Owned(out)
}

/// One grapheme. Marks show on the character that they belong to, as many as a script has use for.
fn clean_into(out: &mut String, grapheme: &str) {
    let mut marks = 0;
    for (at, c) in grapheme.chars().enumerate() {
        let is_mark = c.width() == Some(0);
        marks += usize::from(is_mark);
        let is_style = at == 1 && matches!(c, '\u{fe0e}' | '\u{fe0f}') && !grapheme.starts_with(is_displaced);
        if is_style {
            // How an emoji is drawn decides how wide it is; without the wish it is as wide as it is counted.
        } else if is_displaced(c) || (is_mark && (at == 0 || marks > MARKS)) {
            push_number(out, c);
        } else {
            out.push(c);
        }
    }
}

/// Marks on one character that are drawn.
const MARKS: usize = 3;

/// Whether a character would not be where, or as wide, as it is counted.
const fn is_displaced(c: char) -> bool {
    is_unsafe(c) || is_hidden(c) || is_leftwards(c)
}

/// Characters that take no ink, carry hidden text, or change how wide their neighbours are: the half-width marks of kana among them,
/// which take a column of their own in some terminals and none in others.
const fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{ff9e}'..='\u{ffa0}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{fff9}'..='\u{fffb}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Text for a terminal that shows nothing but ASCII: our own signs by their nearest, wire text escaped.
fn ascii(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii() {
        return text;
    }
    let near = |c: char| match c {
        '\u{b7}' | '\u{2013}' => "-".to_owned(),
        '\u{a7}' => "s".to_owned(),
        '\u{2026}' => "~".to_owned(),
        c if c.is_ascii() => c.to_string(),
        c => {
            let mut number = String::new();
            push_number(&mut number, c);
            number
        }
    };
    Cow::Owned(text.chars().map(near).collect())
}

/// A text in lines of at most `width` columns, broken at spaces where possible; at most `most` lines, the last one cut.
pub fn wrap(text: &str, width: u16, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace().flat_map(|word| chunks(word, width)) {
        let is_full = lines.len() >= most;
        let Some(last) = lines.last_mut() else { break };
        let gap = u16::from(!last.is_empty());
        if is_full || columns(last) + gap + columns(&word) <= width {
            if gap > 0 {
                last.push(' ');
            }
            last.push_str(&word);
        } else {
            lines.push(word);
        }
    }
    lines.truncate(most);
    lines
}

/// A word that fits into a line, or its parts.
fn chunks(word: &str, width: u16) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut used = 0;
    for grapheme in word.graphemes(true) {
        let wide = columns(grapheme);
        if used + wide > width.max(1) && used > 0 {
            out.push(String::new());
            used = 0;
        }
        used += wide;
        if let Some(last) = out.last_mut() {
            last.push_str(grapheme);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_by_columns_and_never_splits_a_wide_character() {
        assert_eq!(fit("日本語テキスト", 7, "…"), "日本語…");
        assert_eq!(fit("日本語テキスト", 6, "…"), "日本…");
        assert_eq!(fit("e\u{301}te\u{301}", 3, "…"), "e\u{301}te\u{301}");
        assert_eq!(fit("abc", 0, "…"), "…");
    }

    #[test]
    fn nothing_that_acts_on_a_terminal_gets_through() {
        assert_eq!(fit("a\u{1b}[2J", 40, "…"), "a\\u{001b}[2J");
        assert_eq!(fit("a\u{202e}b\u{fe0f}", 40, "…"), "a\\u{202e}b");
    }

    #[test]
    fn nothing_hides_and_no_character_carries_more_marks_than_a_script_has_use_for() {
        assert_eq!(fit("a\u{e0041}\u{ad}b", 40, "…"), "a\\u{e0041}\\u{00ad}b");
        assert_eq!(fit("\u{301}x", 40, "…"), "\\u{0301}x");
        assert_eq!(fit("e\u{301}\u{301}\u{301}\u{301}", 40, "…"), "e\u{301}\u{301}\u{301}\\u{0301}");
        assert_eq!(fit("\u{263a}\u{fe0f}", 40, "…"), "\u{263a}");
    }

    #[test]
    fn half_width_marks_are_drawn_by_their_numbers() {
        assert_eq!(fit("\u{ff8a}\u{ff9f}x", 40, "…"), "\u{ff8a}\\u{ff9f}x");
    }

    #[test]
    fn letters_that_run_leftwards_are_drawn_by_their_numbers() {
        assert_eq!(fit("a\u{5d0}\u{5b8}b \u{627}\u{663}", 60, "…"), "a\\u{05d0}\\u{05b8}b \\u{0627}\\u{0663}");
    }

    #[test]
    fn wraps_at_spaces_and_breaks_words_that_are_too_long() {
        assert_eq!(wrap("one two three", 7, 9), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4, 9), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("one two three four", 7, 2), ["one two", "three four"]);
    }
}
