//! Text from the wire, made safe. Every octet that reaches a terminal or a report passes here.

use std::fmt::Write as _;

/// Whether a character could act on a terminal or hide: C0, DEL, C1, bidirectional controls, zero-width characters.
pub const fn is_unsafe(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Whether a character belongs to a script that is written from right to left: the blocks that Unicode sets aside for them, with
/// their letters (bidirectional classes R and AL), digits (AN) and marks.
pub const fn is_leftwards(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

/// Appends a character by its number: `\u{XXXX}`.
pub fn push_number(out: &mut String, c: char) {
    let _ = write!(out, "\\u{{{:04x}}}", u32::from(c));
}

/// Appends `text` with unsafe characters as `\u{XXXX}`.
pub fn escape_into(out: &mut String, text: &str) {
    for c in text.chars() {
        if is_unsafe(c) {
            push_number(out, c);
        } else {
            out.push(c);
        }
    }
}

/// `text` with unsafe characters as `\u{XXXX}`.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape_into(&mut out, text);
    out
}

/// Wire octets as text for people: invalid UTF-8 becomes U+FFFD, unsafe characters are escaped.
pub fn show(octets: &[u8]) -> String {
    escape(&String::from_utf8_lossy(octets))
}

/// Lower-case hexadecimal.
pub fn hex(octets: &[u8]) -> String {
    let mut out = String::with_capacity(octets.len() * 2);
    for octet in octets {
        let _ = write!(out, "{octet:02x}");
    }
    out
}

/// The octets of a hexadecimal text of either case; `None` when it is not one.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    digits.chunks_exact(2).map(|pair| Some(nibble(*pair.first()?)? << 4 | nibble(*pair.get(1)?)?)).collect()
}

const fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// A count with thousands separators.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with its noun.
pub fn count_of(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_could_act_on_a_terminal() {
        assert_eq!(show(b"a\x1b[2Jb\x7f"), "a\\u{001b}[2Jb\\u{007f}");
        assert_eq!(escape("x\u{202e}y\u{feff}"), "x\\u{202e}y\\u{feff}");
        assert_eq!(show("héé".as_bytes()), "héé");
    }

    #[test]
    fn scripts_written_leftwards_are_told_from_those_that_are_not() {
        assert!(
            "\u{5d0}\u{627}\u{663}\u{6f1}\u{710}\u{780}\u{7c1}\u{840}\u{fb2a}\u{fef7}\u{10a00}\u{1e900}\u{1ee00}".chars().all(is_leftwards)
        );
        assert!(!"aé\u{301}\u{391}\u{416}\u{905}\u{e01}資\u{ac00}\u{fb01}\u{1f600}1+".chars().any(is_leftwards));
    }

    #[test]
    fn hexadecimal_goes_both_ways_in_either_case() {
        assert_eq!(unhex("00aBff"), Some(vec![0, 0xab, 0xff]));
        assert_eq!(hex(&[0, 0xab, 0xff]), "00abff");
        assert_eq!(unhex("abc"), None);
        assert_eq!(unhex("zz"), None);
    }

    #[test]
    fn groups_thousands() {
        assert_eq!(grouped(12_418), "12,418");
        assert_eq!(grouped(999), "999");
    }
}
