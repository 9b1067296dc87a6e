//! Strings: their characters, whatever the spelling.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The characters of a string token as UTF-8. A surrogate without its half becomes the three octets that UTF-8 forbids for it,
/// so it equals no valid text; octets that were no UTF-8 stay as they are.
pub fn decode(raw: &[u8]) -> Cow<'_, [u8]> {
    decode_content(content(raw))
}

/// As [`decode`], for what lies between the quotes.
pub(super) fn decode_content(content: &[u8]) -> Cow<'_, [u8]> {
    match memchr::memchr(b'\\', content) {
        None => Cow::Borrowed(content),
        Some(_) => Cow::Owned(unescape(content)),
    }
}

/// Whether a string token spells `text`.
pub fn is(raw: &[u8], text: &[u8]) -> bool {
    let content = content(raw);
    let begins = content.first() == text.first() || content.first() == Some(&b'\\');
    content == text || (begins && content.len() > text.len() && *decode(raw) == *text)
}

/// The octets between the quotes, escapes included.
pub fn content(raw: &[u8]) -> &[u8] {
    let inner = raw.strip_prefix(b"\"").unwrap_or(raw);
    inner.strip_suffix(b"\"").unwrap_or(inner)
}

/// The characters for people: surrogates without their half stay visible as `\ud800`. Not safe for a terminal yet.
pub fn show(raw: &[u8]) -> String {
    let decoded = decode(raw);
    match std::str::from_utf8(&decoded) {
        Ok(text) => text.to_owned(),
        Err(_) => show_surrogates(&decoded),
    }
}

/// As [`show`], for octets that are no UTF-8: only 0xED begins a surrogate.
fn show_surrogates(decoded: &[u8]) -> String {
    let mut out = String::with_capacity(decoded.len());
    let mut rest = decoded;
    while let Some(at) = memchr::memchr(0xED, rest) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        out.push_str(&String::from_utf8_lossy(before));
        let used = show_one(from, &mut out);
        rest = from.get(used..).unwrap_or_default();
    }
    out.push_str(&String::from_utf8_lossy(rest));
    out
}

/// Appends what begins with 0xED and says how many octets it takes.
fn show_one(from: &[u8], out: &mut String) -> usize {
    let Some(&[_, second, third]) = from.first_chunk::<3>() else {
        out.push('\u{FFFD}');
        return 1;
    };
    if matches!((second, third), (0xA0..=0xBF, 0x80..=0xBF)) {
        let unit = 0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F);
        let _ = write!(out, "\\u{unit:04x}");
        return 3;
    }
    let octets = [0xED, second, third];
    let Ok(character) = std::str::from_utf8(&octets) else {
        out.push('\u{FFFD}');
        return 1;
    };
    out.push_str(character);
    3
}

fn unescape(content: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        out.extend_from_slice(before);
        let used = unescape_one(from, &mut out);
        rest = from.get(used..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out
}

/// Appends what the escape at the front of `from` means and says how many octets it takes. A wrong one stands for itself.
fn unescape_one(from: &[u8], out: &mut Vec<u8>) -> usize {
    let plain = match from.get(1) {
        Some(b'n') => b'\n',
        Some(b't') => b'\t',
        Some(b'r') => b'\r',
        Some(b'b') => 0x08,
        Some(b'f') => 0x0C,
        Some(octet @ (b'"' | b'\\' | b'/')) => *octet,
        Some(b'u') => return unescape_unit(from, out),
        _ => {
            out.push(b'\\');
            return 1;
        }
    };
    out.push(plain);
    2
}

fn unescape_unit(from: &[u8], out: &mut Vec<u8>) -> usize {
    let Some(unit) = unit(from) else {
        out.push(b'\\');
        return 1;
    };
    let low = from.get(6..).and_then(self::unit);
    if let Some(Ok(c)) = char::decode_utf16([Some(unit), low].into_iter().flatten()).next() {
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        return if c.len_utf16() == 2 { 12 } else { 6 };
    }
    let [high, low] = unit.to_be_bytes();
    out.extend_from_slice(&[0xED, 0x80 | (high & 0x0F) << 2 | low >> 6, 0x80 | low & 0x3F]);
    6
}

/// The code unit of `\uXXXX` at the front of `from`.
pub(super) fn unit(from: &[u8]) -> Option<u16> {
    let digits = from.strip_prefix(b"\\u")?.first_chunk::<4>()?;
    digits.iter().try_fold(0u16, |unit, digit| Some(unit << 4 | hex(*digit)?))
}

fn hex(digit: u8) -> Option<u16> {
    char::from(digit).to_digit(16).and_then(|value| u16::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_text_decode_alike() {
        assert_eq!(&*decode(br#""tools\/call""#), b"tools/call");
        assert_eq!(&*decode(br#""\u0074ools/call""#), b"tools/call");
        assert_eq!(&*decode(br#""\ud83d\ude00\n""#), "😀\n".as_bytes());
        assert!(matches!(decode(br#""plain""#), Cow::Borrowed(_)));
        assert!(is(br#""\u0061""#, b"a") && !is(br#""\u0061""#, b"b"));
    }

    #[test]
    fn a_lone_surrogate_stays_visible_and_equals_no_text() {
        assert_eq!(&*decode(br#""a\ud800b""#), b"a\xed\xa0\x80b");
        assert_eq!(show(br#""a\ud800b""#), "a\\ud800b");
        assert_eq!(show("\"한\u{d55c} \\udfff\"".as_bytes()), "한\u{d55c} \\udfff");
        assert_eq!(show(b"\"\xff\xed\""), "\u{FFFD}\u{FFFD}");
    }
}
