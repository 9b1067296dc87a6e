//! Phases of an MCP session on one association [mcp §5].

use crate::base::direction::Direction;
use crate::base::id::FrameId;

/// A revision of MCP: a date, which sorts as text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Revision([u8; 10]);

impl Revision {
    /// The revision that made completions a capability of their own.
    pub const COMPLETIONS: Self = Self(*b"2025-03-26");
    /// The revision that introduced tasks.
    pub const TASKS: Self = Self(*b"2025-11-25");

    /// Reads a date; `None` for anything else.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let date: [u8; 10] = text.try_into().ok()?;
        let shaped = date.iter().enumerate().all(|(at, octet)| if matches!(at, 4 | 7) { *octet == b'-' } else { octet.is_ascii_digit() });
        shaped.then_some(Self(date))
    }

    /// The date.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// A family of methods that a peer may call only when the other announced it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Capability {
    /// `tools/…`.
    Tools,
    /// `resources/…`.
    Resources,
    /// `prompts/…`.
    Prompts,
    /// `logging/…`.
    Logging,
    /// `completion/…`.
    Completions,
    /// `tasks/…`.
    Tasks,
    /// `sampling/…`.
    Sampling,
    /// `roots/…`.
    Roots,
    /// `elicitation/…`.
    Elicitation,
}

impl Capability {
    const ALL: [Self; 9] = [
        Self::Tools,
        Self::Resources,
        Self::Prompts,
        Self::Logging,
        Self::Completions,
        Self::Tasks,
        Self::Sampling,
        Self::Roots,
        Self::Elicitation,
    ];

    /// The name of its member in `capabilities`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Prompts => "prompts",
            Self::Logging => "logging",
            Self::Completions => "completions",
            Self::Tasks => "tasks",
            Self::Sampling => "sampling",
            Self::Roots => "roots",
            Self::Elicitation => "elicitation",
        }
    }

    /// The family of a request's method.
    pub fn of_method(method: &[u8]) -> Option<Self> {
        let family = method.split(|octet| *octet == b'/').next()?;
        match family {
            b"completion" => Some(Self::Completions),
            b"completions" => None,
            _ => Self::ALL.into_iter().find(|capability| capability.name().as_bytes() == family),
        }
    }

    /// Whether the server announces it; `None` when either may.
    pub const fn is_servers(self) -> Option<bool> {
        match self {
            Self::Tools | Self::Resources | Self::Prompts | Self::Logging | Self::Completions => Some(true),
            Self::Sampling | Self::Roots | Self::Elicitation => Some(false),
            Self::Tasks => None,
        }
    }

    /// The first revision whose peers announce it.
    pub const fn since(self) -> Option<Revision> {
        match self {
            Self::Completions => Some(Revision::COMPLETIONS),
            Self::Tasks => Some(Revision::TASKS),
            _ => None,
        }
    }
}

/// A set of capabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Capabilities(u16);

impl Capabilities {
    /// The capabilities of member names; names of others are passed over.
    pub fn of<'a>(names: impl Iterator<Item = impl AsRef<[u8]> + 'a>) -> Self {
        let mut set = Self::default();
        for name in names {
            if let Some(known) = Capability::ALL.into_iter().find(|capability| capability.name().as_bytes() == name.as_ref()) {
                set.add(known);
            }
        }
        set
    }

    /// Whether it has one.
    pub const fn has(self, capability: Capability) -> bool {
        self.0 & (1 << capability as u16) != 0
    }

    /// Adds one.
    pub const fn add(&mut self, capability: Capability) {
        self.0 |= 1 << capability as u16;
    }
}

/// What was seen of the MCP session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lifecycle {
    /// Who sent `initialize` first: the MCP client, whatever its handshake role.
    pub client: Option<Direction>,
    /// Whether the other side sent one too: both are clients, and no role is certain.
    pub both: bool,
    /// The first `initialize`; after a failure the next one.
    pub initialize: Option<FrameId>,
    /// Its reply, and whether it was a success.
    pub initialized: Option<(FrameId, bool)>,
    /// Whether something came that may be its reply, or that of another request.
    pub unsure: bool,
    /// `notifications/initialized`.
    pub ready: Option<FrameId>,
    /// Whether any MCP message was seen at all.
    pub any: bool,
    /// The revision that the client asked for.
    pub asked: Option<Revision>,
    /// The revision that the server answered.
    pub settled: Option<Revision>,
    /// What each direction's sender announced.
    pub announced: [Option<Capabilities>; 2],
    /// What each direction's sender used although the other side had not announced it.
    pub unannounced: [Capabilities; 2],
    /// The first request of each direction other than `initialize` and `ping`.
    pub first: [Option<FrameId>; 2],
    /// The first such request of each direction after `initialize` and before `notifications/initialized`.
    pub hasty: [Option<FrameId>; 2],
    /// The first such request after `initialize` had failed.
    pub stubborn: Option<FrameId>,
}

