//! What a configuration file may say, as it is written.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use crate::store::finding::Severity;

/// A configuration file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) select: Option<Vec<String>>,
    #[serde(default)]
    pub(super) ignore: Vec<String>,
    #[serde(default)]
    pub(super) severity: BTreeMap<String, Level>,
    pub(super) theme: Option<Spanned<String>>,
    pub(super) time: Option<Spanned<String>>,
    pub(super) mouse: Option<bool>,
    pub(super) ascii: Option<bool>,
    pub(super) follow: Option<bool>,
    #[serde(default)]
    pub(super) keys: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    #[serde(default)]
    pub(super) columns: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    #[serde(default)]
    pub(super) filters: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    pub(super) colors: Vec<Color>,
    #[serde(default)]
    pub(super) mappings: MappingConfig,
}

/// Rows that a filter selects stand out in a role of the theme.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Color {
    pub(super) when: Spanned<String>,
    pub(super) role: Spanned<String>,
}

/// Further mappings, and what identifiers mean.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(in crate::cli) struct MappingConfig {
    /// Mapping files, relative to the configuration file.
    #[serde(default)]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Identifiers with the names of their mappings.
    #[serde(default)]
    pub(in crate::cli) bind: BTreeMap<String, String>,
}

/// A severity, as it is written.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
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
