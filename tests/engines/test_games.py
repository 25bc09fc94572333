"""The games as values: who plays, how long, what a seat does when its time is up, and what of it travels."""

from __future__ import annotations

import pytest
from msgspec import convert
from msgspec.structs import replace

from engines.catalog import find
from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.view import MAX_LINE
from engines.streets_and_alleys.view import Options as StreetsOptions
from engines.war.view import Options as WarOptions
from protocol.codec import decode_event, encode
from protocol.messages import Table
from server.room.player_view import table
from tests.support.builders.rooms import ANN, BEN, CLEO, DORA, begun, person
from tests.support.games import boards, streets, towers


@pytest.mark.parametrize(
    ("name", "seats", "levels", "extras"),
    [
        (
            "blocky", [1, 2, 3, 4], ["random", "smart-2", "wise-4", "wise-20", "planner"],
            {"final", "takeback", "resign", "hint"},
        ),
        (
            "streets_and_alleys", [1, 2, 3, 4], ["strolling", "walking", "striding", "running", "flying"],
            {"final", "game time", "resign", "result", "hint", "prospect"},
        ),
        ("tower_blaster", [2], ["drawing", "tidy", "careful", "counting", "foreseeing"], {"final", "hint"}),
        ("war", [2], ["flipper"], set()),
    ],
)  # fmt: skip
def test_a_game_has_its_seats_its_computers_from_the_weakest_and_what_its_rules_allow(name, seats, levels, extras):
    game = find(name)
    assert (list(game.seats), list(game.bots.names)) == (seats, levels)
    assert game.bots.begin == (name == "tower_blaster")
    abilities = {
        "final": game.rules.final is not game.rules.view,
        "game time": game.timing.game,
        "takeback": game.takeback,
        "resign": game.resign,
        "hint": game.help.hint,
        "prospect": game.help.prospect,
        "result": game.result,
    }
    assert {name for name, ability in abilities.items() if ability} == extras


@pytest.mark.parametrize(
    ("name", "options", "move_s", "game_s"),
    [
        ("blocky", None, None, None),
        ("streets_and_alleys", StreetsOptions(time_limit_s=900), None, 900),
        ("streets_and_alleys", StreetsOptions(), None, None),
        ("tower_blaster", None, None, None),
        ("war", WarOptions(auto_flip_s=10), 10, None),
        ("war", WarOptions(auto_flip_s=0), None, None),
    ],
)
def test_a_turn_and_a_game_last_as_long_as_they_take_unless_the_options_say(name, options, move_s, game_s):
    game = find(name)
    options = options or game.rules.Options()
    assert (game.timing.move_s(options), game.timing.game_s(options)) == (move_s, game_s)


@pytest.mark.parametrize(
    ("name", "state", "move"),
    [
        ("blocky", boards.table(), "pass"),
        ("streets_and_alleys", streets.table("5S AH", "6D"), "MTF 0 0"),
        ("streets_and_alleys", streets.table("5S", "6D"), "MTT 0 1"),
        ("tower_blaster", towers.table(), "take pile"),
        ("tower_blaster", towers.play(towers.table(), "take pile"), "reject"),
        ("tower_blaster", towers.play(towers.table(), "take discard"), "place 10"),
    ],
)
def test_a_seat_whose_time_is_up_does_the_least_it_can(name, state, move):
    game = find(name)
    assert game.rules.text(game.timing.default(game.rules.view(state, 0))) == move


def test_the_longest_race_of_all_fits_a_frame():
    full = "0110" * (MAX_LINE // 2)
    state = streets.race(*[deal(1)] * 4, lines=(full,) * 4, shown=True)
    room, game = begun(*map(person, (ANN, BEN, CLEO, DORA)), game="streets_and_alleys"), find("streets_and_alleys")
    sent = decode_event(encode(replace(table(room, 0, 1.0), view=game.rules.view(state, 0))))
    assert isinstance(sent, Table)
    assert convert(sent.view, game.rules.View).lines == (full,) * 4


def test_options_stored_before_there_were_winnable_deals_still_mean_the_same():
    assert convert({"deal": 5, "time_limit_s": 60, "tables": "shown"}, StreetsOptions) == StreetsOptions(5, 60, "shown")
