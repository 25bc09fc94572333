"""The piles, what is known of the other side, and the turns so far."""

from client.drawing.canvas import Canvas
from client.games.tower_blaster.info_panel import numbers, put_other, put_piles, put_turns, seat_activity
from client.games.tower_blaster.selection import hinted_selection
from tests.support.games.tower_tables import lines, scene, seen, state
from tests.support.games.towers import UPSIDE_DOWN, bricks, play, table
from tests.support.golden.sentences import golden_test

DRAWN = play(state(), "take pile")


def drawn(put, *arguments, width=40, height=10, **changes):
    canvas = Canvas(width, height)
    put(canvas, *arguments, **changes)
    return [line.rstrip() for line in lines(canvas.done())]


def piles(view, **changes):
    return drawn(put_piles, scene(view), 0, 0, 40, **changes)


def other(view, seat=0, **changes):
    return drawn(put_other, scene(view, **changes), seat, 0, 0, 40, 10)


def turns(view, height=10, **changes):
    rows = drawn(put_turns, scene(view, **changes), 0, 0, 40, height, height=height)
    return [row.strip("│ ") for row in rows[1:-1]]


def test_the_piles_are_counted_and_drawn_to_one_scale():
    rows = piles(seen(state()))
    assert rows[0].startswith("pile     5")
    assert rows[1] == "in hand  -"
    assert rows[2].split() == ["discard", "41", "█" * 18 + "▌"]  # 27 cells for 60


def test_the_brick_in_hand_is_drawn_where_it_may_be_seen():
    assert piles(seen(DRAWN))[1].split() == ["in", "hand", "20", "█" * 9]
    assert piles(seen(DRAWN, 0))[1].split() == ["in", "hand", "?"]
    assert piles(seen(play(state(), "take discard"), 0))[1].split()[2] == "41"


def test_who_went_away_is_seen_to_be_away():
    assert other(seen(state()), present=(False, True))[0] == "○ away"
    assert seat_activity(scene(seen(state()), present=(True, False)), 1) == ("○ away", "warn")


def test_the_turns_stand_newest_first():
    after = play(
        state(), "take pile", "place 4", "take discard", "place 1", "take pile", "reject", "take pile", "place 1"
    )
    assert turns(seen(after))[:4] == [
        "5 careful drew, out 12", "4 you     rejected 2", "3 careful took 12, out 60", "2 you     drew 20, out 12",
    ]  # fmt: skip
    assert turns(seen(state()))[0] == "None yet."


def test_numbers_take_as_many_lines_as_they_need():
    assert numbers((1, 20, 33), 40) == ["1 20 33"]
    assert numbers((1, 20, 33), 5) == ["1 20", "33"]


def test_the_pile_that_a_hint_names_is_marked():
    taking, placing = seen(state()), seen(DRAWN)

    def rows(view, move):
        return drawn(put_piles, scene(view, mark=hinted_selection(view, None, move)), 1, 0, 39)

    assert rows(taking, "take pile")[0].startswith("▸pile     5")
    assert rows(taking, "take discard")[2].startswith("▸discard  41")
    assert rows(placing, "reject")[1].startswith("▸reject   20")
    assert not any("▸" in row for row in rows(placing, "place 4"))


SAID = {
    "the keys of the piles are those that work": lambda: (
        piles(seen(state()), hints=True)[4:6],
        piles(seen(DRAWN), hints=True)[4:6],
        piles(seen(play(state(), "take discard")), hints=True)[4:6],
    ),
    "what the other side took is remembered": lambda: other(seen(play(table(), "take discard", "place 1")))[2:4],
    "the other side is seen to hold a brick": lambda: (
        other(seen(play(table(), "take discard")))[0],
        other(seen(play(table(), "take pile")))[0],
    ),
    "a tower that was opened is shown by its numbers": lambda: other(seen(table(dealt=bricks(UPSIDE_DOWN))))[1:3],
    "the turns can be scrolled to the first and no further": lambda: (
        turns(seen(after := play(state(pile="20 2 3 7 8 10 11"), *["take pile", "reject"] * 5)), height=4),
        turns(seen(after), height=4, scroll=99),
    ),
    "the filling of the pile stands between the turns": lambda: (
        turns(seen(after := play(state(pile="20"), "take pile", "reject")))[0],
        turns(seen(after))[1],
    ),
}

test_said = golden_test(__name__, SAID)
