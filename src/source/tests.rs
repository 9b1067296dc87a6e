//! Tests of whole files, built octet by octet.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;

use super::format::Order;
use super::medium::Medium;
use super::{Error, FileSource, Source as _};
use crate::base::input::{Input, LinkType, Loss, Packet};

/// Numbers in the octet order of a file.
struct Writer {
    order: Order,
    out: Vec<u8>,
}

impl Writer {
    fn new(order: Order) -> Self {
        Self { order, out: Vec::new() }
    }

    fn u16(&mut self, number: u16) -> &mut Self {
        self.out.extend(if self.order == Order::Little { number.to_le_bytes() } else { number.to_be_bytes() });
        self
    }

    fn u32(&mut self, number: u32) -> &mut Self {
        self.out.extend(if self.order == Order::Little { number.to_le_bytes() } else { number.to_be_bytes() });
        self
    }

    fn octets(&mut self, octets: &[u8]) -> &mut Self {
        self.out.extend(octets);
        self
    }

    fn block(&mut self, kind: u32, body: &[u8]) -> &mut Self {
        let padded = body.len().next_multiple_of(4);
        let len = u32::try_from(padded + 12).unwrap();
        self.u32(kind).u32(len).octets(body).octets(&vec![0; padded - body.len()]).u32(len)
    }

    fn section(&mut self) -> &mut Self {
        let mut body = Self::new(self.order);
        body.u32(0x1a2b_3c4d).u16(1).u16(0).u32(u32::MAX).u32(u32::MAX);
        self.block(0x0a0d_0d0a, &body.out)
    }

    fn interface(&mut self, link: u16, options: &[u8]) -> &mut Self {
        let mut body = Self::new(self.order);
        body.u16(link).u16(0).u32(100).octets(options);
        self.block(1, &body.out)
    }

    fn enhanced(&mut self, interface: u32, time: u32, octets: &[u8]) -> &mut Self {
        let len = u32::try_from(octets.len()).unwrap();
        let mut body = Self::new(self.order);
        body.u32(interface).u32(0).u32(time).u32(len).u32(len + 1).octets(octets);
        self.block(6, &body.out)
    }

    fn secrets(&mut self, kind: u32, text: &[u8]) -> &mut Self {
        let mut body = Self::new(self.order);
        body.u32(kind).u32(u32::try_from(text.len()).unwrap()).octets(text);
        self.block(10, &body.out)
    }
}

fn pcap(order: Order, magic: u32, packets: &[&[u8]]) -> Vec<u8> {
    let mut file = Writer::new(order);
    file.u32(magic).u16(2).u16(4).u32(0).u32(0).u32(65_535).u32(101);
    for (at, packet) in (1..).zip(packets) {
        let len = u32::try_from(packet.len()).unwrap();
        file.u32(at).u32(5).u32(len).u32(len);
        if magic == 0xa1b2_cd34 {
            file.u32(0).u32(0);
        }
        file.octets(packet);
    }
    file.out
}

fn gzip(octets: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(octets).unwrap();
    encoder.finish().unwrap()
}

fn stored(octets: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("capture");
    std::fs::write(&path, octets).unwrap();
    (folder, path)
}

fn drain(source: &mut FileSource) -> Vec<Input> {
    let mut inputs = Vec::new();
    while source.next_batch(&mut inputs, 3).unwrap() {}
    inputs
}

fn read(octets: &[u8]) -> Vec<Input> {
    let (_folder, path) = stored(octets);
    drain(&mut FileSource::open(&[path]).unwrap())
}

fn open_error(octets: &[u8]) -> Error {
    let (_folder, path) = stored(octets);
    FileSource::open(&[path]).err().unwrap()
}

fn packets(inputs: &[Input]) -> Vec<&Packet> {
    inputs.iter().filter_map(|input| if let Input::Packet(packet) = input { Some(packet) } else { None }).collect()
}

