"""What is kept of a room as a game begins there gives the very room that its journal gives."""

from __future__ import annotations

from collections import Counter
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from server.room import replay, snapshot
from server.room import step as rooms
from server.room.inputs import Away, Leave, OfferDraw, Play, Rematch, Resign, Sit
from server.room.match.occupants import Computer, OpenSeat
from server.room.replay import ReplayError
from tests.support import facts
from tests.support.builders.rooms import ANN, BEN, CLEO, after, begun, flipped, opened, person, playing
from torture.durability.replayed import _plain, golden_journals, random_journals


def again(room, at=9.0):
    """The room with another game begun."""
    players = [occupant.player for occupant in room.chairs if hasattr(occupant, "player")]
    return after(room, *map(Rematch, players), at=at)


def resigned():
    return after(playing(), Resign(BEN), at=3.0)


def assert_is_kept(room, at, first):
    kept = snapshot.pack(room, at)
    assert kept is not None
    assert snapshot.unpack(first, kept) == (room, at)


FIRST = replay.pack(0.0, opened(person(ANN), person(BEN)))


def fields(kept):
    """What a snapshot holds, to be changed."""
    return msgspec.msgpack.decode(kept[: -snapshot.CHECKSUM_BYTES])


def packed(changed):
    """A snapshot of these fields, as an older server encoded it: with fewer fields, and no checksum behind them."""
    return msgspec.msgpack.encode([snapshot.WITHOUT_CHECKSUM, *changed[1:-2]])


def test_a_second_game_begins_and_no_first_one_does():
    waiting, first, over = begun(), playing(), resigned()
    assert not snapshot.has_begun(waiting, first)
    assert not snapshot.has_begun(first, over)
    second = again(over)
    assert snapshot.has_begun(over, second)
    assert not snapshot.has_begun(second, after(second, Resign(ANN)))


def test_a_room_is_the_same_from_its_beginning():
    assert_is_kept(again(resigned()), 9.0, FIRST)


def test_what_a_room_has_come_to_before_is_kept_with_it():
    first = replay.pack(0.0, opened(person(ANN), person(BEN)))
    room = after(playing(), Away(BEN), at=1.0)
    room = after(room, Resign(ANN), Leave(ANN), Sit(CLEO, "cleo"), Rematch(BEN), at=2.0)
    assert room.host == BEN
    assert_is_kept(room, 2.0, first)


def test_a_computer_in_a_seat_has_no_clock_from_a_kept_beginning_either():
    making = opened(person(ANN), Computer("flipper"), OpenSeat())
    making = msgspec.structs.replace(making, chairs=making.chairs[:2])
    room = after(rooms.begin(making, 0.0).room, Resign(ANN), Rematch(ANN), at=4.0)
    assert_is_kept(room, 4.0, replay.pack(0.0, making))


def test_no_beginning_is_kept_that_would_give_another_room():
    room = again(resigned())
    for other in (replace(room, farewell="x"), replace(room, cast=())):
        assert snapshot.pack(other, 9.0) is None


def test_a_game_that_began_before_its_beginning_is_kept_is_kept_as_it_is():
    making = opened(person(ANN), person(BEN))
    assert_is_kept(again(resigned()), 9.5, replay.pack(0.0, making))


def test_a_table_that_waits_or_whose_game_is_over_is_kept_whoever_comes_and_goes(climb):
    waiting = opened(person(ANN), OpenSeat(), OpenSeat(), game="climb")
    room, first = rooms.begin(waiting, 0.0).room, replay.pack(0.0, waiting)
    for step in (Sit(BEN, "ben"), Leave(BEN), Sit(BEN, "ben", deals=True), Sit(CLEO, "cleo"), Leave(CLEO)):
        assert_is_kept(room, 1.0, first)
        room = after(room, step, at=1.0)
    over = after(flipped(playing(), ANN, BEN, at=2.0), Resign(BEN), at=3.0)
    for room in (over, after(over, Rematch(BEN), at=4.0), after(over, Leave(BEN), at=4.0)):
        assert_is_kept(room, 5.0, FIRST)


def test_a_game_in_its_middle_is_kept_with_all_that_has_happened_in_it():
    room = flipped(again(resigned()), ANN, BEN, BEN, at=11.0)
    for each in (room, after(room, OfferDraw(ANN), at=12.0), after(room, Away(BEN), at=13.0)):
        assert_is_kept(each, 13.0, FIRST)


