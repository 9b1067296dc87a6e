//! How the method of a message is looked up in a mapping.

use super::method::{HttpRequest, Method};

/// What of a message names its method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Matching {
    /// The whole name. Case counts.
    #[default]
    Name,
    /// What follows the last slash.
    LastSegment,
    /// The verb in front of an HTTP target.
    HttpMethod,
    /// Verb and target of HTTP, the target by its template.
    HttpTarget,
}

impl Matching {
    /// The part of a name that a table lists.
    pub(super) fn key(self, name: &[u8]) -> &[u8] {
        match self {
            Self::Name | Self::HttpTarget => name,
            Self::LastSegment => name.rsplit(|octet| *octet == b'/').next().unwrap_or_default(),
            Self::HttpMethod => verb_and_target(name).0,
        }
    }
}

/// Verb and target of an HTTP envelope method, parted at the first space.
pub(super) fn verb_and_target(name: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b' ', name).and_then(|at| name.split_at_checked(at)) {
        Some((verb, rest)) => (verb, rest.get(1..).unwrap_or_default()),
        None => (name, &[]),
    }
}

/// The method whose verb and template fit; one with fewer variables before one with more.
pub(super) fn by_target<'m>(methods: &'m [Method], name: &[u8]) -> Option<&'m Method> {
    let (verb, target) = verb_and_target(name);
    let path = target.split(|octet| *octet == b'?').next().unwrap_or_default();
    let fits = |request: &HttpRequest| request.verb.as_bytes() == verb && is_of(&request.target, path);
    let fitting = methods.iter().filter(|method| method.http.as_ref().is_some_and(fits));
    fitting.min_by_key(|method| method.http.as_ref().map_or(0, |request| request.target.matches('{').count()))
}

/// Whether a path is one that a template stands for: a variable is one segment, a template of nothing but a variable anything.
fn is_of(template: &str, path: &[u8]) -> bool {
    if is_variable(template.as_bytes()) {
        return !path.is_empty();
    }
    let (mut wanted, mut found) = (template.as_bytes().split(|octet| *octet == b'/'), path.split(|octet| *octet == b'/'));
    loop {
        match (wanted.next(), found.next()) {
            (None, None) => return true,
            (Some(wanted), Some(found)) if wanted == found || (is_variable(wanted) && !found.is_empty()) => {}
            _ => return false,
        }
    }
}

fn is_variable(segment: &[u8]) -> bool {
    segment.starts_with(b"{") && segment.ends_with(b"}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_stands_for_one_segment() {
        assert!(is_of("/runs/{run_id}/cancel", b"/runs/7/cancel") && is_of("/ping", b"/ping") && is_of("{endpoint}", b"/any/where"));
        assert!(!is_of("/runs/{run_id}", b"/runs/7/cancel") && !is_of("/runs/{run_id}", b"/runs/") && !is_of("/ping", b"/pings"));
    }

    #[test]
    fn the_key_is_the_part_that_a_table_lists() {
        assert_eq!(Matching::LastSegment.key(b"pots/_id/GET"), b"GET");
        assert_eq!(Matching::LastSegment.key(b"GET"), b"GET");
        assert_eq!(Matching::HttpMethod.key(b"POST /runs now"), b"POST");
        assert_eq!(verb_and_target(b"GET /a b"), (&b"GET"[..], &b"/a b"[..]));
    }
}