/// Each input in a word or two; the name of the file is left out.
fn told(inputs: &[Input]) -> Vec<String> {
    let tell = |input: &Input| match input {
        Input::File { .. } => "file".to_owned(),
        Input::Turn { input } => format!("turn {input}"),
        Input::Packet(packet) => {
            format!("{} {} {}", packet.id.0, packet.time.0, String::from_utf8_lossy(&packet.bytes))
        }
        Input::Secrets(secret) => format!("secrets {}", String::from_utf8_lossy(secret.expose())),
        Input::Loss(Loss::Drops(cause, count)) => format!("drops {count} {}", cause.name()),
        Input::Loss(Loss::Overwritten(count)) => format!("overwritten {count}"),
        Input::Loss(Loss::FileDamaged { offset, detail }) => format!("damage at {offset}: {detail}"),
    };
    inputs.iter().map(tell).collect()
}

#[test]
fn classic_files_of_both_orders_and_resolutions_are_read() {
    for order in [Order::Little, Order::Big] {
        for (magic, nanos) in [(0xa1b2_c3d4, 5000), (0xa1b2_3c4d, 5), (0xa1b2_cd34, 5000)] {
            let inputs = read(&pcap(order, magic, &[b"one", b"", b"three"]));
            let first = format!("0 {} one", 1_000_000_000 + nanos);
            let (second, third) = (format!("1 {} ", 2_000_000_000_i64 + nanos), format!("2 {} three", 3_000_000_000_i64 + nanos));
            assert_eq!(told(&inputs), ["file".to_owned(), first, second, third]);
            assert_eq!(packets(&inputs)[0].link, LinkType::RAW);
        }
    }
}

#[test]
fn a_classic_file_without_packets_is_a_capture() {
    assert_eq!(told(&read(&pcap(Order::Little, 0xa1b2_c3d4, &[]))), ["file"]);
}

#[test]
fn octets_are_read_back_by_their_offset() {
    let octets = pcap(Order::Little, 0xa1b2_c3d4, &[b"one", b"three"]);
    for file in [octets.clone(), gzip(&octets)] {
        let (_folder, path) = stored(&file);
        let mut source = FileSource::open(&[path]).unwrap();
        let inputs = drain(&mut source);
        let mut buffer = [0; 5];
        source.read_at().read_at(0, packets(&inputs)[1].file_offset, &mut buffer).unwrap();
        assert_eq!(&buffer, b"three");
        assert!(source.read_at().read_at(1, 0, &mut buffer).is_err());
        assert_eq!(source.progress(), (octets.len() as u64, octets.len() as u64));
    }
}

#[test]
fn a_cut_file_is_read_as_far_as_it_goes() {
    let octets = pcap(Order::Little, 0xa1b2_c3d4, &[b"one", b"three"]);
    let cut = |len: usize| told(&read(&octets[..len])).split_off(1);
    assert_eq!(cut(octets.len() - 1), ["0 1000005000 one", "damage at 43: cut in the middle of packet 2"]);
    assert_eq!(cut(50), ["0 1000005000 one", "damage at 43: cut in the middle of packet 2"]);
    assert_eq!(cut(43), ["0 1000005000 one"]);
    assert_eq!(cut(10), ["damage at 0: cut in the middle of the file header"]);
}

#[test]
fn a_cut_compressed_file_names_the_cause() {
    let noise: Vec<u8> = (0..20_000_u32).flat_map(|at| (at.wrapping_mul(2_654_435_761) >> 7).to_le_bytes()).collect();
    let packed = gzip(&pcap(Order::Little, 0xa1b2_c3d4, &[b"one", &noise]));
    let inputs = read(&packed[..packed.len() / 2]);
    let expected = ["file", "0 1000005000 one", "damage at 43: cut in the middle of packet 2: the compressed data is cut"];
    assert_eq!(told(&inputs), expected);
}

