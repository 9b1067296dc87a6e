use super::*;

fn digest(text: &str) -> JsonRpc<'_> {
    JsonRpc::digest(text.as_bytes(), Bounds::default())
}

#[test]
fn tells_the_four_messages_apart_by_their_members() {
    let kinds = [
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, MessageKind::Request),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, MessageKind::Request),
        (r#"{"jsonrpc":"2.0","method":"ping"}"#, MessageKind::Notification),
        (r#"{"jsonrpc":"2.0","id":1,"result":null}"#, MessageKind::Response),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#, MessageKind::Error),
        ("[]", MessageKind::Batch),
        ("7", MessageKind::Invalid(Invalid::Scalar)),
        ("{", MessageKind::Invalid(Invalid::NotJson)),
        (r#"{"id":1}"#, MessageKind::Invalid(Invalid::Shapeless)),
        (r#"{"id":1,"result":1,"error":1}"#, MessageKind::Invalid(Invalid::ResultAndError)),
        (r#"{"id":1,"method":"a","error":1}"#, MessageKind::Invalid(Invalid::RequestAndReply)),
        (r#"{"id":1,"method":1}"#, MessageKind::Invalid(Invalid::MethodType)),
    ];
    for (text, kind) in kinds {
        assert_eq!(digest(text).kind, kind, "{text}");
    }
}

#[test]
fn members_inside_params_are_not_top_level_members() {
    let found = digest(r#"{"params":{"id":9,"method":"inner","error":1},"method":"outer","jsonrpc":"2\u002e0"}"#);
    assert_eq!((found.kind, found.version), (MessageKind::Notification, Version::Two));
    assert_eq!(found.method_text().as_deref(), Some(&b"outer"[..]));
    assert!(found.repeated.is_empty() && found.scan.duplicates.is_empty());
}

#[test]
fn repeated_members_keep_every_value() {
    let found = digest(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","m\u0065thod":"tools\/call","id":2}"#);
    assert_eq!(found.methods().map(Cow::into_owned).collect::<Vec<_>>(), [b"tools/list".to_vec(), b"tools/call".to_vec()]);
    assert_eq!(found.candidates(Key::Id).map(|token| found.raw(token)).collect::<Vec<_>>(), [b"1", b"2"]);
    assert_eq!(found.scan.duplicates.len(), 2);
    assert!(found.scan.duplicates.iter().all(|duplicate| found.is_important(duplicate)));
}

#[test]
fn reads_the_error_object() {
    let found = digest(r#"{"id":1,"error":{"code":-32601,"message":"n\u006f","data":{"code":1},"hint":1}}"#);
    let error = found.error_object().unwrap();
    assert_eq!(error.code_value(found.octets), Some(-32601));
    assert_eq!(error.message_text(found.octets).as_deref(), Some("no"));
    assert_eq!((error.data.map(|token| token.kind), error.extra.len()), (Some(Kind::Object), 1));
    let broken = digest(r#"{"id":1,"error":"broken"}"#);
    let text = broken.error_object().unwrap();
    assert_eq!((text.token.kind, text.code), (Kind::String, None));
}

#[test]
fn a_wrong_version_is_told_from_a_missing_one() {
    assert!(matches!(digest(r#"{"jsonrpc":2.0,"id":1,"method":"a"}"#).version, Version::Wrong(token) if token.kind == Kind::Fractional));
    assert!(matches!(digest(r#"{"jsonrpc":"1.0","id":1,"method":"a"}"#).version, Version::Wrong(_)));
    assert_eq!(digest(r#"{"id":1,"method":"a"}"#).version, Version::Absent);
}

#[test]
fn the_members_of_params_are_those_that_a_walk_finds() {
    for text in [
        r#"{"id":1,"method":"m","params":{"name":"a","arguments":{"name":"b"},"_meta":{"progressToken":1}}}"#,
        r#"{"params":{"a":1,"b":2,"c":3,"d":4,"e":5},"method":"m"}"#,
        r#"{"params":{"a":1},"params":{"b":2},"method":"m"}"#,
        r#"{"par\u0061ms":{"a":1},"method":"m","result":{"c":1}}"#,
        r#"{"params":[{"a":1}],"method":"m"}"#,
        r#"{"params":{"a":1},"params":{"b":2,"c"#,
        r#"{"result":{"params":{"a":1}},"params":{}}"#,
    ] {
        let found = digest(text);
        for params in found.candidates(Key::Params) {
            let walked: Vec<_> = walk::members(text.as_bytes(), params.span).collect();
            assert_eq!(found.members_of(params).collect::<Vec<_>>(), walked, "{text}");
        }
    }
}
