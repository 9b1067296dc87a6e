//! Everything that is shown. Plain data: what happens to it is in `update`, how it looks in `view`.

use std::path::PathBuf;
use std::sync::Arc;

use crate::base::id::FindingId;
use crate::store::snapshot::Snapshot;

use super::bookmark::Bookmarks;
use super::bookmark::place::{self, Place};
use super::column::What;
use super::command::{Action, View};
use super::detail::memory::Memory;
use super::detail::{Detail, Subject, findings_of};
use super::digits::Digits;
use super::earlier::Way;
use super::filter::Filter;
use super::find::Find;
use super::glyph::Glyphs;
use super::ids::Ids;
use super::keymap::Keymap;
use super::layout::{Areas, Focus, Shape};
use super::list::List;
use super::looks::Looks;
use super::overlay::Overlay;
use super::theme::{self, Colors, Palette, THEMES};
use super::tint::{Tint, Tinted};
use super::world::World;

/// How time is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeFormat {
    /// Clock of day, UTC.
    #[default]
    Clock,
    /// Since the first frame.
    Relative,
    /// Since the row before.
    Delta,
}

impl TimeFormat {
    /// Every format, in the order in which its key walks them.
    pub const ALL: [Self; 3] = [Self::Clock, Self::Relative, Self::Delta];

    /// Its name in the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clock => "clock",
            Self::Relative => "since-start",
            Self::Delta => "since-last",
        }
    }

    /// The next format.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Clock => Self::Relative,
            Self::Relative => Self::Delta,
            Self::Delta => Self::Clock,
        }
    }

    /// The title of a time column.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Clock => "time (UTC)",
            Self::Relative => "since start",
            Self::Delta => "since last",
        }
    }
}

/// What is read, as people name it.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Files, interfaces, or the ends of a relay.
    pub title: String,
    /// Whether it goes on until it is stopped.
    pub live: bool,
    /// The recording that is asked for.
    pub recording: Option<String>,
}

/// What the model is born with.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// What is read.
    pub origin: Origin,
    /// Name of the theme.
    pub theme: String,
    /// How many colours there are.
    pub colors: Colors,
    /// Whether signs are ASCII.
    pub ascii: bool,
    /// Whether the mouse reports.
    pub mouse: bool,
    /// Whether the list follows new rows from the start.
    pub follow: bool,
    /// The view in front from the start.
    pub view: View,
    /// How time is shown from the start.
    pub time: TimeFormat,
    /// The keys in force.
    pub keys: Keymap,
    /// Filters that have a name, in the order of the configuration: name and text.
    pub filters: Vec<(String, String)>,
    /// Columns of views that do not have the usual ones.
    pub columns: Vec<(View, Vec<What>)>,
    /// Rows that stand out; the first rule that selects a row wins.
    pub tints: Vec<Tint>,
    /// The captures in the order of the inputs; `None` for an input that is no file.
    pub captures: Vec<Option<PathBuf>>,
    /// What was wrong before anything was shown.
    pub troubles: Vec<String>,
}

/// Octets read and octets there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Read.
    pub read: u64,
    /// There are; 0 when the end is not known.
    pub total: u64,
    /// Whether the user has stopped reading.
    pub halted: bool,
}

/// A mark, or a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marked {
    /// The view of its row.
    pub view: View,
    /// Its row, when it is there.
    pub row: Option<usize>,
    /// When.
    pub clock: String,
    /// What stands there.
    pub about: String,
    /// What the user says.
    pub comment: String,
    /// Input and place of a comment; marks have none.
    pub place: Option<(u64, Place)>,
}

