//! The grammar: `or` over `and` over `not` over tests, texts and parentheses.

use std::ops::Range;

use super::QueryError;
use super::field::{self, Named};
use super::test::Test;
use super::token::{Spanned, Token, tokens};

/// Nesting of an expression; deeper is a slip, and a bound on the stack.
const DEPTH: usize = 64;
/// Cost of a field that a row answers.
const COST_ROW: u32 = 1;
/// Cost from which on octets have to be read back.
pub(super) const COST_OCTETS: u32 = 100;

/// A parsed expression.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Selects everything.
    All,
    /// Selects what the inner node does not.
    Not(Box<Self>),
    /// Every node, cheapest first.
    And(Vec<Self>),
    /// Any node, cheapest first.
    Or(Vec<Self>),
    /// A field against values.
    Test(Named, Test),
    /// Text anywhere.
    Search(String),
}

impl Node {
    /// What the node costs at most: decides the order of evaluation, never the result.
    pub(super) fn cost(&self) -> u32 {
        match self {
            Self::All => 0,
            Self::Not(inner) => inner.cost(),
            Self::And(nodes) | Self::Or(nodes) => nodes.iter().map(Self::cost).max().unwrap_or_default(),
            Self::Test(named, _) if !named.field.paths.is_empty() => COST_OCTETS,
            Self::Test(..) => COST_ROW,
            Self::Search(_) => 2 * COST_OCTETS,
        }
    }

    fn sorted(mut nodes: Vec<Self>, join: fn(Vec<Self>) -> Self) -> Self {
        if nodes.len() == 1 {
            return nodes.swap_remove(0);
        }
        nodes.sort_by_key(Self::cost);
        join(nodes)
    }
}

/// Parses `source`.
pub(super) fn parse(source: &str) -> Result<Node, QueryError> {
    let tokens = tokens(source)?;
    if tokens.is_empty() {
        return Ok(Node::All);
    }
    let mut parser = Parser { tokens, at: 0, end: source.len(), depth: 0 };
    let node = parser.either()?;
    match parser.next() {
        None => Ok(node),
        Some((Token::Symbol(")"), span)) => Err(QueryError::new("this parenthesis closes nothing", span)),
        Some((_, span)) => Err(QueryError::new("expected and, or, or the end of the expression", span)),
    }
}

struct Parser {
    tokens: Vec<Spanned>,
    at: usize,
    end: usize,
    depth: usize,
}

impl Parser {
    fn either(&mut self) -> Result<Node, QueryError> {
        let mut nodes = vec![self.every()?];
        while self.takes_word("or") {
            nodes.push(self.every()?);
        }
        Ok(Node::sorted(nodes, Node::Or))
    }

    fn every(&mut self) -> Result<Node, QueryError> {
        let mut nodes = vec![self.negated()?];
        while self.takes_word("and") {
            nodes.push(self.negated()?);
        }
        Ok(Node::sorted(nodes, Node::And))
    }

    fn negated(&mut self) -> Result<Node, QueryError> {
        let mut times = 0_usize;
        while self.takes_word("not") {
            times += 1;
        }
        let node = self.primary()?;
        Ok(if times.is_multiple_of(2) { node } else { Node::Not(Box::new(node)) })
    }

    fn primary(&mut self) -> Result<Node, QueryError> {
        let (token, span) = self.expect("a field, a text or a parenthesis")?;
        match token {
            Token::Symbol("(") => self.parenthesis(span),
            Token::Text(text) => Ok(Node::Search(text)),
            Token::Word(word) => self.word(&word, span),
            Token::Symbol(_) => Err(QueryError::new("expected a field, a text or a parenthesis", span)),
        }
    }

