//! What a name says that its bearer does.

use smallvec::SmallVec;

/// Words that say that something changes.
const CHANGES: [&str; 10] = ["delete", "remove", "drop", "purge", "pay", "transfer", "send", "write", "create", "cancel"];
/// Words in front that say that something is only looked at.
const LOOKS: [&str; 20] = [
    "get", "list", "read", "find", "search", "show", "describe", "query", "fetch", "check", "count", "preview", "view", "is", "has", "can",
    "validate", "explain", "estimate", "dry",
];

/// Whether a name says that something changes: its last part has such a word, and does not begin with one of looking.
pub(super) fn changes(name: &[u8]) -> bool {
    let text = String::from_utf8_lossy(name);
    let last = text.rsplit(['/', '.', ':']).next().unwrap_or_default();
    let words = words(last);
    let looks = words.first().is_some_and(|word| is_one_of(word, &LOOKS));
    !looks && words.iter().any(|word| is_one_of(word, &CHANGES))
}

/// The words of a name in snake, kebab or camel case.
fn words(name: &str) -> SmallVec<[&str; 8]> {
    let (mut words, mut start, mut lower) = (SmallVec::<[&str; 8]>::new(), 0, false);
    for (at, c) in name.char_indices() {
        let (begins, sign) = (c.is_uppercase() && lower, !c.is_alphanumeric());
        lower = c.is_lowercase();
        if begins || sign {
            words.extend(name.get(start..at));
            start = if sign { at + c.len_utf8() } else { at };
        }
    }
    words.extend(name.get(start..));
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a word in any case is one of those.
fn is_one_of(word: &str, known: &[&str]) -> bool {
    if word.is_ascii() {
        return known.iter().any(|known| word.eq_ignore_ascii_case(known));
    }
    known.iter().any(|known| word.chars().flat_map(char::to_lowercase).eq(known.chars()))
}
