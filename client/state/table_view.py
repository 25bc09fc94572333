"""A followed room read as its game reads it: the room on screen, with its views in the game's own types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from client import tours
from client.drawing.grammar import Names
from client.games import GameClient
from client.state.reading import Reading, UnreadableTableError, game_of, reading_of, view_of
from client.state.store import Arrival, FollowedTable, Store
from protocol import messages as m

MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class TableView:
    """A room and its game. `view` is None before the first game; `before` is the view that the newest one replaced."""

    seated: FollowedTable
    game: GameClient
    view: Any
    before: Any
    names: Names

    @property
    def table(self) -> m.Table:
        """The newest Table."""
        return self.seated.table


def sight(seated: FollowedTable) -> TableView:
    """A room as its game reads it. Raises Unknown."""
    own = read(seated)
    before = view_at(own.game, seated.earlier[-1]) if seated.earlier else None
    return TableView(seated, own.game, own.view, before, own.names)


def read(seated: FollowedTable) -> Reading:
    """The newest Table as its game reads it. Raises Unknown."""
    return seated.reading or reading_of(seated.table)


def view_at(game: GameClient, arrival: Arrival) -> Any:  # noqa: ANN401 - the game's own type
    """The view that came with a Table. Raises Unknown."""
    return arrival.reading.view if arrival.reading else view_of(game, arrival.table.view)


def newest(seen: TableView) -> tuple[str, ...]:
    """The newest events of the game in sentences, whatever else has happened at the table since."""
    return seen.game.newest(_replaced(seen), seen.view, seen.names, seen.table.seat)


def happened(seen: TableView) -> tuple[str, ...]:
    """What changed the game last in sentences: first what was done, then what came of it."""
    return seen.game.sentences(_replaced(seen), seen.view, seen.names, seen.table.seat)


def _replaced(seen: TableView) -> Any:  # noqa: ANN401 - the game's own type
    """The view of the game that the newest one replaced; None for a game's first."""
    last = seen.seated.changed
    return view_at(seen.game, last) if last else None


def described(listing: m.RoomListing | m.Table) -> str:
    """A table's rules in a few words, as far as they can be read, and whether nobody may watch."""
    unwatched = "unwatched" if listing.watch == "nobody" else ""
    how = rules(listing.game, listing.options, listing.clock, serious=listing.serious)
    return ", ".join(filter(None, (how, unwatched)))


def rules(name: str, options: Mapping[str, Any], clock: m.TimeControl, *, serious: bool) -> str:
    """How a game is to be played, in a few words: its options, as far as they can be read, the time, and serious."""
    try:
        game = game_of(name)
        chosen = game.describe(msgspec.convert(options, game.Options))
    except (UnreadableTableError, msgspec.ValidationError):
        chosen = ""
    return ", ".join(filter(None, (chosen, time_limits(clock), "serious" if serious else "")))


def time_limits(clock: m.TimeControl) -> str:
    """How long players may take, in a few characters: "5+3, 30 s a move"; nothing without a limit."""
    total = "" if clock.total_s is None else f"{clock.total_s / MINUTE_S:g}+{clock.increment_s}"
    return ", ".join(filter(None, (total, "" if clock.move_s is None else f"{clock.move_s} s a move")))


def is_my_turn(table: m.Table) -> bool:
    """Whether one may move there now."""
    return table.phase == "playing" and table.seat is not None and table.seat in table.turn


def has_given_up(table: m.Table) -> bool:
    """Whether one has given up the game that is or was played there."""
    return table.seat in table.gave_up


def others(table: m.Table) -> tuple[m.SeatInfo, ...]:
    """The seats that are not one's own."""
    return tuple(chair for seat, chair in enumerate(table.chairs) if seat != table.seat)


def title(store: Store, name: str) -> str:
    """What people call a game."""
    return next((sheet.title for sheet in store.games if sheet.name == name), name)


def keeps_seat(store: Store) -> bool:
    """Whether a game goes on in which one plays, so that there is something to come back to."""
    tables = [seated.table for room, seated in store.rooms.items() if room != tours.ROOM]
    return any(table.phase == "playing" and table.seat is not None and not has_given_up(table) for table in tables)
