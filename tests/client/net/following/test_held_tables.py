"""Updates become whole Tables, and what does not fit is asked for."""

from __future__ import annotations

import msgspec
import pytest

from client.net.following.held_tables import TABLES_MAX, HeldTables
from protocol import messages as m
from protocol.codec import decode_event, encode
from protocol.errors import MalformedFrameError
from tests.support.builders.tables import war_table, war_view

TABLE = decode_event(encode(war_table(war_view())))
UPDATE = m.TableUpdate(
    room=TABLE.room,
    base=TABLE.seq,
    seq=TABLE.seq + 1,
    plies=(1, 0),
    turn=(1,),
    time_left_s=8.0,
    totals=(None, None),
    lasted_s=2.0,
    view={"flipped": [True, False]},
    grown={"rounds": [[[], 0, 2]]},
    events=1,
    head="6f82368ddf7891be",
)


def changed(**fields):
    return msgspec.structs.replace(UPDATE, **fields)


class Client:
    """What holds the Tables, and the rooms that it has asked for."""

    def __init__(self):
        self.asked = []
        self.hear = HeldTables(self.asked.append).hear


@pytest.fixture
def client():
    return Client()


def test_an_update_makes_a_table_of_the_one_that_it_builds_on(client):
    assert client.hear(TABLE) is TABLE
    made = client.hear(UPDATE)
    assert (made.seq, made.ply, made.turn, made.head) == (TABLE.seq + 1, 1, (1,), UPDATE.head)
    assert made.view == {**TABLE.view, "flipped": [True, False], "rounds": [*TABLE.view["rounds"], [[], 0, 2]]}
    assert list(made.view) == list(TABLE.view)
    assert (made.chairs, made.options) == (TABLE.chairs, TABLE.options)
    assert client.asked == []


def test_a_table_made_of_an_update_is_built_on(client):
    client.hear(TABLE)
    client.hear(UPDATE)
    assert client.hear(changed(base=UPDATE.seq, seq=9)).seq == 9


def test_a_gap_makes_it_ask_for_the_table_and_what_comes_before_that_is_dropped(client):
    client.hear(TABLE)
    assert client.hear(changed(base=TABLE.seq + 1)) is None
    assert client.asked == [TABLE.room]
    assert client.hear(UPDATE) is None
    assert client.hear(TABLE) is TABLE
    assert client.hear(UPDATE).seq == UPDATE.seq


@pytest.mark.parametrize(
    "last", [m.Left(room=TABLE.room, reason=""), m.Welcome(name="a", token="t", server="", games=(), seated=())]
)
def test_tables_of_rooms_left_and_of_earlier_connections_are_not_built_on(client, last):
    client.hear(TABLE)
    assert client.hear(last) is last
    assert client.hear(UPDATE) is None


@pytest.mark.parametrize("fields", [{"plies": ()}, {"grown": {"none": [1]}}, {"grown": {"variant": [1]}}])
def test_an_update_that_fits_no_table_is_no_message(client, fields):
    client.hear(TABLE)
    with pytest.raises(MalformedFrameError, match="an update that does not fit its table"):
        client.hear(changed(**fields))


def test_everything_else_passes(client):
    event = m.Notice(text="hello")
    assert client.hear(event) is event


def test_a_server_that_tells_of_tables_without_end_is_not_listened_to(client):
    codes = [f"{first}{second}{third}A" for first in "ABCDEFGH" for second in "ABCDEFGH" for third in "ABCD"]
    assert len(codes) == TABLES_MAX
    for code in codes:
        client.hear(m.Presence(room=code, present=(True,), watchers=0, spectators=()))
    client.hear(m.Presence(room=codes[0], present=(True,), watchers=1, spectators=()))
    client.hear(m.Refused(code="unknown-room", text="", about="watch", ref=1, room="ZZZZ", retry_after_s=None))
    with pytest.raises(MalformedFrameError, match="more tables"):
        client.hear(m.Presence(room="ZZZZ", present=(True,), watchers=0, spectators=()))
    client.hear(m.Left(room=codes[0], reason="Gone."))
    assert client.hear(TABLE) is TABLE
    client.hear(m.Welcome(name="ann", token="", server="", games=(), seated=()))
    for code in codes:
        client.hear(m.Presence(room=code, present=(True,), watchers=0, spectators=()))
