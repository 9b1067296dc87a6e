//! The Stream channel [companion 80].

use super::schema::{Companion, Envelope, FrameSchema, Names, Role, Type, opt, req};
use crate::spec::channel::Channel;

/// Frame types, bodies and error codes.
pub(super) static STREAM: Companion = Companion {
    channel: Channel::STREAM,
    envelope: Envelope::SubStream,
    frames: &[
        // STREAM_OPEN
        FrameSchema::new(
            0x0100,
            Role::Open,
            &[
                req(2, "init_window", Type::Uint),
                req(3, "content_type", Type::Code(CONTENT_TYPES)),
                opt(4, "content_hint", Type::Text),
                opt(5, "flags", Type::UintTo(255)),
            ],
        ),
        // STREAM_DATA
        FrameSchema::new(
            0x0101,
            Role::Data,
            &[req(2, "offset", Type::Uint), req(3, "data", Type::BYTES), opt(4, "flags", Type::UintTo(255))],
        ),
        // STREAM_CLOSE
        FrameSchema::new(0x0102, Role::Close, &[req(2, "final_offset", Type::Uint)]),
        // STREAM_RESET
        FrameSchema::new(0x0103, Role::Reset, &[req(2, "error_code", Type::Code(ERRORS)), req(3, "final_offset", Type::Uint)]),
        // STREAM_WINDOW_UPDATE
        FrameSchema::new(0x0104, Role::Window, &[req(2, "max_data", Type::Uint)]),
    ],
    errors: ERRORS,
    approval: None,
};

const ERRORS: Names = &[
    (0, "NoError"),
    (1, "SubStreamIdInvalid"),
    (2, "FlowControlError"),
    (3, "StreamStateError"),
    (4, "InitialWindowInvalid"),
    (5, "ContentTypeUnsupported"),
    (6, "ResourceExhausted"),
];

const CONTENT_TYPES: Names = &[(0, "opaque"), (1, "token-text"), (2, "audio"), (3, "video"), (4, "file"), (5, "CBOR"), (6, "octet-stream")];
