//! Everything that can happen to the interface, and everything it may ask for.

use std::path::PathBuf;
use std::sync::Arc;

use ratatui::layout::Position;

use crate::base::id::FrameId;
use crate::store::snapshot::Snapshot;

use super::bookmark::sidecar::Kept;
use super::copy::Clip;
use super::detail::Loaded;
use super::earlier;
use super::export::Order;
use super::keymap::Key;

/// Something happened.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(Key),
    /// No key was pressed for a while: digits that showed views are no beginning of a count any more.
    Rest,
    /// Text was pasted.
    Paste(String),
    /// The mouse did something.
    Mouse(Pointer, Position),
    /// The terminal has a new size: columns, rows.
    Resize(u16, u16),
    /// The engine published a picture.
    Snapshot(Arc<Snapshot>),
    /// Octets read and octets there are; 0 when the end is not known.
    Progress(u64, u64),
    /// How far reading anew with further keys is, in percent; `None` when nothing is read anew.
    Again(Option<u64>),
    /// How far the way back to rows that were let go is, in percent.
    WayBack(u64),
    /// The picture of earlier rows, or why there is none.
    Earlier(Result<Arc<Snapshot>, String>),
    /// What keeps going wrong at the source changed.
    Word(Option<Arc<String>>),
    /// The source failed.
    Failed(String),
    /// A frame was read back.
    Loaded(Box<Loaded>),
    /// Two frames to be compared were read back.
    Compared(Box<[Loaded; 2]>),
    /// How far the export that runs is, in percent; `None` when it ended.
    Exporting(Option<u64>),
    /// An export was not begun: its file exists.
    Exists(Box<Order>),
    /// What an effect led to, in words.
    Done(String),
}

/// What the mouse did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// The left button went down.
    Click,
    /// The wheel turned up.
    WheelUp,
    /// The wheel turned down.
    WheelDown,
}

/// Something that the loop must do for the interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Leave.
    Quit,
    /// Stop the process until the shell resumes it.
    Suspend,
    /// Draw every cell anew.
    Redraw,
    /// Keep bookmarks in a file.
    Keep(PathBuf, Vec<Kept>),
    /// Put a text into the clipboard, or into a file.
    Copy(Clip),
    /// Write rows, packets or findings to a file.
    Export(Box<Order>),
    /// End the export that runs.
    CancelExport,
    /// Read two frames back to compare them.
    Compare([FrameId; 2]),
    /// Tell the reader of the capture to go back for rows that were let go, or to rest.
    Order(earlier::Order),
    /// Read a frame back.
    Load(FrameId),
    /// Switch mouse reports on or off.
    Mouse(bool),
}
