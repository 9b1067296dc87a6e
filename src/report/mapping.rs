//! What is known of the carried protocols: every method with its effect and the label it owes.

use std::io::{self, Write};

use serde::Serialize;

use super::Paint;
use super::column::left;
use super::json;
use crate::base::text::escape;
use crate::bridge::carriage::CarriageClass;
use crate::bridge::mapping::{Basis, Caller, Derivation, Form, Mapping, Mappings, Matching, Method, MethodEffect, Word};
use crate::spec::effect::Effect;

/// A mapping, as JSON.
#[derive(Serialize)]
struct Object<'a> {
    protocol_id: Option<u8>,
    protocol: &'a str,
    title: &'a str,
    status: Option<&'a str>,
    /// Identifiers that the user bound to it.
    bound_ids: Vec<u8>,
    class: &'static str,
    also_classes: Vec<&'static str>,
    content_type: Option<u8>,
    dialect: &'static str,
    r#match: &'static str,
    complete: bool,
    error_codes: &'a [i64],
    source: Option<&'a str>,
    note: Option<&'a str>,
    methods: Vec<MethodObject<'a>>,
}

impl<'a> Object<'a> {
    fn of(mappings: &Mappings, mapping: &'a Mapping) -> Self {
        Self {
            protocol_id: mapping.protocol.map(|protocol| protocol.0),
            protocol: &mapping.name,
            title: &mapping.title,
            status: mapping.status.as_deref(),
            bound_ids: mappings.bindings(mapping).map(|protocol| protocol.0).collect(),
            class: mapping.class.name(),
            also_classes: mapping.also.iter().map(|class| class.name()).collect(),
            content_type: mapping.content_type,
            dialect: mapping.dialect.word(),
            r#match: mapping.matching.word(),
            complete: mapping.complete,
            error_codes: &mapping.error_codes,
            source: mapping.source.as_deref(),
            note: mapping.note.as_deref(),
            methods: mapping.methods.iter().map(MethodObject::of).collect(),
        }
    }
}

/// A method, as JSON.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
struct MethodObject<'a> {
    method: &'a str,
    form: &'static str,
    caller: &'static str,
    effect: Option<&'static str>,
    effect_is_minimum: bool,
    effect_depends_on_tool: bool,
    effect_derivation: Option<&'static str>,
    min_effect: Option<&'static str>,
    label: &'static str,
    absent_label: Option<&'static str>,
    never_read_only: bool,
    reply: &'static str,
    class: Option<&'static str>,
    basis: &'static str,
    inferred: bool,
    alias_of: Option<&'a str>,
    http_method: Option<&'a str>,
    target: Option<&'a str>,
    semantic: bool,
    note: Option<&'a str>,
}

impl<'a> MethodObject<'a> {
    fn of(method: &'a Method) -> Self {
        let derivation = derivation(method);
        Self {
            method: &method.name,
            form: form(method.form),
            caller: caller(method.caller),
            effect: method.class().map(Effect::name),
            effect_is_minimum: method.floor,
            effect_depends_on_tool: derivation == Some(Derivation::ToolAnnotations),
            effect_derivation: derivation.map(Word::word),
            min_effect: method.min_effect.map(Effect::name),
            label: method.label.word(),
            absent_label: method.absent.map(Effect::name),
            never_read_only: method.never_read_only,
            reply: method.reply.word(),
            class: method.carriage.map(CarriageClass::name),
            basis: method.basis.word(),
            inferred: method.basis == Basis::Derived,
            alias_of: method.alias_of.as_deref(),
            http_method: method.http.as_ref().map(|request| &*request.verb),
            target: method.http.as_ref().map(|request| &*request.target),
            semantic: method.semantic,
            note: method.note.as_deref(),
        }
    }
}

const fn derivation(method: &Method) -> Option<Derivation> {
    match method.effect {
        MethodEffect::Derived(derivation) => Some(derivation),
        MethodEffect::Known(_) | MethodEffect::Unclassified => None,
    }
}

const fn form(form: Form) -> &'static str {
    match form {
        Form::Request => "request",
        Form::Notify => "notification",
        Form::Reply => "reply",
        Form::Error => "error",
        Form::NotifyOrReply => "notification-or-reply",
        Form::ErrorOrNotify => "error-or-notification",
    }
}

