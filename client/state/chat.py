"""Chat as the client keeps it: the newest lines of each place, and the players whose lines are hidden."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from protocol import messages as m

MAX_LINES = 50
"""Lines kept for each place."""


class MutedPlayer(NamedTuple):
    """A muted player, by the case-folded name they were muted under.

    `player` is their number on `server`, once it is known. From then on the mute follows that player through every
    rename, and no longer hits others who take the name.
    """

    name: str
    player: int | None = None
    server: str = ""


Muted = frozenset[MutedPlayer]
"""All muted players."""


@dataclass(frozen=True, slots=True)
class ChatHistory:
    """The newest lines of a place, oldest first.

    `times` says when each was said and `at` when the newest arrived, in seconds of the client's monotonic clock;
    `total` counts all lines since the program began.
    """

    lines: tuple[m.Line, ...] = ()
    times: tuple[float, ...] = ()
    total: int = 0
    at: float = 0.0


NOTHING_SAID = ChatHistory()


def with_line(history: ChatHistory, line: m.Line, now: float) -> ChatHistory:
    """The history with one more line, which arrived at the monotonic time `now` in seconds."""
    lines, times = (*history.lines, line), (*history.times, now - line.age_s)
    return ChatHistory(lines[-MAX_LINES:], times[-MAX_LINES:], history.total + 1, now)


def with_lines(history: ChatHistory, lines: tuple[m.Line, ...], now: float) -> ChatHistory:
    """The history with the lines that the server sends to a newcomer; none of them counts as unread."""
    lines = lines[-MAX_LINES:]
    return replace(history, lines=lines, times=tuple(now - line.age_s for line in lines))


def readable_lines(history: ChatHistory, muted: Muted, server: str) -> tuple[m.Line, ...]:
    """The lines of everybody who is not muted."""
    return tuple(line for line, _ in timed_lines(history, muted, server))


def timed_lines(history: ChatHistory, muted: Muted, server: str) -> tuple[tuple[m.Line, float], ...]:
    """The same lines, each with its time."""
    lines = zip(history.lines, history.times, strict=True)
    return tuple((line, at) for line, at in lines if not is_line_muted(line, muted, server))


def unread_lines(history: ChatHistory, read: int, muted: Muted, server: str) -> tuple[m.Line, ...]:
    """The lines of others, not muted, that arrived after the first `read` ones."""
    new = min(len(history.lines), history.total - read)
    newest = history.lines[len(history.lines) - new :] if new > 0 else ()
    return tuple(line for line in newest if not line.yours and not is_line_muted(line, muted, server))


def is_line_muted(line: m.Line, muted: Muted, server: str) -> bool:
    """Whether a line is by a muted player; the server's own lines cannot be muted."""
    return line.manner != "house" and not line.yours and is_player_muted(line.who, line.player, muted, server)


def is_player_muted(who: str, player: int, muted: Muted, server: str) -> bool:
    """Whether a player of a server, with their present name, is muted."""
    return any(
        each.player == player if each.player is not None and each.server == server else each.name == who.casefold()
        for each in muted
    )


def mute(muted: Muted, name: str, player: int | None, server: str) -> Muted:
    """The mutes with one more: of a player of the server if that is known, else of a name."""
    return muted | {MutedPlayer(name.casefold()) if player is None else MutedPlayer(name.casefold(), player, server)}


def unmute(muted: Muted, name: str, player: int | None, server: str) -> Muted:
    """The mutes without one person, who is found by the name they were muted under or by their number."""
    return frozenset(
        each
        for each in muted
        if each.name != name.casefold() and (each.player is None or (each.player, each.server) != (player, server))
    )


def describe_mute(name: str, *, on: bool) -> str:
    return f"{name} is muted." if on else f"{name} is no longer muted."


def mentions(line: m.Line, name: str) -> bool:
    return bool(name) and name.casefold() in re.split(r"[\s,:@!?.]+", line.text.casefold())


def sentence(line: m.Line) -> str:
    """A chat line as a sentence for the ear: "ana says: hello"."""
    if line.manner == "house":
        return line.text
    if line.yours:
        return f"You say: {line.text}"
    watching = ", watching," if line.manner == "watcher" else ""
    return f"{line.who}{watching} says: {line.text}"
