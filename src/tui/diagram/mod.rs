//! A line of the diagram: what one frame, or a folded stream, says as an arrow.

mod label;

use std::borrow::Cow;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::text::{count_of, escape};
use crate::base::time::Timestamp;
use crate::spec::transport_code::TransportCode;
use crate::store::row::{ExchangeRow, ExchangeState, FrameRow, Protection};
use crate::store::snapshot::Snapshot;

use super::model::Model;
use super::theme::Role;

/// How the shaft of an arrow looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// A request or a reply.
    Solid,
    /// A notification: nobody answers it.
    Dotted,
    /// Events of a stream.
    Stream,
    /// A frame outside every exchange.
    Thin,
}

/// What stands at the left of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// When.
    At(Timestamp),
    /// Nanoseconds since the request.
    After(i64),
}

/// One line of the diagram.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// Who sends.
    pub direction: Direction,
    /// How it is drawn.
    pub stroke: Stroke,
    /// When.
    pub moment: Moment,
    /// What is written on it, piece by piece. Wire text is escaped.
    pub label: Vec<(String, Role)>,
    /// What stands where its tip would be: no answer came.
    pub end: Option<(String, Role)>,
    /// The foreign error code.
    pub foreign: Option<String>,
    /// The code of the transport error.
    pub transport: Option<TransportCode>,
    /// Findings about it.
    pub findings: Vec<FindingId>,
}

/// Findings of one line that are looked at.
const FINDINGS: usize = 64;

/// The line of a frame; `None` when its row is gone.
pub fn arrow(model: &Model, id: FrameId) -> Option<Arrow> {
    let snapshot = &*model.world.shown;
    let row = snapshot.frame(id)?;
    let mut arrow = Arrow {
        direction: snapshot.direction_of(row),
        stroke: Stroke::Thin,
        moment: Moment::At(row.time),
        label: vec![(label::of_frame(row), Role::Dim)],
        end: None,
        foreign: None,
        transport: None,
        findings: snapshot.findings_of_frame(id).to_vec(),
    };
    if matches!(row.protection, Protection::Sealed(_)) {
        arrow.label.push(("sealed".to_owned(), Role::Warning));
    }
    let exchange = row.exchange().and_then(|id| Some((id, snapshot.exchange(id)?)));
    if let Some((of, exchange)) = exchange {
        let part = Part { model, snapshot, frame: id, row, id: of, exchange };
        part.draw(&mut arrow);
    }
    Some(arrow)
}

/// A frame as a part of its exchange.
struct Part<'a> {
    model: &'a Model,
    snapshot: &'a Snapshot,
    frame: FrameId,
    row: &'a FrameRow,
    id: ExchangeId,
    exchange: &'a ExchangeRow,
}

