//! The few transport parameters that matter here [RFC 9000 §18.2].

use crate::base::reader::Reader;

use super::cid::Cid;
use super::varint;

/// Parameters of one list that are looked at.
const MOST: usize = 64;

/// A parameter that names a token of stateless resets, and perhaps an id of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parameter {
    pub(super) id: Option<Cid>,
    pub(super) token: [u8; 16],
}

/// Reads the parameters that the server sent, up to the first that ends early.
pub(super) fn read(list: &[u8]) -> Vec<Parameter> {
    let mut reader = Reader::new(list);
    let mut out = Vec::new();
    for _ in 0..MOST {
        let Some(kind) = varint::read(&mut reader) else { break };
        let Some(value) = varint::octets(&mut reader) else { break };
        match kind {
            0x02 => out.extend(value.try_into().ok().map(|token| Parameter { id: None, token })),
            0x0d => out.extend(preferred_address(value)),
            _ => {}
        }
    }
    out
}

fn preferred_address(value: &[u8]) -> Option<Parameter> {
    let mut reader = Reader::new(value);
    reader.take(24).ok()?;
    let len = usize::from(reader.u8().ok()?);
    Some(Parameter { id: Cid::new(reader.take(len).ok()?), token: reader.array().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_tokens_and_the_id_of_a_preferred_address() {
        let mut list = vec![0x01, 2, 0x40, 0x10, 0x02, 16];
        list.extend([5; 16]);
        list.extend([0x0d, 24 + 1 + 2 + 16]);
        list.extend([0; 24]);
        list.extend([2, 0xaa, 0xbb]);
        list.extend([6; 16]);
        list.extend([0x0f, 9, 1]);
        let read = read(&list);
        assert_eq!(read.len(), 2);
        assert_eq!((read.first().map(|one| one.token), read.last().and_then(|two| two.id)), (Some([5; 16]), Cid::new(&[0xaa, 0xbb])));
    }
}
