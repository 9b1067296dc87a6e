//! The environment and the configuration file. Nothing else in the program reads the environment.
#![expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::args::{Judge, When};
use super::error::Error;
use crate::rules;
use crate::rules::select::Selection;
use crate::store::finding::Severity;

/// Name of the configuration file.
const FILE_NAME: &str = "npscope.toml";

/// What the environment says.
#[expect(clippy::struct_excessive_bools, reason = "each is a variable of its own")]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Environment {
    /// Key logs named by `NPAMPKEYLOGFILE` and `SSLKEYLOGFILE`.
    pub(super) keylogs: Vec<PathBuf>,
    /// Whether `NO_COLOR` is set.
    pub(super) no_color: bool,
    /// Whether the terminal is inside tmux.
    pub(super) tmux: bool,
    /// Whether the terminal shows 24-bit colours.
    pub(super) true_color: bool,
    /// Whether the terminal shows no colours at all.
    pub(super) dumb: bool,
    /// Whether the locale is one without UTF-8.
    pub(super) ascii: bool,
    /// The user's configuration file, whether it exists or not.
    config: Option<PathBuf>,
}

impl Environment {
    /// Reads the environment.
    pub(super) fn read() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let home = || set("HOME").map(|home| PathBuf::from(home).join(".config"));
        Self {
            keylogs: ["NPAMPKEYLOGFILE", "SSLKEYLOGFILE"].into_iter().filter_map(set).map(PathBuf::from).collect(),
            no_color: set("NO_COLOR").is_some(),
            tmux: set("TMUX").is_some(),
            true_color: set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit"),
            dumb: set("TERM").is_none_or(|value| value == "dumb"),
            ascii: locale.is_some_and(|locale| !is_utf8(&locale.to_string_lossy())),
            config: set("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home).map(|folder| folder.join("npscope").join(FILE_NAME)),
        }
    }

    /// Whether output is coloured.
    pub(super) const fn coloured(&self, when: When, terminal: bool) -> bool {
        match when {
            When::Auto => terminal && !self.no_color,
            When::Always => true,
            When::Never => false,
        }
    }
}

fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// The configuration file. What it does not name keeps its default.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Config {
    /// Rules or layers that run; empty for all.
    #[serde(default)]
    select: Vec<String>,
    /// Rules or layers that do not run.
    #[serde(default)]
    ignore: Vec<String>,
    /// Severities of single rules.
    #[serde(default)]
    severity: BTreeMap<String, Level>,
    /// Theme of the interface.
    pub(super) theme: Option<String>,
    /// Whether the interface takes the mouse.
    pub(super) mouse: Option<bool>,
    /// Mappings of carried protocols.
    #[serde(default)]
    pub(super) mappings: MappingConfig,
}

/// Further mappings, and what identifiers mean.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct MappingConfig {
    /// Mapping files, relative to the configuration file.
    #[serde(default)]
    pub(super) files: Vec<PathBuf>,
    /// Identifiers with the names of their mappings.
    #[serde(default)]
    pub(super) bind: BTreeMap<String, String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Level {
    Error,
    Warning,
    Note,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Error => Self::Error,
            Level::Warning => Self::Warning,
            Level::Note => Self::Note,
        }
    }
}

impl Config {
    /// The file of `--config`; without it the user's, then the one in the working directory, which has the last word.
    pub(super) fn load(named: Option<&Path>, environment: &Environment) -> Result<Self, Error> {
        if let Some(path) = named {
            return Self::file(path)?.ok_or_else(|| Error::Config { path: path.to_owned(), detail: "no such file".to_owned() });
        }
        let mut config = Self::default();
        for path in environment.config.iter().map(PathBuf::as_path).chain([Path::new(FILE_NAME)]) {
            if let Some(found) = Self::file(path)? {
                config = config.overridden(found);
            }
        }
        Ok(config)
    }

    /// A configuration file, if there is one.
    fn file(path: &Path) -> Result<Option<Self>, Error> {
        let wrong = |detail: String| Error::Config { path: path.to_owned(), detail };
        match std::fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).map(|config: Self| Some(config.beside(path))).map_err(|fault| wrong(place(&text, &fault))),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    /// Names mapping files as seen from the working directory.
    fn beside(mut self, path: &Path) -> Self {
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        for file in &mut self.mappings.files {
            *file = folder.join(&*file);
        }
        self
    }

    fn overridden(mut self, by: Self) -> Self {
        if !by.select.is_empty() {
            self.select = by.select;
        }
        self.ignore.extend(by.ignore);
        self.severity.extend(by.severity);
        self.mappings.files.extend(by.mappings.files);
        self.mappings.bind.extend(by.mappings.bind);
        Self { theme: by.theme.or(self.theme), mouse: by.mouse.or(self.mouse), ..self }
    }

    /// The rules that run: `--select` replaces what the file selects, `--ignore` and `--severity` add to it.
    pub(super) fn selection(&self, judge: &Judge) -> Result<Selection, Error> {
        let select = if judge.select.is_empty() { self.select.clone() } else { judge.select.clone() };
        let ignore = self.ignore.iter().chain(&judge.ignore).cloned().collect();
        let mut severity: BTreeMap<String, Severity> = self.severity.iter().map(|(rule, level)| (rule.clone(), (*level).into())).collect();
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

/// What is wrong with a configuration, on one line.
fn place(text: &str, fault: &toml::de::Error) -> String {
    let line = fault.span().map(|span| text.get(..span.start).unwrap_or(text).matches('\n').count() + 1);
    let message = fault.message().split_whitespace().collect::<Vec<_>>().join(" ");
    line.map_or_else(|| message.clone(), |line| format!("line {line}: {message}"))
}

/// The error of a name that is no rule.
pub(super) fn unknown_rule(name: &str) -> Error {
    let names = rules::RULES.iter().flat_map(|rule| [rule.info.id, rule.info.layer()]);
    let hint = crate::base::spelling::hint(name, names);
    Error::UnknownRule { name: name.to_owned(), hint }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_working_directory_has_the_last_word() {
        let user: Config = toml::from_str("select = [\"bridge\"]\nmouse = false\ntheme = \"dark\"").unwrap();
        let here: Config = toml::from_str("ignore = [\"stream\"]\ntheme = \"light\"").unwrap();
        let both = user.overridden(here);
        assert_eq!((both.select, both.ignore), (vec!["bridge".to_owned()], vec!["stream".to_owned()]));
        assert_eq!((both.theme.as_deref(), both.mouse), (Some("light"), Some(false)));
    }

    #[test]
    fn an_unknown_key_is_refused_with_its_line() {
        let text = "mouse = true\nmoose = 1\n";
        let fault = toml::from_str::<Config>(text).unwrap_err();
        assert!(place(text, &fault).starts_with("line 2: unknown field `moose`"), "{}", place(text, &fault));
    }
}
