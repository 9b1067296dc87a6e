//! The Settlement channel [companion 86].

use super::schema::{Companion, Envelope, FrameSchema, Names, Record, Role, Type, effect, opt, refusal, req};
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;

/// Frame types, bodies and error codes.
pub(super) static SETTLEMENT: Companion = Companion {
    channel: Channel::SETTLEMENT,
    envelope: Envelope::Correlated,
    frames: &[
        // SETTLE_BATCH_COMMIT_REQ
        FrameSchema::new(
            0x00A0,
            Role::Request,
            &[
                req(2, "batch_ref", Type::Text),
                req(3, "commitment", Type::BYTES),
                opt(4, "commitment_alg", Type::Text),
                opt(5, "member_count", Type::Uint),
                opt(6, "period", Type::Text),
                effect(7),
            ],
        ),
        // SETTLE_BATCH_COMMIT_RESULT
        FrameSchema::new(
            0x00A1,
            Role::Reply,
            &[req(2, "batch_ref", Type::Text), req(3, "status", Type::Text), opt(4, "commitment_receipt_ref", Type::Text)],
        )
        .answers(&[0x00A0]),
        // SETTLE_INTENT_REQ
        FrameSchema::new(
            0x0100,
            Role::Request,
            &[
                req(2, "obligation_ref", Type::Text),
                opt(3, "settlement_ref", Type::Text),
                opt(4, "unit", Type::Text),
                opt(5, "amount", Type::Decimal),
                opt(6, "memo", Type::Text),
                opt(7, "idempotency_key", Type::Text),
                effect(8),
            ],
        ),
        // SETTLE_INTENT_RESULT
        FrameSchema::new(
            0x0101,
            Role::Reply,
            &[req(2, "settlement_ref", Type::Text), req(3, "status", Type::Text), opt(4, "receipt_ref", Type::Text)],
        )
        .answers(&[0x0100]),
        // RECEIPT_REQ
        FrameSchema::new(0x0102, Role::Request, &[req(2, "settlement_ref", Type::Text), opt(3, "receipt_ref", Type::Text), effect(4)])
            .fixed(Effect::ReadOnly),
        // RECEIPT_RESULT
        FrameSchema::new(0x0103, Role::Reply, &[req(2, "receipt", Type::Record(&SETTLEMENT_RECEIPT))]).answers(&[0x0102]),
        // SETTLE_ERROR
        FrameSchema::new(0x0104, Role::Error, &refusal(ERRORS)),
    ],
    errors: ERRORS,
    approval: Some(4),
};

static SETTLEMENT_RECEIPT: Record = Record {
    name: "settlement_receipt",
    fields: &[
        req(0, "receipt_ref", Type::Text),
        req(1, "settlement_ref", Type::Text),
        opt(2, "obligation_ref", Type::Text),
        opt(3, "unit", Type::Text),
        opt(4, "amount", Type::Decimal),
        req(5, "status", Type::Text),
        opt(6, "timestamp", Type::Text),
        opt(7, "issuer", Type::Text),
        opt(8, "signature", Type::Text),
        opt(9, "signing_key_id", Type::Text),
        opt(10, "signature_alg", Type::Text),
    ],
};

const ERRORS: Names = &[
    (1, "malformed_request"),
    (2, "unknown_operation"),
    (3, "policy_denied"),
    (4, "approval_required"),
    (5, "not_found"),
    (6, "already_settled"),
    (7, "commitment_conflict"),
    (8, "internal_error"),
];
