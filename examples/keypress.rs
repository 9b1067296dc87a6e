//! Measures how fast the interface opens a capture and answers keys while it reads: `keypress NPSCOPE ARGUMENTS…`.
//!
//! It runs the program in a terminal of its own, presses `j` and `k` in turn, and takes the time until the cursor has moved on the screen.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a stopwatch that prints")]

use std::error::Error;
use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const ROWS: u16 = 40;
const COLUMNS: u16 = 120;
/// Keys pressed at most.
const KEYS: usize = 2000;
/// Between two keys; a number that does not beat with the drawing.
const PAUSE: Duration = Duration::from_millis(17);
/// An answer that takes longer is counted as this long.
const LONGEST: Duration = Duration::from_secs(2);

/// The screen as it is now, fed by what the program writes.
struct Watch {
    parser: vt100::Parser,
    written: Receiver<Vec<u8>>,
}

impl Watch {
    /// Takes what comes until the screen is as wanted; false when time is up or the program has ended.
    fn until(&mut self, most: Duration, wanted: impl Fn(&vt100::Screen) -> bool) -> bool {
        let began = Instant::now();
        while !wanted(self.parser.screen()) {
            let Some(left) = most.checked_sub(began.elapsed()) else { return false };
            match self.written.recv_timeout(left) {
                Ok(octets) => self.parser.process(&octets),
                Err(_) => return false,
            }
        }
        true
    }
}

/// The line with the cursor of the list.
fn cursor(screen: &vt100::Screen) -> Option<u16> {
    (0..ROWS).find(|row| screen.cell(*row, 0).is_some_and(|cell| cell.contents() == "\u{258c}"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().ok_or("keypress NPSCOPE ARGUMENTS…")?;
    let pair = native_pty_system().openpty(PtySize { rows: ROWS, cols: COLUMNS, pixel_width: 0, pixel_height: 0 })?;
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    command.cwd(std::env::current_dir()?);
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    let began = Instant::now();
    let mut child = pair.slave.spawn_command(command)?;
    let (send, written) = channel();
    let mut reader = pair.master.try_clone_reader()?;
    thread::spawn(move || {
        let mut buffer = vec![0; 65_536];
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            if send.send(buffer.get(..count).unwrap_or_default().to_vec()).is_err() {
                return;
            }
        }
    });
    let (rows, columns) = (NonZeroU16::new(ROWS).ok_or("rows")?, NonZeroU16::new(COLUMNS).ok_or("columns")?);
    let mut watch = Watch { parser: vt100::Parser::new(rows, columns, 0), written };
    let mut keys = pair.master.take_writer()?;
    if !watch.until(Duration::from_secs(30), |screen| cursor(screen).is_some()) {
        return Err("no row was shown".into());
    }
    println!("first rows after {} ms", began.elapsed().as_millis());
    let mut answers = Vec::new();
    let mut loaded = None;
    while answers.len() < KEYS && loaded.is_none() {
        let before = cursor(watch.parser.screen());
        let pressed = Instant::now();
        keys.write_all(if answers.len() % 2 == 0 { b"j" } else { b"k" })?;
        watch.until(LONGEST, |screen| cursor(screen) != before);
        answers.push(pressed.elapsed().min(LONGEST));
        watch.until(PAUSE, |_| false);
        if !watch.parser.screen().contents().contains(" % read") {
            loaded = Some(began.elapsed());
        }
    }
    keys.write_all(b"q")?;
    child.wait()?;
    answers.sort_unstable();
    let at = |percent: usize| {
        answers.get((answers.len() * percent / 100).min(answers.len().saturating_sub(1))).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!(
        "{} keys while reading: p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        answers.len(),
        at(50),
        at(90),
        at(99),
        at(100)
    );
    println!("{}", loaded.map_or_else(|| "still reading".to_owned(), |after| format!("read after {:.1} s", after.as_secs_f64())));
    Ok(())
}
