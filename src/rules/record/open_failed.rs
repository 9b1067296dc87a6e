//! `record/open-failed`

use crate::base::span::ByteSpan;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::header::{MAGIC, VERSION};
use crate::npamp::protection::{Protection, SealedReason};
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::scenario::Sealing;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// That a sealed frame opens, where keys are known that open its neighbours. Frames without keys are `record/key-missing`.
    /// ## Why it matters
    /// The frame was changed on its way, or sealed wrongly in a way that nothing tried here explains. A receiver drops it.
    /// ## What to do
    /// Compare both ends' captures; if the sender's octets already fail, check key, nonce and associated data.
    pub static OPEN_FAILED = {
        id: "record/open-failed", severity: Error, certainty: Certain,
        clause: Must CORE "7.5", scope: Association, fault: Unknown,
        check: Frame(check),
        fixtures: [
            "one octet of a frame is flipped" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(b"hello").tamper(|octets| octets[0] ^= 1)).ping(C2s);
            };
            "the type is changed and the CRC renewed" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).header_tamper(|octets| octets[6] = 0x77)).ping(C2s);
            };
            "SERVER_AUTH was changed, CLIENT_AUTH opens" => 1 also ["handshake/signature-unverifiable"], |s| {
                s.server_auth(|auth| { auth.header(|frame| frame.tamper(|octets| octets[9] ^= 1)); }).ping(C2s);
            };
            "the REKEM_ACK that a root rests on was lost by the capture" => 0 also ["record/key-missing"], |s| {
                s.ping(C2s).lose_next(S2c).rekem(C2s).ping(C2s).ping(C2s);
            };
            "the key log has other channels' keys only" => 0 also ["record/key-missing"], |s| { s.only_channel_keys(Channel::BRIDGE).ping(C2s); };
            "the key log has the secrets of one suite of two" => 0 also ["record/key-missing"], |s| {
                s.generation(Generation::Three).profile(Profile::HIGH).only_suite_keys(Suite::CHACHA20_POLY1305);
                for _ in 0..4 { s.ping(C2s).ping(S2c); }
            };
            "one suite is disclosed, and the peers may use either" => 0 also ["record/key-missing"], |s| {
                s.generation(Generation::Two).profile(Profile::HIGH).only_suite_keys(Suite::AES_256_GCM).ping(C2s);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::Suite(Suite::CHACHA20_POLY1305))).ping(C2s);
            };
            "a frame of the disclosed suite is flipped" => 1 also ["record/key-missing"], |s| {
                s.generation(Generation::Three).profile(Profile::HIGH).only_suite_keys(Suite::AES_256_GCM).ping(C2s).ping(C2s);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).tamper(|octets| octets[0] ^= 1)).ping(C2s);
            };
            "the secrets of a channel are of another run" => 0 also ["record/key-wrong"], |s| {
                s.wrong_channel_keys(Channel::CONTROL).ping(C2s);
                ask(s, "1");
                s.ping(C2s).ping(S2c);
            };
            "the CRC is wrong as well" => 0 also ["frame/bad-crc"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).bad_crc().tamper(|octets| octets[0] ^= 1)).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    server_auth(frame, sink);
    let failed = frame.protection == Protection::Sealed(SealedReason::TagMismatch) && frame.opening.probe.is_none();
    let header = frame.header;
    if !failed || !frame.crc_ok || frame.is_close() || header.magic != MAGIC || header.version != VERSION {
        return;
    }
    let tag = frame.payload.get(frame.payload.len().saturating_sub(16)..).unwrap_or_default();
    let message = format!("{} does not open with the key of its channel, direction and epoch", frame.label());
    sink.report(payload(ByteSpan::new(0, frame.payload.len())), message).evidence("seq", header.seq).evidence("tag_hex", tag);
}

/// `SERVER_AUTH` is the first frame a key is tried on: only when `CLIENT_AUTH` opens is the key known to be right.
fn server_auth(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let association = &frame.association;
    let opened = association.state.keyring.handshake().known[HandshakeKind::ServerAuth.index()];
    let sealed = association.sealed.iter().any(|(direction, _, reason, _)| (*direction, *reason) == (S2c, SealedReason::KeyWrong));
    let Some(earlier) = association.state.handshake[HandshakeKind::ServerAuth.index()] else { return };
    if sealed && !opened && frame.is_auth() && frame.is_control(FrameType::CLIENT_AUTH) {
        sink.report(None, "SERVER_AUTH does not open, although CLIENT_AUTH does").frame(earlier).direction(S2c).peer(frame.id);
    }
}
