use super::*;

fn wrong(text: &str) -> String {
    parse(text, &Limits::default()).unwrap_err().to_string()
}

const HEAD: &str = "name = \"Shop\"\ncarriage = \"JSONRPC\"\n";

#[test]
fn what_a_file_leaves_out_has_a_default() {
    let text = format!(
        "{HEAD}[[method]]\nname = \"order\"\neffect = \"non_idempotent_write\"\n[[method]]\nname = \"ping\"\neffect = \"read_only\"\n"
    );
    let mapping = parse(&text, &Limits::default()).unwrap();
    assert_eq!((&*mapping.name, &*mapping.title, mapping.class, mapping.protocol), ("Shop", "Shop", CarriageClass::JsonRpc, None));
    let order = mapping.find(b"order").unwrap();
    assert_eq!((order.label, order.absent, order.form, order.reply), (Duty::Must, Some(Effect::Destructive), Form::Request, Reply::Single));
    let ping = mapping.find(b"ping").unwrap();
    assert_eq!((ping.label, ping.absent, ping.caller, ping.basis), (Duty::May, Some(Effect::ReadOnly), Caller::Either, Basis::Spec));
}

#[test]
fn an_unknown_key_is_named_with_its_place_and_the_nearest_one() {
    let text = format!("{HEAD}[[method]]\nname = \"order\"\n  efect = \"destructive\"\n");
    assert!(
        wrong(&text).starts_with("line 5, column 3: unknown key \"efect\" (did you mean effect?); a method has name, effect,"),
        "{}",
        wrong(&text)
    );
    assert!(wrong("nam = \"x\"\n").starts_with("line 1, column 1: unknown key \"nam\" (did you mean name?)"));
}

#[test]
fn a_wrong_word_is_answered_with_the_right_ones() {
    let text = "name = \"Shop\"\ncarriage = \"JSON-RPC\"\n";
    assert_eq!(
        wrong(text),
        "line 2, column 12: carriage cannot be \"JSON-RPC\" (did you mean JSONRPC?); it is one of JSONRPC, HTTP, STREAM, MSG, DOC, OPAQUE"
    );
}

#[test]
fn values_of_the_wrong_type_and_range_are_refused() {
    assert_eq!(wrong("name = 7\ncarriage = \"DOC\"\n"), "line 1, column 8: name is a text, not a value of type integer");
    let text = format!("protocol_id = 0x100\n{HEAD}");
    assert_eq!(wrong(&text), "line 1, column 15: protocol_id is a number from 0x01 to 0xFF, not a value of type integer");
    let text = format!("protocol_id = 0\n{HEAD}");
    assert!(wrong(&text).starts_with("line 1, column 15: protocol_id is a number"));
    assert!(wrong("name = \"a=b\"\ncarriage = \"DOC\"\n").starts_with("line 1, column 8: name is a word"));
    assert!(wrong("name = \"a\\u001B\"\ncarriage = \"DOC\"\n").contains("without control characters"));
}

#[test]
fn what_is_missing_is_named() {
    assert_eq!(wrong("carriage = \"DOC\"\n"), "line 1, column 1: a mapping needs the key name");
    assert_eq!(wrong(&format!("{HEAD}[[method]]\nname = \"x\"\n")), "line 3, column 1: a method needs the key effect");
    assert!(wrong(&format!("{HEAD}[[method]]\nname = \"x\"\neffect = \"derived\"\n")).contains("needs the key derivation"));
}

#[test]
fn a_method_twice_is_refused() {
    let row = "[[method]]\nname = \"x\"\neffect = \"read_only\"\n";
    assert_eq!(wrong(&format!("{HEAD}{row}{row}")), "line 7, column 8: the method x is listed twice");
}

#[test]
fn text_that_is_no_toml_is_refused_with_its_place() {
    assert_eq!(wrong("name = \"x\"\ncarriage"), "line 2, column 9: key with no value, expected `=`");
}

#[test]
fn caps_are_held() {
    let limits = Limits { mapping_octets: 10, ..Limits::default() };
    assert!(parse(HEAD, &limits).unwrap_err().detail.contains("more than 10 octets"));
    let limits = Limits { mapping_methods: 1, ..Limits::default() };
    let row = "[[method]]\nname = \"x\"\neffect = \"read_only\"\n";
    assert!(parse(&format!("{HEAD}{row}{row}"), &limits).unwrap_err().detail.contains("more than 1 entries"));
}
