//! What the user says of ports: where that is known, nothing is guessed.

use std::net::SocketAddr;

/// What carries the frames of a flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// Nothing: frames lie in the TCP stream as they are.
    Npamp,
    /// TLS over TCP.
    Tls,
    /// QUIC over UDP.
    Quic,
}

/// Ports of which it is known what carries their flows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DecodeAs(Vec<(u16, Layer)>);

impl DecodeAs {
    /// Flows of this port are read so; what was said of the port before counts no more.
    pub fn set(&mut self, port: u16, layer: Layer) {
        self.0.retain(|(known, _)| *known != port);
        self.0.push((port, layer));
    }

    /// What carries a flow between these ends: the higher port is the client's, as a rule, and counts after the other.
    pub(super) fn of(&self, ends: [SocketAddr; 2]) -> Option<Layer> {
        if self.0.is_empty() {
            return None;
        }
        let mut ports = ends.map(|end| end.port());
        ports.sort_unstable();
        ports.into_iter().find_map(|port| self.0.iter().find(|(known, _)| *known == port).map(|(_, layer)| *layer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_port_counts_first_and_the_last_word_on_a_port_is_kept() {
        let ends = |one: u16, other: u16| [SocketAddr::from(([1; 4], one)), SocketAddr::from(([2; 4], other))];
        let mut known = DecodeAs::default();
        known.set(443, Layer::Tls);
        known.set(50_000, Layer::Npamp);
        known.set(443, Layer::Quic);
        assert_eq!(known.of(ends(50_000, 443)), Some(Layer::Quic));
        assert_eq!(known.of(ends(50_000, 80)), Some(Layer::Npamp));
        assert_eq!(known.of(ends(50_001, 80)), None);
    }
}
