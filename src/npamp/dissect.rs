//! Header and TLV bodies as a field tree. Spans are exact; a note says what is wrong with a value and why.

use crate::base::span::ByteSpan;
use crate::base::tree::{Mark, TreeBuilder, Value};
use crate::npamp::handshake::message::pairs;
use crate::npamp::header::{COVERED_LEN, HEADER_LEN, Header, MAGIC, VERSION, crc_of, flag};
use crate::npamp::tlv::{Tlv, TlvBody};
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;
use crate::spec::profile::Profile;
use crate::spec::suite::{Kem, Signature, Suite};
use crate::spec::tlv::TlvType;

/// Flags with their names, and the generation that reserves them.
const FLAGS: [(u8, &str, bool); 4] =
    [(flag::URG, "URG", true), (flag::ENC, "ENC", false), (flag::COMP, "COMP", false), (flag::FRAG, "FRAG", true)];
/// Offset of the reserved octets.
const RESERVED_AT: usize = 25;

/// Adds the header's fields. `generation` decides which flags are reserved; spans count in the header.
pub fn header(tree: &mut TreeBuilder, octets: &[u8], generation: Option<Generation>) {
    let Ok(header) = Header::decode(octets) else {
        tree.octets("", "Header", octets, ByteSpan::new(0, octets.len()));
        tree.note(Mark::Bad, format!("{} of {HEADER_LEN} octets", octets.len()));
        return;
    };
    let whole = ByteSpan::new(0, HEADER_LEN);
    let summary = format!("{} on {}, sequence {}", header.frame_type.label(header.channel), header.channel.label(), header.seq);
    tree.group("Frame header", summary, whole, |tree| header_fields(tree, octets, &header, generation));
}

/// Whether a frame's payload is nothing but TLVs, for a frame that is read as its type says.
pub fn is_tlv_body(channel: Channel, frame_type: FrameType) -> bool {
    matches!(frame_type, FrameType::KEY_UPDATE | FrameType::KEY_UPDATE_ACK)
        || channel == Channel::CONTROL && (FrameType::CLIENT_HELLO.0..=FrameType::REKEM_ACK.0).contains(&frame_type.0)
}

/// Adds a TLV-only body of the handshake, of a key update or of the ratchet; spans count in the payload.
pub fn tlv_body(tree: &mut TreeBuilder, payload: &[u8], channel: Channel, frame_type: FrameType, generation: Option<Generation>) {
    let body = TlvBody::walk(payload);
    let summary = format!("{} TLVs, {} octets", body.items.len(), payload.len());
    tree.group(&frame_type.label(channel), summary, ByteSpan::new(0, payload.len()), |tree| {
        for tlv in &body.items {
            tlv_field(tree, payload, tlv, generation);
        }
        if let Some(fault) = body.fault {
            let rest = ByteSpan::new(fault.at as usize, payload.len());
            tree.octets("", "cut TLV", rest.of(payload), rest);
            tree.note(Mark::Bad, format!("needs {} octets, {} are left", fault.need, fault.have));
        }
    });
}

fn header_fields(tree: &mut TreeBuilder, octets: &[u8], header: &Header, generation: Option<Generation>) {
    let span = ByteSpan::new;
    tree.octets("frame.magic", "Magic", &header.magic, span(0, 4));
    if header.magic != MAGIC {
        tree.note(Mark::Bad, "must be 4e50414d (NPAM)");
    }
    tree.uint("frame.version", "Version", u64::from(header.version), span(4, 5));
    if header.version != VERSION {
        tree.note(Mark::Bad, format!("must be {VERSION}"));
    }
    flags(tree, header, generation);
    tree.code(
        "frame.type",
        "Type",
        u64::from(header.frame_type.0),
        code_text(header.frame_type.name(header.channel), header.frame_type.0),
        span(5, 7),
    );
    if header.frame_type == FrameType::ZERO {
        tree.note(Mark::Bad, "0x0000 may never be used");
    } else if generation == Some(Generation::Three) && header.channel == Channel::CONTROL && is_refused(header.frame_type) {
        tree.note(Mark::Plain, "legal, but the reference implementation answers it on Control with unexpected_message");
    }
    tree.code(
        "frame.channel",
        "Channel",
        u64::from(header.channel.0),
        code_text(Some(&header.channel.label()), header.channel.0),
        span(7, 9),
    );
    if header.channel == Channel::FORBIDDEN {
        tree.note(Mark::Bad, "0xFFFF may never be used");
    }
    tree.uint("frame.seq", "Sequence", header.seq, span(9, 17));
    tree.uint("frame.length", "Payload length", u64::from(header.payload_len), span(17, COVERED_LEN));
    if header.has(flag::ENC) && header.payload_len < 16 {
        tree.note(Mark::Bad, "shorter than the 16 octets of a tag");
    }
    let crc = span(COVERED_LEN, RESERVED_AT);
    tree.code("frame.crc", "CRC32C", u64::from(header.crc), format!("0x{:08x}", header.crc), crc);
    let computed = crc_of(octets);
    if computed == header.crc {
        tree.note(Mark::Plain, "verifies");
    } else {
        tree.note(Mark::Bad, format!("computed 0x{computed:08x}"));
    }
    tree.octets("frame.reserved", "Reserved", &header.reserved, span(RESERVED_AT, HEADER_LEN));
    if header.reserved != [0; 11] {
        tree.note(Mark::Bad, "must be zero");
    }
}

