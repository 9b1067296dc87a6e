//! Short names for repeated wire text. The table is bounded: what does not fit is `OVERFLOW`.

use hashbrown::HashMap;

/// An interned text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sym(pub u32);

impl Sym {
    /// The empty text.
    pub const EMPTY: Self = Self(0);
    /// Stands for every text that came after the table was full.
    pub const OVERFLOW: Self = Self(1);
}

/// A bounded interner. Wire text can therefore never exhaust memory.
#[derive(Clone, Debug)]
pub struct Symbols {
    texts: Vec<std::sync::Arc<str>>,
    index: HashMap<std::sync::Arc<str>, u32>,
    most: usize,
    overflowed: bool,
}

impl Symbols {
    /// A table of at most `most` texts.
    pub fn new(most: usize) -> Self {
        let mut table = Self { texts: Vec::new(), index: HashMap::new(), most: most.max(2), overflowed: false };
        table.push("".into());
        table.push("\u{2026}".into());
        table
    }

    /// The symbol of `text`, new or known; `OVERFLOW` when the table is full.
    pub fn intern(&mut self, text: &str) -> Sym {
        if text.is_empty() {
            return Sym::EMPTY;
        }
        if let Some(&known) = self.index.get(text) {
            return Sym(known);
        }
        if self.texts.len() >= self.most {
            self.overflowed = true;
            return Sym::OVERFLOW;
        }
        self.push(text.into())
    }

    /// The symbol of `text` if it is known.
    pub fn find(&self, text: &str) -> Option<Sym> {
        if text.is_empty() {
            return Some(Sym::EMPTY);
        }
        self.index.get(text).copied().map(Sym)
    }

    /// The text of a symbol.
    pub fn text(&self, sym: Sym) -> &str {
        self.texts.get(sym.0 as usize).map_or("", |text| text)
    }

    /// Whether some text did not fit.
    pub const fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// Number of texts, the two reserved ones included.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Never: two symbols are reserved.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    fn push(&mut self, text: std::sync::Arc<str>) -> Sym {
        let at = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.index.insert(text.clone(), at);
        self.texts.push(text);
        Sym(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_answers_overflow_and_keeps_what_it_knows() {
        let mut table = Symbols::new(3);
        let ping = table.intern("ping");
        assert_eq!(table.intern("pong"), Sym::OVERFLOW);
        assert_eq!(table.intern("ping"), ping);
        assert_eq!(table.text(ping), "ping");
        assert!(table.overflowed());
    }
}
