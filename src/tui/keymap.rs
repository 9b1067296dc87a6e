//! Keys, their notation (`j`, `<c-d>`, `<enter>`), and which command they stand for.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::command::{Action, COMMANDS, Command, Scope};

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
        let prefix = if self.modifiers.contains(KeyModifiers::CONTROL) { "Ctrl-" } else { "" };
        match self.code {
            KeyCode::Char(' ') => format!("{prefix}Space"),
            KeyCode::Char(letter) => format!("{prefix}{letter}"),
            code => format!("{prefix}{}", NAMES.iter().find(|(_, named, _)| *named == code).map_or("?", |(_, _, label)| label)),
        }
    }

    fn named(name: &str) -> Option<Self> {
        if let Some(letter) = name.strip_prefix("c-") {
            return Some(Self { code: KeyCode::Char(letter.chars().next()?), modifiers: KeyModifiers::CONTROL });
        }
        NAMES.iter().find(|(known, ..)| *known == name).map(|(_, code, _)| Self::plain(*code))
    }
}

const NAMES: [(&str, KeyCode, &str); 17] = [
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
    ("del", KeyCode::Delete, "Del"),
    ("lt", KeyCode::Char('<'), "<"),
    ("f1", KeyCode::F(1), "F1"),
];

/// The command of a key where the focus is.
pub fn lookup(key: Key, in_detail: bool) -> Option<Action> {
    COMMANDS
        .iter()
        .find(|command| command.scope.covers(in_detail) && keys_of(command).any(|known| known == key))
        .map(|command| command.action)
}

/// The default keys of a command.
pub fn keys_of(command: &'static Command) -> impl Iterator<Item = Key> {
    command.keys.iter().filter_map(|notation| Key::parse_all(notation)?.first().copied())
}

/// The first key of an action, as people read it; empty when it has none.
pub fn hint(action: Action) -> String {
    let found = COMMANDS.iter().find(|command| command.action == action);
    found.and_then(|command| keys_of(command).next()).map_or_else(String::new, Key::label)
}

impl Scope {
    /// Whether a command of this scope may run while the focus is in the detail (or in the list).
    pub const fn covers(self, in_detail: bool) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Detail => in_detail,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_key_is_one_key_and_no_two_commands_share_it() {
        let mut seen: Vec<(Key, Scope, &str)> = Vec::new();
        for command in COMMANDS {
            for notation in command.keys {
                let keys = Key::parse_all(notation).unwrap();
                assert_eq!(keys.len(), 1, "{notation}");
                let clash = seen.iter().find(|(key, scope, _)| *key == keys[0] && (*scope == command.scope || *scope == Scope::Everywhere));
                assert!(clash.is_none(), "{notation}: {} and {clash:?}", command.name);
                seen.push((keys[0], command.scope, command.name));
            }
        }
    }

    #[test]
    fn reads_notation_and_prints_labels() {
        let keys = Key::parse_all("j<c-d><enter><lt>").unwrap();
        let labels: Vec<String> = keys.into_iter().map(Key::label).collect();
        assert_eq!(labels, ["j", "Ctrl-d", "Enter", "<"]);
        assert_eq!(Key::parse_all("<nonsense>"), None);
    }
}
