//! Writes the file of an export.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::base::id::FrameId;
use crate::base::text::count_of;
use crate::report::Context;
use crate::report::conformance::{LINES, Line};
use crate::report::list::{self, Listing};
use crate::report::packets::{PacketCopy, Selection};
use crate::tui::command::View;
use crate::tui::detail::finding;

use super::{Export, Format, Rows, Watch, Went};

/// The error that ends an export that nobody wants any more.
pub(super) fn cancelled() -> io::Error {
    io::Error::other("cancelled")
}

impl Export {
    /// Writes, and says how it went.
    pub(super) fn run(mut self, watch: &Watch) -> Went {
        let path = PathBuf::from(&self.order.path);
        if path.symlink_metadata().is_ok() && !self.order.overwrites {
            return Went::Exists(self.order);
        }
        let name = self.order.path.clone();
        Went::Told(match self.replace(&path, watch) {
            Ok((what, octets)) => format!("{what}, {} written to {name}", count_of(octets, "octet", "octets")),
            Err(_) if watch.is_cancelled() => format!("cancelled: {name} was not written"),
            Err(error) => format!("{name} could not be written: {error}"),
        })
    }

    /// Writes beside the file and puts it in its place at the end: what stood there stays whole until then, and so does a capture
    /// that is being read.
    fn replace(&mut self, path: &Path, watch: &Watch) -> io::Result<(String, u64)> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let file = File::create_new(&beside)?;
        let written = self.to(file, watch).and_then(|what| {
            let octets = fs::metadata(&beside)?.len();
            fs::rename(&beside, path)?;
            Ok((what, octets))
        });
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written
    }

    /// Writes everything. Answers with what it was, in words.
    fn to(&mut self, file: File, watch: &Watch) -> io::Result<String> {
        let mut out = BufWriter::new(Watched { file, watch });
        let rows = self.rows(watch)?;
        let what = match self.order.format {
            Format::JsonLines => self.listing(&rows, watch, &mut out)?,
            Format::Pcapng => self.packets(&rows, watch, &mut out)?,
            Format::FindingsText => self.findings(&rows, &mut out)?,
            Format::FindingsJson => self.finding_lines(&rows, watch, &mut out)?,
        };
        out.flush()?;
        if watch.is_cancelled() { Err(cancelled()) } else { Ok(what) }
    }

    fn listing(&self, rows: &BTreeSet<usize>, watch: &Watch, out: &mut dyn Write) -> io::Result<String> {
        watch.begin(rows.len() as u64);
        self.list(self.order.view, &|row| rows.contains(&row), watch, out)?;
        let (noun, headings) = (self.order.view.noun(), rows.iter().filter(|row| self.is_heading(**row)).count());
        Ok(count_of((rows.len() - headings) as u64, noun.trim_end_matches('s'), noun))
    }

    /// Whether a row of the clauses is none.
    fn is_heading(&self, row: usize) -> bool {
        self.order.view == View::Conformance && !matches!(LINES.get(row), Some(Line::Clause(_)))
    }

    fn finding_lines(&self, rows: &BTreeSet<usize>, watch: &Watch, out: &mut dyn Write) -> io::Result<String> {
        let about = self.about(rows);
        watch.begin(about.len() as u64);
        self.list(View::Findings, &|row| about.contains(&row), watch, out)?;
        Ok(count_of(about.len() as u64, "finding", "findings"))
    }

    fn list(&self, view: View, takes: &dyn Fn(usize) -> bool, watch: &Watch, out: &mut dyn Write) -> io::Result<()> {
        let context = Context::new(&self.snapshot, self.octets.clone());
        let done = Cell::new(0);
        let only = |row| {
            let is_listed = !watch.is_cancelled() && takes(row);
            if is_listed {
                done.set(done.get() + 1);
                watch.at(done.get());
            }
            is_listed
        };
        let listing = Listing {
            context: &context,
            query: None,
            only: Some(&only),
            dissect: &|_| None,
            format: list::Format::JsonLines,
            verbose: false,
        };
        match view {
            View::Exchanges => list::exchanges(&listing, out),
            View::Frames | View::Channels | View::Diagram => list::frames(&listing, out),
            View::Associations => list::associations(&listing, out),
            View::Findings => list::findings(&listing, out),
            View::Conformance => list::conformance(&listing, out),
        }
    }

    fn findings(&self, rows: &BTreeSet<usize>, out: &mut dyn Write) -> io::Result<String> {
        let about = self.about(rows);
        for row in about.iter().filter_map(|at| self.snapshot.findings.get(*at)) {
            out.write_all(finding::text(&self.snapshot, row).as_bytes())?;
        }
        Ok(count_of(about.len() as u64, "finding", "findings"))
    }

    fn packets(&mut self, rows: &BTreeSet<usize>, watch: &Watch, out: &mut dyn Write) -> io::Result<String> {
        let mut source = self.packets.take().ok_or_else(|| io::Error::other("packets of this capture are not kept"))?;
        let selection = self.selection(rows);
        let total = self.snapshot.packets;
        watch.begin(total);
        let mut copy = PacketCopy::new(out, selection, false)?;
        let mut watched = |done: u64| {
            watch.at(done);
            if watch.is_cancelled() { Err(cancelled()) } else { Ok(()) }
        };
        if let Some(error) = copy.packets(&mut *source, total, &mut watched)? {
            return Err(io::Error::other(error.to_string()));
        }
        copy.finish()?;
        Ok(count_of(copy.written(), "packet", "packets"))
    }

    /// The packets of the rows; those of what the filter selects as `-w` chooses them, by frames.
    fn selection(&self, rows: &BTreeSet<usize>) -> Option<Selection> {
        if self.order.rows != Rows::Filtered {
            let frames = self.frames(rows)?;
            return Some(Selection::of(&self.snapshot, &mut |id| frames.contains(&id)));
        }
        let matcher = self.query.as_ref()?.on(&self.snapshot).reading(&self.octets);
        let mut read = |frame: FrameId| {
            let octets = self.octets.frame(&self.snapshot, frame).ok()?;
            Some((self.dissect)(&self.snapshot, frame, &octets))
        };
        Some(Selection::of(&self.snapshot, &mut |id| matcher.frame(id, &mut read)))
    }
}

/// A file that takes nothing more once the export is cancelled.
struct Watched<'a> {
    file: File,
    watch: &'a Watch,
}

impl Write for Watched<'_> {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        if self.watch.is_cancelled() { Err(cancelled()) } else { self.file.write(octets) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
