//! The grammar: `or` over `and` over `not` over tests, texts and parentheses.

use std::fmt;
use std::ops::Range;

use super::field::{self, Named};
use super::literal::{Literal, between, literal, quote};
use super::test::Test;
use super::token::{Spanned, Token, tokens};
use super::{Names, QueryError};
use crate::base::spelling;

/// Nesting of an expression; deeper is a slip, and a bound on the stack.
const DEPTH: usize = 64;
/// Cost of a field that a row answers.
const COST_ROW: u32 = 1;
/// Cost from which on octets have to be read back.
pub(super) const COST_OCTETS: u32 = 100;

/// Named filters inside each other; deeper they name themselves.
const NAMED_DEPTH: usize = 8;

/// A parsed expression. Tests and searches carry a number of their own, for what is remembered about them.
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
    Test(Named, Test, usize),
    /// Text anywhere.
    Search(String, usize),
}

impl Node {
    /// What the node costs at most: decides the order of evaluation, never the result.
    pub(super) fn cost(&self) -> u32 {
        match self {
            Self::All => 0,
            Self::Not(inner) => inner.cost(),
            Self::And(nodes) | Self::Or(nodes) => nodes.iter().map(Self::cost).max().unwrap_or_default(),
            Self::Test(named, ..) if named.field.reads_octets() => COST_OCTETS,
            Self::Test(..) => COST_ROW,
            Self::Search(..) => 2 * COST_OCTETS,
        }
    }

    fn sorted(mut nodes: Vec<Self>, join: fn(Vec<Self>) -> Self) -> Self {
        if nodes.len() == 1 {
            return nodes.swap_remove(0);
        }
        nodes.sort_by_key(Self::cost);
        join(nodes)
    }

    /// Shows every test and search that speaks for a row when it holds, not those that speak against it.
    pub(super) fn speakers<'a>(&'a self, visit: &mut dyn FnMut(&'a Self)) {
        match self {
            Self::And(nodes) | Self::Or(nodes) => nodes.iter().for_each(|node| node.speakers(visit)),
            Self::Test(..) | Self::Search(..) => visit(self),
            Self::All | Self::Not(_) => {}
        }
    }

    fn write_joined(f: &mut fmt::Formatter<'_>, nodes: &[Self], word: &str) -> fmt::Result {
        for (at, node) in nodes.iter().enumerate() {
            if at > 0 {
                write!(f, " {word} ")?;
            }
            match node {
                Self::And(_) | Self::Or(_) => write!(f, "({node})")?,
                _ => write!(f, "{node}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Node {
    /// Writes the expression as it reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => Ok(()),
            Self::Not(inner) => match **inner {
                Self::And(_) | Self::Or(_) => write!(f, "!({inner})"),
                _ => write!(f, "!{inner}"),
            },
            Self::And(nodes) => Self::write_joined(f, nodes, "&&"),
            Self::Or(nodes) => Self::write_joined(f, nodes, "||"),
            Self::Test(named, test, _) => test.write(f, named),
            Self::Search(text, _) => f.write_str(&quote(text)),
        }
    }
}

/// Parses `source`; `@name` stands for what `names` has under it. Answers with how many tests and searches there are, too.
pub(super) fn parse(source: &str, names: Names<'_>) -> Result<(Node, usize), QueryError> {
    let mut slots = 0;
    parse_in(source, names, 0, &mut slots).map(|node| (node, slots))
}

fn parse_in(source: &str, names: Names<'_>, named_depth: usize, slots: &mut usize) -> Result<Node, QueryError> {
    let tokens = tokens(source)?;
    if tokens.is_empty() {
        return Ok(Node::All);
    }
    let mut parser = Parser { tokens, at: 0, end: source.len(), depth: 0, names, named_depth, slots };
    let node = parser.either()?;
    match parser.next() {
        None => Ok(node),
        Some((Token::Symbol(")"), span)) => Err(QueryError::new("this parenthesis closes nothing", span)),
        Some((_, span)) => {
            Err(QueryError::new("expected and, or, or the end of the expression; text of several words stands in quotes", span))
        }
    }
}

struct Parser<'a> {
    tokens: Vec<Spanned>,
    at: usize,
    end: usize,
    depth: usize,
    names: Names<'a>,
    named_depth: usize,
    slots: &'a mut usize,
}

impl Parser<'_> {
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
            Token::Text(text) => Ok(self.search(text)),
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

    fn search(&mut self, text: String) -> Node {
        Node::Search(text, self.slot())
    }

    fn test(&mut self, named: Named, test: Test) -> Node {
        Node::Test(named, test, self.slot())
    }

    fn slot(&mut self) -> usize {
        *self.slots += 1;
        *self.slots - 1
    }

