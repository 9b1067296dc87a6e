use super::*;

/// Roles that stand as text on the background of others.
const ON_ROWS: [Role; 8] = [Role::Text, Role::Dim, Role::Error, Role::Warning, Role::Note, Role::Good, Role::Client, Role::Server];

#[test]
fn every_theme_file_parses_and_has_every_role() {
    for source in SOURCES {
        Theme::parse(source).unwrap();
    }
    assert_eq!(THEMES.len(), SOURCES.len());
}

#[test]
fn the_list_of_themes_is_the_folder() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/themes");
    let files: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(files.len(), THEMES.len());
    assert!(THEMES.iter().all(|theme| files.contains(&theme.name)));
}

#[test]
fn text_can_be_read_in_every_theme() {
    for theme in THEMES.iter() {
        for role in Role::ALL.iter().filter(|role| **role != Role::Border) {
            let style = theme.style(*role, Colors::True);
            let ground = style.bg.unwrap_or(theme.background);
            let fore = style.fg.or_else(|| theme.style(Role::Text, Colors::True).fg).unwrap();
            assert!(contrast(fore, ground) >= 4.5, "{} {}: {:.2}", theme.name, role.name(), contrast(fore, ground));
        }
    }
}

#[test]
fn severities_can_be_read_on_bars_and_selected_rows() {
    for theme in THEMES.iter() {
        for under in [Role::Selected, Role::Resting, Role::Bar, Role::Match] {
            let ground = theme.style(under, Colors::True).bg.unwrap_or(theme.background);
            for role in ON_ROWS {
                let fore = theme.style(role, Colors::True).fg.unwrap();
                assert!(contrast(fore, ground) >= 4.5, "{} {} on {}: {:.2}", theme.name, role.name(), under.name(), contrast(fore, ground));
            }
        }
    }
}

#[test]
fn text_can_be_read_with_256_colours_too() {
    for theme in THEMES.iter() {
        let base = theme.base(Colors::Indexed).bg.unwrap();
        for role in Role::ALL.iter().filter(|role| **role != Role::Border) {
            let style = theme.style(*role, Colors::Indexed);
            let ground = style.bg.unwrap_or(base);
            let found = contrast(style.fg.unwrap(), ground);
            assert!(found >= 4.5, "{} {}: {found:.2}", theme.name, role.name());
        }
        for under in [Role::Bar, Role::Match] {
            let ground = theme.style(under, Colors::Indexed).bg.unwrap_or(base);
            for role in ON_ROWS {
                let found = contrast(theme.style(role, Colors::Indexed).fg.unwrap(), ground);
                assert!(found >= 4.5, "{} {} on {}: {found:.2}", theme.name, role.name(), under.name());
            }
        }
    }
}

#[test]
fn a_bright_background_gets_the_light_theme() {
    let name = |background| THEMES[for_background(background)].name.as_str();
    assert_eq!((name([0xfd, 0xf6, 0xe3]), name([0x10, 0x14, 0x18])), ("light", "dark"));
}

#[test]
fn without_colour_no_style_has_one_and_the_selection_still_shows() {
    for theme in THEMES.iter() {
        for role in Role::ALL {
            let style = theme.style(*role, Colors::None);
            assert_eq!((style.fg, style.bg), (None, None));
        }
        for role in [Role::Selected, Role::Resting, Role::Lit, Role::Cursor, Role::Tab] {
            assert!(!theme.style(role, Colors::None).add_modifier.is_empty(), "{}", role.name());
        }
    }
}

#[test]
fn sixteen_colours_use_only_the_named_ones() {
    for theme in THEMES.iter() {
        for role in Role::ALL {
            let style = theme.style(*role, Colors::Sixteen);
            for used in [style.fg, style.bg].into_iter().flatten() {
                assert!(!matches!(used, Color::Rgb(..) | Color::Indexed(_)), "{} {}", theme.name, role.name());
            }
        }
    }
}

#[test]
fn a_theme_with_an_unknown_role_is_refused() {
    let source = format!("{}\nsparkle = {{ fg = \"#ffffff\" }}\n", SOURCES[0]);
    assert_eq!(Theme::parse(&source).unwrap_err(), "sparkle is no role");
}

fn contrast(fore: Color, ground: Color) -> f64 {
    let (a, b) = (luminance(fore), luminance(ground));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(color: Color) -> f64 {
    let (r, g, b) = match color {
        Color::Rgb(r, g, b) => (r, g, b),
        Color::Indexed(index) => nearest::rgb(index).into(),
        _ => panic!("{color} is not given in full"),
    };
    let part = |octet: u8| {
        let share = f64::from(octet) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
}
