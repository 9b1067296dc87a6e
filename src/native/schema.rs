//! What a native body is made of, as data: the tables of the companions.

use crate::spec::channel::Channel;
use crate::spec::effect::Effect;
use crate::spec::frame_type::FrameType;

/// Names of numbers.
pub type Names = &'static [(u64, &'static str)];

/// The companion of one channel.
#[derive(Debug)]
pub struct Companion {
    /// The channel.
    pub channel: Channel,
    /// What keys 0, 1 and 2 mean.
    pub envelope: Envelope,
    /// Its frame types.
    pub frames: &'static [FrameSchema],
    /// Its error codes.
    pub errors: Names,
    /// The error code that says that a human must approve first: it comes with an `approval_id`.
    pub approval: Option<u64>,
}

/// What the keys before the fields mean. Key 0 is the frame kind everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Envelope {
    /// Key 1 is the correlation.
    Correlated,
    /// Key 1 is the sub-stream.
    SubStream,
    /// Key 1 is a time stamp, key 2 the correlation.
    Stamped,
    /// There is none, not even a frame kind: `HELLO`.
    Bare,
}

impl Envelope {
    /// The key of the correlation.
    pub const fn corr_key(self) -> Option<u64> {
        match self {
            Self::Correlated => Some(1),
            Self::Stamped => Some(2),
            Self::SubStream | Self::Bare => None,
        }
    }
}

/// What a frame does in its exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Asks for one reply.
    Request,
    /// Asks for a subscription, which lives until it is ended.
    Subscribe,
    /// Answers a request.
    Reply,
    /// Accepts a subscription.
    Accept,
    /// Answers a request, in pages: the key says whether this is the last one.
    Page(u64),
    /// Part of a streamed reply.
    Part,
    /// End of a streamed reply.
    End,
    /// Answers a request with an error.
    Error,
    /// Comes under a subscription, or by itself.
    Push,
    /// Grants more pushes.
    Credit,
    /// Ends a subscription.
    Unsubscribe,
    /// Withdraws a request.
    Withdraw,
    /// Is never answered.
    OneWay,
    /// Is answered when the key says so.
    Event(u64),
    /// Opens a sub-stream, or accepts one.
    Open,
    /// Octets of a sub-stream.
    Data,
    /// Ends a direction of a sub-stream.
    Close,
    /// Breaks a sub-stream off.
    Reset,
    /// Grants octets of a sub-stream.
    Window,
}

/// Whether a body carries a correlation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corr {
    /// It must, of 1 to 64 octets.
    Required,
    /// It must not.
    Forbidden,
    /// It must exactly when it names a subscription.
    WithSubscription,
}

/// What is known of the effect a request declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectRule {
    /// Nothing: any class may be true.
    Declared,
    /// The companion fixes it.
    Fixed(Effect),
    /// It normally changes state.
    Writes,
}

/// One frame type.
#[derive(Debug)]
pub struct FrameSchema {
    /// The type.
    pub frame_type: FrameType,
    /// Its part in an exchange.
    pub role: Role,
    /// Whether it carries a correlation.
    pub corr: Corr,
    /// Its fields beyond the envelope.
    pub fields: &'static [Field],
    /// The request types that it answers; empty for errors, which answer all.
    pub answers: &'static [u16],
    /// What is known of its effect.
    pub effect: EffectRule,
    /// Keys of which one at least must be there.
    pub one_of: &'static [u64],
}

impl FrameSchema {
    /// A type with a correlation.
    pub(super) const fn new(frame_type: u16, role: Role, fields: &'static [Field]) -> Self {
        Self {
            frame_type: FrameType(frame_type),
            role,
            corr: Corr::Required,
            fields,
            answers: &[],
            effect: EffectRule::Declared,
            one_of: &[],
        }
    }

    pub(super) const fn answers(mut self, requests: &'static [u16]) -> Self {
        self.answers = requests;
        self
    }

    pub(super) const fn fixed(mut self, effect: Effect) -> Self {
        self.effect = EffectRule::Fixed(effect);
        self
    }

    pub(super) const fn writes(mut self) -> Self {
        self.effect = EffectRule::Writes;
        self
    }

    pub(super) const fn without_corr(mut self) -> Self {
        self.corr = Corr::Forbidden;
        self
    }

    pub(super) const fn corr_with_sub_id(mut self) -> Self {
        self.corr = Corr::WithSubscription;
        self
    }

