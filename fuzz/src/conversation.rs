//! A script for two peers: frames that are sealed rightly around whatever the input says, raw octets, losses, ends.

use npscope::base::direction::Direction;
use npscope::scenario::{FrameSpec, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::Generation;
use npscope::spec::profile::Profile;

/// Steps played at most: a script longer than that shows nothing new.
const MOST_STEPS: usize = 64;

/// The first octet tells how the association opens; steps follow: what, channel, type, length, octets.
pub fn play(octets: &[u8]) -> Scenario {
    let mut scenario = Scenario::new();
    let Some((&opening, mut rest)) = octets.split_first() else { return scenario };
    open(&mut scenario, opening);
    for _ in 0..MOST_STEPS {
        let Some((&[what, channel, frame_type, high, low], behind)) = rest.split_first_chunk::<5>() else { break };
        let length = usize::from(u16::from_be_bytes([high, low])).min(behind.len());
        let (payload, behind) = behind.split_at(length);
        rest = behind;
        step(&mut scenario, what, spec(channel, frame_type), payload);
    }
    scenario
}

fn open(scenario: &mut Scenario, how: u8) {
    match how & 7 {
        1 => scenario.late(),
        2 => scenario.without_handshake(),
        3 => scenario.no_keys(),
        4 => scenario.wrong_keys(),
        5 => scenario.only_channel_keys(Channel::BRIDGE),
        _ => scenario,
    };
    if how & 8 != 0 {
        scenario.generation(Generation::Three);
    }
    if how & 16 != 0 {
        scenario.profile(Profile::HIGH);
    }
    if how & 32 != 0 {
        scenario.segment_size(7);
    }
}

/// Bit 7 of the channel octet asks for the Bridge channel and its types, which is where most lies.
fn spec(channel: u8, frame_type: u8) -> FrameSpec {
    if channel & 0x80 == 0 {
        FrameSpec::new(Channel(u16::from(channel)), FrameType(u16::from(frame_type)))
    } else {
        FrameSpec::new(Channel::BRIDGE, FrameType(0x100 + u16::from(frame_type)))
    }
}

fn step(scenario: &mut Scenario, what: u8, spec: FrameSpec, payload: &[u8]) {
    let direction = Direction::from_index(usize::from(what >> 7));
    match what & 15 {
        0..=4 => scenario.frame(direction, spec.payload(payload)),
        5 => scenario.frame(direction, spec.payload(payload).clear()),
        6 => scenario.octets(direction, payload),
        7 => scenario.lose_next(direction),
        8 => scenario.duplicate_last(),
        9 => scenario.conflict_last(),
        10 => scenario.key_update(direction, Channel::BRIDGE),
        11 => scenario.master_ratchet(direction),
        12 => scenario.rekem(direction),
        13 => scenario.fin(direction),
        14 => scenario.rst(direction),
        _ => scenario.frame(direction, spec.payload(payload).bad_crc()),
    };
}

/// A script of sealed frames in alternating directions.
#[cfg(test)]
pub fn script(opening: u8, steps: &[(u8, u8, u8, Vec<u8>)]) -> Vec<u8> {
    let mut out = vec![opening];
    for (what, channel, frame_type, payload) in steps {
        out.extend_from_slice(&[*what, *channel, *frame_type]);
        out.extend_from_slice(&u16::try_from(payload.len()).unwrap_or(u16::MAX).to_be_bytes());
        out.extend_from_slice(payload);
    }
    out
}
