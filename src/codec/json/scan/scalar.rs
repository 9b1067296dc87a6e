//! Strings, numbers and words.

use super::fault::{Fault, Reason};
use super::scanner::Scanner;
use crate::base::span::ByteSpan;
use crate::codec::json::token::{Kind, Member};
use crate::codec::json::{number, skip, text};

impl<'a, F: FnMut(Member)> Scanner<'a, F> {
    /// Reads a string behind its opening quote. Answers what lies between the quotes, and whether it holds escapes.
    #[inline]
    pub(super) fn string(&mut self) -> Result<(&'a [u8], bool), Fault> {
        let content = self.rest;
        let mut high = 0;
        let mut escaped = false;
        loop {
            let plain = skip::plain(self.rest);
            self.rest = plain.rest;
            high |= plain.high;
            match self.rest.split_first() {
                Some((b'"', tail)) => {
                    let content = content.get(..content.len().wrapping_sub(self.rest.len())).unwrap_or_default();
                    if high != 0 {
                        self.check_utf8(content);
                    }
                    self.rest = tail;
                    return Ok((content, escaped));
                }
                Some((b'\\', _)) => {
                    escaped = true;
                    self.escape()?;
                }
                Some(_) => return Err(self.fault(Reason::Control)),
                None => return Err(self.fault(Reason::End)),
            }
        }
    }

    /// `content` lies directly in front of the rest.
    fn check_utf8(&mut self, content: &[u8]) {
        if let Err(error) = std::str::from_utf8(content)
            && self.found.not_utf8.is_none()
        {
            let start = (self.at() as usize).saturating_sub(content.len()).saturating_add(error.valid_up_to());
            let length = error.error_len().unwrap_or_else(|| content.len().saturating_sub(error.valid_up_to()));
            self.found.not_utf8 = Some(ByteSpan::new(start, start.saturating_add(length)));
        }
    }

    fn escape(&mut self) -> Result<(), Fault> {
        let length = match self.rest.get(1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') => self.unicode_escape()?,
            _ => return Err(self.fault(Reason::Escape)),
        };
        self.rest = self.rest.get(length..).unwrap_or_default();
        Ok(())
    }

    /// How many octets the `\u` escape in front takes, with its second half.
    fn unicode_escape(&mut self) -> Result<usize, Fault> {
        let Some(unit) = text::unit(self.rest) else { return Err(self.fault(Reason::Escape)) };
        match unit {
            0xD800..=0xDBFF => {
                let low = self.rest.get(6..).and_then(text::unit);
                if matches!(low, Some(0xDC00..=0xDFFF)) {
                    return Ok(12);
                }
                self.lone_surrogate();
            }
            0xDC00..=0xDFFF => self.lone_surrogate(),
            _ => {}
        }
        Ok(6)
    }

    #[cold]
    fn lone_surrogate(&mut self) {
        let at = self.at();
        if self.found.lone_surrogate.is_none() {
            self.found.lone_surrogate = Some(ByteSpan { start: at, end: at.saturating_add(6) });
        }
    }

    pub(super) fn number(&mut self) -> Result<(), Fault> {
        let number = self.rest;
        let at = self.at();
        let mut rest = number.strip_prefix(b"-").unwrap_or(number);
        let whole = digits(&mut rest);
        let mut sound = whole == 1 || (whole > 1 && number.strip_prefix(b"-").unwrap_or(number).first() != Some(&b'0'));
        let mut kind = Kind::Integer;
        if let Some(fraction) = rest.strip_prefix(b".") {
            kind = Kind::Fractional;
            rest = fraction;
            sound &= digits(&mut rest) > 0;
        }
        let mut large = whole > 300;
        if let Some((b'e' | b'E', power)) = rest.split_first() {
            kind = Kind::Fractional;
            rest = power.strip_prefix(b"-").or_else(|| power.strip_prefix(b"+")).unwrap_or(power);
            sound &= digits(&mut rest) > 0;
            large = true;
        }
        self.rest = rest;
        if !sound {
            let breaks_off = rest.is_empty() && number.last().is_some_and(|octet| !octet.is_ascii_digit());
            return Err(if breaks_off { self.fault_at_end() } else { Fault { at, reason: Reason::Number } });
        }
        let end = self.at();
        if large && self.found.overflow.is_none() && number::overflows(ByteSpan { start: at, end }.of(self.octets)) {
            self.found.overflow = Some(ByteSpan { start: at, end });
        }
        self.done(at, kind);
        Ok(())
    }

    pub(super) fn word(&mut self, word: &[u8], kind: Kind) -> Result<(), Fault> {
        let at = self.at();
        match self.rest.strip_prefix(word) {
            Some(rest) => self.rest = rest,
            None if word.starts_with(self.rest) => return Err(self.fault_at_end()),
            None => return Err(self.fault(Reason::Word)),
        }
        self.done(at, kind);
        Ok(())
    }
}

/// Skips decimal digits and says how many.
#[inline]
fn digits(rest: &mut &[u8]) -> usize {
    let before = rest.len();
    while let Some((b'0'..=b'9', tail)) = rest.split_first() {
        *rest = tail;
    }
    before.saturating_sub(rest.len())
}
