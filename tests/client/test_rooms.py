"""`parlour rooms`: what it asks for, and how it lists the tables."""

import json

from client.inquiry import Answer, Ask
from client.rooms import follow
from client.store import Store
from protocol import messages as m
from tests.support.stores import welcome

WAITING = m.Listing(
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


def test_who_is_welcome_looks_into_the_lobby() -> None:
    assert follow(welcome(), Store(), json=False) == Ask((m.Browse(on=True),))


def test_the_tables_are_listed_in_sentences() -> None:
    assert follow(LOBBY, Store(), json=False) == Answer("ABCD open: war, scouts; eva.")


def test_json_gives_the_lobby_as_it_is() -> None:
    told = follow(LOBBY, Store(), json=True)
    assert isinstance(told, Answer)
    assert json.loads(told.text)["open"][0]["room"] == "ABCD"


def test_nothing_else_is_of_interest() -> None:
    assert follow(m.Notice(text="Hm."), Store(), json=False) is None
