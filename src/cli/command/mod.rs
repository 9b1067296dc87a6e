//! The commands, one a file.

mod audit;
mod capture;
mod explain;
mod list;
mod mappings;
mod rules;
mod sample;
mod shell;
mod tap;
mod view;

use std::io::IsTerminal;

use super::args::{Args, Color, Command};
use super::config::Environment;
use super::error::Error;
use super::exit::ExitStatus;
use crate::report::Paint;

/// Runs the command of `args`.
pub(super) fn run(args: Args) -> Result<ExitStatus, Error> {
    let environment = Environment::read();
    match args.command {
        None => view::run(&args.view, &environment),
        Some(Command::Audit(args)) => audit::run(&args, &environment),
        Some(Command::Frames(args)) => list::run(list::Kind::Frames, &args, &environment),
        Some(Command::Exchanges(args)) => list::run(list::Kind::Exchanges, &args, &environment),
        Some(Command::Associations(args)) => list::run(list::Kind::Associations, &args, &environment),
        Some(Command::Rules(args)) => rules::run(&args, &environment),
        Some(Command::Mappings(args)) => mappings::run(&args, &environment),
        Some(Command::Explain(args)) => explain::run(&args, &environment),
        Some(Command::Sample(args)) => sample::run(&args),
        Some(Command::Capture(args)) => capture::run(&args),
        Some(Command::Tap(args)) => tap::run(&args, &environment),
        Some(Command::Completions(args)) => shell::completions(&args),
        Some(Command::Man) => shell::man(),
    }
}

/// Colours of standard output.
fn paint(color: Color, environment: &Environment) -> Paint {
    Paint::new(environment.coloured(color.color, std::io::stdout().is_terminal()))
}
