//! What happened to a config file, seen from its bytes alone.

use anyhow::{Result, ensure};

/// A config file at the five moments that matter.
pub(crate) struct Moments {
    /// As the program left it before we came.
    pub(crate) before: Vec<u8>,
    /// Right after we enabled.
    pub(crate) enabled: Vec<u8>,
    /// After the program read our entry, right before we disabled.
    pub(crate) used: Vec<u8>,
    /// Right after we disabled.
    pub(crate) disabled: Vec<u8>,
}

/// How a file came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The bytes are those from before.
    Same,
    /// The program rewrote its file meanwhile; the bytes are what it left, without our entry.
    TheirsWithoutOurs,
}

impl Moments {
    /// Says how the file came back; refuses when a byte of theirs is lost, moved or new.
    pub(crate) fn outcome(&self) -> Result<Outcome> {
        ensure!(self.enabled != self.before, "enable did not change the file");
        ensure!(in_order(&self.before, &self.enabled), "enable lost or moved bytes of theirs");
        if self.used == self.enabled {
            ensure!(self.disabled == self.before, "disable did not give the same bytes back");
            return Ok(Outcome::Same);
        }
        let ours = inserted(&self.before, &self.enabled);
        ensure!(
            without(&self.used, ours) == Some(self.disabled.clone()) || is_one_cut(&self.used, &self.disabled),
            "disable changed more than our entry in what the program had written"
        );
        Ok(Outcome::TheirsWithoutOurs)
    }
}

/// Whether all of `few` stands in `many`, in order.
fn in_order(few: &[u8], many: &[u8]) -> bool {
    let mut many = many.iter();
    few.iter().all(|byte| many.any(|other| other == byte))
}

/// The part of `after` that is between what both begin with and what both end with.
fn inserted<'a>(before: &[u8], after: &'a [u8]) -> &'a [u8] {
    let (begin, end) = shared(before, after);
    &after[begin..after.len() - end]
}

fn without(bytes: &[u8], part: &[u8]) -> Option<Vec<u8>> {
    let at = bytes.windows(part.len()).position(|window| window == part)?;
    Some([&bytes[..at], &bytes[at + part.len()..]].concat())
}

/// Whether `after` is `before` with one run of bytes taken out.
fn is_one_cut(before: &[u8], after: &[u8]) -> bool {
    let (begin, end) = shared(after, before);
    after.len() < before.len() && begin + end == after.len()
}

/// How many bytes two texts have in common at the beginning and, of the rest of the first, at the end.
fn shared(first: &[u8], second: &[u8]) -> (usize, usize) {
    let begin = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    let (first, second) = (&first[begin..], &second[begin..]);
    let end = first.iter().rev().zip(second.iter().rev()).take_while(|(a, b)| a == b).count();
    (begin, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(moments: [&str; 4]) -> Option<Outcome> {
        let [before, enabled, used, disabled] = moments.map(|text| text.as_bytes().to_vec());
        Moments { before, enabled, used, disabled }.outcome().ok()
    }

    #[test]
    fn accepts_only_what_kept_every_byte_of_theirs() {
        for (moments, expected) in [
            (["{a}", "{o,a}", "{o,a}", "{a}"], Some(Outcome::Same)),
            (["{a}", "{o,a}", "{o,a}", "{a }"], None),
            (["{a}", "{a}", "{a}", "{a}"], None),
            (["{ab}", "{o,ba}", "{o,ba}", "{ab}"], None),
            (["{a}", "{o,a}", "{o,a,n}", "{a,n}"], Some(Outcome::TheirsWithoutOurs)),
            (["{a}", "{o,a}", "{ o,a,n }", "{ a,n }"], Some(Outcome::TheirsWithoutOurs)),
            (["{a}", "{o,a}", "{o,a,n}", "{a}"], None),
            (["{a}", "{o,a}", "{o,a,n}", "{o,a,n}"], None),
        ] {
            assert_eq!(outcome(moments), expected, "{moments:?}");
        }
    }
}
