//! Roles and their styles. A theme file names roles, never widgets.

mod nearest;

use std::collections::BTreeMap;
use std::str::FromStr as _;
use std::sync::LazyLock;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

/// How many colours the terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colors {
    /// None: `NO_COLOR`, or a terminal that has none. Roles differ by modifiers and signs.
    None,
    /// The sixteen of every colour terminal.
    Sixteen,
    /// The 256 of xterm: the nearest of them.
    Indexed,
    /// 24-bit colours.
    #[default]
    True,
}

macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident = $name:literal, $letter:literal;)*) => {
        /// What a piece of the screen means.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Role { $($(#[$doc])* $role),* }

        impl Role {
            /// Every role.
            pub const ALL: &'static [Self] = &[$(Self::$role),*];

            /// The name in a theme file.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$role => $name),* }
            }

            /// One letter, for tests that look at styles.
            pub const fn letter(self) -> char {
                match self { $(Self::$role => $letter),* }
            }
        }
    };
}

roles! {
    /// Everything without a further meaning.
    Text = "text", '.';
    /// Of lesser weight.
    Dim = "dim", 'd';
    /// The program's name and titles of panes.
    Title = "title", 'T';
    /// First and last line.
    Bar = "bar", 'b';
    /// The view in front.
    Tab = "tab", 't';
    /// A key in a hint.
    Key = "key", 'k';
    /// Column titles.
    Head = "head", 'h';
    /// The selected row of the pane that has the focus.
    Selected = "selected", 'S';
    /// The selected row of another pane.
    Resting = "resting", 's';
    /// A matching row while others show too.
    Match = "match", 'm';
    /// An error.
    Error = "error", 'E';
    /// A warning.
    Warning = "warning", 'W';
    /// A note.
    Note = "note", 'N';
    /// Right, opened, answered.
    Good = "good", 'g';
    /// Client to server.
    Client = "client", 'c';
    /// Server to client.
    Server = "server", 'v';
    /// Lines between panes.
    Border = "border", '-';
    /// Octets of the selected field.
    Lit = "lit", 'L';
    /// The octet under the cursor, and the text cursor.
    Cursor = "cursor", 'C';
    /// Progress.
    Gauge = "gauge", 'G';
}

/// A theme: a style for every role, for every depth of colour.
#[derive(Debug)]
pub struct Theme {
    /// Its name, as people choose it.
    pub name: String,
    background: Color,
    rows: Vec<Paint>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Paint {
    fg: Option<String>,
    bg: Option<String>,
    fg16: Option<String>,
    bg16: Option<String>,
    #[serde(default)]
    with: Vec<String>,
    #[serde(default)]
    mono: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    background: String,
    roles: BTreeMap<String, Paint>,
}

/// Every theme, in the order in which `T` walks them.
pub static THEMES: LazyLock<Vec<Theme>> = LazyLock::new(|| SOURCES.iter().filter_map(|source| Theme::parse(source).ok()).collect());

const SOURCES: [&str; 6] = [
    include_str!("../../../themes/dark.toml"),
    include_str!("../../../themes/light.toml"),
    include_str!("../../../themes/high-contrast.toml"),
    include_str!("../../../themes/solarized.toml"),
    include_str!("../../../themes/gruvbox.toml"),
    include_str!("../../../themes/catppuccin.toml"),
];

/// The theme for a terminal's background: the first light one for a bright background, else the first.
pub fn for_background([red, green, blue]: [u8; 3]) -> usize {
    let brightness = (u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114) / 1000;
    if brightness > 140 { find("light") } else { 0 }
}

/// The position of a theme in [`THEMES`]; the first one when no theme has that name.
pub fn find(name: &str) -> usize {
    THEMES.iter().position(|theme| theme.name == name).unwrap_or(0)
}

impl Theme {
    /// Reads a theme file; the error says which role is missing or which colour is none.
    pub fn parse(source: &str) -> Result<Self, String> {
        let mut file: File = toml::from_str(source).map_err(|error| error.to_string())?;
        let mut rows = Vec::with_capacity(Role::ALL.len());
        for role in Role::ALL {
            let paint = file.roles.remove(role.name()).ok_or_else(|| format!("role {} is missing", role.name()))?;
            paint.check().map_err(|wrong| format!("role {}: {wrong}", role.name()))?;
            rows.push(paint);
        }
        match file.roles.keys().next() {
            Some(unknown) => Err(format!("{unknown} is no role")),
            None => Ok(Self { name: file.name, background: color(&file.background)?, rows }),
        }
    }

    /// The style of a role.
    pub fn style(&self, role: Role, colors: Colors) -> Style {
        self.rows.get(role as usize).map_or_else(Style::default, |paint| paint.style(colors))
    }

    /// The style of every cell that nothing else colours.
    pub fn base(&self, colors: Colors) -> Style {
        let style = self.style(Role::Text, colors);
        match colors {
            Colors::True => style.bg(self.background),
            Colors::Indexed => style.bg(nearest::of(self.background)),
            Colors::None | Colors::Sixteen => style,
        }
    }

    /// All styles at once, for drawing.
    pub fn palette(&self, colors: Colors) -> Palette {
        let styles = Role::ALL.iter().map(|role| self.style(*role, colors)).collect();
        Palette { base: self.base(colors), styles, is_rich: colors == Colors::True }
    }
}

/// The styles of one theme at one depth of colour.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    /// Under everything.
    pub base: Style,
    styles: Vec<Style>,
    is_rich: bool,
}

impl Palette {
    /// The style of a role, to be laid over the base.
    pub fn of(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    /// The style of a role on a row. On a selected row few of sixteen colours can be read, so there the row's own is kept.
    pub fn over(&self, ground: Style, role: Role, is_selected: bool) -> Style {
        if role == Role::Text || (is_selected && !self.is_rich) { ground } else { ground.patch(self.of(role)) }
    }
}

impl Paint {
    fn check(&self) -> Result<(), String> {
        for named in [&self.fg, &self.bg, &self.fg16, &self.bg16].into_iter().flatten() {
            color(named)?;
        }
        self.with.iter().chain(&self.mono).try_for_each(|name| modifier(name).map(drop).ok_or_else(|| format!("{name} is no modifier")))
    }

    fn style(&self, colors: Colors) -> Style {
        let (fg, bg, with) = match colors {
            Colors::None => (None, None, &self.mono),
            Colors::Sixteen => (self.fg16.as_deref(), self.bg16.as_deref(), &self.with),
            Colors::True | Colors::Indexed => (self.fg.as_deref(), self.bg.as_deref(), &self.with),
        };
        let fitted = |color: Color| if colors == Colors::Indexed { nearest::of(color) } else { color };
        let parsed = |name: Option<&str>| name.and_then(|name| color(name).ok()).map(fitted);
        let style = Style { fg: parsed(fg), bg: parsed(bg), ..Style::default() };
        style.add_modifier(with.iter().filter_map(|name| modifier(name)).fold(Modifier::empty(), Modifier::union))
    }
}

fn color(name: &str) -> Result<Color, String> {
    Color::from_str(name).map_err(|_| format!("{name} is no colour"))
}

fn modifier(name: &str) -> Option<Modifier> {
    Some(match name {
        "bold" => Modifier::BOLD,
        "dim" => Modifier::DIM,
        "italic" => Modifier::ITALIC,
        "underlined" => Modifier::UNDERLINED,
        "reversed" => Modifier::REVERSED,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
