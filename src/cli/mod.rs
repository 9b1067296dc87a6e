//! Arguments, configuration, exit status, commands.
