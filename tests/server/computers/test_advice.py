"""Who may ask for help with a position, and what exactly they ask about; `golden/refusals.txt` has who may not."""

from __future__ import annotations

import pytest

from engines.catalog import games
from engines.game import Hint
from server.computers import advice
from server.room.inputs import Consult, Leave
from server.room.outputs import GiveAdvice, Refuse
from tests.support.builders.rooms import ANN, BEN, after, choose, climb, climbing
from tests.support.games.climb import GAME, STIFF

pytestmark = pytest.mark.usefixtures("climb")

HINT = Hint("2", "Two are more than one.")


def asked(room, player=ANN, about="hint"):
    """What a player asks about, which must change nothing and not be stored."""
    result = advice.step(room, Consult(player, about))
    assert result.room is room
    assert not result.record
    (output,) = result.outputs
    return output


def test_who_plays_alone_asks_about_what_they_see():
    room = climb(climbing(ANN), ANN)
    advise = asked(room)
    assert (advise.about, advise.seat, advise.number, advise.ply) == ("hint", 0, 1, 1)
    assert advise.view == GAME.rules.view(room.sitting.state, 0)


def test_who_plays_against_computers_asks_when_it_is_their_turn():
    room = climbing(ANN, computers=2)
    assert isinstance(asked(room), GiveAdvice)
    room = climb(room, ANN)
    assert asked(room).code == "not-now"
    room = after(room, choose(room, 1))
    room = after(room, choose(room, 2))
    assert asked(room).ply == 1


def test_what_is_drawn_for_an_answer_is_drawn_for_nothing_else():
    room = climbing(ANN, computers=1)
    later = climb(room, ANN)
    later = after(later, choose(later, 1))
    keys = {asked(each, about=about).key for each in (room, later) for about in ("hint", "prospect")}
    assert len(keys) == 4
    assert asked(room).key == asked(room).key
    assert room.setting.seed not in keys


def test_no_log_can_hold_what_is_seen_or_drawn():
    assert repr(asked(climbing(ANN))) == "GiveAdvice(about='hint', seat=0, number=1, ply=0)"


def test_who_is_left_with_computers_is_helped():
    room = after(climbing(ANN, BEN, computers=1), Leave(BEN))
    assert isinstance(asked(room), GiveAdvice)


def test_a_game_can_be_asked_what_it_can_answer():
    assert advice.available_questions(GAME) == ("hint", "prospect")
    assert advice.available_questions(STIFF) == ()
    for game in games().values():
        assert ("hint" in advice.available_questions(game)) == (game.help.hint is not None)
        assert ("prospect" in advice.available_questions(game)) == (game.help.prospect is not None)


def test_an_answer_is_for_the_position_it_was_asked_about():
    room = climbing(ANN)
    advise = asked(room)
    assert advice.answer_advice(room, ANN, advise, HINT) == HINT
    moved = advice.answer_advice(climb(room, ANN), ANN, advise, HINT)
    assert (type(moved), moved.code) == (Refuse, "stale")


def test_an_answer_stands_when_only_others_have_moved():
    room = climbing(ANN, computers=1, together=True)
    advise = asked(room)
    assert advice.answer_advice(after(room, choose(room, 1)), ANN, advise, HINT) == HINT


def test_an_answer_is_of_no_use_once_the_game_is_over_or_another():
    room = climbing(ANN, steps=1)
    over = climb(room, ANN)
    assert advice.answer_advice(over, ANN, asked(room), HINT).code == "not-now"
