//! What each carriage class allows after one request [rules 6.1]: none of it is wrong.

use super::*;

const MAP: &[u8] = &[0xA1, 0x01, 0x02];

fn request(protocol: Protocol, method: &str) -> BridgeSpec {
    BridgeSpec::request(protocol, method, "7", MAP).content_type(2)
}

fn data(protocol: Protocol) -> BridgeSpec {
    BridgeSpec::stream_data(protocol, "7", MAP).content_type(2)
}

fn end(protocol: Protocol) -> BridgeSpec {
    BridgeSpec::stream_end(protocol, "7", MAP).content_type(2)
}

pub(super) static SITUATIONS: &[Situation] = &[
    clean("HTTP: a response", |s| {
        s.bridge(C2s, request(Protocol::HTTP, "GET /")).bridge(S2c, BridgeSpec::response(Protocol::HTTP, "7", MAP).content_type(2));
    }),
    clean("HTTP: a head, a stream, its end", |s| {
        s.bridge(C2s, request(Protocol::HTTP, "GET /")).bridge(S2c, BridgeSpec::response(Protocol::HTTP, "7", MAP).content_type(2));
        s.bridge(S2c, data(Protocol::HTTP)).bridge(S2c, data(Protocol::HTTP)).bridge(S2c, end(Protocol::HTTP));
    }),
    clean("HTTP: a stream without a head", |s| {
        s.bridge(C2s, request(Protocol::HTTP, "GET /")).bridge(S2c, data(Protocol::HTTP)).bridge(S2c, end(Protocol::HTTP));
    }),
    clean("HTTP: a transport error", |s| {
        s.bridge(C2s, request(Protocol::HTTP, "GET /")).bridge(S2c, BridgeSpec::transport_error(Protocol::HTTP, "7", 4, "no route"));
    }),
    clean("STREAM: both sides stream and end", |s| {
        s.bridge(C2s, request(Protocol::WEBSOCKET, "open"));
        for at in 1..4 {
            s.bridge(C2s, data(Protocol::WEBSOCKET).stream(0, 0, at)).bridge(S2c, data(Protocol::WEBSOCKET).stream(0, 0, at));
        }
        s.bridge(C2s, end(Protocol::WEBSOCKET).stream(0, 0, 4)).bridge(S2c, end(Protocol::WEBSOCKET).stream(0, 0, 4));
    }),
    clean("STREAM: the consumer ends its half at once and goes on listening", |s| {
        s.bridge(C2s, request(Protocol::WEBSOCKET, "open")).bridge(C2s, end(Protocol::WEBSOCKET).stream(0, 0, 1));
        for at in 1..13 {
            s.bridge(S2c, data(Protocol::WEBSOCKET).stream(0, 0, at));
        }
        s.bridge(S2c, end(Protocol::WEBSOCKET).stream(0, 0, 13));
    }),
    clean("STREAM: one response for one operation", |s| {
        s.bridge(C2s, request(Protocol::WEBSOCKET, "open"))
            .bridge(S2c, BridgeSpec::response(Protocol::WEBSOCKET, "7", MAP).content_type(2));
    }),
    clean("STREAM: an error ends it", |s| {
        s.bridge(C2s, request(Protocol::WEBSOCKET, "open")).bridge(S2c, data(Protocol::WEBSOCKET).stream(0, 0, 1));
        s.bridge(S2c, BridgeSpec::transport_error(Protocol::WEBSOCKET, "7", 4, "gone"));
    }),
    clean("unknown: one response, or a stream", |s| {
        s.bridge(C2s, request(Protocol(0x40), "x")).bridge(S2c, BridgeSpec::response(Protocol(0x40), "7", MAP).content_type(2));
        s.bridge(C2s, request(Protocol(0x40), "x")).bridge(S2c, data(Protocol(0x40))).bridge(S2c, end(Protocol(0x40)));
    }),
    clean("documents: several parts", |s| {
        s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
        for _ in 0..3 {
            s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "7", MAP).content_type(2));
        }
    }),
    clean("documents: parts as a stream", |s| {
        s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
        s.bridge(S2c, data(Protocol::A2A)).bridge(S2c, end(Protocol::A2A));
    }),
    says(
        "JSONRPC: a response and a stream",
        |s| {
            ask(s, "7", "7");
            answer(s, "7", "7").bridge(S2c, data(Protocol::A2A).content_type(1).foreign(TASK));
        },
        &[("exchange/reply-after-terminal", "s2")],
    ),
];
