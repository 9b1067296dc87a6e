use super::*;
use crate::base::id::PacketId;
use crate::base::time::Timestamp;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

fn mark(packet: u32) -> Mark {
    Mark { packet: PacketId(packet), time: Timestamp(i64::from(packet)) }
}

fn frame(seq: u64, payload: &[u8]) -> Vec<u8> {
    let header = Header::new(0, Channel::MEMORY, FrameType::PING, seq, u32::try_from(payload.len()).unwrap());
    [&header.encode()[..], payload].concat()
}

/// Feeds a stream in chunks of `size`, one packet each, without the octets of `holes`.
fn split(stream: &[u8], size: usize, start_seen: bool, holes: &[std::ops::Range<usize>]) -> Vec<Piece> {
    let mut splitter = Splitter::new(&Limits::default(), start_seen);
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut packet = 0;
    while at < stream.len() {
        if let Some(hole) = holes.iter().find(|hole| hole.start == at) {
            splitter.gap(at as u64, hole.len() as u64, mark(packet));
            at = hole.end;
        } else {
            let stop = holes.iter().map(|hole| hole.start).filter(|&start| start > at).min().unwrap_or(stream.len());
            let end = (at + size).min(stop);
            splitter.push(at as u64, Bytes::copy_from_slice(&stream[at..end]), mark(packet));
            at = end;
        }
        packet += 1;
        while let Some(piece) = splitter.poll() {
            pieces.push(piece);
        }
    }
    splitter.finish(mark(packet));
    while let Some(piece) = splitter.poll() {
        pieces.push(piece);
    }
    pieces
}