    fn parenthesis(&mut self, open: Range<usize>) -> Result<Node, QueryError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(QueryError::new(format!("more than {DEPTH} parentheses inside each other"), open));
        }
        let node = self.either()?;
        self.depth -= 1;
        if self.takes(")") { Ok(node) } else { Err(QueryError::new("this parenthesis is never closed", open)) }
    }

    fn word(&mut self, word: &str, span: Range<usize>) -> Result<Node, QueryError> {
        if let Some((name, value)) = short_form(word) {
            return self.short(name, value, span);
        }
        let operator = self.operator();
        let Some(named) = field::find(word) else {
            if operator.is_none() && !field::looks_like_one(word) {
                return Ok(Node::Search(word.to_owned()));
            }
            let hint = crate::base::spelling::hint(word, field::names());
            return Err(QueryError::new(format!("there is no field {word}{hint}"), span));
        };
        let test = match operator {
            None => Test::Present,
            Some(operator) => self.comparison(named, &operator)?,
        };
        Ok(Node::Test(named, test))
    }

    /// A short form: `state:error`, or `id:"s 3"` with its text behind.
    fn short(&mut self, name: &str, value: &str, span: Range<usize>) -> Result<Node, QueryError> {
        let field = field::find(name).ok_or_else(|| QueryError::new("no such short form", span.clone()))?;
        if !value.is_empty() {
            let start = span.end - value.len();
            return Test::short(field.field.kind, &Token::Word(value.to_owned()), &(start..span.end)).map(|test| Node::Test(field, test));
        }
        match self.next() {
            Some((token @ (Token::Text(_) | Token::Word(_)), at)) => {
                Test::short(field.field.kind, &token, &at).map(|test| Node::Test(field, test))
            }
            _ => Err(QueryError::new(format!("{name}: is followed by what it should be"), span)),
        }
    }

    fn comparison(&mut self, named: Named, (operator, at): &(String, Range<usize>)) -> Result<Test, QueryError> {
        let kind = named.field.kind;
        if operator == "in" {
            let values = self.set()?;
            return Test::within(kind, &values);
        }
        let (token, span) = self.expect("a value")?;
        if matches!(token, Token::Symbol(_)) {
            return Err(QueryError::new("expected a value", span));
        }
        Test::comparison(kind, operator, at.clone(), &token, &span)
    }

    fn set(&mut self) -> Result<Vec<Spanned>, QueryError> {
        let (open, at) = self.expect("{ after in")?;
        if open != Token::Symbol("{") {
            return Err(QueryError::new("in is followed by values in braces: in {1, 2}", at));
        }
        let mut values = Vec::new();
        loop {
            match self.expect("a value or }")? {
                (Token::Symbol("}"), _) if !values.is_empty() => return Ok(values),
                (Token::Symbol(","), _) if !values.is_empty() => {}
                (Token::Symbol(_), span) => return Err(QueryError::new("expected a value", span)),
                value => values.push(value),
            }
        }
    }

    /// The comparison behind a field, with where it stands.
    fn operator(&mut self) -> Option<(String, Range<usize>)> {
        let (token, span) = self.tokens.get(self.at)?;
        let operator = match token {
            Token::Symbol(symbol @ ("==" | "!=" | "<" | "<=" | ">" | ">=" | "=" | "&" | "|")) => (*symbol).to_owned(),
            Token::Word(word) => match word.to_ascii_lowercase().as_str() {
                "eq" => "==".to_owned(),
                "ne" => "!=".to_owned(),
                "lt" => "<".to_owned(),
                "le" => "<=".to_owned(),
                "gt" => ">".to_owned(),
                "ge" => ">=".to_owned(),
                word @ ("in" | "contains" | "matches") => word.to_owned(),
                _ => return None,
            },
            _ => return None,
        };
        self.at += 1;
        Some((operator, span.clone()))
    }

    fn takes(&mut self, symbol: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some((Token::Symbol(found), _)) if *found == symbol);
        self.at += usize::from(found);
        found
    }

    /// Takes a connective, as symbol or as word.
    fn takes_word(&mut self, connective: &str) -> bool {
        let found = match self.tokens.get(self.at) {
            Some((Token::Symbol(symbol), _)) => *symbol == connective,
            Some((Token::Word(word), _)) => word.eq_ignore_ascii_case(connective),
            _ => false,
        };
        self.at += usize::from(found);
        found
    }

    fn next(&mut self) -> Option<Spanned> {
        let found = self.tokens.get(self.at).cloned();
        self.at += usize::from(found.is_some());
        found
    }

    fn expect(&mut self, what: &str) -> Result<Spanned, QueryError> {
        let end = self.end;
        self.next().ok_or_else(|| QueryError::new(format!("the expression ends here; expected {what}"), end..end))
    }
}

/// The field and the value of a short form.
fn short_form(word: &str) -> Option<(&'static str, &str)> {
    let (name, value) = word.split_once(':')?;
    let field = match name {
        "method" => "method",
        "id" => "jsonrpc.id",
        "dir" => "direction",
        "label" => "label",
        "chan" => "channel",
        "rule" => "rule",
        "state" => "state",
        _ => return None,
    };
    Some((field, value))
}
