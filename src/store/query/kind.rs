//! What a field may be compared with.

use crate::base::direction::Direction;
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;
use crate::spec::profile::Profile;
use crate::store::finding::{Certainty, Fault, Severity};
use crate::store::row::{EffectSource, End, ExchangeState, Protection, SealedReason};

/// Names with the numbers they stand for.
pub(super) type Names = fn() -> Vec<(&'static str, i128)>;

/// The kind of a field's values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// An integer.
    Number,
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
    /// A code point: a number with a name, where unknown numbers are shown in hexadecimal.
    Code,
}

impl Kind {
    /// Whether `<` and its kin mean something.
    pub(super) const fn is_ordered(self) -> bool {
        matches!(self, Self::Number | Self::Duration | Self::Time | Self::Named(_) | Self::Code)
    }

    /// Whether `contains` and `matches` mean something.
    pub(super) const fn is_textual(self) -> bool {
        matches!(self, Self::Text | Self::Token | Self::Octets | Self::Code)
    }
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
