//! `audit`: judges captures and writes reports.

use std::io;
use std::path::Path;

use super::paint;
use crate::cli::args::{Audit, Color, FailOn, Reports};
use crate::cli::config::{Config, Environment};
use crate::cli::digests::Digests;
use crate::cli::drive::{self, Capture, Interrupt, Plan};
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::{output, save};
use crate::report::audit::{self, Format, Report};
use crate::report::summary::{self, Counts, Verdict};
use crate::report::{Context, Paint};
use crate::store::snapshot::Snapshot;

/// Reads everything, writes every report, and answers as `--fail-on` says.
pub(super) fn run(args: &Audit, environment: &Environment) -> Result<ExitStatus, Error> {
    let judge = &args.read.judge;
    let config = Config::load(judge.config.as_deref(), environment)?;
    let reports = destinations(&args.report)?;
    save::check(&args.read)?;
    let interrupt = Interrupt::listen();
    let plan = Plan::new(&args.read, environment, &config, false)?;
    let plan = if args.report.payloads { plan } else { plan.findings_only() };
    let run = plan.start()?;
    let needs_digests = reports.iter().any(|(format, _)| format.needs_digests);
    let captures = if needs_digests { drive::captures(&args.read) } else { Vec::new() };
    let digests = Digests::begin(captures, run.reading.source.spare_threads());
    let capture = run.finish(&interrupt)?;
    save::write(&args.read, &capture, None)?;
    report(&args.report, &reports, capture, digests, judge.color, environment)
}

/// Writes every report about what was read, and answers as `--fail-on` says.
pub(super) fn report(
    args: &Reports,
    reports: &[(&'static Format, Option<&Path>)],
    capture: Capture,
    digests: Digests,
    color: Color,
    environment: &Environment,
) -> Result<ExitStatus, Error> {
    let inputs = digests.finish();
    let context = Context::new(&capture.snapshot, capture.octets);
    for (format, path) in reports {
        let paint = if path.is_none() { paint(color, environment) } else { Paint::default() };
        let report = Report { context: &context, inputs: &inputs, payloads: args.payloads, paint };
        match path {
            None => output::to_stdout(|out| (format.write)(&report, out)),
            Some(path) => output::to_file(path, |out| (format.write)(&report, out)),
        }
        .or_else(quiet)?;
    }
    Ok(if capture.interrupted { ExitStatus::Interrupted } else { status(&capture.snapshot, args.fail_on) })
}

/// A reader that has seen enough does not change the judgement.
fn quiet(error: Error) -> Result<(), Error> {
    match error {
        Error::Output { source, .. } if source.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        error => Err(error),
    }
}

/// Each format with its file; one format alone may go to standard output.
pub(super) fn destinations(args: &Reports) -> Result<Vec<(&'static Format, Option<&Path>)>, Error> {
    let mut formats: Vec<&Format> = args.format.iter().filter_map(|name| audit::format(name)).collect();
    if formats.is_empty() {
        formats.extend(audit::FORMATS.first());
    }
    match args.output.as_slice() {
        [] if formats.len() == 1 => Ok(formats.into_iter().map(|format| (format, None)).collect()),
        files if files.len() == formats.len() => {
            Ok(formats.into_iter().zip(files).map(|(format, file)| (format, Some(file.as_path()))).collect())
        }
        files => Err(Error::Outputs { formats: formats.len(), outputs: files.len() }),
    }
}

fn status(snapshot: &Snapshot, fail_on: FailOn) -> ExitStatus {
    let Some(severity) = fail_on.severity() else { return ExitStatus::Success };
    if Counts::of(snapshot).at_least(severity) > 0 {
        ExitStatus::Findings
    } else if summary::verdict(snapshot) == Verdict::Inconclusive {
        ExitStatus::Inconclusive
    } else {
        ExitStatus::Success
    }
}
