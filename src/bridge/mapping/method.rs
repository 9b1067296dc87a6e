//! One row of a mapping's method table.

use crate::bridge::carriage::CarriageClass;
use crate::spec::effect::Effect;

/// What a method does to state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodEffect {
    /// The mapping classifies it.
    Known(Effect),
    /// It depends on something else.
    Derived(Derivation),
    /// No mapping classifies it: notifications.
    Unclassified,
}

/// What the effect of a method depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derivation {
    /// The annotations of the tool that it calls.
    ToolAnnotations,
    /// The affordance of the action that it invokes.
    ActionAffordance,
    /// The verb of the HTTP request.
    HttpMethod,
    /// What the message asks for; no observer can tell.
    Content,
}

/// Whether a request owes a `SafetyLabel`.
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

/// What a message with the name of a method is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// It expects a reply.
    Request,
    /// It does not.
    Notify,
    /// It is a reply itself.
    Reply,
    /// It tells of a failure.
    Error,
    /// It informs, asked or not.
    NotifyOrReply,
    /// It refuses, asked or not.
    ErrorOrNotify,
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
    /// The mapping does not say.
    Unstated,
}

/// Who says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// The mapping document.
    Spec,
    /// Inference: a finding that rests on it is less certain.
    Derived,
}

/// The HTTP request that a method stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HttpRequest {
    /// The verb.
    pub verb: Box<str>,
    /// The target, with variables in braces.
    pub target: Box<str>,
}

/// A method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    /// Its name, as carried.
    pub name: Box<str>,
    /// What it does.
    pub effect: MethodEffect,
    /// Whether it owes a label.
    pub label: Duty,
    /// The class a receiver assumes when the label is absent; `None` where none applies.
    pub absent: Option<Effect>,
    /// What it is.
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
    /// The class that carries it, where it is not the protocol's.
    pub carriage: Option<CarriageClass>,
    /// The method it is another spelling of.
    pub alias_of: Option<Box<str>>,
    /// The HTTP request it stands for.
    pub http: Option<HttpRequest>,
    /// Whether its name is a description: the mapping document fixes what it does, not how it is called.
    pub semantic: bool,
    /// Whether a receiver may never take it for `read_only` unasked.
    pub never_read_only: bool,
    /// A remark.
    pub note: Option<Box<str>>,
}

impl Method {
    /// The class its label must have; `None` when it depends on something else or is not classified.
    pub const fn class(&self) -> Option<Effect> {
        match self.effect {
            MethodEffect::Known(effect) => Some(effect),
            MethodEffect::Derived(_) | MethodEffect::Unclassified => None,
        }
    }
}