    fn word(&mut self, word: &str, span: Range<usize>) -> Result<Node, QueryError> {
        if let Some(name) = word.strip_prefix('@') {
            return self.named_filter(name, span);
        }
        if let Some((name, value)) = short_form(word) {
            return self.short(name, value, span);
        }
        let operator = self.operator();
        let Some(named) = field::find(word) else {
            if operator.is_none() && !field::looks_like_one(word) {
                return Ok(self.search(word.to_owned()));
            }
            let hint = spelling::hint(word, field::names());
            let hint = if hint.is_empty() { "; text to search for stands in quotes".to_owned() } else { hint };
            return Err(QueryError::new(format!("there is no field {word}{hint}"), span));
        };
        if named.part.is_empty() && named.field.is_parted() {
            if operator.is_none() {
                return Ok(self.search(word.to_owned()));
            }
            return Err(QueryError::new(format!("{} is followed by a name: {}", named.name, named.field.sample()), span));
        }
        let test = match operator {
            None => Test::Present,
            Some(operator) => self.comparison(&named, &operator)?,
        };
        Ok(self.test(named, test))
    }

    /// What a name of the configuration stands for.
    fn named_filter(&mut self, name: &str, span: Range<usize>) -> Result<Node, QueryError> {
        let Some((_, text)) = self.names.iter().find(|(known, _)| known == name) else {
            let known: Vec<&str> = self.names.iter().map(|(known, _)| known.as_str()).collect();
            let there = match known.as_slice() {
                [] => "; the configuration names none".to_owned(),
                known => format!("; there are {}", known.join(", ")),
            };
            let what = if name.is_empty() {
                "a name stands behind @".to_owned()
            } else {
                format!("there is no named filter {name}{}", spelling::hint(name, known.iter().copied()))
            };
            return Err(QueryError::new(format!("{what}{there}"), span));
        };
        if self.named_depth >= NAMED_DEPTH {
            return Err(QueryError::new(format!("the named filter {name} names itself"), span));
        }
        parse_in(text, self.names, self.named_depth + 1, self.slots)
            .map_err(|fault| QueryError::new(format!("in the named filter {name}: {}", fault.message), span))
    }

    /// A short form: `state:error`, or `id:"s 3"` with its text behind.
    fn short(&mut self, name: &str, value: &str, span: Range<usize>) -> Result<Node, QueryError> {
        let named = field::find(name).ok_or_else(|| QueryError::new("no such short form", span.clone()))?;
        if !value.is_empty() {
            let start = span.end - value.len();
            let test = Test::short(&named, &Token::Word(value.to_owned()), &(start..span.end))?;
            return Ok(self.test(named, test));
        }
        match self.next() {
            Some((token @ (Token::Text(_) | Token::Word(_)), at)) => {
                let test = Test::short(&named, &token, &at)?;
                Ok(self.test(named, test))
            }
            _ => Err(QueryError::new(format!("{name}: is followed by what it should be"), span)),
        }
    }

    fn comparison(&mut self, named: &Named, (operator, at): &(String, Range<usize>)) -> Result<Test, QueryError> {
        if operator == "in" {
            return self.set(named).map(Test::Equal);
        }
        let (token, span) = self.expect("a value")?;
        if matches!(token, Token::Symbol(_)) {
            return Err(QueryError::new("expected a value", span));
        }
        Test::comparison(named, operator, at.clone(), &token, &span)
    }

    fn set(&mut self, named: &Named) -> Result<Vec<Literal>, QueryError> {
        let (open, at) = self.expect("{ after in")?;
        if open != Token::Symbol("{") {
            return Err(QueryError::new("in is followed by values in braces: in {1, 2} or in {1..9}", at));
        }
        let mut values = Vec::new();
        loop {
            match self.expect("a value or }")? {
                (Token::Symbol("}"), _) if !values.is_empty() => return Ok(values),
                (Token::Symbol(","), _) if !values.is_empty() => {}
                (Token::Symbol(_), span) => return Err(QueryError::new("expected a value", span)),
                (token, span) => values.push(self.element(named, &token, &span)?),
            }
        }
    }

    /// A value of a set, or a range of them.
    fn element(&mut self, named: &Named, token: &Token, span: &Range<usize>) -> Result<Literal, QueryError> {
        let whole = |end: &Range<usize>| span.start..end.end;
        if let Token::Word(word) = token
            && let Some((low, high)) = word.split_once("..")
            && !low.is_empty()
        {
            let low = Token::Word(low.to_owned());
            if !high.is_empty() {
                return between(named, (&low, &Token::Word(high.to_owned())), span);
            }
            let (high, end) = self.expect("the end of the range")?;
            return between(named, (&low, &high), &whole(&end));
        }
        match self.tokens.get(self.at).cloned() {
            Some((Token::Word(word), at)) if word.starts_with("..") => {
                self.at += 1;
                let (high, end) = match word.trim_start_matches('.') {
                    "" => self.expect("the end of the range")?,
                    high => (Token::Word(high.to_owned()), at),
                };
                between(named, (token, &high), &whole(&end))
            }
            _ => literal(named, token, span),
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
