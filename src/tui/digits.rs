//! Digits that showed views, typed one right behind the other: a digit without a view behind them makes all of them a count.

use crate::base::id::{AssociationId, ExchangeId};

use super::command::View;
use super::detail::Detail;
use super::layout::Focus;
use super::model::Model;

/// The digits typed so far, and what was in front before the first of them.
#[derive(Clone, Debug)]
pub struct Digits {
    /// The number that they make.
    pub number: usize,
    view: View,
    focus: Focus,
    detail: Option<Box<Detail>>,
    reading: u32,
    lanes_of: Option<AssociationId>,
    diagram_of: Option<AssociationId>,
    only: Option<ExchangeId>,
    line: Option<usize>,
}

impl Digits {
    /// No digit yet; what is in front now comes back when the digits turn out to be a count.
    pub fn before(model: &Model) -> Self {
        Self {
            number: 0,
            view: model.view,
            focus: model.focus,
            detail: None,
            reading: model.world.shown.reading,
            lanes_of: model.looks.lanes_of,
            diagram_of: model.looks.diagram_of,
            only: model.looks.only,
            line: model.lists[View::Diagram as usize].selected(),
        }
    }

    /// Takes a further digit.
    pub fn push(&mut self, digit: u32) {
        self.number = self.number.saturating_mul(10).saturating_add(digit as usize);
    }

    /// Keeps the detail that the first view shown by a digit closes.
    pub fn keep(&mut self, detail: Option<Detail>) {
        self.detail = self.detail.take().or_else(|| detail.map(Box::new));
    }

    /// Puts in front again what was there before the first digit. A detail of another reading does not come back.
    pub fn restore(self, model: &mut Model) {
        let moved = model.view != self.view || self.detail.is_some();
        model.view = self.view;
        (model.looks.lanes_of, model.looks.diagram_of) = (self.lanes_of, self.diagram_of);
        if self.reading != model.world.shown.reading {
            model.focus = if model.detail.is_some() && !moved { self.focus } else { Focus::List };
            model.detail = model.detail.take().filter(|_| !moved);
            return;
        }
        model.looks.only = self.only;
        if let Some(line) = self.line {
            model.lists[View::Diagram as usize].select(line);
        }
        if moved {
            model.detail = self.detail.map(|detail| *detail);
        }
        model.focus = self.focus;
    }
}
