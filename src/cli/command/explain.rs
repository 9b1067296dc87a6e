//! `explain`: one rule, in full.

use super::paint;
use crate::cli::args::Explain;
use crate::cli::config::{Environment, unknown_rule};
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::output;
use crate::report::rule;

/// Explains a rule.
pub(super) fn run(args: &Explain, environment: &Environment) -> Result<ExitStatus, Error> {
    let found = crate::rules::find(&args.rule).ok_or_else(|| unknown_rule(&args.rule))?;
    output::to_stdout(|out| rule::explain(found, out, paint(args.color, environment)))?;
    Ok(ExitStatus::Success)
}
