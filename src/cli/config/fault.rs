//! What is wrong with a configuration file, and where.

use std::ops::Range;

use toml::Spanned;

use crate::base::spelling;

/// What is wrong, and which octets of the file are at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) message: String,
    span: Option<Range<usize>>,
}

impl Fault {
    /// A fault of a value.
    pub(super) fn at<T>(value: &Spanned<T>, message: impl Into<String>) -> Self {
        Self { message: message.into(), span: Some(value.span()) }
    }

    /// A name that is not among those known.
    pub(super) fn unknown<'a>(what: &str, name: &Spanned<String>, known: impl Iterator<Item = &'a str> + Clone, list: &str) -> Self {
        let hint = spelling::hint(name.get_ref(), known);
        Self::at(name, format!("there is no {what} {}{hint}; {list}", name.get_ref()))
    }

    /// What the reader of TOML says, in our words where it is about a name.
    pub(super) fn of_toml(error: &toml::de::Error) -> Self {
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        let mut quoted = message.split('`').skip(1).step_by(2);
        let what = [("unknown field", "setting"), ("unknown variant", "value")].into_iter().find(|(said, _)| message.starts_with(said));
        let message = match (what, quoted.next()) {
            (Some((_, what)), Some(wrong)) => {
                let known: Vec<&str> = quoted.collect();
                let hint = spelling::hint(wrong, known.iter().copied());
                format!("there is no {what} {wrong}{hint}; known are {}", known.join(", "))
            }
            _ => message,
        };
        Self { message, span: error.span() }
    }

    /// Line and column, both from 1; columns count characters.
    pub(super) fn place(&self, text: &str) -> (usize, usize) {
        let before = self.span.as_ref().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before.get(line_start..).unwrap_or_default().chars().count() + 1)
    }
}
