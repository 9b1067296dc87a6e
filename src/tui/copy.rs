//! What can be copied from where the user stands, and in which form.

use crate::base::text::{count_of, escape, hex};
use crate::base::tree::{Field, Value};
use crate::report::Context;
use crate::report::list::finding_json;

use super::clipboard::base64;
use super::column::row_text;
use super::detail::finding;
use super::detail::memory::Reading;
use super::detail::message::unit;
use super::filter::value::ByValue;
use super::layout::Focus;
use super::model::Model;

/// Something to copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The value of the selected field.
    Value,
    /// `path = value`.
    Assignment,
    /// The selected row, tab separated.
    Row,
    /// The lit octets as hexadecimal.
    Hex,
    /// The lit octets as base64.
    Base64,
    /// The lit octets as they are, into a file.
    Raw,
    /// The carried message as text.
    Message,
    /// The finding in hand as text.
    Finding,
    /// The finding in hand as JSON.
    FindingJson,
    /// A filter for rows with this value.
    Filter,
}

impl What {
    /// Everything, in the order of the menu.
    pub const ALL: [Self; 10] = [
        Self::Value,
        Self::Assignment,
        Self::Filter,
        Self::Row,
        Self::Hex,
        Self::Base64,
        Self::Raw,
        Self::Message,
        Self::Finding,
        Self::FindingJson,
    ];

    /// The key that chooses it.
    pub const fn key(self) -> char {
        match self {
            Self::Value => 'v',
            Self::Assignment => 'p',
            Self::Row => 'w',
            Self::Hex => 'h',
            Self::Base64 => 'b',
            Self::Raw => 'r',
            Self::Message => 'm',
            Self::Finding => 'f',
            Self::FindingJson => 'n',
            Self::Filter => 'e',
        }
    }

    /// What the menu calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Assignment => "path = value",
            Self::Row => "row, tab separated",
            Self::Hex => "octets as hex",
            Self::Base64 => "octets as base64",
            Self::Raw => "octets as they are, to a file",
            Self::Message => "carried message as text",
            Self::Finding => "finding as text",
            Self::FindingJson => "finding as JSON",
            Self::Filter => "filter for this value",
        }
    }
}

/// The choices where the user stands; the obvious one first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopyMenu {
    /// What can be copied.
    pub choices: Vec<What>,
    /// The chosen one.
    pub chosen: usize,
}

impl CopyMenu {
    /// The menu where the user stands.
    pub fn of(model: &Model) -> Self {
        let obvious = match (model.focus, &model.detail) {
            (Focus::Tree, Some(_)) => What::Value,
            (Focus::Hex, Some(_)) => What::Hex,
            _ => What::Row,
        };
        let possible = What::ALL.into_iter().filter(|what| *what != obvious && is_possible(model, *what));
        let first = Some(obvious).filter(|what| is_possible(model, *what));
        Self { choices: first.into_iter().chain(possible).collect(), chosen: 0 }
    }
}

/// What goes to the clipboard, or to a file when it is too large for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clip {
    /// In words: `312 octets as hex`.
    pub what: String,
    /// The text, or the octets as they are.
    pub octets: Vec<u8>,
    /// Whether it must go to a file: octets as they are are no text.
    pub is_raw: bool,
}

impl Clip {
    fn text(what: impl Into<String>, text: String) -> Option<Self> {
        (!text.is_empty()).then(|| Self { what: what.into(), octets: text.into_bytes(), is_raw: false })
    }
}

/// Whether there is something of a kind to copy, found out without making it.
fn is_possible(model: &Model, what: What) -> bool {
    let detail = model.detail.as_ref();
    match what {
        What::Value | What::Assignment => !value(model).unwrap_or_default().is_empty(),
        What::Row => model.list().selected().is_some(),
        What::Hex | What::Base64 | What::Raw => lit(model).is_some_and(|octets| !octets.is_empty()),
        What::Message => detail.is_some_and(|detail| detail.blocks.is_plain && !detail.blocks.message().is_empty()),
        What::Finding | What::FindingJson => !model.findings_in_hand().is_empty(),
        What::Filter => expression(model).is_some(),
    }
}

