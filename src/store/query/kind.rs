//! What a field may be compared with.

use std::sync::LazyLock;

use crate::base::direction::Direction;
use crate::carrier::facts;
use crate::spec::channel::Channel;
use crate::spec::clause::Level;
use crate::spec::effect::Effect;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::GenerationSource;
use crate::spec::profile::Profile;
use crate::spec::suite::{Kem, Signature, Suite};
use crate::spec::transport_code::TransportCode;
use crate::store::finding::{Certainty, Fault, Severity};
use crate::store::row::{EffectSource, End, ExchangeState, Protection, SealedReason};

/// Names with the numbers they stand for.
pub(super) type Names = fn() -> Vec<(&'static str, i128)>;

/// The kind of a field's values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// An integer.
    Number,
    /// A count of octets; may be written with a unit.
    Size,
    /// Nanoseconds; written with a unit.
    Duration,
    /// A point in time; written as RFC 3339.
    Time,
    /// Text.
    Text,
    /// A raw JSON token; text may be written without the quotes of the token.
    Token,
    /// Octets; written as text or as hexadecimal.
    Octets,
    /// A truth value.
    Flag,
    /// A closed, ordered list of names.
    Named(Names),
    /// A code point: a number, and a name where it has one. Without a list, names come with the capture.
    Code(Names),
    /// Whatever the traffic holds.
    Any,
}

impl Kind {
    /// Whether `<` and its kin mean something.
    pub(super) const fn is_ordered(self) -> bool {
        !matches!(self, Self::Text | Self::Token | Self::Octets | Self::Flag)
    }

    /// Whether `contains` and `matches` mean something.
    pub(super) const fn is_textual(self) -> bool {
        matches!(self, Self::Text | Self::Token | Self::Octets | Self::Code(_) | Self::Any)
    }

    /// In a word or two, for people.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Size => "octets count",
            Self::Duration => "duration",
            Self::Time => "time",
            Self::Text => "text",
            Self::Token => "JSON token",
            Self::Octets => "octets",
            Self::Flag => "true or false",
            Self::Named(_) => "name",
            Self::Code(_) => "code",
            Self::Any => "any",
        }
    }

    /// What one writes for a value.
    pub(super) const fn advice(self) -> &'static str {
        match self {
            Self::Number => "takes a number, decimal or 0x…",
            Self::Size => "takes a count of octets, with or without a unit: 300, 4KiB, 1MB",
            Self::Duration => "takes a time with its unit: 250ms, 1.5s, 10us",
            Self::Time => "takes a time like 2026-01-31T12:00:00Z",
            Self::Flag => "is true or false",
            Self::Text | Self::Token | Self::Octets | Self::Named(_) | Self::Code(_) | Self::Any => "takes a value",
        }
    }

    /// The names a value may have, each with its number; none where names are not fixed.
    pub(super) fn names(self) -> Vec<(&'static str, i128)> {
        match self {
            Self::Named(names) | Self::Code(names) => names(),
            Self::Flag => vec![("true", 1), ("false", 0)],
            _ => Vec::new(),
        }
    }
}

/// Names that come with the capture.
pub(super) const fn any_name() -> Vec<(&'static str, i128)> {
    Vec::new()
}

/// Every frame type that some channel names.
pub(super) fn types() -> Vec<(&'static str, i128)> {
    static TYPES: LazyLock<Vec<(&'static str, i128)>> = LazyLock::new(|| {
        let channels = Channel::NAMED.iter().map(|(channel, _)| *channel);
        let all = channels.flat_map(|channel| (0..0x0400).filter_map(move |code| Some((FrameType(code).name(channel)?, code.into()))));
        let mut names: Vec<(&'static str, i128)> = all.collect();
        names.sort_unstable();
        names.dedup();
        names
    });
    TYPES.clone()
}

pub(super) fn transport_codes() -> Vec<(&'static str, i128)> {
    (0..=u8::MAX).filter_map(|code| Some((TransportCode(code).name()?, code.into()))).collect()
}

pub(super) fn kems() -> Vec<(&'static str, i128)> {
    let hybrid = i128::from(Kem::MLKEM1024.0);
    let old = [("X25519MLKEM1024", hybrid), ("SecP384r1MLKEM1024", hybrid)];
    Kem::NAMED.iter().filter(|(kem, _)| *kem != Kem::MLKEM1024).map(|(kem, name)| (*name, kem.0.into())).chain(old).collect()
}

pub(super) fn signatures() -> Vec<(&'static str, i128)> {
    let shared = i128::from(Signature::ML_DSA_0905.0);
    let named = Signature::NAMED.iter().filter(|(signature, _)| *signature != Signature::ML_DSA_0905);
    named.map(|(signature, name)| (*name, signature.0.into())).chain([("ML-DSA-65", shared)]).collect()
}

pub(super) fn suites() -> Vec<(&'static str, i128)> {
    Suite::NAMED.iter().map(|(suite, name)| (*name, suite.0.into())).collect()
}

pub(super) fn carriers() -> Vec<(&'static str, i128)> {
    [facts::Kind::Tcp, facts::Kind::Tls, facts::Kind::Quic].iter().map(|kind| (kind.name(), *kind as i128)).collect()
}