#[test]
fn an_absurd_length_ends_the_file_but_not_the_reading() {
    let mut bad = pcap(Order::Little, 0xa1b2_c3d4, &[b"one"]);
    bad.extend([0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
    let (_one, first) = stored(&bad);
    let (_two, second) = stored(&pcap(Order::Big, 0xa1b2_c3d4, &[b"two"]));
    let inputs = drain(&mut FileSource::open(&[first, second]).unwrap());
    let damage = "damage at 43: packet 2 claims 4294967295 octets";
    let expected = ["file", "file", "turn 0", "0 1000005000 one", damage, "turn 1", "1 1000005000 two"];
    assert_eq!(told(&inputs), expected);
}

#[test]
fn sections_of_either_order_follow_each_other() {
    let mut file = Vec::new();
    for order in [Order::Big, Order::Little] {
        let mut section = Writer::new(order);
        section.section().interface(1, &[]).interface(101, &[]).block(0x4000_0001, b"unknown");
        section.enhanced(1, 7, b"raw").enhanced(0, 8, b"ether");
        file.extend(section.out);
    }
    let inputs = read(&file);
    assert_eq!(told(&inputs), ["file", "0 7000 raw", "1 8000 ether", "2 7000 raw", "3 8000 ether"]);
    let links: Vec<u16> = packets(&inputs).iter().map(|packet| packet.link.0).collect();
    assert_eq!(links, [101, 1, 101, 1]);
    assert_eq!(packets(&inputs)[0].original_len, 4);
}

#[test]
fn simple_and_obsolete_packets_are_read() {
    let mut file = Writer::new(Order::Little);
    file.section().interface(101, &[]).enhanced(0, 9, b"enhanced");
    let mut simple = Writer::new(Order::Little);
    simple.u32(150).octets(&[b's'; 120]);
    file.block(3, &simple.out);
    let mut old = Writer::new(Order::Little);
    old.u16(0).u16(3).u32(0).u32(4).u32(3).u32(3).octets(b"old");
    file.block(2, &old.out);
    let inputs = read(&file.out);
    let simple = format!("1 9000 {}", "s".repeat(100));
    assert_eq!(told(&inputs), ["file", "0 9000 enhanced", &simple, "2 4000 old", "drops 3 program"]);
}

#[test]
fn drops_are_reported_once() {
    let mut file = Writer::new(Order::Little);
    file.section().interface(101, &[]);
    for dropped in [5_u8, 5, 7] {
        let mut body = Writer::new(Order::Little);
        body.u32(0).u32(0).u32(0).u16(7).u16(8).octets(&[dropped, 0, 0, 0, 0, 0, 0, 0]);
        body.u16(5).u16(8).octets(&[1, 0, 0, 0, 0, 0, 0, 0]).u32(0);
        file.block(5, &body.out);
    }
    let mut packet = Writer::new(Order::Little);
    packet.u32(0).u32(0).u32(1).u32(2).u32(2).octets(b"ok\0\0");
    packet.u16(4).u16(8).octets(&[9, 0, 0, 0, 0, 0, 0, 0]).u32(0);
    file.block(6, &packet.out);
    assert_eq!(told(&read(&file.out)), ["file", "drops 1 interface", "drops 5 kernel", "drops 2 kernel", "0 1000 ok", "drops 9 program"]);
}

#[test]
fn secrets_of_every_file_come_before_the_first_packet() {
    let mut first = Writer::new(Order::Little);
    first.section().interface(101, &[]).enhanced(0, 1, b"a").secrets(0x544c_534b, b"CLIENT x y\n");
    let mut second = Writer::new(Order::Big);
    second.section().interface(101, &[]).enhanced(0, 2, b"b").secrets(0x1111_1111, b"no key log");
    second.secrets(0x4e50_414d, b"NPAMP x y\n");
    let (_one, one) = stored(&gzip(&first.out));
    let (_two, two) = stored(&second.out);
    let inputs = drain(&mut FileSource::open(&[one, two]).unwrap());
    let expected = ["file", "secrets CLIENT x y\n", "secrets NPAMP x y\n", "file", "turn 0", "0 1000 a", "turn 1", "1 2000 b"];
    assert_eq!(told(&inputs), expected);
}

#[test]
fn files_are_read_by_time_and_each_in_its_own_order() {
    let capture = |packets: &[(u32, &[u8])]| {
        let mut file = Writer::new(Order::Little);
        file.section().interface(101, &[]);
        for (time, octets) in packets {
            file.enhanced(0, *time, octets);
        }
        file.out
    };
    let one = capture(&[(2, b"c"), (4, b"e"), (3, b"f")]);
    let mut two = capture(&[(1, b"a"), (1, b"b"), (4, b"g"), (9, b"h")]);
    two.extend([6, 0, 0, 0]);
    let (_one, one) = stored(&one);
    let (_two, two) = stored(&gzip(&two));
    let (_three, three) = stored(&capture(&[]));
    let mut source = FileSource::open(&[one.clone(), two, three]).unwrap();
    let told_once = told(&drain(&mut source));
    let packets: Vec<&str> = told_once.iter().filter_map(|told| told.split(' ').nth(2).filter(|told| told.len() == 1)).collect();
    assert_eq!(packets, ["a", "b", "c", "e", "f", "g", "h"]);
    assert_eq!(told_once[..5], ["file", "file", "file", "turn 1", "0 1000 a"]);
    let damage = told_once.iter().position(|told| told.starts_with("damage")).unwrap();
    assert_eq!(told_once[..damage].iter().rfind(|told| told.starts_with("turn")).map(String::as_str), Some("turn 1"));
    let mut again = Vec::new();
    let mut source = crate::source::Source::again(&source);
    while source.next_batch(&mut again, 1).unwrap() {}
    assert_eq!(told(&again), told_once);
    let follow = FileSource::follow(&[one.clone(), one]).unwrap().as_it_comes();
    assert!(follow.merge.is_none(), "what grows is read in order");
}

#[test]
fn damaged_blocks_say_what_is_wrong() {
    let mut file = Writer::new(Order::Little);
    file.section().interface(101, &[]).enhanced(4, 1, b"lost").enhanced(0, 2, b"kept");
    let whole = file.out.clone();
    file.u32(6).u32(0).u32(0);
    let expected = [
        "file",
        "damage at 48: packet 1 names interface 4, which is not described",
        "0 2000 kept",
        "damage at 120: block length 0 is impossible",
    ];
    assert_eq!(told(&read(&file.out)), expected);
    assert_eq!(told(&read(&whole[..100]))[2..], ["damage at 84: cut in the middle of packet 2"]);
    assert_eq!(told(&read(&whole[..40]))[1..], ["damage at 28: cut in the middle of a block"]);
    assert_eq!(told(&read(&whole[..30]))[1..], ["damage at 28: cut in the middle of a block header"]);
}

#[test]
fn what_is_no_capture_is_refused_at_once() {
    let (_folder, good) = stored(&pcap(Order::Little, 0xa1b2_c3d4, &[]));
    let missing = good.with_file_name("missing");
    let message = |paths: &[PathBuf]| FileSource::open(paths).err().unwrap().to_string();
    assert!(message(&[good.clone(), missing]).contains("missing: no such file"));
    assert!(message(&[good.parent().unwrap().to_owned()]).contains("is a directory"));
    assert!(matches!(FileSource::open(&[]), Err(Error::NoInput)));
    assert!(matches!(open_error(b""), Error::Empty { .. }));
    assert!(matches!(open_error(&gzip(b"")), Error::Empty { .. }));
    assert!(open_error(b"hello world, this is text").to_string().contains("(text)"));
    assert!(open_error(b"PK\x03\x04\0\0").to_string().contains("zip archive"));
    assert!(open_error(&[1, 2]).to_string().contains("it begins with 01 02"));
    assert!(open_error(b"\x1f\x8b\xff\xff\xff\xff\xff\xff").to_string().contains("compressed data"));
}

/// A pipe whose writer gives a piece when it is told to.
struct Dribble(std::sync::mpsc::Receiver<Vec<u8>>, Vec<u8>);

impl Read for Dribble {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            let Ok(piece) = self.0.recv() else { return Ok(0) };
            self.1 = piece;
        }
        let count = self.1.len().min(out.len());
        out[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// Reads until something comes or the end.
fn something(source: &mut FileSource) -> Vec<String> {
    let mut batch = Vec::new();
    while batch.is_empty() && source.next_batch(&mut batch, 100).unwrap() {}
    told(&batch)
}

#[test]
fn a_pipe_read_as_it_comes_gives_what_has_come() {
    let mut file = Writer::new(Order::Little);
    file.section().interface(101, &[]).enhanced(0, 1, b"a");
    let front = file.out.len();
    file.secrets(0x544c_534b, b"CLIENT x y\n").enhanced(0, 2, b"b");
    let (writer, pipe) = std::sync::mpsc::channel();
    writer.send(file.out[..front].to_vec()).unwrap();
    let medium = Medium::stream("pipe".to_owned(), Box::new(Dribble(pipe, Vec::new())), true);
    let mut source = FileSource::from_media(std::iter::once(medium)).unwrap().as_it_comes();
    assert_eq!(something(&mut source)[0], "file");
    let mut batch = Vec::new();
    while source.packets_given() < 1 {
        assert!(source.next_batch(&mut batch, 100).unwrap());
    }
    assert_eq!(source.progress().1, 0);
    writer.send(file.out[front..].to_vec()).unwrap();
    drop(writer);
    let mut rest = Vec::new();
    while source.next_batch(&mut rest, 100).unwrap() {}
    assert_eq!(told(&rest), ["secrets CLIENT x y\n", "1 2000 b"]);
}

#[test]
fn a_pipe_is_read_to_its_end_first_when_its_secrets_may_stand_there() {
    let mut file = Writer::new(Order::Little);
    file.section().interface(101, &[]).enhanced(0, 1, b"a");
    let front = file.out.len();
    file.secrets(0x544c_534b, b"CLIENT x y\n");
    let (writer, pipe) = std::sync::mpsc::channel();
    writer.send(file.out[..front].to_vec()).unwrap();
    let medium = Medium::stream("pipe".to_owned(), Box::new(Dribble(pipe, Vec::new())), true);
    let mut source = FileSource::from_media(std::iter::once(medium)).unwrap();
    let mut batch = Vec::new();
    for _ in 0..10 {
        assert!(source.next_batch(&mut batch, 100).unwrap() && batch.is_empty());
    }
    writer.send(file.out[front..].to_vec()).unwrap();
    drop(writer);
    while source.next_batch(&mut batch, 100).unwrap() {}
    assert_eq!(told(&batch), ["file", "secrets CLIENT x y\n", "0 1000 a"]);
}

#[test]
fn a_file_that_grows_is_followed_to_the_next_one_of_its_ring_and_read_again_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let octets = pcap(Order::Little, 0xa1b2_c3d4, &[b"one", b"two"]);
    std::fs::write(path("a_00001_20260730120000.pcap"), &octets[..30]).unwrap();
    let mut source = FileSource::follow(&[path("a_00001_20260730120000.pcap")]).unwrap();
    assert_eq!(something(&mut source), ["file"]);
    let mut batch = Vec::new();
    assert!(source.next_batch(&mut batch, 100).unwrap() && batch.is_empty());
    std::fs::write(path("a_00001_20260730120000.pcap"), &octets).unwrap();
    assert_eq!(something(&mut source)[..], ["0 1000005000 one", "1 2000005000 two"]);
    std::fs::write(path("a_00002_20260730120100.pcap"), pcap(Order::Little, 0xa1b2_c3d4, &[b"three"])).unwrap();
    assert_eq!(something(&mut source), ["file", "2 1000005000 three"]);
    source.stop();
    assert!(!source.next_batch(&mut batch, 100).unwrap());
    let (mut again, mut second) = (source.again(), Vec::new());
    while again.next_batch(&mut second, 100).unwrap() {}
    assert_eq!(told(&second), ["file", "0 1000005000 one", "1 2000005000 two", "file", "2 1000005000 three"]);
}

#[test]
fn a_followed_file_that_is_cut_is_damaged_and_followed_anew_but_not_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pcap");
    std::fs::write(&path, pcap(Order::Little, 0xa1b2_c3d4, &[b"one", b"two"])).unwrap();
    let mut source = FileSource::follow(std::slice::from_ref(&path)).unwrap();
    let mut batch = Vec::new();
    while source.packets_given() < 2 {
        assert!(source.next_batch(&mut batch, 100).unwrap());
    }
    let place = packets(&batch)[0].file_offset;
    let octets = source.read_at();
    let mut buffer = [0; 3];
    octets.read_at(0, place, &mut buffer).unwrap();
    assert_eq!(&buffer, b"one");
    std::fs::write(&path, pcap(Order::Little, 0xa1b2_c3d4, &[b"new"])).unwrap();
    assert_eq!(
        something(&mut source),
        ["damage at 62: the file was cut, or written anew, while it was followed", "file", "2 1000005000 new"]
    );
    let refused = octets.read_at(0, place, &mut buffer).unwrap_err();
    assert_eq!(refused.to_string(), "the file was cut, or written anew, while it was followed");
    octets.read_at(1, place, &mut buffer).unwrap();
    assert_eq!(&buffer, b"new");
}

#[test]
fn a_file_that_is_written_anew_is_not_read_back_and_one_that_grows_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pcap");
    std::fs::write(&path, pcap(Order::Little, 0xa1b2_c3d4, &[b"one"])).unwrap();
    let mut source = FileSource::open(std::slice::from_ref(&path)).unwrap();
    let mut batch = Vec::new();
    while source.next_batch(&mut batch, 100).unwrap() {}
    let (place, octets, mut buffer) = (packets(&batch)[0].file_offset, source.read_at(), [0; 3]);
    let change = |octets: &[u8], seconds: u64| {
        std::fs::write(&path, octets).unwrap();
        let at = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
        std::fs::File::options().append(true).open(&path).unwrap().set_modified(at).unwrap();
    };
    change(&pcap(Order::Little, 0xa1b2_c3d4, &[b"one", b"two"]), 1_000_000);
    octets.read_at(0, place, &mut buffer).unwrap();
    assert_eq!(&buffer, b"one");
    change(&pcap(Order::Little, 0xa1b2_c3d4, &[b"new", b"two"]), 2_000_000);
    let refused = octets.read_at(0, place, &mut buffer).unwrap_err();
    assert_eq!(refused.to_string(), "the file was written anew since it was opened");
}

