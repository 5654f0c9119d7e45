//! What may have been meant by a word that was typed wrong.

/// The name nearest to what was typed, where one is near.
pub(crate) fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let typed = typed.to_lowercase();
    let scored = names.into_iter().map(|name| (distance(&typed, name), name));
    let (distance, name) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + typed.chars().count() / 4).then(|| name.to_owned())
}

/// How many letters must change to turn one word into the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, against) in other.iter().enumerate() {
            let kept = diagonal + usize::from(letter != *against);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        let names = ["cursor", "claude-code", "codex", "zed"];
        assert_eq!(nearest("cursr", names).as_deref(), Some("cursor"));
        assert_eq!(nearest("Claude-Code", names).as_deref(), Some("claude-code"));
        assert_eq!(nearest("notepad", names), None);
    }
}
