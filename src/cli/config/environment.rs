//! The environment. Nothing else in the program reads it.
#![expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]

use std::path::PathBuf;

use super::FILE_NAME;
use crate::cli::args::When;

/// What the environment says.
#[expect(clippy::struct_excessive_bools, reason = "each is a variable of its own")]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::cli) struct Environment {
    /// Key logs named by `NPAMPKEYLOGFILE` and `SSLKEYLOGFILE`.
    pub(in crate::cli) keylogs: Vec<PathBuf>,
    /// Whether `NO_COLOR` is set.
    pub(in crate::cli) no_color: bool,
    /// Whether the terminal is inside tmux.
    pub(in crate::cli) tmux: bool,
    /// Whether the terminal may have a clipboard that programs can write: a console has none.
    pub(in crate::cli) clipboard: bool,
    /// Whether the terminal shows 24-bit colours.
    pub(in crate::cli) true_color: bool,
    /// Whether the terminal shows 256 colours.
    pub(in crate::cli) many_colors: bool,
    /// Whether the terminal may be asked something.
    pub(in crate::cli) answers: bool,
    /// Whether the terminal shows no colours at all.
    pub(in crate::cli) dumb: bool,
    /// Whether the locale is one without UTF-8.
    pub(in crate::cli) ascii: bool,
    /// The user's configuration file, whether it exists or not.
    pub(super) config: Option<PathBuf>,
}

impl Environment {
    /// Reads the environment.
    pub(in crate::cli) fn read() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let home = || set("HOME").map(|home| PathBuf::from(home).join(".config"));
        Self {
            keylogs: ["NPAMPKEYLOGFILE", "SSLKEYLOGFILE"].into_iter().filter_map(set).map(PathBuf::from).collect(),
            no_color: set("NO_COLOR").is_some(),
            tmux: set("TMUX").is_some(),
            clipboard: set("TERM").is_some_and(|value| !["dumb", "linux", "vt100", "vt220"].iter().any(|known| value == *known)),
            true_color: set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit"),
            many_colors: set("TERM").is_some_and(|value| value.to_string_lossy().contains("256") || value == "xterm-kitty"),
            answers: set("TERM").is_some_and(|value| value != "dumb" && value != "linux"),
            dumb: set("TERM").is_none_or(|value| value == "dumb"),
            ascii: locale.is_some_and(|locale| !is_utf8(&locale.to_string_lossy())),
            config: set("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home).map(|folder| folder.join("npscope").join(FILE_NAME)),
        }
    }

    /// Whether output is coloured.
    pub(in crate::cli) const fn coloured(&self, when: When, terminal: bool) -> bool {
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
