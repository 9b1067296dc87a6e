//! Skips the plain part of a string, eight octets at a time.

const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
const QUOTE: u64 = u64::from_ne_bytes([b'"'; 8]);
const BACKSLASH: u64 = u64::from_ne_bytes([b'\\'; 8]);
const SPACE: u64 = u64::from_ne_bytes([b' '; 8]);

/// What a skip found.
pub(super) struct Plain<'a> {
    /// From the quote, backslash or control octet on; empty when none came.
    pub(super) rest: &'a [u8],
    /// Non-zero when an octet above 0x7F was skipped.
    pub(super) high: u64,
}

/// Skips to the first quote, backslash or control octet.
#[inline]
pub(super) fn plain(mut rest: &[u8]) -> Plain<'_> {
    let mut high = 0;
    while let Some((chunk, tail)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let stops = stops(word);
        if stops != 0 {
            let before = (stops & stops.wrapping_neg()).wrapping_sub(1);
            high |= word & before & HIGH;
            let skipped = (stops.trailing_zeros() / 8) as usize;
            return Plain { rest: rest.get(skipped..).unwrap_or_default(), high };
        }
        high |= word & HIGH;
        rest = tail;
    }
    while let Some((&octet, tail)) = rest.split_first() {
        if octet < b' ' || octet == b'"' || octet == b'\\' {
            break;
        }
        high |= u64::from(octet & 0x80);
        rest = tail;
    }
    Plain { rest, high }
}

/// Skips to the first octet above 0x7F.
#[inline]
pub(super) fn ascii(mut rest: &[u8]) -> &[u8] {
    while let Some((chunk, tail)) = rest.split_first_chunk::<8>() {
        let high = u64::from_le_bytes(*chunk) & HIGH;
        if high != 0 {
            return rest.get((high.trailing_zeros() / 8) as usize..).unwrap_or_default();
        }
        rest = tail;
    }
    while let Some((octet, tail)) = rest.split_first() {
        if !octet.is_ascii() {
            break;
        }
        rest = tail;
    }
    rest
}

/// The high bit of every stop in `word`; bits above the lowest one may be wrong, the lowest is exact.
#[inline]
const fn stops(word: u64) -> u64 {
    let quote = word ^ QUOTE;
    let backslash = word ^ BACKSLASH;
    let quotes = quote.wrapping_sub(ONES) & !quote;
    let backslashes = backslash.wrapping_sub(ONES) & !backslash;
    let controls = word.wrapping_sub(SPACE) & !word;
    (quotes | backslashes | controls) & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_at_the_first_quote_backslash_or_control_wherever_it_lies() {
        for length in 0..40 {
            for stop in [b'"', b'\\', 0, 0x1f, b'\n'] {
                for filler in [b'a', 0x7f, 0xc3, 0xff, b' ', b'!', b'#', b'[', b']'] {
                    let mut octets = vec![filler; length];
                    octets.push(stop);
                    octets.extend_from_slice(b"\"\\\x01tail tail");
                    let found = plain(&octets);
                    assert_eq!(octets.len() - found.rest.len(), length, "{filler:02x} {stop:02x}");
                    assert_eq!(found.high != 0, filler >= 0x80 && length > 0);
                }
            }
        }
    }
}