/// Short words for pieces: `f12` a frame at 12, `?` without payload, `!` with a wrong CRC; `g12+3` garbage; `t12:3/36` a cut frame.
fn words(pieces: &[Piece]) -> String {
    let word = |piece: &Piece| match piece {
        Piece::Frame { offset, complete, crc_ok, .. } => {
            format!("f{offset}{}{}", if *complete { "" } else { "?" }, if *crc_ok { "" } else { "!" })
        }
        Piece::Garbage { offset, length, resynced, between, .. } => {
            format!("g{offset}+{length}{}{}", if *resynced { "r" } else { "" }, if *between { "b" } else { "" })
        }
        Piece::Truncated { offset, have, need, .. } => format!("t{offset}:{have}/{need}"),
    };
    pieces.iter().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn splits_the_same_way_however_the_octets_arrive() {
    let stream = [frame(0, b"one"), frame(1, &[]), frame(2, &[7; 500])].concat();
    for size in [1, 2, 35, 36, 37, 39, 40, 100, 4096] {
        assert_eq!(words(&split(&stream, size, true, &[])), "f0 f39 f75", "chunks of {size}");
        assert_eq!(words(&split(&stream, size, false, &[])), "f0 f39 f75", "chunks of {size}, start not seen");
    }
}

#[test]
fn a_frame_in_one_chunk_shares_its_octets() {
    let chunk = Bytes::from([frame(0, b"one"), frame(1, b"two")].concat());
    let mut splitter = Splitter::new(&Limits::default(), true);
    splitter.push(0, chunk.clone(), mark(0));
    let Some(Piece::Frame { octets, .. }) = splitter.poll() else { panic!("no frame") };
    assert_eq!(octets.as_ptr(), chunk.as_ptr());
    let Some(Piece::Frame { octets, .. }) = splitter.poll() else { panic!("no frame") };
    assert_eq!(octets.as_ptr(), chunk[39..].as_ptr());
    assert!(splitter.synced());
}

#[test]
fn the_mark_is_that_of_the_packet_with_the_last_octet() {
    let stream = frame(0, &[1; 64]);
    let pieces = split(&stream, 50, true, &[]);
    assert!(matches!(pieces[0], Piece::Frame { mark: found, .. } if found == mark(1)));
}

#[test]
fn bad_magic_and_bad_version_with_a_right_crc_are_frames() {
    let mut bad = Header::new(0, Channel::MEMORY, FrameType::PING, 0, 0);
    bad.magic = *b"XPAM";
    bad.crc = bad.computed_crc();
    let mut version = Header::new(0, Channel::MEMORY, FrameType::PING, 0, 0);
    version.version = 3;
    version.crc = version.computed_crc();
    let stream = [bad.encode().to_vec(), version.encode().to_vec(), frame(1, b"x")].concat();
    assert_eq!(words(&split(&stream, 10, true, &[])), "f0 f36 f72");
}

#[test]
fn a_wrong_crc_is_a_frame_when_the_next_header_lies_where_its_length_says() {
    let mut bad = frame(1, b"payload");
    bad[22] ^= 1;
    let stream = [frame(0, b"a"), bad.clone(), bad.clone(), frame(2, b"b")].concat();
    for size in [1, 7, 43, 1000] {
        assert_eq!(words(&split(&stream, size, true, &[])), "f0 f37! f80! f123");
    }
    let at_the_end = [frame(0, b"a"), bad.clone()].concat();
    assert_eq!(words(&split(&at_the_end, 9, true, &[])), "f0 f37!");
    let pieces = split(&[frame(0, b"a"), bad, frame(2, &[])].concat(), 10, true, &[]);
    assert!(matches!(pieces[1], Piece::Frame { mark: found, .. } if found == mark(7)), "octet 79 came in packet 7");
}

#[test]
fn a_frame_with_a_wrong_crc_that_ends_with_its_segment_waits_for_nothing() {
    let mut broken = frame(0, b"payload");
    broken[24] ^= 1;
    let mut splitter = Splitter::new(&Limits::default(), true);
    splitter.push(0, broken.into(), mark(0));
    assert_eq!(words(&splitter.poll().into_iter().collect::<Vec<_>>()), "f0!");
}

#[test]
fn a_wrong_length_is_garbage_up_to_the_next_header() {
    let mut bad = frame(1, b"payload");
    bad[20] = 9;
    let stream = [frame(0, b"a"), bad, frame(2, b"b")].concat();
    assert_eq!(words(&split(&stream, 11, true, &[])), "f0 g37+43rb f80");
}

#[test]
fn garbage_between_frames_is_named_with_its_first_octets() {
    let stream = [frame(0, b"a"), b"NPA??NPAM and more of this".repeat(5), frame(1, b"b")].concat();
    for size in [1, 3, 36, 50, 1000] {
        let pieces = split(&stream, size, true, &[]);
        assert_eq!(words(&pieces), "f0 g37+130rb f167", "chunks of {size}");
        let Piece::Garbage { head, after_gap, at_start, .. } = &pieces[1] else { panic!("no garbage") };
        assert_eq!(&head[..], &stream[37..101]);
        assert!(!after_gap && !at_start);
    }
}

#[test]
fn a_capture_that_starts_inside_a_frame_finds_the_next_one() {
    let stream = [frame(0, &[3; 100]), frame(1, b"b")].concat();
    let pieces = split(&stream[50..], 20, false, &[]);
    assert_eq!(words(&pieces), "g0+86r f86");
    assert!(matches!(pieces[0], Piece::Garbage { at_start: true, between: false, .. }));
}

#[test]
fn a_header_that_a_search_finds_at_the_end_waits_for_nothing() {
    let stream = [b"noise".as_slice(), &frame(0, &[])].concat();
    for size in [1, 5, 36, 100] {
        assert_eq!(words(&split(&stream, size, false, &[])), "g0+5r f5", "chunks of {size}");
    }
    let stream = [b"noise".as_slice(), &frame(0, &[5; 40]), &frame(1, &[])].concat();
    let payload = 41..81;
    assert_eq!(words(&split(&stream, 1, false, &[payload])), "g0+5r f5? f81");
}

#[test]
fn a_gap_inside_a_payload_costs_that_frame_only() {
    let stream = [frame(0, b"a"), frame(1, &[5; 300]), frame(2, b"c"), frame(3, b"d")].concat();
    for size in [1, 40, 1000] {
        let hole = 100..200;
        assert_eq!(words(&split(&stream, size, true, &[hole])), "f0 f37? f373 f410");
        let to_the_boundary = 100..373;
        assert_eq!(words(&split(&stream, size, true, &[to_the_boundary])), "f0 f37? f373 f410");
        let beyond = 100..380;
        let pieces = split(&stream, size, true, &[beyond]);
        assert_eq!(words(&pieces), "f0 f37? g380+30rb f410");
        assert!(matches!(pieces[2], Piece::Garbage { after_gap: true, .. }));
        let header = 50..60;
        assert_eq!(words(&split(&stream, size, true, &[header])), "f0 g60+313rb f373 f410");
        let whole = 37..373;
        assert_eq!(words(&split(&stream, size, true, &[whole])), "f0 f373 f410");
    }
}

#[test]
fn the_end_of_the_stream_inside_a_frame_is_said() {
    let stream = [frame(0, b"a"), frame(1, &[5; 300])].concat();
    assert_eq!(words(&split(&stream[..50], 20, true, &[])), "f0 t37:13/36");
    assert_eq!(words(&split(&stream[..100], 20, true, &[])), "f0 f37? t37:63/336");
    assert_eq!(words(&split(&[&stream[..37], b"zzz"].concat(), 20, true, &[])), "f0 g37+3");
}

#[test]
fn an_oversize_frame_keeps_its_header_and_its_boundary() {
    let limits = Limits { frame_octets: 100, ..Limits::default() };
    let mut splitter = Splitter::new(&limits, true);
    splitter.push(0, Bytes::from([frame(0, &[1; 65]), frame(1, b"b")].concat()), mark(0));
    let pieces: Vec<Piece> = std::iter::from_fn(|| splitter.poll()).collect();
    assert_eq!(words(&pieces), "f0? f101");
}

#[test]
fn an_unfinished_frame_that_is_passed_over_keeps_its_header_and_its_boundary() {
    let stream = [frame(0, &[1; 300]), frame(1, b"b")].concat();
    let mut splitter = Splitter::new(&Limits::default(), true);
    splitter.pass_over_partial();
    splitter.push(0, Bytes::from(stream[..200].to_vec()), mark(0));
    assert_eq!((splitter.poll(), splitter.partial()), (None, 200));
    splitter.pass_over_partial();
    assert_eq!((splitter.partial(), splitter.take_passed_over(), splitter.take_passed_over()), (0, 1, 0));
    splitter.push(200, Bytes::from(stream[200..].to_vec()), mark(1));
    let pieces: Vec<Piece> = std::iter::from_fn(|| splitter.poll()).collect();
    assert_eq!(words(&pieces), "f0? f336");
}

#[test]
fn a_stream_without_headers_is_not_held() {
    let mut splitter = Splitter::new(&Limits::default(), true);
    for at in 0..100 {
        splitter.push(at * 1000, Bytes::from(vec![b'N'; 1000]), mark(0));
        assert_eq!(splitter.poll(), None);
        assert!(splitter.held.len() < 40);
    }
    splitter.finish(mark(1));
    assert_eq!(words(&[splitter.poll().unwrap()]), "g0+100000");
}

#[test]
fn a_doubtful_header_is_given_up_after_the_bound() {
    let limits = Limits { resync_octets: 1000, ..Limits::default() };
    let mut splitter = Splitter::new(&limits, true);
    let mut bad = frame(0, &[9; 3000]);
    bad[22] ^= 1;
    let stream = [bad, frame(1, b"b")].concat();
    for (at, chunk) in stream.chunks(100).enumerate() {
        splitter.push(at as u64 * 100, Bytes::copy_from_slice(chunk), mark(0));
    }
    let pieces: Vec<Piece> = std::iter::from_fn(|| splitter.poll()).collect();
    assert_eq!(words(&pieces), "g0+3036r f3036");
    assert!(splitter.held.len() < 1100);
}

#[test]
fn one_octet_segments_of_a_large_frame_take_linear_time() {
    let stream = frame(0, &vec![0; 1 << 20]);
    assert_eq!(words(&split(&stream, 1, true, &[])), "f0");
}

proptest::proptest! {
    #[test]
    fn random_octets_in_random_chunks_are_accounted_for(
        octets in proptest::collection::vec(proptest::sample::select(b"NPAM\0\x01\x20".to_vec()), 0..400),
        frames in proptest::collection::vec(0_usize..80, 0..5),
        sizes in proptest::collection::vec(1_usize..90, 1..20),
        start_seen in proptest::bool::ANY,
    ) {
        let stream = [octets, frames.iter().flat_map(|length| frame(0, &vec![7; *length])).collect()].concat();
        let mut splitter = Splitter::new(&Limits::default(), start_seen);
        let mut at = 0;
        for size in sizes.iter().cycle() {
            let end = (at + size).min(stream.len());
            splitter.push(at as u64, Bytes::copy_from_slice(&stream[at..end]), mark(0));
            at = end;
            if at == stream.len() {
                break;
            }
        }
        splitter.finish(mark(1));
        let mut covered = 0;
        while let Some(piece) = splitter.poll() {
            let (offset, length) = match &piece {
                Piece::Frame { offset, octets, .. } => (*offset, octets.len() as u64),
                Piece::Garbage { offset, length, .. } => (*offset, *length),
                Piece::Truncated { .. } => continue,
            };
            proptest::prop_assert_eq!(offset, covered, "pieces lie one behind the other");
            covered = offset + length;
        }
        proptest::prop_assert!(covered <= stream.len() as u64);
        proptest::prop_assert!(frames.is_empty() || covered == stream.len() as u64, "whole frames end the stream");
    }

    #[test]
    fn random_gaps_never_confuse_offsets(
        lengths in proptest::collection::vec(0_usize..120, 1..8),
        holes in proptest::collection::vec((0_usize..700, 1_usize..200), 0..4),
        size in 1_usize..100,
    ) {
        let stream: Vec<u8> = lengths.iter().enumerate().flat_map(|(seq, length)| frame(seq as u64, &vec![7; *length])).collect();
        let mut cuts: Vec<std::ops::Range<usize>> = Vec::new();
        let mut sorted = holes;
        sorted.sort_unstable();
        for (start, length) in sorted {
            let start = start.max(cuts.last().map_or(0, |cut| cut.end + 1));
            if start + length < stream.len() {
                cuts.push(start..start + length);
            }
        }
        for piece in split(&stream, size, true, &cuts) {
            if let Piece::Frame { offset, octets, header, complete, crc_ok, .. } = piece {
                let at = usize::try_from(offset).unwrap();
                proptest::prop_assert!(crc_ok);
                proptest::prop_assert_eq!(&octets[..], &stream[at..at + octets.len()]);
                proptest::prop_assert_eq!(octets.len() as u64, if complete { header.frame_len() } else { 36 });
                let frame = at..at + usize::try_from(header.frame_len()).unwrap();
                proptest::prop_assert!(!complete || cuts.iter().all(|cut| cut.end <= frame.start || frame.end <= cut.start));
            }
        }
    }
}