/// Types that the state table of generation 3 leaves out although other sections define them (G-09).
const fn is_refused(frame_type: FrameType) -> bool {
    matches!(
        frame_type,
        FrameType::PING
            | FrameType::PONG
            | FrameType::PATH_CHALLENGE
            | FrameType::PATH_RESPONSE
            | FrameType::FLOW_UPDATE
            | FrameType::HELLO
            | FrameType::HELLO_DONE
    )
}

fn flags(tree: &mut TreeBuilder, header: &Header, generation: Option<Generation>) {
    let set = FLAGS.iter().filter(|(bit, ..)| header.has(*bit));
    let names = set.clone().map(|(_, name, _)| *name).collect::<Vec<_>>().join(", ");
    let text = if names.is_empty() { "none".to_owned() } else { format!("0x{:x} ({names})", header.flags) };
    tree.code("frame.flags", "Flags", u64::from(header.flags), text, ByteSpan::new(4, 5));
    let reserved = generation == Some(Generation::Three) && set.clone().any(|(_, _, reserved)| *reserved);
    if reserved {
        tree.note(Mark::Bad, "URG and FRAG are reserved in generation 3");
    }
}

fn tlv_field(tree: &mut TreeBuilder, payload: &[u8], tlv: &Tlv, generation: Option<Generation>) {
    let value = tlv.value.of(payload);
    let span = tlv.value;
    match tlv.ty {
        TlvType::PROFILE_OFFER => profiles(tree, ("handshake.profile_offer", "Profile offered"), value, span),
        TlvType::PROFILE_SELECT => profiles(tree, ("handshake.profile", "Profile"), value, span),
        TlvType::KEM_OFFER => codes(tree, ("handshake.kem_offer", "KEM offered"), value, span, |code| kem(code, generation)),
        TlvType::KEM_SELECT => codes(tree, ("handshake.kem", "KEM"), value, span, |code| kem(code, generation)),
        TlvType::SIG_OFFER => {
            codes(tree, ("handshake.signature_offer", "Signature offered"), value, span, |code| signature(code, generation));
        }
        TlvType::SIG_SELECT => codes(tree, ("handshake.signature", "Signature"), value, span, |code| signature(code, generation)),
        TlvType::AEAD_OFFER => codes(tree, ("handshake.aead_offer", "AEAD offered"), value, span, suite),
        TlvType::AEAD_SELECT => codes(tree, ("handshake.aead", "AEAD"), value, span, suite),
        TlvType::KEM_SHARE => tree.octets("handshake.kem_share", "KEMShare", value, span),
        TlvType::KEM_CIPHERTEXT => tree.octets("handshake.kem_ciphertext", "KEMCiphertext", value, span),
        TlvType::IDENTITY_KEY => tree.octets("handshake.identity", "IdentityKey", value, span),
        TlvType::CERT_VERIFY => cert_verify(tree, value, span, generation),
        TlvType::FINISHED => tree.octets("handshake.finished", "Finished", value, span),
        TlvType::KEY_UPDATE_MARKER => marker(tree, ("ratchet.epoch", "Next epoch"), value, span),
        TlvType::RATCHET_GENERATION => marker(tree, ("ratchet.generation", "Next ratchet generation"), value, span),
        _ => other(tree, value, tlv),
    }
    note_length(tree, tlv, generation);
}

