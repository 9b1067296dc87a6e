//! What tests and searches answered before, by symbol, association or code point: most rows repeat what others said.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

/// Answers of all tests and searches of an expression.
#[derive(Debug)]
pub(super) struct Memos(Vec<RefCell<Memo>>);

/// What an answer is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Of {
    /// A text of the symbol table.
    Symbol(usize),
    /// An association.
    Association(usize),
    /// A carried protocol.
    Protocol(u8),
    /// A channel with a frame type.
    Type(u16, u16),
}

/// Whether values were there, and whether one was accepted.
pub(super) type Answer = (bool, bool);

#[derive(Debug, Default)]
struct Memo {
    symbols: Vec<u8>,
    associations: Vec<u8>,
    others: FxHashMap<u32, u8>,
}

/// An answer is known.
const KNOWN: u8 = 4;

impl Memos {
    /// Nothing remembered, for so many tests and searches.
    pub(super) fn new(slots: usize) -> Self {
        Self((0..slots).map(|_| RefCell::default()).collect())
    }

    /// The answer of a test or search about something: remembered, or found out now.
    pub(super) fn answer(&self, slot: usize, of: Of, find_out: impl FnOnce() -> Answer) -> Answer {
        let Some(memo) = self.0.get(slot) else { return find_out() };
        let known = memo.borrow().get(of);
        if known & KNOWN != 0 {
            return (known & 1 != 0, known & 2 != 0);
        }
        let answer = find_out();
        memo.borrow_mut().set(of, KNOWN | u8::from(answer.0) | u8::from(answer.1) << 1);
        answer
    }
}

impl Memo {
    fn get(&self, of: Of) -> u8 {
        match of {
            Of::Symbol(at) => self.symbols.get(at).copied().unwrap_or_default(),
            Of::Association(at) => self.associations.get(at).copied().unwrap_or_default(),
            Of::Protocol(_) | Of::Type(..) => self.others.get(&key(of)).copied().unwrap_or_default(),
        }
    }

    fn set(&mut self, of: Of, answer: u8) {
        match of {
            Of::Symbol(at) => put(&mut self.symbols, at, answer),
            Of::Association(at) => put(&mut self.associations, at, answer),
            Of::Protocol(_) | Of::Type(..) => {
                self.others.insert(key(of), answer);
            }
        }
    }
}

fn key(of: Of) -> u32 {
    match of {
        Of::Type(channel, frame_type) => u32::from(channel) << 16 | u32::from(frame_type),
        Of::Protocol(protocol) => protocol.into(),
        Of::Symbol(_) | Of::Association(_) => 0,
    }
}

fn put(answers: &mut Vec<u8>, at: usize, answer: u8) {
    if answers.len() <= at {
        answers.resize(at + 1, 0);
    }
    if let Some(slot) = answers.get_mut(at) {
        *slot = answer;
    }
}
