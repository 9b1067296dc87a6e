//! The Spatial channel [companion 83].

use super::schema::{Companion, Envelope, Field, FrameSchema, Names, Record, Role, Type, opt, req};
use crate::spec::channel::Channel;

/// Frame types, bodies and error codes.
pub(super) static SPATIAL: Companion = Companion {
    channel: Channel::SPATIAL,
    envelope: Envelope::Stamped,
    frames: &[
        // FRAME_DEF
        FrameSchema::new(0x0100, Role::OneWay, FRAME_DEF).without_corr(),
        // TRANSFORM
        FrameSchema::new(
            0x0101,
            Role::OneWay,
            &[
                req(3, "coord_frame", Type::Text),
                req(4, "child_frame", Type::Text),
                req(5, "position", Type::Floats(3)),
                req(6, "orientation", Type::Floats(4)),
                opt(7, "pose_cov", Type::Floats(36)),
            ],
        )
        .without_corr(),
        // POSE_UPDATE
        FrameSchema::new(0x0102, Role::OneWay, POSE_UPDATE).without_corr(),
        // STATE_DELTA
        FrameSchema::new(0x0103, Role::OneWay, STATE_DELTA).without_corr(),
        // OCCUPANCY_UPDATE
        FrameSchema::new(
            0x0104,
            Role::OneWay,
            &[
                req(3, "coord_frame", Type::Text),
                req(4, "resolution", Type::Float),
                req(5, "width", Type::Uint),
                req(6, "height", Type::Uint),
                req(7, "origin", Type::Origin),
                req(8, "encoding", Type::Uint),
                req(9, "cells", Type::BYTES),
            ],
        )
        .without_corr(),
        // SPATIAL_QUERY
        FrameSchema::new(
            0x0105,
            Role::Request,
            &[opt(3, "want_frames", Type::Bool), opt(4, "body_ids", Type::List(&Type::BYTES)), opt(5, "cursor", Type::BYTES)],
        ),
        // SPATIAL_SNAPSHOT
        FrameSchema::new(
            0x0106,
            Role::Page(6),
            &[
                opt(3, "frames", Type::List(&Type::Record(&FRAME_DEF_BODY))),
                opt(4, "poses", Type::List(&Type::Record(&POSE_UPDATE_BODY))),
                opt(5, "states", Type::List(&Type::Record(&STATE_DELTA_BODY))),
                opt(6, "complete", Type::Bool),
                opt(7, "cursor", Type::BYTES),
            ],
        )
        .answers(&[0x0105]),
        // SPATIAL_ERROR
        FrameSchema::new(0x0107, Role::Error, &[opt(3, "code", Type::Code(ERRORS)), opt(4, "reason", Type::Text)]),
    ],
    errors: ERRORS,
    approval: None,
};

const FRAME_DEF: &[Field] = &[
    req(3, "coord_frame", Type::Text),
    opt(4, "parent_frame", Type::Text),
    opt(5, "frame_class", Type::Uint),
    req(6, "epoch", Type::Uint),
];

static FRAME_DEF_BODY: Record = Record { name: "frame_def", fields: FRAME_DEF };

const POSE_UPDATE: &[Field] = &[
    req(3, "coord_frame", Type::Text),
    req(4, "body_id", Type::Bytes(1, 64)),
    req(5, "position", Type::Floats(3)),
    req(6, "orientation", Type::Floats(4)),
    opt(7, "pose_cov", Type::Floats(36)),
    opt(8, "seq", Type::Uint),
];

static POSE_UPDATE_BODY: Record = Record { name: "pose_update", fields: POSE_UPDATE };

const STATE_DELTA: &[Field] = &[
    req(3, "coord_frame", Type::Text),
    req(4, "body_id", Type::Bytes(1, 64)),
    req(5, "linear", Type::Floats(3)),
    req(6, "angular", Type::Floats(3)),
    opt(7, "twist_cov", Type::Floats(36)),
    opt(8, "seq", Type::Uint),
];

static STATE_DELTA_BODY: Record = Record { name: "state_delta", fields: STATE_DELTA };

const ERRORS: Names = &[
    (1, "MalformedPayload"),
    (2, "KindMismatch"),
    (3, "UnknownFrame"),
    (4, "FrameTreeConflict"),
    (5, "FilterUnsupported"),
    (6, "StaleCursor"),
    (7, "NotAdvertised"),
    (8, "ProfileTooLow"),
];
