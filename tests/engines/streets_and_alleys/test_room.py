"""Streets and Alleys in a room: the time that ends it, who gives it up, and what everyone sees then."""

from __future__ import annotations

from engines.streets_and_alleys.game import GAME
from server.room.inputs import Leave, Resign, Tick
from server.room.player_view import table
from server.room.step import deadline
from tests.support.builders.rooms import ANN, BEN, CLEO, after, begun, person, play
from tests.support.games.streets_lines import DEAL, commands


def room_of(*players, **options):
    """A room where these people race on the deal that the stored line wins."""
    return begun(*map(person, players), game="streets_and_alleys", **{"deal": DEAL, **options})


def seen(room, seat):
    """What a seat sees of the game."""
    return table(room, seat, 1.0).view


def test_who_plays_alone_wins_by_the_stored_line():
    room = room_of(ANN)
    for move in commands():
        assert room.is_playing
        room = after(room, play(room, ANN, move))
    assert room.sitting.outcome.winners == (0,)
    assert seen(room, 0).over == "won"


def test_the_room_ends_a_race_when_its_time_is_up():
    room = room_of(ANN, BEN, time_limit_s=900)
    for move in commands()[:10]:
        room = after(room, play(room, BEN, move), at=600.0)
    assert deadline(room) == 900.0
    assert after(room, Tick(), at=900.0).sitting.outcome.winners == (1,)


def test_who_gives_up_a_race_of_three_leaves_it_to_the_others():
    room = after(room_of(ANN, BEN, CLEO), Resign(BEN))
    assert room.is_playing
    assert room.sitting.turn == (0, 2)
    assert seen(room, 0).gone == (1,)
    ended = after(room, Resign(ANN))
    assert ended.sitting.outcome.winners == (2,)
    assert None not in seen(ended, 2).piles


def test_a_game_that_was_given_up_alone_is_over_to_see():
    room = after(room_of(ANN), Resign(ANN))
    assert room.sitting.outcome.winners == ()
    assert seen(room, 0).over == "given up"
    assert list(GAME.legal(seen(room, 0))) == []


def test_who_leaves_a_race_of_two_has_lost_it():
    assert after(room_of(ANN, BEN), Leave(ANN)).sitting.outcome.winners == (1,)
