//! What may come next in an expression: fields, comparisons, values from lists and from the capture.

use super::Names;
use super::evaluate::{Context, Each, Subject};
use super::field::{self, Field, Homes, Named};
use super::fields::{EVIDENCE, FIELDS, LABELLED};
use super::kind::Kind;
use super::literal::quote;
use super::test::Value;
use super::token::{Spanned, Token, tokens};
use super::values;
use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::store::snapshot::Snapshot;

/// Rows whose values are offered: the newest.
const ROWS: usize = 20_000;
/// Values offered from rows.
const VALUES: usize = 200;

/// Something that may stand next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// What is written.
    pub text: String,
    /// What it is, in a word or two.
    pub kind: &'static str,
    /// One line about it.
    pub doc: String,
}

/// What may stand next, and the octet at which the begun word starts that it replaces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Completion {
    /// Where it is written.
    pub start: usize,
    /// What may stand there, best first.
    pub offers: Vec<Offer>,
}

/// Completes what stands before the cursor.
pub fn complete(before: &str, snapshot: &Snapshot, names: Names<'_>) -> Completion {
    let start = word_start(before);
    let (head, word) = before.split_at(start);
    if let Some(begun) = word.strip_prefix('@') {
        let offers = names.iter().filter(|(name, _)| name.starts_with(begun));
        return Completion { start, offers: offers.map(|(name, text)| offer(format!("@{name}"), "named filter", text)).collect() };
    }
    let Ok(tokens) = tokens(head) else { return Completion::default() };
    if let Some((name, begun)) = word.split_once(':').filter(|(name, _)| short_names().contains(name)) {
        let named = field::find(if name == "id" { "jsonrpc.id" } else { name });
        let start = start + name.len() + 1;
        return Completion { start, offers: named.map_or_else(Vec::new, |named| of_values(&named, snapshot, begun)) };
    }
    let offers = match expected(&tokens) {
        Expected::Value(named) => of_values(&named, snapshot, word),
        Expected::Comparison(named) => comparisons(&named, word),
        Expected::Connective if word.is_empty() || !begins_field(word) => connectives(word),
        Expected::Connective => Vec::new(),
        Expected::Field => of_fields(word),
    };
    Completion { start, offers: offers.into_iter().filter(|offer| offer.text != word).collect() }
}

const fn short_names() -> [&'static str; 7] {
    ["method", "id", "dir", "label", "chan", "rule", "state"]
}

/// Where the word at the end begins; a text in open quotes is one word.
fn word_start(before: &str) -> usize {
    let mut open = None;
    let mut escaped = false;
    for (at, c) in before.char_indices() {
        match c {
            '\\' if open.is_some() && !escaped => {
                escaped = true;
                continue;
            }
            '"' if !escaped => open = if open.is_some() { None } else { Some(at) },
            _ => {}
        }
        escaped = false;
    }
    open.unwrap_or_else(|| {
        let word = |c: char| c.is_alphanumeric() || "_./-:@".contains(c);
        before.char_indices().rev().take_while(|(_, c)| word(*c)).last().map_or(before.len(), |(at, _)| at)
    })
}

/// What the grammar expects after some tokens.
enum Expected {
    Field,
    Comparison(Named),
    Value(Named),
    Connective,
}

fn expected(tokens: &[Spanned]) -> Expected {
    let word = |at: usize| match tokens.get(at) {
        Some((Token::Word(word), _)) => Some(word.as_str()),
        _ => None,
    };
    let Some(last) = tokens.len().checked_sub(1) else { return Expected::Field };
    let in_set = tokens.iter().rposition(|(token, _)| *token == Token::Symbol("{"));
    let is_open = in_set.is_some_and(|at| !tokens.iter().skip(at).any(|(token, _)| *token == Token::Symbol("}")));
    if is_open {
        let named = in_set.and_then(|at| at.checked_sub(2)).and_then(word).and_then(field::find);
        return named.map_or(Expected::Connective, Expected::Value);
    }
    match &tokens[last].0 {
        Token::Symbol("==" | "!=" | "<" | "<=" | ">" | ">=") => before(tokens, last),
        Token::Symbol("and" | "or" | "not" | "(") => Expected::Field,
        Token::Symbol(_) | Token::Text(_) => Expected::Connective,
        Token::Word(said) => match said.to_ascii_lowercase().as_str() {
            "and" | "or" | "not" => Expected::Field,
            "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "contains" | "matches" => before(tokens, last),
            _ if last.checked_sub(1).is_some_and(|at| is_comparison(&tokens[at].0)) => Expected::Connective,
            _ => field::find(said).map_or(Expected::Connective, Expected::Comparison),
        },
    }
}

