"""What keeps computers thinking can be played: the board, the level, and the move of who does nothing."""

from __future__ import annotations

from bench.beside import LEVEL, Passer
from engines.catalog import find
from engines.chance import Chance


def test_a_passer_may_always_pass_and_leave_the_thinking_to_the_computer():
    game = find(Passer.game)
    state = game.setup(game.Options(**Passer.options), 2, Chance(bytes(32)))
    view = game.view(state, game.turn(state)[0])
    assert Passer.move in map(game.text, game.legal(view))
    assert LEVEL in game.bots
