"""The tables that people who were matched sit down at, as if one of them had asked for it."""

from __future__ import annotations

from engines import catalog
from protocol import messages as m
from server.lobby.matchmaking import COMPANY
from server.lobby.seeks import PendingSeek


def table_for(wish: PendingSeek, game: str) -> m.Create:
    """The table of a game for who wished and who came."""
    match wish.asked:
        case m.Challenge() as challenge:
            return challenge_table(challenge)
        case m.Quick():
            return quick_table(game)


def challenge_table(challenge: m.Challenge) -> m.Create:
    """The table for two that a challenge asks for, which others may watch."""
    return m.Create(
        ref=challenge.ref,
        game=challenge.game,
        options=challenge.options,
        seats=("me", "open"),
        listed=True,
        serious=challenge.serious,
        watch="anyone",
        clock=challenge.clock,
    )


def quick_table(game: str) -> m.Create:
    """A table of a game with its default options and as few seats as it allows, but at least two."""
    known = catalog.games().get(game)
    return _quick(game, ("open",) * (max(COMPANY, known.seats.start if known else COMPANY) - 1))


def computer_table(game: str, level: str) -> m.Create:
    """The same with computers of a level in every seat but one's own."""
    create = quick_table(game)
    return _quick(game, (f"computer:{level}",) * (len(create.seats) - 1))


def _quick(game: str, others: tuple[str, ...]) -> m.Create:
    return m.Create(
        ref=0,
        game=game,
        options={},
        seats=("me", *others),
        listed=True,
        serious=False,
        watch="anyone",
        clock=m.NO_CLOCK,
    )
