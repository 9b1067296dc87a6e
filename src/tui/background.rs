//! The terminal's background colour, asked for at the start (OSC 11). The answer comes as input, at once, late or never, so it is read
//! where input is read: nothing typed meanwhile is lost, and no part of an answer is taken for keys.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// The question.
pub const QUESTION: &str = "\x1b]11;?\x07";
/// Longer answers are none.
const LONGEST: usize = 64;

/// Picks the answer out of the input.
#[derive(Debug, Default)]
pub struct Listener {
    awaited: bool,
    heard: Option<String>,
}

/// What became of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// It is no part of an answer.
    Other,
    /// It is a part of one.
    Part,
    /// It ends one: the colour, when it is one.
    Answer(Option<[u8; 3]>),
}

impl Listener {
    /// A listener; one that was not told of a question takes nothing.
    pub const fn new(awaited: bool) -> Self {
        Self { awaited, heard: None }
    }

    /// Whether an answer may still come.
    pub const fn awaits(&self) -> bool {
        self.awaited
    }

    /// Looks at an event.
    pub fn hear(&mut self, event: &Event) -> Heard {
        let Event::Key(key) = event else { return Heard::Other };
        if !self.awaited || key.kind == KeyEventKind::Release {
            return Heard::Other;
        }
        let Some(heard) = &mut self.heard else {
            if key.code == KeyCode::Char(']') && key.modifiers.contains(KeyModifiers::ALT) {
                self.heard = Some(String::new());
                return Heard::Part;
            }
            return Heard::Other;
        };
        match letter(key) {
            Some(letter) if heard.len() < LONGEST => {
                heard.push(letter);
                Heard::Part
            }
            _ => {
                let color = color(heard);
                *self = Self::default();
                Heard::Answer(color)
            }
        }
    }
}

/// A character of an answer; `None` at its end.
fn letter(key: &KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(letter) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => Some(letter),
        _ => None,
    }
}

/// Reads `11;rgb:RRRR/GGGG/BBBB`, with one to four digits a part.
fn color(text: &str) -> Option<[u8; 3]> {
    let rest = text.strip_prefix("11;rgb:").or_else(|| text.strip_prefix("11;rgba:"))?;
    let mut parts = rest.split('/').map(|part| {
        let value = u32::from_str_radix(part, 16).ok().filter(|_| part.len() <= 4)?;
        let most = 16_u32.pow(u32::try_from(part.len()).ok()?) - 1;
        u8::try_from(value * 255 / most.max(1)).ok()
    });
    Some([parts.next()??, parts.next()??, parts.next()??])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Vec<Event> {
        let mut events = vec![Event::Key(KeyEvent::new(KeyCode::Char(']'), KeyModifiers::ALT))];
        events.extend(text.chars().map(|c| Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE))));
        events
    }

    fn hear(listener: &mut Listener, events: &[Event]) -> Vec<Heard> {
        events.iter().map(|event| listener.hear(event)).collect()
    }

    #[test]
    fn an_answer_is_taken_out_of_the_input_whichever_way_it_ends() {
        for end in [KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL), KeyEvent::new(KeyCode::Char('\\'), KeyModifiers::ALT)] {
            let mut listener = Listener::new(true);
            let mut events = typed("11;rgb:fdfd/f6f6/e3e3");
            events.push(Event::Key(end));
            let heard = hear(&mut listener, &events);
            assert!(heard[..heard.len() - 1].iter().all(|heard| *heard == Heard::Part));
            assert_eq!(heard.last(), Some(&Heard::Answer(Some([0xfd, 0xf6, 0xe3]))));
            assert!(!listener.awaits());
        }
    }

    #[test]
    fn keys_are_left_alone_and_nonsense_ends() {
        let mut listener = Listener::new(true);
        let key = Event::Key(KeyEvent::new(KeyCode::Char('j'), KeyModifiers::NONE));
        assert_eq!(listener.hear(&key), Heard::Other);
        let heard = hear(&mut listener, &typed(&"9".repeat(80)));
        assert!(heard.contains(&Heard::Answer(None)));
        assert_eq!(Listener::default().hear(&typed("")[0]), Heard::Other);
        assert_eq!((color("11;rgb:f/0/8"), color("11;rgb:zz/0/0"), color("11;rgb:00/00")), (Some([255, 0, 136]), None, None));
    }
}
