//! The bridge object of a frame.

use serde::Serialize;

use crate::report::Context;
use crate::store::row::{ExchangeRow, FrameRow};

/// What a Bridge frame carries, as JSON.
#[derive(Serialize, Debug)]
pub(in crate::report) struct Bridge {}

impl Bridge {
    /// The object of a payload.
    pub(in crate::report) fn of(context: &Context<'_>, row: &FrameRow, plain: &[u8]) -> Self {
        let _ = (context, row, plain);
        Self {}
    }
}

/// What joins the frames of an exchange.
#[derive(Debug, Default)]
pub(in crate::report) struct Keys {
    pub(in crate::report) id: Option<String>,
    pub(in crate::report) correlation_hex: Option<String>,
}

/// The keys of an exchange, read back from its first frame.
pub(in crate::report) fn keys(context: &Context<'_>, row: &ExchangeRow) -> Keys {
    let _ = (context, row);
    Keys::default()
}

/// What a frame carries, in a few words.
pub(in crate::report) fn words(context: &Context<'_>, id: crate::base::id::FrameId, row: &FrameRow) -> String {
    let _ = (context, id, row);
    String::new()
}
