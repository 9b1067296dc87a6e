//! The params of a call: variables of the route, the query, and whatever is left, which is the body.

use std::borrow::Cow;

use super::name;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::codec::json::token::{Kind, Token};
use crate::codec::json::{text, walk};

/// The key under which the rest of a path is read.
pub const REST: &[u8] = b"**";
/// The key of the query.
const QUERY: &[u8] = b"query";
/// Variables of one name that are looked for.
const MOST_VARIABLES: usize = 32;
/// Keys of a body that are named.
const MOST_LEFT: usize = 64;

/// The params, as the gateway takes them apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Params<'a> {
    /// Variables with their values.
    pub variables: Vec<(Vec<u8>, Token)>,
    /// Variables of the name without a value.
    pub missing: Vec<Vec<u8>>,
    /// The value for the rest of the path.
    pub rest: Option<Token>,
    /// Whether the name has the rest of a path, and the params nothing for it.
    pub lacks_rest: bool,
    /// `query`.
    pub query: Option<Token>,
    /// What is left: the body.
    pub left: Vec<(Cow<'a, [u8]>, Token)>,
}

impl<'a> Params<'a> {
    /// Takes the params of a call of this method apart; those that are no object count as none.
    pub fn read(call: &JsonRpc<'a>, method: &[u8]) -> Self {
        let mut wanted: Vec<Vec<u8>> = name::variables(method).take(MOST_VARIABLES).map(<[u8]>::to_vec).collect();
        wanted.dedup();
        let rest = name::has_rest(method);
        let mut found = Self::default();
        let object = call.params.filter(|params| params.kind == Kind::Object).map(|params| params.span).unwrap_or_default();
        for member in walk::members(call.octets, object) {
            let key = text::decode(member.name.of(call.octets));
            if wanted.iter().any(|name| **name == *key) {
                found.variables.push((key.into_owned(), member.value));
            } else if *key == *QUERY {
                found.query = Some(member.value);
            } else if *key == *REST && rest {
                found.rest = Some(member.value);
            } else if found.left.len() < MOST_LEFT {
                found.left.push((key, member.value));
            }
        }
        wanted.retain(|name| found.variables.iter().all(|(known, _)| known != name));
        found.missing = wanted;
        found.lacks_rest = rest && found.rest.is_none();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::json::scan::Bounds;

    #[test]
    fn params_are_variables_query_and_body() {
        let text = br#"{"jsonrpc":"2.0","id":1,"method":"a/_id/__/PUT","params":{"id":"x","**":"b/c","query":{},"title":"t"}}"#;
        let call = JsonRpc::digest(text, Bounds::default());
        let params = Params::read(&call, b"a/_id/__/PUT");
        assert_eq!(params.variables.len(), 1);
        assert!(params.missing.is_empty() && params.rest.is_some() && params.query.is_some() && !params.lacks_rest);
        assert_eq!(params.left.first().map(|(key, _)| &**key), Some(&b"title"[..]));
        let params = Params::read(&call, b"a/_other/PUT");
        assert_eq!((params.missing, params.left.len()), (vec![b"other".to_vec()], 3));
    }
}