/// The state of the interface.
#[derive(Clone, Debug)]
pub struct Model {
    /// What it was born with.
    pub setup: Setup,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// The capture.
    pub world: World,
    /// The view in front.
    pub view: View,
    /// The lists of all views, in the order of their keys.
    pub lists: [List; View::ALL.len()],
    /// How rows are sorted, grouped and chosen.
    pub looks: Looks,
    /// The pane with the focus.
    pub focus: Focus,
    /// The detail, when it is open.
    pub detail: Option<Detail>,
    /// What the detail of one row leaves for that of the next.
    pub memory: Memory,
    /// How far the export that runs is, in percent; `None` when none runs.
    pub exporting: Option<u64>,
    /// What lies over the views, topmost last.
    pub overlays: Vec<Overlay>,
    /// The filter.
    pub filter: Filter,
    /// What is looked for in the detail.
    pub find: Option<Find>,
    /// Id tokens of exchanges.
    pub ids: Ids,
    /// Which visible rows stand out.
    pub tinted: Tinted,
    /// Comments on rows.
    pub bookmarks: Bookmarks,
    /// How time is shown.
    pub time: TimeFormat,
    /// Position of the theme.
    pub theme: usize,
    /// The theme's styles.
    pub palette: Palette,
    /// Whether the mouse reports.
    pub mouse: bool,
    /// Whether the end of the list is followed.
    pub follow: bool,
    /// How far reading is.
    pub progress: Progress,
    /// How far reading anew with further keys is, in percent.
    pub again: Option<u64>,
    /// The way back to rows that were let go, while it is gone.
    pub way: Option<Way>,
    /// The selected row of each view in the newest picture, while earlier rows show.
    pub home: Option<Vec<Option<usize>>>,
    /// What keeps going wrong at the source.
    pub word: Option<Arc<String>>,
    /// Why the source stopped, when it failed.
    pub failed: Option<String>,
    /// The count typed so far for the next command.
    pub count: Option<usize>,
    /// Digits that showed views, while they may still become a count.
    pub digits: Option<Digits>,
    /// What the last key led to, when nothing else tells it.
    pub notice: Option<String>,
    /// Whether the screen no longer shows the model.
    pub dirty: bool,
}

impl Model {
    /// A model of `snapshot` at a size.
    pub fn new(setup: Setup, size: (u16, u16), snapshot: Arc<Snapshot>) -> Self {
        let theme = theme::find(&setup.theme);
        let palette = palette(theme, setup.colors);
        let mut model = Self {
            size,
            world: World::new(snapshot),
            view: setup.view,
            lists: Default::default(),
            looks: Looks::default(),
            focus: Focus::default(),
            detail: None,
            memory: Memory::default(),
            exporting: None,
            overlays: Vec::new(),
            filter: Filter::default(),
            find: None,
            ids: Ids::default(),
            tinted: Tinted::default(),
            bookmarks: Bookmarks::default(),
            time: setup.time,
            theme,
            palette,
            mouse: setup.mouse,
            follow: setup.follow,
            progress: Progress::default(),
            again: None,
            way: None,
            home: None,
            word: None,
            failed: None,
            count: None,
            digits: None,
            notice: None,
            dirty: true,
            setup,
        };
        model.sync_lists();
        model
    }

