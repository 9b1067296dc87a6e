//! A bounded set of tokens that a peer gave out with its requests.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::arrival::Token;

/// Tokens of one peer. When there are too many, every token counts as known.
#[derive(Debug, Default)]
pub struct Tokens {
    /// The id of the request that gave a token out last.
    given: HashMap<Token, Option<Token>>,
    most: usize,
    overflowed: bool,
}

impl Tokens {
    /// No tokens, and room for `most`.
    pub fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// A token was given out by the request with this id.
    pub fn give(&mut self, token: &[u8], id: Option<&[u8]>) {
        let id = id.map(Token::from_slice);
        let full = self.given.len() >= self.most;
        match self.given.entry(Token::from_slice(token)) {
            Entry::Occupied(mut known) => *known.get_mut() = id,
            Entry::Vacant(_) if full => self.overflowed = true,
            Entry::Vacant(new) => {
                new.insert(id);
            }
        }
    }

    /// Whether a token was given out, as far as that is known.
    pub fn knows(&self, token: &[u8]) -> bool {
        self.overflowed || self.given.contains_key(token)
    }

    /// The id of the request that gave a token out last.
    pub fn request(&self, token: &[u8]) -> Option<&[u8]> {
        self.given.get(token)?.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_set_accuses_nobody() {
        let mut tokens = Tokens::new(1);
        tokens.give(b"1", Some(b"7"));
        assert!(tokens.knows(b"1") && !tokens.knows(b"2"));
        assert_eq!(tokens.request(b"1"), Some(&b"7"[..]));
        tokens.give(b"3", None);
        assert!(tokens.knows(b"2"));
    }
}
