"""What people say, as the client keeps it, and what of that is shown to a player who may have muted some of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol import messages as m

KEPT = 50
"""How many lines of a place are kept."""

Muted = frozenset[str]
"""The names of those one does not want to read, folded."""


@dataclass(frozen=True, slots=True)
class Talk:
    """The newest lines said in a place, oldest first.

    `total` is how many there were since the program began, and `at` when the newest of them came.
    """

    lines: tuple[m.Line, ...] = ()
    total: int = 0
    at: float = 0.0


NOTHING_SAID = Talk()


def heard(talk: Talk, line: m.Line, now: float) -> Talk:
    """The talk with one more line, which came at the monotonic time `now` in seconds."""
    return Talk((*talk.lines, line)[-KEPT:], talk.total + 1, now)


def told(talk: Talk, lines: tuple[m.Line, ...]) -> Talk:
    """The talk as the server tells it to who has come: lines from before, none of which is news."""
    return replace(talk, lines=lines[-KEPT:])


def readable(talk: Talk, muted: Muted) -> tuple[m.Line, ...]:
    """The lines of those who are not muted."""
    return tuple(line for line in talk.lines if not is_muted(line, muted))


def unread(talk: Talk, read: int, muted: Muted) -> tuple[m.Line, ...]:
    """The lines of others, not muted, that came when `read` lines had been seen."""
    new = min(len(talk.lines), talk.total - read)
    newest = talk.lines[len(talk.lines) - new :] if new > 0 else ()
    return tuple(line for line in newest if not line.yours and not is_muted(line, muted))


def is_muted(line: m.Line, muted: Muted) -> bool:
    """Whether a line is by somebody whom the player has muted; the house cannot be."""
    return line.manner != "house" and not line.yours and fold(line.who) in muted


def changed(muted: Muted, name: str, *, on: bool) -> Muted:
    """Those who are muted once somebody is, or is no more."""
    return muted | {fold(name)} if on else muted - {fold(name)}


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
