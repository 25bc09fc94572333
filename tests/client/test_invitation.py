"""The ways in: each line can be pasted as it stands, and what would not work is not offered as if it did."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.arguments import read
from client.invitation import CLOSED, NAMED, NO_SSH, OPENED, SHUT, TO_OPEN, TO_SHUT, sentences, ways, written
from client.machine import Machine
from client.settings import server_url
from tests.support.sums import after as sums
from tests.support.sums import sums_table
from tests.support.tables import war_table, war_view

TABLE = war_table(war_view())
PRIVATE = "ws://127.0.0.1:40123"
PIN = "646ZdrtGPEFTqUDKrkCijn"
REACH = f"wss://{PIN}@192.168.1.5:8765"
ALL_OPEN = Machine("ana", "192.168.1.5", is_open=True, has_ssh=True)
ALL_CLOSED = Machine("ana", "192.168.1.5", is_open=False, has_ssh=False)


def lines(server, machine, table=TABLE):
    return {way.whence: way.line for way in ways(server, table, machine)}


def test_to_a_server_elsewhere_there_is_one_way_by_its_own_name():
    found = lines("wss://play.example.org:8765", None)
    assert found == {"From anywhere": "parlour join play.example.org KQFM"}


def test_before_this_machine_was_looked_at_only_what_is_certain_is_offered():
    assert lines(PRIVATE, None) == {"This machine": "parlour join localhost:40123 KQFM"}


def test_what_reaches_this_machine_has_a_line_each():
    assert lines(PRIVATE, ALL_OPEN) == {
        "This machine": "parlour join localhost:40123 KQFM",
        "This network": "parlour join ws://192.168.1.5:40123 KQFM",
        "Through ssh": "ssh -fNL 40123:localhost:40123 ana@192.168.1.5",
    }


def test_a_way_that_is_closed_says_so_and_offers_no_line_to_it():
    found = {way.whence: way for way in ways(PRIVATE, TABLE, ALL_CLOSED)}
    assert found["This network"].about == CLOSED
    assert found["This network"].line.startswith("parlour serve ")
    assert (found["Through ssh"].about, found["Through ssh"].line) == (NO_SSH, "")


def test_ones_own_server_is_shut_until_it_is_opened_and_then_there_is_a_line_that_proves_who_it_is():
    (shut,) = [way for way in ways(PRIVATE, TABLE, replace(ALL_CLOSED, reach="")) if way.is_door]
    assert (shut.about, shut.line) == (SHUT, "")
    (opened,) = [way for way in ways(PRIVATE, TABLE, replace(ALL_CLOSED, reach=REACH)) if way.is_door]
    assert opened.line == f"parlour join {PIN}@192.168.1.5 KQFM"


def test_by_ear_one_is_told_what_to_type_to_open_the_door_and_to_shut_it():
    shut, opened = (sentences(ways(PRIVATE, TABLE, replace(ALL_CLOSED, reach=reach)), TABLE) for reach in ("", REACH))
    assert [line for line in shut if "open network" in line] == [TO_OPEN]
    assert [line for line in opened if "network'" in line] == [TO_SHUT]
    assert f"This network: {OPENED} parlour join {PIN}@192.168.1.5 KQFM" in opened


def test_who_was_invited_by_a_fingerprint_invites_others_by_it():
    assert lines(REACH, None) == {"This network": f"parlour join {PIN}@192.168.1.5 KQFM"}


def test_an_encrypted_server_is_reached_by_the_name_it_proves_and_by_no_address():
    (network,) = [way for way in ways("wss://localhost:8765", TABLE, ALL_OPEN) if way.whence == "This network"]
    assert (network.about, network.line) == (NAMED, "")


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
    assert written(server) == short
    assert server_url(short) == server


def test_who_plays_alone_is_only_watched_and_by_nobody_where_nobody_may():
    alone = sums_table(sums(1))
    assert lines(PRIVATE, None, alone) == {"This machine": "parlour watch localhost:40123 KQFM"}
    unwatched = sums_table(sums(1), watch="nobody")
    assert ways(PRIVATE, unwatched, None) == ()
    assert sentences((), unwatched) == ("Nobody else may come to this table.",)


def test_by_ear_each_way_is_a_sentence_with_its_line():
    code, machine, *_, tunnel = sentences(ways(PRIVATE, TABLE, ALL_OPEN), TABLE)
    assert code == "The code of this table is KQFM."
    assert machine == "This machine: parlour join localhost:40123 KQFM"
    assert tunnel.endswith(": ssh -fNL 40123:localhost:40123 ana@192.168.1.5")