#[test]
fn packets_longer_than_the_window_are_whole() {
    let long = vec![7; 3 << 20];
    let inputs = read(&pcap(Order::Little, 0xa1b2_c3d4, &[b"short", &long, b"short"]));
    let lens: Vec<usize> = packets(&inputs).iter().map(|packet| packet.bytes.len()).collect();
    assert_eq!(lens, [5, 3 << 20, 5]);
}

/// A pcapng file with every kind of block.
fn rich(order: Order) -> Vec<u8> {
    let mut file = Writer::new(order);
    file.section().interface(1, &[9, 0, 1, 0, 0x8a, 0, 0, 0]).enhanced(0, 7, b"seven").secrets(0x544c_534b, b"CLIENT x y\n");
    let mut packet = Writer::new(order);
    packet.u32(0).u32(0).u32(1).u32(2).u32(2).octets(b"ok\0\0").u16(4).u16(8).octets(&[9; 8]).u16(4).u16(8).octets(&[9; 8]).u32(0);
    let mut old = Writer::new(order);
    old.u16(0).u16(3).u32(0).u32(4).u32(3).u32(3).octets(b"old");
    file.block(6, &packet.out).block(5, &[0; 32]).block(3, b"\x03\0\0\0abc").block(2, &old.out).section().out.clone()
}

