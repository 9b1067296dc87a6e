//! `rules`: every rule.

use super::paint;
use crate::cli::args::{Rules, RulesFormat};
use crate::cli::config::Environment;
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::output;
use crate::report::rule;

/// Lists the rules.
pub(super) fn run(args: &Rules, environment: &Environment) -> Result<ExitStatus, Error> {
    output::to_stdout(|out| match args.format {
        RulesFormat::Text => rule::list_text(out, paint(args.color, environment)),
        RulesFormat::Json => rule::list_json(out),
    })?;
    Ok(ExitStatus::Success)
}
