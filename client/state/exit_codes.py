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
    OTHER_WINDOW = 5
    INTERRUPTED = 130


OTHER_WINDOW_FLAGS = "Use --take-over to go on here, or --guest to play as somebody else."
"""What a script can do about another window of its player's."""
EXIT_CODES = {
    ExitCode.OK: "all went well",
    ExitCode.FAILURE: "it failed",
    ExitCode.USAGE: "the command line is wrong",
    ExitCode.UNREACHABLE: "the server can't be reached",
    ExitCode.REFUSED: "the server refused",
    ExitCode.OTHER_WINDOW: "you are playing in another window",
    ExitCode.INTERRUPTED: "interrupted with Ctrl-C",
}
"""What the codes mean, for the help."""


def exit_code_of(link: Link, *, was_welcome: bool, has_person: bool = False) -> ExitCode | None:
    """The exit code of a program without a screen in this state of the link; None while it may go on.

    A person can be asked whether to take over from another window; a script cannot.
    """
    match link.state:
        case "refused":
            return ExitCode.REFUSED
        case "unreachable":
            return ExitCode.UNREACHABLE
        case "elsewhere" | "replaced" if not has_person:
            return ExitCode.OTHER_WINDOW
        case "down" if not was_welcome:
            return ExitCode.UNREACHABLE
    return None
