"""Plays one game between computer players, without a room, for the arena and the benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import process_time
from typing import Any

from engines.chance import Chance, derive_key
from engines.game import Game, Outcome, Seat

PACE_S = 1.0
"""How long a move takes where the game has no pace for its player."""
MOVES_MAX = 3000
"""Decisions after which an endless game is broken off. The longest that end by their rules take 2,000."""

Choose = Callable[[Any, Chance], Any]
"""A computer player as a function: (View, Chance) to a Move, or to None where it gives the game up."""


@dataclass(frozen=True, slots=True)
class LocalPlayer:
    """A computer player, and how many seconds it takes for each of its moves.

    Nobody waits for those seconds. They decide which of several players on turn moves first, and when time is up.
    """

    choose: Choose
    pace_s: float = PACE_S


def make_local_player(game: Game[Any, Any, Any], level: str) -> LocalPlayer:
    bot = game.bots[level]
    return LocalPlayer(bot.choose, bot.pace_s or PACE_S)


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game went.

    Attributes:
        state: the last state.
        outcome: how it ended; None where it was broken off.
        seconds: the processor time of each decision, for each seat.
        gave_up: the seats that gave up, in that order.
    """

    state: Any
    outcome: Outcome | None
    seconds: tuple[tuple[float, ...], ...]
    gave_up: tuple[Seat, ...]

    @property
    def decisions(self) -> int:
        return sum(map(len, self.seconds))


def play(
    game: Game[Any, Any, Any],
    options: Any,  # noqa: ANN401 - the game's own Options
    players: Sequence[LocalPlayer],
    key: bytes,
    moves_max: int = MOVES_MAX,
) -> GameResult:
    """Play a game whose randomness all follows from the key. Equal arguments give equal results, but for the seconds.

    Raises IllegalMove where a player makes a move that the rules refuse.
    """
    running = _RunningGame(game, options, players, key)
    while running.decisions < moves_max and (turn := running.turn()):
        due_s, seat = min((running.due_s(seat), seat) for seat in turn)
        if due_s > running.time_s:
            running.end()
        else:
            running.move(seat)
    return GameResult(running.state, running.outcome(), tuple(map(tuple, running.seconds)), tuple(running.gave_up))


class _RunningGame:
    """A game being played, with its current state."""

    def __init__(self, game: Game[Any, Any, Any], options: Any, players: Sequence[LocalPlayer], key: bytes) -> None:  # noqa: ANN401 - the game's own Options
        self.state = game.rules.setup(options, len(players), Chance(key))
        self.seconds: tuple[list[float], ...] = tuple([] for _ in players)
        self.gave_up: list[Seat] = []
        self.time_s = game.timing.game_s(options) or inf
        self._game, self._players, self._key = game, players, key

    @property
    def decisions(self) -> int:
        return sum(map(len, self.seconds))

    @property
    def _is_given_up(self) -> bool:
        """Whether the game is over because a seat gave up and its rules cannot go on without one."""
        return bool(self.gave_up) and self._game.resign is None

    def turn(self) -> tuple[Seat, ...]:
        return () if self._is_given_up else self._game.rules.turn(self.state)

    def due_s(self, seat: Seat) -> float:
        """When the seat moves next, in seconds since the game began."""
        return (len(self.seconds[seat]) + 1) * self._players[seat].pace_s

    def end(self) -> None:
        assert self._game.timing.game is not None, "only such a game has a time"
        self.state = self._game.timing.game.finish(self.state)

    def move(self, seat: Seat) -> None:
        move, number = self._choose(seat), self.decisions
        if move is not None:
            self.state = self._game.rules.apply(self.state, seat, move, Chance(self._key, number))
            return
        self.gave_up.append(seat)
        if self._game.resign is not None:
            self.state = self._game.resign(self.state, seat)

    def _choose(self, seat: Seat) -> Any:  # noqa: ANN401 - the game's own Move
        view = self._game.rules.view(self.state, seat)
        chance = Chance(derive_key(self._key, f"seat {seat}"), self.decisions + 1)
        began = process_time()
        move = self._players[seat].choose(view, chance)
        self.seconds[seat].append(process_time() - began)
        return move

    def outcome(self) -> Outcome | None:
        """How the game ended. Where its rules cannot go on without a seat, those who did not give up have won."""
        if not self._is_given_up:
            return self._game.rules.outcome(self.state)
        return Outcome((), tuple(seat for seat in range(len(self._players)) if seat not in self.gave_up), "Given up.")
