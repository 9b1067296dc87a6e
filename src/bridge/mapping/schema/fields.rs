//! A table of a mapping file, asked for one key at a time.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::MappingFault;
use crate::base::limits::Limits;
use crate::base::spelling;
use crate::bridge::mapping::words::Word;

/// A value with its place.
type Value<'t> = Spanned<DeValue<'t>>;

/// A table of the file.
pub(super) struct Fields<'t> {
    text: &'t str,
    table: &'t DeTable<'t>,
    /// Where the table begins.
    at: usize,
    /// What it describes, for a key that is missing.
    what: &'static str,
    limits: &'t Limits,
}

impl<'t> Fields<'t> {
    /// The table, once every key of it is known.
    pub(super) fn new(
        text: &'t str,
        table: &'t DeTable<'t>,
        at: usize,
        what: &'static str,
        known: &[&str],
        limits: &'t Limits,
    ) -> Result<Self, MappingFault> {
        let fields = Self { text, table, at, what, limits };
        match table.keys().find(|key| !known.contains(&&**key.get_ref())) {
            None => Ok(fields),
            Some(key) => {
                let name = key.get_ref();
                let hint = spelling::hint(name, known.iter().copied());
                let detail = format!("unknown key {}{hint}; {what} has {}", shown(name), known.join(", "));
                Err(fields.fault(&key.span(), detail))
            }
        }
    }

    /// A text that is not empty.
    pub(super) fn text(&self, key: &str) -> Result<Option<Box<str>>, MappingFault> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let Some(text) = value.get_ref().as_str() else { return Err(self.type_fault(key, value, "a text")) };
        if text.trim().is_empty() || text.len() > self.limits.mapping_text || text.chars().any(char::is_control) {
            let most = self.limits.mapping_text;
            return Err(self.fault(&value.span(), format!("{key} is a line of text of 1 to {most} octets without control characters")));
        }
        Ok(Some(text.into()))
    }

    /// A text that has to be there.
    pub(super) fn needed(&self, key: &'static str) -> Result<Box<str>, MappingFault> {
        self.text(key)?.ok_or_else(|| self.missing(key))
    }

    /// A word of a list.
    pub(super) fn word<T: Word>(&self, key: &str) -> Result<Option<T>, MappingFault> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let Some(text) = value.get_ref().as_str() else { return Err(self.type_fault(key, value, &one_of::<T>())) };
        self.choice(key, text, &value.span()).map(Some)
    }

    /// A word of a list that has to be there.
    pub(super) fn needed_word<T: Word>(&self, key: &'static str) -> Result<T, MappingFault> {
        self.word(key)?.ok_or_else(|| self.missing(key))
    }

    /// Several words of a list.
    pub(super) fn words<T: Word>(&self, key: &str) -> Result<Vec<T>, MappingFault> {
        self.each(key, "a list of texts", |value| {
            let text = value.get_ref().as_str().ok_or_else(|| self.type_fault(key, value, &one_of::<T>()))?;
            self.choice(key, text, &value.span())
        })
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, key: &str, default: bool) -> Result<bool, MappingFault> {
        let Some(value) = self.table.get(key) else { return Ok(default) };
        value.get_ref().as_bool().ok_or_else(|| self.type_fault(key, value, "true or false"))
    }

    /// An octet from `least` on.
    pub(super) fn octet(&self, key: &str, least: u8) -> Result<Option<u8>, MappingFault> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let wrong = || self.type_fault(key, value, &format!("a number from 0x{least:02X} to 0xFF"));
        let octet = integer(value).and_then(|number| u8::try_from(number).ok()).filter(|octet| *octet >= least);
        octet.map(Some).ok_or_else(wrong)
    }

    /// Integers.
    pub(super) fn integers(&self, key: &str) -> Result<Vec<i64>, MappingFault> {
        self.each(key, "a list of numbers", |value| integer(value).ok_or_else(|| self.type_fault(key, value, "a whole number")))
    }

    /// The tables of a list, with the octets at which they begin.
    pub(super) fn tables(&self, key: &str) -> Result<Vec<(&'t DeTable<'t>, usize)>, MappingFault> {
        self.each(key, &format!("a list of tables, [[{key}]]"), |value| {
            let table = value.get_ref().as_table().ok_or_else(|| self.type_fault(key, value, &format!("a table, [[{key}]]")))?;
            Ok((table, value.span().start))
        })
    }

    /// A fault of the value of a key, or of the table when the key is not there.
    pub(super) fn wrong(&self, key: &str, detail: impl Into<String>) -> MappingFault {
        let at = self.table.get(key).map_or(self.at, |value| value.span().start);
        MappingFault::at(self.text, at, detail)
    }

    fn each<T>(
        &self,
        key: &str,
        expected: &str,
        mut read: impl FnMut(&'t Value<'t>) -> Result<T, MappingFault>,
    ) -> Result<Vec<T>, MappingFault> {
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        let list = value.get_ref().as_array().ok_or_else(|| self.type_fault(key, value, expected))?;
        if list.len() > self.limits.mapping_methods {
            return Err(self.fault(&value.span(), format!("{key} has more than {} entries", self.limits.mapping_methods)));
        }
        list.iter().map(&mut read).collect()
    }

    fn choice<T: Word>(&self, key: &str, text: &str, span: &Range<usize>) -> Result<T, MappingFault> {
        let wrong = || {
            let hint = spelling::hint(text, T::WORDS.iter().map(|(word, _)| *word));
            self.fault(span, format!("{key} cannot be {}{hint}; it is {}", shown(text), one_of::<T>()))
        };
        T::WORDS.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(wrong)
    }

    fn missing(&self, key: &str) -> MappingFault {
        MappingFault::at(self.text, self.at, format!("{} needs the key {key}", self.what))
    }

    fn type_fault(&self, key: &str, value: &Value<'_>, expected: &str) -> MappingFault {
        self.fault(&value.span(), format!("{key} is {expected}, not a value of type {}", value.get_ref().type_str()))
    }

    fn fault(&self, span: &Range<usize>, detail: impl Into<String>) -> MappingFault {
        MappingFault::at(self.text, span.start, detail)
    }
}

fn integer(value: &Value<'_>) -> Option<i64> {
    let number = value.get_ref().as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

fn one_of<T: Word>() -> String {
    let words: Vec<&str> = T::WORDS.iter().map(|(word, _)| *word).collect();
    format!("one of {}", words.join(", "))
}

/// Text of the file for a message: safe, in quotes.
fn shown(text: &str) -> String {
    format!("\"{}\"", crate::base::text::escape(text))
}