impl Lifecycle {
    /// The direction of the client, when the roles are certain.
    pub const fn role(&self) -> Option<Direction> {
        if self.both { None } else { self.client }
    }

    /// A request was sent.
    pub fn request(&mut self, direction: Direction, frame: FrameId, method: &[u8]) {
        match method {
            b"ping" => {}
            b"initialize" => self.begin(direction, frame),
            _ => self.ordinary(direction, frame, method),
        }
    }

    /// `initialize` told revision and capabilities.
    pub fn announce(&mut self, direction: Direction, revision: Option<Revision>, capabilities: Capabilities) {
        if self.client == Some(direction) {
            self.asked = revision;
        } else {
            self.settled = revision;
        }
        self.announced[direction.index()] = Some(capabilities);
    }

    /// `initialize` was answered.
    pub fn answered(&mut self, frame: FrameId, success: bool) {
        self.initialized.get_or_insert((frame, success));
    }

    fn begin(&mut self, direction: Direction, frame: FrameId) {
        let client = *self.client.get_or_insert(direction);
        self.both |= client != direction;
        if client == direction && matches!(self.initialized, Some((_, false))) {
            self.initialized = None;
            self.initialize = Some(frame);
        }
        self.initialize.get_or_insert(frame);
    }

    fn ordinary(&mut self, direction: Direction, frame: FrameId, method: &[u8]) {
        let at = direction.index();
        self.first[at].get_or_insert(frame);
        if self.initialize.is_some() && self.ready.is_none() {
            self.hasty[at].get_or_insert(frame);
        }
        if matches!(self.initialized, Some((_, false))) {
            self.stubborn.get_or_insert(frame);
        }
        if let Some(family) = self.lacks(direction, method) {
            self.unannounced[at].add(family);
        }
    }

    /// The capability that a request needs and its receiver did not announce. `None` when anything about it is uncertain.
    pub fn lacks(&self, direction: Direction, method: &[u8]) -> Option<Capability> {
        let family = Capability::of_method(method)?;
        let client = self.role()?;
        let asks_server = direction == client;
        let announced = self.announced[direction.flip().index()]?;
        let fits = family.is_servers().is_none_or(|servers| servers == asks_server);
        let exists = family.since().is_none_or(|since| self.settled.is_some_and(|settled| settled >= since));
        (fits && exists && !announced.has(family)).then_some(family)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{C2s, S2c};

    fn begun() -> Lifecycle {
        let mut phases = Lifecycle::default();
        phases.request(C2s, FrameId(1), b"initialize");
        let revision = Revision::parse(b"2025-11-25");
        phases.announce(C2s, revision, Capabilities::of([b"sampling"].iter()));
        phases.answered(FrameId(2), true);
        phases.announce(S2c, revision, Capabilities::of([&b"tools"[..], b"acme"].iter()));
        phases
    }

    #[test]
    fn a_family_needs_the_word_of_its_receiver() {
        let phases = begun();
        assert_eq!(phases.lacks(C2s, b"tools/call"), None);
        assert_eq!(phases.lacks(C2s, b"prompts/list"), Some(Capability::Prompts));
        assert_eq!(phases.lacks(S2c, b"sampling/createMessage"), None);
        assert_eq!(phases.lacks(S2c, b"roots/list"), Some(Capability::Roots));
        assert_eq!(phases.lacks(S2c, b"tools/list"), None);
        assert_eq!(phases.lacks(C2s, b"acme/list"), None);
    }

    #[test]
    fn what_an_older_revision_does_not_know_cannot_lack() {
        let mut phases = begun();
        assert_eq!(phases.lacks(C2s, b"tasks/list"), Some(Capability::Tasks));
        phases.settled = Revision::parse(b"2024-11-05");
        assert_eq!(phases.lacks(C2s, b"tasks/list"), None);
        assert_eq!(phases.lacks(C2s, b"completion/complete"), None);
    }

    #[test]
    fn a_failed_beginning_may_be_tried_again() {
        let mut phases = Lifecycle::default();
        phases.request(C2s, FrameId(1), b"initialize");
        phases.answered(FrameId(2), false);
        phases.request(C2s, FrameId(3), b"tools/list");
        assert_eq!(phases.stubborn, Some(FrameId(3)));
        phases.request(C2s, FrameId(4), b"initialize");
        assert_eq!((phases.initialize, phases.initialized), (Some(FrameId(4)), None));
    }

    #[test]
    fn two_clients_have_no_roles() {
        let mut phases = begun();
        phases.request(S2c, FrameId(9), b"initialize");
        assert_eq!(phases.role(), None);
        assert_eq!(Revision::parse(b"latest"), None);
    }
}
