//! The command line program; everything it does is in the library.

use npscope::cli::{ExitStatus, run};

fn main() -> ExitStatus {
    run(std::env::args_os())
}
