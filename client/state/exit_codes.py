"""The exit codes of the client's programs."""

from __future__ import annotations

from enum import IntEnum

from client.state.store import Link


class ExitCode(IntEnum):
    """How a program ended, for the shell and for scripts."""

    OK = 0
    FAILURE = 1
    USAGE = 2
    UNREACHABLE = 3
    REFUSED = 4
    INTERRUPTED = 130


def exit_code_of(link: Link, *, was_welcome: bool) -> ExitCode | None:
    """The exit code of a program without a screen in this state of the link; None while it may go on."""
    match link.state:
        case "refused":
            return ExitCode.REFUSED
        case "replaced":
            return ExitCode.FAILURE
        case "down" if not was_welcome:
            return ExitCode.UNREACHABLE
    return None
