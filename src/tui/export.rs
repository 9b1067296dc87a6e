//! Writes what the filter selects of a view as JSON lines, on a thread of its own: the interface goes on meanwhile.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, bounded};

use crate::report::Context;
use crate::report::list::{self, Format, Listing};
use crate::store::octets::Octets;
use crate::store::query::Query;
use crate::store::snapshot::Snapshot;

use super::Dissect;
use super::command::View;

/// What is to be written, and where.
pub struct Export {
    /// The rows.
    pub snapshot: Arc<Snapshot>,
    /// Reads octets back.
    pub octets: Octets,
    /// Dissects frames, for the filter.
    pub dissect: Dissect,
    /// Which of the rows; `None` for all.
    pub query: Option<Arc<Query>>,
    /// Which log.
    pub view: View,
    /// The file; it must not exist yet.
    pub path: String,
}

impl Export {
    /// Begins to write. The receiver gets one sentence about how it went.
    pub fn start(self) -> Receiver<String> {
        let (told, answer) = bounded(1);
        thread::spawn(move || {
            let went = match self.write() {
                Ok(()) => format!("{} written to {}", self.view.noun(), self.path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => format!("{} exists already; nothing was written", self.path),
                Err(error) => format!("{}: {error}", self.path),
            };
            let _ = told.send(went);
        });
        answer
    }

    fn write(&self) -> io::Result<()> {
        let mut out = BufWriter::new(File::create_new(&self.path)?);
        let context = Context::new(&self.snapshot, self.octets.clone());
        let dissect = |frame| {
            let octets = self.octets.frame(&self.snapshot, frame).ok()?;
            Some((self.dissect)(&self.snapshot, frame, &octets))
        };
        let (query, format) = (self.query.as_deref(), Format::JsonLines);
        let listing = Listing { context: &context, query, dissect: &dissect, format, verbose: false };
        match self.view {
            View::Exchanges => list::exchanges(&listing, &mut out)?,
            View::Frames | View::Channels | View::Diagram => list::frames(&listing, &mut out)?,
            View::Associations => list::associations(&listing, &mut out)?,
            View::Findings => list::findings(&listing, &mut out)?,
            View::Conformance => list::conformance(&listing, &mut out)?,
        }
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::input::ReadAt;
    use crate::base::tree::Tree;
    use crate::tui::fixture;

    struct Nothing;

    impl ReadAt for Nothing {
        fn read_at(&self, _: usize, _: u64, _: &mut [u8]) -> io::Result<()> {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    #[test]
    fn writes_what_the_filter_selects_and_never_over_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl").to_string_lossy().into_owned();
        let export = || Export {
            snapshot: fixture::sample(),
            octets: Octets::new(Arc::new(Nothing)),
            dissect: |_, _, _| Tree::default(),
            query: Some(Arc::new(Query::parse("finding.severity == error").unwrap())),
            view: View::Findings,
            path: path.clone(),
        };
        assert_eq!(export().start().recv().unwrap(), format!("findings written to {path}"));
        let written = std::fs::read_to_string(&path).unwrap();
        assert_eq!((written.lines().count(), written.contains("safety/missing-tool-mutating")), (2, true));
        assert!(export().start().recv().unwrap().contains("exists already"));
    }
}
