//! What is special to each view: the help begins with it.

use super::command::{Action, View};

/// A line of the guide: the command it speaks of, if any, and what it says.
pub type Line = (Option<Action>, &'static str);

/// What a view shows, in one sentence, and what can be done there and nowhere else.
pub const fn of(view: View) -> (&'static str, &'static [Line]) {
    match view {
        View::Exchanges => ("Every request with its outcome; a batch is one frame, its members are exchanges of their own.", EXCHANGES),
        View::Frames => ("Every frame whose header was captured whole, opened or not.", FRAMES),
        View::Associations => ("Every association with its ends, keys and evidence.", ASSOCIATIONS),
        View::Findings => ("What the rules found, in groups; the worst group stands first.", FINDINGS),
        View::Channels => (
            "A lane for every channel: frames a second of the capture's own time (end: its association has ended), last sequence number, gaps, epoch, keys, alarms.",
            CHANNELS,
        ),
        View::Diagram => ("Who sent what when: a line for every frame of one association, events of a stream folded into one.", DIAGRAM),
        View::Conformance => {
            ("Clause by clause: how often the capture exercised it, what speaks against it, and what follows.", CONFORMANCE)
        }
    }
}

const EXCHANGES: &[Line] = &[
    (None, "label/needs: the effect that the label declares, and the one that the method or tool needs"),
    (None, "ro read_only, iw idempotent_write, nw non_idempotent_write, DX destructive; -- no label, ?? one that cannot be read"),
    (Some(Action::OtherHalf), "the reply's octets beside the request's, and back"),
    (Some(Action::Compare), "the request against its reply, field by field"),
    (Some(Action::Sort), "by number, latency, severity of findings, method, association"),
    (Some(Action::Reverse), "the other way round"),
    (Some(Action::Show(View::Diagram)), "the diagram, at the selected exchange"),
];

const FRAMES: &[Line] = &[
    (None, "payload: clear, opened, or sealed; the last column says why it stays sealed"),
    (Some(Action::OtherHalf), "to the row of the other half of its exchange"),
    (Some(Action::Compare), "the frame against its other half, or two marked rows"),
    (Some(Action::Sort), "by number, octets, severity of findings, channel, association"),
    (Some(Action::Reverse), "the other way round"),
    (Some(Action::Show(View::Diagram)), "the diagram, at the selected frame"),
];

const ASSOCIATIONS: &[Line] = &[
    (Some(Action::Open), "which keys were found, where the chain breaks, what was agreed on"),
    (Some(Action::Sort), "by number, frames, exchanges, findings"),
    (Some(Action::Reverse), "the other way round"),
    (Some(Action::Show(View::Channels)), "the channels of the selected association"),
    (Some(Action::Show(View::Diagram)), "the diagram of the selected association"),
];

const FINDINGS: &[Line] = &[
    (Some(Action::Group), "group by rule, association, method, or show one list"),
    (Some(Action::Open), "unfold a group, or fold it; on a finding, its octets"),
    (Some(Action::Right), "unfold a group"),
    (Some(Action::Left), "fold the group of a finding"),
    (Some(Action::NextFinding), "to the next group"),
    (Some(Action::OtherHalf), "the octets of the other half, and of the other frame that a finding names"),
    (Some(Action::Compare), "the frame of the finding against its other half"),
    (Some(Action::Sort), "groups by severity, count, first member; a list by number, time, severity, rule"),
    (Some(Action::Reverse), "the other way round"),
    (Some(Action::Explain), "what the rule checks, why, and what a right frame would look like"),
];

const CHANNELS: &[Line] = &[
    (Some(Action::Open), "the frames of the channel"),
    (Some(Action::NextAssociation), "the channels of the next association, after the last one of all"),
    (Some(Action::PreviousAssociation), "those of the previous one"),
    (Some(Action::Sort), "by channel, rate, frames, findings"),
    (Some(Action::Reverse), "the other way round"),
    (None, "rate and bars: of the last whole seconds while traffic comes, of the whole capture once it is over"),
    (None, "keys: whether the last protected frame could be opened, and if not, which key is missing"),
];

const DIAGRAM: &[Line] = &[
    (Some(Action::Open), "unfold a stream; on any other line, its octets"),
    (Some(Action::Right), "unfold a stream"),
    (Some(Action::Left), "fold the stream again"),
    (Some(Action::Narrow), "the selected exchange alone, and back"),
    (Some(Action::NextAssociation), "the next association"),
    (Some(Action::PreviousAssociation), "the previous association"),
    (Some(Action::OtherHalf), "from the request to its reply and back"),
    (Some(Action::Compare), "the frame against its other half, or two marked rows"),
    (None, "--\u{2192}DX: the effect that the label declares, and the one needed; dotted: notification; waves: stream"),
];

const CONFORMANCE: &[Line] = &[
    (Some(Action::Open), "the findings against the clause, and the rules that judge it"),
    (None, "violated: a finding proves it; suspected: a heuristic or a warning suggests it"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_says_what_it_shows_and_what_is_special_to_it() {
        for view in View::ALL {
            let (about, lines) = of(view);
            assert!(about.ends_with('.') && !lines.is_empty());
        }
    }
}
