//! A bounded set of tokens that a peer gave out.

use hashbrown::HashSet;

use super::arrival::Token;

/// Tokens of one peer. When there are too many, every token counts as known.
#[derive(Debug, Default)]
pub struct Tokens {
    known: HashSet<Token>,
    most: usize,
    overflowed: bool,
}

impl Tokens {
    /// No tokens, and room for `most`.
    pub fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// A token was given out.
    pub fn give(&mut self, token: &[u8]) {
        if self.known.len() < self.most {
            self.known.insert(Token::from_slice(token));
        } else {
            self.overflowed = true;
        }
    }

    /// Whether a token was given out, as far as that is known.
    pub fn knows(&self, token: &[u8]) -> bool {
        self.overflowed || self.known.contains(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_set_accuses_nobody() {
        let mut tokens = Tokens::new(1);
        tokens.give(b"1");
        assert!(tokens.knows(b"1") && !tokens.knows(b"2"));
        tokens.give(b"3");
        assert!(tokens.knows(b"2"));
    }
}
