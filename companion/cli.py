"""`tableref`: the command line. Each command's module is imported only when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from companion.errors import exit_code, one_line

COMMANDS: dict[str, tuple[str, str]] = {  # name -> its module in this package, and what --help says of it
    "demo": ("commands.demo", "Play the recording that ships with it, and show the page."),
    "live": ("commands.live", "Referee a game on a real table."),
    "look": ("commands.look", "Read photographs: what lies on the table, and what it would score."),
    "watch": ("commands.watch", "Referee a recording as fast as it can."),
    "judge": ("commands.judge", "Judge a record of acts, without a camera."),
    "convert": ("commands.convert", "Turn a record into text that people read, and back."),
    "replay": ("commands.replay", "Show a stored game on the page, act by act."),
    "score": ("commands.score", "Score the end of a game from one photograph."),
    "score-hand": ("commands.score_hand", "Score a hand of Four Colour Cards that is typed in."),
    "calibrate": ("commands.calibrate", "Set up the camera and the table."),
    "print": ("commands.print", "Make printable sheets."),
    "games": ("commands.games", "List the games and their options."),
    "service": ("commands.service", "Run whenever you are logged in, with a button to the page."),
    "doctor": ("commands.doctor", "Check what this machine has and lacks."),
}


@contextmanager
def _wrong_calls_in_one_line() -> Iterator[None]:
    """Tell a wrong call in one line, as any other error, and not below the lines of its usage."""
    try:
        yield
    except click.UsageError as error:
        told = error.format_message()
        if error.ctx is None or told == error.ctx.get_help():  # called with nothing: the help is told
            raise
        hint = f"({error.ctx.command_path} --help shows how it is called)"
        raise click.UsageError(f"{' '.join(told.split())} {hint}") from error


class LazyGroup(click.Group):
    """A group that knows its commands by name, and imports one only to run it."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the group's own options."""
        with _wrong_calls_in_one_line():
            return super().make_context(*args, **extra)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; one that is not there is refused with the list of those that are."""
        if args[0] not in (known := self.list_commands(ctx)):
            ctx.fail(f"command {args[0]!a} is not one of {', '.join(known)}.")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands whose modules are there, in the order of the table."""
        return [name for name, (module, _) in COMMANDS.items() if find_spec(f"{__package__}.{module}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"{__package__}.{COMMANDS[cmd_name][0]}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; whatever goes wrong is told in one line on standard error."""
        try:
            with _wrong_calls_in_one_line():
                return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            raise  # whoever read our output has seen enough: click ends quietly
        except Exception as error:
            if os.environ.get("TABLEREF_DEBUG"):
                raise
            click.echo(f"Error: {one_line(error)}", err=True)
            sys.exit(exit_code(error))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: tableref judge game.jsonl",
)
@click.version_option(package_name="tableref", message="%(prog)s %(version)s")
def main() -> None:
    """Referee board games on a real table: a camera looks, the rules judge, a page tells.

    Exits 0 on success, 2 on a wrong call, 1 on any other failure.
    """


if __name__ == "__main__":
    main(prog_name="tableref")
