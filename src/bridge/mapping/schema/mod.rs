//! The form of a mapping file. Ours and those of users have the same.

mod fault;
mod fields;

use toml::de::DeTable;

use super::matching::Matching;
use super::method::{Basis, Caller, Derivation, Duty, Form, HttpRequest, Method, MethodEffect, Reply};
use super::words::Word;
use super::{Mapping, MappingParts};
use crate::base::limits::Limits;
use crate::bridge::carriage::CarriageClass;
use crate::spec::effect::Effect;
use crate::spec::protocol::Protocol;
pub use fault::MappingFault;
use fields::Fields;

/// Keys of a file.
const PROTOCOL_KEYS: &[&str] = &[
    "name",
    "title",
    "protocol_id",
    "status",
    "carriage",
    "also_carriage",
    "content_type",
    "dialect",
    "match",
    "complete",
    "error_codes",
    "source",
    "note",
    "method",
];
/// Keys of a `[[method]]`.
const METHOD_KEYS: &[&str] = &[
    "name",
    "effect",
    "label",
    "absent",
    "kind",
    "direction",
    "floor",
    "min_effect",
    "reply",
    "basis",
    "carriage",
    "derivation",
    "alias_of",
    "http_method",
    "target",
    "semantic",
    "never_read_only",
    "note",
];

/// Reads a mapping file.
pub fn parse(text: &str, limits: &Limits) -> Result<Mapping, MappingFault> {
    if text.len() > limits.mapping_octets {
        return Err(MappingFault::at(text, 0, format!("the file has more than {} octets", limits.mapping_octets)));
    }
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        MappingFault::at(text, at, error.message().split_whitespace().collect::<Vec<_>>().join(" "))
    })?;
    let fields = Fields::new(text, table.get_ref(), 0, "a mapping", PROTOCOL_KEYS, limits)?;
    let parts = protocol(&fields)?;
    let mut methods: Vec<Method> = Vec::new();
    for (table, at) in fields.tables("method")? {
        let row = Fields::new(text, table, at, "a method", METHOD_KEYS, limits)?;
        let method = method(&row, &parts)?;
        if methods.iter().any(|known| known.name == method.name) {
            return Err(row.wrong("name", format!("the method {} is listed twice", method.name)));
        }
        methods.push(method);
    }
    Ok(Mapping::new(parts, methods))
}

fn protocol(fields: &Fields<'_>) -> Result<MappingParts, MappingFault> {
    let name = fields.needed("name")?;
    if name.len() > LONGEST_NAME || name.contains(['=', ' ']) {
        return Err(fields.wrong("name", format!("name is a word of at most {LONGEST_NAME} octets; a longer one goes into title")));
    }
    Ok(MappingParts {
        title: fields.text("title")?.unwrap_or_else(|| name.clone()),
        name,
        protocol: fields.octet("protocol_id", 1)?.map(Protocol),
        status: fields.text("status")?,
        class: fields.needed_word("carriage")?,
        also: fields.words("also_carriage")?,
        content_type: fields.octet("content_type", 0)?,
        dialect: fields.word("dialect")?.unwrap_or_default(),
        matching: fields.word("match")?.unwrap_or_default(),
        complete: fields.flag("complete", true)?,
        error_codes: fields.integers("error_codes")?,
        source: fields.text("source")?,
        note: fields.text("note")?,
    })
}

/// Octets of the word that names a mapping.
const LONGEST_NAME: usize = 32;

fn method(fields: &Fields<'_>, parts: &MappingParts) -> Result<Method, MappingFault> {
    let effect = effect(fields)?;
    let form = fields.word("kind")?.unwrap_or(Form::Request);
    Ok(Method {
        name: fields.needed("name")?,
        effect,
        label: fields.word("label")?.unwrap_or_else(|| duty(effect)),
        absent: absent(fields, effect)?,
        form,
        caller: fields.word("direction")?.unwrap_or(Caller::Either),
        floor: fields.flag("floor", false)?,
        min_effect: min_effect(fields, effect)?,
        reply: fields.word("reply")?.unwrap_or_else(|| reply(form, parts.class)),
        basis: fields.word("basis")?.unwrap_or(Basis::Spec),
        carriage: fields.word("carriage")?,
        alias_of: fields.text("alias_of")?,
        http: http(fields, parts)?,
        semantic: fields.flag("semantic", false)?,
        never_read_only: fields.flag("never_read_only", false)?,
        note: fields.text("note")?,
    })
}

