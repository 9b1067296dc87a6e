//! The terminal interface: one thread reads into the engine, this one shows what it publishes.

use std::io::{self, IsTerminal};

use crate::base::text::escape;
use crate::cli::args::{View, When};
use crate::cli::config::{Config, Environment};
use crate::cli::drive::{Plan, Run};
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::publish::Background;
use crate::engine::dissect;
use crate::store::octets::Octets;
use crate::tui::theme::{Colors, THEMES};
use crate::tui::{self, UiOptions, command};

/// Opens the interface and stays until the user leaves.
pub(super) fn run(args: &View, environment: &Environment) -> Result<ExitStatus, Error> {
    if let Some(filter) = &args.filter.filter {
        super::list::query(filter)?;
    }
    let config = Config::load(args.read.config.as_deref(), environment)?;
    let run = Plan::new(&args.read, environment, &config)?.start()?;
    let start = Start { title: title(args), view: command::View::default(), filter: args.filter.filter.clone() };
    show(run, start, args.read.color.color, environment, &config)
}

/// What the interface begins with.
pub(super) struct Start {
    /// What is read, as people name it.
    pub(super) title: String,
    /// The view in front.
    pub(super) view: command::View,
    /// The filter in force.
    pub(super) filter: Option<String>,
}

/// Shows what `run` reads until the user leaves.
pub(super) fn show(run: Run, start: Start, color: When, environment: &Environment, config: &Config) -> Result<ExitStatus, Error> {
    let theme = theme(config)?;
    if !io::stdout().is_terminal() {
        return Err(Error::NoTerminal);
    }
    let options = UiOptions {
        title: start.title,
        octets: Some(Octets::new(run.source.read_at())),
        dissect: dissect::frame,
        theme,
        colors: colors(color, environment),
        mouse: config.mouse.unwrap_or(true),
        ascii: environment.ascii,
        tmux: environment.tmux,
        follow: false,
        view: start.view,
        filter: start.filter,
    };
    let background = Background::start(run);
    let shown = tui::run(options, background.feed());
    background.stop();
    shown.map_err(Error::Terminal)?;
    Ok(ExitStatus::Success)
}

/// The names of the captures, as they fit in a title.
fn title(args: &View) -> String {
    let names = args.read.captures();
    let names: Vec<String> = names.iter().map(|path| escape(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy())).collect();
    names.join(" ")
}

/// The theme that the configuration names, else the first.
fn theme(config: &Config) -> Result<String, Error> {
    let names = || THEMES.iter().map(|theme| theme.name.as_str());
    match &config.theme {
        None => Ok(names().next().unwrap_or_default().to_owned()),
        Some(name) if names().any(|known| known == name) => Ok(name.clone()),
        Some(name) => Err(Error::Theme { name: name.clone(), known: names().collect::<Vec<_>>().join(", ") }),
    }
}

fn colors(when: When, environment: &Environment) -> Colors {
    match when {
        When::Never => Colors::None,
        When::Auto if environment.no_color || environment.dumb => Colors::None,
        _ if environment.true_color => Colors::True,
        _ => Colors::Sixteen,
    }
}
