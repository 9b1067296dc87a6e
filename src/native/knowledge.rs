//! The Knowledge channel [companion 8b].

use super::schema::{Companion, Envelope, FrameSchema, Names, Record, Role, Type, opt, req};
use crate::spec::channel::Channel;

/// Frame types, bodies and error codes.
pub(super) static KNOWLEDGE: Companion = Companion {
    channel: Channel::KNOWLEDGE,
    envelope: Envelope::Correlated,
    frames: &[
        // KNOWLEDGE_QUERY_REQ
        FrameSchema::new(
            0x0100,
            Role::Request,
            &[
                opt(2, "query", Type::Text),
                opt(3, "source", Type::Text),
                opt(4, "subject", Type::Text),
                opt(5, "collection", Type::Text),
                opt(6, "limit", Type::Uint),
                opt(7, "min_score", Type::Float),
                opt(8, "profile", Type::Text),
                opt(9, "cursor", Type::BYTES),
            ],
        ),
        // KNOWLEDGE_QUERY_RESULT
        FrameSchema::new(
            0x0101,
            Role::Reply,
            &[
                req(2, "results", Type::List(&Type::Record(&KNOWLEDGE_RESULT))),
                req(3, "has_more", Type::Bool),
                opt(4, "next_cursor", Type::BYTES),
                opt(5, "retrieval_stage", Type::Uint),
                opt(6, "semantic_unavailable", Type::Bool),
            ],
        )
        .answers(&[0x0100]),
        // KNOWLEDGE_QUERY_STREAM_DATA
        FrameSchema::new(0x0102, Role::Part, &[req(2, "results", Type::List(&Type::Record(&KNOWLEDGE_RESULT)))]).answers(&[0x0100]),
        // KNOWLEDGE_QUERY_STREAM_END
        FrameSchema::new(
            0x0103,
            Role::End,
            &[opt(2, "results", Type::List(&Type::Record(&KNOWLEDGE_RESULT))), req(3, "final", Type::Bool)],
        )
        .answers(&[0x0100]),
        // KNOWLEDGE_SUBSCRIBE_REQ
        FrameSchema::new(
            0x0104,
            Role::Subscribe,
            &[
                opt(2, "query", Type::Text),
                opt(3, "source", Type::Text),
                opt(4, "subject", Type::Text),
                opt(5, "collection", Type::Text),
                opt(6, "min_score", Type::Float),
                opt(7, "profile", Type::Text),
                opt(8, "include_snapshot", Type::Bool),
                req(9, "credit", Type::Uint),
            ],
        ),
        // KNOWLEDGE_SUBSCRIBE_ACK
        FrameSchema::new(
            0x0105,
            Role::Accept,
            &[req(2, "sub_id", Type::Bytes(1, 32)), req(3, "credit", Type::Uint), opt(4, "snapshot_pending", Type::Bool)],
        )
        .answers(&[0x0104]),
        // KNOWLEDGE_UPDATE
        FrameSchema::new(
            0x0106,
            Role::Push,
            &[
                req(2, "sub_id", Type::Bytes(1, 32)),
                req(3, "update_seq", Type::Uint),
                opt(4, "results", Type::List(&Type::Record(&KNOWLEDGE_RESULT))),
                opt(5, "removed", Type::List(&Type::Text)),
            ],
        )
        .one_of(&[4, 5]),
        // KNOWLEDGE_CREDIT
        FrameSchema::new(
            0x0107,
            Role::Credit,
            &[req(2, "sub_id", Type::Bytes(1, 32)), req(3, "credit", Type::Uint), opt(4, "high_water", Type::Uint)],
        ),
        // KNOWLEDGE_UNSUBSCRIBE
        FrameSchema::new(0x0108, Role::Unsubscribe, &[req(2, "sub_id", Type::Bytes(1, 32))]),
        // KNOWLEDGE_ERROR
        FrameSchema::new(
            0x0109,
            Role::Error,
            &[
                req(2, "code", Type::Code(ERRORS)),
                req(3, "message", Type::Text),
                opt(4, "retry_after_s", Type::Uint),
                opt(5, "sub_id", Type::Bytes(1, 32)),
            ],
        ),
    ],
    errors: ERRORS,
    approval: None,
};

static KNOWLEDGE_RESULT: Record = Record {
    name: "knowledge_result",
    fields: &[
        req(0, "result_id", Type::Text),
        req(1, "content", Type::Text),
        opt(2, "rank", Type::Uint),
        opt(3, "score", Type::Float),
        opt(4, "source", Type::Text),
        opt(5, "subject", Type::Text),
        opt(6, "collection", Type::Text),
        opt(7, "timestamp", Type::Text),
        opt(8, "classification", Type::Text),
        opt(9, "signature", Type::Text),
        opt(10, "signing_key_id", Type::Text),
        opt(11, "signature_alg", Type::Text),
    ],
};

const ERRORS: Names = &[
    (1, "malformed_request"),
    (2, "unknown_operation"),
    (3, "policy_denied"),
    (4, "filter_unsupported"),
    (5, "unknown_subscription"),
    (6, "subscription_refused"),
    (7, "resource_exhausted"),
    (8, "internal_error"),
];
