//! The nearest of xterm's 256 colours. The first sixteen are left out: terminals show them as they like.

use ratatui::style::Color;

const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The nearest colour of the palette; one that is not given in full stays.
pub(super) fn of(color: Color) -> Color {
    let Color::Rgb(red, green, blue) = color else { return color };
    let wanted = [red, green, blue];
    let far = |index: &u8| rgb(*index).into_iter().zip(wanted).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>();
    Color::Indexed((16..=255).min_by_key(far).unwrap_or(16))
}

/// What a colour of the palette looks like.
pub(super) fn rgb(index: u8) -> [u8; 3] {
    let level = |at: u8| LEVELS.get(usize::from(at)).copied().unwrap_or(255);
    if let 232..=255 = index {
        [8 + 10 * (index - 232); 3]
    } else {
        let at = index.saturating_sub(16);
        [level(at / 36), level(at / 6 % 6), level(at % 6)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_palette_are_their_own_nearest() {
        for (rgb, index) in [((0, 0, 0), 16), ((255, 255, 255), 231), ((95, 135, 175), 67), ((8, 8, 8), 232), ((238, 238, 238), 255)] {
            assert_eq!(of(Color::Rgb(rgb.0, rgb.1, rgb.2)), Color::Indexed(index));
        }
    }
}
