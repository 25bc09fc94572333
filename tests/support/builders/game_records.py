"""Games that are over, for tests of what becomes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from protocol import messages as m
from server.players.results.game_record import COMPUTER, GameRecord, RatedPlayer

ANN, BEN, CLEO = 1, 2, 3
NAMES = {ANN: "ann", BEN: "ben", CLEO: "cleo"}
PLODDER = RatedPlayer(COMPUTER, "plodder")


def player(rival: RatedPlayer) -> m.TranscriptPlayer:
    """A rival as a transcript has them."""
    is_computer = rival.player == COMPUTER
    return (
        m.TranscriptPlayer(kind="computer", name=rival.level)
        if is_computer
        else m.TranscriptPlayer(kind="person", name=NAMES.get(rival.player, f"p{rival.player}"))
    )


def between(*rivals: int | RatedPlayer, winners: tuple[int, ...] = (0,), **changes: Any) -> GameRecord:
    """A game of Peak between people, by their accounts, and computers; seat 0 has won it."""
    cast = tuple(RatedPlayer(rival) if isinstance(rival, int) else rival for rival in rivals)
    game = GameRecord(
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
        computer_rating=1400.0 if any(rival.player == COMPUTER for rival in cast) else None,
    )
    return replace(game, **changes)


def in_a_row(*games: GameRecord) -> list[GameRecord]:
    """The games, as those of one table that follow each other."""
    return [replace(game, number=number) for number, game in enumerate(games, start=1)]
