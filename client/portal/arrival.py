"""What somebody wants who comes in: which table, what name, full screen or lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

CODE = re.compile(r"[A-Z0-9]{4}(?:[A-Z0-9]{2})?")
"""A table's code as invitations write it; a name in small letters is none."""
LOBBY_NAMES = ("play", "guest", "parlour")
"""Names that come in without wishing to be called so."""
WORDS = ("join", "watch", "play", "learn", "quick")
"""The commands that may be given with ssh; the rest of the line is theirs."""
USAGE = (
    "ssh play@HOST [join CODE | watch CODE | play GAME | learn GAME | quick [GAME] | link CODE | plain | json]; "
    "with -t before the host for the full screen"
)
TERMINAL_VARIABLES = ("COLORTERM", "NO_COLOR")
MAX_WORDS = 200


@dataclass(frozen=True, slots=True)
class PortalArrival:
    """Somebody who comes in.

    Attributes:
        address: their address.
        credential: what tells them from everybody else, as a key's fingerprint; empty for a guest.
        name: what they wish to be called; empty if they do not say.
        opening: the first typed line.
        link: the code of another of the player's machines; None without one.
        is_plain: whether they asked for lines, in JSON with `is_json`.
        has_terminal: whether there is a terminal at the other end.
        has_motion: whether drawings may be animated.
        environ: what the terminal can do.
        way_back: the line that brings them back.
    """

    address: str
    credential: str = ""
    name: str = ""
    opening: str = ""
    link: str | None = None
    is_plain: bool = False
    is_json: bool = False
    has_terminal: bool = True
    has_motion: bool = True
    environ: Mapping[str, str] = field(default_factory=dict)
    way_back: str = ""


def with_user(arrival: PortalArrival, user: str) -> PortalArrival:
    """The arrival of somebody who logs in by that name: a table's code, a name of their own, or anybody's."""
    if CODE.fullmatch(user):
        return replace(arrival, opening=f"join {user}")
    return arrival if user.lower() in LOBBY_NAMES else replace(arrival, name=user)


def with_words(arrival: PortalArrival, line: str) -> PortalArrival | None:
    """The arrival with the command that was given with it; None for one that there is not.

    >>> with_words(PortalArrival("192.0.2.7"), "watch KQFM").opening
    'watch KQFM'
    """
    match line[:MAX_WORDS].split():
        case []:
            return arrival
        case [verb, *_] if verb in WORDS:
            return replace(arrival, opening=" ".join(line[:MAX_WORDS].split()))
        case ["link", code]:
            return replace(arrival, link=code, opening="")
        case ["plain"]:
            return replace(arrival, is_plain=True)
        case ["json"]:
            return replace(arrival, is_plain=True, is_json=True)
    return None


def terminal_variables(kind: str, sent: Mapping[str, str]) -> dict[str, str]:
    """The variables that say what a terminal can do, and none else of those that were sent."""
    return {"TERM": kind or "dumb", **{name: sent[name] for name in TERMINAL_VARIABLES if name in sent}}
