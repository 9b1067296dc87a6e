#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| npscope_fuzz::quic(octets));
