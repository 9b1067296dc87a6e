//! Bodies of the frames that mean the same on every channel: `ERROR`, `FLOW_UPDATE`, `CLOSE` [gen 3 core §4.8, §4.9, §11.6].

mod dissect;

use crate::base::span::ByteSpan;
use crate::codec::cbor::item::Kind;
use crate::codec::cbor::scan::{Bounds, scan_map};
use crate::codec::cbor::walk::entries;
use crate::spec::frame_type::FrameType;

pub use dissect::{body as dissect, has_body};

/// Octets of the smallest `ERROR` body: a map of two entries, a small code, an empty context.
pub const LEAST_ERROR: usize = 5;

/// A body that was decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ControlBody {
    /// `ERROR`.
    Error(ErrorBody),
    /// `FLOW_UPDATE`: the new limit, when the body is exactly one.
    FlowUpdate(Option<u64>),
}

/// The body of an `ERROR` frame: `{1: code, 2: context}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ErrorBody {
    /// The code, when it can be read.
    pub code: Option<u8>,
    /// Where the code lies.
    pub code_span: ByteSpan,
    /// The context: octets, when it can be read.
    pub context: Option<ByteSpan>,
    /// Why the body is not what it should be.
    pub fault: Option<(&'static str, ByteSpan)>,
}

impl ControlBody {
    /// Decodes the body of a frame; `None` for types whose body has no layout.
    pub fn decode(frame_type: FrameType, plain: &[u8]) -> Option<Self> {
        match frame_type {
            FrameType::ERROR => Some(Self::Error(ErrorBody::decode(plain))),
            FrameType::FLOW_UPDATE => Some(Self::FlowUpdate(plain.try_into().ok().map(u64::from_be_bytes))),
            _ => None,
        }
    }

    /// The code of an `ERROR`.
    pub const fn error_code(&self) -> Option<u8> {
        match self {
            Self::Error(error) => error.code,
            Self::FlowUpdate(_) => None,
        }
    }

    /// The limit of a `FLOW_UPDATE`.
    pub const fn limit(&self) -> Option<u64> {
        match self {
            Self::FlowUpdate(limit) => *limit,
            Self::Error(_) => None,
        }
    }
}

impl ErrorBody {
    /// Reads as much of a body as can be read, and says the first thing that is wrong with it.
    pub fn decode(plain: &[u8]) -> Self {
        let scan = scan_map(plain, Bounds::default());
        let mut body = Self { fault: scan.worst().map(|fault| (fault.reason.text(), fault.span)), ..Self::default() };
        let Some(map) = scan.map() else { return body };
        let mut shape = None;
        let mut keys = 0_usize;
        for (key, value) in entries(plain, &map) {
            keys = keys.saturating_add(1);
            let wrong = match (key.uint(), value.kind) {
                (Some(1), Kind::Uint(code)) => {
                    (body.code, body.code_span) = (u8::try_from(code).ok(), value.span);
                    body.code.is_none().then_some("has a code above 255")
                }
                (Some(2), Kind::Bytes) => {
                    body.context = Some(value.content);
                    None
                }
                (Some(1), _) => Some("has a code that is no number"),
                (Some(2), _) => Some("has a context that is no octet string"),
                _ => Some("has another key than 1 and 2"),
            };
            shape = shape.or_else(|| wrong.map(|wrong| (wrong, value.span)));
        }
        let missing = match (keys, shape) {
            (_, Some(_)) => None,
            (2, None) if body.code.is_some() && body.context.is_some() => None,
            (_, None) => Some(("is not a map of exactly 1 and 2", map.span)),
        };
        body.fault = body.fault.or(shape).or(missing);
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(body: &[u8]) -> Option<&'static str> {
        ErrorBody::decode(body).fault.map(|(why, _)| why)
    }

    #[test]
    fn the_smallest_error_has_a_code_and_an_empty_context() {
        let body = [0xA2, 0x01, 0x01, 0x02, 0x40];
        let error = ErrorBody::decode(&body);
        assert_eq!((error.code, error.context.map(ByteSpan::len), error.fault), (Some(1), Some(0), None));
        assert_eq!(body.len(), LEAST_ERROR);
    }

    #[test]
    fn a_body_that_is_anything_else_is_named() {
        assert_eq!(fault(&[0xA2, 1, 0x19, 1, 0, 2, 0x40]), Some("has a code above 255"));
        assert_eq!(fault(&[0xA1, 1, 1]), Some("is not a map of exactly 1 and 2"));
        assert_eq!(fault(&[0xA2, 1, 1, 2, 0x60]), Some("has a context that is no octet string"));
        assert_eq!(fault(&[0xA2, 1, 1, 3, 0x40]), Some("has another key than 1 and 2"));
        for broken in [&[][..], &[0xA2, 2, 0x40, 1, 1], &[0xA2, 1, 0x18, 1, 2, 0x40], &[0xA2, 1, 1, 2, 0x40, 0], b"reason"] {
            assert!(fault(broken).is_some(), "{broken:?}");
        }
    }

    #[test]
    fn a_flow_update_is_one_number_of_eight_octets() {
        let body = |octets: &[u8]| ControlBody::decode(FrameType::FLOW_UPDATE, octets).and_then(|body| body.limit());
        assert_eq!(body(&[0, 0, 0, 0, 0, 0x20, 0, 0]), Some(1 << 21));
        assert_eq!(body(&[0; 7]), None);
    }
}