    /// The signs in use.
    pub const fn glyphs(&self) -> &'static Glyphs {
        Glyphs::of(self.setup.ascii)
    }

    /// How an action is reached, as people read it: its first key, else its name in the palette.
    pub fn hint(&self, action: Action) -> String {
        self.setup.keys.hint(action)
    }

    /// Whether a capture of known length is being read.
    pub fn is_loading(&self) -> bool {
        !self.world.latest.finished && self.progress.total > 0 && self.progress.read < self.progress.total
    }

    /// The list in front.
    pub fn list(&self) -> &List {
        &self.lists[self.view as usize]
    }

    /// The list in front, to change it.
    pub fn list_mut(&mut self) -> &mut List {
        &mut self.lists[self.view as usize]
    }

    /// Where everything stands; `None` when the terminal is too small.
    pub fn areas(&self) -> Option<Areas> {
        Areas::of(self.size.0, self.size.1, self.shape())
    }

    /// What the layout depends on.
    pub fn shape(&self) -> Shape {
        let octets = self.detail.as_ref().is_some_and(|detail| detail.frame.is_some());
        let typing = matches!(self.overlays.last(), Some(Overlay::Filter(_)));
        let finding = self.detail.as_ref().is_some_and(|detail| !detail.findings.is_empty());
        let below = match self.view {
            View::Diagram => 2,
            // Every channel of the registry has a line on the smallest usual terminal.
            View::Channels if self.size.1 < 26 => 0,
            _ => 1,
        };
        Shape { detail: self.detail.is_some(), octets, finding, filter: self.filter.is_set() || typing, below, focus: self.focus }
    }

    /// The selected row as the detail names it.
    pub fn subject(&self) -> Option<Subject> {
        self.list().selected().filter(|_| self.view != View::Channels).map(|row| Subject { view: self.view, row })
    }

    /// The rows of the list in front that are visible.
    pub fn visible(&self) -> Vec<usize> {
        let height = self.areas().map_or(0, |areas| areas.list_rows());
        let top = self.list().top(height);
        (top..top + height).map_while(|at| self.list().rows.at(at)).collect()
    }

    /// Findings about the selected row, worst first.
    pub fn findings_in_hand(&self) -> Vec<FindingId> {
        if let Some(detail) = &self.detail {
            return detail.findings.get(detail.finding..).unwrap_or_default().to_vec();
        }
        if self.view == View::Channels {
            let lane = self.list().selected().and_then(|row| self.world.study.lanes.of_row(row));
            return lane.and_then(|lane| lane.worst).map(|(_, worst)| worst).into_iter().collect();
        }
        self.subject().map_or_else(Vec::new, |subject| findings_of(&self.world.shown, subject))
    }

    /// Every mark and comment: comments first, then marks view by view.
    pub fn marked(&self) -> Vec<Marked> {
        let shown = &self.world.shown;
        let comments = self.bookmarks.all().map(|(bookmark, row)| {
            let (kept, input) = (bookmark.kept.clone(), bookmark.input);
            let (view, clock) = (kept.place.kind.view(), place::clock(&kept.place).to_owned());
            Marked { view, row, clock, about: kept.about, comment: kept.comment, place: Some((input, kept.place)) }
        });
        let marks = View::ALL.into_iter().flat_map(|view| self.lists[view as usize].marks.iter().map(move |row| (view, *row)));
        let marks = marks.map(|(view, row)| {
            let (clock, about) = (place::clock_of(shown, view, row), place::about(shown, view, row));
            Marked { view, row: Some(row), clock, about, comment: String::new(), place: None }
        });
        comments.chain(marks).collect()
    }

    /// Takes over the bounds of all logs.
    pub fn sync_lists(&mut self) {
        self.bookmarks.settle(&self.world.shown);
        for view in View::ALL {
            let (first, end) = self.world.bounds(view);
            let follow = self.follow && view == self.view;
            self.lists[view as usize].sync(first, end, follow);
        }
    }

    /// Takes the theme that suits the terminal's background, unless the user has chosen one meanwhile.
    pub fn take_background(&mut self, color: [u8; 3]) {
        if self.theme == theme::find(&self.setup.theme) {
            self.theme = theme::for_background(color);
            self.palette = palette(self.theme, self.setup.colors);
            self.dirty = true;
        }
    }

    /// Switches to the next theme.
    pub fn next_theme(&mut self) {
        self.set_theme((self.theme + 1) % THEMES.len().max(1));
    }

    /// Takes the theme at a position of [`THEMES`], and says which it is.
    pub fn set_theme(&mut self, at: usize) {
        self.theme = at;
        self.palette = palette(at, self.setup.colors);
        self.notice = THEMES.get(at).map(|theme| format!("theme: {}", theme.name));
    }
}

fn palette(theme: usize, colors: Colors) -> Palette {
    THEMES.get(theme).map_or_else(Palette::default, |theme| theme.palette(colors))
}
