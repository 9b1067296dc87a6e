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

/// What lies over the views, and how a message is read: the keys that lead there, and a name.
const OVER: [(&str, &str); 13] = [
    ("i", "evidence"),
    ("jjj<enter>r", "json"),
    ("jjj<enter>rr", "raw"),
    ("jjj<enter>rj<enter>", "json_folded"),
    ("jjjd", "diff"),
    ("jjjdd", "diff_differing"),
    ("jjj<enter>y", "copy"),
    ("e<up>", "export"),
    ("mjmjBasked twice, answered once<enter>\"", "comments"),
    ("jBwhy?", "comment"),
    (":theme ", "palette_argument"),
    ("Jframe 12", "goto"),
    ("4<enter>]jx", "explain"),
];

#[test]
fn what_lies_over_the_views_looks_right_at_every_size() {
    let (snapshot, octets) = demonstration("violations");
    for (keys, name) in OVER {
        let mut out = String::new();
        for (width, height) in SIZES {
            let mut model = model(snapshot.clone(), width, height);
            press_on(&mut model, &octets, keys);
            let _ = writeln!(out, "{width}x{height}\n{}\n", text(&model));
        }
        insta::assert_snapshot!(format!("over_{name}"), out);
    }
}

#[test]
fn what_lies_over_the_views_means_the_same_in_two_themes() {
    let (snapshot, octets) = demonstration("violations");
    for (keys, name) in OVER.into_iter().filter(|(_, name)| matches!(*name, "json" | "diff" | "explain" | "copy" | "export")) {
        let mut out = String::new();
        for theme in ["dark", "high-contrast"] {
            let mut model = model(snapshot.clone(), 80, 24);
            press_on(&mut model, &octets, keys);
            model.set_theme(crate::tui::theme::find(theme));
            model.notice = None;
            let _ = writeln!(out, "{theme}\n{}\n", roles(&model));
        }
        insta::assert_snapshot!(format!("over_{name}_roles"), out);
    }
}
