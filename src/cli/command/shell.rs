//! `completions` and `man`: made from the declarations of the arguments.

use clap::CommandFactory as _;

use crate::cli::args::{Args, Completions};
use crate::cli::error::Error;
use crate::cli::exit::ExitStatus;
use crate::cli::output;

/// Writes the completions of a shell.
pub(super) fn completions(args: &Completions) -> Result<ExitStatus, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "npscope", &mut script);
    output::to_stdout(|out| out.write_all(&script))?;
    Ok(ExitStatus::Success)
}

/// Writes the manual page, with a section for every command.
pub(super) fn man() -> Result<ExitStatus, Error> {
    let command = Args::command();
    output::to_stdout(|out| {
        clap_mangen::Man::new(command.clone()).render(out)?;
        for sub in command.get_subcommands() {
            let page = clap_mangen::Man::new(sub.clone().display_name(format!("npscope {}", sub.get_name())));
            writeln!(out, ".SH \"COMMAND {}\"", sub.get_name().to_uppercase())?;
            page.render_description_section(out)?;
            page.render_options_section(out)?;
        }
        Ok(())
    })?;
    Ok(ExitStatus::Success)
}
