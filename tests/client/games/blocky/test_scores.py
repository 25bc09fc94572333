import pytest

from client.games.blocky.actions import moves_at
from client.games.blocky.scores import in_order, signed, state, whose_turn, winners
from engines.blocky.moves import text
from engines.blocky.rules import give_up, outcome
from tests.support.games.blocky_tables import aimed, played, scene, seen
from tests.support.games.blocky_tables import state as table
from tests.support.games.boards import A, play

pytestmark = pytest.mark.slow

FRESH = table()
THREE = table(seats=3)
WIDE = 60


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("ties", ["lowest_seat", "shared"])
def test_the_winners_are_those_of_the_rules(number, seats, ties):
    over = played(number, 2, seats, 2 * seats, moves=2, ties=ties)
    assert winners(seen(over)) == outcome(over).winners


def test_equal_scores_share_or_go_to_the_lowest_seat():
    equal = {"board": A, "depth": 2, "moves": 1, "goal": "blob", "seats": 3}  # red 4, yellow 5 less 1
    assert winners(seen(play(table(**equal, ties="shared"), "pass", "pass", "paint 0.1"))) == (0, 2)
    assert winners(seen(play(table(**equal), "pass", "pass", "paint 0.1"))) == (0,)


def test_who_gave_up_never_wins():
    three = give_up(play(table(seats=3, moves=1), "pass"), 0)
    assert winners(seen(play(three, "pass", "pass"))) == outcome(play(three, "pass", "pass")).winners
    assert winners(seen(give_up(FRESH, 0))) == (1,)
    assert winners(seen(give_up(table(seats=1), 0))) == ()


def test_ones_own_seat_comes_first():
    four = table(seats=4)
    assert in_order(seen(four, 2)) == (2, 0, 1, 3)
    assert in_order(seen(four, None)) == (0, 1, 2, 3)


def test_changes_have_signs_and_what_is_unknown_a_question_mark():
    assert [signed(change) for change in (3, 0, -1, None)] == ["+3", "0", "-1", "?"]


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        (scene(seen(FRESH)), ("on", "YOUR TURN")),
        (scene(seen(FRESH, 1)), ("theirs", "It's ana's turn")),
        (scene(seen(FRESH, None)), ("theirs", "It's ana's turn")),
        (scene(seen(FRESH), pending="smash 3"), ("warn", "… smash is on its way")),
        (scene(seen(give_up(THREE, 1), 1)), ("soft", "You resigned")),
        (scene(seen(give_up(THREE, 1), 1), gone={1: "time up"}), ("soft", "Your time is up")),
        (scene(seen(FRESH), is_past=True), ("theirs", "It's your turn")),
        (scene(seen(FRESH), is_over=True), ("bright", "The game is over")),
    ],
)
def test_whose_turn_it_is(shown, told):
    assert whose_turn(shown, WIDE) == told


@pytest.mark.parametrize("width", [20, 33])
def test_what_is_previewed_or_on_its_way_is_told_uncut_beside_a_small_board(width):
    view = seen(FRESH)
    previews = [scene(view, mark=aimed(view, f"try {text(move)}")) for move in moves_at((0,))]
    for shown in (*previews, scene(view, pending="swap vertically 0")):
        _, words = whose_turn(shown, width)
        assert words
        assert len(words) <= width
        assert "…" not in words[1:]


@pytest.mark.parametrize(
    ("shown", "seat", "told"),
    [
        (scene(seen(play(FRESH, "pass"))), 0, ("soft", "19 left")),
        (scene(seen(FRESH), present=(True, False)), 1, ("warn", "○ away")),
        (scene(seen(give_up(THREE, 1))), 1, ("soft", "resigned")),
        (scene(seen(give_up(THREE, 1)), gone={1: "left"}), 1, ("soft", "left")),
        (scene(seen(give_up(FRESH, 0))), 1, ("on", "won")),
        (scene(seen(play(table(moves=1), "pass", "pass"))), 1, ("", "")),
        (scene(seen(play(table(seats=1, moves=1), "pass"))), 0, ("", "")),
    ],
)
def test_how_a_seat_is(shown, seat, told):
    assert state(shown, seat) == told
