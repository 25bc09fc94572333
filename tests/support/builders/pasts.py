"""Games that are over, for tests of what becomes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from protocol import messages as m
from server.players.results.game_record import COMPUTER, Past, Rival

ANN, BEN, CLEO = 1, 2, 3
NAMES = {ANN: "ann", BEN: "ben", CLEO: "cleo"}
PLODDER = Rival(COMPUTER, "plodder")


def player(rival: Rival) -> m.Player:
    """A rival as a transcript has them."""
    is_computer = rival.player == COMPUTER
    return (
        m.Player(kind="computer", name=rival.level)
        if is_computer
        else m.Player(kind="person", name=NAMES[rival.player])
    )


def between(*rivals: int | Rival, winners: tuple[int, ...] = (0,), **changes: Any) -> Past:
    """A game of Peak between people, by their accounts, and computers; seat 0 has won it."""
    cast = tuple(Rival(rival) if isinstance(rival, int) else rival for rival in rivals)
    game = Past(
        room="KQFM-1",
        number=1,
        code="KQFM",
        game="peak",
        options={"steps": 3},
        rivals=cast,
        players=tuple(map(player, cast)),
        ending=m.Ending(scores=(), winners=winners, reason=""),
        seconds=9.5,
        moves=4,
        serious=False,
        rated=len(cast) == 2,
        commitment="00" * 32,
    )
    return replace(game, **changes)


def in_a_row(*games: Past) -> list[Past]:
    """The games, as those of one table that follow each other."""
    return [replace(game, number=number) for number, game in enumerate(games, start=1)]
