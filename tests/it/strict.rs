//! JSON that is read strictly: no key twice, no character that acts or hides, keys in their order.

use std::collections::BTreeSet;
use std::fmt;

use npscope::base::text::is_unsafe;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value that refuses repeated keys.
#[derive(Debug)]
pub(crate) enum Strict {
    /// Members in order.
    Object(Vec<(String, Self)>),
    /// Elements.
    Array(Vec<Self>),
    /// A string.
    Text(String),
    /// A number, a truth value or null.
    Other,
}

impl Strict {
    /// The value of a member.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The names of the members, in order.
    pub(crate) fn keys(&self) -> Vec<&str> {
        let Self::Object(members) = self else { return Vec::new() };
        members.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The elements of an array.
    pub(crate) fn elements(&self) -> &[Self] {
        let Self::Array(values) = self else { return &[] };
        values
    }

    /// The text of a member that is one.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        match self.get(key)? {
            Self::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

/// Reads one value.
#[track_caller]
pub(crate) fn parse(text: &str) -> Strict {
    assert!(!text.chars().any(|c| is_unsafe(c) && c != '\n'), "{text:?}");
    serde_json::from_str(text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

/// Reads one value a line.
#[track_caller]
pub(crate) fn rows(text: &str) -> Vec<Strict> {
    text.lines().map(parse).collect()
}

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Strict;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Strict, A::Error> {
        let (mut members, mut names) = (Vec::new(), BTreeSet::new());
        while let Some((name, value)) = map.next_entry::<String, Strict>()? {
            if !names.insert(name.clone()) {
                return Err(serde::de::Error::custom(format!("the key {name} is repeated")));
            }
            members.push((name, value));
        }
        Ok(Strict::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Strict, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element()? {
            values.push(value);
        }
        Ok(Strict::Array(values))
    }

    fn visit_str<E>(self, text: &str) -> Result<Strict, E> {
        Ok(Strict::Text(text.to_owned()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Strict, E> {
        Ok(Strict::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Strict, E> {
        Ok(Strict::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Strict, E> {
        Ok(Strict::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Strict, E> {
        Ok(Strict::Other)
    }

    fn visit_unit<E>(self) -> Result<Strict, E> {
        Ok(Strict::Other)
    }
}
