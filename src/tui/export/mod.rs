//! Writes rows, packets or findings to a file on a thread of its own: the interface goes on meanwhile.

mod dialog;
mod rows;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;

use crate::source::Source;
use crate::store::octets::Octets;
use crate::store::query::Query;
use crate::store::snapshot::Snapshot;

use super::Dissect;
use super::command::View;

pub use dialog::{ExportDialog, Part};

/// Which rows of the view are exported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rows {
    /// Those that the filter selects; without one, all.
    Filtered,
    /// Those that are marked.
    Marked(BTreeSet<usize>),
    /// The selected one.
    Selected(usize),
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The rows, as the listing commands write them.
    JsonLines,
    /// The packets of the rows, as `-w` writes them.
    Pcapng,
    /// The findings about the rows, for people.
    FindingsText,
    /// The findings about the rows, as `findings` lists them.
    FindingsJson,
}

impl Format {
    /// Every format, in the order of the dialog.
    pub const ALL: [Self; 4] = [Self::JsonLines, Self::Pcapng, Self::FindingsText, Self::FindingsJson];

    /// What the dialog calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "rows as JSON lines",
            Self::Pcapng => "packets as pcapng",
            Self::FindingsText => "findings as text",
            Self::FindingsJson => "findings as JSON lines",
        }
    }

    /// How the names of its files end.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::JsonLines | Self::FindingsJson => "jsonl",
            Self::Pcapng => "pcapng",
            Self::FindingsText => "txt",
        }
    }
}

/// What is to be written, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The view whose rows are meant.
    pub view: View,
    /// Which of them.
    pub rows: Rows,
    /// In which form.
    pub format: Format,
    /// The file.
    pub path: String,
    /// Whether a file of that name is replaced.
    pub overwrites: bool,
}

impl Order {
    /// What the filter selects of a view, in the form that the name of the file asks for.
    pub fn named(view: View, path: &str) -> Self {
        let ends = |ending: &str| path.to_ascii_lowercase().ends_with(ending);
        let format = if ends(".pcapng") {
            Format::Pcapng
        } else if ends(".txt") {
            Format::FindingsText
        } else {
            Format::JsonLines
        };
        Self { view, rows: Rows::Filtered, format, path: path.to_owned(), overwrites: false }
    }
}

/// An order with what it is filled from.
pub struct Export {
    /// What is wanted.
    pub order: Order,
    /// The rows.
    pub snapshot: Arc<Snapshot>,
    /// Reads octets back.
    pub octets: Octets,
    /// Reads packets once more.
    pub packets: Option<Box<dyn Source>>,
    /// Dissects frames, for the filter.
    pub dissect: Dissect,
    /// The filter in force.
    pub query: Option<Arc<Query>>,
}

/// How an export ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Went {
    /// In words.
    Told(String),
    /// Nothing was written: a file of that name exists.
    Exists(Order),
}

/// How far an export is, and whether it shall stop.
#[derive(Debug, Default)]
pub struct Watch {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Watch {
    /// How far it is, in percent.
    pub fn percent(&self) -> u64 {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
        done.min(total) * 100 / total.max(1)
    }

    /// Ends the export; what was written of the file is removed.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    fn begin(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
    }

    fn at(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// An export that goes on.
pub struct Running {
    /// How far it is.
    pub watch: Arc<Watch>,
    thread: JoinHandle<Went>,
}

impl Running {
    /// How it ended; gives itself back while it goes on.
    pub fn poll(self) -> Result<Went, Self> {
        if self.thread.is_finished() { Ok(self.wait()) } else { Err(self) }
    }

    /// Waits for its end.
    pub fn wait(self) -> Went {
        self.thread.join().unwrap_or_else(|_| Went::Told("the export broke off".to_owned()))
    }
}

impl Export {
    /// Begins to write.
    pub fn start(self) -> Running {
        let watch = Arc::new(Watch::default());
        let mine = Arc::clone(&watch);
        Running { watch, thread: std::thread::spawn(move || self.run(&mine)) }
    }
}