/// Lengths that are wrong whatever else was negotiated.
fn note_length(tree: &mut TreeBuilder, tlv: &Tlv, generation: Option<Generation>) {
    let list = tlv.ty == TlvType::AEAD_SELECT && generation != Some(Generation::Two);
    match tlv.ty.fixed_len() {
        Some(length) if length != tlv.value.len() && !list => {
            tree.note(Mark::Bad, format!("{} octets, must be {length}", tlv.value.len()));
        }
        _ if tlv.value.is_empty() && tlv.ty.name().is_some() => tree.note(Mark::Bad, "empty"),
        _ => {}
    }
}

fn cert_verify(tree: &mut TreeBuilder, value: &[u8], span: ByteSpan, generation: Option<Generation>) {
    let Some((scheme, rest)) = value.split_first_chunk::<2>() else {
        tree.octets("handshake.certverify", "CertVerify", value, span);
        return tree.note(Mark::Bad, "too short for a scheme");
    };
    let code = u16::from_be_bytes(*scheme);
    let middle = (span.start as usize).saturating_add(scheme.len());
    tree.group("CertVerify", format!("{} octets", value.len()), span, |tree| {
        let text = signature(code, generation).0;
        tree.code("handshake.certverify_scheme", "Scheme", u64::from(code), text, ByteSpan::new(span.start as usize, middle));
        tree.octets("handshake.certverify", "Signature", rest, ByteSpan::new(middle, span.end as usize));
    });
}

