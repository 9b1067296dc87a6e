//! Copying through the terminal (OSC 52), which works over SSH; wrapped for tmux, which passes it on.

/// Terminals refuse longer sequences; more is cut.
const MOST: usize = 74_000;

/// The sequence that puts `text` into the clipboard.
pub fn sequence(text: &str, tmux: bool) -> String {
    let cut = text.len().min(MOST);
    let octets = text.as_bytes().get(..cut).unwrap_or_default();
    let plain = format!("\x1b]52;c;{}\x07", base64(octets));
    if tmux { format!("\x1bPtmux;{}\x1b\\", plain.replace('\x1b', "\x1b\x1b")) } else { plain }
}

fn base64(octets: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(octets.len().div_ceil(3) * 4);
    for chunk in octets.chunks(3) {
        let group = chunk.iter().fold(0_u32, |group, octet| group << 8 | u32::from(*octet)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = ALPHABET[(group >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_the_vectors_of_rfc_4648() {
        let encoded: Vec<String> = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].iter().map(|text| base64(text.as_bytes())).collect();
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn tmux_gets_the_sequence_wrapped() {
        assert_eq!(sequence("foo", false), "\x1b]52;c;Zm9v\x07");
        assert_eq!(sequence("foo", true), "\x1bPtmux;\x1b\x1b]52;c;Zm9v\x07\x1b\\");
    }
}