proptest! {
    #[test]
    fn any_damage_is_survived_and_the_reading_ends(
        order in prop_oneof![Just(Order::Little), Just(Order::Big)],
        changes in proptest::collection::vec((4_usize..400, any::<u8>()), 1..12),
        classic in any::<bool>(),
    ) {
        let mut octets = if classic { pcap(order, 0xa1b2_c3d4, &[b"one", &[0; 90], b"three"]) } else { rich(order) };
        for (at, octet) in changes {
            let at = at % octets.len();
            if at >= 4 {
                octets[at] = octet;
            }
        }
        let inputs = read(&octets);
        prop_assert!(inputs.len() <= 40);
    }
}

#[test]
fn every_shared_capture_has_the_packets_its_table_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/captures");
    let Ok(table) = std::fs::read_to_string(folder.join("README.md")) else {
        assert!(option_env!("CI").is_none(), "the shared captures are missing");
        eprintln!("skipped: no shared captures");
        return;
    };
    let rows = table.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `")?.split('|');
        let name = cells.next()?.trim().trim_end_matches('`');
        Some((name.to_owned(), cells.nth(1)?.trim().parse::<usize>().ok()?))
    });
    let expected: HashMap<String, usize> = rows.collect();
    assert!(expected.len() > 20);
    for (name, count) in expected.into_iter().collect::<std::collections::BTreeMap<_, _>>() {
        let inputs = drain(&mut FileSource::open(&[folder.join(&name)]).unwrap());
        assert_eq!(packets(&inputs).len(), count, "{name}");
        assert!(!inputs.iter().any(|input| matches!(input, Input::Loss(Loss::FileDamaged { .. }))), "{name}");
    }
}
