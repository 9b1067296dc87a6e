//! Arguments, configuration, exit status, commands.

mod args;
mod command;
mod config;
mod digests;
mod drive;
mod error;
mod exit;
mod keys;
mod look_back;
mod maps;
mod open;
mod origin;
mod output;
mod publish;
mod reading;
mod save;

use std::ffi::OsString;

use clap::Parser;

pub use error::Error;
pub use exit::ExitStatus;

/// Runs the program with its arguments and answers how it ends.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitStatus {
    let args = match args::Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(message) => return explain(&message),
    };
    match command::run(args) {
        Ok(status) => status,
        Err(Error::Output { ref source, .. }) if source.kind() == std::io::ErrorKind::BrokenPipe => ExitStatus::Success,
        Err(error) => {
            output::complain(&error);
            ExitStatus::Failure
        }
    }
}

/// Help and version end well, a wrong usage does not. Nothing can be done when even that cannot be printed.
fn explain(message: &clap::Error) -> ExitStatus {
    output::print_usage(message);
    if message.use_stderr() { ExitStatus::Failure } else { ExitStatus::Success }
}
