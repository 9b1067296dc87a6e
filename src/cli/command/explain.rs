//! `explain`: one rule, in full, or its example in the terminal interface.

use super::paint;
use super::view::{self, Start};
use crate::cli::args::Explain;
use crate::cli::config::{Config, Environment, unknown_rule};
use crate::cli::drive;
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::output;
use crate::report::rule;
use crate::rules::rule::Rule;
use crate::scenario::Scenario;
use crate::tui::command::View;
use crate::tui::model::Origin;

/// Explains a rule.
pub(super) fn run(args: &Explain, environment: &Environment) -> Result<ExitStatus, Error> {
    let found = crate::rules::find(&args.rule).ok_or_else(|| unknown_rule(&args.rule))?;
    if args.open {
        return open(found, args, environment);
    }
    output::to_stdout(|out| rule::explain(found, out, paint(args.color, environment)))?;
    Ok(ExitStatus::Success)
}

/// Opens the rule's own example, on its findings.
fn open(rule: &Rule, args: &Explain, environment: &Environment) -> Result<ExitStatus, Error> {
    let mut scenario = Scenario::new();
    let fixture = rule.example();
    (fixture.build)(&mut scenario);
    let config = Config::load(None, environment)?;
    let title = format!("{}: {}", rule.info.id, fixture.name);
    let run = drive::start_on(&title, &scenario)?;
    view::show(
        run,
        Start { origin: Origin { title, ..Origin::default() }, captures: Vec::new(), view: View::Findings, filter: None },
        args.color.color,
        environment,
        &config,
    )
}
