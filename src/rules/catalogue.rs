//! The rows of the rule catalogue that no rule here reports, each with its reason. Rules and this list together are the catalogue.

/// What the evidence of one association lacks for a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// The same exchange on two associations, joined.
    TwoAssociations,
    /// HTTP, carried or on its own.
    Http,
    /// A carriage class that is not decoded: messaging, documents, opaque messages.
    CarriageClass,
    /// What only the operator knows.
    Configuration,
}

impl Needs {
    /// What is needed, for people.
    pub const fn text(self) -> &'static str {
        match self {
            Self::TwoAssociations => "needs the same exchange on two associations",
            Self::Http => "needs HTTP",
            Self::CarriageClass => "needs a carriage class that is not decoded",
            Self::Configuration => "needs what only the operator knows",
        }
    }
}

/// Why no rule reports a row under its own name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The evidence lacks something.
    Needs(Needs),
    /// Another rule says the same defect: one defect, one finding.
    SameAs(&'static str),
    /// Nothing that a passive observer sees can show it.
    NotObservable(&'static str),
}

/// Every row without a rule of its own, in the order of its reason.
pub fn unwritten() -> impl Iterator<Item = (&'static str, Reason)> {
    let needs = NEEDS.iter().flat_map(|(needs, ids)| ids.iter().map(|id| (*id, Reason::Needs(*needs))));
    let same = SAME_AS.iter().flat_map(|(rule, ids)| ids.iter().map(|id| (*id, Reason::SameAs(rule))));
    needs.chain(same).chain(NOT_OBSERVABLE.iter().map(|(id, why)| (*id, Reason::NotObservable(why))))
}

#[rustfmt::skip]
static NEEDS: &[(Needs, &[&str])] = &[
    (Needs::TwoAssociations, &[
        "a2a/card-reserialised-hop", "a2a/error-remapped", "doc/octets-changed-hop", "error/bytes-changed-hop", "error/code-changed-hop",
        "error/codes-collapsed", "error/data-dropped-hop", "error/fabricated-hop", "error/foreign-to-transport-hop",
        "error/message-changed-hop", "error/notdelivered-but-executed", "error/transport-to-transport-hop",
        "exchange/response-to-undelivered", "handshake/kem-share-reuse", "hop/answered-locally", "hop/content-type-changed",
        "hop/duplicated", "hop/event-merged", "hop/foreign-changed", "hop/kind-changed", "hop/method-changed", "hop/reordered",
        "hop/reply-changed", "hop/truncated", "hop/unexplained-latency", "http/auto-redirect", "http/body-changed-hop",
        "http/chunks-changed-hop", "http/error-status-translated-hop", "http/fabricated-status-hop", "http/signature-stripped-hop",
        "jsonrpc/id-substituted", "jsonrpc/reserialised-hop", "jsonrpc/rewritten-hop", "map/acp-sse-stripped-hop",
        "mcp/capability-filtered-hop", "mcp/session-split", "mcp/tools-list-diverges-hop", "msg/failure-as-transport-hop", "msg/fanout",
        "notify/id-added-hop", "opaque/chunk-loss", "opaque/payload-changed-hop", "safety/label-changed-hop",
        "safety/label-dropped-hop", "safety/refused-then-delivered",
    ]),
    (Needs::Http, &[
        "http/cbor-invalid", "http/connection-header", "http/content-digest", "http/content-length", "http/content-type",
        "http/envelope-method", "http/envelope-method-empty", "http/envelope-method-long", "http/ext-key", "http/fabricated-status",
        "http/header-case", "http/header-shape", "http/key-forbidden", "http/key-unknown", "http/kind-frame", "http/method-token",
        "http/notify-answered", "http/null-optional", "http/passthrough-key", "http/passthrough-mismatch", "http/pseudo-header",
        "http/redirect-context", "http/redirect-location", "http/redirect-preserve", "http/reply-method", "http/required-missing",
        "http/status-1xx", "http/status-in-error", "http/status-range", "http/stream-data-extra", "http/stream-end-body",
        "http/stream-head-body", "http/stream-no-status", "http/target-form", "http/two-heads", "safety/http-delete-idempotent",
        "safety/http-missing", "safety/http-weaker", "toa/204-with-calls", "toa/401-no-challenge", "toa/batch-code-200",
        "toa/batch-empty", "toa/batch-order", "toa/batch-over-limit", "toa/batch-reply-length", "toa/batch-reply-shape",
        "toa/credential-as-error", "toa/http-method", "toa/http-non-post", "toa/http-unreadable", "toa/label-http-delete-inside",
        "toa/label-http-floor", "toa/only-notifications-204", "toa/status-not-200", "toa/unauthorized-code",
    ]),
    (Needs::CarriageClass, &[
        "a2a/card-split", "doc/binding-inconsistent", "doc/binding-malformed", "doc/binding-missing", "doc/binding-on-request",
        "doc/codes-collapsed", "doc/comp-flag", "doc/content-type-missing", "doc/digest-length", "doc/digest-mismatch",
        "doc/digest-mismatch-unreported", "doc/notify-with-proofs", "doc/proof-index", "doc/set-incomplete", "doc/split-channels",
        "msg/corr-is-conversation", "msg/corr-replywith-mismatch", "msg/failure-not-error", "msg/inreplyto-mismatch",
        "msg/performative-mismatch", "msg/performative-missing", "msg/reply-discipline", "opaque/unassigned-tag-used",
        "safety/msg-readonly-by-default",
    ]),
    (Needs::Configuration, &["channel/readonly-effect", "msg/sender-spoof", "toa/buffered-procedure", "transport/no-tls"]),
];

#[rustfmt::skip]
static SAME_AS: &[(&str, &[&str])] = &[
    ("bridge/content-type-04-without-tlv", &["opaque/media-type-missing"]),
    ("bridge/content-type-unknown", &["bridge/content-type-unassigned"]),
    ("bridge/media-type-enumerable", &["opaque/media-type-redundant"]),
    ("bridge/media-type-invalid", &["opaque/media-type-syntax"]),
    ("bridge/media-type-tlv-with-enumerated", &["opaque/media-type-ambiguous"]),
    ("frame/bad-version", &["frame/version-not-2"]),
    ("frame/flag-enc-missing", &["frame/unsealed-after-established"]),
    ("frame/flag-frag", &["frame/reserved-flag-frag"]),
    ("frame/tlv-critical-unknown", &["tlv/critical-unknown"]),
    ("handshake/aead-offer-incomplete", &["handshake/high-single-aead-offer"]),
    ("handshake/app-before-auth", &["handshake/early-application"]),
    ("handshake/certverify-bad", &["handshake/certverify-context", "handshake/certverify-role"]),
    ("handshake/kem-below-profile", &["handshake/high-below-min-kem", "handshake/sovereign-kem768"]),
    ("handshake/kem-ct-size", &["handshake/kem-ciphertext-size"]),
    ("handshake/nonzero-seq", &["handshake/seq-not-zero"]),
    ("handshake/out-of-order", &[
        "handshake/auth-after-established", "handshake/order", "handshake/renegotiation", "handshake/repeat-flight",
    ]),
    ("handshake/select-not-offered", &["handshake/aeadselect-unoffered", "handshake/selection-unoffered"]),
    ("handshake/sig-not-allowed", &["handshake/sig-profile"]),
    ("mcp/not-jsonrpc", &["opaque/squatting"]),
    ("native/cbor-invalid", &[
        "cbor/depth-over-8", "cbor/duplicate-key", "cbor/float-in-sealed", "cbor/indefinite", "cbor/key-order", "cbor/not-shortest",
        "cbor/tag-in-sealed",
    ]),
    ("ratchet/frame-after-boundary", &["ratchet/frame-under-old-root"]),
    ("ratchet/generation-skew", &["ratchet/generation-not-next"]),
    ("ratchet/key-update-epoch", &["keyupdate/ack-wrong-epoch", "keyupdate/epoch-not-next"]),
    ("ratchet/key-update-marker", &["keyupdate/marker-malformed"]),
    ("ratchet/key-update-unacked", &["keyupdate/ack-missing"]),
    ("ratchet/tlv-layout", &["ratchet/layout"]),
    ("record/frame-after-rotation-old-key", &["keyupdate/old-epoch-after-boundary"]),
    ("record/nonce-reuse", &["record/seq-reused"]),
    ("record/replay", &["replay/duplicate"]),
    ("record/seq-exhausted", &["record/seq-wrap"]),
    ("record/seq-no-reset", &["ratchet/epoch-not-reset", "record/seq-not-reset"]),
    ("transport/alpn-deprecated", &["generation/deprecated-alpn-offered", "generation/deprecated-alpn-selected"]),
    ("transport/data-after-close", &["close/frame-after-ack", "close/frame-after-close"]),
    ("transport/oversize-frame", &["frame/size-over-16mib"]),
    ("transport/path-response-missing", &["path/migration-unvalidated"]),
];

static NOT_OBSERVABLE: &[(&str, &str)] = &[("bridge/protocol-05-is-grpc", "no defect: the registry of generation 3 names the identifier")];