/// Makes what is to be copied.
pub fn clip(model: &Model, what: What) -> Option<Clip> {
    let octets = || lit(model).unwrap_or_default();
    let counted = |form: &str| format!("{} as {form}", count_of(octets().len() as u64, "octet", "octets"));
    let finding = || model.findings_in_hand().first().and_then(|id| model.world.shown.finding(*id));
    match what {
        What::Value => Clip::text("the value", value(model)?),
        What::Assignment => {
            let name = name(model)?;
            Clip::text(format!("{name} with its value"), format!("{name} = {}", value(model)?))
        }
        What::Row => Clip::text("the row", row_text(model, model.list().selected()?)),
        What::Hex => Clip::text(counted("hex"), hex(octets())),
        What::Base64 => Clip::text(counted("base64"), base64(octets())),
        What::Raw => {
            Some(Clip { what: counted("they are"), octets: octets().to_vec(), is_raw: true }).filter(|clip| !clip.octets.is_empty())
        }
        What::Message => {
            let octets = model.detail.as_ref()?.blocks.message();
            let (text, odd) = unit::text(octets, true);
            let exact = if odd == 0 { String::new() } else { format!(", {} escaped", count_of(odd as u64, "character", "characters")) };
            Clip::text(format!("the message, {}{exact}", count_of(octets.len() as u64, "octet", "octets")), text)
        }
        What::Finding => Clip::text("the finding", finding::text(&model.world.shown, finding()?)),
        What::FindingJson => Clip::text("the finding as JSON", finding_json(&Context::of_rows(&model.world.shown), finding()?)),
        What::Filter => Clip::text("the filter", expression(model)?),
    }
}

/// The octets that are lit.
fn lit(model: &Model) -> Option<&[u8]> {
    let blocks = &model.detail.as_ref()?.blocks;
    let (buffer, span) = blocks.lit()?;
    Some(span.of(blocks.of(buffer)))
}

fn field(model: &Model) -> Option<&Field> {
    model.detail.as_ref()?.folds.selected()
}

/// The name of what is selected: its filter path, else its label; in a text the path of the member.
fn name(model: &Model) -> Option<String> {
    let detail = model.detail.as_ref()?;
    if detail.reading == Reading::Pretty {
        return Some(detail.message.path(detail.blocks.message())).filter(|path| !path.is_empty());
    }
    let field = field(model)?;
    Some(if field.path.is_empty() { field.label.clone() } else { field.path.to_owned() })
}

/// The selected value as text without anything that could act on a terminal: whole, where the tree shows a part.
fn value(model: &Model) -> Option<String> {
    let detail = model.detail.as_ref()?;
    if detail.reading != Reading::Fields {
        let span = detail.message.selected_span(detail.blocks.message())?;
        let text = span.of(detail.blocks.message());
        let inner = without_name(text, detail.reading);
        return Some(unit::text(inner, true).0);
    }
    let field = field(model)?;
    Some(match &field.value {
        Value::Text(text) if text.chars().count() > field.text.chars().count() => escape(text),
        Value::Octets(octets) if octets.len() > 32 && octets.len() == field.span.len() => hex(octets),
        _ => field.text.clone(),
    })
}

/// The value of a member without its name.
fn without_name(text: &[u8], reading: Reading) -> &[u8] {
    use super::detail::message::lexer::{Class, token};
    let name = token(text, 0, text.len(), None).filter(|token| token.class == Class::Name && reading == Reading::Pretty);
    let behind = name.and_then(|name| text.get(name.span.end as usize..)).unwrap_or(text);
    if name.is_some() { behind.trim_ascii_start().strip_prefix(b":").unwrap_or(behind).trim_ascii() } else { text }
}

/// A filter for what is under the cursor, as filtering by value makes it.
fn expression(model: &Model) -> Option<String> {
    ByValue::of(model).map(|by_value| by_value.expression().to_owned())
}
