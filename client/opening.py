"""What to do first: the line that a way to start the client comes to, in the language of the command line."""

from __future__ import annotations

from collections.abc import Iterable

from protocol import messages as m

COMPUTER = "computer:"
HUMAN = "human"


def play_line(game: str, versus: str | None, options: Iterable[str], *, is_private: bool) -> str:
    """The line that sets up a table: against a computer, or with an open seat when `versus` is "human"."""
    verb = "new" if versus == HUMAN else "play"
    opponent = "" if versus in {HUMAN, None} else versus
    words = (verb, game, opponent or "", *options, "private" if is_private else "")
    return " ".join(filter(None, words))


def with_levels(line: str, games: Iterable[m.GameSheet]) -> str:
    """The line with each `computer:LEVEL` in the server's words, where a LEVEL may be counted from 1, the weakest."""
    words = line.split()
    levels = next((sheet.levels for sheet in games if sheet.name in words), ())
    return " ".join(_level(word, levels) for word in words)


def _level(word: str, levels: tuple[str, ...]) -> str:
    if not word.startswith(COMPUTER):
        return word
    level = word.removeprefix(COMPUTER)
    if level.isdecimal() and 1 <= int(level) <= len(levels):
        return levels[int(level) - 1]
    return level if level in levels else word
