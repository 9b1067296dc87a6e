//! `frames`, `exchanges`, `associations`: one line a row.

use std::io::{self, IsTerminal, Write};

use super::paint;
use crate::base::id::FrameId;
use crate::base::tree::Tree;
use crate::cli::args::{List, ListFormat};
use crate::cli::config::{Config, Environment};
use crate::cli::drive::{Interrupt, Plan};
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::output;
use crate::engine::dissect;
use crate::report::Context;
use crate::report::list::{self, Format, Listing};
use crate::store::query::Query;

/// What is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Frames,
    Exchanges,
    Associations,
}

/// Reads everything and lists what the filter selects.
pub(super) fn run(kind: Kind, args: &List, environment: &Environment) -> Result<ExitStatus, Error> {
    let query = args.filter.filter.as_deref().map(query).transpose()?;
    let config = Config::load(args.read.config.as_deref(), environment)?;
    let interrupt = Interrupt::listen();
    let capture = Plan::new(&args.read, environment, &config)?.start()?.finish(&interrupt)?;
    let context = Context::new(&capture.snapshot, capture.octets);
    let dissect = |id: FrameId| -> Option<Tree> { context.octets(id).map(|octets| dissect::frame(context.snapshot, id, &octets)) };
    let format = match args.format {
        ListFormat::Text => Format::Text { paint: paint(args.read.color, environment), headings: io::stdout().is_terminal() },
        ListFormat::Jsonl => Format::JsonLines,
    };
    let listing = Listing { context: &context, query: query.as_ref(), dissect: &dissect, format };
    output::to_stdout(|out| write(kind, &listing, out))?;
    Ok(if interrupt.came() { ExitStatus::Interrupted } else { ExitStatus::Success })
}

fn write(kind: Kind, listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
    match kind {
        Kind::Frames => list::frames(listing, out),
        Kind::Exchanges => list::exchanges(listing, out),
        Kind::Associations => list::associations(listing, out),
    }
}

/// Parses a display filter.
pub(super) fn query(source: &str) -> Result<Query, Error> {
    Query::parse(source).map_err(|fault| Error::Filter { source_text: source.to_owned(), fault })
}
