"""`parlour rooms`: what it asks for, and how it lists the tables."""

import json

from client.cli.queries.rooms import follow
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.stores import welcome
from tests.support.golden.sentences import golden_test

WAITING = m.RoomListing(
    room="ABCD",
    game="war",
    options={"variant": "scouts"},
    host="eva",
    players=("eva",),
    ratings=(),
    seats=2,
    serious=False,
    watch="anyone",
    clock=m.NO_CLOCK,
    progress="",
)
LOBBY = m.Lobby(open=(WAITING,), live=(), people=(), ratings=(), bots=(), rooms=1, online=2, moves=0)


SAID = {
    "who is welcome looks into the lobby": lambda: follow(welcome(), Store(), json=False),
    "the tables are listed in sentences": lambda: follow(LOBBY, Store(), json=False),
    "json gives the lobby as it is": lambda: json.loads(follow(LOBBY, Store(), json=True).text)["open"][0]["room"],
    "nothing else is of interest": lambda: follow(m.Notice(text="Hm."), Store(), json=False),
}

test_said = golden_test(__name__, SAID)
