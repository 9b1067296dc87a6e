//! The rule catalogue as a page: every rule with what it checks, and every row that has no rule with the reason.

use std::io::{self, Write};

use crate::rules::RULES;
use crate::rules::catalogue::{Reason, unwritten};
use crate::store::finding::{RuleInfo, Severity};

/// Writes the page.
pub fn markdown(out: &mut dyn Write) -> io::Result<()> {
    let missing = unwritten().count();
    writeln!(out, "# Rules\n")?;
    writeln!(
        out,
        "{} rules are checked; {missing} rows of the catalogue have no rule here, each with its reason at the end.",
        RULES.len()
    )?;
    writeln!(
        out,
        "`npscope explain RULE` tells more of each, `npscope explain RULE --open` shows an example in the terminal interface.\n"
    )?;
    writeln!(
        out,
        "Severity: **error** where a MUST is broken, **warning** where a SHOULD is broken or a broken MUST is likely, **note** for"
    )?;
    writeln!(
        out,
        "information, which accuses nobody. Two severities stand for crypto generation 2 and 3; while the generation is unknown the milder"
    )?;
    writeln!(out, "one applies. A *heuristic* infers, and its findings state the innocent explanation.\n")?;
    layers(out)?;
    not_written(out)
}

fn layers(out: &mut dyn Write) -> io::Result<()> {
    let mut rules: Vec<&RuleInfo> = RULES.iter().map(|rule| &rule.info).collect();
    rules.sort_by_key(|info| (info.layer(), info.id));
    for layer in rules.chunk_by(|a, b| a.layer() == b.layer()) {
        let Some(first) = layer.first() else { continue };
        writeln!(out, "## {}\n", first.layer())?;
        writeln!(out, "| Rule | Severity | Certainty | Clause | What it checks |\n|---|---|---|---|---|")?;
        for info in layer {
            let (severity, clause) = (severity(info), cell(&info.clause.to_string()));
            writeln!(out, "| `{}` | {severity} | {} | {clause} | {} |", info.id, info.certainty.name(), cell(&info.summary()))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn not_written(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## Rows without a rule\n")?;
    writeln!(out, "| Row | Why |\n|---|---|")?;
    let mut rows: Vec<_> = unwritten().collect();
    rows.sort_by_key(|(id, _)| *id);
    for (id, reason) in rows {
        let why = match reason {
            Reason::Needs(needs) => format!("not yet: {}", needs.text()),
            Reason::SameAs(rule) => format!("reported as `{rule}`"),
            Reason::NotObservable(why) => format!("cannot be observed: {why}"),
        };
        writeln!(out, "| `{id}` | {} |", cell(&why))?;
    }
    Ok(())
}

fn severity(info: &RuleInfo) -> String {
    let name = Severity::name;
    info.severity3.map_or_else(|| name(info.severity).to_owned(), |three| format!("{} / {}", name(info.severity), name(three)))
}

/// Text that keeps inside its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
