//! Columns of the exchanges.

use crate::base::id::ExchangeId;
use crate::base::text::{count_of, escape};
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;
use crate::spec::transport_code::TransportCode;
use crate::store::row::{Declared, ExchangeRow, ExchangeState};
use crate::tui::theme::Role;

use super::{Cell, Column, Context, What, brief, by_width, flex, left, millis, right};

const WIDEST: [Column; 12] = [
    right("#", 7, What::Number),
    left("time", 12, What::Time),
    right("as", 3, What::Association),
    left("", 1, What::Who),
    left("over", 9, What::Channel),
    flex("method", 2, What::Name),
    left("id", 10, What::Id),
    left("label", 5, What::Label),
    left("needs", 5, What::Needs),
    left("outcome", 18, What::Outcome),
    right("ms", 9, What::Latency),
    flex("finding", 3, What::Worst),
];

const WIDE: [Column; 11] = [
    right("#", 6, What::Number),
    left("time", 12, What::Time),
    right("as", 3, What::Association),
    left("", 1, What::Who),
    flex("method", 2, What::Name),
    left("id", 7, What::Id),
    left("label", 5, What::Label),
    left("needs", 5, What::Needs),
    left("outcome", 14, What::Outcome),
    right("ms", 7, What::Latency),
    flex("finding", 3, What::Worst),
];

const MEDIUM: [Column; 9] = [
    right("#", 6, What::Number),
    brief(),
    right("as", 2, What::Association),
    left("", 1, What::Who),
    flex("method", 3, What::Name),
    left("label", 5, What::Effects),
    left("outcome", 12, What::Outcome),
    right("ms", 7, What::Latency),
    flex("finding", 2, What::Worst),
];

const NARROW: [Column; 4] =
    [left("", 1, What::Sign), left("", 1, What::Who), flex("method", 2, What::Name), left("outcome", 14, What::Outcome)];

/// The columns at a width.
pub(super) const fn columns(width: u16) -> &'static [Column] {
    by_width(width, 112, [&NARROW, &MEDIUM, &WIDE, &WIDEST])
}

/// A cell; `None` when the row is gone.
pub(super) fn cell<'a>(context: &Context<'a>, at: usize, what: What) -> Option<Cell<'a>> {
    let id = ExchangeId::from_index(at);
    let row = context.snapshot().exchange(id)?;
    Some(match what {
        What::Number => Cell::dim(id.number().to_string()),
        What::Time => {
            let time = |row: &ExchangeRow| Some(context.snapshot().frame(row.first)?.time);
            let above = context.above.and_then(|above| time(context.snapshot().exchange(ExchangeId::from_index(above))?));
            context.time(time(row)?, above)
        }
        What::Association => Cell::dim(context.world.number(row.association).to_string()),
        What::Who => Cell::new(context.glyphs.of_direction(row.initiator), super::frames::role_of_direction(row.initiator)),
        What::Channel => Cell::dim(carrier(context, row)),
        What::Name => method(context, row),
        What::Id => Cell::dim(context.ids.of(id)),
        What::Label => declared(row),
        What::Needs => Cell::plain(row.effect_required.map_or("", Effect::short)),
        What::Effects => effects(row),
        What::Outcome => outcome(context, row),
        What::Latency => latency(context, row),
        What::Worst => context.worst(context.snapshot().findings_of_exchange(id)),
        What::Sign => context.sign(row.worst),
        _ => Cell::none(),
    })
}

/// The carried protocol.
fn carrier(context: &Context<'_>, row: &ExchangeRow) -> String {
    if native(context, row).is_some() { "native".to_owned() } else { context.snapshot().mappings.name_of(row.protocol).into_owned() }
}

/// The channel of an exchange that carries no foreign protocol.
fn native(context: &Context<'_>, row: &ExchangeRow) -> Option<Channel> {
    context.snapshot().frame(row.first).map(|frame| frame.channel).filter(|channel| *channel != Channel::BRIDGE)
}

