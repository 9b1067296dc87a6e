//! The key card: the table of commands as a page.

use std::io::{self, Write};

use crate::tui::command::{COMMANDS, Scope};

use super::defaults_of;

const HEAD: &str = "# Keys

Made from the table of commands (`make docs`); `?` shows the keys in force, `:` finds a command by a part of its name.

| Keys | Command | What it does |
|---|---|---|
";

const TAIL: &str = r#"
Commands marked \* apply in the field tree and the octets alone.

## Counts

A number before a command repeats it, or says which row: `10j` moves ten lines down, `05]` goes to the fifth next finding, `18G` to row 18.
The digits 1 to 7 show views. A digit that has no view (0, 8, 9) right behind them, within a second, makes all of them a count, and what was
in front before the first of them comes back: `10j`, `20k`, `118G`. A number of view digits alone takes a `0` in front
(`03G`, `012j`); once a count has begun, every digit belongs to it. Where the configuration gives the views other keys, plain digits are
counts (`3G`, `12j`). `Esc` drops a count.

## Commands with something behind their name

In the palette, what a command takes stands behind its name: `:theme light`, `:goto frame 12`, `:filter latency > 250ms`,
`:time-format since-start`, `:export out.jsonl`. `Tab` completes.

`goto` takes `frame 9310`, `packet 4711` (of several inputs `packet 2:4711`), `exchange 12`, `association 2`, `finding 3`, a clock time in UTC
(`12:04:31.102`), a time since the first frame (`2.5s`), one from the selected row (`+2.5s`, `-300ms`), or a number of the view in front. Words may
be cut short (`fr 12`).

## Other keys

The configuration gives commands other keys:

```toml
[keys]
pause = ["p"]
quit = ["q", "<c-q>"]
next-finding = ["<a-n>", "<f8>"]
```

A list replaces the keys of its command; an empty one leaves the command to the palette. `<c-…>` is Control, `<a-…>` Alt; named keys are
`<enter> <esc> <tab> <backtab> <up> <down> <left> <right> <home> <end> <pgup> <pgdn> <space> <backspace> <insert> <del> <lt> <gt> <f1>` to `<f12>`. An
unknown command, an unknown key and a key of two commands are refused with their line and column. `Ctrl-C` leaves whatever else is said,
unless another command has it.
"#;

/// Writes the page.
pub fn card(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(HEAD.as_bytes())?;
    for command in COMMANDS {
        let keys: Vec<String> = defaults_of(command).map(|key| format!("`{}`", key.label().replace('|', "\\|"))).collect();
        let takes = command.takes.map_or_else(String::new, |takes| format!(" *{takes}*"));
        let mark = if command.scope == Scope::Detail { " \\*" } else { "" };
        writeln!(out, "| {} | {}{takes}{mark} | {} |", keys.join(" "), command.name, command.doc)?;
    }
    out.write_all(TAIL.as_bytes())
}
