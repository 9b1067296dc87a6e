//! HTTP that came along with a JSON-RPC object although only the object may be carried.

/// What the foreign message begins with instead of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Embedded {
    /// A request line, a status line or header fields.
    Http,
    /// Lines of an event stream.
    EventStream,
}

const METHODS: [&[u8]; 7] = [b"GET ", b"POST ", b"PUT ", b"PATCH ", b"DELETE ", b"HEAD ", b"OPTIONS "];
const HEADERS: [&[u8]; 13] = [
    b"content-type:",
    b"content-length:",
    b"host:",
    b"accept:",
    b"authorization:",
    b"user-agent:",
    b"cache-control:",
    b"connection:",
    b"transfer-encoding:",
    b"last-event-id:",
    b"a2a-version:",
    b"mcp-session-id:",
    b"mcp-protocol-version:",
];
const EVENTS: [&[u8]; 5] = [b"data:", b"event:", b"id:", b"retry:", b": "];
/// Header fields of the HTTP transport of MCP.
const MCP_FIELDS: [&[u8]; 3] = [b"mcp-protocol-version", b"mcp-session-id", b"last-event-id"];

/// Looks at the front of a foreign message; text inside the members of an object is not meant.
pub fn embedded(foreign: &[u8]) -> Option<Embedded> {
    let front = foreign.trim_ascii_start();
    let begins = |with: &[u8]| front.get(..with.len()).is_some_and(|found| found.eq_ignore_ascii_case(with));
    if begins(b"HTTP/1.") || begins(b"HTTP/2") || HEADERS.iter().any(|header| begins(header)) {
        return Some(Embedded::Http);
    }
    let line = front.split(|octet| *octet == b'\n').next().unwrap_or_default().trim_ascii_end();
    if METHODS.iter().any(|method| begins(method)) && memchr::memmem::find(line, b" HTTP/").is_some() {
        return Some(Embedded::Http);
    }
    EVENTS.iter().any(|event| begins(event)).then_some(Embedded::EventStream)
}

/// The name of the first header field of MCP's HTTP transport in front of the object, as written.
pub fn header_of(foreign: &[u8]) -> Option<&[u8]> {
    let head = foreign.split(|octet| *octet == b'{').next().unwrap_or_default();
    let mut names = head.split(|octet| *octet == b'\n').filter_map(|line| line.split(|octet| *octet == b':').next());
    names.find(|name| MCP_FIELDS.iter().any(|field| name.eq_ignore_ascii_case(field)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_http_in_front_of_an_object_and_not_inside_it() {
        assert_eq!(embedded(b"POST /mcp HTTP/1.1\r\nHost: x\r\n\r\n{}"), Some(Embedded::Http));
        assert_eq!(embedded(b"Content-Type: application/json\r\n\r\n{}"), Some(Embedded::Http));
        assert_eq!(embedded(b"event: message\ndata: {}\n\n"), Some(Embedded::EventStream));
        assert_eq!(embedded(b": keep-alive\n\ndata: {}\n\n"), Some(Embedded::EventStream));
        assert_eq!(embedded(br#"{"text":"data: x"}"#), None);
    }

    #[test]
    fn finds_a_header_field_in_front_of_an_object_and_not_inside_it() {
        let request = b"POST /mcp HTTP/1.1\r\nMcp-Session-Id: 1\r\n\r\n{}";
        assert_eq!(header_of(request), Some(&b"Mcp-Session-Id"[..]));
        assert_eq!(header_of(b"Host: x\r\n\r\n{\"a\":\"\nmcp-session-id: 1\"}"), None);
    }
}
