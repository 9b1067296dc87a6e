//! Every cap in the program, with its reason. Reaching one is a visible fact, never silence.

/// Bounds on state that strangers can feed. All counts are per engine unless said otherwise.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Transport flows that are known. One that has ended goes first, then the least recently used: a port scan must not evict memory.
    pub flows: usize,
    /// Associations that go on at a time. One costs some kilobytes, which it gives back in the end.
    pub associations: usize,
    /// Associations in all. Their rows, of some four hundred octets, are kept to the end.
    pub association_rows: usize,
    /// Out-of-order octets held for one stream direction: 16 windows of 256 KiB.
    pub reassembly_stream: usize,
    /// Out-of-order octets held in all: bounds a flood of half-filled holes.
    pub reassembly_total: usize,
    /// Out-of-order segments held for one stream direction: one-octet segments cost more than they weigh.
    pub reassembly_segments: usize,
    /// QUIC connections. The least recently used goes first.
    pub quic_connections: usize,
    /// Connection ids remembered for one side of a QUIC connection: peers allow each other a handful at a time.
    pub quic_ids: usize,
    /// Streams of one direction of a QUIC connection that are open at a time.
    pub quic_streams: usize,
    /// Octets of packets of one QUIC connection that wait for their keys, or for the server to take early data.
    pub quic_waiting: usize,
    /// Guesses of key, connection id length and packet number for all QUIC connections whose beginning was not captured. However much of
    /// it others have used, each has a share of its own.
    pub quic_trials: u64,
    /// Connections of the key log, the newest ones, whose secrets are tried for such a QUIC connection.
    pub quic_secrets: usize,
    /// Packets of one flow after which an acknowledged hole counts as lost when `reorder_nanos` have passed too.
    pub reorder_packets: u32,
    /// Nanoseconds of capture after which an acknowledged hole counts as lost when `reorder_packets` have passed too: the taps of
    /// two directions differ by less.
    pub reorder_nanos: i64,
    /// Packets of one flow after which an acknowledged hole counts as lost in any case: bounds what waits behind it.
    pub reorder_span: u32,
    /// Delivered segments remembered, over all flows, to compare second copies with: some round trips' worth.
    pub recent_segments: usize,
    /// Octets of capture behind the newest packet whose segments are remembered: bounds the read buffers they pin.
    pub recent_octets: usize,
    /// IP datagrams whose fragments wait for the rest.
    pub fragments: usize,
    /// Octets of one fragmented datagram: the largest IP allows.
    pub fragment_octets: usize,
    /// Fragments whose place in the capture is remembered, to read what they carried back; the oldest go first.
    pub fragment_places: usize,
    /// Header and payload of one frame. Generation 2 has no bound; the reference receiver and generation 3 refuse more than 2^24, which a
    /// rule tells. A message of 64 MiB with its envelope is still read.
    pub frame_octets: usize,
    /// Octets of frames that have not come whole yet, over all streams: beyond it the frame that grows is passed over.
    pub frames_partial: usize,
    /// Octets searched behind a header whose CRC is wrong before the search moves on without it.
    pub resync_octets: usize,
    /// Exchanges kept open in one association and direction; the oldest is closed as evicted.
    pub open_exchanges: usize,
    /// Finished exchanges remembered in one association to name late duplicates [rules 8.2].
    pub tombstones: usize,
    /// Channels with state in one association; an attacker could name 65,536.
    pub channels: usize,
    /// Sequence numbers remembered for one channel direction to name replays.
    pub replay_window: usize,
    /// Interned texts (methods, scopes, names).
    pub symbols: usize,
    /// Longest text interned or shown in a row, in octets: the envelope cannot carry a longer method.
    pub symbol_octets: usize,
    /// Tools learned from listings in one association.
    pub tools: usize,
    /// Nesting of a carried JSON text; deeper is a fault of the message, not of the reader.
    pub json_depth: usize,
    /// Member names remembered while looking for duplicates in one message.
    pub json_names: usize,
    /// Sub-streams of the Stream channel with state in one association.
    pub sub_streams: usize,
    /// Tasks of the Workflow channel with state in one association.
    pub tasks: usize,
    /// Records remembered that the peers of one association advertised on Discovery.
    pub records: usize,
    /// Nesting of a CBOR body that is followed; generation 3 allows eight, and no companion needs more.
    pub cbor_depth: usize,
    /// Keys of one unsorted CBOR map that are compared to find a second use.
    pub cbor_keys: usize,
    /// Findings kept for one rule in one association; further ones are counted.
    pub findings_per_rule: u32,
    /// Findings kept in all.
    pub findings: usize,
    /// Frame rows kept; the oldest go first.
    pub frames: usize,
    /// Exchange rows kept; the oldest go first.
    pub exchanges: usize,
    /// Secrets in the key log.
    pub secrets: usize,
    /// Secrets tried against an association whose `CLIENT_HELLO` was not captured.
    pub key_trials: usize,
    /// Epochs searched forward when key updates were lost.
    pub epoch_trials: u32,
    /// Failed openings of one association that are probed for the reason; later ones are only counted.
    pub probes: u32,
    /// Octets of frames of one association that wait for others which were sent before them and are captured behind them, on another
    /// stream or from the other side.
    pub frames_waiting: usize,
    /// Octets of the longest handshake message of TLS that is kept: hybrid key shares and long lists fit many times.
    pub tls_hello: usize,
    /// Octets of sealed records that wait for a key, for one side: a key log may be written after the packets.
    pub tls_waiting: usize,
    /// The same over all connections.
    pub tls_waiting_total: usize,
    /// Octets of early data held until the server's answer is known; servers allow less.
    pub tls_early: usize,
    /// Record numbers searched behind a hole, and at a start in the middle.
    pub tls_numbers: u64,
    /// Octets that the searches of one connection may try to open: some hundredths of a second.
    pub tls_search: u64,
    /// The same over all connections: a key log must not make foreign traffic costly.
    pub tls_search_total: u64,
    /// Connections of the key log that are tried for one whose hello was not captured.
    pub tls_connections: usize,
    /// Gaps listed for one association; further ones are counted.
    pub gaps: usize,
    /// Stream frames listed for one exchange; further ones are counted.
    pub exchange_frames: usize,
    /// Octets of a pipe or an unpacked capture that are kept in a temporary file, so that they can be read again: a compressed file
    /// may unfold to any size, and a pipe need not end.
    pub spool_octets: u64,
    /// Octets of one mapping file of the user: a thousand methods take a hundred kilobytes.
    pub mapping_octets: usize,
    /// Mappings of the user; there are 251 identifiers to bind.
    pub mappings: usize,
    /// Methods of one mapping.
    pub mapping_methods: usize,
    /// Octets of a name or remark in a mapping: the envelope cannot carry a longer method.
    pub mapping_text: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            flows: 65_536,
            associations: 65_536,
            association_rows: 1 << 18,
            reassembly_stream: 4 << 20,
            reassembly_total: 256 << 20,
            reassembly_segments: 16_384,
            quic_connections: 16_384,
            quic_ids: 64,
            quic_streams: 4096,
            quic_waiting: 1 << 20,
            quic_trials: 1 << 20,
            quic_secrets: 512,
            reorder_packets: 32,
            reorder_nanos: 1_000_000_000,
            reorder_span: 2048,
            recent_segments: 16_384,
            recent_octets: 16 << 20,
            fragments: 1024,
            fragment_octets: 65_535,
            fragment_places: 1 << 20,
            frame_octets: (1 << 26) + (1 << 16),
            frames_partial: 256 << 20,
            resync_octets: 1 << 20,
            open_exchanges: 65_536,
            tombstones: 10_000,
            channels: 256,
            replay_window: 4096,
            symbols: 65_536,
            symbol_octets: 1024,
            tools: 4096,
            json_depth: 256,
            json_names: 4096,
            sub_streams: 16_384,
            tasks: 16_384,
            records: 4096,
            cbor_depth: 64,
            cbor_keys: 4096,
            findings_per_rule: 1000,
            findings: 200_000,
            frames: 64 << 20,
            exchanges: 32 << 20,
            secrets: 1 << 20,
            key_trials: 64,
            epoch_trials: 8,
            probes: 64,
            frames_waiting: 4 << 20,
            tls_hello: 64 << 10,
            tls_waiting: 256 << 10,
            tls_waiting_total: 64 << 20,
            tls_early: 1 << 20,
            tls_numbers: 16_384,
            tls_search: 64 << 20,
            tls_search_total: 2 << 30,
            tls_connections: 64,
            gaps: 256,
            exchange_frames: 4096,
            spool_octets: 64 << 30,
            mapping_octets: 1 << 20,
            mappings: 251,
            mapping_methods: 4096,
            mapping_text: 1024,
        }
    }
}