impl Part<'_> {
    fn draw(&self, arrow: &mut Arrow) {
        if self.exchange.request == Some(self.frame) {
            self.request(arrow);
        } else if self.exchange.reply == Some(self.frame) {
            self.reply(arrow);
        } else {
            self.between(arrow);
        }
    }

    fn request(&self, arrow: &mut Arrow) {
        arrow.label = label::of_request(self.model, self.id, self.exchange);
        arrow.findings.extend(self.without_frame());
        if self.exchange.state == ExchangeState::Notification {
            arrow.stroke = Stroke::Dotted;
            return;
        }
        arrow.stroke = Stroke::Solid;
        arrow.end = match self.exchange.state {
            ExchangeState::Pending => {
                let waits = self.model.world.now().since(self.row.time);
                Some((format!("{} {}", self.model.glyphs().pending, duration(waits)), Role::Warning))
            }
            ExchangeState::Unanswered => Some(("no answer".to_owned(), Role::Warning)),
            _ => None,
        };
    }

    fn reply(&self, arrow: &mut Arrow) {
        arrow.stroke = Stroke::Solid;
        arrow.label = label::of_reply(self.row, self.exchange);
        if let Some(nanos) = self.snapshot.latency(self.exchange) {
            arrow.moment = Moment::After(nanos);
        }
        match self.exchange.state {
            ExchangeState::Error => arrow.foreign = Some(escape(self.snapshot.text(self.exchange.error_token))),
            ExchangeState::TransportError => arrow.transport = self.exchange.transport_code.map(TransportCode),
            _ => {}
        }
    }

    /// An event of a stream, or what the requester says about it.
    fn between(&self, arrow: &mut Arrow) {
        let events = self.model.world.study.ladders.events(self.id);
        let Ok(at) = events.binary_search(&self.frame.0) else {
            arrow.stroke = Stroke::Solid;
            arrow.label = vec![(label::of_frame(self.row), Role::Text)];
            return;
        };
        arrow.stroke = Stroke::Stream;
        if at == 0 && events.len() > 1 && !self.model.looks.unfolded.contains(&self.id) {
            self.folded(arrow, events);
        } else {
            let role = super::column::role_of_direction(arrow.direction);
            arrow.label = vec![(format!("event {} of {}", at + 1, events.len()), role)];
            arrow.moment = self.since_request().map_or(arrow.moment, Moment::After);
        }
    }

    fn folded(&self, arrow: &mut Arrow, events: &[u32]) {
        let last = events.last().and_then(|last| self.snapshot.frame(FrameId(*last)));
        let lasted = last.map_or(0, |last| last.time.since(self.row.time));
        let words = format!("{}, {}", count_of(events.len() as u64, "event", "events"), duration(lasted));
        arrow.label = vec![(words, super::column::role_of_direction(arrow.direction))];
        if self.exchange.state == ExchangeState::Streaming {
            arrow.end = Some((format!("{} goes on", self.model.glyphs().pending), Role::Note));
        }
        arrow.moment = self.since_request().map_or(arrow.moment, Moment::After);
        let about = self.snapshot.findings_of_exchange(self.id).iter().take(FINDINGS);
        let of_events = about.filter(|id| {
            self.snapshot.finding(**id).and_then(|finding| finding.frame).is_some_and(|frame| events.binary_search(&frame.0).is_ok())
        });
        arrow.findings = of_events.copied().collect();
    }

    fn since_request(&self) -> Option<i64> {
        Some(self.row.time.since(self.snapshot.frame(self.exchange.request?)?.time))
    }

    /// Findings about the exchange as a whole.
    fn without_frame(&self) -> impl Iterator<Item = FindingId> {
        let about = self.snapshot.findings_of_exchange(self.id).iter().take(FINDINGS).copied();
        about.filter(|id| self.snapshot.finding(*id).is_some_and(|finding| finding.frame.is_none()))
    }
}

impl Arrow {
    /// What is written on it, as one text.
    pub fn text(&self) -> String {
        self.label.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// Exchanges of an association that still wait, in one line: how many, and the oldest with how long it has waited.
pub fn waiting(model: &Model, association: AssociationId) -> Option<String> {
    let snapshot = &*model.world.shown;
    let now = model.world.now();
    let mut open = model.world.study.ladders.open(association).filter_map(|id| Some((id, snapshot.exchange(id)?)));
    let (first, exchange) = open.next()?;
    let count = open.count() as u64 + 1;
    let since = exchange.request.and_then(|frame| snapshot.frame(frame)).map_or(0, |row| now.since(row.time));
    let method: Cow<'_, str> = match snapshot.text(exchange.method) {
        "" => "a request".into(),
        name => escape(name).into(),
    };
    let what = if exchange.state == ExchangeState::Streaming { "streaming" } else { "waiting" };
    let oldest = if count == 1 { "" } else { "the oldest, " };
    let open = count_of(count, "exchange is open", "exchanges are open");
    Some(format!("{open}: {oldest}{} {method}, {what} for {}", first.number(), duration(since)))
}

/// A duration as people read it.
pub fn duration(nanos: i64) -> String {
    let millis = nanos.saturating_abs() / 1_000_000;
    let sign = if nanos < 0 { "-" } else { "" };
    match millis {
        0..=999 => format!("{sign}{} ms", super::column::millis(nanos.saturating_abs())),
        1000..=59_999 => format!("{sign}{}.{} s", millis / 1000, millis % 1000 / 100),
        60_000..=3_599_999 => format!("{sign}{}:{:02} min", millis / 60_000, millis / 1000 % 60),
        _ => format!("{sign}{}:{:02} h", millis / 3_600_000, millis / 60_000 % 60),
    }
}

#[cfg(test)]
mod tests;
