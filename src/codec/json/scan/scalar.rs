//! Strings, numbers and words.

use super::fault::Reason;
use super::scanner::Scanner;
use crate::base::span::ByteSpan;
use crate::codec::json::token::{Kind, Member};
use crate::codec::json::{number, skip, text};

impl<'a, F: FnMut(Option<ByteSpan>, Member)> Scanner<'a, F> {
    /// Reads a string behind its opening quote.
    #[inline]
    pub(super) fn string(&mut self, content: &'a [u8]) -> Option<&'a [u8]> {
        let mut rest = content;
        let mut high = 0;
        self.escaped = false;
        loop {
            let plain = skip::plain(rest);
            rest = plain.rest;
            high |= plain.high;
            match rest.split_first() {
                Some((b'"', tail)) => {
                    if high != 0 {
                        self.check_utf8(content, rest);
                    }
                    return Some(tail);
                }
                Some((b'\\', _)) => rest = self.escape(rest)?,
                _ => return self.fault(rest, Reason::Control),
            }
        }
    }

    /// Checks what lies between `content` and `behind`: every run of octets above 0x7F for itself, for no character goes beyond one.
    fn check_utf8(&mut self, content: &[u8], behind: &[u8]) {
        let mut rest = content.get(..content.len().saturating_sub(behind.len())).unwrap_or_default();
        while self.found.not_utf8.is_none() {
            let high = skip::ascii(rest);
            if high.is_empty() {
                return;
            }
            let length = high.iter().position(u8::is_ascii).unwrap_or(high.len());
            let (run, tail) = high.split_at_checked(length).unwrap_or((high, &[]));
            if let Err(error) = std::str::from_utf8(run) {
                let odd = error.error_len().unwrap_or_else(|| run.len().saturating_sub(error.valid_up_to()));
                let start = self.at(behind) as usize;
                let start = start.saturating_sub(high.len()).saturating_add(error.valid_up_to());
                self.found.not_utf8 = Some(ByteSpan::new(start, start.saturating_add(odd)));
            }
            rest = tail;
        }
    }

    /// Reads the escape in front of `rest`.
    fn escape(&mut self, rest: &'a [u8]) -> Option<&'a [u8]> {
        self.escaped = true;
        let length = match rest.get(1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') => self.unicode_escape(rest)?,
            _ => return self.fault(rest, Reason::Escape),
        };
        rest.get(length..)
    }

    /// How many octets a `\u` escape takes, with its second half.
    fn unicode_escape(&mut self, rest: &[u8]) -> Option<usize> {
        let Some(unit) = text::unit(rest) else { return self.fault(rest, Reason::Escape) };
        match unit {
            0xD800..=0xDBFF => {
                let low = rest.get(6..).and_then(text::unit);
                if matches!(low, Some(0xDC00..=0xDFFF)) {
                    return Some(12);
                }
                self.lone_surrogate(rest);
            }
            0xDC00..=0xDFFF => self.lone_surrogate(rest),
            _ => {}
        }
        Some(6)
    }

    #[cold]
    fn lone_surrogate(&mut self, rest: &[u8]) {
        let start = self.at(rest);
        if self.found.lone_surrogate.is_none() {
            self.found.lone_surrogate = Some(ByteSpan { start, end: start.saturating_add(6) });
        }
    }

    pub(super) fn number(&mut self, number: &'a [u8]) -> Option<&'a [u8]> {
        let unsigned = number.strip_prefix(b"-").unwrap_or(number);
        let (mut rest, whole) = digits(unsigned);
        let mut sound = whole == 1 || (whole > 1 && unsigned.first() != Some(&b'0'));
        let mut kind = Kind::Integer;
        if let Some(fraction) = rest.strip_prefix(b".") {
            let (behind, count) = digits(fraction);
            (kind, rest, sound) = (Kind::Fractional, behind, sound && count > 0);
        }
        if let Some((b'e' | b'E', power)) = rest.split_first() {
            let power = power.strip_prefix(b"-").or_else(|| power.strip_prefix(b"+")).unwrap_or(power);
            let (behind, count) = digits(power);
            (kind, rest, sound) = (Kind::Fractional, behind, sound && count > 0);
        }
        if !sound {
            let breaks_off = rest.is_empty() && number.last().is_some_and(|octet| !octet.is_ascii_digit());
            return self.fault(if breaks_off { rest } else { number }, Reason::Number);
        }
        let at = self.at(number);
        if kind == Kind::Fractional || whole > 300 {
            self.check_range(ByteSpan { start: at, end: self.at(rest) });
        }
        self.done(at, rest, kind);
        Some(rest)
    }

    fn check_range(&mut self, span: ByteSpan) {
        if self.found.overflow.is_none() && number::overflows(span.of(self.octets)) {
            self.found.overflow = Some(span);
        }
    }

    pub(super) fn word(&mut self, rest: &'a [u8], word: &[u8], kind: Kind) -> Option<&'a [u8]> {
        match rest.strip_prefix(word) {
            Some(behind) => {
                self.done(self.at(rest), behind, kind);
                Some(behind)
            }
            None if word.starts_with(rest) => self.fault(&[], Reason::End),
            None => self.fault(rest, Reason::Word),
        }
    }
}

/// What follows the decimal digits in front, and how many they are.
#[inline]
fn digits(mut rest: &[u8]) -> (&[u8], usize) {
    let before = rest.len();
    while let Some((b'0'..=b'9', tail)) = rest.split_first() {
        rest = tail;
    }
    (rest, before.saturating_sub(rest.len()))
}
