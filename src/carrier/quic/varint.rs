//! Variable-length integers [RFC 9000 §16].

use crate::base::reader::Reader;

/// The largest value that can be written.
pub const LARGEST: u64 = (1 << 62) - 1;

/// Reads an integer; `None` when it ends early.
pub(super) fn read(reader: &mut Reader<'_>) -> Option<u64> {
    let first = reader.u8().ok()?;
    let more = (1_usize << (first >> 6)).saturating_sub(1);
    let mut value = u64::from(first & 0x3f);
    for octet in reader.take(more).ok()? {
        value = value << 8 | u64::from(*octet);
    }
    Some(value)
}

/// Reads a length and as many octets.
pub(super) fn octets<'a>(reader: &mut Reader<'a>) -> Option<&'a [u8]> {
    let len = usize::try_from(read(reader)?).ok()?;
    reader.take(len).ok()
}

/// Writes `value` in as few octets as hold it; values above [`LARGEST`] are written as that.
pub fn write(out: &mut Vec<u8>, value: u64) {
    let value = value.min(LARGEST);
    let [.., a, b, c, d] = value.to_be_bytes();
    match value {
        0..=0x3f => out.push(d),
        0x40..=0x3fff => out.extend([0x40 | c, d]),
        0x4000..=0x3fff_ffff => out.extend([0x80 | a, b, c, d]),
        _ => out.extend((value | 0xc0 << 56).to_be_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_examples_of_the_rfc_and_writes_them_again() {
        let examples: [(&[u8], u64); 4] = [
            (&[0xc2, 0x19, 0x7c, 0x5e, 0xff, 0x14, 0xe8, 0x8c], 151_288_809_941_952_652),
            (&[0x9d, 0x7f, 0x3e, 0x7d], 494_878_333),
            (&[0x7b, 0xbd], 15_293),
            (&[0x25], 37),
        ];
        for (octets, value) in examples {
            assert_eq!(read(&mut Reader::new(octets)), Some(value));
            let mut out = Vec::new();
            write(&mut out, value);
            assert_eq!(out, octets);
        }
        assert_eq!(read(&mut Reader::new(&[0x40, 0x25])), Some(37), "a value may take more octets than it needs");
        assert_eq!(read(&mut Reader::new(&[0x9d, 0x7f, 0x3e])), None);
    }
}
