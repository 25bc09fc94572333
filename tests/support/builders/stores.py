"""Stores for the client's tests: what a client knows in the lobby and at a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from client.state.store import FollowedTable, Link, Store
from protocol import messages as m
from tests.support.builders.sheets import hosted, sheet
from tests.support.builders.tables import war_table, war_view

WAR = hosted("war", "flipper", "oracle")
SOLO = sheet("streets", "Streets & Alleys", 1)
PARTY = sheet("party", "Party", 1, 4, "random", "wise-4")
RACE = sheet("race", "Race", 1, 4)
"""Games for one to four: one with computers, and one without."""
UP = Link("up", "ws://localhost:8765", latency_ms=4.2)


def create_of(game: str, *seats: str, **changes: Any) -> m.Create:
    """The command that makes a table which is not listed, by default for a player alone."""
    made = m.Create(
        ref=0, game=game, options={}, seats=seats, listed=False, serious=False, watch="anyone", clock=m.NO_CLOCK
    )
    return msgspec.structs.replace(made, **changes)


def records(game: str = "war", **changes: Any) -> m.Stats:
    """What somebody has done in a game: nothing yet, but for the changes."""
    counts = dict.fromkeys(("ref", "played", "won", "streak", "longest"), 0)
    none = dict.fromkeys(m.Stats.__struct_fields__)
    return m.Stats(**{**none, **counts, "opponents": (), "game": game, **changes})


LEADERS = m.Leaders(
    ref=0,
    game="blocky",
    leaders=(
        m.Leader(rank=1, kind="person", name="ann", rating=1661.5, deviation=81.25, games=23, yours=True),
        m.Leader(rank=2, kind="computer", name="wise-20", rating=1590.0, deviation=60.5, games=112, yours=False),
        m.Leader(rank=None, kind="person", name="ben", rating=1702.75, deviation=253.5, games=2, yours=False),
    ),
)


def rating(**changes: Any) -> m.Rating:
    """Somebody's rating after a game at the table KQFM."""
    made = m.Rating(rating=1662.25, deviation=290.5, provisional=True, games=1, change=162.25, room="KQFM", number=1)
    return msgspec.structs.replace(made, **changes)


def welcome(*games: m.GameInfo) -> m.Welcome:
    """A server's greeting, with the games it hosts."""
    return m.Welcome(name="ana", token="token", server="test", games=games, seated=())


def listing(room: str, host: str, variant: str = "normal", *players: str) -> m.RoomListing:
    those: dict[str, Any] = {"options": {"variant": variant, "auto_flip_s": 10}, "players": players or (host,)}
    rest: dict[str, Any] = {"seats": 2, "serious": False, "watch": "anyone", "clock": m.NO_CLOCK, "progress": ""}
    return m.RoomListing(room=room, game="war", host=host, ratings=(), **those, **rest)


def lobby_of(**changes: Any) -> m.Lobby:
    """A lobby where nothing goes on, but for the changes."""
    nothing = {"open": (), "live": (), "people": (), "ratings": (), "bots": (), "rooms": 0, "online": 1, "moves": 0}
    return m.Lobby(**{**nothing, **changes})


def lobby_store(**changes: Any) -> Store:
    """A client in the lobby of a server with two games, where nothing goes on."""
    return replace(Store(link=UP, name="ana", games=(WAR, SOLO), lobby=lobby_of(people=("ann",))), **changes)


def table_store(table: m.Table | None = None, *earlier: Any, **changes: Any) -> Store:
    """A client at a table of War, by default one it plays at against ben."""
    table = table or war_table(war_view())
    seated = FollowedTable(table, 0.0, tuple(earlier))
    return lobby_store(rooms={table.room: seated}, room=table.room, **changes)


def number_of(who: str) -> int:
    """The number by which servers of tests know a player of that name; the house, without one, has none."""
    return sum(map(ord, who.casefold()))


def challenged(who: str = "ben", number: int = 4, **changes: Any) -> m.Matching:
    fields = {"game": "war", "options": {"variant": "scouts"}, "serious": False, "clock": m.NO_CLOCK, "left_s": 60.0}
    asked = m.Challenged(challenge=number, who=who, player=number_of(who), **{**fields, **changes})
    return m.Matching(seeking=None, challenges=(asked,), news="")


def seeking(*games: str, whom: str | None = None) -> m.Matching:
    """That one waits for somebody to play one of these games, or for an answer."""
    return m.Matching(seeking=m.Seeking(games=games or ("war",), whom=whom, left_s=20.0), challenges=(), news="")
