use proptest::prelude::*;

use super::*;
use crate::codec::json::{text, walk};

fn look(text: &[u8]) -> (Scan, Vec<(String, String)>) {
    let mut members = Vec::new();
    let scan = scan(text, Bounds::default(), |member| {
        let raw = |span: ByteSpan| String::from_utf8_lossy(span.of(text)).into_owned();
        members.push((raw(member.name), raw(member.value.span)));
    });
    (scan, members)
}

fn fault(text: &str) -> Option<(u32, Reason)> {
    look(text.as_bytes()).0.fault.map(|fault| (fault.at, fault.reason))
}

#[test]
fn gives_the_members_of_the_top_level_object_as_spelled() {
    let (scan, members) = look(br#" { "a\/b" : [1, {"x":"}"}] , "n":-1.50E+3,"s":"\"","o":{"p":{}},"t":true } "#);
    let expected =
        [(r#""a\/b""#, r#"[1, {"x":"}"}]"#), (r#""n""#, "-1.50E+3"), (r#""s""#, r#""\"""#), (r#""o""#, r#"{"p":{}}"#), (r#""t""#, "true")];
    let members: Vec<_> = members.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(members, expected);
    assert!(scan.is_strict());
    assert_eq!((scan.depth, scan.root.map(|root| (root.kind, root.span.start))), (3, Some((Kind::Object, 1))));
}

#[test]
fn says_where_the_grammar_breaks() {
    assert_eq!(fault(""), Some((0, Reason::Empty)));
    assert_eq!(fault("  \n"), Some((3, Reason::Empty)));
    assert_eq!(fault("{\"a\":1"), Some((6, Reason::End)));
    assert_eq!(fault("{\"a\" 1}"), Some((5, Reason::NoColon)));
    assert_eq!(fault("{a:1}"), Some((1, Reason::NoName)));
    assert_eq!(fault("{\"a\":1,}"), Some((7, Reason::NoName)));
    assert_eq!(fault("[1 2]"), Some((3, Reason::NoComma)));
    assert_eq!(fault("[1}"), Some((2, Reason::NoComma)));
    assert_eq!(fault("[1,]"), Some((3, Reason::NoValue)));
    assert_eq!(fault("\"a\nb\""), Some((2, Reason::Control)));
    assert_eq!(fault(r#""\x""#), Some((1, Reason::Escape)));
    assert_eq!(fault(r#""\u12g4""#), Some((1, Reason::Escape)));
    assert_eq!(fault("01"), Some((0, Reason::Number)));
    assert_eq!(fault("[1.]"), Some((1, Reason::Number)));
    assert_eq!(fault("-"), Some((1, Reason::End)));
    assert_eq!(fault("tru"), Some((3, Reason::End)));
    assert_eq!(fault("trux"), Some((0, Reason::Word)));
    assert_eq!(fault("NaN"), Some((0, Reason::NoValue)));
}

#[test]
fn goes_on_behind_what_only_a_strict_reader_refuses() {
    let (scan, members) = look(b"\xEF\xBB\xBF{\"a\":\"\xC0\xAF\",\"b\":\"\\uD800x\",\"c\":1e999} \0junk");
    assert_eq!((scan.bom, scan.fault, members.len()), (true, None, 3));
    assert_eq!(scan.not_utf8, Some(ByteSpan::new(9, 10)));
    assert_eq!(scan.lone_surrogate, Some(ByteSpan::new(18, 24)));
    assert_eq!(scan.overflow, Some(ByteSpan::new(31, 36)));
    assert_eq!(scan.trailing, Some(ByteSpan::new(38, 43)));
    assert!(!scan.is_strict());
}

#[test]
fn surrogate_octets_and_overlong_forms_are_no_utf8() {
    for octets in [&b"\"\xED\xA0\x80\""[..], b"\"\xC0\x80\"", b"\"\xF5\x80\x80\x80\"", b"\"aaaaaaaaaaaaaaaa\xE2\x82\""] {
        let (scan, _) = look(octets);
        assert!(scan.not_utf8.is_some() && scan.fault.is_none() && !scan.is_strict());
    }
    assert!(look("\"grüße, 世界 😀\"".as_bytes()).0.is_strict());
}

#[test]
fn finds_repeated_names_in_every_object_by_their_characters() {
    let text = br#"{"a":1,"b":{"a":1,"\u0061":2},"c":[{"x":1},{"x":1}],"b":0,"":1,"":2}"#;
    let (scan, _) = look(text);
    let found: Vec<_> = scan.duplicates.iter().map(|found| (found.first.of(text), found.name.of(text), found.depth)).collect();
    let expected = [(&b"\"a\""[..], &b"\"\\u0061\""[..], 2), (b"\"b\"", b"\"b\"", 1), (b"\"\"", b"\"\"", 1)];
    assert_eq!(found, expected);
    assert_eq!(look(br#"{"a\"":1,"a\\":2,"a":3}"#).0.duplicate_count, 0);
}

#[test]
fn large_objects_are_searched_by_hash_and_forgotten_when_they_close() {
    let keys: Vec<String> = (0..300).map(|at| format!("\"key{at}\":{at}")).collect();
    let inner = keys.join(",");
    let text = format!("{{\"one\":{{{inner}}},\"two\":{{{inner},\"key7\":0}},{inner}}}");
    let (scan, _) = look(text.as_bytes());
    assert_eq!((scan.duplicate_count, scan.duplicates.first().map(|found| found.depth)), (1, Some(2)));
    assert!(!scan.names_forgotten);
}

#[test]
fn a_million_names_cost_bounded_memory_and_say_so() {
    let text = format!("{{{}}}", (0..200_000).map(|at| format!("\"{at}\":0")).collect::<Vec<_>>().join(","));
    let (scan, members) = look(text.as_bytes());
    assert!(scan.names_forgotten && scan.fault.is_none());
    assert_eq!((members.len(), scan.duplicate_count), (200_000, 0));
}

#[test]
fn nesting_beyond_the_bound_is_a_fact_and_no_end() {
    let deep = |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels), "]".repeat(levels));
    let (scan, members) = look(deep(255).as_bytes());
    assert_eq!((scan.depth, scan.too_deep, scan.fault, members.len()), (256, None, None, 1));
    let (scan, members) = look(deep(100_000).as_bytes());
    assert_eq!((scan.depth, scan.too_deep, scan.fault, members.len()), (100_001, Some(260), None, 1));
    let mixed = format!("{}1{}", "{\"a\":[".repeat(1000), "]}".repeat(1000));
    let (scan, _) = look(mixed.as_bytes());
    assert_eq!((scan.fault, scan.depth, scan.duplicate_count), (None, 2000, 0));
    assert_eq!(fault(&format!("{}1{}", "{\"a\":[".repeat(1000), "}]".repeat(1000))).map(|(_, reason)| reason), Some(Reason::NoComma));
}

/// JSON texts in many spellings, without what the two readers see differently.
fn json() -> impl Strategy<Value = String> {
    let string = prop_oneof![
        "[a-zA-Zé世😀 /]{0,24}".prop_map(|text| format!("\"{text}\"")),
        Just(r#""\n\t\\\"\/\b\f\r""#.to_owned()),
        Just(r#""\u0061\ud83d\ude00""#.to_owned()),
    ];
    let number = "-?(0|[1-9][0-9]{0,18})(\\.[0-9]{1,6})?([eE][+-]?[0-9]{1,2})?";
    let leaf = prop_oneof![string, number, Just("true".to_owned()), Just("false".to_owned()), Just("null".to_owned())];
    leaf.prop_recursive(6, 64, 8, |inner| {
        let space = "[ \t\r\n]{0,2}";
        let member =
            (space, "[a-zA-Z]{0,3}", space, inner.clone()).prop_map(|(a, name, b, value)| format!("{a}\"{name}\"{b}:{a}{value}{b}"));
        prop_oneof![
            proptest::collection::vec(inner, 0..6).prop_map(|items| format!("[{}]", items.join(" , "))),
            proptest::collection::vec(member, 0..20).prop_map(|members| format!("{{{}}}", members.join(","))),
        ]
    })
}

/// Overflow apart, the other reader refuses exactly what a strict reader refuses.
fn agrees(text: &[u8]) {
    let (found, _) = look(text);
    if found.overflow.is_some() || found.lone_surrogate.is_some() || found.depth > 100 {
        return;
    }
    let strict = serde_json::from_slice::<serde_json::Value>(text);
    assert_eq!(found.is_strict(), strict.is_ok(), "{} {found:?} {strict:?}", String::from_utf8_lossy(text));
}

/// Names that the object at `span` repeats, found the slow way.
fn repeated(text: &[u8], span: ByteSpan) -> u32 {
    let mut names: Vec<Vec<u8>> = Vec::new();
    let mut count = 0;
    for member in walk::members(text, span) {
        let name = text::decode(member.name.of(text)).into_owned();
        count += u32::from(names.contains(&name)) + repeated(text, member.value.span);
        names.push(name);
    }
    count + walk::elements(text, span).map(|element| repeated(text, element.span)).sum::<u32>()
}

proptest! {
    #[test]
    fn agrees_with_another_reader_on_what_is_json(text in json(), cut in 0usize..400, at in 0usize..400, octet: u8) {
        agrees(text.as_bytes());
        agrees(text.as_bytes().get(..cut).unwrap_or_default());
        let mut broken = text.into_bytes();
        if let Some(spot) = broken.get_mut(at) {
            *spot = octet;
        }
        agrees(&broken);
    }

    #[test]
    fn agrees_with_another_reader_on_arbitrary_octets(octets in proptest::collection::vec(any::<u8>(), 0..64), soup in "[\\[\\]{}\",:0-9eE.+\\-truefalsn\\\\u \u{e9}]{0,40}") {
        agrees(&octets);
        agrees(soup.as_bytes());
    }

    #[test]
    fn names_the_octets_that_a_look_at_the_whole_string_finds_to_be_no_utf8(octets in proptest::collection::vec(prop_oneof![b'a'..=b'z', 0x80u8..], 0..40), cut in any::<bool>()) {
        let tail: &[u8] = if cut { b"" } else { b" plain" };
        let content = [&octets[..], tail].concat();
        let expected = std::str::from_utf8(&content).err().map(|error| {
            let length = error.error_len().unwrap_or_else(|| content.len() - error.valid_up_to());
            ByteSpan::new(error.valid_up_to() + 1, error.valid_up_to() + 1 + length)
        });
        prop_assert_eq!(look(&[b"\"", &content[..], b"\""].concat()).0.not_utf8, expected);
    }

    #[test]
    fn finds_as_many_repeated_names_as_a_slow_search(text in json()) {
        let (found, members) = look(text.as_bytes());
        let root = found.root.unwrap();
        prop_assert_eq!(found.duplicate_count, repeated(text.as_bytes(), root.span));
        prop_assert_eq!(members.len(), walk::members(text.as_bytes(), root.span).count());
    }

    #[test]
    fn decodes_strings_as_another_reader_does(text: String) {
        let raw = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(&*text::decode(raw.as_bytes()), text.as_bytes());
        let units: Vec<String> = text.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect();
        let escaped = units.concat();
        let escaped = format!("\"{escaped}\"");
        prop_assert!(text::is(escaped.as_bytes(), text.as_bytes()));
    }
}
