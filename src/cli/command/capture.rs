//! `capture`: writes what passes an interface to a file, without a terminal.

use crate::cli::args::Capture;
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;

#[cfg(feature = "live")]
pub(super) use with_library::{list, run};

#[cfg(not(feature = "live"))]
pub(super) fn run(_args: &Capture) -> Result<ExitStatus, Error> {
    Err(Error::NotBuiltIn)
}

#[cfg(not(feature = "live"))]
pub(super) fn list() -> Result<ExitStatus, Error> {
    Err(Error::NotBuiltIn)
}

#[cfg(feature = "live")]
mod with_library {
    #![expect(clippy::disallowed_methods, reason = "a capture ends after a time, and its progress is paced, by the clock")]

    use std::io::{self, IsTerminal as _, Write as _};
    use std::path::Path;
    use std::time::{Duration, Instant};

    use super::{Capture, Error, ExitStatus};
    use crate::base::text::{count_of, escape, grouped};
    use crate::cli::drive::Interrupt;
    use crate::cli::{open, output};
    use crate::source::{self, Live, Recorded};

    /// Time between two lines of progress.
    const PERIOD: Duration = Duration::from_millis(500);

    /// Captures until told to stop, and says at the end how much.
    pub(in crate::cli::command) fn run(args: &Capture) -> Result<ExitStatus, Error> {
        if args.list_interfaces {
            return list();
        }
        if args.live.interface.is_empty() {
            return Err(Error::NoInterface);
        }
        let Some(path) = &args.record.write else { return Err(Error::NoFile) };
        let interrupt = Interrupt::listen();
        let live = Live::open(&open::live_options(&args.live), &open::recording(&args.record)?)?;
        source::drop_privileges();
        let ends = args.until.duration.and_then(|time| Instant::now().checked_add(time));
        let stop = || interrupt.came() || ends.is_some_and(|ends| Instant::now() >= ends);
        let shows = io::stderr().is_terminal();
        let mut drawn: Option<Instant> = None;
        let mut tick = |counts: &Recorded| {
            if shows && drawn.is_none_or(|at| at.elapsed() >= PERIOD) {
                drawn = Some(Instant::now());
                let _ = write!(io::stderr(), "\r\x1b[K{}", words(counts));
            }
        };
        let ended = live.run(&stop, args.until.count.unwrap_or(u64::MAX), &mut tick);
        if shows {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        let (counts, why) = ended?;
        tell(&counts, path);
        why.map_or(Ok(ExitStatus::Success), |why| Err(why.into()))
    }

    /// Lists the interfaces.
    pub(in crate::cli::command) fn list() -> Result<ExitStatus, Error> {
        let found = source::interfaces()?;
        let width = found.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        output::to_stdout(|out| {
            for (name, words) in &found {
                writeln!(out, "{}", format!("{:width$}  {}", escape(name), escape(words)).trim_end())?;
            }
            Ok(())
        })?;
        Ok(ExitStatus::Success)
    }

    fn words(counts: &Recorded) -> String {
        let dropped: u64 = counts.dropped.iter().sum();
        format!(
            "{} captured, {} written, {} dropped",
            count_of(counts.packets, "packet", "packets"),
            count_of(counts.octets, "octet", "octets"),
            grouped(dropped)
        )
    }

    fn tell(counts: &Recorded, path: &Path) {
        let [kernel, interface, program] = counts.dropped;
        let files = if counts.files > 1 { format!(", {} files", grouped(counts.files)) } else { String::new() };
        output::note(&format!(
            "{}: {}{files}; dropped {} by the kernel, {} by the interface, {} by npscope",
            if path.as_os_str() == "-" { "standard output".into() } else { path.to_string_lossy() },
            words(counts).rsplit_once(',').map_or_else(String::new, |(front, _)| front.to_owned()),
            grouped(kernel),
            grouped(interface),
            grouped(program)
        ));
    }
}
