//! Id tokens of exchanges. Rows do not hold them, so those of visible rows are read back, a few a turn, and kept for a while.

use rustc_hash::FxHashMap;

use crate::base::id::{ExchangeId, FrameId};
use crate::base::tree::Tree;
use crate::spec::channel::Channel;
use crate::store::row::Protection;

use super::column::{What, chosen};
use super::command::View;
use super::model::Model;

/// Tokens kept; then the memory starts anew.
const KEPT: usize = 8192;
/// Frames read back in one turn.
const PER_TURN: usize = 48;
/// Longer frames are not read for their id alone.
const LONGEST: u32 = 1 << 18;

/// The tokens known.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    known: FxHashMap<ExchangeId, Box<str>>,
}

impl Ids {
    /// The token of an exchange, escaped; empty while it is not known, and when there is none.
    pub fn of(&self, id: ExchangeId) -> &str {
        self.known.get(&id).map_or("", |token| token)
    }

    /// Forgets everything: exchanges have other numbers now.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// Takes what the tree of an exchange's first frame says; `None` when it could not be read.
    pub fn learn(&mut self, id: ExchangeId, tree: Option<&Tree>) {
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        let field = tree.and_then(|tree| tree.fields.iter().find(|field| field.path == "jsonrpc.id"));
        self.known.insert(id, field.map_or_else(Box::default, |field| field.text.as_str().into()));
    }
}

/// Visible exchanges whose token is not known yet, with the frame that says it.
pub fn wanted(model: &Model) -> Vec<(ExchangeId, FrameId)> {
    let unknown = shown(model).into_iter().filter(|id| !model.ids.known.contains_key(id));
    unknown.filter_map(|id| Some((id, speaker(model, id)?))).take(PER_TURN).collect()
}

/// Exchanges whose token has a place on the screen, and the selected one, which may be copied.
fn shown(model: &Model) -> Vec<ExchangeId> {
    match model.view {
        View::Exchanges => {
            let width = model.areas().and_then(|areas| areas.list).map_or(0, |list| list.width);
            let has_place = chosen(model, width).iter().any(|column| column.what == What::Id);
            let rows = if has_place { model.visible() } else { model.list().selected().into_iter().collect() };
            rows.into_iter().map(ExchangeId::from_index).collect()
        }
        View::Diagram => {
            let asked = |row: usize| {
                let id = FrameId::from_index(row);
                let exchange = model.world.shown.frame(id)?.exchange()?;
                (model.world.shown.exchange(exchange)?.request == Some(id)).then_some(exchange)
            };
            model.visible().into_iter().filter_map(asked).collect()
        }
        _ => Vec::new(),
    }
}

/// The frame that says the token, if reading it back is worth it.
fn speaker(model: &Model, id: ExchangeId) -> Option<FrameId> {
    let snapshot = &model.world.shown;
    let row = snapshot.exchange(id)?;
    let frame = row.request.unwrap_or(row.first);
    let said = snapshot.frame(frame)?;
    let is_readable = said.complete && !matches!(said.protection, Protection::Sealed(_));
    (is_readable && said.channel == Channel::BRIDGE && said.length <= LONGEST).then_some(frame)
}
