use proptest::prelude::*;

use super::lexer::token;
use super::piece::{Kind, pieces};
use super::{Message, Row};

fn laid_out(octets: &[u8], is_pretty: bool, width: usize) -> Message {
    let mut message = Message::default();
    message.fit(octets, is_pretty, width);
    while let Some(Row::More(_)) = message.row(message.count().saturating_sub(1)) {
        message.select_position(usize::MAX);
        message.toggle(octets);
    }
    message
}

fn shown(octets: &[u8], message: &Message) -> Vec<String> {
    let rows = (0..message.count()).filter_map(|at| message.row(at));
    rows.map(|row| match row {
        Row::Line(line, _) => {
            let text: String = pieces(octets, &line, message.is_pretty(), 200).into_iter().map(|(text, _)| text).collect();
            format!("{}{text}", "  ".repeat(line.depth.into()))
        }
        Row::More(left) => format!("{left} more"),
    })
    .collect()
}

/// Every octet of the text, by the tokens of the lines.
fn tokens_of(octets: &[u8], message: &Message) -> Vec<u8> {
    let mut out = Vec::new();
    for at in 0..message.count() {
        let Some(Row::Line(line, _)) = message.row(at) else { continue };
        let (mut from, mut within) = (line.span.start as usize, line.within);
        while let Some(token) = token(octets, from, line.span.end as usize, within) {
            out.extend_from_slice(token.span.of(octets));
            (from, within) = (token.span.end as usize, None);
        }
    }
    out
}

#[test]
fn lays_out_token_by_token_as_spelled() {
    let text = br#"{"b":1.0e2,"a":[1, 2,{}],"a":{"x":"\u0061\n\ud800"},"e":[ ]}"#;
    let message = laid_out(text, true, 60);
    assert_eq!(
        shown(text, &message),
        [
            "{",
            "  \"b\": 1.0e2,",
            "  \"a\": [",
            "    1,",
            "    2,",
            "    {}",
            "  ],",
            "  \"a\": {",
            "    \"x\": \"\\u0061\\n\\ud800\"",
            "  },",
            "  \"e\": []",
            "}",
        ]
    );
}

#[test]
fn folding_hides_up_to_the_closing_bracket_and_an_octet_inside_opens_it_again() {
    let text = br#"{"a":{"x":[1,2]},"b":3}"#;
    let mut message = laid_out(text, true, 60);
    message.select_position(1);
    message.toggle(text);
    assert_eq!(shown(text, &message), ["{", "  \"a\": {", "  \"b\": 3", "}"]);
    assert_eq!(message.selected_span(text).unwrap().of(text), br#""a":{"x":[1,2]}"#);
    message.select_offset(text, 13);
    assert_eq!((message.selected_span(text).unwrap().of(text), message.path(text)), (&b"2"[..], "a.x[1]".to_owned()));
    message.leave(text);
    assert_eq!((message.selected_span(text).unwrap().of(text), message.path(text)), (&br#""x":[1,2]"#[..], "a.x".to_owned()));
}

#[test]
fn long_strings_go_on_in_the_next_line_and_are_one_value() {
    let text = format!("[\"{}\",1]", "ab".repeat(40));
    let message = laid_out(text.as_bytes(), true, 30);
    let lines = shown(text.as_bytes(), &message);
    assert!(lines.len() > 4 && lines.iter().all(|line| line.len() <= 30), "{lines:?}");
    let mut message = message;
    message.select_position(2);
    assert_eq!(message.selected_span(text.as_bytes()).unwrap().len(), 82);
}

#[test]
fn a_long_message_is_laid_out_in_parts() {
    let text = format!("[{}1]", "1234567,".repeat(40_000));
    let mut message = Message::default();
    message.fit(text.as_bytes(), true, 60);
    assert!(matches!(message.row(message.count() - 1), Some(Row::More(left)) if left > 200_000));
    let before = message.count();
    message.select_position(usize::MAX);
    message.toggle(text.as_bytes());
    assert!(message.count() > before && message.position() + 1 < message.count());
    message.fit(text.as_bytes(), true, 50);
    assert!(message.count() > before);
}

#[test]
fn what_acts_or_hides_or_is_no_utf8_is_marked() {
    let text = b"[\"a\xe2\x80\xaeb\xff\x01\"]";
    let message = laid_out(text, true, 60);
    let Some(Row::Line(line, _)) = message.row(1) else { panic!("no line") };
    let odd: Vec<String> =
        pieces(text, &line, true, 200).into_iter().filter(|(_, kind)| *kind == Kind::Odd).map(|(text, _)| text).collect();
    assert_eq!(odd, ["\\u{202e}", "\\xff\\u{0001}"]);
}

#[test]
fn raw_text_breaks_where_the_wire_does() {
    let text = b"{\n  \"a\": 1\n}\n";
    assert_eq!(shown(text, &laid_out(text, false, 40)), ["{", "  \"a\": 1", "}"]);
}

fn json_like() -> impl Strategy<Value = Vec<u8>> {
    let token = prop_oneof![
        prop::sample::select(vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            " ",
            "\n",
            "\"a\"",
            "\"\\\"x\\u00e9\"",
            "1.50",
            "-0",
            "true",
            "nul",
            "\"",
            "\\",
            "資",
            "\u{202e}"
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..3),
    ];
    prop::collection::vec(token, 0..120).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_tokens_of_all_lines_are_the_octets_of_the_wire(octets in json_like(), width in 8_usize..80, is_pretty: bool) {
        let message = laid_out(&octets, is_pretty, width);
        prop_assert_eq!(tokens_of(&octets, &message), octets);
    }

    #[test]
    fn every_octet_has_a_line_that_lights_it(octets in json_like(), width in 8_usize..80) {
        let mut message = laid_out(&octets, true, width);
        for offset in 0..octets.len() {
            message.select_offset(&octets, offset);
            let row = message.row(message.position());
            prop_assert!(matches!(row, Some(Row::Line(line, _)) if line.span.range().contains(&offset)));
        }
    }
}

#[test]
fn no_part_of_a_long_member_is_wider_than_the_pane() {
    let value = "x".repeat(300);
    for text in [format!("{{\"m\":\"{value}\"}}"), format!("{{\"a\":[{{\"{value}\" : \"{value}\"}}]}}")] {
        let message = laid_out(text.as_bytes(), true, 40);
        assert!(message.count() > 8);
        assert!(shown(text.as_bytes(), &message).iter().all(|row| row.chars().count() <= 40), "{:?}", shown(text.as_bytes(), &message));
    }
}
