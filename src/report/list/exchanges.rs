//! One line per exchange.

use std::io::{self, Write};

use super::{Format, Listing, json, rule_list};
use crate::base::id::ExchangeId;
use crate::base::text::escape;
use crate::report::column::{cut, left, right};
use crate::report::row::bridge;
use crate::report::row::exchange::{Exchange, protocol};
use crate::report::{Context, Paint, row::finding::rules};
use crate::spec::effect::Effect;
use crate::spec::transport_code::TransportCode;
use crate::store::row::{Declared, ExchangeRow, ExchangeState};

const HEADINGS: &str =
    "exchange  time          as  who  protocol  method                    id          label needs  outcome                       ms";

/// Writes the exchanges.
pub fn exchanges(listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
    let context = listing.context;
    let matcher = listing.query.map(|query| query.on(context.snapshot).reading(context.reader()));
    listing.headings(out, HEADINGS)?;
    for (at, row) in context.snapshot.exchanges.iter() {
        let id = ExchangeId::from_index(at);
        if !listing.may(at) || matcher.as_ref().is_some_and(|matcher| !matcher.exchange(id, &mut |id| (listing.dissect)(id))) {
            continue;
        }
        match listing.format {
            Format::JsonLines => json::line(out, &Exchange::of(context, id, row))?,
            Format::Text { paint, .. } => writeln!(out, "{}", line(context, paint, id, row).trim_end())?,
        }
    }
    Ok(())
}

fn line(context: &Context<'_>, paint: Paint, id: ExchangeId, row: &ExchangeRow) -> String {
    let snapshot = context.snapshot;
    let time = snapshot.frame(row.request.unwrap_or(row.first)).map(|frame| frame.time.clock()).unwrap_or_default();
    let way = ["\u{2192}", "\u{2190}"][row.initiator.index()];
    let token = bridge::keys(context, row).id.unwrap_or_default();
    let rules = rules(snapshot, snapshot.findings_of_exchange(id));
    format!(
        "{}  {}  {}   {way}   {}  {}  {}  {}    {}     {}  {}  {}",
        right(&id.number().to_string(), 8),
        left(&time, 12),
        right(&context.number(row.association).to_string(), 2),
        left(&protocol(context, row), 8),
        left(&escape(snapshot.text(row.method)), 24),
        left(&escape(&token), 10),
        left(&label(row), 2),
        left(row.effect_required.map_or("", Effect::short), 2),
        left(&cut(&outcome(context, row), 24), 24),
        right(&latency(context, row), 8),
        rule_list(paint, row.worst, &rules),
    )
}

/// The declared effect in two letters; `--` for a request that changes state and has no label, `??` for a label that cannot be read.
fn label(row: &ExchangeRow) -> String {
    match row.effect_declared {
        Declared::Effect(octet) => Effect::from_code(octet).map_or_else(|| format!("{octet:02x}"), |effect| effect.short().to_owned()),
        Declared::Unreadable => "??".to_owned(),
        Declared::Nothing if row.effect_required.is_some_and(|effect| effect > Effect::ReadOnly) => "--".to_owned(),
        Declared::Nothing => String::new(),
    }
}

fn outcome(context: &Context<'_>, row: &ExchangeRow) -> String {
    match row.state {
        ExchangeState::Error => format!("error {}", escape(context.snapshot.text(row.error_token))),
        ExchangeState::TransportError => match row.transport_code {
            Some(code) => format!("transport {}", TransportCode(code)),
            None => "transport".to_owned(),
        },
        ExchangeState::Answered => "result".to_owned(),
        state => state.name().to_owned(),
    }
}

fn latency(context: &Context<'_>, row: &ExchangeRow) -> String {
    let Some(nanos) = context.snapshot.latency(row) else { return String::new() };
    let tenths = nanos / 100_000;
    format!("{}{}.{}", if tenths < 0 { "-" } else { "" }, (tenths / 10).abs(), (tenths % 10).abs())
}
