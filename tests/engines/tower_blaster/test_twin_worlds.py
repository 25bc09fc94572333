"""Two tables that look the same from a seat send that seat the same bytes, until something is shown that differs."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from engines.chance import Chance
from engines.tower_blaster.game import GAME
from engines.tower_blaster.view import legal, text
from protocol.codec import encode
from server.room import step as rooms
from server.room.inputs import Open, Play
from server.room.match.occupants import Person
from server.room.player_view import table

pytestmark = pytest.mark.slow

ANN, BEN = 1, 2
SEATS = (0, 1)
SPECTATOR = None
WORLDS = range(8)


def begun(number, **options):
    """A room where ann (seat 0) and ben (seat 1) begin a game."""
    making = Open(
        code="R9TD", game="tower_blaster", version=GAME.version, options=options, listed=True, host="ann",
        chairs=(Person(ANN, "ann"), Person(BEN, "ben")), seed=bytes([number] * 32),
    )  # fmt: skip
    return rooms.begin(making, 0.0).room


def with_state(room, state):
    """The room, with something else behind what can be seen."""
    return msgspec.structs.replace(room, sitting=msgspec.structs.replace(room.sitting, state=state))


def twin(room, seat, number):
    """Another room that looks the same from a seat."""
    state = room.sitting.state
    other = GAME.redeal(GAME.view(state, seat), Chance.from_seed(bytes(32), "twin", number))
    assert other != state
    return with_state(room, other)


def exchanged(room, hidden_slot):
    """The room with a brick of ben's tower exchanged for the one at the bottom of the main pile."""
    state = room.sitting.state
    tower, pile = list(state.towers[1]), list(state.pile)
    tower[hidden_slot], pile[-1] = pile[-1], tower[hidden_slot]
    return with_state(room, replace(state, towers=(state.towers[0], tuple(tower)), pile=tuple(pile)))


def seen(room, seat):
    """The frame that is sent to whoever looks from a seat."""
    return encode(table(room, seat, 1.0))


def after(room, seat, move):
    """The room after a seat's move, and what the mover alone is told."""
    result = rooms.step(room, 0.0, Play((ANN, BEN)[seat], 1, room.sitting.plies[seat], move))
    return result.room, result.outputs


def shown_by(state, move):
    """The brick that a move shows to seat 0 and to spectators, as things are; None where it shows none."""
    match move.split():
        case ["take", "pile"]:
            return state.pile[0] if state.mover == 0 else None
        case ["place", slot]:
            return state.towers[state.mover][int(slot) - 1]
        case ["reject"]:
            return state.hand
        case _:
            return None


@pytest.mark.parametrize("number", WORLDS)
@pytest.mark.parametrize("seat", [*SEATS, SPECTATOR])
def test_equal_views_of_a_deal_are_equal_bytes(number, seat):
    room = begun(number)
    other = twin(room, seat, number)
    assert seen(room, seat) == seen(other, seat)
    assert seen(room, SPECTATOR) == seen(other, SPECTATOR)


@pytest.mark.parametrize("number", WORLDS)
def test_the_same_moves_send_the_same_bytes_until_they_show_another_brick(number):
    """Both rooms get the moves of one of them. ann and the spectators are compared, ben's tower being another one."""
    chooser = Chance.from_seed(bytes(32), "moves", number)
    room = begun(number)
    other, compared = twin(room, 0, number), 0
    while True:
        mover = room.sitting.state.mover
        move = text(chooser.choice(legal(GAME.view(room.sitting.state, mover))))
        if shown_by(room.sitting.state, move) != shown_by(other.sitting.state, move):
            break
        room, other = after(room, mover, move)[0], after(other, mover, move)[0]
        assert seen(room, 0) == seen(other, 0)
        assert seen(room, SPECTATOR) == seen(other, SPECTATOR)
        compared += 1
    assert compared or move == "take pile"


@pytest.mark.parametrize("number", WORLDS)
def test_two_hidden_bricks_exchanged_are_never_noticed_before_one_of_them_is_shown(number):
    room, slot = begun(number), 4
    other, chooser = exchanged(room, slot), Chance.from_seed(bytes(32), "moves", number)
    while len(room.sitting.state.pile) > 1:
        mover = room.sitting.state.mover
        moves = [text(move) for move in legal(GAME.view(room.sitting.state, mover))]
        move = chooser.choice([move for move in moves if (mover, move) != (1, f"place {slot + 1}")])
        room, other = after(room, mover, move)[0], after(other, mover, move)[0]
        assert seen(room, 0) == seen(other, 0)
        assert seen(room, SPECTATOR) == seen(other, SPECTATOR)
    assert room.sitting.state.turns > 30
    assert seen(room, 1) != seen(other, 1)


@pytest.mark.parametrize("move", ["place 0", "place 11", "reject", "take discard", "take pile", "place 4"])
@pytest.mark.parametrize("number", WORLDS)
def test_refusals_tell_nothing_of_what_is_hidden(number, move):
    room = begun(number)
    other = twin(room, 0, number)
    for moves in ((), ("take pile",)):
        for done in moves:
            room, other = after(room, 0, done)[0], after(other, 0, done)[0]
        ours, theirs = after(room, 1, move), after(other, 1, move)
        assert ours[1] == theirs[1]
        assert ours[0] == room


@pytest.mark.parametrize("number", WORLDS)
def test_an_opened_tower_is_all_that_is_seen_of_it(number):
    room = begun(number, open_first_tower=True)
    for _ in range(2):
        seat = room.sitting.state.mover
        other = twin(room, seat, number)
        assert seen(room, seat) == seen(other, seat)
        assert seen(room, SPECTATOR) == seen(other, SPECTATOR)
        for move in ("take pile", "place 4"):
            room = after(room, seat, move)[0]
