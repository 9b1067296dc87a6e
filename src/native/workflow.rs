//! The Workflow channel [companion 8a].

use super::schema::{Companion, Envelope, FrameSchema, Names, Role, Type, effect, opt, refusal, req};
use crate::spec::channel::Channel;

/// Frame types, bodies and error codes.
pub(super) static WORKFLOW: Companion = Companion {
    channel: Channel::WORKFLOW,
    envelope: Envelope::Correlated,
    frames: &[
        // WORKFLOW_SUBMIT_REQ
        FrameSchema::new(
            0x0100,
            Role::Request,
            &[
                req(2, "task_type", Type::Text),
                opt(3, "input", Type::BYTES),
                opt(4, "params", Type::Map),
                opt(5, "priority", Type::Uint),
                opt(6, "deadline", Type::Text),
                opt(7, "actor_type", Type::Text),
                opt(8, "actor_id", Type::Text),
                opt(9, "idempotency_key", Type::Text),
                opt(10, "scope", Type::Map),
                effect(11),
            ],
        ),
        // WORKFLOW_SUBMIT_RESULT
        FrameSchema::new(0x0101, Role::Reply, &[req(2, "task_id", Type::Text), req(3, "state", Type::Code(STATES))]).answers(&[0x0100]),
        // WORKFLOW_STATUS_REQ
        FrameSchema::new(0x0102, Role::Request, &[req(2, "task_id", Type::Text)]),
        // WORKFLOW_STATUS_RESULT
        FrameSchema::new(
            0x0103,
            Role::Reply,
            &[
                req(2, "task_id", Type::Text),
                req(3, "state", Type::Code(STATES)),
                opt(4, "step", Type::Uint),
                opt(5, "step_label", Type::Text),
                opt(6, "progress", Type::UintTo(100)),
                opt(7, "detail", Type::Text),
            ],
        )
        .answers(&[0x0102]),
        // WORKFLOW_CANCEL_REQ
        FrameSchema::new(0x0104, Role::Request, &[req(2, "task_id", Type::Text), opt(3, "reason", Type::Text)]),
        // WORKFLOW_CANCEL_RESULT
        FrameSchema::new(0x0105, Role::Reply, &[req(2, "task_id", Type::Text), req(3, "state", Type::Code(STATES))]).answers(&[0x0104]),
        // WORKFLOW_STEP_EVENT
        FrameSchema::new(
            0x0106,
            Role::OneWay,
            &[
                req(2, "task_id", Type::Text),
                req(3, "seq", Type::Uint),
                req(4, "state", Type::Code(STATES)),
                opt(5, "step", Type::Uint),
                opt(6, "step_label", Type::Text),
                opt(7, "progress", Type::UintTo(100)),
                opt(8, "output", Type::BYTES),
                opt(9, "detail", Type::Text),
            ],
        )
        .without_corr(),
        // WORKFLOW_COMPLETE
        FrameSchema::new(
            0x0107,
            Role::OneWay,
            &[
                req(2, "task_id", Type::Text),
                req(3, "seq", Type::Uint),
                req(4, "state", Type::Code(STATES)),
                opt(5, "output", Type::BYTES),
                opt(6, "error_code", Type::Uint),
                opt(7, "detail", Type::Text),
            ],
        )
        .without_corr(),
        // WORKFLOW_ERROR
        FrameSchema::new(0x0108, Role::Error, &refusal(ERRORS)),
    ],
    errors: ERRORS,
    approval: Some(4),
};

const ERRORS: Names = &[
    (1, "malformed_request"),
    (2, "unknown_operation"),
    (3, "policy_denied"),
    (4, "approval_required"),
    (5, "unknown_task"),
    (6, "internal_error"),
];

const STATES: Names = &[(0, "accepted"), (1, "running"), (2, "succeeded"), (3, "failed"), (4, "canceled")];