fn before(tokens: &[Spanned], at: usize) -> Expected {
    let named = at.checked_sub(1).and_then(|at| match &tokens.get(at)?.0 {
        Token::Word(word) => field::find(word),
        _ => None,
    });
    named.map_or(Expected::Connective, Expected::Value)
}

fn is_comparison(token: &Token) -> bool {
    match token {
        Token::Symbol(symbol) => matches!(*symbol, "==" | "!=" | "<" | "<=" | ">" | ">="),
        Token::Word(word) => {
            matches!(word.to_ascii_lowercase().as_str(), "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "contains" | "matches")
        }
        Token::Text(_) => false,
    }
}

fn begins_field(word: &str) -> bool {
    field::names().any(|name| name.starts_with(word))
}

fn offer(text: impl Into<String>, kind: &'static str, doc: &str) -> Offer {
    Offer { text: text.into(), kind, doc: doc.to_owned() }
}

/// Fields whose name begins with a word, then those in whose name a part begins with it.
fn of_fields(word: &str) -> Vec<Offer> {
    let all = || FIELDS.iter().chain([&LABELLED, &EVIDENCE]);
    let whole = all().filter_map(|field| Some((field.names.iter().find(|name| name.starts_with(word))?, field)));
    let mut offers: Vec<Offer> = whole.map(|(name, field)| of_field((*name).to_owned(), field)).collect();
    if word.is_empty() {
        return offers;
    }
    if let Some((prefix, begun)) = word.rsplit_once('.') {
        let of_kind = FIELDS.iter().flat_map(|field| field.names.iter().map(move |name| (*name, field)));
        let of_kind = of_kind.filter(|(name, _)| !name.contains('.') && name.starts_with(begun));
        let named = of_kind.map(|(name, field)| (format!("{prefix}.{name}"), field)).filter(|(name, _)| field::find(name).is_some());
        offers.extend(named.map(|(name, field)| of_field(name, field)));
    }
    let inner = |name: &&&str| name.split(['.', '_']).skip(1).any(|part| part.starts_with(word));
    offers.extend(all().filter_map(|field| Some(of_field((*field.names.iter().find(inner)?).to_owned(), field))));
    unique(offers)
}

fn of_field(name: String, field: &Field) -> Offer {
    let text = if field.is_parted() { format!("{name}.") } else { name };
    offer(text, field.kind.title(), field.doc)
}

fn unique(offers: Vec<Offer>) -> Vec<Offer> {
    let mut out: Vec<Offer> = Vec::new();
    for offer in offers {
        if out.iter().all(|known| known.text != offer.text) {
            out.push(offer);
        }
    }
    out
}

fn comparisons(named: &Named, word: &str) -> Vec<Offer> {
    let kind = named.field.kind;
    let mut all = vec![("==", "equals"), ("!=", "is there and differs")];
    if kind.is_ordered() {
        all.extend([("<", "less"), ("<=", "at most"), (">", "more"), (">=", "at least")]);
    }
    all.push(("in {", "one of several, or in a range: in {1, 3..9}"));
    if kind.is_textual() {
        all.extend([("contains", "contains a text or octets"), ("matches", "matches a regular expression")]);
    }
    all.extend([("&&", "and"), ("||", "or")]);
    all.into_iter().filter(|(text, _)| text.starts_with(word)).map(|(text, doc)| offer(text, "comparison", doc)).collect()
}

fn connectives(word: &str) -> Vec<Offer> {
    let all = [("&&", "both"), ("||", "either"), ("and", "both"), ("or", "either")];
    let fit = all.iter().filter(|(text, _)| if word.is_empty() { !text.starts_with(['a', 'o']) } else { text.starts_with(word) });
    fit.map(|(text, doc)| offer(*text, "connective", doc)).collect()
}

/// Values of a field: those of its list, then those in the capture. A begun text may be any part of them.
fn of_values(named: &Named, snapshot: &Snapshot, word: &str) -> Vec<Offer> {
    let begun = word.trim_matches('"').to_ascii_lowercase();
    let kind = named.field.kind;
    let doc = |number: i128| if matches!(kind, Kind::Code(_)) { format!("{number:#06x}") } else { String::new() };
    let listed: Vec<Offer> = kind.names().into_iter().map(|(name, number)| offer(name, "value", &doc(number))).collect();
    let seen = present(&named.name, snapshot).into_iter().filter(|text| listed.iter().all(|known| known.text != *text));
    let seen: Vec<Offer> = seen.map(|text| offer(if is_plain(named, &text) { text } else { quote(&text) }, "in the capture", "")).collect();
    let text_of = |offer: &Offer| offer.text.trim_matches('"').to_ascii_lowercase();
    let (first, rest): (Vec<Offer>, Vec<Offer>) = listed.into_iter().chain(seen).partition(|offer| text_of(offer).starts_with(&begun));
    let rest = rest.into_iter().filter(|offer| text_of(offer).contains(&begun));
    unique(first.into_iter().chain(rest).collect())
}

/// Whether a value is written without quotes.
fn is_plain(named: &Named, text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    !matches!(named.field.kind, Kind::Text | Kind::Token) && !text.is_empty() && text.chars().all(is_word)
}

/// Texts that a field has in the newest rows, in the order of their alphabet; none for fields that need octets, and for numbers.
pub fn present(name: &str, snapshot: &Snapshot) -> Vec<String> {
    let Some(named) = field::find(name).filter(|named| !named.field.is_parted()) else { return Vec::new() };
    let context = Context::new(snapshot, 0);
    let mut found: Vec<String> = Vec::new();
    let mut take = |value: Value<'_>| {
        if let Value::Text(text) = value
            && let Err(at) = found.binary_search_by(|known| known.as_str().cmp(text))
        {
            found.insert(at, text.to_owned());
        }
        found.len() >= VALUES
    };
    walk(&context, &named, &mut take);
    found
}

