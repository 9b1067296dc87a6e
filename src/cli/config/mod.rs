//! The environment and the configuration files: the user's, then the one in the working directory, or the one that is named.

mod environment;
mod fault;
mod file;
mod interface;
mod print;

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::Path;

use super::args::{Judge, Look};
use super::error::Error;
use crate::rules;
use crate::rules::select::Selection;
use crate::store::finding::Severity;
use crate::tui::theme::THEMES;

pub(super) use environment::Environment;
pub(super) use file::MappingConfig;
pub(super) use interface::Interface;
pub(super) use print::defaults;

use fault::Fault;
use file::File;

/// Octets of a configuration file: thousands of filters and colours fit.
const LONGEST: u64 = 1 << 20;

/// Name of the configuration file.
const FILE_NAME: &str = "npscope.toml";

/// What the configuration files say together. What none of them names keeps its default.
#[derive(Clone, Debug, Default)]
pub(super) struct Config {
    /// Rules or layers that run; empty for all.
    select: Vec<String>,
    /// Rules or layers that do not run.
    ignore: Vec<String>,
    /// Severities of single rules.
    severity: BTreeMap<String, Severity>,
    /// Mappings of carried protocols.
    pub(super) mappings: MappingConfig,
    /// The terminal interface.
    pub(super) interface: Interface,
}

impl Config {
    /// The file of `--config`; without it the user's, then the one in the working directory, which has the last word.
    pub(super) fn load(named: Option<&Path>, environment: &Environment) -> Result<Self, Error> {
        let mut config = Self::default();
        if let Some(path) = named {
            let found = config.read(path)?;
            return if found { Ok(config) } else { Err(Error::Config { path: path.to_owned(), detail: "no such file".to_owned() }) };
        }
        for path in environment.config.iter().map(std::path::PathBuf::as_path).chain([Path::new(FILE_NAME)]) {
            config.read(path)?;
        }
        Ok(config)
    }

    /// Takes a configuration file, if there is one.
    fn read(&mut self, path: &Path) -> Result<bool, Error> {
        let wrong = |detail: String| Error::Config { path: path.to_owned(), detail };
        let mut text = String::new();
        match std::fs::File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text)) {
            Ok(octets) if octets as u64 > LONGEST => Err(wrong(format!("it is longer than {LONGEST} octets"))),
            Ok(_) => self.take(&text, path).map(|()| true).map_err(|fault| {
                let (line, column) = fault.place(&text);
                Error::ConfigFault { path: path.to_owned(), line, column, message: fault.message }
            }),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(false),
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    /// Takes what the text of a file says over what was said before.
    fn take(&mut self, text: &str, path: &Path) -> Result<(), Fault> {
        let mut file: File = toml::from_str(text).map_err(|error| Fault::of_toml(&error))?;
        if let Some(select) = file.select.take() {
            self.select = select;
        }
        self.ignore.append(&mut file.ignore);
        self.severity.extend(file.severity.iter().map(|(rule, level)| (rule.clone(), (*level).into())));
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        self.mappings.files.extend(file.mappings.files.iter().map(|path| folder.join(path)));
        self.mappings.bind.append(&mut file.mappings.bind);
        self.interface.take(file)
    }

    /// The command line has the last word about how the interface looks.
    pub(super) fn with_look(mut self, look: &Look) -> Result<Self, Error> {
        if let Some(name) = &look.theme {
            let known = || THEMES.iter().map(|theme| theme.name.as_str());
            if !known().any(|known| known == name) {
                return Err(Error::Theme { name: name.clone(), known: known().collect::<Vec<_>>().join(", ") });
            }
            self.interface.theme = Some(name.clone());
        }
        if look.ascii {
            self.interface.ascii = Some(true);
        }
        Ok(self)
    }

    /// The rules that run: `--select` replaces what the file selects, `--ignore` and `--severity` add to it.
    pub(super) fn selection(&self, judge: &Judge) -> Result<Selection, Error> {
        let select = if judge.select.is_empty() { self.select.clone() } else { judge.select.clone() };
        let ignore = self.ignore.iter().chain(&judge.ignore).cloned().collect();
        let mut severity = self.severity.clone();
        for given in &judge.severity {
            let (rule, level) = given.split_once('=').ok_or_else(|| Error::Severity { given: given.clone() })?;
            let level = Severity::parse(level).ok_or_else(|| Error::Severity { given: given.clone() })?;
            severity.insert(rule.to_owned(), level);
        }
        let selection = Selection { select, ignore, severity };
        match selection.unknown().first() {
            None => Ok(selection),
            Some(name) => Err(unknown_rule(name)),
        }
    }
}

/// The error of a name that is no rule.
pub(super) fn unknown_rule(name: &str) -> Error {
    let names = rules::RULES.iter().flat_map(|rule| [rule.info.id, rule.info.layer()]);
    let hint = crate::base::spelling::hint(name, names);
    Error::UnknownRule { name: name.to_owned(), hint }
}

#[cfg(test)]
mod tests;
