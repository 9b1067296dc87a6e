//! Ids and correlations.

use super::*;

pub(super) static SITUATIONS: &[Situation] = &[
    says(
        "a gateway makes strings of all ids",
        |s| {
            for id in ["1", "2", "3"] {
                ask(s, id, id);
                answer(s, id, &format!("\"{id}\""));
            }
        },
        &[("corr/id-type-changed", "s1"), ("corr/id-type-changed", "s2"), ("corr/id-type-changed", "s3")],
    ),
    comes_back!("a gateway makes a number of an id of digits", "\"42\"": "\"42\"" => "42", "corr/id-type-changed"),
    comes_back!("the string null comes back as null", "\"null\"": "\"null\"" => "null", "corr/success-null-id"),
    comes_back!("a result with a null id", "5": "5" => "null", "corr/success-null-id"),
    comes_back!("a null id comes back as the number 0", "n": "null" => "0", "corr/id-mismatch"),
    replies!("a result without id", result("7", r#"{"jsonrpc":"2.0","result":{}}"#), "jsonrpc/response-missing-id"),
    says(
        "an error with a null id although the request was readable",
        |s| {
            ask(s, "5", "5");
            s.bridge(S2c, BridgeSpec::error(Protocol::A2A, "5", r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}"#));
        },
        &[("corr/error-null-id-unjustified", "s1")],
    ),
    comes_back!("a long id was read as a double", "x": "12345678901234567891" => "12345678901234567000", "corr/id-precision-lost"),
    comes_back!("the id of a snowflake lost its last digits", "x": "1234567890123456789" => "1234567890123456800", "corr/id-precision-lost"),
    comes_back!("an id in upper case", "x": "\"ab-cd\"" => "\"AB-CD\"", "corr/id-mismatch"),
    comes_back!("a composed letter came back in two", "x": "\"\u{e9}\"" => "\"e\u{301}\"", "corr/id-mismatch"),
    comes_back!("an escape in an id was resolved", "x": r#""\u0061""# => "\"a\"", "corr/id-token-changed"),
    comes_back!("1 came back as 1.0", "1": "1" => "1.0", "corr/id-token-changed"),
    says(
        "two replies were given to each other's callers",
        |s| {
            ask(s, "1", "1");
            ask(s, "2", "2");
            answer(s, "1", "2");
            answer(s, "2", "1");
        },
        &[("corr/id-mismatch", "s1"), ("corr/swapped", "s2")],
    ),
    says(
        "a client that numbers every request 1 asks twice at once",
        |s| {
            ask(s, "1", "1");
            ask(s, "1", "1");
            answer(s, "1", "1");
            answer(s, "1", "1");
        },
        &[("corr/duplicate-outstanding", "c2")],
    ),
    says(
        "one id under two correlations at once",
        |s| {
            ask(s, "a", "1");
            ask(s, "b", "1");
            answer(s, "b", "1");
            answer(s, "a", "1");
        },
        &[("corr/duplicate-outstanding-id", "c2")],
    ),
    says(
        "7 and \"7\" under the correlation 7",
        |s| {
            ask(s, "7", "7");
            answer(s, "7", "7");
            ask(s, "7", "\"7\"");
            answer(s, "7", "\"7\"");
        },
        &[("corr/derived-collision", "c2")],
    ),
    says(
        "two null ids under one correlation",
        |s| {
            ask(s, "null", "null");
            ask(s, "null", "null");
            answer(s, "null", "null");
            answer(s, "null", "null");
        },
        &[("corr/null-id-shared", "c2")],
    ),
    says(
        "a correlation cut on its way back",
        |s| {
            ask(s, "request-0001", "1");
            answer(s, "request-00", "1");
        },
        &[("corr/echo-truncated", "s1")],
    ),
    says(
        "a correlation that lost its quotes",
        |s| {
            ask(s, "\"abc\"", "\"abc\"");
            answer(s, "abc", "\"abc\"");
        },
        &[("corr/echo-truncated", "s1")],
    ),
    says(
        "the id of another request as correlation",
        |s| {
            ask(s, "1", "1");
            answer(s, "x9", "1");
        },
        &[("exchange/reply-without-request", "s1")],
    ),
    says(
        "a reply without correlation",
        |s| {
            ask(s, "1", "1");
            answer(s, "", "1");
        },
        &[("bridge/reply-empty-corr", "s1")],
    ),
    says(
        "a request without correlation",
        |s| {
            ask(s, "", "1");
        },
        &[("bridge/request-empty-corr", "c1")],
    ),
    says(
        "a notification with a correlation",
        |s| {
            let message = BridgeSpec::notify(Protocol::A2A, "x/y", r#"{"jsonrpc":"2.0","method":"x/y"}"#);
            s.bridge(C2s, message.correlation("9"));
        },
        &[("bridge/notify-nonempty-corr", "c1")],
    ),
    says(
        "a reply twice after a reconnect of the endpoint",
        |s| {
            ask(s, "1", "1");
            answer(s, "1", "1");
            ask(s, "2", "2");
            answer(s, "2", "2");
            answer(s, "1", "1");
        },
        &[("exchange/second-terminal", "s3")],
    ),
    says(
        "a result and then an error",
        |s| {
            ask(s, "1", "1");
            answer(s, "1", "1");
            fail(s, "1", r#"{"code":-32603,"message":"late"}"#);
        },
        &[("exchange/second-terminal", "s2")],
    ),
    says(
        "a client answers its own request",
        |s| {
            ask(s, "1", "1");
            s.bridge(C2s, result("1", &format!(r#"{{"jsonrpc":"2.0","id":1,"result":{TASK}}}"#)));
        },
        &[("corr/direction", "c2")],
    ),
    says(
        "a reply under another protocol",
        |s| {
            ask(s, "1", "1");
            s.bridge(S2c, result("1", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).protocol(1));
        },
        &[("bridge/reply-protocol-differs", "s1")],
    ),
    says(
        "the answer before the question",
        |s| {
            ask(s, "1", "1");
            answer(s, "1", "1");
            answer(s, "2", "2");
            ask(s, "2", "2").close();
        },
        &[("exchange/reply-before-request", "s2")],
    ),
    says(
        "a boolean as id",
        |s| {
            s.bridge(C2s, get("7", &object("true")));
            answer(s, "7", "true");
        },
        &[("jsonrpc/request-id-type", "c1")],
    ),
];
