//! A key and its notation: `j`, `<c-d>`, `<a-x>`, `<enter>`.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key as pressed. Shift is part of a character, not a modifier of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    /// What was pressed.
    pub code: KeyCode,
    /// With what held down.
    pub modifiers: KeyModifiers,
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        let modifiers = event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
        Self { code: event.code, modifiers }
    }
}

impl Key {
    /// A key without modifiers.
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, modifiers: KeyModifiers::NONE }
    }

    /// A letter with Control.
    pub const fn control(letter: char) -> Self {
        Self { code: KeyCode::Char(letter), modifiers: KeyModifiers::CONTROL }
    }

    /// Reads exactly one key in notation.
    pub fn parse(notation: &str) -> Option<Self> {
        let keys = Self::parse_all(notation)?;
        if let [key] = keys.as_slice() { Some(*key) } else { None }
    }

    /// Reads a sequence of keys in notation; `None` when a name between angle brackets is no key.
    pub fn parse_all(notation: &str) -> Option<Vec<Self>> {
        let mut keys = Vec::new();
        let mut rest = notation;
        while let Some(first) = rest.chars().next() {
            let (key, used) = match rest.strip_prefix('<').and_then(|after| after.split_once('>')) {
                Some((name, _)) => (Self::named(name)?, name.len() + 2),
                None => (Self::plain(KeyCode::Char(first)), first.len_utf8()),
            };
            keys.push(key);
            rest = rest.get(used..).unwrap_or_default();
        }
        Some(keys)
    }

    /// The key as people read it: `Ctrl-d`, `Enter`, `j`.
    pub fn label(self) -> String {
        let control = if self.modifiers.contains(KeyModifiers::CONTROL) { "Ctrl-" } else { "" };
        let alt = if self.modifiers.contains(KeyModifiers::ALT) { "Alt-" } else { "" };
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(letter) => letter.to_string(),
            KeyCode::F(number) => format!("F{number}"),
            code => NAMES.iter().find(|(_, named, _)| *named == code).map_or("?", |(_, _, label)| label).to_owned(),
        };
        format!("{control}{alt}{name}")
    }

    fn named(name: &str) -> Option<Self> {
        for (prefix, modifier) in [("c-", KeyModifiers::CONTROL), ("a-", KeyModifiers::ALT)] {
            if let Some(rest) = name.strip_prefix(prefix) {
                let mut key = if rest.chars().count() == 1 { Self::plain(KeyCode::Char(rest.chars().next()?)) } else { Self::named(rest)? };
                key.modifiers |= modifier;
                return Some(key);
            }
        }
        let name = name.to_ascii_lowercase();
        if let Some(number) = name.strip_prefix('f').and_then(|number| number.parse().ok()) {
            return (1..=12).contains(&number).then(|| Self::plain(KeyCode::F(number)));
        }
        NAMES.iter().find(|(known, ..)| *known == name).map(|(_, code, _)| Self::plain(*code))
    }
}

const NAMES: [(&str, KeyCode, &str); 18] = [
    ("enter", KeyCode::Enter, "Enter"),
    ("esc", KeyCode::Esc, "Esc"),
    ("tab", KeyCode::Tab, "Tab"),
    ("backtab", KeyCode::BackTab, "Shift-Tab"),
    ("up", KeyCode::Up, "Up"),
    ("down", KeyCode::Down, "Down"),
    ("left", KeyCode::Left, "Left"),
    ("right", KeyCode::Right, "Right"),
    ("home", KeyCode::Home, "Home"),
    ("end", KeyCode::End, "End"),
    ("pgup", KeyCode::PageUp, "PgUp"),
    ("pgdn", KeyCode::PageDown, "PgDn"),
    ("space", KeyCode::Char(' '), "Space"),
    ("backspace", KeyCode::Backspace, "Backspace"),
    ("insert", KeyCode::Insert, "Insert"),
    ("del", KeyCode::Delete, "Del"),
    ("lt", KeyCode::Char('<'), "<"),
    ("gt", KeyCode::Char('>'), ">"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_notation_and_prints_labels() {
        let keys = Key::parse_all("j<c-d><enter><lt><a-7><f12><c-left>").unwrap();
        let labels: Vec<String> = keys.into_iter().map(Key::label).collect();
        assert_eq!(labels, ["j", "Ctrl-d", "Enter", "<", "Alt-7", "F12", "Ctrl-Left"]);
        assert_eq!((Key::parse_all("<nonsense>"), Key::parse("jk"), Key::parse("<f13>")), (None, None, None));
    }
}
