//! One row of a mapping's method table.

use crate::spec::effect::Effect;

/// What a method does to state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodEffect {
    /// The mapping classifies it.
    Known(Effect),
    /// It depends on the tool called.
    Derived,
    /// No mapping classifies it: notifications.
    Unclassified,
}

/// Whether a request owes a SafetyLabel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// The sender MUST attach one.
    Must,
    /// The sender SHOULD attach one; a receiver assumes the worst when it is absent.
    Should,
    /// Absence is rightly read as `read_only`.
    May,
    /// No duty is stated.
    None,
}

/// Whether a method expects a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// It does.
    Request,
    /// It does not.
    Notify,
}

/// Who may call a method, in the roles of the carried protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The client.
    Client,
    /// The server.
    Server,
    /// Both.
    Either,
}

/// What answers a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// One response or error.
    Single,
    /// Events and an end.
    Stream,
    /// A document with its proofs.
    Document,
    /// Nothing.
    None,
}

/// Who says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The mapping document.
    Spec,
    /// Inference: a finding that rests on it is less certain.
    Derived,
}

/// A method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// Its name, as carried.
    pub name: &'static str,
    /// What it does.
    pub effect: MethodEffect,
    /// Whether it owes a label.
    pub label: Duty,
    /// The class a receiver assumes when the label is absent; `None` where none applies.
    pub absent: Option<Effect>,
    /// Whether it expects a reply.
    pub form: Form,
    /// Who may call it.
    pub caller: Caller,
    /// Whether the effect is a minimum.
    pub floor: bool,
    /// The mildest label that is not an error, where it is milder than the effect.
    pub min_effect: Option<Effect>,
    /// What answers it.
    pub reply: Reply,
    /// Who says so.
    pub basis: Basis,
    /// The method it is another spelling of.
    pub alias_of: Option<&'static str>,
}

impl Method {
    /// The class its label must have; `None` when it depends on the tool or is not classified.
    pub const fn class(&self) -> Option<Effect> {
        match self.effect {
            MethodEffect::Known(effect) => Some(effect),
            MethodEffect::Derived | MethodEffect::Unclassified => None,
        }
    }

    /// A request that changes nothing: no label needed.
    pub(super) const fn read(name: &'static str, caller: Caller) -> Self {
        Self {
            name,
            effect: MethodEffect::Known(Effect::ReadOnly),
            label: Duty::May,
            absent: Some(Effect::ReadOnly),
            form: Form::Request,
            caller,
            floor: false,
            min_effect: None,
            reply: Reply::Single,
            basis: Basis::Spec,
            alias_of: None,
        }
    }

    /// A request that changes state: a label is owed, and its absence means destructive.
    pub(super) const fn write(name: &'static str, effect: Effect, label: Duty, caller: Caller) -> Self {
        Self { effect: MethodEffect::Known(effect), label, absent: Some(Effect::Destructive), ..Self::read(name, caller) }
    }

    /// A notification: not classified.
    pub(super) const fn notify(name: &'static str, caller: Caller) -> Self {
        Self {
            effect: MethodEffect::Unclassified,
            label: Duty::None,
            absent: None,
            form: Form::Notify,
            reply: Reply::None,
            ..Self::read(name, caller)
        }
    }

    /// The same with an effect that is a minimum.
    pub(super) const fn at_least(self) -> Self {
        Self { floor: true, ..self }
    }

    /// The same with an effect that depends on the tool.
    pub(super) const fn by_tool(self) -> Self {
        Self { effect: MethodEffect::Derived, ..self }
    }

    /// The same, answered otherwise.
    pub(super) const fn answered_by(self, reply: Reply) -> Self {
        Self { reply, ..self }
    }

    /// The same as an inferred spelling of another method.
    pub(super) const fn alias(self, of: &'static str) -> Self {
        Self { basis: Basis::Derived, alias_of: Some(of), ..self }
    }
}
