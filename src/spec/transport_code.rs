//! Codes of an N-PAMP transport error in a `BRIDGE_ERROR` [bridge §6].

code_points! {
    /// A transport error code.
    TransportCode: u8 {
        /// The envelope could not be read.
        ENVELOPE_MALFORMED = 1 => "EnvelopeMalformed",
        /// The protocol identifier is not carried here.
        PROTOCOL_UNSUPPORTED = 2 => "ProtocolUnsupported",
        /// The method is not carried here.
        METHOD_UNSUPPORTED = 3 => "MethodUnsupported",
        /// The message did not reach the endpoint.
        NOT_DELIVERED = 4 => "NotDelivered",
        /// Policy refused the effect.
        SAFETY_POLICY = 5 => "SafetyPolicy",
        /// The stream cannot be resumed.
        NOT_RESUMABLE = 6 => "NotResumable",
        /// A document binding could not be read.
        BINDING_MALFORMED = 16 => "BindingMalformed",
        /// A document's digest differs.
        DIGEST_MISMATCH = 17 => "DigestMismatch",
        /// A document changed while it was served.
        DIGEST_UNSTABLE = 18 => "DigestUnstable",
        /// A proof belongs to no document.
        PROOF_UNBOUND = 19 => "ProofUnbound",
        /// The proof's algorithm is not supported.
        PROOF_UNSUPPORTED = 20 => "ProofUnsupported",
        /// Parts of a document set are missing.
        SET_INCOMPLETE = 21 => "SetIncomplete",
    }
}
