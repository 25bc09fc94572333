"""Who is connected at another node than their table's gets updates, and none that builds on what they lack."""

from __future__ import annotations

from collections import deque
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages as m
from protocol.codec import decode_event, encode
from server.cluster.messages import Arrived, Frame, Message, ShowWhole
from server.cluster.players.remote_session import RemoteSession
from server.cluster.rooms import remote_frames, remote_tables
from server.cluster.rooms.remote_frames import RemoteFrames
from server.hosting.delivery.audience import Audience
from server.limits.settings import ServerLimits
from server.players.sessions.routing import Session
from server.room.player_view import table
from tests.support.builders.rooms import ANN, BEN, flipped, playing
from tests.support.fakes.visitors import Follower

HERE, OWNER, OTHER = 1, 2, 3
STEPS = ("move", "come", "come", "lose", "answer", "pause", "resume")


class Nodes:
    """A table at its owner, which Ann follows from here, and what is on its way between the two."""

    def __init__(self, *, takes_updates: bool = True) -> None:
        self.room = playing()
        self.ann = Follower(ANN)
        arrived = Arrived(5, 0.0, Session(ANN, "ann"), (False, None), "", takes_updates=takes_updates)
        self.coming: deque[Message] = deque()
        self.asking: deque[Message | None] = deque()
        self.rooms = set[str]()
        self.has_lost = False
        self.remote = RemoteSession(HERE, arrived, self.coming.append, ServerLimits())
        self.audience: Audience[RemoteSession] = Audience()
        presence = SimpleNamespace(own=lambda player, number: self.ann if (player, number) == (ANN, 5) else None)
        self.shown: list[tuple[object, ...]] = []
        tables = SimpleNamespace(note_shown=lambda *shown: self.shown.append(shown), note_left=lambda *_: None)
        self.frames = RemoteFrames(lambda _node, message: self.asking.append(message), presence, self.rooms, tables)
        self.audience.add(self.remote)
        self.show()

    @property
    def code(self) -> str:
        return self.room.setting.code

    def show(self) -> None:
        self.audience.show(self.room, 0.0)

    def move(self) -> None:
        assert self.room.sitting is not None
        self.room = flipped(self.room, (ANN, BEN)[self.room.sitting.turn[0]])
        self.show()

    def come(self) -> None:
        """The next frame arrives; where one before was lost, that is noticed, and the owner will hear of it."""
        if self.has_lost:
            self.has_lost = False
            self.frames.miss()
            self.asking.append(None)
        if self.coming:
            self.frames.hear(OWNER, self.coming.popleft())

    def lose(self) -> None:
        if self.coming:
            self.coming.popleft()
            self.has_lost = True

    def answer(self) -> None:
        if self.asking:
            self.asking.popleft()
            self.audience.show_one(self.remote, self.room, 0.0)

    def pause(self) -> None:
        self.ann.outbox.pause()

    def resume(self) -> None:
        self.ann.outbox.resume()

    def settle(self) -> None:
        while self.coming or self.asking or self.has_lost:
            self.come()
            self.answer()
        self.resume()

    def whole(self) -> bytes:
        return encode(decode_event(encode(table(self.room, self.room.seat_of(ANN), 0.0))))

    def kinds(self) -> list[str]:
        return [str(type(event).__struct_config__.tag) for event in self.ann.heard]


@given(st.lists(st.sampled_from(STEPS), max_size=60))
def test_whatever_is_lost_and_however_slowly_somebody_reads_updates_build_on_what_they_have(steps: list[str]) -> None:
    nodes = Nodes()
    for step in steps:
        getattr(nodes, step)()
    nodes.settle()
    assert nodes.ann.newest is not None
    assert encode(nodes.ann.newest) == nodes.whole()
    assert nodes.ann.asked == []


def test_who_reads_and_misses_nothing_gets_one_table_and_then_updates() -> None:
    nodes = Nodes()
    for _ in range(5):
        nodes.move()
    nodes.settle()
    assert nodes.kinds() == ["table"] + ["update"] * 5
    assert not nodes.asking


def test_whose_client_takes_no_updates_gets_tables() -> None:
    nodes = Nodes(takes_updates=False)
    nodes.move()
    nodes.settle()
    assert nodes.kinds() == ["table", "table"]


def test_in_place_of_an_update_that_is_of_no_use_a_whole_table_is_asked_for() -> None:
    nodes = Nodes()
    nodes.come()
    nodes.pause()
    nodes.move()
    nodes.come()
    assert list(nodes.asking) == [ShowWhole(ANN, 5, nodes.code)]
    nodes.settle()
    assert nodes.kinds() == ["table", "table"]


def test_of_several_nodes_that_show_a_table_updates_come_from_that_of_the_last_whole_one() -> None:
    nodes = Nodes()
    nodes.come()
    nodes.move()
    (update,) = nodes.coming
    nodes.frames.hear(OTHER, update)
    assert list(nodes.asking) == [ShowWhole(ANN, 5, nodes.code)]
    nodes.frames.hear(OWNER, update)
    assert nodes.kinds() == ["table"]


@pytest.mark.parametrize("takes_updates", [True, False])
def test_nothing_is_passed_on_once_the_table_is_this_nodes_own(*, takes_updates: bool) -> None:
    nodes = Nodes(takes_updates=takes_updates)
    nodes.come()
    nodes.move()
    nodes.rooms.add(nodes.code)
    nodes.come()
    nodes.frames.hear(OWNER, Frame(ANN, 5, b"", f"{nodes.code} deal"))
    assert nodes.kinds() == ["table"]
    assert not nodes.asking


def test_the_node_that_tells_somebody_they_have_come_shows_them_the_table_unless_word_of_that_is_repeated() -> None:
    nodes = Nodes()
    nodes.coming.clear()
    nodes.remote.tell(m.Entered(ref=4, room=nodes.code, seat=None))
    nodes.remote.repeat_answer(encode(m.Watch(ref=4, room=nodes.code)), 1)
    nodes.come()
    nodes.come()
    assert nodes.shown == [(ANN, 5, nodes.code, OWNER), (ANN, 5, nodes.code, remote_tables.NOBODY)]
    assert nodes.kinds() == ["entered", "entered"]


def test_no_more_tables_are_remembered_than_the_bound(monkeypatch) -> None:
    monkeypatch.setattr(remote_frames, "CURRENT_MAX", 2)
    nodes = Nodes()
    nodes.come()
    nodes.move()
    (update,) = nodes.coming
    for key in ("one", "two"):
        nodes.frames.hear(OWNER, Frame(ANN, 5, update.frame, key))
    nodes.frames.hear(OWNER, update)
    assert list(nodes.asking) == [ShowWhole(ANN, 5, nodes.code)]


def test_what_is_for_a_session_that_is_over_is_dropped() -> None:
    nodes = Nodes()
    (shown,) = nodes.coming
    nodes.frames.hear(OWNER, Frame(ANN, 4, shown.frame, shown.key))
    assert nodes.ann.heard == []
