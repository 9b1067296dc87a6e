//! Decryption Secrets Blocks, wherever they stand: secrets that follow the packets must be known before them.

use crate::base::secret::{Secret, wipe};

use super::block::{HEAD, Head, SECRETS};
use super::error::Error;
use super::format::Order;
use super::medium::Medium;

/// Key log text of TLS.
pub(super) const TLS_KEY_LOG: u32 = 0x544c_534b;
/// Key log text of N-PAMP.
pub(super) const NPAMP_KEY_LOG: u32 = 0x4e50_414d;
/// Octets read at once: they stay in a near cache.
const CHUNK: usize = 128 << 10;

/// The key log text of a Decryption Secrets Block; `None` for other kinds of secrets.
pub(super) fn decode(body: &[u8], order: Order) -> Option<Secret> {
    let kind = order.u32(body, 0);
    let text = body.get(8..)?.get(..order.u32(body, 4) as usize)?;
    matches!(kind, TLS_KEY_LOG | NPAMP_KEY_LOG).then(|| Secret::copy(text))
}

/// The secrets of a whole pcapng file. Other blocks are stepped over; where the chain of blocks breaks, the walk ends.
pub(super) fn collect(medium: &mut Medium) -> Result<Vec<Secret>, Error> {
    let mut found = Vec::new();
    let mut order = Order::Little;
    let mut at = 0;
    let mut view = View::default();
    while view.cover(medium, at, HEAD)? {
        let Ok(head) = Head::decode(view.octets(at, HEAD), order) else { break };
        order = head.order;
        if head.kind == SECRETS && view.cover(medium, at, head.len)? {
            let body = view.octets(at + 8, head.len - 12);
            found.extend(decode(body, order));
        }
        at += head.len as u64;
    }
    wipe(&mut view.data);
    Ok(found)
}

/// The part of the file in memory.
#[derive(Default)]
struct View {
    data: Vec<u8>,
    base: u64,
}

impl View {
    /// Makes `len` octets at `at` available; `false` when the file ends before.
    fn cover(&mut self, medium: &mut Medium, at: u64, len: usize) -> Result<bool, Error> {
        if self.octets(at, len).len() < len {
            let available = usize::try_from(medium.extent()?.len.saturating_sub(at)).unwrap_or(usize::MAX);
            self.data.clear();
            self.base = at;
            if available >= len {
                medium.read(at, available.min(len.max(CHUNK)), &mut self.data);
            }
        }
        Ok(self.octets(at, len).len() == len)
    }

    fn octets(&self, at: u64, len: usize) -> &[u8] {
        let start = at.checked_sub(self.base).and_then(|start| usize::try_from(start).ok());
        start.and_then(|start| self.data.get(start..)?.get(..len)).unwrap_or_default()
    }
}
