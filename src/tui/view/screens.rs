//! Every view of the demonstration captures, as the engine reads them.

use std::fmt::Write as _;

use crate::tui::fixture::{VIEWS, demonstration, model, press_on};

use super::tests::{SIZES, lines, roles, screen};

/// All views at a size, one below the other; `keys` are pressed in each.
fn views(name: &str, (width, height): (u16, u16), keys: &str, show: fn(&crate::tui::model::Model) -> String) -> String {
    let (snapshot, octets) = demonstration(name);
    let mut out = String::new();
    for (view, title) in VIEWS {
        let mut model = model(snapshot.clone(), width, height);
        press_on(&mut model, &octets, &format!("{}{keys}", view.number()));
        let _ = writeln!(out, "{title}\n{}\n", show(&model));
    }
    out
}

fn text(model: &crate::tui::model::Model) -> String {
    lines(screen(model).backend().buffer()).into_iter().map(|line| format!("|{line}|")).collect::<Vec<_>>().join("\n")
}

#[test]
fn demonstrations_look_right_in_every_view_at_every_size() {
    for name in ["mcp-session", "a2a-stream", "violations"] {
        for size in SIZES {
            insta::assert_snapshot!(format!("{name}_{}x{}", size.0, size.1), views(name, size, "jj", text));
        }
    }
}

#[test]
fn demonstrations_look_right_with_an_open_detail() {
    for size in SIZES {
        insta::assert_snapshot!(format!("violations_detail_{}x{}", size.0, size.1), views("violations", size, "jj<enter>j<enter>j", text));
    }
}

#[test]
fn styles_mean_the_same_in_every_theme() {
    let dark = views("violations", (80, 24), "jj", roles);
    let contrast = views("violations", (80, 24), "jj", |model| {
        let mut model = model.clone();
        model.set_theme(crate::tui::theme::find("high-contrast"));
        roles(&model)
    });
    insta::assert_snapshot!("violations_roles_dark_80x24", dark);
    insta::assert_snapshot!("violations_roles_high_contrast_80x24", contrast);
}
