"""Tells how the games of a match ended, each as it does, and at last what they come to."""

from __future__ import annotations

from typing import Any, TextIO

import msgspec

from client.bots.tally import Result, Scores, Tally, result_of
from client.drawing.canvas import clean
from client.drawing.output import line_of, tell
from client.state.reading import names
from protocol import messages as m


class Results:
    """The results of a match so far. Mutable: each game that ends is counted, once.

    Attributes:
        is_read: whether anybody still reads them.
    """

    def __init__(self, out: TextIO, log: TextIO, *, json: bool) -> None:
        """Tell results on `out`, as lines of JSON where asked for, and sentences about the match on `log`."""
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
        """Count the game that is over at a table, and tell of it; False where it was counted before, or not played."""
        if table.ending is None or table.seat is None or table.number <= self._counted:
            return False
        self._counted = table.number
        result = result_of(table.ending, table.seat)
        self.tally = self.tally.after(result)
        if len(table.chairs) == 1 and table.ending.scores:
            self.scores = self.scores.after(table.ending.scores[0])
        if self._json:
            self._tell(_encoded(_facts(self.games, table, table.ending, result)))
        else:
            self._tell(f"Game {self.games}: {_how(table.ending, result)}.")
        return True

    def refuse(self, refusal: m.Refused) -> None:
        """Tell of a refusal that ends the match: in JSON with its code, and how long to wait where that helps."""
        if self._json:
            self._tell(_encoded(refusal))
        self.say(refusal.text)

    def conclude(self) -> None:
        """Tell what the games come to, if there were any."""
        if not self.games:
            return
        if self._json:
            alone = {"scores": self.scores.told()} if self.scores.games else {}
            self._tell(_encoded({**self.tally.told(), **alone}))
        if self.scores.games:
            self.say(str(self.scores))
        if not self.scores.games or self.tally.lost:
            self.say(str(self.tally))

    def say(self, text: str) -> None:
        """Say a sentence about the match."""
        tell(self._log, f"{clean(text)}\n")

    def _tell(self, line: str) -> None:
        self.is_read = self.is_read and tell(self._out, f"{clean(line)}\n")


def _facts(game: int, table: m.Table, ending: m.Ending, result: Result) -> dict[str, Any]:
    fact = {"game": game, "room": table.room, "seat": table.seat, "players": names(table)}
    return {**fact, **msgspec.to_builtins(ending), "result": result}


def _how(ending: m.Ending, result: Result) -> str:
    scores = " to ".join(str(score) for score in ending.scores)
    return f"score {scores}" if len(ending.scores) == 1 else ", ".join(filter(None, (result, scores)))


def _encoded(fact: Any) -> str:  # noqa: ANN401 - whatever a line is to tell
    return line_of(fact)