const fn caller(caller: Caller) -> &'static str {
    match caller {
        Caller::Client => "client",
        Caller::Server => "server",
        Caller::Either => "either",
    }
}

/// Writes mappings as one JSON array: all, or the one named.
pub fn list_json(out: &mut dyn Write, mappings: &Mappings, only: Option<&Mapping>) -> io::Result<()> {
    let chosen = mappings.iter().filter(|mapping| only.is_none_or(|only| only.name == mapping.name));
    json::document(out, &chosen.map(|mapping| Object::of(mappings, mapping)).collect::<Vec<_>>())
}

/// Writes a heading for every mapping, or for the one named, and a line for every method.
pub fn list_text(out: &mut dyn Write, paint: Paint, mappings: &Mappings, only: Option<&Mapping>) -> io::Result<()> {
    for mapping in mappings.iter().filter(|mapping| only.is_none_or(|only| only.name == mapping.name)) {
        writeln!(out, "{} {}", paint.strong(escape(&mapping.name)), heading(mappings, mapping))?;
        for line in remarks(mapping) {
            writeln!(out, "  {line}")?;
        }
        let width = mapping.methods.iter().map(|method| escape(&method.name).chars().count()).max().unwrap_or_default();
        for method in &mapping.methods {
            writeln!(out, "{}", line(method, width).trim_end())?;
        }
    }
    Ok(())
}

/// Identifier, status and carriage.
fn heading(mappings: &Mappings, mapping: &Mapping) -> String {
    let id = mapping.protocol.map(|protocol| format!("0x{:02X}", protocol.0));
    let status = mapping.status.as_deref().map(escape);
    let mut about: Vec<String> = [id, status].into_iter().flatten().collect();
    about.extend(mappings.bindings(mapping).map(|protocol| format!("here 0x{:02X}", protocol.0)));
    let classes: Vec<&str> = std::iter::once(mapping.class).chain(mapping.also.iter().copied()).map(CarriageClass::name).collect();
    format!("({}), carried as {}", about.join(", "), classes.join(", "))
}

/// Full name, source and remark.
fn remarks(mapping: &Mapping) -> Vec<String> {
    let title = (mapping.title != mapping.name).then(|| escape(&mapping.title));
    let source = mapping.source.as_deref().map(|source| format!("source: {}", escape(source)));
    let matched = match mapping.matching {
        Matching::Name => None,
        Matching::LastSegment => Some("the last segment of a name counts".to_owned()),
        Matching::HttpMethod => Some("the verb of the request counts".to_owned()),
        Matching::HttpTarget => Some("verb and target of the request count".to_owned()),
    };
    let open = (!mapping.complete).then(|| "the list is not complete".to_owned());
    [title, source, matched, open, mapping.note.as_deref().map(escape)].into_iter().flatten().collect()
}

fn line(method: &Method, width: usize) -> String {
    let cells =
        [left(&escape(&method.name), width), left(caller(method.caller), 6), left(form(method.form), 21), left(&effect(method), 34)];
    let label = format!("label {}", method.label.word());
    let mut rest = vec![left(&label, 12), left(&format!("reply {}", method.reply.word()), 15), method.basis.word().to_owned()];
    rest.extend(method.alias_of.as_deref().map(|of| format!("as {}", escape(of))));
    rest.extend(method.http.as_ref().map(|request| format!("{} {}", escape(&request.verb), escape(&request.target))));
    format!("  {}  {}", cells.join("  "), rest.join("  "))
}

fn effect(method: &Method) -> String {
    match (method.effect, method.min_effect) {
        (MethodEffect::Known(effect), _) if method.floor => format!("at least {}", effect.name()),
        (MethodEffect::Known(effect), Some(least)) => format!("{}, {} if bounded", effect.name(), least.name()),
        (MethodEffect::Known(effect), None) => effect.name().to_owned(),
        (MethodEffect::Derived(Derivation::ToolAnnotations), _) => "depends on the tool".to_owned(),
        (MethodEffect::Derived(Derivation::ActionAffordance), _) => "depends on the action".to_owned(),
        (MethodEffect::Derived(Derivation::HttpMethod), _) => "depends on the HTTP verb".to_owned(),
        (MethodEffect::Derived(Derivation::Content), _) => "depends on the content".to_owned(),
        (MethodEffect::Unclassified, _) => "not classified".to_owned(),
    }
}
