//! Columns of text, aligned by the width a terminal gives them.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// `text` cut or filled to `width` cells, at the left.
pub(super) fn left(text: &str, width: usize) -> String {
    let cut = cut(text, width);
    let fill = width.saturating_sub(cut.width());
    cut + &" ".repeat(fill)
}

/// `text` filled to `width` cells, at the right; numbers are never cut.
pub(super) fn right(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width())) + text
}

/// `text` in at most `width` cells; an ellipsis says that there was more.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for cluster in text.graphemes(true) {
        used += cluster.width();
        if used > width {
            break;
        }
        out.push_str(cluster);
    }
    out + "\u{2026}"
}

/// Words in lines of at most `width` cells.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_count_not_octets() {
        assert_eq!(left("日本語", 5), "日本…");
        assert_eq!(left("ab", 4), "ab  ");
        assert_eq!(right("7", 3), "  7");
        assert_eq!(cut("tools/call", 6), "tools…");
    }

    #[test]
    fn wraps_between_words() {
        assert_eq!(wrap("a bb ccc dddd", 6), ["a bb", "ccc", "dddd"]);
    }
}
