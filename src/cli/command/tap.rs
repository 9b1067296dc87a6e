//! `tap`: relays connections and watches them, in the interface or for a report.

use std::io::{self, IsTerminal as _};

use super::view::{self, Start};
use super::{audit, list};
use crate::base::text::escape;
use crate::cli::args::Tap;
use crate::cli::config::{Config, Environment};
use crate::cli::digests::Digests;
use crate::cli::drive::{Interrupt, Plan};
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::origin::Origin;
use crate::tui::command::View;
use crate::tui::model;

/// Relays until told to stop: with the interface, or, without a terminal or with `--format`, for a report at the end.
pub(super) fn run(args: &Tap, environment: &Environment) -> Result<ExitStatus, Error> {
    let config = Config::load(args.judge.config.as_deref(), environment)?.with_look(&args.look)?;
    if let Some(filter) = &args.filter.filter {
        list::query(filter, &config)?;
    }
    let shows = io::stdout().is_terminal() && args.report.format.is_empty() && args.report.output.is_empty();
    let reports = audit::destinations(&args.report)?;
    let interrupt = (!shows).then(Interrupt::listen);
    let origin = Origin::Relay(&args.listen, &args.upstream, &args.record);
    let plan = Plan::of(origin, &args.judge, environment, &config, true)?.until(args.until.count, args.until.duration);
    let Some(interrupt) = interrupt else {
        let title = escape(&format!("{} to {}", args.listen, args.upstream));
        let named = model::Origin { title, live: true, recording: view::recording_of(&args.record) };
        let start = Start { origin: named, captures: Vec::new(), view: View::default(), filter: args.filter.filter.clone() };
        return view::show(plan.start()?, start, args.judge.color.color, environment, &config);
    };
    let plan = if args.report.payloads { plan } else { plan.findings_only() };
    let capture = plan.start()?.finish(&interrupt)?;
    audit::report(&args.report, &reports, capture, Digests::default(), args.judge.color, environment)
}