/// The effect: a class, `derived` with what it depends on, or `unclassified`.
fn effect(fields: &Fields<'_>) -> Result<MethodEffect, MappingFault> {
    let derivation: Option<Derivation> = fields.word("derivation")?;
    let word: EffectWord = fields.needed_word("effect")?;
    match (word, derivation) {
        (EffectWord::Derived, Some(derivation)) => Ok(MethodEffect::Derived(derivation)),
        (EffectWord::Derived, None) => Err(fields.wrong("effect", "a derived effect needs the key derivation")),
        (_, Some(_)) => Err(fields.wrong("derivation", "derivation goes with effect = \"derived\" only")),
        (EffectWord::Known(effect), None) => Ok(MethodEffect::Known(effect)),
        (EffectWord::Unclassified, None) => Ok(MethodEffect::Unclassified),
    }
}

/// What `effect` may say.
#[derive(Clone, Copy, PartialEq)]
enum EffectWord {
    Known(Effect),
    Derived,
    Unclassified,
}

impl Word for EffectWord {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("read_only", Self::Known(Effect::ReadOnly)),
        ("idempotent_write", Self::Known(Effect::IdempotentWrite)),
        ("non_idempotent_write", Self::Known(Effect::NonIdempotentWrite)),
        ("destructive", Self::Known(Effect::Destructive)),
        ("derived", Self::Derived),
        ("unclassified", Self::Unclassified),
    ];
}

/// The duty that goes with an effect, where the file does not say.
const fn duty(effect: MethodEffect) -> Duty {
    match effect {
        MethodEffect::Known(Effect::ReadOnly) => Duty::May,
        MethodEffect::Unclassified => Duty::None,
        MethodEffect::Known(_) | MethodEffect::Derived(_) => Duty::Must,
    }
}

fn absent(fields: &Fields<'_>, effect: MethodEffect) -> Result<Option<Effect>, MappingFault> {
    let given: Option<AbsentWord> = fields.word("absent")?;
    Ok(given.map_or_else(|| fail_safe(effect), |word| word.0))
}

/// What `absent` may say: a class, or that none applies.
#[derive(Clone, Copy, PartialEq)]
struct AbsentWord(Option<Effect>);

impl Word for AbsentWord {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("read_only", Self(Some(Effect::ReadOnly))),
        ("idempotent_write", Self(Some(Effect::IdempotentWrite))),
        ("non_idempotent_write", Self(Some(Effect::NonIdempotentWrite))),
        ("destructive", Self(Some(Effect::Destructive))),
        ("n/a", Self(None)),
    ];
}

const fn fail_safe(effect: MethodEffect) -> Option<Effect> {
    match effect {
        MethodEffect::Known(Effect::ReadOnly) => Some(Effect::ReadOnly),
        MethodEffect::Unclassified => None,
        MethodEffect::Known(_) | MethodEffect::Derived(_) => Some(Effect::Destructive),
    }
}

fn min_effect(fields: &Fields<'_>, effect: MethodEffect) -> Result<Option<Effect>, MappingFault> {
    let least: Option<Effect> = fields.word("min_effect")?;
    let milder = |least: Effect| matches!(effect, MethodEffect::Known(class) if least < class);
    match least {
        Some(least) if !milder(least) => Err(fields.wrong("min_effect", "min_effect is milder than effect")),
        least => Ok(least),
    }
}

/// What answers a method, where the file does not say.
const fn reply(form: Form, class: CarriageClass) -> Reply {
    match (form, class) {
        (Form::Request, CarriageClass::JsonRpc) => Reply::Single,
        (Form::Request, _) => Reply::Unstated,
        _ => Reply::None,
    }
}

fn http(fields: &Fields<'_>, parts: &MappingParts) -> Result<Option<HttpRequest>, MappingFault> {
    match (fields.text("http_method")?, fields.text("target")?) {
        (Some(verb), Some(target)) => Ok(Some(HttpRequest { verb, target })),
        (None, None) if parts.matching == Matching::HttpTarget => {
            Err(fields.wrong("name", "match = \"http_method+target\" needs the keys http_method and target"))
        }
        (None, None) => Ok(None),
        (Some(_), None) => Err(fields.wrong("http_method", "http_method needs the key target")),
        (None, Some(_)) => Err(fields.wrong("target", "target needs the key http_method")),
    }
}

#[cfg(test)]
mod tests;
