//! What the configuration says of the terminal interface, checked where it is written.

use std::collections::BTreeMap;

use toml::Spanned;

use super::fault::Fault;
use super::file::{Color, File};
use crate::store::query::Query;
use crate::tui::column::What;
use crate::tui::command::{COMMANDS, View};
use crate::tui::keymap::{Key, Keymap};
use crate::tui::model::TimeFormat;
use crate::tui::theme::{Role, THEMES};
use crate::tui::tint::Tint;

/// What the configuration says of the terminal interface.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Interface {
    /// The theme; chosen by the terminal's background when none is named.
    pub(in crate::cli) theme: Option<String>,
    /// How time is shown.
    pub(in crate::cli) time: TimeFormat,
    /// Whether the mouse reports.
    pub(in crate::cli) mouse: Option<bool>,
    /// Whether signs are ASCII; the locale decides when it is not said.
    pub(in crate::cli) ascii: Option<bool>,
    /// Whether the end of the list is followed; live captures are when it is not said.
    pub(in crate::cli) follow: Option<bool>,
    /// The keys in force.
    pub(in crate::cli) keys: Keymap,
    /// The columns of views that do not have the usual ones.
    pub(in crate::cli) columns: Vec<(View, Vec<What>)>,
    /// Filters by name.
    pub(in crate::cli) filters: Vec<(String, String)>,
    /// Rows that stand out.
    pub(in crate::cli) tints: Vec<Tint>,
}

impl Interface {
    /// Takes what a file says over what was said before.
    pub(super) fn take(&mut self, file: File) -> Result<(), Fault> {
        if let Some(name) = &file.theme {
            self.theme = Some(theme(name)?);
        }
        if let Some(name) = &file.time {
            let names = TimeFormat::ALL.map(TimeFormat::name);
            let found = TimeFormat::ALL.into_iter().find(|format| format.name() == name.get_ref());
            let known = format!("known are {}", names.join(", "));
            self.time = found.ok_or_else(|| Fault::unknown("time format", name, names.iter().copied(), &known))?;
        }
        self.mouse = file.mouse.or(self.mouse);
        self.ascii = file.ascii.or(self.ascii);
        self.follow = file.follow.or(self.follow);
        self.rebind(file.keys)?;
        for (view, names) in file.columns {
            let (view, columns) = columns(&view, &names)?;
            self.columns.retain(|(known, _)| *known != view);
            self.columns.push((view, columns));
        }
        self.name_filters(file.filters)?;
        self.tint(&file.colors)
    }

    fn rebind(&mut self, keys: BTreeMap<Spanned<String>, Vec<Spanned<String>>>) -> Result<(), Fault> {
        let names = || COMMANDS.iter().map(|command| command.name);
        let mut given: Vec<(Key, Spanned<String>)> = Vec::new();
        for (command, notations) in keys {
            let mut own = Vec::with_capacity(notations.len());
            for notation in notations {
                let key = Key::parse(notation.get_ref()).ok_or_else(|| {
                    let example = "write one key as j, <c-d>, <a-x>, <enter>, <f5>";
                    Fault::at(&notation, format!("{:?} is no key: {example}", notation.get_ref()))
                })?;
                own.push(key);
                given.push((key, notation));
            }
            if !self.keys.rebind(command.get_ref(), own) {
                return Err(Fault::unknown("command", &command, names(), "npscope --print-config lists them"));
            }
        }
        let Some(conflict) = self.keys.conflict() else { return Ok(()) };
        let message =
            format!("{} is the key of both {} and {}; give one of them other keys", conflict.key.label(), conflict.first, conflict.second);
        let culprit = given.into_iter().rev().find(|(key, _)| *key == conflict.key);
        Err(culprit
            .map_or_else(|| Fault::at(&Spanned::new(0..0, ()), message.clone()), |(_, notation)| Fault::at(&notation, message.clone())))
    }

    fn name_filters(&mut self, filters: BTreeMap<Spanned<String>, Spanned<String>>) -> Result<(), Fault> {
        let mut filters: Vec<_> = filters.into_iter().collect();
        filters.sort_by_key(|(name, _)| name.span().start);
        for (name, text) in filters {
            if name.get_ref().is_empty() || !name.get_ref().chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')) {
                return Err(Fault::at(&name, "a filter's name has letters, digits, - and _ alone"));
            }
            query(&text, &self.filters)?;
            self.filters.retain(|(known, _)| known != name.get_ref());
            self.filters.push((name.into_inner(), text.into_inner()));
        }
        Ok(())
    }

    /// Colour rules of a later file come first: the first that selects a row wins.
    fn tint(&mut self, colors: &[Color]) -> Result<(), Fault> {
        let mut tints = Vec::with_capacity(colors.len() + self.tints.len());
        for color in colors {
            let when = query(&color.when, &self.filters)?;
            let names = || Role::ALL.iter().map(|role| role.name());
            let role = Role::ALL.iter().find(|role| role.name() == color.role.get_ref());
            let known = format!("known are {}", names().collect::<Vec<_>>().join(", "));
            let role = *role.ok_or_else(|| Fault::unknown("role", &color.role, names(), &known))?;
            tints.push(Tint::new(when, role));
        }
        tints.append(&mut self.tints);
        self.tints = tints;
        Ok(())
    }
}

fn theme(name: &Spanned<String>) -> Result<String, Fault> {
    let names = || THEMES.iter().map(|theme| theme.name.as_str());
    let known = format!("known are {}", names().collect::<Vec<_>>().join(", "));
    if names().any(|known| known == name.get_ref()) {
        Ok(name.get_ref().clone())
    } else {
        Err(Fault::unknown("theme", name, names(), &known))
    }
}

fn columns(view: &Spanned<String>, names: &[Spanned<String>]) -> Result<(View, Vec<What>), Fault> {
    let views = || View::tables().map(View::name);
    let found = View::tables().find(|known| known.name() == view.get_ref());
    let listed = format!("known are {}", views().collect::<Vec<_>>().join(", "));
    let found = found.ok_or_else(|| Fault::unknown("view", view, views(), &listed))?;
    let known: Vec<What> = crate::tui::column::all(found).iter().map(|column| column.what).collect();
    let words = || known.iter().map(|what| what.name());
    let listed = format!("{} has {}", found.name(), words().collect::<Vec<_>>().join(", "));
    let mut columns = Vec::with_capacity(names.len());
    for name in names {
        let what = known.iter().find(|what| what.name() == name.get_ref());
        columns.push(*what.ok_or_else(|| Fault::unknown("column", name, words(), &listed))?);
    }
    if columns.is_empty() { Err(Fault::at(view, "a view has at least one column")) } else { Ok((found, columns)) }
}

/// A filter, which may use those named before.
fn query(text: &Spanned<String>, names: &[(String, String)]) -> Result<Query, Fault> {
    Query::parse_with(text.get_ref(), names).map_err(|error| Fault::at(text, format!("the filter is wrong: {}", error.message)))
}
