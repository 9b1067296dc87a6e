//! Text that could act on a terminal, hide, or pass for something else.

use super::mapping::Mapping;

/// What is suspicious about a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suspicion<'m> {
    /// An escape character or a C1 introducer: a terminal would obey what follows.
    TerminalEscape,
    /// Another control character, other than tab and newline.
    Control,
    /// A character that changes the direction of what stands around it.
    Bidirectional,
    /// A character that takes no room.
    Invisible,
    /// Letters of another script that look like those of a registered method.
    LookAlike(&'m str),
}

impl Suspicion<'_> {
    /// In words.
    pub fn text(self) -> String {
        match self {
            Self::TerminalEscape => "a terminal escape sequence".to_owned(),
            Self::Control => "a control character".to_owned(),
            Self::Bidirectional => "a character that reorders text".to_owned(),
            Self::Invisible => "an invisible character".to_owned(),
            Self::LookAlike(method) => format!("letters that look like {method}"),
        }
    }
}

/// The first suspicious character of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspect {
    /// What is suspicious.
    pub suspicion: Suspicion<'static>,
    /// Offset of the character in the text, in octets.
    pub at: usize,
    /// The character.
    pub character: char,
}

/// Looks for the first suspicious character. Octets that are no UTF-8 are passed over: other rules speak about them.
pub fn suspicious(text: &[u8]) -> Option<Suspect> {
    if text.iter().all(|octet| matches!(octet, b' '..=b'~')) {
        return None;
    }
    let mut at = 0usize;
    for chunk in text.utf8_chunks() {
        for (offset, character) in chunk.valid().char_indices() {
            if let Some(suspicion) = of(character) {
                return Some(Suspect { suspicion, at: at.saturating_add(offset), character });
            }
        }
        at = at.saturating_add(chunk.valid().len()).saturating_add(chunk.invalid().len());
    }
    None
}

/// The registered method that `method` looks like without being it.
pub fn look_alike<'m>(method: &[u8], mapping: &'m Mapping) -> Option<&'m str> {
    if method.is_ascii() || mapping.find(method).is_some() {
        return None;
    }
    let folded: String = std::str::from_utf8(method).ok()?.chars().filter(|c| of(*c) != Some(Suspicion::Invisible)).map(fold).collect();
    mapping.find(folded.as_bytes()).map(|method| &*method.name)
}

const fn of(character: char) -> Option<Suspicion<'static>> {
    match character {
        '\t' | '\n' | '\r' => None,
        '\u{1b}' | '\u{90}' | '\u{9b}' | '\u{9d}'..='\u{9f}' => Some(Suspicion::TerminalEscape),
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => Some(Suspicion::Control),
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(Suspicion::Bidirectional),
        _ if is_invisible(character) => Some(Suspicion::Invisible),
        _ => None,
    }
}

const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'..='\u{200d}')
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{feff}')
        || matches!(character, '\u{ffa0}' | '\u{e0000}'..='\u{e007f}')
}

/// The ASCII letter that a character of another script looks like; itself when it looks like none.
const fn fold(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => narrow(character),
        'а' | 'α' => 'a',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'ɡ' => 'g',
        'һ' => 'h',
        'і' | 'ι' | 'ı' => 'i',
        'ј' | 'ϳ' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' | 'ⅼ' | 'Ɩ' => 'l',
        'м' | 'ⅿ' => 'm',
        'п' => 'n',
        'о' | 'ο' | 'σ' | '०' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'С' | 'Ϲ' => 'C',
        'Е' | 'Ε' => 'E',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'Р' | 'Ρ' => 'P',
        '\u{2044}' | '\u{2215}' | '\u{29f8}' | '\u{2571}' => '/',
        _ => character,
    }
}

/// The ASCII character of a fullwidth form, which lies 0xFEE0 above it.
const fn narrow(character: char) -> char {
    match char::from_u32((character as u32).wrapping_sub(0xFEE0)) {
        Some(ascii) => ascii,
        None => character,
    }
}

#[cfg(test)]
mod tests {
    use super::super::mapping::Mappings;
    use super::*;
    use crate::spec::protocol::Protocol;

    #[test]
    fn finds_what_acts_hides_or_reorders() {
        let what = |text: &str| suspicious(text.as_bytes()).map(|suspect| (suspect.suspicion, suspect.at));
        assert_eq!(what("plain text"), None);
        assert_eq!(what("tab\tand\nnewline"), None);
        assert_eq!(what("a\u{1b}[2J"), Some((Suspicion::TerminalEscape, 1)));
        assert_eq!(what("é\u{9b}31m"), Some((Suspicion::TerminalEscape, 2)));
        assert_eq!(what("a\u{7}"), Some((Suspicion::Control, 1)));
        assert_eq!(what("\u{202e}txt"), Some((Suspicion::Bidirectional, 0)));
        assert_eq!(what("to\u{200b}ols"), Some((Suspicion::Invisible, 2)));
        assert_eq!(what("שלום"), None);
    }

    #[test]
    fn letters_of_other_scripts_that_spell_a_method_are_a_look_alike() {
        let mappings = Mappings::default();
        let mcp = mappings.of(Protocol::MCP).unwrap();
        assert_eq!(look_alike("t\u{43e}ols/call".as_bytes(), mcp), Some("tools/call"));
        assert_eq!(look_alike("ｔｏｏｌｓ／ｌｉｓｔ".as_bytes(), mcp), Some("tools/list"));
        assert_eq!(look_alike("tools\u{200b}/call".as_bytes(), mcp), Some("tools/call"));
        assert_eq!(look_alike("инструменты".as_bytes(), mcp), None);
        assert_eq!(look_alike(b"tools/call", mcp), None);
    }
}
