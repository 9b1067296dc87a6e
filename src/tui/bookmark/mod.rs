//! Bookmarks: comments on rows. They stay with what they are about, also when the capture is read anew, and outlive the program in a
//! file beside the capture.

pub mod place;
pub mod sidecar;

use std::path::PathBuf;

use rustc_hash::FxHashMap;

use crate::store::snapshot::Snapshot;

use super::command::View;
use place::{Kind, Place};
use sidecar::Kept;

/// A comment on a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookmark {
    /// The input, from 1.
    pub input: u64,
    /// What is kept of it.
    pub kept: Kept,
    /// Its row, once it is there.
    row: Option<usize>,
}

/// The comments on a capture.
#[derive(Clone, Debug, Default)]
pub struct Bookmarks {
    items: Vec<Bookmark>,
    rows: FxHashMap<(Kind, usize), usize>,
    files: Vec<Option<PathBuf>>,
    reading: u32,
}

impl Bookmarks {
    /// Reads what is kept beside captures; `None` stands for an input that is no file. Answers also with what could not be read: such
    /// a file is left alone.
    pub fn read(captures: &[Option<PathBuf>]) -> (Self, Option<String>) {
        let mut bookmarks = Self::default();
        let mut trouble = None;
        for (at, capture) in captures.iter().enumerate() {
            let mut file = capture.as_deref().map(sidecar::beside);
            match file.as_deref().map(sidecar::read) {
                Some(Ok(kept)) => {
                    bookmarks.items.extend(kept.into_iter().map(|kept| Bookmark { input: at as u64 + 1, kept, row: None }));
                }
                Some(Err(why)) => {
                    let name = file.take().unwrap_or_default();
                    let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    trouble = Some(format!("bookmarks of {name} cannot be read ({why}); it is left as it is"));
                }
                None => {}
            }
            bookmarks.files.push(file);
        }
        (bookmarks, trouble)
    }

    /// Looks for places that were not there yet; of another reading, for all.
    pub fn settle(&mut self, shown: &Snapshot) {
        if std::mem::replace(&mut self.reading, shown.reading) != shown.reading {
            self.rows.clear();
            self.items.iter_mut().for_each(|item| item.row = None);
        }
        // Several inputs are searched frame by frame: once, at the end.
        if shown.inputs.len() > 1 && !shown.finished {
            return;
        }
        for (at, item) in self.items.iter_mut().enumerate().filter(|(_, item)| item.row.is_none()) {
            item.row = place::find(shown, item.input, &item.kept.place);
            if let Some(row) = item.row {
                self.rows.insert((item.kept.place.kind, row), at);
            }
        }
    }

    /// The comment on a row.
    pub fn of(&self, view: View, row: usize) -> Option<&str> {
        let at = self.rows.get(&(Kind::of(view)?, row))?;
        self.items.get(*at).map(|item| item.kept.comment.as_str())
    }

    /// Rows of a view with comments.
    pub fn rows(&self, view: View) -> impl Iterator<Item = usize> {
        let kind = Kind::of(view);
        self.rows.keys().filter(move |(known, _)| Some(*known) == kind).map(|(_, row)| *row)
    }

    /// Every comment, with its row once it is there.
    pub fn all(&self) -> impl Iterator<Item = (&Bookmark, Option<usize>)> {
        self.items.iter().map(|item| (item, item.row))
    }

    /// Sets the comment of a place, or with an empty one takes it away. Answers with the file to write and what goes into it.
    pub fn set(&mut self, shown: &Snapshot, (input, place): (u64, Place), about: String, comment: &str) -> Option<(PathBuf, Vec<Kept>)> {
        let known = self.items.iter().position(|item| item.input == input && item.kept.place == place);
        let comment = comment.trim().to_owned();
        match (known, comment.is_empty()) {
            (Some(at), true) => drop(self.items.remove(at)),
            (None, true) => return None,
            (Some(at), false) => self.items.get_mut(at)?.kept.comment = comment,
            (None, false) => self.items.push(Bookmark { input, kept: Kept { comment, about, place }, row: None }),
        }
        self.rows.clear();
        self.items.iter_mut().for_each(|item| item.row = None);
        self.settle_all(shown);
        let file = usize::try_from(input).ok().and_then(|input| self.files.get(input.checked_sub(1)?)?.clone())?;
        Some((file, self.items.iter().filter(|item| item.input == input).map(|item| item.kept.clone()).collect()))
    }

    fn settle_all(&mut self, shown: &Snapshot) {
        for (at, item) in self.items.iter_mut().enumerate() {
            item.row = place::find(shown, item.input, &item.kept.place);
            if let Some(row) = item.row {
                self.rows.insert((item.kept.place.kind, row), at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::fixture::sample;

    #[test]
    fn a_comment_stays_with_its_row_and_comes_back_from_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let captures = [Some(folder.path().join("a.pcapng"))];
        let (mut bookmarks, trouble) = Bookmarks::read(&captures);
        assert_eq!(trouble, None);
        let shown = sample();
        for view in [View::Exchanges, View::Frames, View::Associations, View::Findings] {
            let place = place::of_row(&shown, view, 0).unwrap();
            let (file, kept) = bookmarks.set(&shown, place, place::about(&shown, view, 0), "look here").unwrap();
            assert_eq!(bookmarks.of(view, 0), Some("look here"), "{view:?}");
            sidecar::write(&file, kept).unwrap();
        }
        let (mut again, _) = Bookmarks::read(&captures);
        again.settle(&shown);
        assert_eq!(
            (again.of(View::Exchanges, 0), again.of(View::Findings, 0), again.of(View::Frames, 1)),
            (Some("look here"), Some("look here"), None)
        );
        assert_eq!(again.of(View::Diagram, 0), Some("look here"));
        let place = place::of_row(&shown, View::Frames, 0).unwrap();
        assert_eq!(again.set(&shown, place, String::new(), " ").unwrap().1.len(), 3);
        assert_eq!(again.of(View::Frames, 0), None);
    }

    #[test]
    fn another_capture_of_the_same_name_has_none_of_the_comments() {
        let shown = sample();
        let (input, mut place) = place::of_row(&shown, View::Frames, 0).unwrap();
        "1999-01-01T00:00:00.000000000Z".clone_into(&mut place.time);
        let mut bookmarks = Bookmarks::default();
        bookmarks.set(&shown, (input, place), String::new(), "elsewhere");
        assert_eq!((bookmarks.rows(View::Frames).count(), bookmarks.all().count()), (0, 1));
    }
}
