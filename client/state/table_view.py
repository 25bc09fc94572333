"""A followed room with its views in the game's own types, and the rules of its table in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from client import tours
from client.drawing.grammar import Names, title_of
from client.games.spec import GameClient, TakebackRule
from client.state.reading import Reading, UnreadableTableError, game_of, reading_of, view_of
from client.state.store import Arrival, FollowedTable, Store
from protocol import messages as m

MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class TableView:
    """A followed room in its game's terms. `view` is None before the first game; `before` is the view before it."""

    seated: FollowedTable
    game: GameClient
    view: Any
    before: Any
    names: Names

    @property
    def table(self) -> m.Table:
        return self.seated.table


def read_table(followed: FollowedTable) -> TableView:
    """Read a followed room in its game's terms. Raises UnreadableTableError."""
    own = current_reading(followed)
    before = view_at(own.game, followed.earlier[-1]) if followed.earlier else None
    return TableView(followed, own.game, own.view, before, own.names)


def readable_table(followed: FollowedTable) -> TableView | None:
    """The same; None if this program cannot read it."""
    try:
        return read_table(followed)
    except UnreadableTableError:
        return None


def current_reading(followed: FollowedTable) -> Reading:
    """The newest Table in its game's terms. Raises UnreadableTableError."""
    return followed.reading or reading_of(followed.table)


def view_at(game: GameClient, arrival: Arrival) -> Any:  # noqa: ANN401 - the game's own type
    """The view that came with a Table. Raises UnreadableTableError."""
    return arrival.reading.view if arrival.reading else view_of(game, arrival.table.view)


def newest_events(table_view: TableView) -> tuple[str, ...]:
    """The game's newest events in sentences, even if the table has changed in other ways since."""
    saying = table_view.game.saying
    newest = saying.newest or saying.sentences
    return newest(_view_before(table_view), table_view.view, table_view.names, table_view.table.seat)


def describe_latest_change(table_view: TableView) -> tuple[str, ...]:
    """The game's latest change in sentences: first the moves, then their results."""
    return table_view.game.saying.sentences(
        _view_before(table_view), table_view.view, table_view.names, table_view.table.seat
    )


def _view_before(table_view: TableView) -> Any:  # noqa: ANN401 - the game's own type
    """The last view that differs from the newest; None for a game's first."""
    last = table_view.seated.changed
    return view_at(table_view.game, last) if last else None


def describe_table(listing: m.RoomListing | m.Table) -> str:
    """A table's rules in a few words, as far as this program can read them, and whether spectators are shut out."""
    unwatched = "unwatched" if listing.watch == "nobody" else ""
    how = describe_rules(listing.game, listing.options, listing.clock, serious=listing.serious)
    return ", ".join(filter(None, (how, unwatched)))


def warn_of_options(table: m.Table) -> str:
    """What a table's options do by themselves, in a sentence; empty for nothing, and where they can't be read."""
    try:
        game = game_of(table.game)
        return game.setup.warn(msgspec.convert(table.options, game.Options))
    except (UnreadableTableError, msgspec.ValidationError):
        return ""


def describe_rules(name: str, options: Mapping[str, Any], clock: m.TimeControl, *, serious: bool) -> str:
    """A game's options, time limits and seriousness in a few words, as far as this program can read them."""
    try:
        game = game_of(name)
        option_words = game.setup.describe(msgspec.convert(options, game.Options))
    except (UnreadableTableError, msgspec.ValidationError):
        option_words = ""
    return ", ".join(filter(None, (option_words, time_limits(clock), "serious" if serious else "")))


def time_limits(clock: m.TimeControl) -> str:
    """The time limits in a few characters: "5+3, 30 s a move"; empty without a limit."""
    total = "" if clock.total_s is None else f"{clock.total_s / MINUTE_S:g}+{clock.increment_s}"
    return ", ".join(filter(None, (total, "" if clock.move_s is None else f"{clock.move_s} s a move")))


def is_tour(table: m.Table) -> bool:
    return table.room == tours.ROOM


def is_tour_over(seated: FollowedTable) -> bool:
    """Whether the guide has said all there is to say, and asks for no move."""
    return is_tour(seated.table) and seated.advice is not None and seated.advice.move is None


def is_my_turn(table: m.Table) -> bool:
    return table.phase == "playing" and table.seat is not None and table.seat in table.turn


def waits_for_me(table: m.Table) -> bool:
    """Whether others wait for the player's move, rather than the game for the player."""
    return is_my_turn(table) and len(table.chairs) > 1 and not table.paused


def has_given_up(table: m.Table) -> bool:
    """Whether the player has given up the newest game there."""
    return table.seat in table.gave_up


def other_seats(table: m.Table) -> tuple[m.SeatInfo, ...]:
    return tuple(chair for seat, chair in enumerate(table.chairs) if seat != table.seat)


def is_against_computers(table: m.Table) -> bool:
    """Whether all others at the table are computers, and there are some."""
    others = other_seats(table)
    return table.seat is not None and bool(others) and all(chair.kind == "computer" for chair in others)


def takeback_rule(table_view: TableView) -> TakebackRule | None:
    """Which moves can be taken back at a table: against computers with their replies, if it isn't serious."""
    rule = table_view.game.takeback
    if rule is None or not is_against_computers(table_view.table):
        return rule
    return None if table_view.table.serious else rule.through or rule


def can_take_back(table_view: TableView) -> bool:
    """Whether the player can take their last move back now, or ask to."""
    rule, table = takeback_rule(table_view), table_view.table
    is_free = table.seat is not None and table.phase == "playing" and table_view.seated.pending is None
    return is_free and rule is not None and rule.is_possible(table_view.view)


def is_going_alone(table: m.Table) -> bool:
    """Whether a game goes on that the player plays alone or against computers."""
    is_alone = table.seat is not None and all(chair.kind == "computer" for chair in other_seats(table))
    return is_alone and table.phase == "playing" and not has_given_up(table)


def is_untouched(table: m.Table) -> bool:
    """Whether the player has not moved in a game that they play alone or against computers: it counts for nothing."""
    return is_going_alone(table) and not table.ply and not table.serious


def ended_untouched(table: m.Table) -> bool:
    """Whether such a game is over without a move of the player's."""
    is_alone = table.seat is not None and all(chair.kind == "computer" for chair in other_seats(table))
    return is_alone and table.phase == "over" and not table.ply and not table.serious


def person_named(table: m.Table, written: str) -> tuple[int, str] | None:
    """The seat and name of the other person who is called that, in any case; None where nobody is."""
    people = [(seat, chair.name) for seat, chair in enumerate(table.chairs) if chair.kind == "person"]
    named = (person for person in people if person[0] != table.seat and person[1].lower() == written.lower())
    return next(named, None)


def person_at(table: m.Table, written: str) -> tuple[int, str] | None:
    """The seat with that number, as people count from 1, and the name of the person there; None where nobody is."""
    seat = int(written) - 1 if written.isascii() and written.isdecimal() and len(written) == 1 else -1
    if not 0 <= seat < len(table.chairs) or table.chairs[seat].kind != "person":
        return None
    return seat, table.chairs[seat].name


def game_title(store: Store, name: str) -> str:
    return next((info.title for info in store.games if info.name == name), title_of(name))


def keeps_seat(store: Store) -> bool:
    """Whether the player is in a game that goes on, and so has a seat to come back to."""
    tables = [followed.table for room, followed in store.rooms.items() if room != tours.ROOM]
    return any(table.phase == "playing" and table.seat is not None and not has_given_up(table) for table in tables)
