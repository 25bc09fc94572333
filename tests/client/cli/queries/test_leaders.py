"""`parlour leaders`: what it asks for, and what it prints."""

import json

from msgspec.structs import replace

from client.cli.queries.leaders import follow
from client.state.fold import fold
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.stores import LEADERS, SOLO, WAR, welcome
from tests.support.golden.sentences import golden_test

NONE = m.Leaders(ref=0, game="war", leaders=())
OF_STREETS = replace(LEADERS, game="streets")


def told(*events, game="", as_json=False):
    """What follows from the last of a server's events; from the first, its welcome, where no others are given."""
    store = Store()
    for event in (welcome(WAR, SOLO), *events):
        store = fold(store, event, 0.0)
        follows = follow(event, store, game=game, json=as_json)
    return follows


SAID = {
    "games in which somebody is rated are told of once all is known": lambda: (told(NONE), told(NONE, OF_STREETS).text),
    "where nobody is rated it is said what is": lambda: (
        told(NONE, replace(NONE, game="streets")).text,
        told(NONE, game="war"),
    ),
    "every game is asked about or the one named": lambda: (told(), told(game="war")),
    "leaders are told as json a line a game": lambda: [
        len(json.loads(line)["leaders"]) for line in told(NONE, OF_STREETS, as_json=True).text.splitlines()
    ],
    "a refusal is told": lambda: told(
        m.Refused(code="unavailable", text="No.", about="rank", ref=0, room=None, retry_after_s=None)
    ),
}

test_said = golden_test(__name__, SAID)