fn walk(context: &Context<'_>, named: &Named, take: &mut Each<'_>) {
    let (snapshot, key) = (context.snapshot, named.field.key);
    let newest = |len: usize| (0..len).rev().take(ROWS);
    if !matches!(named.field.kind, Kind::Text | Kind::Token | Kind::Code(_)) {
        return;
    }
    let home = [Homes::EXCHANGE, Homes::FINDING, Homes::ASSOCIATION, Homes::FRAME].into_iter().find(|home| named.homes.has(*home));
    let mut ask = |row: Subject| match row {
        Subject::Exchange(id) => values::exchange(context, id, key, take),
        Subject::Finding(id) => values::finding(context, id, key, take),
        Subject::Association(id) => values::association(context, id, key, take),
        Subject::Frame(id) => values::frame(context, id, key, take),
    };
    let _ = match home {
        Some(Homes::EXCHANGE) => newest(snapshot.exchanges.len()).any(|at| ask(Subject::Exchange(ExchangeId::from_index(at)))),
        Some(Homes::FINDING) => newest(snapshot.findings.len()).any(|at| ask(Subject::Finding(FindingId::from_index(at)))),
        Some(Homes::ASSOCIATION) => newest(snapshot.associations.len()).any(|at| ask(Subject::Association(AssociationId::from_index(at)))),
        Some(_) if !named.field.reads_octets() => newest(snapshot.frames.len()).any(|at| ask(Subject::Frame(FrameId::from_index(at)))),
        _ => false,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(before: &str) -> Vec<String> {
        complete(before, &Snapshot::default(), &[("slow".to_owned(), "latency > 1s".to_owned())])
            .offers
            .into_iter()
            .map(|offer| offer.text)
            .collect()
    }

    #[test]
    fn offers_what_the_grammar_expects() {
        assert!(texts("").contains(&"method".to_owned()));
        assert!(texts("seq > 3 && bridge.me").contains(&"bridge.method".to_owned()));
        assert_eq!(texts("finding.sev"), ["finding.severity"]);
        assert_eq!(texts("severity >= "), ["error", "warning", "note"]);
        assert_eq!(texts("state == unans"), ["unanswered"]);
        assert_eq!(texts("channel in {Memory, Bri"), ["Bridge"]);
        assert_eq!(texts("state:unans"), ["unanswered"]);
        assert_eq!(texts("seq "), ["==", "!=", "<", "<=", ">", ">=", "in {", "&&", "||"]);
        assert_eq!(texts("seq > 3 "), ["&&", "||"]);
        assert_eq!(texts("@sl"), ["@slow"]);
        assert_eq!(texts("message contains \"open"), [""; 0]);
    }

    #[test]
    fn a_text_in_open_quotes_is_one_word() {
        assert_eq!((word_start("method == \"a b"), word_start("a == \"b\" && c"), word_start("")), (10, 12, 0));
    }
}
