//! The Telemetry channel [companion 87].

use super::schema::{Companion, Envelope, FrameSchema, Names, Record, Role, Type, opt, req, subscription_refusal};
use crate::spec::channel::Channel;

/// Frame types, bodies and error codes.
pub(super) static TELEMETRY: Companion = Companion {
    channel: Channel::TELEMETRY,
    envelope: Envelope::Correlated,
    frames: &[
        // TELEMETRY_REPORT
        FrameSchema::new(
            0x0100,
            Role::Push,
            &[
                opt(2, "sub_id", Type::Bytes(1, 32)),
                req(3, "batch_seq", Type::Uint),
                opt(4, "metrics", Type::List(&Type::Record(&METRIC_SAMPLE))),
                opt(5, "events", Type::List(&Type::Record(&EVENT))),
                opt(6, "health", Type::List(&Type::Record(&HEALTH_REPORT))),
            ],
        )
        .corr_with_sub_id(),
        // TELEMETRY_SUBSCRIBE
        FrameSchema::new(
            0x0101,
            Role::Subscribe,
            &[
                opt(2, "classes", Type::List(&Type::Uint)),
                opt(3, "names", Type::List(&Type::Text)),
                opt(4, "domains", Type::List(&Type::Text)),
                opt(5, "min_severity", Type::Uint),
                opt(6, "max_rate_mhz", Type::Uint),
                req(7, "credit", Type::Uint),
            ],
        ),
        // TELEMETRY_SUB_ACK
        FrameSchema::new(
            0x0102,
            Role::Accept,
            &[req(2, "sub_id", Type::Bytes(1, 32)), req(3, "credit", Type::Uint), opt(4, "classes", Type::List(&Type::Uint))],
        )
        .answers(&[0x0101]),
        // TELEMETRY_UNSUBSCRIBE
        FrameSchema::new(0x0103, Role::Unsubscribe, &[req(2, "sub_id", Type::Bytes(1, 32))]),
        // TELEMETRY_CREDIT
        FrameSchema::new(
            0x0104,
            Role::Credit,
            &[req(2, "sub_id", Type::Bytes(1, 32)), req(3, "credit", Type::Uint), opt(4, "high_water", Type::Uint)],
        ),
        // TELEMETRY_ERROR
        FrameSchema::new(0x0105, Role::Error, &subscription_refusal(ERRORS)),
    ],
    errors: ERRORS,
    approval: None,
};

static METRIC_SAMPLE: Record = Record {
    name: "metric_sample",
    fields: &[
        req(0, "name", Type::Text),
        req(1, "ts", Type::Uint),
        req(2, "kind", Type::Code(METRIC_KINDS)),
        req(3, "value", Type::Number),
        opt(4, "unit", Type::Text),
        opt(5, "labels", Type::Map),
        opt(6, "seq", Type::Uint),
    ],
};

static EVENT: Record = Record {
    name: "event",
    fields: &[
        req(0, "name", Type::Text),
        req(1, "ts", Type::Uint),
        opt(2, "severity", Type::Uint),
        opt(3, "attrs", Type::Attributes),
        opt(4, "message", Type::Text),
        opt(5, "seq", Type::Uint),
    ],
};

static HEALTH_REPORT: Record = Record {
    name: "health_report",
    fields: &[
        req(0, "domain", Type::Text),
        req(1, "ts", Type::Uint),
        req(2, "status", Type::Code(HEALTH)),
        opt(3, "message", Type::Text),
        opt(4, "detail", Type::Map),
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

const METRIC_KINDS: Names = &[(0, "gauge"), (1, "counter"), (2, "delta"), (3, "histogram-bucket")];

const HEALTH: Names = &[(0, "healthy"), (1, "degraded"), (2, "unhealthy"), (3, "unknown")];
