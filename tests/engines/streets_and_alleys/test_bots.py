"""Computer players of Streets and Alleys: there are none, and the rest of the program knows."""

from __future__ import annotations

from engines.streets_and_alleys.bots import BOTS
from server.inputs import Fill
from server.outputs import Refuse
from server.room import step
from tests.support.rooms import ANN, begun


def test_there_are_no_levels():
    assert BOTS == {}


def test_a_seat_cannot_be_given_to_a_computer():
    refused = Refuse("bad-options", "Streets and Alleys has no computer player 'random'.")
    assert step(begun(game="streets_and_alleys"), 0.0, Fill(ANN, "random")).outputs == (refused,)
