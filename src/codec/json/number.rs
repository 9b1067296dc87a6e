//! Numbers as spelled: compared exactly, converted only when nothing is lost.

/// The value of an integer token in 64 bits; `None` for other spellings and for larger values. `-0` is 0.
pub fn integer(raw: &[u8]) -> Option<i64> {
    std::str::from_utf8(raw).ok()?.parse().ok()
}

/// Whether two number tokens denote the same rational number: `1`, `1.0` and `10e-1` do.
pub fn equal(left: &[u8], right: &[u8]) -> bool {
    if left == right {
        return true;
    }
    let (left, right) = (Decimal::of(left), Decimal::of(right));
    if left.is_zero() || right.is_zero() {
        return left.is_zero() && right.is_zero();
    }
    left.negative == right.negative && left.exponent.is_some() && left.exponent == right.exponent && left.digits().eq(right.digits())
}

/// Whether two number tokens denote different numbers that one double stands for: a lossy reader cannot tell them apart.
pub fn merge_as_double(left: &[u8], right: &[u8]) -> bool {
    !equal(left, right) && double(left).is_some_and(|value| double(right) == Some(value))
}

/// Whether a number token is beyond the range of a double.
pub fn overflows(raw: &[u8]) -> bool {
    double(raw).is_some_and(f64::is_infinite)
}

/// Whether an integer token lies outside ±2^53, where doubles skip integers.
pub fn is_beyond_double(raw: &[u8]) -> bool {
    const LARGEST: u64 = 1 << 53;
    integer(raw).is_none_or(|value| value.unsigned_abs() > LARGEST)
}

fn double(raw: &[u8]) -> Option<f64> {
    std::str::from_utf8(raw).ok()?.parse().ok()
}

/// Significant digits times a power of ten.
struct Decimal<'a> {
    negative: bool,
    /// From the first digit that is not zero to the last; a point may lie between.
    significant: &'a [u8],
    /// Power of ten of the last significant digit; `None` when it does not fit.
    exponent: Option<i64>,
}

impl<'a> Decimal<'a> {
    fn of(raw: &'a [u8]) -> Self {
        let negative = raw.first() == Some(&b'-');
        let (mantissa, power) = split_exponent(raw.strip_prefix(b"-").unwrap_or(raw));
        let first = mantissa.iter().position(|octet| matches!(octet, b'1'..=b'9'));
        let last = mantissa.iter().rposition(|octet| matches!(octet, b'1'..=b'9'));
        let (Some(first), Some(last)) = (first, last) else {
            return Self { negative, significant: &[], exponent: Some(0) };
        };
        let point = mantissa.iter().position(|octet| *octet == b'.').unwrap_or(mantissa.len());
        let significant = mantissa.get(first..=last).unwrap_or_default();
        Self { negative, significant, exponent: power.and_then(|power| power.checked_add(place(point, last)?)) }
    }

    const fn is_zero(&self) -> bool {
        self.significant.is_empty()
    }

    fn digits(&self) -> impl Iterator<Item = &u8> {
        self.significant.iter().filter(|octet| **octet != b'.')
    }
}

/// Power of ten of the digit at `at` when the point is at `point`.
fn place(point: usize, at: usize) -> Option<i64> {
    let (point, at) = (i64::try_from(point).ok()?, i64::try_from(at).ok()?);
    if at < point { point.checked_sub(at)?.checked_sub(1) } else { point.checked_sub(at) }
}

fn split_exponent(raw: &[u8]) -> (&[u8], Option<i64>) {
    match raw.iter().position(|octet| matches!(octet, b'e' | b'E')) {
        None => (raw, Some(0)),
        Some(at) => {
            let (mantissa, power) = raw.split_at_checked(at).unwrap_or((raw, &[]));
            (mantissa, power.get(1..).and_then(integer))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_as_rational_numbers() {
        for (left, right) in [("1", "1.0"), ("1", "1e0"), ("7", "70e-1"), ("0", "-0"), ("0.0", "0e99"), ("100", "1E+2"), ("0.01", "1e-2")] {
            assert!(equal(left.as_bytes(), right.as_bytes()), "{left} {right}");
        }
        for (left, right) in [("1", "-1"), ("1", "10"), ("9007199254740993", "9007199254740992"), ("1e999", "1e998"), ("12", "1.02e1")] {
            assert!(!equal(left.as_bytes(), right.as_bytes()), "{left} {right}");
        }
    }

    #[test]
    fn knows_which_numbers_a_double_merges() {
        assert!(merge_as_double(b"9007199254740993", b"9007199254740992"));
        assert!(!merge_as_double(b"9007199254740992", b"9007199254740992.0"));
        assert!(!merge_as_double(b"1", b"2"));
        assert!(overflows(b"1e999") && overflows(b"-1e999") && !overflows(b"1e308"));
        assert!(is_beyond_double(b"9007199254740993") && !is_beyond_double(b"-9007199254740992"));
    }

    #[test]
    fn reads_only_integers_as_integers() {
        assert_eq!(integer(b"-32601"), Some(-32601));
        assert_eq!(integer(b"-0"), Some(0));
        assert_eq!(integer(b"-32601.0"), None);
        assert_eq!(integer(b"9223372036854775808"), None);
    }
}
