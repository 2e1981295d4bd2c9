"""Errors that a user can mend: what is wrong, where, and how to mend it, in one line."""

from __future__ import annotations

from wording import Mendable

_OUR_ROOMS = {"tableref", "wording", "referee", "vision", "calibration", "models", "companion", "webui"}


class UserError(Mendable):
    """Something the user can mend."""


class CommandError(UserError):
    """A command that cannot be carried out as things stand (HTTP 409)."""


class BadCommand(CommandError):
    """A command that makes no sense, however things stand (HTTP 400)."""


def no_board_yet() -> CommandError:
    """The error where something is asked of a board that was not seen yet."""
    return CommandError("no_board_yet", "no board has been seen yet: point the camera at it")


class WrongCall(Exception):
    """The command was given something that it cannot take: the exit status is 2."""


def exit_code(error: Exception) -> int:
    """Return the exit status of a command that ended in `error`."""
    return 2 if isinstance(error, WrongCall) else 1


def one_line(error: Exception) -> str:
    """Return what to tell the user.

    Our own errors carry a line meant for users, and so do the system's about files; of any other, the kind is
    told too, since it is a fault of the program.
    """
    text = " ".join(str(error).split())
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if type(error).__module__.partition(".")[0] in _OUR_ROOMS:
        return text
    return f"internal error: {type(error).__name__}: {text} (TABLEREF_DEBUG=1 shows where)"
