//! Protocols whose identifier the user bound: clean sessions accuse nobody, each fault is accused once, under its own name, and
//! without the binding nothing is.

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::input::{Input, Packet};
use npscope::engine::{Engine, Options};
use npscope::scenario::{BridgeSpec, Scenario};
use npscope::spec::effect::Effect;
use npscope::spec::protocol::Protocol;
use npscope::store::finding::Severity;
use npscope::store::row::{Declared, EffectSource};
use npscope::store::snapshot::Snapshot;

use crate::program::{folder, run};

const BOUND: Protocol = Protocol(0x21);

/// What an engine that knows the scenario's bindings, or none, makes of packets of it.
fn observe(scenario: &Scenario, bound: bool, keep: impl Fn(usize, &Packet) -> bool) -> Snapshot {
    let mappings = if bound { scenario.mappings() } else { Options::default().mappings };
    let mut engine = Engine::new(Options { mappings, ..Options::default() });
    for input in scenario.inputs() {
        match input {
            Input::Packet(packet) if !keep(packet.id.index(), &packet) => {}
            input => engine.ingest(input),
        }
    }
    engine.finish();
    engine.into_snapshot()
}

/// Errors and warnings, by rule, each as often as it was said.
fn accusations(snapshot: &Snapshot) -> Vec<&'static str> {
    let loud = snapshot.findings.iter().filter(|(_, finding)| finding.severity > Severity::Note);
    let mut rules: Vec<&str> = loud.map(|(_, finding)| finding.rule.id).collect();
    rules.sort_unstable();
    rules
}

fn told(build: impl Fn(&mut Scenario)) -> Vec<&'static str> {
    let mut scenario = Scenario::new();
    build(&mut scenario);
    accusations(&observe(&scenario, true, |_, _| true))
}

