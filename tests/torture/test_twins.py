"""Where twin worlds can be told apart, the comparison notices."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import msgspec
import pytest

from engines import catalog
from server.room import step as rooms
from torture.secrets import twins
from torture.secrets.twins import EVERYDAY_PAIRS, OBSERVERS, PairBatch, follow_pairs

pytestmark = pytest.mark.slow


LEAKS = {
    "war": lambda state, view: replace(
        view, scores=(view.scores[0] + (state.hands[1][-1:] > ((6, 0),)), view.scores[1])
    ),
    "tower_blaster": lambda state, view: replace(view, refilled=view.refilled + state.pile[-1]),
    "blocky": lambda state, view: replace(view, made=(view.made[0] + 9 * state.colours[1], *view.made[1:])),
    "streets_and_alleys": lambda state, view: replace(
        view, moves=(view.moves[0] + 99 * len(state.tables[-1].layout.piles[0]), *view.moves[1:])
    ),
}
"""Views that give away a trace of what is hidden, in a field that everybody sees."""


@pytest.mark.parametrize("place", range(len(OBSERVERS)), ids=OBSERVERS)
@pytest.mark.parametrize("game", twins.hiding())
def test_twins_are_told_the_same_bytes_until_they_show_a_difference(game, place):
    compared = follow_pairs(PairBatch(game, 20, place, seed=7))
    assert compared.wrong == ()
    assert compared.messages >= 40


@pytest.mark.parametrize("game", sorted(LEAKS))
def test_a_view_that_leaks_a_trace_is_noticed(game, monkeypatch):
    honest = catalog.find(game)

    def leaking(state, seat):
        return LEAKS[game](state, honest.rules.view(state, seat))

    def told(room, observer, now=0.0):
        """What is sent where the leak is in the message alone, so that a twin is a twin still."""
        return msgspec.msgpack.encode(leaking(room.sitting.state, observer))

    monkeypatch.setattr(twins, "_sent", told)
    assert any(follow_pairs(PairBatch(game, EVERYDAY_PAIRS, place, seed=7)).wrong for place in range(len(OBSERVERS)))


def test_a_refusal_that_tells_of_what_is_hidden_is_noticed(monkeypatch):
    honest = rooms.step

    def chatty(room, now, event):
        result = honest(room, now, event)
        if result.record:
            return result
        hint = str(room.sitting.state.pile[:1])
        return replace_outputs(
            result, [msgspec.structs.replace(output, text=output.text + hint) for output in result.outputs]
        )

    monkeypatch.setattr(rooms, "step", chatty)
    assert follow_pairs(PairBatch("tower_blaster", 20, place=0, seed=7)).wrong


def replace_outputs(result, outputs):
    return msgspec.structs.replace(result, outputs=tuple(outputs))


def test_pairs_are_worlds_that_differ():
    room, observer, other = twins._pair("war", 0, Random(1))
    assert observer == 0
    assert other.sitting.state != room.sitting.state
    assert catalog.find("war").rules.view(other.sitting.state, 0) == catalog.find("war").rules.view(
        room.sitting.state, 0
    )
