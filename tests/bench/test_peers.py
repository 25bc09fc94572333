"""Players of the other servers' War read and write what these servers do, by frames taken from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.peers import node
from bench.peers.__main__ import figures, main
from bench.peers.player import BoardgamePlayer, ColyseusPlayer
from tests.bench.test_rooms import RUN
from tests.support.processes import frames

STATE = bytes.fromhex("0e 81 00000000 80 00000000 82 0100 83 1a 84 00 85 00 86 01")
FIRST_FLIP = bytes.fromhex("0f 81 00000000 80 01000000 82 0100 83 1a 84 00 85 00 86 01")
SECOND_FLIP = bytes.fromhex("0f 81 01000000 83 19 85 02 ff01 80 00 02 ff02 80 29 81 2d 82 01")
UPDATE = b'42/war,["update","match7",{"G":{"flips":[%d,%d],"number":1,"left":26,"scores":[0,0],"rounds":[]}},[]]'


class Transport:
    """A transport that keeps what is written, each as kind and payload."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, bytes]] = []

    def set_protocol(self, protocol: object) -> None:
        """Nothing is ever read."""

    def write(self, raw: bytes) -> None:
        head = 6 if raw[1] & 0x7F < 126 else 8
        self.sent.append((raw[0], raw[head:]))


class Wire:
    def __init__(self) -> None:
        self.transport = Transport()


def seated(kind, seat):
    player = kind(Wire())
    player.seat, player.match = seat, "match7"
    return player


@pytest.fixture
async def ann():
    return seated(ColyseusPlayer, 0)


@pytest.fixture
async def ben():
    return seated(ColyseusPlayer, 1)


async def test_on_colyseus_a_player_who_may_flip_says_for_which_time(ann):
    ann.eager = True
    ann.hear(STATE)
    assert ann.begun.done()
    assert ann._transport.sent == [(frames.BINARY, b"\x0d\xa4flip\x00")]


async def test_on_colyseus_a_flip_is_done_once_the_servers_patch_counts_it(ann, ben):
    for player in (ann, ben):
        player.hear(STATE)
        player.act(1.0)
        player.hear(FIRST_FLIP)
    assert [len(player.traffic.latencies) for player in (ann, ben)] == [1, 0]
    ben.hear(SECOND_FLIP)
    assert len(ben.traffic.latencies) == 1
    assert ben.traffic.tables == 3


async def test_on_colyseus_a_player_a_flip_ahead_waits_for_the_other(ann):
    ann.eager = True
    for heard in (STATE, FIRST_FLIP):
        ann.hear(heard)
    assert len(ann._transport.sent) == 1
    ann.hear(SECOND_FLIP)
    assert ann._transport.sent[1:] == [(frames.BINARY, b"\x0d\xa4flip\x01")]


async def test_on_colyseus_a_large_count_is_written_as_msgpack_has_it(ann):
    ann.flip(70_000)
    assert ann._transport.sent == [(frames.BINARY, b"\x0d\xa4flip\xce\x00\x01\x11\x70")]


async def test_on_boardgame_io_a_player_asks_for_the_game_once_let_in_and_then_flips():
    ann = seated(BoardgamePlayer, 0)
    ann.hear(b'0{"sid":"x","upgrades":[],"pingInterval":10000,"pingTimeout":20000}')
    ann.hear(b'40/war,{"sid":"y"}')
    ann.eager = True
    ann.hear(UPDATE % (0, 0))
    sync, flip = ann._transport.sent
    assert sync == (frames.TEXT, b'42/war,["sync", "match7", "0", null, 2]')
    assert flip[1].startswith(b'42/war,["update", {"type": "MAKE_MOVE", "payload": {"type": "flip", "args": [0]')
    ann.hear(UPDATE % (1, 0))
    assert (len(ann.traffic.latencies), len(ann._transport.sent)) == (1, 2)


async def test_on_boardgame_io_a_ping_is_answered():
    ann = seated(BoardgamePlayer, 0)
    ann.hear(b"2")
    assert ann._transport.sent == [(frames.TEXT, b"3")]


def test_without_node_there_is_a_sentence_and_a_failure(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.argv", ["bench.peers"])
    assert main() == 1
    assert capsys.readouterr().err == (
        f"Node {node.OLDEST} or newer, with npm, is needed to run the other servers, and is not on the path.\n"
    )


def test_an_old_node_is_told_from_a_new_one(monkeypatch, tmp_path):
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v18.20.4\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(node.PeersMissingError, match=r"; this is 18\.20\.4\.$"):
        node.install()


def test_each_server_is_set_beside_the_echo_and_ours_beside_each_other():
    runs = {name: [replace(RUN, per_s=per_s)] for name, per_s in (("echo", 1000), ("Parlour", 600), ("Colyseus", 300))}
    found = {figure.name: figure for figure in figures(100, {**runs, "boardgame.io": [replace(RUN, per_s=100)]})}
    assert found["Parlour, 100 rooms"].ratio == 0.6
    assert found["Colyseus, 100 rooms"].ratio == 0.3
    assert found["Parlour over Colyseus, 100 rooms"].figure == 2
    assert found["Parlour over boardgame.io, 100 rooms"].figure == 6
