//! The terminal interface: one thread reads into the engine, this one shows what it publishes.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use crate::base::text::escape;
use crate::cli::args::{Read, Record, View, When};
use crate::cli::config::{Config, Environment, defaults};
use crate::cli::drive::{Plan, Run};
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::origin::Origin;
use crate::cli::output;
use crate::cli::publish::Background;
use crate::engine::dissect;
use crate::store::octets::Octets;
use crate::tui::model::{self, Setup};
use crate::tui::theme::Colors;
use crate::tui::{self, UiOptions, command};

/// Opens the interface and stays until the user leaves.
pub(super) fn run(args: &View, environment: &Environment) -> Result<ExitStatus, Error> {
    if args.print_config {
        output::to_stdout(|out| out.write_all(defaults().as_bytes()))?;
        return Ok(ExitStatus::Success);
    }
    if args.list_interfaces {
        return super::capture::list();
    }
    let judge = &args.read.judge;
    let config = Config::load(judge.config.as_deref(), environment)?.with_look(&args.look)?;
    if let Some(filter) = &args.filter.filter {
        super::list::query(filter, &config)?;
    }
    let origin = Origin::Read(&args.read);
    if args.read.record.write.is_some() && args.read.live.interface.is_empty() {
        return Err(Error::ViewWrites);
    }
    needs_terminal(&args.read)?;
    let live = origin.is_live();
    let run = Plan::of(origin, judge, environment, &config, true)?.start()?;
    let captures = args.read.captures().into_iter().map(|path| Some(path).filter(|path| path.as_os_str() != "-")).collect();
    let named = model::Origin { title: title(args), live, recording: recording_of(&args.read.record) };
    let start = Start { origin: named, captures, view: command::View::default(), filter: args.filter.filter.clone() };
    show(run, start, judge.color.color, environment, &config)
}

/// What the interface begins with.
pub(super) struct Start {
    /// What is read.
    pub(super) origin: model::Origin,
    /// The captures in the order of the inputs; `None` for one that is no file.
    pub(super) captures: Vec<Option<PathBuf>>,
    /// The view in front.
    pub(super) view: command::View,
    /// The filter in force.
    pub(super) filter: Option<String>,
}

/// The name of a recording, as it fits in a title.
pub(super) fn recording_of(record: &Record) -> Option<String> {
    record.write.as_deref().map(named)
}

fn named(path: &Path) -> String {
    escape(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy())
}

/// Nothing is captured for an interface that cannot be shown.
fn needs_terminal(read: &Read) -> Result<(), Error> {
    let captures = !read.live.interface.is_empty();
    if captures && !io::stdout().is_terminal() { Err(Error::NoTerminal) } else { Ok(()) }
}

/// Shows what `run` reads until the user leaves.
pub(super) fn show(run: Run, start: Start, color: When, environment: &Environment, config: &Config) -> Result<ExitStatus, Error> {
    if !io::stdout().is_terminal() {
        return Err(Error::NoTerminal);
    }
    let options = UiOptions {
        setup: Setup { troubles: run.troubles().to_vec(), ..setup(&start, color, environment, config) },
        octets: Some(Octets::new(run.reading.source.read_at())),
        packets: Some(run.reading.source.again()),
        dissect: dissect::frame,
        tmux: environment.tmux,
        ask_background: config.interface.theme.is_none() && environment.answers && colors(color, environment) != Colors::None,
        clipboard: environment.clipboard,
        filter: start.filter,
    };
    let background = Background::start(run);
    let shown = tui::run(options, background.feed());
    background.stop();
    let signal = shown.map_err(Error::Terminal)?;
    Ok(signal.map_or(ExitStatus::Success, ExitStatus::Signal))
}

/// The names of the captures, as they fit in a title.
fn title(args: &View) -> String {
    if !args.read.live.interface.is_empty() {
        return escape(&args.read.live.interface.join(" "));
    }
    let names = args.read.captures();
    let names: Vec<String> = names.iter().map(|path| named(path)).collect();
    names.join(" ")
}

/// What the interface is born with: what the configuration says, and what follows from terminal and capture where it says nothing.
fn setup(start: &Start, color: When, environment: &Environment, config: &Config) -> Setup {
    let said = config.interface.clone();
    Setup {
        origin: start.origin.clone(),
        theme: said.theme.unwrap_or_default(),
        colors: colors(color, environment),
        ascii: said.ascii.unwrap_or(environment.ascii),
        mouse: said.mouse.unwrap_or(true),
        follow: said.follow.unwrap_or(start.origin.live),
        view: start.view,
        time: said.time,
        keys: said.keys,
        filters: said.filters,
        columns: said.columns,
        tints: said.tints,
        captures: start.captures.clone(),
        troubles: Vec::new(),
    }
}

fn colors(when: When, environment: &Environment) -> Colors {
    match when {
        When::Never => Colors::None,
        When::Auto if environment.no_color || environment.dumb => Colors::None,
        _ if environment.true_color => Colors::True,
        _ if environment.many_colors => Colors::Indexed,
        _ => Colors::Sixteen,
    }
}
