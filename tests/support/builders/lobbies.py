"""Lobbies for the client's tests: who waits, who plays and who is here, with how well they play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs

from client.drawing.canvas import Canvas, Drawing
from client.drawing.layout import layout_of
from client.fullscreen.screens.lobby import screen
from client.fullscreen.ui.state import UiState
from client.state.fold import fold
from client.state.store import FollowedTable, Store
from protocol import messages as m
from tests.support.builders.scenes import lines
from tests.support.builders.stores import WAR, listing, lobby_store
from tests.support.builders.tables import war_table, war_view
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import SHEET as STREETS
from tests.support.games.tower_tables import SHEET as TOWER_BLASTER

TABLES = m.Lobby(
    open=(listing("K7QF", "ben"), listing("M3XA", "cleo", "scouts")),
    live=(listing("LIVE", "gus", "suits", "gus", "hal"),),
    people=(),
    ratings=(),
    rooms=3,
    online=7,
    bots=(),
    moves=0,
)
SIZES = ((100, 32), (80, 24), (60, 20))


def rated(game: str, rating: int, *, provisional: bool = False) -> m.RatingBadge:
    return m.RatingBadge(game=game, rating=rating, provisional=provisional)


def crowded_store() -> Store:
    """A lobby with people of long names, tables of two and of four, games of one's own, and a word in the hall."""
    four = ("gus", "hal", "maximiliana_1234", "wise-20")
    strong = tuple(rated("blocky", rating) for rating in (1580, 1571, 1499, 1600))
    blocky = structs.replace(listing("QX2B", "gus"), game="blocky", options={}, players=four, ratings=strong, seats=4)
    pair = structs.replace(
        listing("M8PK", "fay", "suits", "fay", "maximiliana_1234"),
        ratings=(rated("war", 1655), rated("war", 1499, provisional=True)),
    )
    told = m.Lobby(
        open=tuple(structs.replace(each, ratings=(rated("war", 1490),)) for each in TABLES.open),
        live=(pair, blocky),
        people=("ana", "ben", "maximiliana_1234"),
        ratings=(None, rated("war", 1490), rated("blocky", 1655, provisional=True)),
        rooms=7,
        online=9,
        bots=(),
        moves=0,
    )
    rooms = {code: seated(code, view=war_view(scores=(14, 11))) for code in ("AAAA", "BBBB")}
    store = lobby_store(lobby=told, games=(BLOCKY, STREETS, TOWER_BLASTER, WAR), rooms=rooms)
    line = m.Line(who="gus", player=7, text="anyone up for Blocky?", manner="player", age_s=0.0, yours=False)
    return fold(store, m.Heard(room=None, line=line), 0.0)


def people_store(*names: str) -> Store:
    """A lobby where these people are, and nothing goes on."""
    return lobby_store(
        lobby=m.Lobby(open=(), live=(), people=names, ratings=(), rooms=0, online=len(names), bots=(), moves=0)
    )


def seated(room: str, **changes: Any) -> FollowedTable:
    return FollowedTable(war_table(changes.pop("view", war_view()), room=room, **changes), 0.0)


def drawing(store: Store, ui: UiState | None = None, size: tuple[int, int] = (100, 32)) -> Drawing:
    canvas = Canvas(*size)
    screen.draw(canvas, store, replace(ui or UiState(), layout=layout_of(*size)), 0.0)
    return canvas.done()


def text(store: Store, ui: UiState | None = None, size: tuple[int, int] = (100, 32)) -> str:
    return "\n".join(lines(drawing(store, ui, size)))
