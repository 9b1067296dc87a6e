//! `mappings`: the carried protocols and their methods.

use super::paint;
use crate::base::spelling;
use crate::bridge::mapping::{BindFault, Mapping, Mappings};
use crate::cli::args::{MappingTable, TableFormat};
use crate::cli::config::{Config, Environment};
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::{maps, output};
use crate::report::mapping;

/// Lists the mappings in force, or the one named.
pub(super) fn run(args: &MappingTable, environment: &Environment) -> Result<ExitStatus, Error> {
    let config = Config::load(args.config.as_deref(), environment)?;
    let mappings = maps::mappings(&args.maps, &config)?;
    let only = args.name.as_deref().map(|name| find(&mappings, name)).transpose()?;
    output::to_stdout(|out| match args.table.format {
        TableFormat::Text => mapping::list_text(out, paint(args.table.color, environment), &mappings, only),
        TableFormat::Json => mapping::list_json(out, &mappings, only),
    })?;
    Ok(ExitStatus::Success)
}

fn find<'m>(mappings: &'m Mappings, name: &str) -> Result<&'m Mapping, Error> {
    let unknown = || {
        let hint = spelling::hint(name, mappings.iter().map(|mapping| &*mapping.name));
        Error::UnknownMapping(BindFault::Unknown { name: name.to_owned(), hint })
    };
    mappings.named(name).ok_or_else(unknown)
}
