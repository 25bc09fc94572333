"""The arguments of every command reader, and what several of them read in the same way."""

from __future__ import annotations

from typing import Any, NamedTuple

from client.commands.new_table import find_game
from client.state.habits import Habits
from client.state.moves import table_here
from client.state.store import Store
from client.state.table_view import has_given_up, is_untouched
from protocol import messages as m

Words = tuple[str, ...]
ANYWAY = ("anyway",)
"""The words after a command that would ask first, which make it ask nothing."""


class VerbArguments(NamedTuple):
    """The words after a verb, and what else its reading depends on."""

    words: Words
    store: Store
    habits: Habits
    mark: Any = None


def own_table(store: Store) -> m.Table:
    """The table on screen, if the player has a seat there. Raises ValueError with a sentence."""
    table = table_here(store).table
    if table.seat is None:
        raise ValueError("You're watching. Only the players can do that.")
    return table


def find_meant_game(arguments: VerbArguments) -> m.GameInfo:
    """The named game, or else the one on screen, or else the one played last. Raises ValueError."""
    here = arguments.store.seated.table.game if arguments.store.seated else ""
    return find_game(" ".join(arguments.words) or here, arguments.store, arguments.habits)


def is_in_game(table: m.Table) -> bool:
    """Whether the player is in a game there, which they lose by leaving."""
    is_in = table.phase == "playing" and table.seat is not None and not has_given_up(table)
    return is_in and not is_untouched(table)


def table_in_game(store: Store, refusal: str) -> m.Table:
    """The table on screen, if the player is in a game there. Raises ValueError: `refusal` if no game is going on."""
    table = own_table(store)
    if table.phase != "playing":
        raise ValueError(refusal)
    if has_given_up(table):
        raise ValueError("You have resigned this game.")
    return table
