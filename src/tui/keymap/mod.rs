//! Which key stands for which command: the table's defaults, changed by what the configuration says.

mod card;
mod key;

use ratatui::crossterm::event::KeyCode;

use super::command::{Action, COMMANDS, Command, Scope};

pub use card::card;
pub use key::Key;

/// The keys in force.
#[derive(Clone, Debug)]
pub struct Keymap {
    /// The keys of each command, in the order of the table.
    keys: Vec<Vec<Key>>,
}

/// Two commands that want the same key in the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The key.
    pub key: Key,
    /// The command that stands first in the table.
    pub first: &'static str,
    /// The other one.
    pub second: &'static str,
}

impl Default for Keymap {
    fn default() -> Self {
        Self { keys: COMMANDS.iter().map(|command| defaults_of(command).collect()).collect() }
    }
}

impl Keymap {
    /// Gives a command other keys instead of those it has. Returns whether there is such a command.
    pub fn rebind(&mut self, name: &str, keys: Vec<Key>) -> bool {
        let at = COMMANDS.iter().position(|command| command.name == name);
        let place = at.and_then(|at| self.keys.get_mut(at));
        place.map(|place| *place = keys).is_some()
    }

    /// The first key that two commands share where both apply.
    pub fn conflict(&self) -> Option<Conflict> {
        let all = || self.commands().flat_map(|(command, keys)| keys.iter().map(move |key| (command, *key)));
        all().enumerate().find_map(|(at, (first, key))| {
            let shared = |(second, other): &(&Command, Key)| {
                *other == key && (first.scope == second.scope || [first.scope, second.scope].contains(&Scope::Everywhere))
            };
            let (second, _) = all().skip(at + 1).find(shared)?;
            Some(Conflict { key, first: first.name, second: second.name })
        })
    }

    /// Every command with its keys.
    pub fn commands(&self) -> impl Iterator<Item = (&'static Command, &[Key])> {
        COMMANDS.iter().zip(self.keys.iter().map(Vec::as_slice))
    }

    /// The command of a key where the focus is. Ctrl-C leaves unless something else is bound to it: there is always a way out.
    pub fn lookup(&self, key: Key, in_detail: bool) -> Option<Action> {
        let mut here = self.commands().filter(|(command, _)| command.scope.covers(in_detail));
        let found = here.find(|(_, keys)| keys.contains(&key)).map(|(command, _)| command.action);
        found.or_else(|| (key == Key::control('c')).then_some(Action::Quit))
    }

    /// The keys of a command, as people read them.
    pub fn labels(&self, command: &Command) -> String {
        let found = self.commands().find(|(known, _)| known.name == command.name);
        let labels = found.map_or(&[][..], |(_, keys)| keys).iter().map(|key| key.label());
        labels.collect::<Vec<_>>().join(" ")
    }

    /// How an action is reached, as people read it: its first key, else its name in the palette.
    pub fn hint(&self, action: Action) -> String {
        let Some((command, keys)) = self.commands().find(|(command, _)| command.action == action) else { return String::new() };
        keys.first().map_or_else(|| format!(":{}", command.name), |key| key.label())
    }

    /// The digit that a key begins or continues a count with: any digit once a count has begun; before that one that no command has.
    pub fn digit(&self, key: Key, has_begun: bool, in_detail: bool) -> Option<u32> {
        let KeyCode::Char(letter) = key.code else { return None };
        let digit = letter.to_digit(10)?;
        let is_free = key == Key::plain(key.code) && (has_begun || self.lookup(key, in_detail).is_none());
        is_free.then_some(digit)
    }
}

/// The default keys of a command.
pub fn defaults_of(command: &'static Command) -> impl Iterator<Item = Key> {
    command.keys.iter().filter_map(|notation| Key::parse(notation))
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

    fn key(notation: &str) -> Key {
        Key::parse(notation).unwrap()
    }

    #[test]
    fn every_default_key_is_one_key_and_no_two_commands_share_it() {
        for command in COMMANDS {
            assert_eq!(defaults_of(command).count(), command.keys.len(), "{}", command.name);
        }
        assert_eq!(Keymap::default().conflict(), None);
    }

    #[test]
    fn a_rebound_key_stands_for_its_command_and_the_old_one_for_nothing() {
        let mut keys = Keymap::default();
        assert!(keys.rebind("pause", vec![key("<c-p>")]) && !keys.rebind("paws", Vec::new()));
        assert_eq!((keys.lookup(key("<c-p>"), false), keys.lookup(key("<space>"), false)), (Some(Action::Pause), None));
        assert_eq!(keys.hint(Action::Pause), "Ctrl-p");
        keys.rebind("pause", Vec::new());
        assert_eq!(keys.hint(Action::Pause), ":pause");
    }

    #[test]
    fn a_conflict_names_both_commands() {
        let mut keys = Keymap::default();
        keys.rebind("quit", vec![key("j")]);
        let conflict = keys.conflict().unwrap();
        assert_eq!((conflict.first, conflict.second), ("down", "quit"));
        assert_eq!(keys.lookup(Key::control('c'), false), Some(Action::Quit));
    }

    #[test]
    fn digits_of_views_begin_a_count_only_with_alt_or_behind_a_zero() {
        let keys = Keymap::default();
        assert_eq!((keys.digit(key("1"), false, false), keys.digit(key("1"), true, false)), (None, Some(1)));
        assert_eq!((keys.digit(key("0"), false, false), keys.digit(key("<a-1>"), false, false)), (Some(0), None));
    }
}
