//! `-Y` with `-w`: what a filter selects can be read again, whatever carries it; and IP fragments are as good as whole packets.

use std::path::Path;

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::id::FrameId;
use npscope::base::input::{Input, LinkType, Packet, ReadAt};
use npscope::base::time::Timestamp;
use npscope::engine::{Engine, Options};
use npscope::scenario::{FrameSpec, NativeSpec, Scenario};
use npscope::source::{PacketRecord, PcapngWriter};
use npscope::spec::channel::Channel;
use npscope::spec::effect::Effect;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::Generation;
use npscope::store::octets::Octets;
use npscope::store::snapshot::Snapshot;
use tempfile::TempDir;

use crate::program::{empty, folder, run};
use crate::strict::rows;

const WANTED: &str = "bridge.method == \"tools/call\"";

/// Payload octets of an IP fragment: a multiple of eight.
const FRAGMENT: usize = 200;

/// Many frames, a few of which are wanted.
fn long(scenario: &mut Scenario) {
    scenario.mcp_session();
    for id in 100..400 {
        scenario.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c"));
        if id % 100 == 50 {
            scenario.call(&id.to_string(), "read_file", Some(Effect::ReadOnly)).called(&id.to_string(), &"x".repeat(3000));
        }
    }
    scenario.close();
}

fn frames(folder: &Path, words: &[&str]) -> crate::program::Run {
    run(folder, &[&["frames", "--format", "jsonl", "-Y", WANTED], words].concat())
}

fn size(folder: &Path, name: &str) -> u64 {
    std::fs::metadata(folder.join(name)).unwrap().len()
}

/// Writes what is wanted with its secrets, and answers how many octets of how many that is.
fn cut(folder: &TempDir) -> (u64, u64) {
    let folder = folder.path();
    let all = frames(folder, &["a.pcapng", "-k", "a.keys", "-w", "cut.pcapng", "--with-secrets"]);
    let wanted = rows(&all.out).len();
    assert!(wanted >= 3, "{}", all.err);
    let again = frames(folder, &["cut.pcapng"]);
    assert_eq!(rows(&again.out).len(), wanted, "{}", again.err);
    for row in rows(&again.out) {
        assert!(row.get("opened").is_some() || row.get("protection").is_some(), "{row:?}");
    }
    (size(folder, "cut.pcapng"), size(folder, "a.pcapng"))
}

#[test]
fn a_selection_of_quic_holds_the_packets_of_its_frames_and_what_opens_them() {
    for (single, id_moves) in [(false, false), (true, false), (false, true)] {
        let mut scenario = Scenario::new();
        scenario.generation(Generation::Three).quic(|plan| plan.single_stream = single).mcp_session();
        scenario.quic_key_update(C2s).quic_key_update(S2c);
        if id_moves {
            scenario.quic_move(true);
        }
        long(&mut scenario);
        let (cut, whole) = cut(&folder(&scenario));
        assert!(cut * 3 < whole * 2, "{cut} of {whole}");
    }
}

#[test]
fn a_selection_of_one_quic_connection_leaves_the_secrets_of_the_others_out() {
    let mut scenario = Scenario::new();
    scenario.generation(Generation::Three).quic(|_| {}).mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).close();
    scenario.next_association().generation(Generation::Three).quic(|_| {}).ping(C2s).close();
    let folder = folder(&scenario);
    let all = frames(folder.path(), &["a.pcapng", "-k", "a.keys", "-w", "cut.pcapng", "--with-secrets"]);
    assert!(!rows(&all.out).is_empty());
    let cut = std::fs::read(folder.path().join("cut.pcapng")).unwrap();
    let told = |line: &&str| cut.windows(line.len()).any(|octets| octets == line.as_bytes());
    let keys = scenario.keys();
    let tls: Vec<&str> = keys.lines().filter(|line| !line.starts_with("NPAMP")).collect();
    assert_eq!((tls.len(), tls.iter().filter(|line| told(line)).count()), (8, 4), "one of two connections is told");
}

#[test]
fn a_selection_of_tls_holds_its_flow_and_no_other() {
    let mut scenario = Scenario::new();
    long(scenario.tls(|_| {}));
    long(scenario.next_association());
    let (cut, whole) = cut(&folder(&scenario));
    assert!(cut < whole * 4 / 5, "{cut} of {whole}");
}

/// The packets with every IP payload of some length in fragments, the last one first.
fn fragmented(packets: &[Packet]) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for (number, packet) in packets.iter().enumerate() {
        let (front, payload) = packet.bytes.split_at(34);
        if payload.len() <= FRAGMENT {
            out.push(packet.bytes.to_vec());
            continue;
        }
        let count = payload.len().div_ceil(FRAGMENT);
        for (at, part) in payload.chunks(FRAGMENT).enumerate().rev() {
            let mut fragment = front.to_vec();
            let more = if at + 1 < count { 0x2000 } else { 0 };
            fragment[16..18].copy_from_slice(&u16::try_from(20 + part.len()).unwrap().to_be_bytes());
            fragment[18..20].copy_from_slice(&u16::try_from(number).unwrap().to_be_bytes());
            fragment[20..22].copy_from_slice(&(u16::try_from(at * FRAGMENT / 8).unwrap() | more).to_be_bytes());
            fragment.extend(part);
            out.push(fragment);
        }
    }
    out
}

