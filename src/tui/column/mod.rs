//! What the columns of each list say. Widths are fixed per terminal width, so they do not jump as rows arrive.

mod associations;
pub mod channels;
mod choice;
mod conformance;
mod diagram;
mod exchanges;
mod findings;
mod frames;

use std::borrow::Cow;

use crate::base::direction::Direction;
use crate::base::id::FindingId;
use crate::base::text::escape;
use crate::base::time::Timestamp;
use crate::store::finding::Severity;
use crate::store::row::{AssociationRow, End};
use crate::store::snapshot::Snapshot;

use super::command::View;
use super::glyph::Glyphs;
use super::ids::Ids;
use super::model::{Model, TimeFormat};
use super::theme::Role;
use super::world::World;

pub use choice::{all, chosen, usual};
pub use exchanges::effects_with;
pub use frames::role_of_direction;

/// Columns that a time takes without its hour.
const BRIEF: u16 = 9;

/// One column of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// What stands over it.
    pub title: &'static str,
    /// Columns of the terminal it takes; 0 when it takes a share of what is left.
    pub width: u16,
    /// Its share of what the fixed columns leave.
    pub share: u16,
    /// Whether its cells stand at its right edge.
    pub right: bool,
    /// What its cells say.
    pub what: What,
}

/// What a cell says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// The row's number.
    Number,
    /// When.
    Time,
    /// The association.
    Association,
    /// Who sent, who asked.
    Who,
    /// Method, frame type or rule.
    Name,
    /// The id token.
    Id,
    /// Protocol or channel.
    Channel,
    /// Declared effect.
    Label,
    /// Required effect.
    Needs,
    /// Declared and required effect.
    Effects,
    /// How it ended.
    Outcome,
    /// Latency in milliseconds.
    Latency,
    /// The worst finding.
    Worst,
    /// The worst finding, or what else there is to say.
    Remark,
    /// The sign of the worst finding alone.
    Sign,
    /// Sequence number.
    Seq,
    /// Key epoch.
    Epoch,
    /// Octets.
    Length,
    /// Whether the payload can be read.
    Protection,
    /// Its exchange.
    Exchange,
    /// Its frame.
    Frame,
    /// Addresses.
    Client,
    /// Addresses.
    Server,
    /// Crypto generation.
    Generation,
    /// Profile.
    Profile,
    /// Frames, both ways.
    Frames,
    /// Exchanges.
    Exchanges,
    /// Findings by severity.
    Counts,
    /// Missing evidence.
    Gaps,
    /// The clause.
    Clause,
    /// The message.
    Message,
    /// How often a clause was exercised.
    Exercised,
    /// Findings against a clause.
    Against,
    /// What follows for a clause.
    Verdict,
    /// Of one direction of a channel.
    Way(Direction, channels::Told),
}

impl What {
    /// Its name in the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Time => "time",
            Self::Association => "association",
            Self::Who => "direction",
            Self::Name => "name",
            Self::Id => "id",
            Self::Channel => "channel",
            Self::Label => "label",
            Self::Needs => "needs",
            Self::Effects => "effects",
            Self::Outcome => "outcome",
            Self::Latency => "latency",
            Self::Worst => "finding",
            Self::Remark => "remark",
            Self::Sign => "severity",
            Self::Seq => "seq",
            Self::Epoch => "epoch",
            Self::Length => "octets",
            Self::Protection => "payload",
            Self::Exchange => "exchange",
            Self::Frame => "frame",
            Self::Client => "client",
            Self::Server => "server",
            Self::Generation => "generation",
            Self::Profile => "profile",
            Self::Frames => "frames",
            Self::Exchanges => "exchanges",
            Self::Counts => "findings",
            Self::Gaps => "evidence",
            Self::Clause => "clause",
            Self::Message => "message",
            Self::Exercised => "exercised",
            Self::Against => "against",
            Self::Verdict => "verdict",
            Self::Way(direction, told) => told.name(direction),
        }
    }
}

/// A cell: text in a role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell<'a> {
    /// Its text. Wire text is escaped already.
    pub text: Cow<'a, str>,
    /// What it means.
    pub role: Role,
}

impl<'a> Cell<'a> {
    fn new(text: impl Into<Cow<'a, str>>, role: Role) -> Self {
        Self { text: text.into(), role }
    }

    fn plain(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(text, Role::Text)
    }

    fn dim(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(text, Role::Dim)
    }

    fn none() -> Self {
        Self::plain("")
    }
}

/// What cells are made from.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    world: &'a World,
    ids: &'a Ids,
    glyphs: &'static Glyphs,
    time: TimeFormat,
    /// The row shown above, for times since it.
    pub above: Option<usize>,
    /// Whether times have to be short.
    brief: bool,
}

impl<'a> Context<'a> {
    /// What cells of `model` are made from.
    pub const fn new(model: &'a Model) -> Self {
        Self { world: &model.world, ids: &model.ids, glyphs: model.glyphs(), time: model.time, above: None, brief: false }
    }

    /// The same for a list with these columns.
    #[must_use]
    pub fn within(self, columns: &[Column]) -> Self {
        Self { brief: columns.iter().any(|column| column.what == What::Time && column.width == BRIEF), ..self }
    }