def test_whoever_has_left_in_the_middle_of_a_game_began_it_all_the_same(climb):
    making = opened(*map(person, (ANN, BEN, CLEO)), game="climb")
    room = after(rooms.begin(making, 0.0).room, Play(ANN, 1, 0, "1"), Leave(BEN), at=2.0)
    assert OpenSeat() in room.chairs
    assert OpenSeat() not in room.cast
    assert_is_kept(room, 2.0, replay.pack(0.0, making))


def test_a_game_that_these_rules_would_not_have_come_to_is_no_room():
    kept = fields(snapshot.pack(flipped(playing(), ANN, BEN), 3.0))
    course = kept[-3]
    course[1]["state"]["variant"] = "chess"
    with pytest.raises(ReplayError, match="none under these rules"):
        snapshot.unpack(FIRST, packed(kept))


def test_a_snapshot_that_an_older_server_kept_is_read():
    room = flipped(again(resigned()), ANN, at=9.0)
    assert snapshot.unpack(FIRST, packed(fields(snapshot.pack(room, 9.0)))) == (room, 9.0)


def test_whatever_byte_a_disk_has_damaged_is_noticed():
    kept = snapshot.pack(again(resigned()), 9.0)
    for place, bit in product(range(len(kept)), range(8)):
        damaged = bytearray(kept)
        damaged[place] ^= 1 << bit
        with pytest.raises(ReplayError):
            snapshot.unpack(FIRST, bytes(damaged))
    for length in range(len(kept)):
        with pytest.raises(ReplayError):
            snapshot.unpack(FIRST, kept[:length])


def test_a_room_is_kept_as_a_game_begins_and_in_a_long_one_all_the_same():
    over = resigned()
    second, flipping = again(over), flipped(playing(), ANN)
    assert snapshot.is_due(over, second, second.seq - 5, every=5)
    assert not snapshot.is_due(over, second, second.seq - 4, every=5)
    assert not snapshot.is_due(playing(), flipping, flipping.seq - 19, every=5)
    assert snapshot.is_due(playing(), flipping, flipping.seq - 20, every=5)
    assert snapshot.is_due(playing(), over, over.seq - 20, every=5)
    assert snapshot.is_due(begun(), begun(), begun().seq - 20, every=5)


def test_every_moment_of_every_game_is_kept_but_for_states_that_say_too_little_of_themselves():
    kept = Counter()
    for entries in [*golden_journals(), *random_journals(20, seed=2)]:
        before = begun()
        for room, at in replay.history(entries):
            if not room.closed:
                packed = snapshot.pack(room, at)
                kept[room.setting.game.name, packed is not None] += 1
                assert packed is not None or not snapshot.has_begun(before, room)
                if packed is not None:
                    again, again_at = snapshot.unpack(entries[0], packed)
                    assert (plain(again), again_at) == (plain(room), at)
            before = room
    assert {game for game, is_kept in kept if not is_kept} <= {"blocky"}
    assert {game for game, is_kept in kept if is_kept} >= set(facts.games()) - {"blocky"}


def plain(room):
    """All there is to know of a room, so that 1 is not True and no order is lost."""
    return repr(list(_plain(room)))


@pytest.mark.parametrize("game", facts.games())
def test_the_second_game_of_every_kind_is_kept(game):
    options = next(iter(facts.find(game).tables.values()))
    making = opened(person(ANN), person(BEN), game=game, **msgspec.to_builtins(options))
    room = rooms.begin(making, 0.0).room
    assert_is_kept(again(after(room, Resign(BEN), at=2.0)), 9.0, replay.pack(0.0, making))


@pytest.mark.parametrize(
    ("first", "change", "reason"),
    [
        (FIRST, lambda _: b"\xff", "cannot be read"),
        (FIRST, lambda kept: msgspec.msgpack.encode([99, *fields(kept)[1:]]), "another form"),
        (replay.pack(0.0, Leave(ANN)), lambda kept: kept, "does not make a room"),
    ],
    ids=["damaged", "another form", "no making"],
)
def test_a_beginning_that_says_nothing_is_no_room(first, change, reason):
    kept = snapshot.pack(again(resigned()), 9.0)
    with pytest.raises(ReplayError, match=reason):
        snapshot.unpack(first, change(kept))
