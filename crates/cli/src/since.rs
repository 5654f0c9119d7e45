//! A moment in the past as people type it: how long ago, or a date.

/// From when on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    /// So many seconds ago.
    Ago(u64),
    /// Seconds since 1970.
    At(u64),
}

/// Ways to write it.
pub(crate) const EXAMPLES: &str = "30m, 2h, 3d, 1w, 2026-11-30, 2026-11-30T10:00";

impl Since {
    /// Reads `2h` or a date, with or without a time, in UTC as all times are told.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        ago(text).map(Self::Ago).or_else(|| date(text).map(Self::At)).ok_or("not a moment")
    }

    /// The moment, in milliseconds since 1970.
    pub(crate) fn millis(self, now: u64) -> u64 {
        let seconds = match self {
            Self::Ago(ago) => now.saturating_sub(ago),
            Self::At(at) => at,
        };
        seconds.saturating_mul(1_000)
    }
}

fn ago(text: &str) -> Option<u64> {
    let unit = text.chars().next_back()?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 604_800,
        _ => return None,
    };
    digits(text.strip_suffix(unit)?, 1..=9)?.checked_mul(seconds)
}

fn date(text: &str) -> Option<u64> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00"));
    let mut parts = date.split('-');
    let (year, month, day) =
        (digits(parts.next()?, 4..=4)?, digits(parts.next()?, 2..=2)?, digits(parts.next()?, 2..=2)?);
    let mut clock = time.split(':');
    let (hour, minute) = (digits(clock.next()?, 2..=2)?, digits(clock.next()?, 2..=2)?);
    let second = clock.next().map_or(Some(0), |second| digits(second, 2..=2))?;
    let right =
        year >= 1970 && hour < 24 && minute < 60 && second < 60 && parts.next().is_none() && clock.next().is_none();
    if !right {
        return None;
    }
    Some(day_number(year, month, day)? * 86_400 + hour * 3_600 + minute * 60 + second)
}

fn digits(text: &str, length: std::ops::RangeInclusive<usize>) -> Option<u64> {
    (length.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// The days from 1970-01-01 to a date of the Gregorian calendar; `None` where there is no
/// such day.
fn day_number(year: u64, month: u64, day: u64) -> Option<u64> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let lengths = [31, 28 + u64::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let before = usize::try_from(month).ok()?.checked_sub(1)?;
    if day == 0 || day > *lengths.get(before)? {
        return None;
    }
    let leaps = |year: u64| year / 4 - year / 100 + year / 400;
    let years = (year - 1970) * 365 + leaps(year - 1) - leaps(1969);
    Some(years + lengths[..before].iter().sum::<u64>() + day - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_strictly() {
        let cases = [
            ("2h", Some(Since::Ago(7_200))),
            ("30m", Some(Since::Ago(1_800))),
            ("3d", Some(Since::Ago(259_200))),
            ("1w", Some(Since::Ago(604_800))),
            ("1970-01-01", Some(Since::At(0))),
            ("2000-02-29", Some(Since::At(951_782_400))),
            ("2026-12-31T23:59:59Z", Some(Since::At(1_798_761_599))),
            ("2100-03-01 00:00", Some(Since::At(4_107_542_400))),
            ("2026-11-30T10:00", Some(Since::At(1_796_032_800))),
            ("h", None),
            ("-2h", None),
            ("2y", None),
            ("2026-02-29", None),
            ("2026-13-01", None),
            ("2026-1-1", None),
            ("2026-11-30T24:00", None),
            ("2026-11-30T10", None),
            ("2026-11-30T10:00:00:00", None),
            ("1969-12-31", None),
            ("yesterday", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Since::parse(text).ok(), expected, "{text}");
        }
        assert_eq!(Since::Ago(10).millis(25), 15_000);
        assert_eq!(Since::Ago(100).millis(25), 0);
    }
}
