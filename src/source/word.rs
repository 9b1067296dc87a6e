//! What a source has to say beside what it gives: something that keeps going wrong outside.

use std::sync::{Arc, Mutex, PoisonError};

/// What is wrong now, if anything. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Word(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// How often in a row it went wrong.
    failures: u64,
    text: Option<Arc<String>>,
}

impl Word {
    /// It went wrong once more; `tell` says what, given how often in a row.
    pub(super) fn wrong(&self, tell: impl FnOnce(u64) -> String) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.failures = state.failures.saturating_add(1);
        state.text = Some(Arc::new(tell(state.failures)));
    }

    /// It went right.
    pub(super) fn right(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = State::default();
    }

    /// What is wrong now.
    pub(super) fn now(&self) -> Option<Arc<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).text.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_goes_wrong_until_it_goes_right() {
        let word = Word::default();
        let tell = |count| format!("{count} times");
        word.wrong(tell);
        word.wrong(tell);
        assert_eq!(word.now().as_deref().map(String::as_str), Some("2 times"));
        word.right();
        assert_eq!(word.now(), None);
        word.wrong(tell);
        assert_eq!(word.now().as_deref().map(String::as_str), Some("1 times"));
    }
}
