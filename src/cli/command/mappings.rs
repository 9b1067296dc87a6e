//! `mappings`: the carried protocols and their methods.

use super::paint;
use crate::cli::args::{Table, TableFormat};
use crate::cli::config::Environment;
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::output;
use crate::report::mapping;

/// Lists the mappings.
pub(super) fn run(args: &Table, environment: &Environment) -> Result<ExitStatus, Error> {
    output::to_stdout(|out| match args.format {
        TableFormat::Text => mapping::list_text(out, paint(args.color, environment)),
        TableFormat::Json => mapping::list_json(out),
    })?;
    Ok(ExitStatus::Success)
}
