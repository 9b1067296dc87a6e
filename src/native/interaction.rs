//! The Interaction channel [companion 89].

use super::schema::{Companion, Envelope, FrameSchema, Names, Role, Type, opt, refusal, req};
use crate::spec::channel::Channel;

/// Frame types, bodies and error codes.
pub(super) static INTERACTION: Companion = Companion {
    channel: Channel::INTERACTION,
    envelope: Envelope::Correlated,
    frames: &[
        // INTERACT_EVENT
        FrameSchema::new(
            0x0100,
            Role::Event(5),
            &[
                req(2, "event_class", Type::UintTo(255)),
                opt(3, "event_name", Type::Text),
                opt(4, "body", Type::Map),
                opt(5, "ack", Type::Bool),
            ],
        ),
        // INTERACT_EVENT_ACK
        FrameSchema::new(0x0101, Role::Reply, &[]).answers(&[0x0100]),
        // INTERACT_PROMPT_REQ
        FrameSchema::new(
            0x0102,
            Role::Request,
            &[
                req(2, "prompt_kind", Type::Code(PROMPT_KINDS)),
                req(3, "prompt", Type::Text),
                opt(4, "options", Type::List(&Type::Text)),
                opt(5, "schema", Type::Map),
                opt(6, "deadline_s", Type::Uint),
            ],
        ),
        // INTERACT_PROMPT_RESULT
        FrameSchema::new(0x0103, Role::Reply, &[req(2, "outcome", Type::Code(OUTCOMES)), opt(3, "value", Type::Any)]).answers(&[0x0102]),
        // INTERACT_APPROVAL_REQ
        FrameSchema::new(
            0x0104,
            Role::Request,
            &[
                req(2, "action", Type::Text),
                opt(3, "severity", Type::UintTo(255)),
                opt(4, "context", Type::Map),
                opt(5, "deadline_s", Type::Uint),
            ],
        ),
        // INTERACT_APPROVAL_RESULT
        FrameSchema::new(0x0105, Role::Reply, &[req(2, "decision", Type::Code(DECISIONS)), opt(3, "reason", Type::Text)])
            .answers(&[0x0104]),
        // INTERACT_CANCEL
        FrameSchema::new(0x0106, Role::Withdraw, &[opt(2, "reason", Type::Uint)]),
        // INTERACT_ERROR
        FrameSchema::new(0x0107, Role::Error, &refusal(ERRORS)),
    ],
    errors: ERRORS,
    approval: Some(6),
};

const ERRORS: Names = &[
    (1, "malformed_request"),
    (2, "unknown_operation"),
    (3, "unsupported_prompt"),
    (4, "no_human"),
    (5, "policy_denied"),
    (6, "approval_held"),
    (7, "timed_out"),
    (8, "internal_error"),
];

const PROMPT_KINDS: Names = &[(0, "acknowledge"), (1, "text"), (2, "choice"), (3, "multi_choice"), (4, "confirm"), (5, "form")];

const OUTCOMES: Names = &[(0, "answered"), (1, "dismissed"), (2, "deferred")];

const DECISIONS: Names = &[(0, "granted"), (1, "denied")];
