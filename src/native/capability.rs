//! The Capability channel [companion 84].

use super::schema::{Companion, Envelope, FrameSchema, Names, Record, Role, Type, effect, opt, refusal, req};
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;

/// Frame types, bodies and error codes.
pub(super) static CAPABILITY: Companion = Companion {
    channel: Channel::CAPABILITY,
    envelope: Envelope::Correlated,
    frames: &[
        // CAP_TOKEN_PRESENT
        FrameSchema::new(
            0x0060,
            Role::Request,
            &[req(2, "token", Type::Record(&CAPABILITY_TOKEN)), opt(3, "chain", Type::List(&Type::Record(&CAPABILITY_TOKEN))), effect(4)],
        )
        .fixed(Effect::IdempotentWrite),
        // CAP_TOKEN_ACCEPT
        FrameSchema::new(0x0061, Role::Reply, &[req(2, "token_id", Type::Text), req(3, "status", Type::Text)]).answers(&[0x0060]),
        // CAP_TOKEN_CHALLENGE
        FrameSchema::new(0x0062, Role::Request, &[req(2, "token_id", Type::Text), req(3, "nonce", Type::Bytes(16, 64)), effect(4)])
            .fixed(Effect::ReadOnly),
        // CAP_TOKEN_PROOF
        FrameSchema::new(0x0063, Role::Reply, &[req(2, "token_id", Type::Text), req(3, "proof", Type::BYTES)]).answers(&[0x0062]),
        // CAP_ISSUE_REQ
        FrameSchema::new(
            0x0100,
            Role::Request,
            &[
                req(2, "subject", Type::Text),
                req(3, "authority", Type::Text),
                opt(4, "constraints", Type::Map),
                opt(5, "not_before", Type::Text),
                opt(6, "not_after", Type::Text),
                opt(7, "max_delegation_depth", Type::Uint),
                opt(8, "idempotency_key", Type::Text),
                effect(9),
            ],
        )
        .writes(),
        // CAP_ISSUE_RESULT
        FrameSchema::new(0x0101, Role::Reply, &[req(2, "token", Type::Record(&CAPABILITY_TOKEN)), req(3, "status", Type::Text)])
            .answers(&[0x0100]),
        // CAP_DELEGATE_REQ
        FrameSchema::new(
            0x0102,
            Role::Request,
            &[
                req(2, "token_id", Type::Text),
                req(3, "subject", Type::Text),
                opt(4, "constraints", Type::Map),
                opt(5, "not_after", Type::Text),
                opt(6, "max_delegation_depth", Type::Uint),
                effect(7),
            ],
        )
        .writes(),
        // CAP_DELEGATE_RESULT
        FrameSchema::new(0x0103, Role::Reply, &[req(2, "token", Type::Record(&CAPABILITY_TOKEN)), req(3, "status", Type::Text)])
            .answers(&[0x0102]),
        // CAP_REVOKE_REQ
        FrameSchema::new(
            0x0104,
            Role::Request,
            &[req(2, "token_id", Type::Text), opt(3, "cascade", Type::Bool), opt(4, "reason", Type::Text), effect(5)],
        )
        .fixed(Effect::Destructive),
        // CAP_REVOKE_RESULT
        FrameSchema::new(
            0x0105,
            Role::Reply,
            &[req(2, "token_id", Type::Text), req(3, "status", Type::Text), opt(4, "revoked_count", Type::Uint)],
        )
        .answers(&[0x0104]),
        // CAP_LOOKUP_REQ
        FrameSchema::new(
            0x0106,
            Role::Request,
            &[
                opt(2, "token_id", Type::Text),
                opt(3, "subject", Type::Text),
                opt(4, "authority", Type::Text),
                opt(5, "include_revoked", Type::Bool),
                opt(6, "limit", Type::Uint),
                opt(7, "cursor", Type::BYTES),
                effect(8),
            ],
        )
        .fixed(Effect::ReadOnly),
        // CAP_LOOKUP_RESULT
        FrameSchema::new(
            0x0107,
            Role::Reply,
            &[
                req(2, "capabilities", Type::List(&Type::Record(&CAPABILITY_TOKEN))),
                req(3, "has_more", Type::Bool),
                opt(4, "next_cursor", Type::BYTES),
            ],
        )
        .answers(&[0x0106]),
        // CAP_ERROR
        FrameSchema::new(0x0108, Role::Error, &refusal(ERRORS)),
    ],
    errors: ERRORS,
    approval: Some(4),
};

static CAPABILITY_TOKEN: Record = Record {
    name: "capability_token",
    fields: &[
        req(0, "token_id", Type::Text),
        req(1, "issuer", Type::Text),
        req(2, "subject", Type::Text),
        req(3, "authority", Type::Text),
        opt(4, "constraints", Type::Map),
        opt(5, "not_before", Type::Text),
        opt(6, "not_after", Type::Text),
        opt(7, "parent_id", Type::Text),
        opt(8, "delegation_depth", Type::Uint),
        opt(9, "max_delegation_depth", Type::Uint),
        opt(10, "status", Type::Text),
        opt(11, "signature", Type::Text),
        opt(12, "signing_key_id", Type::Text),
        opt(13, "signature_alg", Type::Text),
    ],
};

const ERRORS: Names = &[
    (1, "malformed_request"),
    (2, "unknown_operation"),
    (3, "policy_denied"),
    (4, "approval_required"),
    (5, "not_found"),
    (6, "not_delegable"),
    (7, "revoked"),
    (8, "token_invalid"),
    (9, "internal_error"),
];
