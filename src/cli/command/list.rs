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
use crate::cli::{output, save};
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
    let judge = &args.read.judge;
    let config = Config::load(judge.config.as_deref(), environment)?;
    let query = args.filter.filter.as_deref().map(|source| query(source, &config)).transpose()?;
    save::check(&args.read)?;
    let interrupt = Interrupt::listen();
    let capture = Plan::new(&args.read, environment, &config, false)?.start()?.finish(&interrupt)?;
    save::write(&args.read, &capture, query.as_ref())?;
    if save::is_stdout(&args.read) {
        return Ok(ExitStatus::Success);
    }
    let interrupted = capture.interrupted;
    let context = Context::new(&capture.snapshot, capture.octets);
    let dissect = |id: FrameId| -> Option<Tree> { context.octets(id).map(|octets| dissect::frame(context.snapshot, id, &octets)) };
    let format = match args.format {
        ListFormat::Text => Format::Text { paint: paint(judge.color, environment), headings: io::stdout().is_terminal() },
        ListFormat::Jsonl => Format::JsonLines,
    };
    let listing = Listing { context: &context, query: query.as_ref(), only: None, dissect: &dissect, format, verbose: args.verbose };
    output::to_stdout(|out| write(kind, &listing, out))?;
    Ok(if interrupted { ExitStatus::Interrupted } else { ExitStatus::Success })
}

fn write(kind: Kind, listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
    match kind {
        Kind::Frames => list::frames(listing, out),
        Kind::Exchanges => list::exchanges(listing, out),
        Kind::Associations => list::associations(listing, out),
    }
}

/// Parses a display filter, which may use the named ones of the configuration.
pub(super) fn query(source: &str, config: &Config) -> Result<Query, Error> {
    Query::parse_with(source, &config.interface.filters).map_err(|fault| Error::Filter { source_text: source.to_owned(), fault })
}
