"""What is kept of a room as a game begins there gives the very room that its journal gives."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from server import beginning, replay
from server import room as rooms
from server.inputs import Away, Computer, Leave, Nobody, Rematch, Resign, Sit
from server.replay import Unreplayable
from tests.support.games import FACTS
from tests.support.rooms import ANN, BEN, CLEO, after, begun, opened, person, playing
from tests.torture.replayed import golden_journals, random_journals


def again(room, at=9.0):
    """The room with another game begun."""
    players = [chair.player for chair in room.chairs if hasattr(chair, "player")]
    return after(room, *map(Rematch, players), at=at)


def resigned():
    return after(playing(), Resign(BEN), at=3.0)


def assert_is_kept(room, at, first):
    kept = beginning.packed(room, at)
    assert kept is not None
    assert beginning.unpacked(first, kept) == (room, at)


FIRST = replay.pack(0.0, opened(person(ANN), person(BEN)))


def test_a_second_game_begins_and_no_first_one_does():
    waiting, first, over = begun(), playing(), resigned()
    assert not beginning.has_begun(waiting, first)
    assert not beginning.has_begun(first, over)
    second = again(over)
    assert beginning.has_begun(over, second)
    assert not beginning.has_begun(second, after(second, Resign(ANN)))


def test_a_room_is_the_same_from_its_beginning():
    assert_is_kept(again(resigned()), 9.0, FIRST)


def test_what_a_room_has_come_to_before_is_kept_with_it():
    first = replay.pack(0.0, opened(person(ANN), person(BEN)))
    room = after(playing(), Away(BEN), at=1.0)
    room = after(room, Resign(ANN), Leave(ANN), Sit(CLEO, "cleo"), Rematch(BEN), at=2.0)
    assert room.host == BEN
    assert_is_kept(room, 2.0, first)


def test_a_computer_in_a_seat_has_no_clock_from_a_kept_beginning_either():
    making = opened(person(ANN), Computer("flipper"), Nobody())
    making = msgspec.structs.replace(making, chairs=making.chairs[:2])
    room = after(rooms.begin(making, 0.0).room, Resign(ANN), Rematch(ANN), at=4.0)
    assert_is_kept(room, 4.0, replay.pack(0.0, making))


def test_no_beginning_is_kept_that_would_give_another_room():
    room = again(resigned())
    for other in (replace(room, farewell="x"), replace(room, rematch=(1,)), replace(room, cast=()), resigned()):
        assert beginning.packed(other, 9.0) is None
    assert beginning.packed(room, 9.5) is None
    assert beginning.packed(begun(), 0.0) is None


def test_every_game_of_every_journal_is_kept_as_it_began():
    seen = {}
    for entries in [*golden_journals(), *random_journals(20, seed=1)]:
        past = list(replay.history(entries))
        for (before, _), (room, at) in pairwise(past):
            if beginning.has_begun(before, room):
                assert_is_kept(room, at, entries[0])
                seen[room.setting.game.name] = room
    assert seen


@pytest.mark.parametrize("game", sorted(FACTS))
def test_the_second_game_of_every_kind_is_kept(game):
    options = next(iter(FACTS[game].tables.values()))
    making = opened(person(ANN), person(BEN), game=game, **msgspec.to_builtins(options))
    room = rooms.begin(making, 0.0).room
    assert_is_kept(again(after(room, Resign(BEN), at=2.0)), 9.0, replay.pack(0.0, making))


@pytest.mark.parametrize(
    ("first", "change", "reason"),
    [
        (FIRST, lambda _: b"\xff", "cannot be read"),
        (FIRST, lambda kept: msgspec.msgpack.encode([99, *msgspec.msgpack.decode(kept)[1:]]), "another form"),
        (replay.pack(0.0, Leave(ANN)), lambda kept: kept, "does not make a room"),
    ],
    ids=["damaged", "another form", "no making"],
)
def test_a_beginning_that_says_nothing_is_no_room(first, change, reason):
    kept = beginning.packed(again(resigned()), 9.0)
    with pytest.raises(Unreplayable, match=reason):
        beginning.unpacked(first, change(kept))