    fn snapshot(&self) -> &'a Snapshot {
        &self.world.shown
    }

    /// Whether an association ended while others may go on. Of a capture that is over all have ended.
    fn has_ended(&self, row: &AssociationRow) -> bool {
        row.end != End::CaptureEnd && !self.snapshot().finished
    }

    fn time(&self, at: Timestamp, above: Option<Timestamp>) -> Cell<'a> {
        match self.time {
            TimeFormat::Clock if self.brief => Cell::dim(at.clock().split_off("HH:".len())),
            TimeFormat::Clock => Cell::dim(at.clock()),
            TimeFormat::Relative => Cell::dim(self.fitting(seconds(at.since(self.world.origin())))),
            TimeFormat::Delta => above.map_or_else(Cell::none, |above| Cell::dim(self.fitting(format!("+{}", seconds(at.since(above)))))),
        }
    }

    /// A number of seconds that is not cut where room is scarce: without its thousandths, if need be.
    fn fitting(&self, seconds: String) -> String {
        match seconds.split_once('.') {
            Some((whole, _)) if self.brief && seconds.len() > usize::from(BRIEF) => whole.to_owned(),
            _ => seconds,
        }
    }

    /// What stands over times that lack their hour: that of a row.
    pub fn hour(&self, view: View, row: usize) -> Option<String> {
        if !self.brief || self.time != TimeFormat::Clock {
            return None;
        }
        let clock = cell(&Self { brief: false, ..*self }, view, row, What::Time).text;
        clock.split_once(':').map(|(hour, _)| format!("time {hour}h"))
    }

    fn worst(&self, ids: &[FindingId]) -> Cell<'a> {
        let found = ids.iter().filter_map(|id| self.snapshot().finding(*id));
        let worst = found.max_by_key(|finding| finding.severity);
        worst.map_or_else(Cell::none, |finding| {
            let more = if ids.len() > 1 { format!(" (+{})", ids.len() - 1) } else { String::new() };
            let text = format!("{} {}{more}", self.glyphs.of_severity(finding.severity), escape(&finding.message));
            Cell::new(text, role_of(finding.severity))
        })
    }

    fn sign(&self, severity: Option<Severity>) -> Cell<'a> {
        severity.map_or_else(Cell::none, |severity| Cell::new(self.glyphs.of_severity(severity), role_of(severity)))
    }
}

/// The role of a severity.
pub const fn role_of(severity: Severity) -> Role {
    match severity {
        Severity::Error => Role::Error,
        Severity::Warning => Role::Warning,
        Severity::Note => Role::Note,
    }
}

/// The columns of a view at a width.
pub const fn columns(view: View, width: u16) -> &'static [Column] {
    match view {
        View::Exchanges => exchanges::columns(width),
        View::Frames | View::Diagram => frames::columns(width),
        View::Associations => associations::columns(width),
        View::Findings => findings::columns(width),
        View::Channels => channels::columns(width),
        View::Conformance => conformance::columns(width),
    }
}

/// A cell of a view. A row that was evicted has empty cells.
pub fn cell<'a>(context: &Context<'a>, view: View, row: usize, what: What) -> Cell<'a> {
    let cell = match view {
        View::Exchanges => exchanges::cell(context, row, what),
        View::Frames | View::Diagram => frames::cell(context, row, what),
        View::Associations => associations::cell(context, row, what),
        View::Findings => findings::cell(context, row, what),
        View::Channels => channels::cell(context, row, what),
        View::Conformance => conformance::cell(context, row, what),
    };
    cell.unwrap_or_else(Cell::none)
}

/// The codes of an error that an arrow of the diagram stands for.
pub fn codes(arrow: &super::diagram::Arrow) -> String {
    diagram::codes(arrow)
}

/// A row as one line of text, its cells divided by tabs: what copying gives.
pub fn row_text(model: &Model, row: usize) -> String {
    let context = Context::new(model);
    if model.view == View::Findings && super::looks::group_named(row).is_some() {
        return super::detail::group::title(&model.world, row);
    }
    if model.view == View::Diagram {
        return diagram::texts(model, row).join("\t").trim_end().to_owned();
    }
    let cells = chosen(model, u16::MAX).into_owned().into_iter().map(|column| cell(&context, model.view, row, column.what).text);
    cells.collect::<Vec<_>>().join("\t").trim_end().to_owned()
}

/// Of four sets of columns the one that fits; the third fits from `wide` columns of the terminal on.
const fn by_width(width: u16, wide: u16, [narrow, medium, third, widest]: [&'static [Column]; 4]) -> &'static [Column] {
    if width < 72 {
        narrow
    } else if width < wide {
        medium
    } else if width < 140 {
        third
    } else {
        widest
    }
}

const fn left(title: &'static str, width: u16, what: What) -> Column {
    Column { title, width, share: 0, right: false, what }
}

const fn right(title: &'static str, width: u16, what: What) -> Column {
    Column { title, width, share: 0, right: true, what }
}

/// The time where room is scarce: the hour stands in the title.
const fn brief() -> Column {
    left("time", BRIEF, What::Time)
}

const fn flex(title: &'static str, share: u16, what: What) -> Column {
    Column { title, width: 0, share, right: false, what }
}

/// Nanoseconds as seconds with milliseconds.
pub fn seconds(nanos: i64) -> String {
    let millis = nanos.saturating_abs() / 1_000_000;
    let sign = if nanos < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", millis / 1000, millis % 1000)
}

/// Nanoseconds as milliseconds with a tenth.
pub fn millis(nanos: i64) -> String {
    let tenths = nanos.saturating_abs() / 100_000;
    let sign = if nanos < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}
