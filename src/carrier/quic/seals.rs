//! Numbers for the keys of a connection, told once each.

use super::event::{ConnectionId, QuicEvent};
use super::facts::Shared;
use super::level::Phases;
use super::seal::PacketSeal;

/// Side, whether early, key updates, octets of the connection id.
type Name = (usize, bool, u64, usize);

/// The keys that were told.
#[derive(Debug, Default)]
pub(super) struct Seals {
    told: Vec<Name>,
}

impl Seals {
    /// The number of a key. It is told when it is new.
    pub(super) fn of(&mut self, connection: ConnectionId, name: Name, phases: &Phases, shared: &mut Shared) -> u32 {
        let known = self.told.iter().rposition(|told| *told == name);
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        if let Some(at) = known {
            return number(at);
        }
        let at = number(self.told.len());
        self.told.push(name);
        let secret = phases.secret(name.2).unwrap_or_else(|| phases.first()).clone();
        let seal = PacketSeal { first: phases.first().clone(), secret, id_len: u8::try_from(name.3).unwrap_or(u8::MAX) };
        shared.events.push_back((connection, QuicEvent::Key { key: at, seal: Box::new(seal) }));
        at
    }
}
