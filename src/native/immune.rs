//! The Immune channel [companion 85].

use super::schema::{Companion, Envelope, FrameSchema, Names, Record, Role, Type, opt, req};
use crate::spec::channel::Channel;

/// Frame types, bodies and error codes.
pub(super) static IMMUNE: Companion = Companion {
    channel: Channel::IMMUNE,
    envelope: Envelope::Correlated,
    frames: &[
        // IMMUNE_GOSSIP_ADVERTISE
        FrameSchema::new(
            0x00C0,
            Role::Request,
            &[req(2, "items", Type::List(&Type::Record(&GOSSIP_DESCRIPTOR))), opt(3, "inline", Type::Bool)],
        ),
        // IMMUNE_GOSSIP_ACK
        FrameSchema::new(
            0x00C1,
            Role::Reply,
            &[opt(2, "wanted", Type::List(&Type::BYTES)), opt(3, "known", Type::List(&Type::BYTES)), opt(4, "accepted", Type::Uint)],
        )
        .answers(&[0x00C0, 0x00C4]),
        // IMMUNE_GOSSIP_PULL_REQ
        FrameSchema::new(0x00C2, Role::Request, &[req(2, "item_ids", Type::List(&Type::BYTES))]),
        // IMMUNE_GOSSIP_PULL_RESULT
        FrameSchema::new(0x00C3, Role::Reply, &[req(2, "items", Type::List(&Type::Record(&GOSSIP_ITEM)))]).answers(&[0x00C2]),
        // IMMUNE_GOSSIP_RETRACT
        FrameSchema::new(
            0x00C4,
            Role::Request,
            &[req(2, "item_id", Type::BYTES), req(3, "version", Type::Uint), opt(4, "reason", Type::Code(RETRACT_REASONS))],
        ),
        // IMMUNE_REPORT_REQ
        FrameSchema::new(
            0x0100,
            Role::Request,
            &[
                req(2, "report_id", Type::Text),
                req(3, "anomaly_class", Type::Code(ANOMALY_CLASSES)),
                req(4, "severity", Type::Code(SEVERITIES)),
                opt(5, "detected_at", Type::Text),
                opt(6, "subject", Type::Text),
                opt(7, "detail", Type::Text),
                opt(8, "evidence_digest", Type::BYTES),
                opt(9, "confidence", Type::UintTo(100)),
                opt(10, "expires_at", Type::Text),
            ],
        ),
        // IMMUNE_REPORT_RESULT
        FrameSchema::new(0x0101, Role::Reply, &[req(2, "disposition", Type::Code(DISPOSITIONS)), opt(3, "tracking_id", Type::Text)])
            .answers(&[0x0100]),
        // IMMUNE_ERROR
        FrameSchema::new(
            0x0102,
            Role::Error,
            &[req(2, "code", Type::Code(ERRORS)), req(3, "message", Type::Text), opt(4, "retry_after_s", Type::Uint)],
        ),
    ],
    errors: ERRORS,
    approval: None,
};

static GOSSIP_DESCRIPTOR: Record = Record {
    name: "gossip_descriptor",
    fields: &[
        req(0, "item_id", Type::BYTES),
        req(1, "version", Type::Uint),
        opt(2, "anomaly_class", Type::Code(ANOMALY_CLASSES)),
        opt(3, "severity", Type::Code(SEVERITIES)),
        opt(4, "origin", Type::BYTES),
        opt(5, "first_seen_at", Type::Text),
        opt(6, "expires_at", Type::Text),
        opt(7, "hops_remaining", Type::Uint),
        opt(8, "digest", Type::BYTES),
        opt(9, "body", Type::BYTES),
    ],
};

static GOSSIP_ITEM: Record = Record {
    name: "gossip_item",
    fields: &[
        req(0, "item_id", Type::BYTES),
        req(1, "version", Type::Uint),
        opt(2, "anomaly_class", Type::Code(ANOMALY_CLASSES)),
        opt(3, "severity", Type::Code(SEVERITIES)),
        opt(4, "origin", Type::BYTES),
        opt(5, "first_seen_at", Type::Text),
        opt(6, "expires_at", Type::Text),
        opt(7, "hops_remaining", Type::Uint),
        req(8, "body", Type::BYTES),
    ],
};

const ERRORS: Names = &[
    (1, "malformed_request"),
    (2, "unknown_operation"),
    (3, "policy_denied"),
    (4, "rate_limited"),
    (5, "not_found"),
    (6, "internal_error"),
];

const ANOMALY_CLASSES: Names = &[(0, "operational"), (1, "security"), (2, "integrity"), (3, "availability"), (4, "other")];

const SEVERITIES: Names = &[(0, "info"), (4, "critical")];

const DISPOSITIONS: Names = &[(0, "acknowledged"), (1, "accepted"), (2, "duplicate"), (3, "below_threshold")];

const RETRACT_REASONS: Names = &[(0, "false_positive"), (1, "resolved"), (2, "superseded")];
