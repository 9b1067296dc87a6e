//! Commands with something behind their name: `theme light`, `goto frame 12`, `filter seq > 3`.

use crate::base::spelling;
use crate::tui::command::{Action, Command};
use crate::tui::export::Order;
use crate::tui::filter;
use crate::tui::goto;
use crate::tui::model::{Model, TimeFormat};
use crate::tui::msg::Effect;
use crate::tui::theme::THEMES;

use super::{act, filtering};

/// Runs a command with what stands behind its name; the error says what is expected.
pub(super) fn run(model: &mut Model, command: &Command, argument: &str) -> Result<Vec<Effect>, String> {
    if argument.is_empty() {
        return Ok(act(model, command.action));
    }
    match command.action {
        Action::Goto => super::goto::to(model, argument),
        Action::Filter => filtering::refilter(model, argument).map_err(|(message, _)| message),
        Action::Export => Ok(vec![Effect::Export(Box::new(Order::named(model.view, argument)))]),
        Action::Theme => {
            let known = || THEMES.iter().map(|theme| theme.name.as_str());
            let at = known().position(|name| name == argument);
            model.set_theme(
                at.ok_or_else(|| format!("there is no theme {argument}{}; {}", spelling::hint(argument, known()), listed(known())))?,
            );
            Ok(Vec::new())
        }
        Action::TimeFormat => {
            let known = || TimeFormat::ALL.into_iter().map(TimeFormat::name);
            let found = TimeFormat::ALL.into_iter().find(|format| format.name() == argument);
            model.time = found.ok_or_else(|| format!("expected {}", listed(known())))?;
            Ok(Vec::new())
        }
        _ => Err(format!("{} takes nothing behind its name", command.name)),
    }
}

/// What may stand behind a command's name, or what is wrong with what does; `Ok` when it would run.
pub fn look(model: &Model, command: &Command, argument: &str) -> Result<String, String> {
    let names = |known: Vec<&str>| {
        let fitting: Vec<&str> = known.iter().copied().filter(|name| name.starts_with(argument)).collect();
        if fitting.is_empty() { Err(format!("expected {}", listed(known.into_iter()))) } else { Ok(listed(fitting.into_iter())) }
    };
    match command.action {
        Action::Goto if argument.is_empty() => Ok(goto::EXPECTED.to_owned()),
        Action::Goto => goto::find(model, argument).map(|found| goto::describe(model, found)),
        Action::Filter => {
            filter::check(argument, &model.setup.filters).map_or_else(|| Ok("Enter applies it".to_owned()), |(message, _)| Err(message))
        }
        Action::Theme => names(THEMES.iter().map(|theme| theme.name.as_str()).collect()),
        Action::TimeFormat => names(TimeFormat::ALL.into_iter().map(TimeFormat::name).collect()),
        Action::Export => Ok("the file to write: .jsonl for the rows, .pcapng for their packets, .txt for the findings".to_owned()),
        _ if argument.is_empty() => Ok(String::new()),
        _ => Err(format!("{} takes nothing behind its name", command.name)),
    }
}

/// The one name that completes what was begun.
pub(super) fn completion(model: &Model, command: &Command, argument: &str) -> Option<String> {
    match command.action {
        Action::Goto => goto::completion(argument).map(|word| format!("{word} ")),
        Action::Theme | Action::TimeFormat => {
            look(model, command, argument).ok().and_then(|names| names.split(", ").next().map(str::to_owned))
        }
        _ => None,
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
