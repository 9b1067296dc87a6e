//! The name of a procedure: segments of a route template, then the verb.

use crate::bridge::mapping::Mapping;

/// Segments of one name that are looked at: an envelope cannot hold more.
const MOST_SEGMENTS: usize = 256;

/// What is wrong with the verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerbFault {
    /// It is one in another case.
    Case,
    /// It is spelled like a verb, but is none that is known.
    Unknown,
    /// It is no verb.
    None,
}

/// What is wrong with a segment of the route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentFault {
    /// A variable is marked as the route marks it, `:id`.
    Colon,
    /// A value stands where a variable belongs, by the look of it.
    Value,
    /// The rest of a path stands elsewhere than before the verb.
    Rest,
    /// An underscore stands inside a static segment.
    Underscore,
    /// An underscore stands inside a variable.
    UnderscoreInVariable,
    /// Another character is not of the alphabet.
    Alphabet,
}

/// The segments of the route and the verb. A slash at the end is left out.
fn parts(method: &[u8]) -> (impl Iterator<Item = &[u8]>, &[u8]) {
    let trimmed = method.strip_suffix(b"/").unwrap_or(method);
    let (route, verb) = match memchr::memrchr(b'/', trimmed).and_then(|at| trimmed.split_at_checked(at)) {
        Some((route, rest)) => (Some(route), rest.get(1..).unwrap_or_default()),
        None => (None, trimmed),
    };
    let segments = route.into_iter().flat_map(|route| route.split(|octet| *octet == b'/')).take(MOST_SEGMENTS);
    (segments, verb)
}

/// The verb: the last segment.
pub fn verb(method: &[u8]) -> &[u8] {
    parts(method).1
}

/// Whether slashes stand in front, behind, or two of them together.
pub fn has_stray_slash(method: &[u8]) -> bool {
    method.starts_with(b"/") || method.ends_with(b"/") || memchr::memmem::find(method, b"//").is_some()
}

/// What is wrong with the verb, if anything.
pub fn verb_fault(method: &[u8], mapping: &Mapping) -> Option<VerbFault> {
    let verb = verb(method);
    if mapping.methods.iter().any(|known| known.name.as_bytes() == verb) {
        return None;
    }
    let folded = mapping.methods.iter().any(|known| known.name.as_bytes().eq_ignore_ascii_case(verb));
    let shouted = verb.len() >= 3 && verb.iter().all(u8::is_ascii_uppercase);
    Some(match (folded, shouted) {
        (true, _) => VerbFault::Case,
        (false, true) => VerbFault::Unknown,
        (false, false) => VerbFault::None,
    })
}

/// Segments of the route that are not as they should be, with what is wrong with each. Empty ones have a fault of their own.
pub fn segment_faults(method: &[u8]) -> impl Iterator<Item = (SegmentFault, &[u8])> {
    let (segments, _) = parts(method);
    let mut segments = segments.peekable();
    std::iter::from_fn(move || {
        let segment = segments.next()?;
        let last = segments.peek().is_none();
        Some(segment_fault(segment, last).map(|fault| (fault, segment)))
    })
    .flatten()
}

fn segment_fault(segment: &[u8], last: bool) -> Option<SegmentFault> {
    let plain = |octets: &[u8]| octets.iter().all(|octet| octet.is_ascii_alphanumeric() || *octet == b'-');
    let words = |octets: &[u8]| octets.iter().all(|octet| octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'_'));
    match segment {
        b"" => None,
        b"__" => (!last).then_some(SegmentFault::Rest),
        [b':', name @ ..] if !name.is_empty() && words(name) => Some(SegmentFault::Colon),
        [b'_', name @ ..] if !name.is_empty() && plain(name) => None,
        [b'_', name @ ..] if words(name) => Some(SegmentFault::UnderscoreInVariable),
        _ if plain(segment) => is_value(segment).then_some(SegmentFault::Value),
        _ if words(segment) => Some(SegmentFault::Underscore),
        _ => Some(SegmentFault::Alphabet),
    }
}

/// Whether a segment looks like the value of an identifier: digits alone, unless they may be a year, or a UUID.
fn is_value(segment: &[u8]) -> bool {
    let year = segment.len() == 4 && (segment.starts_with(b"19") || segment.starts_with(b"20"));
    let digits = !year && segment.iter().all(u8::is_ascii_digit);
    let parts = segment.split(|octet| *octet == b'-').count();
    let uuid = segment.len() == 36 && parts == 5 && segment.iter().all(|octet| octet.is_ascii_hexdigit() || *octet == b'-');
    digits || uuid
}

/// Whether no route can have this name, beyond doubt.
pub(super) fn is_nobodys(method: &[u8], mapping: &Mapping) -> bool {
    let verb = matches!(verb_fault(method, mapping), Some(VerbFault::Case | VerbFault::None));
    verb || has_stray_slash(method) || segment_faults(method).any(|(fault, _)| fault == SegmentFault::Alphabet)
}

/// The variables of a name, without their marks.
pub fn variables(method: &[u8]) -> impl Iterator<Item = &[u8]> {
    parts(method).0.filter(|segment| *segment != b"__").filter_map(|segment| segment.strip_prefix(b"_")).filter(|name| !name.is_empty())
}

/// Whether a name has the rest of a path.
pub fn has_rest(method: &[u8]) -> bool {
    parts(method).0.any(|segment| segment == b"__")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bridge::mapping::Mappings;

    #[test]
    fn the_names_of_the_manual_are_right() {
        let mappings = Mappings::default();
        let toa = mappings.named("toa").unwrap();
        for name in ["pots/GET", "pots/POST", "pots/_id/GET", "identity/tokens/_identity/POST", "files/__/GET", "GET", "pots/GET/POST"] {
            let name = name.as_bytes();
            assert!(verb_fault(name, toa).is_none() && !has_stray_slash(name) && segment_faults(name).next().is_none());
            assert!(!is_nobodys(name, toa));
        }
    }

    #[test]
    fn each_fault_is_told_from_the_others() {
        let mappings = Mappings::default();
        let toa = mappings.named("toa").unwrap();
        let verb = |name: &str| verb_fault(name.as_bytes(), toa);
        assert_eq!(
            (verb("pots/get"), verb("pots"), verb("pots/TRACE")),
            (Some(VerbFault::Case), Some(VerbFault::None), Some(VerbFault::Unknown))
        );
        assert_eq!(verb("pots/GET/"), None);
        let segment = |name: &'static str| segment_faults(name.as_bytes()).next().map(|(fault, _)| fault);
        assert_eq!(segment("pots/:id/GET"), Some(SegmentFault::Colon));
        assert_eq!(segment("pots/42/GET"), Some(SegmentFault::Value));
        assert_eq!(segment("files/__/meta/GET"), Some(SegmentFault::Rest));
        assert_eq!(segment("my_pots/GET"), Some(SegmentFault::Underscore));
        assert_eq!(segment("pots/_pot_id/GET"), Some(SegmentFault::UnderscoreInVariable));
        assert_eq!(segment("pots/v1.0/GET"), Some(SegmentFault::Alphabet));
        assert_eq!(segment("p\u{f6}ts/GET"), Some(SegmentFault::Alphabet));
        assert!(has_stray_slash(b"/pots/GET") && has_stray_slash(b"pots//GET") && has_stray_slash(b"pots/GET/"));
    }

    #[test]
    fn variables_are_marked_by_one_underscore() {
        assert_eq!(variables(b"a/_id/_part/__/GET").collect::<Vec<_>>(), [&b"id"[..], b"part"]);
        assert!(has_rest(b"a/__/GET") && !has_rest(b"a/_id/GET"));
    }
}
