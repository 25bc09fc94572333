"""Where a player can be on the full screen: a Store and a UiState for every screen, panel and phase of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from client import tours
from client.commands import actions
from client.fullscreen.ui.state import UiState
from client.history.saved.entry import PlayedGame, TranscriptSummary
from client.hosting.local_addresses import LocalMachine
from client.state.store import Store
from engines.cards import Card
from engines.streets_and_alleys.layout import Layout
from engines.war.view import Draw
from protocol import messages as m
from tests.support.builders.stores import challenged, lobby_store, table_store
from tests.support.builders.tables import person, war_table, war_view
from tests.support.games import blocky_tables, street_tables, sums, tower_tables
from tests.support.games.streets import race
from tests.support.games.towers import play
from tests.support.golden.reviews import reviewed

GAMES = (*lobby_store().games, tower_tables.SHEET, street_tables.SHEET, blocky_tables.SHEET)
WAR = war_view(war=(Draw(((Card(8, 0),), (Card(8, 1),)), (10, 10)),))
OVER: dict[str, Any] = {"phase": "over", "turn": ()}
REPLAY = reviewed(at=3)
PAST = PlayedGame(
    None, None, "localhost", msgspec.convert(REPLAY.transcript, TranscriptSummary, from_attributes=True), 0
)


def _asking(kind: m.OfferKind, seats: int = 2, **changes: Any) -> Store:
    request = m.Offer(kind=kind, seat=0, agreed=(), time_left_s=30.0)
    return table_store(sums.sums_table(sums.after(seats, 1), 1, request=request, **changes))


def _streets(*states: Layout, lines: tuple[str, ...] = (), **changes: Any) -> Store:
    """A table of Streets and Alleys: a race of several, or a game of one."""
    view = street_tables.seen(race(*states, lines=lines)) if states else street_tables.street()
    return table_store(street_tables.street_table(view, **changes), games=GAMES)


def _blocky(seat: int | None, seats: int = 2) -> Store:
    state = blocky_tables.state(seats=seats)
    return table_store(blocky_tables.blocky_table(blocky_tables.seen(state, seat)), games=GAMES)


def _inviting(reach: str | None) -> UiState:
    machine = LocalMachine("ana", "192.168.1.5", is_open=False, has_ssh=False, reach=reach)
    return UiState(panel="invite", machine=machine)


AWAY = war_table(WAR, away=(m.Absence(seat=1, left_s=0.0, level=None, by=None),))

PLACES: dict[str, tuple[Store, UiState]] = {
    "lobby": (lobby_store(), UiState()),
    "lobby filtered": (lobby_store(), UiState(filter="war")),
    "cramped": (lobby_store(), UiState(is_cramped=True)),
    "challenged": (lobby_store(matching=challenged()), UiState()),
    "form": (lobby_store(), UiState(panel="form")),
    "history": (lobby_store(), UiState(panel="history", history=(PAST,) * 9)),
    "tours": (lobby_store(), UiState(panel="tours", scroll=1)),
    **{panel: (lobby_store(), UiState(panel=panel, topic="war")) for panel in ("help", "stats", "leaders", "levels")},
    "on the way to a table": (lobby_store(room="K7QF"), UiState()),
    "waiting": (table_store(war_table(None, phase="waiting", number=0)), UiState()),
    "playing": (table_store(war_table(WAR)), UiState()),
    "playing under the help": (table_store(war_table(WAR)), UiState(panel="help")),
    "flipped": (table_store(war_table(war_view(flipped=(True, False)), turn=(1,))), UiState()),
    "an unknown game": (table_store(war_table(war_view(), game="chess")), UiState()),
    "building": (
        table_store(tower_tables.tower_table(tower_tables.seen(play(tower_tables.state(), "take pile")))),
        UiState(),
    ),
    "taking": (table_store(tower_tables.tower_table(tower_tables.seen(tower_tables.state())), games=GAMES), UiState()),
    "moving cards": (_streets(), UiState()),
    "moving cards later": (_streets(street_tables.STREET, lines=("01",), ply=1), UiState()),
    "at a serious table": (_streets(serious=True), UiState()),
    "racing": (_streets(street_tables.STREET, street_tables.STREET, ply=1), UiState()),
    "racing done": (_streets(street_tables.STREET, street_tables.STREET, **OVER), UiState()),
    "a deal done": (_streets(street_tables.STREET, **OVER), UiState()),
    "blocks": (_blocky(0), UiState()),
    "blocks of another": (_blocky(1), UiState()),
    "blocks alone": (_blocky(0, 1), UiState()),
    "watching": (_blocky(None), UiState()),
    "over": (table_store(war_table(WAR, **OVER)), UiState()),
    "over with an open seat": (table_store(war_table(WAR, **OVER, chairs=(person("ana"), person("")))), UiState()),
    "asked": (_asking("takeback"), UiState()),
    "asked under the help": (_asking("draw"), UiState(panel="help")),
    "gave up while asked": (_asking("takeback", 3, gave_up=(1,)), UiState()),
    "alone": (table_store(sums.sums_table(sums.after(1, 1))), UiState()),
    "done alone": (table_store(sums.sums_table(sums.after(1, 1, 1, 1))), UiState()),
    "away": (table_store(AWAY), UiState()),
    "tour": (table_store(tours.find("blocky").begin, name="you"), UiState()),
    "invitation": (table_store(war_table(WAR)), UiState(panel="invite")),
    "invitation to a closed server": (table_store(war_table(WAR)), _inviting("")),
    "invitation to an open server": (table_store(war_table(WAR)), _inviting("wss://192.168.1.5:8765")),
    "menu": (table_store(war_table(WAR)), UiState(panel="menu", scroll=2)),
    "menu of a game that is over": (table_store(war_table(WAR, **OVER)), UiState(panel="menu")),
    "menu of who watches": (_blocky(None), UiState(panel="menu")),
    "menu of who can take back": (table_store(sums.sums_table(sums.after(2, 1), 0)), UiState(panel="menu")),
    "settings": (lobby_store(), UiState(panel="settings", scroll=1)),
    "before a loss": (table_store(war_table(WAR)), UiState(question=actions.Confirm("Resign?", "resign anyway"))),
    "challenged at a table": (table_store(war_table(WAR), matching=challenged()), UiState()),
    "challenged while asked": (replace(_asking("draw"), matching=challenged()), UiState()),
    "asked for a rematch": (table_store(war_table(WAR, **OVER, rematch=(1,))), UiState()),
    "replay": (lobby_store(), UiState(replay=REPLAY)),
    "replay at a table": (table_store(war_table(WAR)), UiState(replay=REPLAY)),
}
"""By what each is called."""
