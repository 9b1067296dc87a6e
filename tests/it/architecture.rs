//! The shape of the source: imports go one way, and every list names what its folder holds.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order in which an octet passes them. A module may import only from those before it.
const ORDER: [&str; 18] = [
    "base", "spec", "codec", "crypto", "net", "carrier", "npamp", "bridge", "native", "session", "store", "scenario", "rules", "engine",
    "source", "report", "tui", "cli",
];

/// What `source` may import: octets come from the world before any protocol is known.
const SOURCE_MAY: [&str; 1] = ["base"];

#[test]
fn imports_go_one_way() {
    let src = root().join("src");
    let mut wrong = Vec::new();
    for (at, module) in ORDER.iter().enumerate() {
        for file in rust_files(&src.join(module)) {
            for (line, imported) in imports(&file) {
                let Some(from) = ORDER.iter().position(|name| *name == imported) else { continue };
                let allowed = if *module == "source" { imported == *module || SOURCE_MAY.contains(&imported.as_str()) } else { from <= at };
                if !allowed {
                    wrong.push(format!("{}:{line} imports {imported}", file.strip_prefix(root()).unwrap().display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports against the order:\n{}", wrong.join("\n"));
}

#[test]
fn the_order_names_every_module() {
    let mut folders: Vec<String> = fs::read_dir(root().join("src"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort_unstable();
    let mut known: Vec<String> = ORDER.iter().map(ToString::to_string).collect();
    known.sort_unstable();
    assert_eq!(folders, known);
}

#[test]
fn the_library_declares_its_modules_in_that_order() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let declared: Vec<&str> = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(declared, ORDER);
}

#[test]
fn only_the_edge_reads_environment_and_clock() {
    let mut wrong = Vec::new();
    for file in rust_files(&root().join("src")) {
        let path = file.strip_prefix(root()).unwrap().display().to_string();
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let edge = path.starts_with("src/cli/") || path.starts_with("src/tui/") || path.starts_with("src/source/");
        if !edge
            && !path.ends_with("/tests.rs")
            && (text.contains("Instant::now") || text.contains("SystemTime::now") || text.contains("env::var"))
        {
            wrong.push(path);
        }
    }
    assert!(wrong.is_empty(), "clock or environment read inside the engine: {wrong:?}");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort_unstable();
    files
}

/// Every `crate::X` outside test modules, with its line.
fn imports(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).unwrap();
    let mut found = Vec::new();
    for (line, content) in text.lines().enumerate() {
        if content.starts_with("#[cfg(test)]") {
            break;
        }
        let code = content.split("//").next().unwrap_or_default();
        for part in code.split("crate::").skip(1) {
            let name: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            found.push((line + 1, name));
        }
    }
    found
}
