"""What people say, as the client keeps it, and what of that is shown to a player who may have muted some of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from protocol import messages as m

KEPT = 50
"""How many lines of a place are kept."""


class Silenced(NamedTuple):
    """Somebody whom one does not want to read, by the name that was given, folded.

    `player` is who it was that went by that name, by their number on a server, as soon as that is known: there the mute
    is theirs, whatever they are called, and nobody else's who comes by that name.
    """

    name: str
    player: int | None = None
    server: str = ""


Muted = frozenset[Silenced]
"""Those one does not want to read."""


@dataclass(frozen=True, slots=True)
class ChatHistory:
    """The newest lines said in a place, oldest first.

    `times` says when each was said, `total` how many there were since the program began, and `at` when the newest of
    them came, all by the client's monotonic clock.
    """

    lines: tuple[m.Line, ...] = ()
    times: tuple[float, ...] = ()
    total: int = 0
    at: float = 0.0


NOTHING_SAID = ChatHistory()


def heard(talk: ChatHistory, line: m.Line, now: float) -> ChatHistory:
    """The talk with one more line, which came at the monotonic time `now` in seconds."""
    lines, times = (*talk.lines, line), (*talk.times, now - line.age_s)
    return ChatHistory(lines[-KEPT:], times[-KEPT:], talk.total + 1, now)


def told(talk: ChatHistory, lines: tuple[m.Line, ...], now: float) -> ChatHistory:
    """The talk as the server tells it now to who has come: lines from before, none of which is news."""
    lines = lines[-KEPT:]
    return replace(talk, lines=lines, times=tuple(now - line.age_s for line in lines))


def readable(talk: ChatHistory, muted: Muted, server: str) -> tuple[m.Line, ...]:
    """The lines of those who are not muted."""
    return tuple(line for line, _ in timed(talk, muted, server))


def timed(talk: ChatHistory, muted: Muted, server: str) -> tuple[tuple[m.Line, float], ...]:
    """The same, with when each was said."""
    said = zip(talk.lines, talk.times, strict=True)
    return tuple((line, at) for line, at in said if not is_muted(line, muted, server))


def unread(talk: ChatHistory, read: int, muted: Muted, server: str) -> tuple[m.Line, ...]:
    """The lines of others, not muted, that came when `read` lines had been seen."""
    new = min(len(talk.lines), talk.total - read)
    newest = talk.lines[len(talk.lines) - new :] if new > 0 else ()
    return tuple(line for line in newest if not line.yours and not is_muted(line, muted, server))


def is_muted(line: m.Line, muted: Muted, server: str) -> bool:
    """Whether a line is by somebody whom the player has muted; the house cannot be."""
    return line.manner != "house" and not line.yours and is_silenced(line.who, line.player, muted, server)


def is_silenced(who: str, player: int, muted: Muted, server: str) -> bool:
    """Whether a player of a server, who goes by a name now, is muted."""
    return any(
        each.player == player if each.player is not None and each.server == server else each.name == fold(who)
        for each in muted
    )


def silenced(muted: Muted, name: str, player: int | None, server: str) -> Muted:
    """Those who are muted once somebody is, who is a player of the server where that is known."""
    return muted | {Silenced(fold(name)) if player is None else Silenced(fold(name), player, server)}


def spoken_to(muted: Muted, name: str, player: int | None, server: str) -> Muted:
    """Those who are muted once somebody is no more, by the name they were muted by or the one they go by now."""
    return frozenset(
        each
        for each in muted
        if each.name != fold(name) and (each.player is None or (each.player, each.server) != (player, server))
    )


def told_of(name: str, *, on: bool) -> str:
    """What was changed by that, in a sentence."""
    return f"You read nothing of {name} any more." if on else f"You read again what {name} says."


def mentions(line: m.Line, name: str) -> bool:
    """Whether a line calls somebody by name."""
    words = line.text.replace(",", " ").replace(":", " ").replace("@", " ").replace("!", " ").replace("?", " ")
    return bool(name) and fold(name) in map(fold, words.replace(".", " ").split())


def fold(name: str) -> str:
    """A name as it is compared: in whatever case it is written."""
    return name.casefold()


def sentence(line: m.Line) -> str:
    """A line of talk as a sentence to hear: "ana says: hello"."""
    if line.manner == "house":
        return line.text
    if line.yours:
        return f"You say: {line.text}"
    watching = ", watching," if line.manner == "watcher" else ""
    return f"{line.who}{watching} says: {line.text}"
