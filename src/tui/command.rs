//! Everything a user can ask for. Help, palette and keys are views of one table.

/// A list of rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum View {
    /// Requests with their outcomes.
    #[default]
    Exchanges,
    /// Frames.
    Frames,
    /// Associations.
    Associations,
    /// Findings.
    Findings,
    /// Channels, a lane each.
    Channels,
    /// Who sent what when, as a ladder.
    Diagram,
    /// Conformance clauses.
    Conformance,
}

impl View {
    /// Every view in the order of its number key.
    pub const ALL: [Self; 7] =
        [Self::Exchanges, Self::Frames, Self::Associations, Self::Findings, Self::Channels, Self::Diagram, Self::Conformance];

    /// The views whose rows have columns; the diagram is drawn.
    pub fn tables() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|view| *view != Self::Diagram)
    }

    /// The number of its key and its tab.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// Its name in the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exchanges => "exchanges",
            Self::Frames => "frames",
            Self::Associations => "associations",
            Self::Findings => "findings",
            Self::Channels => "channels",
            Self::Diagram => "diagram",
            Self::Conformance => "conformance",
        }
    }

    /// Title of its tab.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Exchanges => "Exchanges",
            Self::Frames => "Frames",
            Self::Associations => "Associations",
            Self::Findings => "Findings",
            Self::Channels => "Channels",
            Self::Diagram => "Diagram",
            Self::Conformance => "Conformance",
        }
    }

    /// Title of its tab where room is scarce.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Exchanges => "Exch",
            Self::Frames => "Frames",
            Self::Associations => "Assoc",
            Self::Findings => "Find",
            Self::Channels => "Chan",
            Self::Diagram => "Diag",
            Self::Conformance => "Conf",
        }
    }

    /// What one of its rows is called.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Exchanges => "exchange",
            Self::Frames | Self::Diagram => "frame",
            Self::Associations => "association",
            Self::Findings => "finding",
            Self::Channels => "channel",
            Self::Conformance => "clause",
        }
    }

    /// What its rows are called.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Exchanges => "exchanges",
            Self::Frames | Self::Diagram => "frames",
            Self::Associations => "associations",
            Self::Findings => "findings",
            Self::Channels => "channels",
            Self::Conformance => "clauses",
        }
    }
}

/// What a command does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Leave the program.
    Quit,
    /// Show a view.
    Show(View),
    /// One line down.
    Down,
    /// One line up.
    Up,
    /// Half a page down.
    HalfDown,
    /// Half a page up.
    HalfUp,
    /// A page down.
    PageDown,
    /// A page up.
    PageUp,
    /// To the first line.
    First,
    /// To the last line.
    Last,
    /// Close a group, or one octet back.
    Left,
    /// Open a group, or one octet on.
    Right,
    /// Open what is selected.
    Open,
    /// Leave what was opened last.
    Close,
    /// Focus the next pane.
    NextPane,
    /// Focus the previous pane.
    PreviousPane,
    /// Edit the filter.
    Filter,
    /// Switch the filter off or on.
    ToggleFilter,
    /// Filter by a value under the cursor.
    ByValue,
    /// The filter before the last one.
    UndoFilter,
    /// The filter that was undone.
    RedoFilter,
    /// To the next match of the filter.
    NextMatch,
    /// To the previous match of the filter.
    PreviousMatch,
    /// To the next row with a finding.
    NextFinding,
    /// To the previous row with a finding.
    PreviousFinding,
    /// From request to reply and back.
    OtherHalf,
    /// Read the frame in the next way: fields, JSON, text.
    Reading,
    /// Compare two frames.
    Compare,
    /// Keep the picture as it is.
    Pause,
    /// Read rows back that were let go.
    Earlier,
    /// Read no further, or read on.
    Halt,
    /// Follow the end of the list.
    Follow,
    /// Go to a frame, a packet, a time, a number.
    Goto,
    /// Mark the selected row.
    Mark,
    /// Comment on the selected row.
    Bookmark,
    /// List marks and comments.
    Marks,
    /// To the next marked row.
    NextMark,
    /// Copy to the clipboard.
    Copy,
    /// Write rows to a file.
    Export,
    /// Explain the rule of a finding.
    Explain,
    /// The verdict, and what limits it.
    Evidence,
    /// Sort by the next key.
    Sort,
    /// Sort the other way round.
    Reverse,
    /// Group findings by the next thing.
    Group,
    /// To the next association.
    NextAssociation,
    /// To the previous association.
    PreviousAssociation,
    /// One exchange alone, and back.
    Narrow,
    /// Next way to show time.
    TimeFormat,
    /// Next theme.
    Theme,
    /// Mouse on or off.
    Mouse,
    /// All keys.
    Help,
    /// Find a command by its name.
    Palette,
    /// Stop the process; the shell resumes it.
    Suspend,
    /// Draw everything anew.
    Redraw,
}