pub(super) fn association_kinds() -> Vec<(&'static str, i128)> {
    vec![("npamp", 0), ("http", 1)]
}

pub(super) fn generation_sources() -> Vec<(&'static str, i128)> {
    const ALL: [GenerationSource; 4] =
        [GenerationSource::Configured, GenerationSource::Negotiated, GenerationSource::Verified, GenerationSource::Inferred];
    ALL.iter().map(|source| (source.name(), *source as i128)).collect()
}

/// Levels of clauses; what binds more compares as more.
pub(super) fn levels() -> Vec<(&'static str, i128)> {
    [Level::May, Level::Should, Level::Must].iter().map(|level| (level.name(), level_rank(*level))).collect()
}

/// The number a level compares by.
pub(super) const fn level_rank(level: Level) -> i128 {
    match level {
        Level::May => 0,
        Level::Should => 1,
        Level::Must => 2,
    }
}

pub(super) fn places() -> Vec<(&'static str, i128)> {
    vec![("header", 0), ("payload", 1), ("foreign", 2)]
}

pub(super) fn channels() -> Vec<(&'static str, i128)> {
    Channel::NAMED.iter().map(|(channel, name)| (*name, i128::from(channel.0))).collect()
}

pub(super) fn profiles() -> Vec<(&'static str, i128)> {
    Profile::NAMED.iter().map(|(profile, name)| (*name, i128::from(profile.0))).collect()
}

pub(super) fn effects() -> Vec<(&'static str, i128)> {
    let long = Effect::ALL.iter().map(|effect| (effect.name(), i128::from(effect.code())));
    let short = Effect::ALL.iter().map(|effect| (effect.short(), i128::from(effect.code())));
    long.chain(short).collect()
}

pub(super) fn severities() -> Vec<(&'static str, i128)> {
    Severity::WORST_FIRST.iter().map(|severity| (severity.name(), severity_rank(*severity))).collect()
}

/// The number a severity compares by.
pub(super) fn severity_rank(severity: Severity) -> i128 {
    severity as i128
}

pub(super) fn certainties() -> Vec<(&'static str, i128)> {
    [Certainty::Heuristic, Certainty::Certain].iter().map(|c| (c.name(), certainty_rank(*c))).collect()
}

/// The number a certainty compares by: certain is more.
pub(super) fn certainty_rank(certainty: Certainty) -> i128 {
    i128::from(certainty == Certainty::Certain)
}

pub(super) fn directions() -> Vec<(&'static str, i128)> {
    let names = Direction::BOTH.iter().map(|d| (d.name(), d.index() as i128));
    let senders = Direction::BOTH.iter().map(|d| (d.sender(), d.index() as i128));
    names.chain(senders).collect()
}

pub(super) fn protections() -> Vec<(&'static str, i128)> {
    let all = [Protection::Clear, Protection::Opened, Protection::Sealed(SealedReason::Incomplete)];
    all.iter().map(|p| (p.name(), protection_rank(*p))).collect()
}

/// The number a protection compares by.
pub(super) const fn protection_rank(protection: Protection) -> i128 {
    match protection {
        Protection::Clear => 0,
        Protection::Opened => 1,
        Protection::Sealed(_) => 2,
    }
}

pub(super) fn sealed_reasons() -> Vec<(&'static str, i128)> {
    SealedReason::ALL.iter().map(|reason| (reason.name(), *reason as i128)).collect()
}

pub(super) fn states() -> Vec<(&'static str, i128)> {
    const ALL: [ExchangeState; 10] = [
        ExchangeState::Answered,
        ExchangeState::Error,
        ExchangeState::TransportError,
        ExchangeState::Streaming,
        ExchangeState::Streamed,
        ExchangeState::Cancelled,
        ExchangeState::Pending,
        ExchangeState::Unanswered,
        ExchangeState::ReplyOnly,
        ExchangeState::Notification,
    ];
    ALL.iter().map(|state| (state.name(), *state as i128)).collect()
}

pub(super) fn effect_sources() -> Vec<(&'static str, i128)> {
    const ALL: [EffectSource; 4] = [EffectSource::Mapping, EffectSource::Annotation, EffectSource::Configured, EffectSource::Unknown];
    ALL.iter().map(|source| (source.name(), *source as i128)).collect()
}

pub(super) fn ends() -> Vec<(&'static str, i128)> {
    [End::Close, End::Fin, End::Rst, End::CaptureEnd].iter().map(|end| (end.name(), *end as i128)).collect()
}

pub(super) fn starts() -> Vec<(&'static str, i128)> {
    vec![("handshake", 0), ("mid-stream", 1)]
}

pub(super) fn faults() -> Vec<(&'static str, i128)> {
    const ALL: [Fault; 5] = [Fault::Sender, Fault::Requester, Fault::Responder, Fault::Intermediary, Fault::Unknown];
    ALL.iter().map(|fault| (fault.name(), *fault as i128)).collect()
}

/// What a carried message is [bridge §4].
pub(super) fn message_kinds() -> Vec<(&'static str, i128)> {
    vec![("request", 1), ("response", 2), ("notification", 3), ("error", 4), ("stream-data", 5), ("stream-end", 6)]
}
