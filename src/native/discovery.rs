//! The Discovery channel [companion 40].

use super::schema::{Companion, EFFECTS, Envelope, FrameSchema, Names, Record, Role, Type, opt, req};
use crate::spec::channel::Channel;

/// Frame types, bodies and error codes.
pub(super) static DISCOVERY: Companion = Companion {
    channel: Channel::DISCOVERY,
    envelope: Envelope::Correlated,
    frames: &[
        // DISCO_QUERY
        FrameSchema::new(
            0x0100,
            Role::Request,
            &[
                opt(2, "kinds", Type::List(&Type::Code(RECORD_KINDS))),
                opt(3, "protocol_ids", Type::List(&Type::Uint)),
                opt(4, "name_prefix", Type::Text),
                opt(5, "tolerant", Type::Bool),
                opt(6, "cursor", Type::BYTES),
            ],
        ),
        // DISCO_RESULT
        FrameSchema::new(
            0x0101,
            Role::Page(3),
            &[opt(2, "records", Type::List(&Type::Record(&RECORD))), opt(3, "complete", Type::Bool), opt(4, "cursor", Type::BYTES)],
        )
        .answers(&[0x0100, 0x0104]),
        // DISCO_ERROR
        FrameSchema::new(0x0102, Role::Error, &[opt(2, "code", Type::Code(ERRORS)), opt(3, "reason", Type::Text)]),
        // DISCO_ANNOUNCE
        FrameSchema::new(0x0103, Role::OneWay, &[opt(2, "records", Type::List(&Type::Record(&RECORD)))]).without_corr(),
        // DISCO_SUBSCRIBE
        FrameSchema::new(
            0x0104,
            Role::Subscribe,
            &[
                opt(2, "kinds", Type::List(&Type::Code(RECORD_KINDS))),
                opt(3, "protocol_ids", Type::List(&Type::Uint)),
                opt(4, "name_prefix", Type::Text),
            ],
        ),
        // DISCO_UPDATE
        FrameSchema::new(
            0x0105,
            Role::Push,
            &[opt(2, "added", Type::List(&Type::Record(&RECORD))), opt(3, "withdrawn", Type::List(&Type::BYTES))],
        ),
        // DISCO_UNSUBSCRIBE
        FrameSchema::new(0x0106, Role::Unsubscribe, &[]),
    ],
    errors: ERRORS,
    approval: None,
};

static RECORD: Record = Record {
    name: "record",
    fields: &[
        req(0, "record_id", Type::Bytes(1, 32)),
        req(1, "kind", Type::Code(RECORD_KINDS)),
        req(2, "revision", Type::Uint),
        opt(3, "label", Type::Text),
        req(4, "body", Type::ByKind(BODIES)),
    ],
};

static PROTOCOL_BODY: Record = Record {
    name: "protocol_body",
    fields: &[
        req(0, "protocol_id", Type::UintTo(255)),
        req(1, "carriage_class", Type::Uint),
        opt(2, "channels", Type::List(&Type::Uint)),
        opt(3, "content_types", Type::List(&Type::Uint)),
        opt(4, "methods", Type::List(&Type::Text)),
    ],
};

static CARRIAGE_BODY: Record =
    Record { name: "carriage_body", fields: &[req(0, "carriage_class", Type::Uint), opt(1, "content_types", Type::List(&Type::Uint))] };

static TOOL_BODY: Record = Record {
    name: "tool_body",
    fields: &[
        req(0, "name", Type::Text),
        req(1, "protocol_id", Type::UintTo(255)),
        opt(2, "effect", Type::Code(EFFECTS)),
        opt(3, "schema_ref", Type::Text),
    ],
};

static AGENT_BODY: Record = Record {
    name: "agent_body",
    fields: &[
        req(0, "agent_id", Type::Bytes(1, 64)),
        req(1, "protocols", Type::List(&Type::Uint)),
        opt(2, "tools", Type::List(&Type::BYTES)),
    ],
};

const ERRORS: Names = &[
    (1, "MalformedPayload"),
    (2, "KindMismatch"),
    (3, "UnknownRecordKind"),
    (4, "FilterUnsupported"),
    (5, "StaleCursor"),
    (6, "SubscriptionRefused"),
    (7, "NotAdvertised"),
];

const RECORD_KINDS: Names = &[(1, "protocol"), (2, "carriage_class"), (3, "tool"), (4, "agent")];

/// The body of a record, by its kind.
const BODIES: &[(u64, &Record)] = &[(1, &PROTOCOL_BODY), (2, &CARRIAGE_BODY), (3, &TOOL_BODY), (4, &AGENT_BODY)];