/// A session with a Toa gateway in which everything is as its manual says.
fn toa_session() -> Scenario {
    let mut s = Scenario::new();
    s.map(BOUND.0, "toa").protocol(BOUND);
    s.request(C2s, "GET", "1", "").respond(S2c, "1", r#"{"name":"shop"}"#);
    s.request(C2s, "pots/GET", "2", r#"{"query":{"criteria":"volume=gt=1","limit":10}}"#).respond(S2c, "2", "[]");
    s.request(C2s, "pots/_id/GET", "3", r#"{"id":"a1b2"}"#).respond(S2c, "3", "null");
    s.request(C2s, "files/__/GET", "4", r#"{"**":"a/b/c.txt"}"#).respond(S2c, "4", r#""text""#);
    s.request_labelled(C2s, "pots/POST", "5", r#"{"title":"Kettle","volume":1.7}"#, Effect::NonIdempotentWrite);
    s.respond(S2c, "5", r#"{"id":"c3d4"}"#);
    s.request_labelled(C2s, "pots/_id/PUT", "6", r#"{"id":"c3d4","title":"Pot"}"#, Effect::IdempotentWrite).respond(S2c, "6", "null");
    s.request_labelled(C2s, "pots/_id/PATCH", "7", r#"{"id":"c3d4","volume":2}"#, Effect::NonIdempotentWrite).respond(S2c, "7", "null");
    s.request_labelled(C2s, "pots/GET/POST", "\"p\"", "{}", Effect::NonIdempotentWrite).respond(S2c, "\"p\"", "null");
    s.notify(C2s, "pots/_id/DELETE", r#"{"id":"c3d4"}"#);
    s.request(C2s, "identity/tokens/_identity/GET", "8", r#"{"identity":7}"#).fail(S2c, "8", -32000, "not authorized");
    s.request(C2s, "cups/GET", "9", "").fail(S2c, "9", -32601, "no such procedure");
    s.request_labelled(C2s, "pots/_id/DELETE", "10", r#"{"id":"x"}"#, Effect::Destructive);
    let refusal = r#"{"jsonrpc":"2.0","id":10,"error":{"code":-32001,"message":"refused","data":{"code":"NOT_FOUND"}}}"#;
    s.bridge(S2c, BridgeSpec::error(BOUND, "10", refusal));
    s.request(C2s, "pots/GET", "11", r#"{"query":{"limit":-1}}"#).fail(S2c, "11", -32602, "limit");
    s.request(C2s, "pots/GET", "12", "").fail(S2c, "12", -32603, "Internal error");
    s.close();
    s
}

/// A session with a `MemoFS` library in which everything is as its page says.
fn memofs_session() -> Scenario {
    let mut s = Scenario::new();
    s.map(BOUND.0, "memofs").protocol(BOUND);
    s.request(C2s, "recall", "\"req-123\"", r#"{"query":"database"}"#);
    s.respond(S2c, "\"req-123\"", r#"{"items":[{"id":"mem_1","content":"We use Postgres."}]}"#);
    s.request(C2s, "context", "2", "").respond(S2c, "2", "null");
    s.request_labelled(C2s, "write", "3", r#"{"content":"x"}"#, Effect::NonIdempotentWrite).respond(S2c, "3", r#"{"id":"mem_2"}"#);
    s.notify(C2s, "context", r#"{"project":"shop"}"#);
    s.request(C2s, "unknown", "4", "{}");
    let unknown = r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"Method 'unknown' not found on server","data":{"availableMethods":["recall","context","write"]}}}"#;
    s.bridge(S2c, BridgeSpec::error(BOUND, "4", unknown));
    s.request(C2s, "recall", "5", "{}").fail(S2c, "5", -32602, "Missing required parameter: query");
    s.request(C2s, "recall", "6", r#"{"query":"x"}"#).fail(S2c, "6", -32603, "Internal error");
    let null = r#"{"jsonrpc":"2.0","id":null,"method":"recall","params":{"query":"x"}}"#;
    s.bridge(C2s, BridgeSpec::request(BOUND, "recall", "n", null));
    s.bridge(S2c, BridgeSpec::response(BOUND, "n", r#"{"jsonrpc":"2.0","id":null,"result":[]}"#));
    s.close();
    s
}

/// A run of AG-UI and a call of LMOS, both as their mappings say.
fn stream_session() -> Scenario {
    let mut s = Scenario::new();
    let (agui, lmos) = (Protocol(0x35), Protocol(0x11));
    s.map(agui.0, "AG-UI").map(lmos.0, "lmos");
    s.bridge(C2s, BridgeSpec::request(agui, "run", "r", r#"{"threadId":"t","runId":"r"}"#).label(Effect::Destructive, ""));
    for (at, name) in ["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_END"].into_iter().enumerate() {
        let event = format!(r#"{{"type":"{name}"}}"#);
        s.bridge(S2c, BridgeSpec::stream_data(agui, "r", event).stream(0, 1, at as u64 + 1));
    }
    s.bridge(S2c, BridgeSpec::stream_end(agui, "r", r#"{"type":"RUN_FINISHED"}"#).stream(0, 1, 4));
    s.bridge(C2s, BridgeSpec::request(lmos, "readProperty", "p", r#"{"messageType":"readProperty","name":"state"}"#));
    s.bridge(S2c, BridgeSpec::response(lmos, "p", r#"{"messageType":"propertyReading","value":1}"#));
    let write = r#"{"messageType":"writeProperty","name":"state","value":2}"#;
    s.bridge(C2s, BridgeSpec::request(lmos, "writeProperty", "w", write).label(Effect::IdempotentWrite, ""));
    s.bridge(S2c, BridgeSpec::error(lmos, "w", r#"{"messageType":"error","title":"forbidden"}"#));
    s.close();
    s
}

#[test]
fn clean_sessions_accuse_nobody() {
    for (name, scenario) in [("toa", toa_session()), ("memofs", memofs_session()), ("streams", stream_session())] {
        assert_eq!(accusations(&observe(&scenario, true, |_, _| true)), [""; 0], "{name}");
    }
}

#[test]
fn clean_sessions_accuse_nobody_whatever_packet_is_lost() {
    for (name, scenario) in [("toa", toa_session()), ("memofs", memofs_session()), ("streams", stream_session())] {
        for lost in 0..scenario.packets().len() {
            assert_eq!(accusations(&observe(&scenario, true, |at, _| at != lost)), [""; 0], "{name} without packet {lost}");
        }
    }
}

#[test]
fn without_a_binding_only_the_bridge_is_judged() {
    let mut faulty = Scenario::new();
    faulty.map(BOUND.0, "toa").protocol(BOUND);
    faulty
        .request(C2s, "/pots/:id/get", "1", "[1]")
        .respond(S2c, "1", "null")
        .request(C2s, "pots/DELETE", "2", "")
        .fail(S2c, "2", 404, "x");
    for scenario in [toa_session(), memofs_session(), stream_session(), faulty] {
        let snapshot = observe(&scenario, false, |_, _| true);
        assert_eq!(accusations(&snapshot), [""; 0]);
        assert!(snapshot.findings.iter().any(|(_, finding)| finding.rule.id == "bridge/protocol-experimental"));
    }
}

#[test]
fn each_fault_of_a_name_has_one_rule() {
    let rows = [
        ("pots", "toa/name-no-verb"),
        ("pots/FETCH", "toa/name-no-verb"),
        ("pots/get", "toa/verb-case"),
        ("pots/Get", "toa/verb-case"),
        ("/pots/GET", "toa/name-leading-slash"),
        ("pots/GET/", "toa/name-leading-slash"),
        ("pots//GET", "toa/name-leading-slash"),
        ("pots/v1.0/GET", "toa/name-alphabet"),
        ("files/*/GET", "toa/name-alphabet"),
        ("files/**/GET", "toa/name-alphabet"),
        ("pots/a b/GET", "toa/name-alphabet"),
        ("pots/%20/GET", "toa/name-alphabet"),
        ("pots/:id/GET", "toa/name-colon-variable"),
        ("my_pots/GET", "toa/name-underscore-inner"),
        ("pots.list", "toa/name-no-verb"),
    ];
    for (name, rule) in rows {
        let found = told(|s| {
            s.map(BOUND.0, "toa").protocol(BOUND).request(C2s, name, "1", "").fail(S2c, "1", -32601, "no such procedure");
        });
        assert_eq!(found, [rule], "{name}");
    }
}

#[test]
fn labels_are_judged_by_the_verb() {
    let labelled = |name: &'static str, params: &'static str, label: Option<Effect>| {
        told(|s| {
            s.map(BOUND.0, "toa").protocol(BOUND);
            match label {
                Some(effect) => s.request_labelled(C2s, name, "1", params, effect),
                None => s.request(C2s, name, "1", params),
            };
            s.respond(S2c, "1", "null");
        })
    };
    for verb in ["pots/POST", "pots/PUT", "pots/PATCH", "pots/DELETE"] {
        assert_eq!(labelled(verb, "", None), ["toa/label-by-verb"], "{verb}");
        assert_eq!(labelled(verb, "", Some(Effect::ReadOnly)), ["toa/label-weak-by-verb"], "{verb}");
        assert_eq!(labelled(verb, "", Some(Effect::Destructive)), [""; 0], "{verb}");
    }
    for verb in ["pots/GET", "pots/HEAD", "pots/OPTIONS"] {
        assert_eq!(labelled(verb, "", None), [""; 0], "{verb}");
    }
    assert_eq!(labelled("pots/POST", "", Some(Effect::IdempotentWrite)), ["toa/label-weak-by-verb"]);
    assert_eq!(labelled("pots/DELETE", "", Some(Effect::IdempotentWrite)), [""; 0]);
}

#[test]
fn each_fault_of_an_answer_has_one_rule() {
    let reply = |object: &'static str| {
        told(|s| {
            s.map(BOUND.0, "toa").protocol(BOUND).request(C2s, "pots/_id/GET", "1", r#"{"id":"a"}"#);
            let error = object.contains("\"error\"");
            let message = if error { BridgeSpec::error(BOUND, "1", object) } else { BridgeSpec::response(BOUND, "1", object) };
            s.bridge(S2c, message);
        })
    };
    let rows = [
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"x"}}"#, "toa/refusal-data-code"),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"x","data":{"code":true}}}"#, "toa/refusal-data-code-shape"),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":403,"message":"x"}}"#, "toa/unknown-code"),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32050,"message":"x"}}"#, "toa/unknown-code"),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":404,"message":"Not Found"}}"#, "toa/no-404"),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"pot not found"}}"#, "toa/no-404"),
        (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"x"}}"#, "toa/valid-call-null-id"),
        (r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}"#, "toa/valid-call-null-id"),
        (r#"{"jsonrpc":"2.0","id":null,"result":1}"#, "toa/valid-call-null-id"),
        (r#"{"jsonrpc":"2.0","id":1}"#, "toa/result-missing"),
        (r#"{"jsonrpc":"2.0","id":"1","result":1}"#, "corr/id-type-changed"),
    ];
    for (object, rule) in rows {
        assert_eq!(reply(object), [rule], "{object}");
    }
}

#[test]
fn each_check_of_the_library_has_one_rule() {
    let rows: [(&str, &str, &[&str]); 12] = [
        (
            r#"{"jsonrpc":"1.0","id":1,"method":"recall"}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"x"}}"#,
            &["memofs/version"],
        ),
        (
            r#"{"jsonrpc":"1.0","id":1,"method":"recall"}"#,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}"#,
            &["memofs/id-lost", "memofs/version"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":1}"#,
            &["memofs/invalid-accepted", "memofs/params-array"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}"#,
            &["memofs/params-array", "memofs/params-code"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":[1],"method":"recall"}"#,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}"#,
            &["memofs/id-type"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"params":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"x"}}"#,
            &["memofs/method-empty"],
        ),
        ("[]", r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}"#, &["memofs/request-not-object"]),
        (
            "7",
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"x"}}"#,
            &["memofs/invalid-request-code", "memofs/request-not-object"],
        ),
        (RECALL, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"x"}}"#, &["memofs/valid-rejected"]),
        (RECALL, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603.5,"message":"x"}}"#, &["memofs/code-not-integer"]),
        (RECALL, r#"{"jsonrpc":"2.0","id":1}"#, &["memofs/result-missing"]),
        (RECALL, r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"x"}}"#, &["corr/error-null-id-unjustified"]),
    ];
    for (request, reply, rules) in rows {
        let found = told(|s| {
            s.map(BOUND.0, "memofs").bridge(C2s, BridgeSpec::request(BOUND, "recall", "1", request));
            let error = reply.contains("\"error\"");
            let message = if error { BridgeSpec::error(BOUND, "1", reply) } else { BridgeSpec::response(BOUND, "1", reply) };
            s.bridge(S2c, message);
        });
        assert_eq!(found, rules, "{request} {reply}");
    }
}

const RECALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":{"query":"x"}}"#;

#[test]
fn exchanges_say_where_their_effect_comes_from() {
    let mut s = Scenario::new();
    s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok").request(C2s, "resources/list", "10", "{}");
    s.map(BOUND.0, "toa").protocol(BOUND).request_labelled(C2s, "pots/POST", "1", "", Effect::Destructive);
    s.request(C2s, "pots/NONE", "2", "").notify(C2s, "pots/POST", "");
    s.bridge(C2s, BridgeSpec::request(Protocol(0x03), "DELETE /pots/7", "h", [0xA0]).content_type(2));
    s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "pots/POST", "x", "{}"));
    let snapshot = observe(&s, true, |_, _| true);
    let row = |method: &str| {
        let (_, row) = snapshot.exchanges.iter().find(|(_, row)| snapshot.text(row.method) == method).unwrap();
        (row.effect_required, row.effect_declared, row.effect_source)
    };
    assert_eq!(row("tools/call"), (Some(Effect::ReadOnly), Declared::Effect(0), EffectSource::Annotation));
    assert_eq!(row("resources/list"), (Some(Effect::ReadOnly), Declared::Nothing, EffectSource::Mapping));
    assert_eq!(row("pots/POST"), (Some(Effect::NonIdempotentWrite), Declared::Effect(3), EffectSource::Configured));
    assert_eq!(row("pots/NONE"), (None, Declared::Nothing, EffectSource::Unknown));
    assert_eq!(row("DELETE /pots/7"), (Some(Effect::IdempotentWrite), Declared::Nothing, EffectSource::Mapping));
    let unknown = snapshot.exchanges.iter().filter(|(_, row)| snapshot.text(row.method) == "pots/POST").skip(1);
    assert!(unknown.map(|(_, row)| (row.effect_required, row.effect_source)).eq([(None, EffectSource::Unknown); 2]));
}

#[test]
fn the_program_binds_identifiers_by_option_file_and_configuration() {
    let mut s = Scenario::new();
    let shop = Protocol(0x30);
    s.protocol(shop).request(C2s, "order/place", "1", "{}").respond(S2c, "1", "{}").close();
    let folder = folder(&s);
    let at = |name: &str| folder.path().join(name);
    let table = "carriage = \"JSONRPC\"\n[[method]]\nname = \"order/place\"\neffect = \"non_idempotent_write\"\n";
    std::fs::write(at("shop.toml"), format!("name = \"Shop\"\n{table}")).unwrap();
    std::fs::write(at("own.toml"), format!("name = \"Shop\"\nprotocol_id = 0x30\n{table}")).unwrap();
    std::fs::write(at("config.toml"), "[mappings]\nfiles = [\"shop.toml\"]\nbind = { \"48\" = \"SHOP\" }\n").unwrap();
    let ways: [&[&str]; 3] = [&["--mapping", "shop.toml", "--map", "0x30=shop"], &["--mapping", "own.toml"], &["--config", "config.toml"]];
    for way in ways {
        let all = |command: &'static str| [&[command, "a.pcapng", "-k", "a.keys"][..], way].concat();
        let audit = run(folder.path(), &all("audit"));
        assert!(audit.status == 1 && audit.out.contains("safety/missing-must"), "{way:?}: {}{}", audit.out, audit.err);
        let rows = run(folder.path(), &[&all("exchanges")[..], &["--format", "jsonl"]].concat());
        assert!(rows.out.contains(r#""protocol":"Shop""#) && rows.out.contains(r#""effect_source":"configured""#), "{way:?}: {}", rows.out);
    }
    let plain = run(folder.path(), &["audit", "a.pcapng", "-k", "a.keys"]);
    assert_eq!(plain.status, 0, "{}", plain.out);
}

#[test]
fn wrong_mappings_are_refused_with_file_line_and_column() {
    let folder = folder(&Scenario::new());
    std::fs::write(folder.path().join("bad.toml"), "name = \"Shop\"\ncarriage = \"JSONRPC\"\nmethods = []\n").unwrap();
    let refused = |arguments: &[&str]| {
        let run = run(folder.path(), &[&["audit", "a.pcapng"], arguments].concat());
        assert!(run.status == 2 && run.out.is_empty() && run.err.lines().count() == 1, "{}{}", run.out, run.err);
        run.err
    };
    assert!(refused(&["--mapping", "bad.toml"]).contains("bad.toml: line 3, column 1: unknown key \"methods\" (did you mean method?)"));
    assert!(refused(&["--mapping", "none.toml"]).contains("none.toml: cannot read this mapping"));
    assert!(refused(&["--map", "0x21=memofz"]).contains("there is no mapping memofz (did you mean MemoFS?)"));
    assert!(refused(&["--map", "0x02=toa"]).contains("from 0x05 to 0xFF"));
}

#[test]
fn mappings_are_listed_with_every_method() {
    let folder = folder(&Scenario::new());
    let json = run(folder.path(), &["mappings", "--format", "json", "--map", "0x21=toa"]);
    let list: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let list = list.as_array().unwrap();
    assert_eq!((list.len(), json.status), (21, 0));
    let toa = list.iter().find(|mapping| mapping["protocol"] == "Toa").unwrap();
    assert_eq!(toa["bound_ids"], serde_json::json!([33]));
    assert_eq!(toa["methods"].as_array().unwrap().len(), 7);
    let text = run(folder.path(), &["mappings", "toa"]);
    assert!(text.out.starts_with("Toa (") && text.out.contains("DELETE") && !text.out.contains("MCP"), "{}", text.out);
    assert_eq!(run(folder.path(), &["mappings", "taa"]).status, 2);
}
