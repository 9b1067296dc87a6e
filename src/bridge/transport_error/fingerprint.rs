//! What is left of a JSON-RPC code that somebody squeezed into the one octet of a transport code.

/// JSON-RPC codes with the low octet of their two's complement.
const CODES: [(u8, i32); 12] = [
    (0x44, -32700),
    (0xA8, -32600),
    (0xA7, -32601),
    (0xA6, -32602),
    (0xA5, -32603),
    (0x00, -32000),
    (0xFF, -32001),
    (0xFE, -32002),
    (0xFD, -32003),
    (0xFC, -32004),
    (0xFB, -32005),
    (0xFA, -32006),
];

/// The JSON-RPC code whose low octet is `code`; empty when none is.
pub fn codes(code: u8) -> &'static [(u8, i32)] {
    let found = CODES.iter().position(|(octet, _)| *octet == code);
    found.and_then(|at| CODES.get(at..=at)).unwrap_or_default()
}

/// The first JSON-RPC code that a text spells as a number: `-32700`, or one of -32600 to -32603 and -32000 to -32099.
pub fn spelled(text: &[u8]) -> Option<i32> {
    let mut rest = text;
    while let Some(at) = memchr::memmem::find(rest, b"-32") {
        let from = rest.get(at..).unwrap_or_default();
        let digits = from.iter().skip(1).take_while(|octet| octet.is_ascii_digit()).count();
        let number = from.get(..=digits).and_then(|number| std::str::from_utf8(number).ok()).and_then(|number| number.parse().ok());
        if let Some(code @ (-32700 | -32603..=-32600 | -32099..=-32000)) = number {
            return Some(code);
        }
        rest = from.get(3..).unwrap_or_default();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_low_octet_is_that_of_its_code() {
        for (octet, code) in CODES {
            assert_eq!(code.to_be_bytes().last(), Some(&octet));
            assert_eq!(codes(octet), [(octet, code)]);
        }
        assert!(codes(4).is_empty());
    }

    #[test]
    fn finds_codes_in_text() {
        assert_eq!(spelled(b"upstream said -32601: no such method"), Some(-32601));
        assert_eq!(spelled(b"-3 -32 -32999 -320001 error -32000"), Some(-32000));
        assert_eq!(spelled(b"32601"), None);
    }
}
