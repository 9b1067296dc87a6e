//! `sample`: writes a capture to try, with its key log beside it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::base::text::escape;
use crate::cli::args::Sample;
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::output;
use crate::rules::rule::Rule;
use crate::rules::{self, RULES};
use crate::scenario::Scenario;
use crate::scenario::sample::{self, SAMPLES};

/// Writes a sample, or lists them.
pub(super) fn run(args: &Sample) -> Result<ExitStatus, Error> {
    let Some(name) = &args.name else {
        output::to_stdout(list)?;
        return Ok(ExitStatus::Success);
    };
    let scenario = build(name)?;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.pcapng", name.replace('/', "-"))));
    let keys = keys_beside(&path);
    output::to_file(&path, |out| out.write_all(&scenario.pcapng(false)))?;
    output::to_file(&keys, |out| out.write_all(scenario.keys().as_bytes()))?;
    let shown = |path: &Path| escape(&path.to_string_lossy());
    output::to_stdout(|out| {
        write!(out, "npscope {} -k {}", shown(&path), shown(&keys))?;
        scenario.bindings().iter().try_for_each(|(id, name)| write!(out, " --map 0x{id:02X}={name}"))?;
        writeln!(out)
    })?;
    Ok(ExitStatus::Success)
}

fn list(out: &mut dyn Write) -> io::Result<()> {
    let width = SAMPLES.iter().map(|sample| sample.name.len()).max().unwrap_or_default();
    for sample in SAMPLES {
        writeln!(out, "{:width$}  {}", sample.name, sample.about)?;
    }
    writeln!(out, "{:width$}  Traffic that fires a rule: npscope rules lists them.", "RULE")
}

/// The traffic of a sample, or the first that fires a rule.
fn build(name: &str) -> Result<Scenario, Error> {
    if let Some(sample) = sample::find(name) {
        return Ok(sample.scenario());
    }
    let Some(fixture) = rules::find(name).map(Rule::example) else {
        let names = SAMPLES.iter().map(|sample| sample.name).chain(RULES.iter().map(|rule| rule.info.id));
        return Err(Error::UnknownSample { name: name.to_owned(), hint: crate::base::spelling::hint(name, names) });
    };
    let mut scenario = Scenario::new();
    (fixture.build)(&mut scenario);
    Ok(scenario)
}

/// The key log that goes with a capture.
fn keys_beside(capture: &Path) -> PathBuf {
    capture.with_extension("keys")
}
