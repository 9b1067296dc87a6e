//! What is known of the carried protocols: every method with its effect and the label it owes.

use std::io::{self, Write};

use serde::Serialize;

use super::Paint;
use super::column::left;
use super::json;
use crate::bridge::mapping::{Basis, Caller, Duty, Form, MAPPINGS, Mapping, Method, MethodEffect, Reply};
use crate::spec::effect::Effect;

/// A mapping, as JSON.
#[derive(Serialize)]
struct Object {
    protocol_id: u8,
    protocol: &'static str,
    class: &'static str,
    methods: Vec<MethodObject>,
}

impl Object {
    fn of(mapping: &Mapping) -> Self {
        Self {
            protocol_id: mapping.protocol.0,
            protocol: mapping.name,
            class: mapping.class.name(),
            methods: mapping.methods.iter().map(MethodObject::of).collect(),
        }
    }
}

/// A method, as JSON.
#[derive(Serialize)]
struct MethodObject {
    method: &'static str,
    form: &'static str,
    caller: &'static str,
    effect: Option<&'static str>,
    effect_is_minimum: bool,
    effect_depends_on_tool: bool,
    label: &'static str,
    absent_label: Option<&'static str>,
    reply: &'static str,
    inferred: bool,
    alias_of: Option<&'static str>,
}

impl MethodObject {
    fn of(method: &Method) -> Self {
        Self {
            method: method.name,
            form: match method.form {
                Form::Request => "request",
                Form::Notify => "notification",
            },
            caller: caller(method),
            effect: method.class().map(Effect::name),
            effect_is_minimum: method.floor,
            effect_depends_on_tool: method.effect == MethodEffect::Derived,
            label: duty(method),
            absent_label: method.absent.map(Effect::name),
            reply: match method.reply {
                Reply::Single => "single",
                Reply::Stream => "stream",
                Reply::Document => "document",
                Reply::None => "none",
            },
            inferred: method.basis == Basis::Derived,
            alias_of: method.alias_of,
        }
    }
}

const fn caller(method: &Method) -> &'static str {
    match method.caller {
        Caller::Client => "client",
        Caller::Server => "server",
        Caller::Either => "either",
    }
}

const fn duty(method: &Method) -> &'static str {
    match method.label {
        Duty::Must => "must",
        Duty::Should => "should",
        Duty::May => "may",
        Duty::None => "none",
    }
}

/// Writes every mapping as one JSON array.
pub fn list_json(out: &mut dyn Write) -> io::Result<()> {
    json::document(out, &MAPPINGS.iter().map(|mapping| Object::of(mapping)).collect::<Vec<_>>())
}

/// Writes a heading for every mapping and a line for every method.
pub fn list_text(out: &mut dyn Write, paint: Paint) -> io::Result<()> {
    for mapping in MAPPINGS {
        let class = mapping.class.name();
        writeln!(out, "{} (0x{:02X}), carried as {class}", paint.strong(mapping.name), mapping.protocol.0)?;
        let width = mapping.methods.iter().map(|method| method.name.len()).max().unwrap_or_default();
        for method in mapping.methods {
            let line = format!(
                "  {}  {}  {}  label {}",
                left(method.name, width),
                left(caller(method), 6),
                left(&effect(method), 30),
                duty(method)
            );
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

fn effect(method: &Method) -> String {
    match method.effect {
        MethodEffect::Known(effect) if method.floor => format!("at least {}", effect.name()),
        MethodEffect::Known(effect) => effect.name().to_owned(),
        MethodEffect::Derived => "depends on the tool".to_owned(),
        MethodEffect::Unclassified => "not classified".to_owned(),
    }
}
