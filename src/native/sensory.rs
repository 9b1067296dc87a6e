//! The Sensory channel [companion 82].

use super::schema::{Companion, Envelope, FrameSchema, Names, Record, Role, Type, opt, req, subscription_refusal};
use crate::spec::channel::Channel;

/// Frame types, bodies and error codes.
pub(super) static SENSORY: Companion = Companion {
    channel: Channel::SENSORY,
    envelope: Envelope::Correlated,
    frames: &[
        // SENSORY_OBSERVE
        FrameSchema::new(
            0x0100,
            Role::Push,
            &[
                opt(2, "sub_id", Type::Bytes(1, 32)),
                req(3, "batch_seq", Type::Uint),
                req(4, "obs", Type::List(&Type::Record(&OBSERVATION))),
            ],
        )
        .corr_with_sub_id(),
        // SENSORY_SUBSCRIBE
        FrameSchema::new(
            0x0101,
            Role::Subscribe,
            &[
                opt(2, "sources", Type::List(&Type::BYTES)),
                opt(3, "units", Type::List(&Type::Uint)),
                opt(4, "min_quality", Type::Uint),
                opt(5, "max_rate_mhz", Type::Uint),
                req(6, "credit", Type::Uint),
            ],
        ),
        // SENSORY_SUB_ACK
        FrameSchema::new(
            0x0102,
            Role::Accept,
            &[req(2, "sub_id", Type::Bytes(1, 32)), req(3, "credit", Type::Uint), opt(4, "sources", Type::List(&Type::BYTES))],
        )
        .answers(&[0x0101]),
        // SENSORY_UNSUBSCRIBE
        FrameSchema::new(0x0103, Role::Unsubscribe, &[req(2, "sub_id", Type::Bytes(1, 32))]),
        // SENSORY_CREDIT
        FrameSchema::new(
            0x0104,
            Role::Credit,
            &[req(2, "sub_id", Type::Bytes(1, 32)), req(3, "credit", Type::Uint), opt(4, "high_water", Type::Uint)],
        ),
        // SENSORY_ERROR
        FrameSchema::new(0x0105, Role::Error, &subscription_refusal(ERRORS)),
    ],
    errors: ERRORS,
    approval: None,
};

static OBSERVATION: Record = Record {
    name: "observation",
    fields: &[
        req(0, "source_id", Type::Bytes(1, 64)),
        req(1, "ts", Type::Uint),
        opt(2, "seq", Type::Uint),
        req(3, "unit", Type::Code(UNITS)),
        opt(4, "unit_str", Type::Text),
        req(5, "value", Type::Value),
        opt(6, "quality", Type::Uint),
    ],
};

const ERRORS: Names = &[
    (1, "MalformedPayload"),
    (2, "KindMismatch"),
    (3, "FilterUnsupported"),
    (4, "UnknownSubscription"),
    (5, "SubscriptionRefused"),
    (6, "NotAdvertised"),
];

const UNITS: Names = &[
    (0, "count"),
    (1, "unregistered"),
    (2, "m"),
    (3, "m/s"),
    (4, "m/s2"),
    (5, "rad"),
    (6, "rad/s"),
    (7, "K"),
    (8, "Pa"),
    (9, "V"),
    (10, "A"),
    (11, "W"),
    (12, "kg"),
    (13, "percent"),
    (14, "ratio"),
    (15, "lx"),
    (16, "dB"),
];
