//! The rules themselves: the list of them, and the explanation of one.

use std::io::{self, Write};

use serde::Serialize;

use super::Paint;
use super::column::{left, wrap};
use super::json;
use super::row::finding::Clause;
use crate::crypto::digest::Sha256;
use crate::rules::RULES;
use crate::rules::rule::Rule;
use crate::store::finding::{Certainty, RuleInfo};

/// Cells of a line of prose.
const WIDTH: usize = 96;

/// A rule, as JSON.
#[derive(Serialize)]
struct Object {
    id: &'static str,
    layer: &'static str,
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity_by_generation: Option<ByGeneration>,
    certainty: &'static str,
    clause: Clause,
    state: &'static str,
    summary: String,
}

/// The severity in each generation, where it differs.
#[derive(Serialize)]
struct ByGeneration {
    #[serde(rename = "2")]
    two: &'static str,
    #[serde(rename = "3")]
    three: &'static str,
}

impl ByGeneration {
    fn of(info: &RuleInfo) -> Option<Self> {
        info.severity3.map(|three| Self { two: info.severity.name(), three: three.name() })
    }
}

impl Object {
    fn of(info: &RuleInfo) -> Self {
        Self {
            id: info.id,
            layer: info.layer(),
            severity: info.severity.name(),
            severity_by_generation: ByGeneration::of(info),
            certainty: info.certainty.name(),
            clause: Clause::of(&info.clause),
            state: info.scope.name(),
            summary: info.summary(),
        }
    }
}

/// Writes every rule as one JSON array.
pub fn list_json(out: &mut dyn Write) -> io::Result<()> {
    let objects: Vec<Object> = RULES.iter().map(|rule| Object::of(&rule.info)).collect();
    json::document(out, &objects)
}

/// Writes one line per rule.
pub fn list_text(out: &mut dyn Write, paint: Paint) -> io::Result<()> {
    let widest = |width: fn(&RuleInfo) -> usize| RULES.iter().map(|rule| width(&rule.info)).max().unwrap_or_default();
    let (id, clause) = (widest(|info| info.id.len()), widest(|info| info.clause.to_string().chars().count()));
    for info in RULES.iter().map(|rule| &rule.info) {
        writeln!(
            out,
            "{} {}  {}  {}  {}  {}",
            paint.glyph(info.severity),
            paint.strong(left(info.id, id)),
            left(&short_severity(info), 13),
            left(info.certainty.name(), 9),
            left(&info.clause.to_string(), clause),
            info.summary()
        )?;
    }
    Ok(())
}

/// Explains a rule: what it checks, why it matters, what to do, where it is written.
pub fn explain(rule: &Rule, out: &mut dyn Write, paint: Paint) -> io::Result<()> {
    let info = &rule.info;
    writeln!(out, "{} {}", paint.glyph(info.severity), paint.strong(info.id))?;
    writeln!(out, "  {}, {}; the fault of {}", severity(info), certainty(info), blame(info))?;
    let clause = &info.clause;
    writeln!(out, "  {clause} ({}), a {}", clause.document.title, clause.level.name().to_uppercase())?;
    for heading in ["What it checks", "Why it matters", "What to do"] {
        section(out, paint, heading, &info.section(heading))?;
    }
    if let Some(alternative) = info.alternative {
        section(out, paint, "The innocent explanation", alternative)?;
    }
    example(rule, out, paint)
}

fn example(rule: &Rule, out: &mut dyn Write, paint: Paint) -> io::Result<()> {
    let id = rule.info.id;
    let text = format!(
        "{}. `npscope explain {id} --open` shows it in the terminal interface, `npscope sample {id} -o FILE` writes a capture of it.",
        rule.example().name
    );
    section(out, paint, "An example that fires", &text)
}

fn section(out: &mut dyn Write, paint: Paint, heading: &str, text: &str) -> io::Result<()> {
    writeln!(out, "\n{}", paint.strong(heading))?;
    wrap(text, WIDTH).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// The severity in a column: `error/note` where generation 3 differs.
fn short_severity(info: &RuleInfo) -> String {
    match info.severity3 {
        Some(three) => format!("{}/{}", info.severity.name(), three.name()),
        None => info.severity.name().to_owned(),
    }
}

/// The severity; in generation 3 too, where it differs.
fn severity(info: &RuleInfo) -> String {
    match info.severity3 {
        Some(three) => format!("{}, in generation 3 {}", info.severity.name(), three.name()),
        None => info.severity.name().to_owned(),
    }
}

const fn certainty(info: &RuleInfo) -> &'static str {
    match info.certainty {
        Certainty::Certain => "certain: the wire alone proves it",
        Certainty::Heuristic => "heuristic: there may be an innocent explanation",
    }
}

fn blame(info: &RuleInfo) -> String {
    match info.fault {
        crate::store::finding::Fault::Unknown => "nobody the wire names".to_owned(),
        fault => format!("the {}", fault.name()),
    }
}

/// SHA-256 over what fixes the judgement: id, severity, certainty, clause and wording of every rule.
pub(super) fn set_hash() -> String {
    let mut hash = Sha256::default();
    for info in RULES.iter().map(|rule| &rule.info) {
        let three = info.severity3.unwrap_or(info.severity);
        for part in
            [info.id, info.severity.name(), three.name(), info.certainty.name(), info.clause.document.tag, info.clause.section, info.doc]
        {
            hash.update(part.as_bytes());
            hash.update(&[0]);
        }
    }
    crate::base::text::hex(&hash.finish())
}
