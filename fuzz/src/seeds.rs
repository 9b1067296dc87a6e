//! Writes the seeds, from traffic that the scenario builder makes.

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::npamp::header::{HEADER_LEN, Header};
use npscope::scenario::native::tool_record;
use npscope::scenario::{BridgeSpec, Cbor, FrameSpec, NativeSpec, Scenario, jsonrpc};
use npscope::spec::channel::Channel;
use npscope::spec::effect::Effect;
use npscope::spec::frame_type::FrameType;
use npscope::spec::protocol::Protocol;

use crate::conversation::script;
use crate::framing;
use crate::replay::folder;
use crate::tls::{MADE, Made};

#[test]
fn seeds_are_written_when_asked_for() {
    if std::env::var_os("UPDATE_SEEDS").is_none() {
        return;
    }
    for (target, seeds) in all() {
        std::fs::create_dir_all(folder(target)).expect("the folder of seeds can be made");
        for (name, octets) in seeds {
            std::fs::write(folder(target).join(name), octets).expect("a seed can be written");
        }
    }
}

type Seeds = Vec<(&'static str, Vec<u8>)>;

fn all() -> Vec<(&'static str, Seeds)> {
    vec![
        ("header", vec![("ping", pings()[..HEADER_LEN].to_vec()), ("sealed", ping_sealed())]),
        ("splitter", vec![("segments", [&[20, 1, 0], &pings()[..]].concat()), ("hole", [&[200, 12, 60], &pings()[..]].concat())]),
        ("tlv", vec![("hello", hello()), ("cut", vec![0, 1, 0, 1, 7, 0x80, 2, 0, 9])]),
        ("payload", payloads()),
        ("json", json()),
        ("cbor", cbor()),
        ("native", native()),
        ("keylog", vec![("secrets", rotated().keys().into_bytes()), ("tls", b"CLIENT_TRAFFIC_SECRET_0 00 11\n# remark\n".to_vec())]),
        ("tls_hello", tls_hellos()),
        ("tls_records", tls_records()),
        ("capture", vec![("pcap", small().pcap()), ("pcapng", small().pcapng(true))]),
        ("packets", vec![("session", framing::frame(&small().packets())), ("lossy", framing::frame(&lossy().packets()))]),
        ("engine", conversations()),
        ("quic", quic()),
        ("datagrams", vec![("connection", crate::quic::frame(&crate::quic::play(crate::quic::SEED)))]),
        ("query", queries()),
    ]
}

fn small() -> Scenario {
    let mut scenario = Scenario::new();
    scenario.late().request(C2s, "ping", "1", "").respond(S2c, "1", "{}").close();
    scenario
}

fn lossy() -> Scenario {
    let mut scenario = Scenario::new();
    scenario.without_handshake().segment_size(50).ping(C2s).duplicate_last().conflict_last().lose_next(S2c).ping(S2c).ping(C2s).rst(C2s);
    scenario
}

/// Connections whose peers send every kind of frame.
fn quic() -> Seeds {
    use crate::quic::script;
    let stream = |offset: u8, octets: &[u8]| [&[0x0e, 4, offset, u8::try_from(octets.len()).unwrap_or(0)], octets].concat();
    let frames = [&[0x18, 1, 0, 4, 1, 2, 3, 4][..], &[7; 16], &[0x04, 1, 2, 3, 0x1f, 0x31, 2, 1, 2, 0x05, 1, 2, 0x1c, 5, 0, 0]].concat();
    vec![
        ("usual", crate::quic::SEED.to_vec()),
        (
            "holes",
            script(1, &[(0, &stream(4, b"ef")), (0, &stream(0, b"abXd")), (0, &stream(2, b"cde")), (0x80, &[2, 9, 0, 0, 2]), (15, b"")]),
        ),
        ("frames", script(2, &[(4, b"payload"), (0, &frames), (0x80, &frames), (0x0b, b""), (0x0a, b"")])),
        ("lost", script(5, &[(4, b"one"), (7, b""), (4, b"two"), (4, b"three"), (0x84, b"four"), (0x0e, b"NPAM")])),
        ("late", script(17, &[(4, b"one"), (0x84, b"two"), (8, b""), (4, b"three")])),
        ("shut", script(9, &[(4, b"one"), (0x84, b"two")])),
    ]
}

fn rotated() -> Scenario {
    let mut scenario = Scenario::new();
    scenario.ping(C2s).rekem(C2s).next_association().only_channel_keys(Channel::BRIDGE).request(C2s, "ping", "1", "");
    scenario
}

/// Clear frames, one of them with a wrong CRC, and octets between them that are no frame.
fn pings() -> Vec<u8> {
    let ping = || FrameSpec::new(Channel::MEMORY, FrameType::PING).clear().payload(b"payload");
    let mut scenario = Scenario::new();
    scenario.without_handshake().frame(C2s, ping()).frame(C2s, ping().bad_crc()).octets(C2s, b"NPAM is no frame").frame(C2s, ping());
    client_stream(&scenario)
}

fn ping_sealed() -> Vec<u8> {
    let mut scenario = Scenario::new();
    client_stream(scenario.without_handshake().ping(C2s))
}

fn hello() -> Vec<u8> {
    let mut scenario = Scenario::new();
    let stream = client_stream(scenario.begin());
    let length = Header::decode(&stream).map_or(0, |header| header.payload_len as usize);
    stream[HEADER_LEN..HEADER_LEN + length].to_vec()
}

fn client_stream(scenario: &Scenario) -> Vec<u8> {
    scenario.streams().into_iter().next().map_or_else(Vec::new, |[client, _]| client)
}

fn built(message: BridgeSpec) -> Vec<u8> {
    let mut scenario = Scenario::new();
    scenario.without_handshake().bridge(C2s, message.frame(FrameSpec::clear));
    client_stream(&scenario)[HEADER_LEN..].to_vec()
}

fn payloads() -> Seeds {
    let call = jsonrpc::request("tools/call", "7", r#"{"name":"read_file","arguments":{"path":"a"}}"#);
    let asked = BridgeSpec::request(Protocol::MCP, "tools/call", "7", &call);
    vec![
        ("labelled", built(asked.clone().label(Effect::ReadOnly, "read_file"))),
        ("tlvs", built(asked.label_first().label(Effect::Destructive, "x").tlv(0x8123, b"critical").tlv(0x0123, b"other"))),
        ("stream", built(BridgeSpec::stream_data(Protocol::A2A, "s", r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).stream(0, 1, 3))),
        ("transport_error", built(BridgeSpec::transport_error(Protocol::MCP, "7", 3, "no such thing"))),
        ("bare", built(BridgeSpec::notify(Protocol::MCP, "notifications/initialized", "{}").no_envelope())),
    ]
}

fn json() -> Seeds {
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        ("request", text(&jsonrpc::request("tools/call", "7", r#"{"name":"read_file","arguments":{"path":"a\u00e9\n"}}"#))),
        ("error", text(&jsonrpc::error("null", -32700, "Parse error"))),
        ("repeated", text(r#"{"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"a","method":"b","params":[1.50e+3,-0,true,null]}"#)),
        ("odd", text(r#"[{"a":"\ud83d\ude00 \ud800","b":1e999},[[[[]]]],"é世😀"] x"#)),
        ("deep", [b"[".repeat(130), b"]".repeat(130)].concat()),
        ("numbers", text("[0,-1,10.25,1E5,1e-7,123456789012345678901234567890,0.1e1,-0.0,1.7976931348623157e308,1.8e308]")),
    ]
}

fn cbor() -> Seeds {
    let map = |entries: Vec<(Cbor, Cbor)>| Cbor::Map(entries).encode();
    let deep = (0..70).fold(Cbor::Int(0), |inner, _| Cbor::List(vec![inner]));
    vec![
        ("map", map(vec![(Cbor::Int(0), Cbor::Text("a")), (Cbor::Int(-1), Cbor::Bytes(vec![1, 2])), (Cbor::Text("b"), Cbor::Float(1.5))])),
        ("nested", map(vec![(Cbor::Int(1), Cbor::List(vec![Cbor::Bool(true), Cbor::Int(-70_000), Cbor::Map(vec![])]))])),
        ("indefinite", vec![0xBF, 0x00, 0x9F, 0x01, 0x02, 0xFF, 0x01, 0x7F, 0x61, 0x61, 0xFF, 0xFF]),
        ("unsorted", vec![0xA3, 0x02, 0x01, 0x01, 0xA2, 0x05, 0x00, 0x04, 0x00, 0x02, 0x03]),
        ("long", vec![0xA1, 0x18, 0x00, 0x1B, 0, 0, 0, 0, 0, 0, 0, 7]),
        ("count", vec![0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]),
        ("deep", deep.encode()),
        ("tag", vec![0xA1, 0x00, 0xC1, 0xF9, 0x3C, 0x00]),
    ]
}

/// Bodies with the octet that picks their channel in front.
fn native() -> Seeds {
    let body = |pick: u8, spec: NativeSpec| {
        let mut scenario = Scenario::new();
        scenario.without_handshake().frame(C2s, spec.build().clear());
        [&[pick], &client_stream(&scenario)[HEADER_LEN..]].concat()
    };
    vec![
        ("memory", body(0, NativeSpec::memory_record("c"))),
        ("settlement", body(3, NativeSpec::new(Channel::SETTLEMENT, 0x0100).corr("c").text(2, "obligation:7").text(5, "12.50").int(8, 2))),
        ("telemetry", body(5, NativeSpec::telemetry_report("t", 3))),
        ("stream", body(6, NativeSpec::stream_data(2, 0, 9))),
        ("workflow", body(10, NativeSpec::workflow_step(0, 1))),
        ("discovery", body(9, NativeSpec::announce(tool_record(1, "read_file", 3)))),
        ("wrong", body(0, NativeSpec::memory_read("").int(-1, 3).int(2, 7))),
    ]
}

/// Bodies of the first message of each side.
fn tls_hellos() -> Seeds {
    let body = |made: &Made, side: usize| made.sides[side][9..5 + usize::from(made.sides[side][4]) + 256 * usize::from(made.sides[side][3])].to_vec();
    vec![("client", body(&MADE[0], 0)), ("client_early", body(&MADE[1], 0)), ("server", body(&MADE[0], 1)), ("retry", body(&MADE[1], 1))]
}

/// Records of each side, behind segment size, hole and choice.
fn tls_records() -> Seeds {
    let seed = |control: [u8; 4], side: usize| [&control[..], &MADE[usize::from(control[3] & 1)].sides[side]].concat();
    vec![
        ("client", seed([200, 0, 0, 0], 0)),
        ("server", seed([20, 0, 0, 2], 1)),
        ("hole", seed([60, 100, 90, 0], 0)),
        ("early", seed([255, 0, 0, 1], 0)),
        ("middle", seed([100, 0, 200, 4], 0)),
        ("no_keys", seed([100, 0, 0, 8], 0)),
    ]
}

/// A session, a stream that is cancelled, rotations, and what is wrong in a transport's way.
fn conversations() -> Seeds {
    const CLIENT: u8 = 0x00;
    const SERVER: u8 = 0x80;
    const BRIDGE: u8 = 0x80;
    let request = |method: &str, id: &str, params: &str| {
        built(BridgeSpec::request(Protocol::MCP, method, id, jsonrpc::request(method, id, params)).label(Effect::ReadOnly, ""))
    };
    let response = |id: &str, result: &str| built(BridgeSpec::response(Protocol::MCP, id, jsonrpc::response(id, result)));
    let session = [
        (CLIENT, BRIDGE, 0, request("initialize", "1", r#"{"protocolVersion":"2025-11-25","capabilities":{}}"#)),
        (SERVER, BRIDGE, 1, response("1", r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}"#)),
        (
            CLIENT,
            BRIDGE,
            2,
            built(BridgeSpec::notify(Protocol::MCP, "notifications/initialized", jsonrpc::notification("notifications/initialized", ""))),
        ),
        (CLIENT, BRIDGE, 0, request("tools/list", "2", "{}")),
        (SERVER, BRIDGE, 1, response("2", r#"{"tools":[{"name":"a","annotations":{"readOnlyHint":true}},{"name":"b"},{"name":"c"}]}"#)),
        (CLIENT, BRIDGE, 0, request("tools/call", "3", r#"{"name":"b"}"#)),
        (SERVER, BRIDGE, 3, built(BridgeSpec::transport_error(Protocol::MCP, "3", 2, "busy"))),
        (CLIENT | 13, 0, 0, Vec::new()),
    ];
    let part = |event: u64| {
        let object = jsonrpc::response("1", r#"{"kind":"status-update","taskId":"t","contextId":"c"}"#);
        built(BridgeSpec::stream_data(Protocol::A2A, "1", object).stream(0, 1, event))
    };
    let asked = built(BridgeSpec::request(Protocol::A2A, "message/stream", "1", jsonrpc::request("message/stream", "1", "{}")));
    let stream = [
        (CLIENT, BRIDGE, 0, asked),
        (SERVER, BRIDGE, 4, part(1)),
        (SERVER, BRIDGE, 4, part(2)),
        (SERVER, BRIDGE, 4, part(2)),
        (SERVER, BRIDGE, 5, built(BridgeSpec::stream_end(Protocol::A2A, "1", "{}").stream(1, 0, 3))),
        (SERVER | 14, 0, 0, Vec::new()),
    ];
    let rotations = [
        (CLIENT | 10, 0, 0, Vec::new()),
        (CLIENT, BRIDGE, 0, request("ping", "1", "")),
        (CLIENT | 11, 0, 0, Vec::new()),
        (SERVER | 12, 0, 0, Vec::new()),
        (SERVER, BRIDGE, 1, response("1", "{}")),
        (CLIENT | 7, 0, 0, Vec::new()),
        (CLIENT, BRIDGE, 0, request("ping", "2", "")),
        (CLIENT, 0, 0, Vec::new()),
    ];
    let wire = [
        (CLIENT | 5, 1, 0x10, b"clear".to_vec()),
        (CLIENT | 6, 0, 0, b"garbage NPAM".to_vec()),
        (CLIENT | 8, 0, 0, Vec::new()),
        (CLIENT | 9, 0, 0, Vec::new()),
        (SERVER | 15, 3, 1, b"bad".to_vec()),
        (SERVER, 3, 1, b"good".to_vec()),
    ];
    vec![
        ("session", script(0, &session)),
        ("session_late", script(1, &session)),
        ("session_three", script(8 | 16, &session)),
        ("stream", script(0, &stream)),
        ("rotations", script(32, &rotations)),
        ("wire", script(2, &wire)),
    ]
}

fn queries() -> Seeds {
    let text = |text: &str| text.as_bytes().to_vec();
    vec![
        ("empty", Vec::new()),
        ("numbers", text("seq > 100 && (length <= 0x10 || !(channel == 16))")),
        ("words", text(r#"method == "tools/call" and not state == unanswered"#)),
        ("pattern", text(r#"method matches "^tools/(call|list)$" or rule contains "mcp""#)),
        ("fields", text(npscope::store::query::field_names().collect::<Vec<_>>().join(" || ").as_str())),
        ("broken", text("(seq >")),
    ]
}
