//! What protects the octets under N-PAMP: plain TCP today, with the place for TLS and QUIC; and the key log.
