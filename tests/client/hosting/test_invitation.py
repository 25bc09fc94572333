"""The ways in: each line can be pasted as it stands, and what would not work is not offered as if it did."""

from dataclasses import replace

import pytest

from client.cli.arguments import read
from client.hosting.invitation import OPENED, SHUT, TO_OPEN, TO_SHUT, sentences, short_url, ways
from client.hosting.local_addresses import LocalMachine
from client.settings import server_url
from tests.support.builders.tables import war_table, war_view
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table
from tests.support.golden.sentences import golden_test

TABLE = war_table(war_view())
PRIVATE = "ws://127.0.0.1:40123"
PIN = "646ZdrtGPEFTqUDKrkCijn"
REACH = f"wss://{PIN}@192.168.1.5:8765"
ALL_OPEN = LocalMachine("ana", "192.168.1.5", is_open=True, has_ssh=True)
ALL_CLOSED = LocalMachine("ana", "192.168.1.5", is_open=False, has_ssh=False)


def lines(server, machine, table=TABLE):
    return {way.whence: way.line for way in ways(server, table, machine)}


def test_ones_own_server_is_shut_until_it_is_opened_and_then_there_is_a_line_that_proves_who_it_is():
    (shut,) = [way for way in ways(PRIVATE, TABLE, replace(ALL_CLOSED, reach="")) if way.is_door]
    assert (shut.about, shut.line) == (SHUT, "")
    (opened,) = [way for way in ways(PRIVATE, TABLE, replace(ALL_CLOSED, reach=REACH)) if way.is_door]
    assert opened.line == f"parlour join {PIN}@192.168.1.5 KQFM"


def test_by_ear_each_way_is_a_sentence_and_one_is_told_what_to_type_to_open_the_door_and_to_shut_it():
    shut, opened = (sentences(ways(PRIVATE, TABLE, replace(ALL_CLOSED, reach=reach)), TABLE) for reach in ("", REACH))
    assert [line for line in shut if "open network" in line] == [TO_OPEN]
    assert [line for line in opened if "network'" in line] == [TO_SHUT]
    assert f"This network: {OPENED} parlour join {PIN}@192.168.1.5 KQFM" in opened


@pytest.mark.parametrize(
    "server", [PRIVATE, REACH, "wss://play.example.org:8765", "ws://10.0.0.7:9000", "wss://a.example/p"]
)
@pytest.mark.parametrize("machine", [ALL_OPEN, ALL_CLOSED])
def test_every_line_that_joins_is_one_that_the_program_takes_and_leads_to_the_table(server, machine):
    for line in lines(server, machine).values():
        if line.startswith("parlour join"):
            asked = read(line.split()[1:])
            host, code = asked.place
            assert code == "KQFM"
            assert server_url(host).partition(":")[0] == server.partition(":")[0]


@pytest.mark.parametrize(
    ("server", "short"),
    [
        ("wss://play.example.org:8765", "play.example.org"),
        ("wss://play.example.org:9000", "play.example.org:9000"),
        ("ws://localhost:8765", "localhost"),
        ("ws://play.example.org:8765", "ws://play.example.org:8765"),
        ("wss://play.example.org/parlour", "wss://play.example.org/parlour"),
    ],
)
def test_a_server_is_written_as_shortly_as_it_is_understood(server, short):
    assert short_url(server) == short
    assert server_url(short) == server


SAID = {
    "by ear each way is a sentence with its line": lambda: sentences(ways(PRIVATE, TABLE, ALL_OPEN), TABLE),
    "an encrypted server is reached by the name it proves alone": lambda: (
        (found := {way.whence: way for way in ways("wss://localhost:8765", TABLE, ALL_OPEN)})["This network"].about,
        found["This network"].line,
    ),
    "to a server elsewhere there is one way by its own name": lambda: lines("wss://play.example.org:8765", None),
    "before this machine was looked at only what is certain is offered": lambda: lines(PRIVATE, None),
    "what reaches this machine has a line each": lambda: lines(PRIVATE, ALL_OPEN),
    "a way that is closed says so and offers no line to it": lambda: (
        (found := {way.whence: way for way in ways(PRIVATE, TABLE, ALL_CLOSED)})["This network"].about,
        found["This network"].line,
        found["Through ssh"].about,
        found["Through ssh"].line,
    ),
    "who was invited by a fingerprint invites others by it": lambda: lines(REACH, None),
    "who plays alone is only watched and by nobody where nobody may": lambda: (
        lines(PRIVATE, None, sums_table(sums(1))),
        ways(PRIVATE, (unwatched := sums_table(sums(1), watch="nobody")), None),
        sentences((), unwatched),
    ),
}

test_said = golden_test(__name__, SAID)
