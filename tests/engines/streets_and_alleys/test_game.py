"""Streets and Alleys as a value: who plays, how long, and what of it travels."""

from __future__ import annotations

from msgspec import convert
from msgspec.structs import replace

from engines.chance import Chance
from engines.streets_and_alleys.game import GAME
from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.moves import Build, Raise
from engines.streets_and_alleys.view import MAX_LINE, Options
from protocol.codec import decode_event, encode
from protocol.messages import Table
from server.room.player_view import table
from tests.support.builders.rooms import ANN, BEN, CLEO, DORA, begun, person
from tests.support.games.streets import layout, race


def test_one_plays_alone_and_up_to_four_race():
    assert list(GAME.seats) == [1, 2, 3, 4]


def test_a_move_lasts_as_long_as_it_takes_and_a_game_as_the_options_say():
    assert GAME.move_time_s(Options(time_limit_s=900)) is None
    assert GAME.time_s(Options(time_limit_s=900)) == 900


def test_nothing_is_taken_back_by_consent_as_undo_is_a_move():
    assert GAME.takeback is None


def test_a_seat_that_must_move_makes_its_first_legal_move():
    assert GAME.default(GAME.view(race(layout("5S AH", "6D")), 0)) == Raise(0, 0)
    assert GAME.default(GAME.view(race(layout("5S", "6D")), 0)) == Build(0, 1)


def test_a_seat_sees_the_deal_that_the_options_name():
    state = GAME.setup(Options(deal=48213), 2, Chance(bytes(32)))
    assert GAME.view(state, 1).piles == (None, deal(48213).piles)


def test_the_longest_race_of_all_fits_a_frame():
    full = "0110" * (MAX_LINE // 2)
    state = race(*[deal(1)] * 4, lines=(full,) * 4, shown=True)
    room = begun(*map(person, (ANN, BEN, CLEO, DORA)), game="streets_and_alleys")
    message = replace(table(room, 0, 1.0), view=GAME.view(state, 0))
    sent = decode_event(encode(message))
    assert isinstance(sent, Table)
    assert convert(sent.view, GAME.View).lines == (full,) * 4


def test_options_stored_before_there_were_winnable_deals_still_mean_the_same():
    assert convert({"deal": 5, "time_limit_s": 60, "tables": "shown"}, Options) == Options(5, 60, "shown")
