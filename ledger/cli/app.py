"""``ledger``: finds the command, runs it, and turns whatever happens into an exit code.

====  ==========================================================================
code  meaning
====  ==========================================================================
0     everything asked for is verified, or done
1     something is not verified
2     the call, the configuration, a document or the database is wrong
3     an internal error, or an interruption
====  ==========================================================================
"""

from __future__ import annotations

import errno
import gc
import importlib
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import click

from ledger.cli.commands import COMMANDS, module_of
from ledger.errors import LedgerError, did_you_mean

MOST_LINES = 100
"""How many faults are told of one run; who has mended these is told the rest."""
LONGEST_LINE = 2_000
INTERNAL = 3
DEBUG = "LEDGER_DEBUG"


class LazyGroup(click.Group):
    """A group that knows its commands' names and summaries, and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of the list."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(module_of(cmd_name)).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or name the nearest one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = did_you_mean(args[0], COMMANDS) or "see 'ledger --help'"
            raise click.UsageError(f"no command '{args[0]}'; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _version(ctx: click.Context, parameter: click.Parameter, given: bool) -> None:
    if given:
        from ledger import __version__

        click.echo(f"ledger {__version__}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    help="The ledger's directory.  [default: the nearest one upwards from here]",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version."
)
@click.pass_context
def cli(ctx: click.Context, root: Path | None) -> None:
    """Every number on a technical page, verified in its primary source.

    \b
    Examples:
      ledger check                           check everything that is due
      ledger show zero.model-state.total     one claim with its evidence
      ledger check pages/                    only what is in this folder
    """
    ctx.obj = root


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; nothing expected ever ends in a traceback."""
    gc.set_threshold(1_000_000, 10, 10)  # collecting cycles while reading costs more than it frees
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins takes 20 ms
    _open_closed_streams()
    _end_as_interrupted()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = run(arguments)
    gc.freeze()  # the interpreter's last collections would visit everything once more, to find nothing
    sys.exit(code)


def _open_closed_streams() -> None:
    """A standard stream that the caller closed leads nowhere: else the next file opened takes its place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)  # the lowest free number, so this one
            setattr(sys, name, os.fdopen(descriptor, "r" if number == 0 else "w", encoding="utf-8"))


def _end_as_interrupted() -> None:
    """Whoever stops us (a CI's time limit, a closed terminal) is answered like Ctrl-C: what is done is kept,
    drafts are removed. A signal that the caller has switched off (``nohup``) stays off."""
    for name in ("SIGTERM", "SIGHUP"):
        ending = getattr(signal, name, None)
        if ending is not None and signal.getsignal(ending) is signal.SIG_DFL:
            signal.signal(ending, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    try:
        code = cli.main(
            args=None if arguments is None else list(arguments), prog_name="ledger", standalone_mode=False
        )
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # click turns the first into the second
        return _reader_left()
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted; what was finished is kept", INTERNAL)
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except LedgerError as fault:
        return _expected(fault)
    except OSError as fault:
        return _environment(fault)
    except Exception as fault:  # the last line of defence: a traceback helps no user
        return _unexpected(fault)
    return code if isinstance(code, int) else 0


def _expected(fault: LedgerError) -> int:
    from ledger.reports.printable import printable

    if os.environ.get(DEBUG):
        traceback.print_exception(fault)
    lines = str(fault).splitlines() or [type(fault).__name__]
    for line in lines[:MOST_LINES]:
        whole = len(line) <= LONGEST_LINE
        click.echo(f"ledger: {printable(line if whole else f'{line[:LONGEST_LINE]}…')}", err=True)
    if len(lines) > MOST_LINES:
        click.echo(f"ledger: and {len(lines) - MOST_LINES:,} more like these", err=True)
    return fault.exit_code


def _environment(fault: OSError) -> int:
    """A file or directory that does not let us: the place and the system's words say it all."""
    if fault.strerror is None:
        return _unexpected(fault)
    if os.environ.get(DEBUG):
        traceback.print_exception(fault)
    if fault.filename is not None:
        return _say(f"{fault.filename}: {fault.strerror}", 2)
    if isinstance(fault, FileNotFoundError):
        return _say("the current directory was removed; change to another one", 2)
    if fault.errno == errno.ENOSPC:
        _silence_output()
        return _say(f"{fault.strerror}: what was to be written is not whole", 2)
    return _unexpected(fault)


def _unexpected(fault: Exception) -> int:
    if os.environ.get(DEBUG):
        traceback.print_exception(fault)
    words = " ".join(str(fault).split())[:300]
    return _say(f"internal error: {type(fault).__name__}: {words}; {DEBUG}=1 shows where", INTERNAL)


def _say(message: str, code: int) -> int:
    from ledger.reports.printable import printable

    click.echo(f"ledger: {printable(message)}", err=True)
    return code


def _reader_left() -> int:
    """The reader of our output went away (``ledger check | head``): silence, and no second fault at exit."""
    _silence_output()
    return INTERNAL


def _silence_output() -> None:
    """Let what is still buffered go nowhere at exit, where a second fault would be shown."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, sys.stdout.fileno())