    pub(super) const fn one_of(mut self, keys: &'static [u64]) -> Self {
        self.one_of = keys;
        self
    }

    /// The field of a key.
    pub fn field(&self, key: u64) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The field of a name.
    pub fn named(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// One field of a body or record.
#[derive(Debug)]
pub struct Field {
    /// Its key.
    pub key: u64,
    /// Its name in the companion.
    pub name: &'static str,
    /// Its type.
    pub ty: Type,
    /// Whether it must be there.
    pub required: bool,
}

/// What a value is.
#[derive(Debug)]
pub enum Type {
    /// Anything.
    Any,
    /// An unsigned integer.
    Uint,
    /// An unsigned integer up to a bound.
    UintTo(u64),
    /// An unsigned integer whose values have names; others may be newer.
    Code(Names),
    /// An integer.
    Int,
    /// A text.
    Text,
    /// Octets, from so many to so many.
    Bytes(usize, usize),
    /// A truth value.
    Bool,
    /// A map that is not looked into.
    Map,
    /// A map whose values may be floating-point numbers.
    Attributes,
    /// A floating-point number.
    Float,
    /// An integer or a floating-point number.
    Number,
    /// An integer, a floating-point number, octets or a truth value.
    Value,
    /// So many floating-point numbers.
    Floats(usize),
    /// A position and an orientation.
    Origin,
    /// A decimal number as text.
    Decimal,
    /// An amount of money.
    Money(&'static Record),
    /// A record.
    Record(&'static Record),
    /// A record that depends on the `kind` (key 1) of the record around it.
    ByKind(&'static [(u64, &'static Record)]),
    /// A list.
    List(&'static Self),
}

impl Type {
    /// Octets of any number.
    pub const BYTES: Self = Self::Bytes(0, usize::MAX);

    /// What people call it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Any => "any value",
            Self::Uint | Self::UintTo(_) | Self::Code(_) => "an unsigned integer",
            Self::Int => "an integer",
            Self::Text => "a text",
            Self::Bytes(..) => "an octet string",
            Self::Bool => "a truth value",
            Self::Map | Self::Attributes | Self::Record(_) | Self::ByKind(_) => "a map",
            Self::Float => "a floating-point number",
            Self::Number => "a number",
            Self::Value => "a number, octets or a truth value",
            Self::Floats(_) => "a list of floating-point numbers",
            Self::Origin => "a position with an orientation",
            Self::Decimal => "a decimal number as text",
            Self::Money(_) => "an amount",
            Self::List(_) => "a list",
        }
    }
}

impl Type {
    /// Whether a floating-point number may stand anywhere inside.
    pub fn admits_floats(&self) -> bool {
        match self {
            Self::Any | Self::Attributes | Self::Float | Self::Number | Self::Value | Self::Floats(_) | Self::Origin => true,
            Self::Record(record) => record.fields.iter().any(|field| field.ty.admits_floats()),
            Self::List(inner) => inner.admits_floats(),
            _ => false,
        }
    }
}

/// A record inside a body.
#[derive(Debug)]
pub struct Record {
    /// Its name in the companion.
    pub name: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
}

/// Classes of an effect; on Commerce the last one is a transfer of value.
pub(super) const EFFECTS: Names = &[(0, "read_only"), (1, "idempotent_write"), (2, "non_idempotent_write"), (3, "destructive")];

/// The body of an error frame: what is wrong, when to try again, and whose approval is awaited.
pub(super) const fn refusal(errors: Names) -> [Field; 4] {
    [
        req(2, "code", Type::Code(errors)),
        req(3, "message", Type::Text),
        opt(4, "retry_after_s", Type::Uint),
        opt(5, "approval_id", Type::Text),
    ]
}

/// The body of an error frame where frames are subscribed to.
pub(super) const fn subscription_refusal(errors: Names) -> [Field; 3] {
    [req(2, "code", Type::Code(errors)), opt(3, "reason", Type::Text), opt(4, "sub_id", Type::Bytes(1, 32))]
}

pub(super) const fn req(key: u64, name: &'static str, ty: Type) -> Field {
    Field { key, name, ty, required: true }
}

pub(super) const fn opt(key: u64, name: &'static str, ty: Type) -> Field {
    Field { key, name, ty, required: false }
}

pub(super) const fn effect(key: u64) -> Field {
    req(key, "effect", Type::Code(EFFECTS))
}
