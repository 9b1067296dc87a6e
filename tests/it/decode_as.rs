//! What the user says of ports wins over what flows seem to be.

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::input::Input;
use npscope::base::secret::Secret;
use npscope::engine::{DecodeAs, Engine, Layer, Options};
use npscope::scenario::Scenario;
use npscope::store::snapshot::Snapshot;

use crate::program::{folder, run};

/// Port of the servers of made traffic.
const PORT: u16 = 7447;

fn packets(scenario: &Scenario) -> Vec<Input> {
    scenario.inputs().into_iter().filter(|input| matches!(input, Input::Packet(_))).collect()
}

fn read(inputs: Vec<Input>, keys: &str, layer: Option<Layer>) -> Snapshot {
    let mut decode_as = DecodeAs::default();
    if let Some(layer) = layer {
        decode_as.set(PORT, layer);
    }
    let mut engine = Engine::new(Options { decode_as, ..Options::default() });
    engine.ingest(Input::Secrets(Secret::new(keys.as_bytes().to_vec())));
    for input in inputs {
        engine.ingest(input);
    }
    engine.finish();
    engine.into_snapshot()
}

/// Associations, frames, and why the carrier of the first association stays closed.
fn seen(snapshot: &Snapshot) -> (usize, usize, Option<String>) {
    let closed = snapshot.associations.iter().next().and_then(|(_, row)| row.carrier_closed());
    (snapshot.associations.len(), snapshot.frames.len(), closed.map(|reason| format!("{reason:?}")))
}

fn misnamed_tls() -> Scenario {
    let mut scenario = Scenario::new();
    scenario.tls(|tls| {
        tls.alpn_offered = Some(vec!["h2".to_owned()]);
        tls.alpn = Some(Some("h2".to_owned()));
    });
    scenario.ping(C2s).ping(S2c).close();
    scenario
}

fn misnamed_quic() -> Scenario {
    let mut scenario = Scenario::new();
    scenario.quic(|quic| {
        quic.alpn_offered = Some(vec!["h3".to_owned()]);
        quic.alpn = Some(Some("h3".to_owned()));
    });
    scenario.ping(C2s).ping(S2c).close();
    scenario
}

/// Frames behind octets that look like a hello of TLS.
fn disguised() -> Scenario {
    let mut scenario = Scenario::new();
    let record = [&[0x16, 3, 1, 0, 44, 1, 0, 0, 40, 3, 3][..], &[7; 38]].concat();
    scenario.without_handshake().octets(C2s, &record).ping(C2s).ping(S2c);
    scenario
}

#[test]
fn connections_whose_protocol_misleads_are_listed_when_the_port_is_named() {
    for (scenario, layer) in [(misnamed_tls(), Layer::Tls), (misnamed_quic(), Layer::Quic)] {
        assert_eq!(seen(&read(packets(&scenario), "", None)).0, 0, "{layer:?}");
        let (associations, frames, closed) = seen(&read(packets(&scenario), "", Some(layer)));
        assert_eq!((associations, frames), (1, 0), "{layer:?}");
        assert!(closed.is_some(), "{layer:?}");
        let opened = read(packets(&scenario), &scenario.keys(), Some(layer));
        assert_eq!(seen(&opened), seen(&read(packets(&scenario), &scenario.keys(), None)), "{layer:?}");
        assert!(!opened.frames.is_empty(), "{layer:?}");
    }
}

#[test]
fn tls_that_was_captured_from_the_middle_is_listed_when_the_port_is_named() {
    let inputs: Vec<Input> = packets(&misnamed_tls()).into_iter().skip(8).collect();
    assert_eq!(seen(&read(inputs.clone(), "", None)).0, 0);
    let (associations, frames, closed) = seen(&read(inputs, "", Some(Layer::Tls)));
    assert!((associations, frames, closed.is_some()) == (1, 0, true));
}

#[test]
fn frames_that_look_like_tls_are_found_when_the_port_is_named() {
    let scenario = disguised();
    let guessed = read(packets(&scenario), "", None);
    let named = read(packets(&scenario), "", Some(Layer::Npamp));
    assert_eq!(named.frames.len(), 4);
    assert!(guessed.frames.len() < named.frames.len());
}

#[test]
fn a_flow_is_not_read_as_what_its_port_does_not_carry() {
    let plain = {
        let mut scenario = Scenario::new();
        scenario.ping(C2s);
        scenario
    };
    for (scenario, layer) in [(&plain, Layer::Quic), (&misnamed_quic(), Layer::Npamp), (&misnamed_tls(), Layer::Npamp)] {
        assert_eq!(seen(&read(packets(scenario), &scenario.keys(), Some(layer))).1, 0, "{layer:?}");
    }
}

#[test]
fn a_layer_or_port_that_is_none_is_refused_with_a_hint() {
    let folder = folder(&misnamed_tls());
    let listed = run(folder.path(), &["associations", "a.pcapng", "-d", "7447=tls", "--format", "jsonl"]);
    assert!(listed.status == 0 && listed.out.contains("\"carrier\":\"tls\""), "{}{}", listed.out, listed.err);
    for (given, hint) in [("443=dtls", "npamp, tls or quic"), ("0=tls", "1 to 65535"), ("443", "443=tls"), ("80=http", "plain HTTP")] {
        let refused = run(folder.path(), &["frames", "a.pcapng", "-d", given]);
        assert!(refused.status == 2 && refused.err.contains(hint), "{given}: {}", refused.err);
    }
}
