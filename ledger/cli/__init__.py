"""The command line: the only place that turns errors into exit codes."""