/// The packets as a file.
fn written(packets: &[Vec<u8>]) -> Vec<u8> {
    let mut writer = PcapngWriter::new(Vec::new()).unwrap();
    for (at, octets) in packets.iter().enumerate() {
        let time = Timestamp(1_700_000_000_000_000_000 + i64::try_from(at).unwrap() * 100_000);
        let original_len = u32::try_from(octets.len()).unwrap();
        writer.packet(LinkType::ETHERNET, &PacketRecord { time, original_len, octets }).unwrap();
    }
    std::mem::take(writer.out())
}

fn folder_of(packets: &[Vec<u8>], keys: &str) -> TempDir {
    let folder = empty();
    std::fs::write(folder.path().join("a.pcapng"), written(packets)).unwrap();
    std::fs::write(folder.path().join("a.keys"), keys).unwrap();
    folder
}

/// What carries the traffic of a test.
fn carriers() -> [Scenario; 3] {
    [0, 1, 2].map(|carrier| {
        let mut scenario = Scenario::new();
        scenario.generation(Generation::Three);
        match carrier {
            0 => scenario.ping(C2s),
            1 => scenario.tls(|_| {}),
            _ => scenario.quic(|_| {}),
        };
        long(&mut scenario);
        scenario
    })
}

#[test]
fn a_selection_of_fragmented_packets_holds_every_fragment() {
    for scenario in carriers() {
        let packets = fragmented(&scenario.packets());
        assert!(packets.len() > scenario.packets().len() + 10);
        cut(&folder_of(&packets, &scenario.keys()));
    }
}

/// A file that is read back from.
struct File(Vec<u8>);

impl ReadAt for File {
    fn read_at(&self, _input: usize, offset: u64, buffer: &mut [u8]) -> std::io::Result<()> {
        let start = usize::try_from(offset).unwrap();
        buffer.copy_from_slice(self.0.get(start..start + buffer.len()).ok_or(std::io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Runs packets that lie behind one another in a file.
fn judged(packets: &[Vec<u8>], keys: &str) -> (Snapshot, Octets) {
    let (mut engine, mut file) = (Engine::new(Options::default()), Vec::new());
    engine.ingest(Input::File { name: "fragments".to_owned() });
    engine.ingest(Input::Secrets(npscope::base::secret::Secret::new(keys.as_bytes().to_vec())));
    for (at, octets) in packets.iter().enumerate() {
        let number = u32::try_from(at).unwrap();
        engine.ingest(Input::Packet(Packet {
            id: npscope::base::id::PacketId(number),
            time: Timestamp(i64::from(number) * 100_000),
            link: LinkType::ETHERNET,
            original_len: u32::try_from(octets.len()).unwrap(),
            file_offset: file.len() as u64,
            bytes: octets.clone().into(),
        }));
        file.extend(octets);
    }
    engine.finish();
    (engine.into_snapshot(), Octets::new(std::sync::Arc::new(File(file))))
}

#[test]
fn frames_of_fragmented_packets_are_read_back_from_their_parts() {
    for scenario in carriers() {
        let whole: Vec<Vec<u8>> = scenario.packets().iter().map(|packet| packet.bytes.to_vec()).collect();
        let (expected, _) = judged(&whole, &scenario.keys());
        let (snapshot, octets) = judged(&fragmented(&scenario.packets()), &scenario.keys());
        assert_eq!(snapshot.frames.len(), expected.frames.len());
        for (at, row) in snapshot.frames.iter() {
            let frame = octets.frame(&snapshot, FrameId::from_index(at)).expect("a frame can be read back");
            assert!(frame.wire.len() == row.length as usize && frame.wire.starts_with(b"NPAM") && frame.plain.is_some());
        }
    }
}

#[test]
fn traffic_in_a_tunnel_is_judged_like_any_other() {
    for mut scenario in carriers() {
        scenario.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING));
        let tunnelled: Vec<Vec<u8>> = scenario
            .packets()
            .iter()
            .map(|packet| {
                let vxlan = [&[0xc0, 1][..], &4789_u16.to_be_bytes(), &[0; 4], &[8, 0, 0, 0, 0, 0, 42, 0], &packet.bytes].concat();
                let length = u16::try_from(20 + vxlan.len()).unwrap().to_be_bytes();
                let outer = [0x45, 0, length[0], length[1], 0, 0, 0, 0, 64, 17, 0, 0, 9, 9, 9, 9, 8, 8, 8, 8];
                [&[0; 12][..], &[0x08, 0x00], &outer, &vxlan].concat()
            })
            .collect();
        let (expected, _) = judged(&scenario.packets().iter().map(|packet| packet.bytes.to_vec()).collect::<Vec<_>>(), &scenario.keys());
        let (snapshot, octets) = judged(&tunnelled, &scenario.keys());
        assert_eq!(snapshot.frames.len(), expected.frames.len());
        let found = |snapshot: &Snapshot| snapshot.findings.iter().map(|(_, finding)| finding.rule.id).collect::<Vec<_>>();
        assert_eq!(found(&snapshot), found(&expected));
        assert!(snapshot.frames.iter().all(|(at, _)| octets.frame(&snapshot, FrameId::from_index(at)).is_ok()));
        cut(&folder_of(&tunnelled, &scenario.keys()));
    }
}
