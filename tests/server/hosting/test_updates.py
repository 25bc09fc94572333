"""Who takes updates has, after each change, the very Table that they would have been sent whole."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from protocol.codec import decode_event, encode
from server.hosting.delivery.audience import Audience
from server.room import step as rooms
from server.room.inputs import AnswerOffer, Away, Back, Input, OfferDraw, Rematch, Resign, TakeBack
from server.room.match.clock import ClockLimits
from server.room.player_view import table
from server.room.step import Room
from tests.support import facts
from tests.support.builders.rooms import ANN, BEN, CLEO, after, finished, flipped, playing
from tests.support.fakes.visitors import Follower, Visitor
from torture.robustness import legality

TABLES = [(name, options) for name, known in facts.games().items() for options in known.tables]
WALKS, STEPS = 4, 60


@pytest.fixture
def ann():
    return Follower(ANN)


@pytest.fixture
def ben():
    return Follower(BEN)


def audience_of(*visitors: Visitor) -> Audience[Visitor]:
    made: Audience[Visitor] = Audience()
    for visitor in visitors:
        made.add(visitor)
    return made


def whole(room: Room, follower: Visitor, now: float) -> bytes:
    """The Table as it is for whoever gets it whole."""
    return encode(decode_event(encode(table(room, room.seat_of(follower.player), now))))


def kinds(visitor: Visitor) -> list[str]:
    return [str(type(event).__struct_config__.tag) for event in visitor.heard]


def some_input(room: Room, random: Random) -> Input:
    """A move, most of the time."""
    player = legality.player_in(room, random.randrange(len(room.chairs)))
    if room.is_playing and random.random() < 0.8:
        return legality.move(room, random)
    asks = (TakeBack, OfferDraw, Away, Back, Rematch, Rematch, Rematch)
    kind = random.choice(asks if random.random() < 0.97 else (Resign,))
    return random.choice((kind(player), AnswerOffer(player, agree=random.random() < 0.5)))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_after_whatever_has_happened_updates_have_made_the_table_byte_for_byte(game, options):
    random, updates = Random(f"{game} {options}"), 0
    for _ in range(WALKS):
        room, now = legality.begin_game(game, facts.find(game).tables[options], random), 0.0
        players = [legality.player_in(room, seat) for seat in range(len(room.chairs))]
        followers = {player: Follower(player) for player in (*players, legality.OUTSIDER)}
        audience = audience_of(*followers.values())
        for _ in range(STEPS):
            follower = random.choice(tuple(followers.values()))
            match random.randrange(8):
                case 0:
                    follower.outbox.pause()
                case 1:
                    audience.show_one(follower, room, now)
                case 2:
                    followers[follower.player] = Follower(follower.player)
                    audience.add(followers[follower.player])
            result = rooms.step(room, now, some_input(room, random))
            if result.record:
                room, now = result.room, now + random.choice((0.0, random.uniform(0.0, 3.0)))
                audience.show(room, now)
                if random.random() < 0.5:
                    for each in followers.values():
                        each.outbox.resume()
                for each in followers.values():
                    if each.outbox.waiting == 0:
                        assert encode(each.newest) == whole(room, each, now)
                    assert each.asked == []
        updates += sum(len(each.updates) for each in followers.values())
    assert updates


def test_a_move_is_an_update_for_who_takes_them_and_a_table_for_others(ann):
    ben, room = Visitor(BEN), playing()
    audience = audience_of(ann, ben)
    audience.show(room, 0.0)
    audience.show(flipped(room, ANN), 4.0)
    assert (kinds(ann), kinds(ben)) == (["table", "update"], ["table", "table"])
    assert ann.updates[0].view == {"flipped": [True, False]}
    assert (ann.newest.ply, ann.newest.turn, ann.newest.time_left_s) == (1, (1,), 6.0)


def test_where_nothing_is_hidden_one_update_is_for_all(ann, ben):
    cleo, room = Follower(CLEO), playing()
    audience = audience_of(ann, ben, cleo)
    audience.show(room, 0.0)
    audience.show(flipped(room, ANN), 4.0)
    assert ann.updates == ben.updates == cleo.updates
    assert [each.newest.ply for each in (ann, ben, cleo)] == [1, 0, 0]
    assert [each.newest.seat for each in (ann, ben, cleo)] == [0, 1, None]


def test_where_several_are_on_turn_each_is_told_the_time_they_have_left_themselves(ann, ben):
    room = playing(limits=ClockLimits(total_s=60), auto_flip_s=0)
    audience = audience_of(ann, ben)
    audience.show(room, 0.0)
    room = flipped(room, ANN, at=5.0)
    audience.show(room, 5.0)
    audience.show(flipped(room, BEN, at=15.0), 15.0)
    assert [ann.newest.time_left_s, ben.newest.time_left_s] == [55.0, 45.0]
    assert kinds(ann) == kinds(ben) == ["table", "update", "update"]


def test_who_comes_late_gets_the_table_and_then_updates(ann, ben):
    room = playing()
    audience = audience_of(ann)
    audience.show(room, 0.0)
    audience.add(ben)
    audience.show_one(ben, room, 1.0)
    for player in (ANN, BEN, ANN):
        room = flipped(room, player)
        audience.show(room, 2.0)
    assert kinds(ann) == ["table", "update", "update", "update"]
    assert kinds(ben) == ["table", "table", "update", "update"]
    assert ben.newest.ply == 1


def test_who_comes_back_by_a_new_connection_gets_the_table(ann):
    room, again = playing(), Follower(ANN)
    audience = audience_of(ann)
    audience.show(room, 0.0)
    audience.add(again)
    audience.show(flipped(room, ANN), 1.0)
    assert (kinds(ann), kinds(again)) == (["table"], ["table"])


def test_who_does_not_read_finds_one_whole_table_and_then_gets_updates(ann):
    room = playing()
    audience = audience_of(ann)
    audience.show(room, 0.0)
    ann.outbox.pause()
    for player in (ANN, BEN, ANN):
        room = flipped(room, player)
        audience.show(room, 1.0)
    ann.outbox.resume()
    assert kinds(ann) == ["table", "table"]
    audience.show(flipped(room, BEN), 2.0)
    assert kinds(ann) == ["table", "table", "update"]
    assert ann.newest.ply == 2


def test_ends_and_new_games_and_offers_come_whole(ann, ben):
    room = playing()
    audience = audience_of(ann, ben)
    audience.show(room, 0.0)
    ends = [after(room, Resign(ANN)), finished(room)]
    others = [after(room, OfferDraw(ANN)), after(ends[1], Rematch(ANN)), after(ends[1], Rematch(ANN), Rematch(BEN))]
    for changed in (*ends, *others):
        audience.show(room, 0.0)
        audience.show(changed, 1.0)
    assert ann.updates == []


def test_a_pause_and_what_ends_it_come_whole(ann):
    room = flipped(playing(), ANN)
    paused = replace(room, seq=room.seq + 1, sitting=replace(room.sitting, paused_at=1.0))
    audience = audience_of(ann)
    for now, shown in enumerate((room, paused, replace(room, seq=paused.seq + 1))):
        audience.show(shown, float(now))
    assert kinds(ann) == ["table"] * 3


def test_the_room_shown_again_unchanged_is_shown_whole(ann):
    room = playing()
    audience = audience_of(ann)
    audience.show(room, 0.0)
    audience.show(room, 1.0)
    assert kinds(ann) == ["table", "table"]
