//! The same bodies as a field tree.

use crate::base::span::ByteSpan;
use crate::base::tree::{Mark, TreeBuilder};
use crate::npamp::tlv::TlvBody;
use crate::spec::error_code::ErrorCode;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

use super::ErrorBody;

/// Whether a type has a body that can be shown field by field.
pub const fn has_body(frame_type: FrameType) -> bool {
    matches!(
        frame_type,
        FrameType::CLOSE
            | FrameType::CLOSE_ACK
            | FrameType::ERROR
            | FrameType::FLOW_UPDATE
            | FrameType::PATH_CHALLENGE
            | FrameType::PATH_RESPONSE
    )
}

/// Adds a body; spans count in the payload. Generation 2 leaves these bodies undefined, so that nothing in them is wrong there.
pub fn body(tree: &mut TreeBuilder, payload: &[u8], frame_type: FrameType, generation: Option<Generation>) {
    let whole = ByteSpan::new(0, payload.len());
    let second = generation == Some(Generation::Two);
    match frame_type {
        FrameType::ERROR if !second || ErrorBody::decode(payload).fault.is_none() => error(tree, payload),
        FrameType::FLOW_UPDATE => match <[u8; 8]>::try_from(payload) {
            Ok(limit) => tree.uint("flow.limit", "Limit", u64::from_be_bytes(limit), whole),
            Err(_) => undefined(tree, payload, second, "a limit has 8 octets"),
        },
        FrameType::CLOSE | FrameType::CLOSE_ACK if payload.is_empty() => {}
        FrameType::CLOSE | FrameType::CLOSE_ACK => undefined(tree, payload, second, "the body must be empty"),
        _ => path(tree, payload, generation),
    }
}

fn undefined(tree: &mut TreeBuilder, payload: &[u8], second: bool, why: &str) {
    tree.octets("frame.payload", "Payload", payload, ByteSpan::new(0, payload.len()));
    if second {
        tree.note(Mark::Plain, "generation 2 leaves the body undefined");
    } else {
        tree.note(Mark::Bad, why);
    }
}

fn error(tree: &mut TreeBuilder, payload: &[u8]) {
    let whole = ByteSpan::new(0, payload.len());
    let body = ErrorBody::decode(payload);
    let summary = body.code.map_or_else(|| "unreadable".to_owned(), |code| ErrorCode(code).to_string());
    tree.group("Error", summary, whole, |tree| {
        if let Some(code) = body.code {
            let named = ErrorCode(code);
            tree.code("error.code", "Code", u64::from(code), format!("{named} ({code})"), body.code_span);
            if named.is_discard() {
                tree.note(Mark::Bad, "a frame that is dropped in silence is never reported");
            }
        }
        if let Some(context) = body.context {
            tree.octets("error.context", "Context", context.of(payload), context);
        }
        if let Some((why, span)) = body.fault {
            tree.octets("", "At fault", span.of(payload), span);
            tree.note(Mark::Bad, format!("the body {why}"));
        }
    });
}

/// Path frames: raw, unless they hold the TLVs of generation 2 (G-13).
fn path(tree: &mut TreeBuilder, payload: &[u8], generation: Option<Generation>) {
    let tlvs = TlvBody::walk(payload);
    let old = |ty| matches!(ty, TlvType::PATH_CHALLENGE | TlvType::PATH_RESPONSE);
    if tlvs.fault.is_some() || payload.is_empty() || !tlvs.items.iter().all(|tlv| old(tlv.ty)) {
        tree.octets("frame.payload", "Payload", payload, ByteSpan::new(0, payload.len()));
        return;
    }
    for tlv in &tlvs.items {
        tree.octets("", tlv.ty.name().unwrap_or("TLV"), tlv.value.of(payload), tlv.value);
        if generation == Some(Generation::Three) {
            tree.note(Mark::Warn, "generation 3 retired this TLV");
        }
    }
}