fn marker(tree: &mut TreeBuilder, (path, label): (&'static str, &str), value: &[u8], span: ByteSpan) {
    match value.try_into() {
        Ok(number) => tree.uint(path, label, u64::from_be_bytes(number), span),
        Err(_) => tree.octets(path, label, value, span),
    }
}

fn other(tree: &mut TreeBuilder, value: &[u8], tlv: &Tlv) {
    let name = tlv.ty.name().map_or_else(|| format!("TLV 0x{:04X}", tlv.ty.0), str::to_owned);
    tree.octets("", &name, value, tlv.value);
    if tlv.ty.name().is_none() {
        let (mark, text) =
            if tlv.ty.is_critical() { (Mark::Bad, "unknown and critical: the frame must be rejected") } else { (Mark::Warn, "unknown") };
        tree.note(mark, text);
    }
}

/// Adds a list of profiles, every one with its own octet.
fn profiles(tree: &mut TreeBuilder, name: (&'static str, &str), value: &[u8], span: ByteSpan) {
    let items = value.iter().map(|code| (u64::from(*code), known(Profile(*code).name(), *code)));
    list(tree, name, items, 1, span);
}

/// Adds a list of 16-bit code points, every one with its own octets.
fn codes(tree: &mut TreeBuilder, name: (&'static str, &str), value: &[u8], span: ByteSpan, text: impl Fn(u16) -> (String, bool)) {
    list(tree, name, pairs(value).map(|code| (u64::from(code), text(code))), 2, span);
}

/// Adds code points of `width` octets each: number, text, and whether the number is registered.
fn list(
    tree: &mut TreeBuilder,
    (path, label): (&'static str, &str),
    items: impl Iterator<Item = (u64, (String, bool))>,
    width: usize,
    span: ByteSpan,
) {
    let mut at = span.start as usize;
    for (code, (text, is_known)) in items {
        let end = at.saturating_add(width);
        tree.code(path, label, code, text, ByteSpan::new(at, end));
        if !is_known {
            tree.note(Mark::Warn, "not registered");
        }
        at = end;
    }
    if at < span.end as usize || span.is_empty() {
        tree.push(path, label, Value::None, String::new(), ByteSpan::new(at, span.end as usize));
        tree.note(Mark::Bad, if span.is_empty() { "empty" } else { "an odd octet at the end" });
    }
}

fn suite(code: u16) -> (String, bool) {
    known(Suite(code).name(), code)
}

fn kem(code: u16, generation: Option<Generation>) -> (String, bool) {
    (format!("{} (0x{code:04x})", Kem(code).label(generation)), Kem(code).name().is_some())
}

fn signature(code: u16, generation: Option<Generation>) -> (String, bool) {
    (format!("{} (0x{code:04x})", Signature(code).label(generation)), Signature(code).name().is_some())
}

fn known<T: std::fmt::LowerHex>(name: Option<&str>, code: T) -> (String, bool) {
    (name.map_or_else(|| format!("{code:#x}"), |name| format!("{name} ({code:#x})")), name.is_some())
}

fn code_text(name: Option<&str>, code: u16) -> String {
    name.map_or_else(|| format!("0x{code:04x}"), |name| format!("{name} (0x{code:04x})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::tree::{Buffer, Tree};
    use crate::npamp::tlv::append;

    fn tree(fill: impl FnOnce(&mut TreeBuilder)) -> Tree {
        let mut builder = TreeBuilder::new(Buffer::Header);
        fill(&mut builder);
        builder.finish()
    }

    #[test]
    fn a_header_shows_every_field_with_its_octets() {
        let octets = Header::new(flag::ENC, Channel::BRIDGE, FrameType::BRIDGE_REQUEST, 7, 20).encode();
        let tree = tree(|builder| header(builder, &octets, None));
        let spans: Vec<(u32, u32)> = tree.fields.iter().skip(1).map(|field| (field.span.start, field.span.end)).collect();
        assert_eq!(spans, [(0, 4), (4, 5), (4, 5), (5, 7), (7, 9), (9, 17), (17, 21), (21, 25), (25, 36)]);
        assert_eq!(tree.values("frame.seq").collect::<Vec<_>>(), [&Value::Uint(7)]);
        assert!(tree.fields.iter().all(|field| field.note.as_ref().is_none_or(|(mark, _)| *mark == Mark::Plain)));
    }

    #[test]
    fn wrong_values_have_a_note() {
        let mut wrong = Header::new(flag::ENC | flag::URG, Channel::FORBIDDEN, FrameType::ZERO, 0, 3);
        (wrong.magic, wrong.version, wrong.crc, wrong.reserved) = (*b"XPAM", 3, 1, [1; 11]);
        let tree = tree(|builder| header(builder, &wrong.encode(), Some(Generation::Three)));
        let bad: Vec<&str> =
            tree.fields.iter().filter(|field| matches!(field.note, Some((Mark::Bad, _)))).map(|field| field.path).collect();
        let expected = ["magic", "version", "flags", "type", "channel", "length", "crc", "reserved"];
        assert_eq!(bad, expected.map(|name| format!("frame.{name}")));
    }

    #[test]
    fn offers_are_listed_one_by_one() {
        let mut body = Vec::new();
        append(&mut body, TlvType::PROFILE_OFFER, &[1, 2]);
        append(&mut body, TlvType::KEM_OFFER, &[0x11, 0xEC, 0x11, 0xED, 9]);
        append(&mut body, TlvType::KEY_UPDATE_MARKER, &[1]);
        append(&mut body, TlvType(0x8001), &[]);
        body.extend_from_slice(&[0, 1]);
        let tree = tree(|builder| tlv_body(builder, &body, Channel::CONTROL, FrameType::CLIENT_HELLO, Some(Generation::Two)));
        assert_eq!(tree.values("handshake.profile_offer").collect::<Vec<_>>(), [&Value::Uint(1), &Value::Uint(2)]);
        let kems: Vec<_> =
            tree.fields.iter().filter(|field| field.path == "handshake.kem_offer").map(|field| (field.text.as_str(), field.span)).collect();
        let expected = [("X25519MLKEM768 (0x11ec)", 10..12), ("X25519MLKEM1024 (0x11ed)", 12..14), ("", 14..15)];
        assert_eq!(kems, expected.map(|(text, range)| (text, ByteSpan::new(range.start, range.end))));
        let bad = tree.fields.iter().filter(|field| matches!(field.note, Some((Mark::Bad, _)))).count();
        assert_eq!(bad, 4, "the odd octet, the short marker, the critical TLV, the cut TLV");
    }

    #[test]
    fn a_cut_header_is_shown_as_far_as_it_goes() {
        let tree = tree(|builder| header(builder, b"NPAM", None));
        assert!(tree.fields.iter().any(|field| matches!(&field.note, Some((Mark::Bad, note)) if note == "4 of 36 octets")));
    }
}
