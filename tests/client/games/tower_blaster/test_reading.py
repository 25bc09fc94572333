import pytest

from client.games.tower_blaster.reading import parse
from engines.game import IllegalMove, UnreadableMove
from engines.tower_blaster.view import legal, text
from tests.support.tower_tables import mark, seen, state
from tests.support.towers import STABLE, play

FRESH = state()
DRAWN = play(FRESH, "take pile")
TAKEN = play(FRESH, "take discard")


@pytest.mark.parametrize(
    ("typed", "table", "move"),
    [
        ("d", FRESH, "take discard"),
        ("Take  Discard", FRESH, "take discard"),
        ("p", FRESH, "take pile"),
        ("draw", FRESH, "take pile"),
        ("x", DRAWN, "reject"),
        ("4", DRAWN, "place 4"),
        ("0", DRAWN, "place 10"),
        ("place 0", TAKEN, "place 10"),
        ("slot 7", TAKEN, "place 7"),
        ("replace 38", DRAWN, "place 8"),
    ],
)
def test_a_move_is_typed_in_several_ways(typed, table, move):
    assert parse(typed, seen(table)) == move


def test_the_marked_slot_is_picked():
    assert parse("pick", seen(DRAWN)) == "place 4"
    assert parse("pick", seen(DRAWN), mark(seen(DRAWN), 6)) == "place 7"


@pytest.mark.parametrize("table", [FRESH, DRAWN, TAKEN])
def test_every_canonical_text_means_itself(table):
    for move in legal(seen(table)):
        assert parse(text(move), seen(table)) == text(move)


@pytest.mark.parametrize(
    ("typed", "view", "sentence"),
    [
        ("take pile", seen(DRAWN), "You hold 20 already; place it in a slot, or reject it."),
        ("take pile", seen(TAKEN), "You hold 41 already; place it in a slot."),
        ("place 4", seen(FRESH), "Take a brick first, from the discard pile or from the main pile."),
        ("reject", seen(FRESH), "Take a brick first, from the discard pile or from the main pile."),
        ("reject", seen(TAKEN), "A brick from the discard pile must be placed."),
        ("place 11", seen(DRAWN), "There is no slot 11; slots are 1 (the top) to 10."),
        ("replace 60", seen(DRAWN), "There is no brick 60 in your tower."),
        ("replace 12", seen(DRAWN, None), "There is no brick 12 in your tower."),
        ("take pile", seen(FRESH, 0), "It is not your turn."),
        ("pick", seen(FRESH), "Take a brick first, from the discard pile or from the main pile."),
        ("pick", seen(FRESH, None), "You are watching; only the players move bricks."),
        ("take pile", seen(FRESH, None), "You are watching; only the players move bricks."),
        ("take pile", seen(state(second=STABLE)), "The game is over."),
    ],
)
def test_what_cannot_be_done_now_is_refused_with_the_reason(typed, view, sentence):
    with pytest.raises(IllegalMove) as refused:
        parse(typed, view)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("typed", ["", "flip", "place", "place four", "replace", "4 5", "place -1", "place ²"])
def test_what_is_no_move_is_answered_with_those_that_are(typed):
    with pytest.raises(UnreadableMove, match="is not a move of Tower Blaster; there is 'take discard'"):
        parse(typed, seen(DRAWN))
