//! What one MCP server said about its tools on this association [rules 7.1].
//!
//! A listing without cursor starts a chain of pages; the chain replaces the table when its last page arrives.

use hashbrown::HashMap;

use crate::base::id::FrameId;
use crate::spec::effect::Effect;

/// A tool's class as its annotations give it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tool {
    /// The class.
    pub class: Effect,
    /// Whether the class rests on a row that the mapping document does not spell out.
    pub derived: bool,
    /// The listing that gave it.
    pub listing: FrameId,
    /// An earlier listing that gave another class.
    pub differs_from: Option<FrameId>,
    /// Whether an earlier listing called it destructive and this one calls it read-only.
    pub relaxed: bool,
    /// Whether it was called since this listing.
    pub called: bool,
}

impl Tool {
    /// Whether the listing changed the class and the tool was not called since: a call may have crossed the listing on its way.
    pub const fn is_fresh_change(&self) -> bool {
        self.differs_from.is_some() && !self.called
    }
}

/// What is known of a tool when it is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ToolView {
    /// No listing was captured, or its page chain is not complete.
    #[default]
    Unseen,
    /// A complete listing does not name it: destructive.
    Absent {
        /// The listing's last page.
        listing: FrameId,
        /// Whether the list was said to have changed since.
        stale: bool,
    },
    /// A listing names it.
    Known {
        /// What it says.
        tool: Tool,
        /// Whether the list was said to have changed since.
        stale: bool,
    },
}

/// The tools of one server.
#[derive(Debug, Default)]
pub struct ToolTable {
    table: HashMap<Box<[u8]>, Tool>,
    staged: HashMap<Box<[u8]>, Tool>,
    complete: Option<FrameId>,
    stale: bool,
    /// Every page of the chain so far was seen.
    chained: bool,
    most: usize,
    overflowed: bool,
}

impl ToolTable {
    /// An empty table of at most `most` tools.
    pub fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// A page of a listing arrived. `fresh` when its request had no cursor, `last` when it names no next one. A chain whose first
    /// page was not seen names some tools, not all.
    pub fn page<'a>(&mut self, listing: FrameId, fresh: bool, last: bool, tools: impl Iterator<Item = (&'a [u8], Effect, bool)>) {
        if fresh {
            self.staged.clear();
            self.overflowed = false;
            self.chained = true;
        }
        for (name, class, derived) in tools {
            self.stage(name, Tool { class, derived, listing, differs_from: None, relaxed: false, called: false });
        }
        if last && std::mem::take(&mut self.chained) {
            self.replace(listing);
        } else if last {
            self.complete = None;
        }
    }

    /// A page of a chain may have been lost: what the chain does not name may exist.
    pub const fn doubt(&mut self) {
        self.chained = false;
    }

    /// The server said that its list changed.
    pub fn changed(&mut self) {
        self.stale = self.complete.is_some() || !self.table.is_empty();
    }

    /// A tool was called.
    pub fn called(&mut self, name: &[u8]) {
        if let Some(tool) = self.table.get_mut(name) {
            tool.called = true;
        }
        if let Some(tool) = self.staged.get_mut(name) {
            tool.called = true;
        }
    }

    /// A new session began: what was known is void.
    pub fn reset(&mut self) {
        *self = Self::new(self.most);
    }

    /// What is known of a tool, by its decoded name.
    pub fn view(&self, name: &[u8]) -> ToolView {
        let stale = self.stale;
        if let Some(tool) = self.table.get(name).or_else(|| self.staged.get(name)) {
            return ToolView::Known { tool: *tool, stale };
        }
        match self.complete {
            Some(listing) if !self.overflowed => ToolView::Absent { listing, stale },
            _ => ToolView::Unseen,
        }
    }

    /// Whether the listing has more tools than are remembered.
    pub const fn overflowed(&self) -> bool {
        self.overflowed
    }

    fn stage(&mut self, name: &[u8], tool: Tool) {
        if let Some(known) = self.staged.get_mut(name) {
            if tool.class > known.class {
                *known = tool;
            }
        } else if self.staged.len() < self.most {
            self.staged.insert(name.into(), tool);
        } else {
            self.overflowed = true;
        }
    }

    fn replace(&mut self, listing: FrameId) {
        let mut fresh = std::mem::take(&mut self.staged);
        for (name, tool) in &mut fresh {
            if let Some(old) = self.table.get(name).filter(|old| old.class != tool.class) {
                tool.differs_from = Some(old.listing);
                tool.relaxed = old.class == Effect::Destructive && tool.class == Effect::ReadOnly;
            }
        }
        self.table = fresh;
        self.complete = Some(listing);
        self.stale = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: (&[u8], Effect, bool) = (b"read", Effect::ReadOnly, false);

    #[test]
    fn a_tool_is_absent_only_from_a_complete_listing() {
        let mut tools = ToolTable::new(10);
        tools.page(FrameId(1), true, false, [READ].into_iter());
        assert!(matches!(tools.view(b"read"), ToolView::Known { .. }));
        assert_eq!(tools.view(b"drop"), ToolView::Unseen);
        tools.page(FrameId(2), false, true, std::iter::empty());
        assert_eq!(tools.view(b"drop"), ToolView::Absent { listing: FrameId(2), stale: false });
        tools.changed();
        assert!(matches!(tools.view(b"read"), ToolView::Known { stale: true, .. }));
    }

    #[test]
    fn a_chain_without_its_first_page_does_not_name_all_tools() {
        let mut tools = ToolTable::new(10);
        tools.page(FrameId(2), false, true, [READ].into_iter());
        assert!(matches!(tools.view(b"read"), ToolView::Known { .. }));
        assert_eq!(tools.view(b"drop"), ToolView::Unseen);
    }

    #[test]
    fn a_second_listing_that_relaxes_a_tool_says_so() {
        let mut tools = ToolTable::new(10);
        tools.page(FrameId(1), true, true, [(&b"read"[..], Effect::Destructive, false)].into_iter());
        tools.page(FrameId(5), true, true, [READ].into_iter());
        let ToolView::Known { tool, .. } = tools.view(b"read") else { panic!("the tool is listed") };
        assert!(tool.relaxed);
        assert_eq!(tool.differs_from, Some(FrameId(1)));
    }
}
