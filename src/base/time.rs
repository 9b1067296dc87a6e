//! Time as packets tell it. Nothing here reads a clock.

use std::fmt;

/// Nanoseconds since the Unix epoch, taken from a packet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Nanoseconds from `earlier` to `self`; negative when `earlier` is later.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The clock of day in UTC as `HH:MM:SS.mmm`.
    pub fn clock(self) -> String {
        let millis = self.0.div_euclid(1_000_000);
        let (seconds, millis) = (millis.div_euclid(1000), millis.rem_euclid(1000));
        let day = seconds.rem_euclid(86_400);
        format!("{:02}:{:02}:{:02}.{millis:03}", day / 3600, day / 60 % 60, day % 60)
    }
}

/// RFC 3339 in UTC with nanoseconds.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.rem_euclid(1_000_000_000);
        let seconds = self.0.div_euclid(1_000_000_000);
        let (days, clock) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let (year, month, day) = civil(days);
        write!(f, "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{nanos:09}Z", clock / 3600, clock / 60 % 60, clock % 60)
    }
}

/// Proleptic Gregorian date of a day number counted from 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_rfc_3339_with_nanoseconds() {
        assert_eq!(Timestamp(0).to_string(), "1970-01-01T00:00:00.000000000Z");
        assert_eq!(Timestamp(951_782_400_000_000_001).to_string(), "2000-02-29T00:00:00.000000001Z");
        assert_eq!(Timestamp(-1).to_string(), "1969-12-31T23:59:59.999999999Z");
    }
}
