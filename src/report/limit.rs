//! What it means that a bound was reached, for people.

/// Bounds by the name that reports give them.
const WORDS: [(&str, &str); 25] = [
    ("associations", "further associations were not read"),
    ("channels", "frames of further channels of an association were not put in order"),
    ("exchanges", "the oldest exchanges were let go"),
    ("findings", "further findings were only counted"),
    ("flows", "connections were forgotten while they went on"),
    ("fragment_octets", "IP fragments beyond the longest datagram were left out"),
    ("fragment_places", "octets of the oldest fragmented datagrams are not read back"),
    ("fragments", "IP fragments were given up that waited for others"),
    ("frame_octets", "frames too long to be held were passed over"),
    ("frames", "the oldest frames were let go"),
    ("frames_waiting", "frames could not wait for those that were sent before them"),
    ("open_exchanges", "requests were forgotten while they waited for a reply"),
    ("quic_connections", "QUIC connections were forgotten while they went on"),
    ("quic_ids", "ids of QUIC connections were not remembered"),
    ("quic_secrets", "secrets of the key log were not tried for QUIC connections that began before the capture"),
    ("quic_streams", "streams of QUIC connections were not read"),
    ("quic_trials", "QUIC connections that began before the capture were searched in part"),
    ("quic_waiting", "QUIC packets could not wait for their keys"),
    ("reassembly_segments", "holes in streams were given up early"),
    ("reassembly_stream", "holes in streams were given up early"),
    ("reassembly_total", "holes in streams were given up early"),
    ("symbols", "further texts of rows are not shown"),
    ("tls_connections", "secrets of the key log were not tried for TLS connections that began before the capture"),
    ("tls_search_total", "TLS connections that began before the capture were searched in part"),
    ("tools", "lists of tools were learned in part"),
];

/// What followed from a bound that was reached.
pub fn words(name: &str) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| *known == name).map(|(_, words)| *words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::carrier::quic::{QuicFacts, QuicLimitFacts};
    use crate::net::{LimitFacts, NetFacts};

    #[test]
    fn every_bound_of_transports_has_words() {
        let limits =
            LimitFacts { flows: 1, reassembly_stream: 1, reassembly_total: 1, reassembly_segments: 1, fragments: 1, fragment_octets: 1 };
        let net = NetFacts { limits, ..NetFacts::default() };
        let limits = QuicLimitFacts { connections: 1, ids: 1, streams: 1, waiting: 1, reassembly: 1, trials: 1, secrets: 1 };
        let quic = QuicFacts { limits, ..QuicFacts::default() };
        let names: Vec<&str> = net.limits_reached().chain(quic.limits_reached()).map(|(name, _)| name).collect();
        assert_eq!(names.len(), 13);
        assert!(names.iter().all(|name| words(name).is_some()), "{names:?}");
    }

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(WORDS.is_sorted_by(|one, other| one.0 < other.0));
    }
}
