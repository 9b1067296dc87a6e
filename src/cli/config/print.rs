//! The default configuration as a commented file, made from the tables that the program works by.

use std::fmt::Write as _;

use crate::tui::column::usual;
use crate::tui::command::{COMMANDS, View};
use crate::tui::model::TimeFormat;
use crate::tui::theme::{Role, THEMES};

const HEAD: &str = r##"# npscope configuration: these are the defaults. npscope reads the file npscope.toml in the folder npscope of the user's
# configuration directory, then npscope.toml in the working directory, which has the last word; --config FILE replaces both.
# Lines that begin with "#: " are settings without a fixed default: take the "#: " away to give them one.

"##;

const JUDGING: &str = r#"
# Rules or layers that run (all when empty), and those that do not; npscope rules lists them.
select = []
ignore = []

# Severities of rules or layers: error, warning or note.
[severity]
#: "transport/path-response-missing" = "note"

# Mappings of further carried protocols: files, relative to this one, and which identifier means which mapping.
[mappings]
files = []
[mappings.bind]
#: 0x90 = "mcp"
"#;

const FILTERS: &str = r#"
# Filters by name; the filter prompt offers them.
[filters]
#: slow = "latency > 250ms"
#: mutating = "effect_required >= non_idempotent_write"

# Rows that stand out. The first rule whose filter selects a row gives it the colour of a role of the theme.
"#;

/// The default configuration.
pub(in crate::cli) fn defaults() -> String {
    let mut out = HEAD.to_owned();
    let themes: Vec<&str> = THEMES.iter().map(|theme| theme.name.as_str()).collect();
    let times = TimeFormat::ALL.map(TimeFormat::name).join(", ");
    comment(&mut out, &format!("Theme: {}. Without one the terminal is asked for its background: dark or light.", themes.join(", ")));
    let _ = writeln!(out, "#: theme = \"{}\"\n", themes.first().unwrap_or(&""));
    let _ = writeln!(out, "# How time is shown from the start: {times}.\ntime = \"{}\"\n", TimeFormat::default().name());
    let _ = writeln!(out, "# Whether the mouse selects and scrolls.\nmouse = true\n");
    let _ = writeln!(out, "# Whether every sign is ASCII. Without it the locale decides.\n#: ascii = false\n");
    let _ = writeln!(out, "# Whether the end of the list is followed from the start. Without it, in live captures.\n#: follow = false");
    out.push_str(JUDGING);
    keys(&mut out);
    columns(&mut out);
    out.push_str(FILTERS);
    let roles: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
    comment(&mut out, &format!("Roles: {}.", roles.join(", ")));
    out.push_str("#: [[colors]]\n#: when = \"latency > 250ms\"\n#: role = \"warning\"\n");
    out
}

fn keys(out: &mut String) {
    let _ = writeln!(out, "\n# Keys of commands. A list replaces the command's keys; an empty one leaves it to the palette.\n[keys]");
    for command in COMMANDS {
        let keys: Vec<String> = command.keys.iter().map(|key| format!("{key:?}")).collect();
        let _ = writeln!(out, "{:<40} # {}", format!("{} = [{}]", command.name, keys.join(", ")), command.doc);
    }
}

fn columns(out: &mut String) {
    let _ = writeln!(out, "\n# Columns of views, in order. Without a list they depend on the width of the terminal.\n[columns]");
    for view in View::tables() {
        let names: Vec<String> = usual(view).iter().map(|what| format!("{:?}", what.name())).collect();
        let _ = writeln!(out, "#: {} = [{}]", view.name(), names.join(", "));
    }
}

/// A comment in lines that are not too long.
fn comment(out: &mut String, text: &str) {
    let mut line = String::from("#");
    for word in text.split(' ') {
        if line.len() + word.len() > 118 {
            let _ = writeln!(out, "{line}");
            "#".clone_into(&mut line);
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}
