"""The game's own dialogue with a player who types, and the commands with which a player alone begins the next game."""

from __future__ import annotations

from typing import Any

import msgspec

from client.games.spec import Dialogue
from client.state.defaults import REF
from client.state.reading import game_of, known_game, view_of
from client.state.store import Store
from protocol import messages as m

COMMON_WORDS = {"undo": "takeback"}
"""What people type out of habit, and the command for it where the game has no meaning of its own for the word."""


def dialogue_of(store: Store) -> Dialogue | None:
    """The dialogue of the game on screen, if it has one."""
    game = known_game(store.seated.table.game) if store.seated else None
    return game.reading.dialogue if game else None


def translate(line: str, store: Store) -> str:
    """Translate a line from the words of the game on screen to the command language."""
    dialogue = dialogue_of(store)
    words = COMMON_WORDS if dialogue is None else dialogue.words
    return words.get(" ".join(line.split()).lower(), line)


def next_game_commands(table: m.Table) -> tuple[m.Command, ...]:
    """The commands that begin the next game of a player alone, after resigning a running one.

    It begins at the same table, unless some options were meant for one game only: then at a new table without them.
    """
    game = game_of(table.game)
    return _begin_with(table, game.setup.fresh(msgspec.convert(table.options, game.Options)))


def same_game_commands(table: m.Table) -> tuple[m.Command, ...]:
    """The commands that begin the same game again, for a player alone. Raises ValueError if the game cannot repeat."""
    game = game_of(table.game)
    if game.setup.same is None:
        raise ValueError("This game can't be dealt the same way twice.")
    return _begin_with(table, game.setup.same(msgspec.convert(table.options, game.Options), view_of(game, table.view)))


def _begin_with(table: m.Table, options: Any) -> tuple[m.Command, ...]:  # noqa: ANN401 - the game's own type
    """The commands that begin a game with these options: at the same table if it has them, else at a new one."""
    if options == msgspec.convert(table.options, type(options)):
        giving_up = (m.Resign(room=table.room),) if table.phase == "playing" else ()
        return (*giving_up, m.Rematch(room=table.room))
    create = m.Create(
        ref=REF,
        game=table.game,
        options=msgspec.to_builtins(options),
        seats=("me",),
        listed=False,
        serious=table.serious,
        watch=table.watch,
        clock=table.clock,
    )
    return m.Leave(room=table.room), create
