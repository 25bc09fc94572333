"""A followed room read as its game reads it: the room on screen, with its views in the game's own types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from client import tours
from client.games import GameClient, find
from client.lines import clean
from client.store import Seated, Store
from client.wording import Names
from protocol import messages as m

OPEN_SEAT = "open seat"
LEFT_SEAT = "empty seat"
"""Whose player stood up while the others play on; nobody can take it before the next game."""
MINUTE_S = 60


class Unknown(ValueError):  # noqa: N818 - says what the game is
    """This program cannot read the table; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A room and its game. `view` is None before the first game; `before` is the view that the newest one replaced."""

    seated: Seated
    game: GameClient
    view: Any
    before: Any
    names: Names

    @property
    def table(self) -> m.Table:
        """The newest Table."""
        return self.seated.table


def sight(seated: Seated) -> Sight:
    """Read a room's Tables. Raises Unknown."""
    table, previous = seated.table, seated.previous
    game = game_of(table.game)
    before = view_of(game, previous.view) if previous else None
    return Sight(seated, game, view_of(game, table.view), before, names(table))


def newest(seen: Sight) -> tuple[str, ...]:
    """The newest events of the game in sentences, whatever else has happened at the table since."""
    return seen.game.newest(_replaced(seen), seen.view, seen.names, seen.table.seat)


def happened(seen: Sight) -> tuple[str, ...]:
    """What changed the game last in sentences: first what was done, then what came of it."""
    return seen.game.sentences(_replaced(seen), seen.view, seen.names, seen.table.seat)


def _replaced(seen: Sight) -> Any:  # noqa: ANN401 - the game's own type
    """The view of the game that the newest one replaced; None for a game's first."""
    last = seen.seated.changed
    return view_of(seen.game, last.view) if last else None


def game_of(name: str) -> GameClient:
    """The game of that name. Raises Unknown."""
    try:
        return find(name)
    except LookupError as error:
        raise Unknown(str(error.args[0])) from None


def view_of(game: GameClient, view: Any) -> Any:  # noqa: ANN401 - a plain map becomes the game's own type
    """A view in the game's own type; None stays None. Raises Unknown."""
    try:
        return None if view is None else msgspec.convert(view, game.View)
    except msgspec.ValidationError:
        raise Unknown(f"The server plays a newer {game.name} than this program knows; please update it.") from None


def names(table: m.Table) -> Names:
    """What the players are called, by seat, safe to show."""
    nobody = LEFT_SEAT if table.phase == "playing" else OPEN_SEAT
    return tuple(_told_apart(table.chairs, seat) or nobody for seat in range(len(table.chairs)))


def _told_apart(chairs: tuple[m.Chair, ...], seat: int) -> str:
    """A player's name; of several computers of a level, each but the first with its number."""
    name = clean(chairs[seat].name)
    alike = [at for at, chair in enumerate(chairs) if (chair.kind, chair.name) == ("computer", chairs[seat].name)]
    return f"{name} {alike.index(seat) + 1}" if seat in alike[1:] else name


def described(listing: m.Listing | m.Table) -> str:
    """A table's rules in a few words, as far as they can be read, and whether nobody may watch."""
    unwatched = "unwatched" if listing.watch == "nobody" else ""
    how = rules(listing.game, listing.options, listing.clock, serious=listing.serious)
    return ", ".join(filter(None, (how, unwatched)))


def rules(name: str, options: Mapping[str, Any], clock: m.Clock, *, serious: bool) -> str:
    """How a game is to be played, in a few words: its options, as far as they can be read, the time, and serious."""
    try:
        game = game_of(name)
        chosen = game.describe(msgspec.convert(options, game.Options))
    except (Unknown, msgspec.ValidationError):
        chosen = ""
    return ", ".join(filter(None, (chosen, time_limits(clock), "serious" if serious else "")))


def time_limits(clock: m.Clock) -> str:
    """How long players may take, in a few characters: "5+3, 30 s a move"; nothing without a limit."""
    total = "" if clock.total_s is None else f"{clock.total_s / MINUTE_S:g}+{clock.increment_s}"
    return ", ".join(filter(None, (total, "" if clock.move_s is None else f"{clock.move_s} s a move")))


def is_my_turn(table: m.Table) -> bool:
    """Whether one may move there now."""
    return table.phase == "playing" and table.seat is not None and table.seat in table.turn


def has_given_up(table: m.Table) -> bool:
    """Whether one has given up the game that is or was played there."""
    return table.seat in table.gave_up


def others(table: m.Table) -> tuple[m.Chair, ...]:
    """The seats that are not one's own."""
    return tuple(chair for seat, chair in enumerate(table.chairs) if seat != table.seat)


def title(store: Store, name: str) -> str:
    """What people call a game."""
    return next((sheet.title for sheet in store.games if sheet.name == name), name)


def keeps_seat(store: Store) -> bool:
    """Whether a game goes on in which one plays, so that there is something to come back to."""
    tables = [seated.table for room, seated in store.rooms.items() if room != tours.ROOM]
    return any(table.phase == "playing" and table.seat is not None and not has_given_up(table) for table in tables)
