"""Prints how each game of a series ended, and at last what they add up to."""

from __future__ import annotations

from typing import Any, TextIO

import msgspec

from client.bots.tally import Result, Scores, Tally, result_for
from client.drawing.canvas import clean
from client.drawing.output import line_of, tell
from client.state.reading import names
from protocol import messages as m


class Results:
    """The results of a series so far.

    Attributes:
        is_read: whether the output still has a reader.
    """

    def __init__(self, out: TextIO, log: TextIO, *, json: bool) -> None:
        """Print results on `out`, as lines of JSON if asked for, and sentences about the series on `log`."""
        self.is_read = True
        self.tally = Tally()
        self.scores = Scores()
        self._out = out
        self._log = log
        self._json = json
        self._counted = 0

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.tally.games

    def count(self, table: m.Table) -> bool:
        """Count and print the game that is over at a table; False if it was counted before, or not played."""
        if table.ending is None or table.seat is None or table.number <= self._counted:
            return False
        self._counted = table.number
        result = result_for(table.ending, table.seat)
        self.tally = self.tally.with_game(result)
        if len(table.chairs) == 1 and table.ending.scores:
            self.scores = self.scores.with_game(table.ending.scores[0])
        if self._json:
            self._print(line_of(_facts(self.games, table, table.ending, result)))
        else:
            self._print(f"Game {self.games}: {_describe(table.ending, table.seat, result)}.")
        return True

    def refuse(self, refusal: m.Refused) -> None:
        """Print a refusal that ends the series; in JSON with its code, and how long to wait if that helps."""
        if self._json:
            self._print(line_of(refusal))
        self.say(refusal.text)

    def conclude(self) -> None:
        """Print what the games add up to, if there were any."""
        if not self.games:
            return
        if self._json:
            alone = {"scores": self.scores.facts()} if self.scores.games else {}
            self._print(line_of({**self.tally.facts(), **alone}))
        if self.scores.games:
            self.say(str(self.scores))
        if not self.scores.games or self.tally.lost:
            self.say(str(self.tally))

    def say(self, text: str) -> None:
        """Print a sentence about the series."""
        tell(self._log, f"{clean(text)}\n")

    def _print(self, line: str) -> None:
        self.is_read = self.is_read and tell(self._out, f"{clean(line)}\n")


def _facts(game: int, table: m.Table, ending: m.Ending, result: Result) -> dict[str, Any]:
    facts = {"game": game, "room": table.room, "seat": table.seat, "players": names(table)}
    return {**facts, **msgspec.to_builtins(ending), "result": result}


def _describe(ending: m.Ending, seat: int, result: Result) -> str:
    """The result with the scores, the bot's own first and the others by seat."""
    own, others = ending.scores[seat : seat + 1], (*ending.scores[:seat], *ending.scores[seat + 1 :])
    scores = " to ".join(map(str, (*own, *others)))
    return f"score {scores}" if len(ending.scores) == 1 else ", ".join(filter(None, (result, scores)))
