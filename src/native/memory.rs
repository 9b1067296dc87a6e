//! The Memory channel [companion 81].

use super::schema::{Companion, Envelope, FrameSchema, Names, Record, Role, Type, effect, opt, refusal, req};
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;

/// Frame types, bodies and error codes.
pub(super) static MEMORY: Companion = Companion {
    channel: Channel::MEMORY,
    envelope: Envelope::Correlated,
    frames: &[
        // MEMORY_EVICT
        FrameSchema::new(0x0035, Role::Request, &[req(2, "record_id", Type::Text), opt(3, "reason", Type::Text), effect(4)])
            .fixed(Effect::Destructive),
        // MEMORY_REVIVE
        FrameSchema::new(0x0036, Role::Request, &[req(2, "record_id", Type::Text), effect(3)]).fixed(Effect::IdempotentWrite),
        // MEMORY_CREATE_REQ
        FrameSchema::new(
            0x0100,
            Role::Request,
            &[
                req(2, "content", Type::Text),
                opt(3, "source", Type::Text),
                opt(4, "subject", Type::Text),
                opt(5, "destination", Type::Text),
                opt(6, "collection", Type::Text),
                opt(7, "actor_type", Type::Text),
                opt(8, "actor_id", Type::Text),
                opt(9, "idempotency_key", Type::Text),
                opt(10, "scope", Type::Map),
                effect(11),
            ],
        )
        .writes(),
        // MEMORY_CREATE_RESULT
        FrameSchema::new(0x0101, Role::Reply, &[req(2, "record_id", Type::Text), req(3, "status", Type::Text)])
            .answers(&[0x0100, 0x0035, 0x0036]),
        // MEMORY_READ_REQ
        FrameSchema::new(0x0102, Role::Request, &[req(2, "record_id", Type::Text), effect(3)]).fixed(Effect::ReadOnly),
        // MEMORY_READ_RESULT
        FrameSchema::new(0x0103, Role::Reply, &[req(2, "record", Type::Record(&MEMORY_RECORD))]).answers(&[0x0102]),
        // MEMORY_UPDATE_REQ
        FrameSchema::new(
            0x0104,
            Role::Request,
            &[
                req(2, "record_id", Type::Text),
                opt(3, "content", Type::Text),
                opt(4, "source", Type::Text),
                opt(5, "subject", Type::Text),
                opt(6, "collection", Type::Text),
                opt(7, "actor_type", Type::Text),
                opt(8, "actor_id", Type::Text),
                opt(9, "scope", Type::Map),
                effect(10),
            ],
        ),
        // MEMORY_UPDATE_RESULT
        FrameSchema::new(0x0105, Role::Reply, &[req(2, "record_id", Type::Text), req(3, "status", Type::Text)]).answers(&[0x0104]),
        // MEMORY_DELETE_REQ
        FrameSchema::new(0x0106, Role::Request, &[req(2, "record_id", Type::Text), effect(3)]).fixed(Effect::Destructive),
        // MEMORY_DELETE_RESULT
        FrameSchema::new(0x0107, Role::Reply, &[req(2, "record_id", Type::Text), req(3, "status", Type::Text)]).answers(&[0x0106]),
        // MEMORY_RETRIEVE_REQ
        FrameSchema::new(
            0x0108,
            Role::Request,
            &[
                opt(2, "query", Type::Text),
                opt(3, "source", Type::Text),
                opt(4, "subject", Type::Text),
                opt(5, "destination", Type::Text),
                opt(6, "collection", Type::Text),
                opt(7, "limit", Type::Uint),
                opt(8, "profile", Type::Text),
                opt(9, "cursor", Type::BYTES),
                effect(10),
            ],
        )
        .fixed(Effect::ReadOnly),
        // MEMORY_RETRIEVE_RESULT
        FrameSchema::new(
            0x0109,
            Role::Reply,
            &[
                req(2, "records", Type::List(&Type::Record(&MEMORY_RECORD))),
                req(3, "has_more", Type::Bool),
                opt(4, "next_cursor", Type::BYTES),
                opt(5, "retrieval_stage", Type::Uint),
                opt(6, "semantic_unavailable", Type::Bool),
            ],
        )
        .answers(&[0x0108]),
        // MEMORY_RETRIEVE_STREAM_DATA
        FrameSchema::new(0x010A, Role::Part, &[req(2, "records", Type::List(&Type::Record(&MEMORY_RECORD)))]).answers(&[0x0108]),
        // MEMORY_RETRIEVE_STREAM_END
        FrameSchema::new(0x010B, Role::End, &[opt(2, "records", Type::List(&Type::Record(&MEMORY_RECORD))), req(3, "final", Type::Bool)])
            .answers(&[0x0108]),
        // MEMORY_STATUS_REQ
        FrameSchema::new(0x010C, Role::Request, &[]),
        // MEMORY_STATUS_RESULT
        FrameSchema::new(
            0x010D,
            Role::Reply,
            &[
                req(2, "status", Type::Text),
                opt(3, "version", Type::Text),
                opt(4, "queue_depth", Type::Uint),
                opt(5, "capabilities", Type::Map),
            ],
        )
        .answers(&[0x010C]),
        // MEMORY_ERROR
        FrameSchema::new(0x010E, Role::Error, &refusal(ERRORS)),
    ],
    errors: ERRORS,
    approval: Some(4),
};

static MEMORY_RECORD: Record = Record {
    name: "memory_record",
    fields: &[
        req(0, "record_id", Type::Text),
        req(1, "content", Type::Text),
        opt(2, "source", Type::Text),
        opt(3, "subject", Type::Text),
        opt(4, "destination", Type::Text),
        opt(5, "collection", Type::Text),
        opt(6, "timestamp", Type::Text),
        opt(7, "actor_type", Type::Text),
        opt(8, "actor_id", Type::Text),
        opt(9, "classification", Type::Text),
        opt(10, "cluster_id", Type::Text),
        opt(11, "cluster_role", Type::Text),
        opt(12, "signature", Type::Text),
        opt(13, "signing_key_id", Type::Text),
        opt(14, "signature_alg", Type::Text),
    ],
};

const ERRORS: Names = &[
    (1, "malformed_request"),
    (2, "unknown_operation"),
    (3, "policy_denied"),
    (4, "approval_required"),
    (5, "not_found"),
    (6, "internal_error"),
];
