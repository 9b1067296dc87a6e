//! The names nearest to one that is none.

/// At most three of `names` nearest to `wrong`, best first; none that has little in common with it.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wrong = wrong.to_ascii_lowercase();
    let most = (wrong.chars().count() / 3).clamp(1, 6);
    let mut scored: Vec<(usize, &str)> = names
        .into_iter()
        .filter(|name| name.len().abs_diff(wrong.len()) <= most)
        .map(|name| (distance(&wrong, &name.to_ascii_lowercase()), name))
        .filter(|(far, _)| *far <= most)
        .collect();
    scored.sort_unstable();
    scored.dedup();
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}

/// ` (did you mean a, b or c?)`, or nothing when no name is near.
pub fn hint<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(wrong, names).as_slice() {
        [] => String::new(),
        [one] => format!(" (did you mean {one}?)"),
        [many @ .., last] => format!(" (did you mean {} or {last}?)", many.join(", ")),
    }
}

/// Edits that turn one text into the other.
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.chars().count()).collect();
    for (at, a) in left.chars().enumerate() {
        let mut diagonal = at;
        let mut before = at + 1;
        for (cell, b) in row.iter_mut().skip(1).zip(right.chars()) {
            let cost = (diagonal + usize::from(a != b)).min(*cell + 1).min(before + 1);
            diagonal = *cell;
            *cell = cost;
            before = cost;
        }
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        assert_eq!((distance("kitten", "sitting"), distance("", "abc"), distance("same", "same")), (3, 3, 0));
    }

    #[test]
    fn suggests_what_is_near_and_nothing_else() {
        assert_eq!(hint("mehtod", ["method", "message", "seq"]), " (did you mean method?)");
        assert_eq!(hint("zzzzzz", ["method", "seq"]), "");
    }
}
