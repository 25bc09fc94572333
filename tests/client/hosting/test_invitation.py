"""The ways in: each line can be pasted as it stands, and what would not work is not offered as if it did."""

from dataclasses import replace

import pytest

from client.cli.arguments import read
from client.hosting.invitation import lines_of, link_of, sentences, short_url, ways
from client.hosting.local_addresses import LocalMachine
from client.settings import server_url
from tests.support.builders.tables import war_table, war_view
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table
from tests.support.golden.sentences import for_each, golden_test

TABLE = war_table(war_view())
PRIVATE = "ws://127.0.0.1:40123"
PIN = "646ZdrtGPEFTqUDKrkCijn"
REACH = f"wss://{PIN}@192.168.1.5:8765"
ALL_OPEN = LocalMachine("ana", "192.168.1.5", is_open=True, has_ssh=True)
ALL_CLOSED = LocalMachine("ana", "192.168.1.5", is_open=False, has_ssh=False)


def lines(server, machine, table=TABLE):
    return {way.whence: way.line for way in ways(server, table, machine)}


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


PUBLIC = ("wss://games.example.org", "ssh://games.example.org:2222", "https://games.example.org/play")
SOURCE = "git+https://code.example.org/parlour.git@v1"


@pytest.mark.parametrize("server", [PRIVATE, REACH, "wss://play.example.org:8765"])
def test_what_a_server_says_of_itself_is_offered_in_place_of_what_this_machine_sees(server):
    found = ways(server, TABLE, ALL_OPEN, PUBLIC, SOURCE)
    assert lines_of(found) == (
        "https://games.example.org/play/#KQFM",
        "ssh -p 2222 KQFM@games.example.org",
        "parlour join wss://games.example.org KQFM",
        f"uvx --from {SOURCE} parlour join wss://games.example.org KQFM",
    )
    assert link_of(found) == "https://games.example.org/play/#KQFM"
    assert link_of(ways(server, TABLE, ALL_OPEN)) == ""


@pytest.mark.parametrize("machine", [ALL_OPEN, replace(ALL_CLOSED, reach=REACH), None])
@pytest.mark.parametrize("public", [(), PUBLIC, PUBLIC[1:]])
def test_a_line_for_uvx_runs_the_very_line_for_those_who_have_the_program(machine, public):
    found = ways(PRIVATE if machine else "wss://play.example.org", TABLE, machine, public, SOURCE)
    programs = [line for line in lines_of(found) if line.startswith("parlour join") and "localhost" not in line]
    assert [line for line in lines_of(found) if line.startswith("uvx ")] == [
        f"uvx --from {SOURCE} {line}" for line in programs
    ]


def test_a_table_for_one_is_not_offered_to_those_who_would_come_to_play():
    alone = sums_table(sums(1))
    assert lines_of(ways(PRIVATE, alone, None, PUBLIC)) == ("parlour watch wss://games.example.org KQFM",)


SAID = {
    "a server that is reached by ssh and a page alone says nothing of its machine": lambda: sentences(
        ways(PRIVATE, TABLE, ALL_OPEN, PUBLIC[1:]), TABLE
    ),
    "whoever has got the program from nowhere else is told that others need it": lambda: sentences(
        ways("wss://play.example.org", TABLE, None), TABLE
    ),
    "ones own server has a line that proves who it is once it is opened": lambda: for_each(
        lambda reach: sentences(ways(PRIVATE, TABLE, replace(ALL_CLOSED, reach=reach)), TABLE), ["", REACH]
    ),
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
