//! The page that documents the filter language: prose, and the table of fields.

use std::io::{self, Write};

use super::field::{Field, Homes};
use super::fields::{EVIDENCE, FIELDS, LABELLED};
use super::kind::Kind;

/// Names of a list that the table shows.
const NAMES: usize = 8;

/// Writes the page.
pub fn markdown(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(include_str!("page.md").as_bytes())?;
    writeln!(out, "\n## Fields\n")?;
    writeln!(
        out,
        "Of a field with several names each may be written. *frame*, *exchange*, *association*, *finding* are the rows that hold it;"
    )?;
    writeln!(out, "*octets* marks fields that frames are read back for.\n")?;
    writeln!(out, "| Field | Type | Held by | Meaning | Example |\n|---|---|---|---|---|")?;
    for field in FIELDS.iter().chain([&LABELLED, &EVIDENCE]) {
        row(out, field)?;
    }
    Ok(())
}

fn row(out: &mut dyn Write, field: &Field) -> io::Result<()> {
    let names: Vec<String> = field.names.iter().map(|name| format!("`{name}`")).collect();
    let names = if field.is_parted() { vec![format!("`{}.…`", field.name())] } else { names };
    let octets = if field.reads_octets() { ", octets" } else { "" };
    writeln!(
        out,
        "| {} | {} | {}{octets} | {} | `{}` |",
        names.join(" "),
        kind(field.kind),
        held_by(field.homes),
        field.doc,
        field.sample().replace('|', "\\|")
    )
}

fn held_by(homes: Homes) -> String {
    let kinds = [(Homes::FRAME, "frame"), (Homes::EXCHANGE, "exchange"), (Homes::ASSOCIATION, "association"), (Homes::FINDING, "finding")];
    kinds.iter().filter(|(home, _)| homes.has(*home)).map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
}

fn kind(kind: Kind) -> String {
    let names = match kind {
        Kind::Flag => Vec::new(),
        kind => kind.names(),
    };
    if names.is_empty() {
        return kind.title().to_owned();
    }
    let shown: Vec<String> = names.iter().take(NAMES).map(|(name, _)| format!("`{name}`")).collect();
    format!("{}: {}{}", kind.title(), shown.join(" "), if names.len() > NAMES { " …" } else { "" })
}
