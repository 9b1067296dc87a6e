//! What the terminal reports, as messages. Key releases and mouse moves are nothing.

use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::msg::{Msg, Pointer};

/// The message of an event, if it is one.
pub fn translate(event: &Event) -> Option<Msg> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(Msg::Key((*key).into())),
        Event::Mouse(mouse) => pointer(*mouse),
        Event::Paste(text) => Some(Msg::Paste(text.clone())),
        Event::Resize(width, height) => Some(Msg::Resize(*width, *height)),
        _ => None,
    }
}

fn pointer(mouse: MouseEvent) -> Option<Msg> {
    let pointer = match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Pointer::Click,
        MouseEventKind::ScrollUp => Pointer::WheelUp,
        MouseEventKind::ScrollDown => Pointer::WheelDown,
        _ => return None,
    };
    Some(Msg::Mouse(pointer, Position::new(mouse.column, mouse.row)))
}
