//! Which packets of the capture are of which input: inputs may be read by time, a packet of this one and a packet of that.

use crate::base::id::PacketId;

use super::log::Log;

/// Runs of packets that come from one input.
#[derive(Clone, Debug, Default)]
pub struct Places {
    runs: Log<Run>,
    input: usize,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    /// The first packet.
    first: u32,
    /// Its input, 0-based, and packets of that input before it.
    input: u32,
    before: u32,
}

impl Places {
    /// Notes a packet: its input (0-based), and how many packets of that input came before it.
    pub fn note(&mut self, packet: PacketId, input: usize, before: u64) {
        if self.runs.is_empty() || self.input != input {
            self.input = input;
            let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
            self.runs.push(Run { first: packet.0, input: narrow(input as u64), before: narrow(before) });
        }
    }

    /// Input (1-based) and packet in it (1-based).
    pub fn find(&self, packet: PacketId) -> (u64, u64) {
        let (mut low, mut high) = (0, self.runs.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.runs.get(middle).is_some_and(|run| run.first <= packet.0) { low = middle + 1 } else { high = middle }
        }
        let Some(run) = low.checked_sub(1).and_then(|at| self.runs.get(at)) else { return (1, u64::from(packet.0) + 1) };
        (u64::from(run.input) + 1, u64::from(run.before) + u64::from(packet.0 - run.first) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_of_inputs_read_in_turn_are_found() {
        let mut places = Places::default();
        let mut before = [0; 2];
        for (packet, input) in [0, 0, 1, 0, 1, 1].into_iter().enumerate() {
            places.note(PacketId::from_index(packet), input, before[input]);
            before[input] += 1;
        }
        let found: Vec<_> = (0..6).map(|packet| places.find(PacketId(packet))).collect();
        assert_eq!(found, [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3)]);
        assert_eq!(Places::default().find(PacketId(4)), (1, 5));
    }
}
