"""Whatever a seat does on its hidden table, the others are sent the same bytes but for foundations and move counts."""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec
import pytest

from engines.chance import Chance
from engines.streets_and_alleys.game import GAME
from engines.streets_and_alleys.moves import text
from protocol.codec import encode
from server.room import step as rooms
from server.room.player_view import table
from tests.support.builders.rooms import ANN, BEN, after, begun, person, play
from tests.support.games.streets_lines import DEAL, commands

pytestmark = pytest.mark.slow

WORLDS = range(8)
OTHERS = (0, None)
"""Who looks at ben's table, in seat 1: ann, and the spectators."""


def raced(plies, **options):
    """A room where ben is so many moves along the stored line, and ann, in seat 0, has made the first of them."""
    room = begun(person(ANN), person(BEN), game="streets_and_alleys", **{"deal": DEAL, **options})
    room = after(room, play(room, ANN, commands()[0]))
    for move in commands()[:plies]:
        room = after(room, play(room, BEN, move))
    return room


def seen(room):
    """The frames sent to whoever looks at ben's table, but for what the chain's head is: it hides what it is over."""
    tables = [table(room, seat, 1.0) for seat in OTHERS]
    assert all(re.fullmatch("[0-9a-f]{16}", seen.head) for seen in tables)
    return [encode(msgspec.structs.replace(seen, head="")) for seen in tables]


def told(room):
    """What a move of ben's may tell: his foundations and his number of moves."""
    view = GAME.view(room.sitting.state, None)
    return view.foundations[1], view.moves[1]


def outcomes(room):
    """The rooms that ben's legal moves lead to, but for the move that begins again."""
    moves = map(text, GAME.legal(GAME.view(room.sitting.state, 1)))
    return [after(room, play(room, BEN, move)) for move in moves if move != "again"]


def moved_alike(room, other, chooser):
    """Two rooms after ben has made some move in each that tells the same."""
    pairs = [(one, another) for one in outcomes(room) for another in outcomes(other) if told(one) == told(another)]
    return chooser.choice(pairs)


@pytest.mark.parametrize("number", WORLDS)
def test_moves_that_change_the_same_foundations_are_the_same_to_the_others(number):
    chooser = Chance.from_seed(bytes(32), "alike", number)
    room = other = raced(10 * number)
    differing = 0
    for _ in range(12):
        room, other = moved_alike(room, other, chooser)
        differing += room.sitting.state != other.sitting.state
        assert seen(room) == seen(other)
    assert differing > 6


@pytest.mark.parametrize("number", WORLDS)
def test_any_other_hidden_table_is_the_same_to_the_others_whatever_is_done_on_theirs(number):
    room = raced(10 * number + 5)
    state = GAME.redeal(GAME.view(room.sitting.state, 0), Chance.from_seed(bytes(32), "twin", number))
    other = msgspec.structs.replace(room, sitting=msgspec.structs.replace(room.sitting, state=state))
    assert other.sitting.state != room.sitting.state
    for move in commands()[1:20]:
        room, other = (after(one, play(one, ANN, move)) for one in (room, other))
        assert seen(room) == seen(other)


@pytest.mark.parametrize("number", WORLDS)
def test_a_refused_move_is_told_to_nobody_else(number):
    room = raced(10 * number)
    result = rooms.step(room, 0.0, play(room, BEN, "MTT 0 0"))
    assert result.room is room
    assert not result.record


def test_undo_is_seen_by_its_count_and_what_it_leaves_to_redo_is_not():
    moved_on, gone_back = raced(30), after(raced(31), play(raced(31), BEN, "U"))
    assert told(moved_on) == told(gone_back)
    views = [[GAME.view(room.sitting.state, seat) for seat in OTHERS] for room in (moved_on, gone_back)]
    assert views[0] == views[1]
    assert GAME.view(moved_on.sitting.state, 1) != GAME.view(gone_back.sitting.state, 1)


def test_a_table_that_the_options_show_is_seen_to_change():
    hidden, shown = raced(30), raced(30, tables="shown")
    assert GAME.view(hidden.sitting.state, 0).piles[1] is None
    assert GAME.view(shown.sitting.state, 0).piles[1] == shown.sitting.state.tables[1].layout.piles
    state = shown.sitting.state
    other = replace(state, tables=(state.tables[0], raced(29).sitting.state.tables[1]))
    assert GAME.view(other, 0) != GAME.view(state, 0)