/// Where a command applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// In every pane.
    Everywhere,
    /// In tree and octets.
    Detail,
}

/// A thing a user can ask for.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its name in the palette.
    pub name: &'static str,
    /// What it does, for help and palette.
    pub doc: &'static str,
    /// Its default keys, in notation.
    pub keys: &'static [&'static str],
    /// What may stand behind its name in the palette.
    pub takes: Option<&'static str>,
    /// Where it applies.
    pub scope: Scope,
    /// What happens.
    pub action: Action,
}

const fn command(name: &'static str, keys: &'static [&'static str], action: Action, doc: &'static str) -> Command {
    Command { name, doc, keys, takes: None, scope: Scope::Everywhere, action }
}

const fn with(name: &'static str, keys: &'static [&'static str], action: Action, takes: &'static str, doc: &'static str) -> Command {
    Command { name, doc, keys, takes: Some(takes), scope: Scope::Everywhere, action }
}

/// Every command, in the order of the help.
pub static COMMANDS: &[Command] = &[
    command("exchanges", &["1"], Action::Show(View::Exchanges), "show requests with their outcomes"),
    command("frames", &["2"], Action::Show(View::Frames), "show every frame"),
    command("associations", &["3"], Action::Show(View::Associations), "show associations with keys and evidence"),
    command("findings", &["4"], Action::Show(View::Findings), "show what the rules found"),
    command("channels", &["5"], Action::Show(View::Channels), "show a lane for every channel: rate, gaps, keys, alarms"),
    command("diagram", &["6"], Action::Show(View::Diagram), "show who sent what when, as a ladder"),
    command("conformance", &["7"], Action::Show(View::Conformance), "show conformance, clause by clause"),
    command("down", &["j", "<down>"], Action::Down, "one line down"),
    command("up", &["k", "<up>"], Action::Up, "one line up"),
    command("half-page-down", &["<c-d>"], Action::HalfDown, "half a page down"),
    command("half-page-up", &["<c-u>"], Action::HalfUp, "half a page up"),
    command("page-down", &["<pgdn>", "<c-f>"], Action::PageDown, "a page down"),
    command("page-up", &["<pgup>", "<c-b>"], Action::PageUp, "a page up"),
    command("first", &["g", "<home>"], Action::First, "to the first line"),
    command("last", &["G", "<end>"], Action::Last, "to the last line"),
    command("open", &["<enter>"], Action::Open, "open the detail; in the tree, fold or unfold"),
    command("close", &["<esc>"], Action::Close, "close the detail, else switch the filter off"),
    command("next-pane", &["<tab>"], Action::NextPane, "focus the next pane: list, tree, octets"),
    command("previous-pane", &["<backtab>"], Action::PreviousPane, "focus the previous pane"),
    command("left", &["<left>", "h"], Action::Left, "fold, or to the parent; octets: one back"),
    command("right", &["<right>", "l"], Action::Right, "unfold; octets: one on"),
    command("sort", &["s"], Action::Sort, "sort the rows of this view by its next key"),
    command("reverse", &["S"], Action::Reverse, "sort the other way round"),
    command("group", &["b"], Action::Group, "group findings by rule, association, method, or not"),
    command("next-association", &["a"], Action::NextAssociation, "channels, diagram: of the next association"),
    command("previous-association", &["A"], Action::PreviousAssociation, "channels, diagram: of the previous association"),
    command("narrow", &["z"], Action::Narrow, "diagram: the selected exchange alone, and back"),
    with("filter", &["/"], Action::Filter, "EXPRESSION", "display filter; in tree and octets: search there"),
    command("filter-by-value", &["v"], Action::ByValue, "filter by a value of this row or line"),
    command("undo-filter", &["u"], Action::UndoFilter, "back to the filter before"),
    command("redo-filter", &["U"], Action::RedoFilter, "on to the filter that was undone"),
    command("toggle-filter", &["F"], Action::ToggleFilter, "show everything with matches marked, and back"),
    command("next-match", &["n"], Action::NextMatch, "to the next match of the filter or search"),
    command("previous-match", &["N"], Action::PreviousMatch, "to the previous match of the filter or search"),
    command("next-finding", &["]"], Action::NextFinding, "to the next row with a finding"),
    command("previous-finding", &["["], Action::PreviousFinding, "to the previous row with a finding"),
    command("explain", &["x"], Action::Explain, "explain the rule of the finding in hand"),
    command("evidence", &["i"], Action::Evidence, "the verdict and what limits it: every gap in the evidence"),
    command("other-half", &["o"], Action::OtherHalf, "from the request to its reply and back"),
    command("reading", &["r"], Action::Reading, "the frame as fields, as JSON laid out, as text of the wire"),
    command("compare", &["d"], Action::Compare, "request against reply, or two marked rows, field by field"),
    command("pause", &["<space>"], Action::Pause, "hold the picture; the capture goes on and is counted"),
    command("earlier", &["E"], Action::Earlier, "read rows back that were let go to keep within the memory"),
    command("halt", &["X"], Action::Halt, "stop reading a capture that is long, or read on"),
    command("follow", &["f"], Action::Follow, "follow new rows while the selection is the last one"),
    with("goto", &["J"], Action::Goto, "PLACE", "go to a frame, packet, exchange, clock time, or a number of this view"),
    command("mark", &["m"], Action::Mark, "mark the selected row, or unmark it"),
    command("next-mark", &["'"], Action::NextMark, "to the next row with a mark or a comment"),
    command("bookmark", &["B"], Action::Bookmark, "comment on the selected row; comments are kept beside the capture"),
    command("marks", &["\""], Action::Marks, "list marks and comments, and go to one"),
    command("copy", &["y"], Action::Copy, "choose what to copy: yy the obvious, or field, octets, message, finding"),
    with("export", &["e"], Action::Export, "FILE", "write rows, packets or findings to a file"),
    with("time-format", &["t"], Action::TimeFormat, "FORMAT", "time as clock, since the start, since the row before"),
    with("theme", &["T"], Action::Theme, "NAME", "next theme, or the one named"),
    command("mouse", &["M"], Action::Mouse, "mouse on or off"),
    command("help", &["?", "<f1>"], Action::Help, "all keys"),
    command("palette", &[":"], Action::Palette, "find a command by its name"),
    command("redraw", &["<c-l>"], Action::Redraw, "draw the screen anew"),
    command("suspend", &["<c-z>"], Action::Suspend, "back to the shell; fg resumes"),
    command("quit", &["q", "<c-c>"], Action::Quit, "leave npscope"),
];

/// A command with what stands behind its name, when the text begins with a whole name.
pub fn invoked(text: &str) -> Option<(&'static Command, &str)> {
    let (name, argument) = text.trim_start().split_once(' ')?;
    let command = COMMANDS.iter().find(|command| command.name == name)?;
    Some((command, argument.trim()))
}

/// Commands whose name begins with `typed`, then those that contain its letters in order.
pub fn search(typed: &str) -> Vec<&'static Command> {
    let typed = typed.trim().to_lowercase();
    let (first, rest): (Vec<&Command>, Vec<&Command>) = COMMANDS.iter().partition(|command| command.name.starts_with(&typed));
    let fuzzy = rest.into_iter().filter(|command| contains_in_order(command.name, &typed));
    first.into_iter().chain(fuzzy).collect()
}

fn contains_in_order(name: &str, letters: &str) -> bool {
    let mut rest = name.chars();
    letters.chars().all(|letter| rest.any(|found| found == letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_documented() {
        for (at, command) in COMMANDS.iter().enumerate() {
            assert!(!command.doc.is_empty() && !command.name.is_empty());
            assert!(COMMANDS.iter().skip(at + 1).all(|other| other.name != command.name), "{}", command.name);
        }
    }

    #[test]
    fn a_prefix_beats_letters_in_order() {
        let found: Vec<&str> = search("fi").iter().map(|command| command.name).collect();
        assert_eq!(&found[..3], ["findings", "first", "filter"]);
        assert_eq!(search("nxf").first().unwrap().name, "next-finding");
    }
}
