//! The Commerce channel [companion 88].

use super::schema::{Companion, Envelope, FrameSchema, Names, Record, Role, Type, effect, opt, refusal, req};
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;

/// Frame types, bodies and error codes.
pub(super) static COMMERCE: Companion = Companion {
    channel: Channel::COMMERCE,
    envelope: Envelope::Correlated,
    frames: &[
        // COMMERCE_MANDATE_CREATE_REQ
        FrameSchema::new(
            0x0100,
            Role::Request,
            &[
                req(2, "payer", Type::Text),
                req(3, "payee", Type::Text),
                req(4, "amount", Type::Money(&AMOUNT)),
                opt(5, "purpose", Type::Text),
                opt(6, "not_before", Type::Text),
                opt(7, "not_after", Type::Text),
                opt(8, "constraints", Type::Map),
                opt(9, "idempotency_key", Type::Text),
                opt(10, "signature", Type::BYTES),
                opt(11, "signing_key_id", Type::Text),
                opt(12, "signature_alg", Type::Text),
                effect(13),
            ],
        )
        .writes(),
        // COMMERCE_MANDATE_CREATE_RESULT
        FrameSchema::new(0x0101, Role::Reply, &[req(2, "mandate_id", Type::Text), req(3, "state", Type::Text)]).answers(&[0x0100]),
        // COMMERCE_MANDATE_READ_REQ
        FrameSchema::new(0x0102, Role::Request, &[req(2, "mandate_id", Type::Text), effect(3)]).fixed(Effect::ReadOnly),
        // COMMERCE_MANDATE_READ_RESULT
        FrameSchema::new(0x0103, Role::Reply, &[req(2, "mandate", Type::Record(&MANDATE_RECORD))]).answers(&[0x0102]),
        // COMMERCE_MANDATE_REVOKE_REQ
        FrameSchema::new(0x0104, Role::Request, &[req(2, "mandate_id", Type::Text), opt(3, "reason", Type::Text), effect(4)])
            .fixed(Effect::IdempotentWrite),
        // COMMERCE_MANDATE_REVOKE_RESULT
        FrameSchema::new(0x0105, Role::Reply, &[req(2, "mandate_id", Type::Text), req(3, "state", Type::Text)]).answers(&[0x0104]),
        // COMMERCE_MANDATE_STATUS_REQ
        FrameSchema::new(0x0106, Role::Request, &[req(2, "mandate_id", Type::Text), effect(3)]).fixed(Effect::ReadOnly),
        // COMMERCE_MANDATE_STATUS_RESULT
        FrameSchema::new(
            0x0107,
            Role::Reply,
            &[req(2, "mandate_id", Type::Text), req(3, "state", Type::Text), opt(4, "not_after", Type::Text)],
        )
        .answers(&[0x0106]),
        // COMMERCE_INTENT_PROPOSE_REQ
        FrameSchema::new(
            0x0108,
            Role::Request,
            &[
                req(2, "parties", Type::List(&Type::Text)),
                req(3, "legs", Type::List(&Type::Record(&LEG))),
                opt(4, "not_after", Type::Text),
                opt(5, "conditions", Type::Map),
                opt(6, "idempotency_key", Type::Text),
                effect(7),
            ],
        ),
        // COMMERCE_INTENT_PROPOSE_RESULT
        FrameSchema::new(0x0109, Role::Reply, &[req(2, "intent_id", Type::Text), req(3, "state", Type::Text)]).answers(&[0x0108]),
        // COMMERCE_INTENT_RESPOND_REQ
        FrameSchema::new(
            0x010A,
            Role::Request,
            &[
                req(2, "intent_id", Type::Text),
                req(3, "decision", Type::Code(DECISIONS)),
                opt(4, "counter_legs", Type::List(&Type::Record(&LEG))),
                opt(5, "reason", Type::Text),
                effect(6),
            ],
        ),
        // COMMERCE_INTENT_RESPOND_RESULT
        FrameSchema::new(0x010B, Role::Reply, &[req(2, "intent_id", Type::Text), req(3, "state", Type::Text)]).answers(&[0x010A]),
        // COMMERCE_INTENT_STATUS_REQ
        FrameSchema::new(0x010C, Role::Request, &[req(2, "intent_id", Type::Text), effect(3)]).fixed(Effect::ReadOnly),
        // COMMERCE_INTENT_STATUS_RESULT
        FrameSchema::new(
            0x010D,
            Role::Reply,
            &[
                req(2, "intent_id", Type::Text),
                req(3, "state", Type::Text),
                opt(4, "parties", Type::List(&Type::Text)),
                opt(5, "legs", Type::List(&Type::Record(&LEG))),
            ],
        )
        .answers(&[0x010C]),
        // COMMERCE_ERROR
        FrameSchema::new(0x010E, Role::Error, &refusal(ERRORS)),
    ],
    errors: ERRORS,
    approval: Some(4),
};

static AMOUNT: Record =
    Record { name: "amount", fields: &[req(0, "units", Type::Int), req(1, "scale", Type::Uint), req(2, "currency", Type::Text)] };

static LEG: Record = Record { name: "leg", fields: &[req(0, "from", Type::Text), req(1, "to", Type::Text), req(2, "amount", Type::Map)] };

static MANDATE_RECORD: Record = Record {
    name: "mandate_record",
    fields: &[
        req(0, "mandate_id", Type::Text),
        req(1, "payer", Type::Text),
        req(2, "payee", Type::Text),
        req(3, "amount", Type::Money(&AMOUNT)),
        req(4, "state", Type::Text),
        opt(5, "purpose", Type::Text),
        opt(6, "not_before", Type::Text),
        opt(7, "not_after", Type::Text),
        opt(8, "constraints", Type::Map),
        opt(9, "signature", Type::BYTES),
        opt(10, "signing_key_id", Type::Text),
        opt(11, "signature_alg", Type::Text),
    ],
};

const ERRORS: Names = &[
    (1, "malformed_request"),
    (2, "unknown_operation"),
    (3, "policy_denied"),
    (4, "approval_required"),
    (5, "not_found"),
    (6, "mandate_invalid"),
    (7, "intent_conflict"),
    (8, "internal_error"),
];

const DECISIONS: Names = &[(0, "accept"), (1, "reject"), (2, "counter")];