fn method<'a>(context: &Context<'a>, row: &ExchangeRow) -> Cell<'a> {
    let name = context.snapshot().text(row.method);
    match native(context, row) {
        Some(channel) => Cell::plain(format!("{} {}", channel.label(), escape(name))),
        None if name.is_empty() => Cell::dim("(no method)"),
        None => Cell::plain(escape(name)),
    }
}

/// The label's effect: red where it is weaker than needed.
fn declared(row: &ExchangeRow) -> Cell<'static> {
    let text = match row.effect_declared {
        Declared::Nothing if row.effect_required.is_none() => return Cell::none(),
        Declared::Nothing => "--".to_owned(),
        Declared::Unreadable => "??".to_owned(),
        Declared::Effect(code) => Effect::from_code(code).map_or_else(|| format!("?{code}"), |effect| effect.short().to_owned()),
    };
    Cell::new(text, doubt(row))
}

fn effects(row: &ExchangeRow) -> Cell<'static> {
    let declared = declared(row).text;
    match row.effect_required {
        Some(needed) => Cell::new(format!("{declared}/{}", needed.short()), doubt(row)),
        None => Cell::new(declared, doubt(row)),
    }
}

/// Declared and required effect with a sign between them; one of them alone where they agree.
pub fn effects_with(row: &ExchangeRow, sign: &str) -> Cell<'static> {
    let declared = declared(row);
    match row.effect_required {
        Some(needed) if needed.short() != declared.text => Cell::new(format!("{}{sign}{}", declared.text, needed.short()), doubt(row)),
        _ => declared,
    }
}

/// How a label stands to what is needed: an absent or undefined one counts as destructive.
fn doubt(row: &ExchangeRow) -> Role {
    match (row.effect_declared, row.effect_required) {
        (Declared::Unreadable, _) => Role::Warning,
        (Declared::Nothing, Some(_)) => Role::Dim,
        (Declared::Nothing, None) => Role::Text,
        (Declared::Effect(code), needed) => match Effect::from_code(code) {
            Some(declared) if needed.is_some_and(|needed| declared < needed) => Role::Error,
            Some(_) => Role::Text,
            None => Role::Warning,
        },
    }
}

/// Milliseconds from request to reply; of a request that waits, how long it has waited already.
fn latency(context: &Context<'_>, row: &ExchangeRow) -> Cell<'static> {
    if row.state == ExchangeState::Pending {
        let request = row.request.and_then(|frame| context.snapshot().frame(frame));
        let waits = request.map(|request| context.world.now().since(request.time) / 1_000_000);
        return waits.map_or_else(Cell::none, |millis| Cell::new(format!(">{millis}"), Role::Client));
    }
    context.snapshot().latency(row).map_or_else(Cell::none, |nanos| Cell::plain(millis(nanos)))
}

fn outcome<'a>(context: &Context<'a>, row: &ExchangeRow) -> Cell<'a> {
    match row.state {
        ExchangeState::Answered => Cell::new("result", Role::Good),
        ExchangeState::Error => {
            let code = context.snapshot().text(row.error_token);
            Cell::new(if code.is_empty() { "error".to_owned() } else { format!("error {}", escape(code)) }, Role::Warning)
        }
        ExchangeState::TransportError => {
            let name = row.transport_code.map_or_else(|| "transport error".to_owned(), |code| TransportCode(code).to_string());
            Cell::new(name, Role::Warning)
        }
        ExchangeState::Streaming => {
            Cell::new(format!("{} {}", context.glyphs.stream, count_of(row.frames.into(), "frame", "frames")), Role::Client)
        }
        ExchangeState::Streamed => Cell::new(format!("stream of {}", row.frames.saturating_sub(1)), Role::Good),
        ExchangeState::Pending => Cell::new(format!("{} pending", context.glyphs.pending), Role::Client),
        ExchangeState::Unanswered => Cell::new("no answer", Role::Warning),
        ExchangeState::ReplyOnly => Cell::new("reply only", Role::Dim),
        other => Cell::new(other.name(), Role::Dim),
    }
}
