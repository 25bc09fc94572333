from client.drawing.canvas import Canvas
from client.games.blocky.drawing.move_list import put_turns
from client.games.rectangles import Rectangle
from tests.support.games.blocky_tables import lines, played, scene, seen, state
from tests.support.games.boards import play
from tests.support.golden.sentences import golden_test


def shown(view, height=4, width=45, **changes):
    canvas = Canvas(width, max(1, height))
    put_turns(canvas, scene(view, **changes), Rectangle(0, 0, width, height))
    return [line.rstrip() for line in lines(canvas.done())]


def test_a_gain_that_would_tell_a_secret_goal_is_not_shown():
    after = play(state(goals="secret"), "swap horizontally 0", "smash 1")
    assert shown(seen(after))[0].endswith("?")
    assert shown(seen(after, 1))[0].endswith("-3")


def test_moves_can_be_scrolled_to_the_first_and_no_further():
    after = seen(played(1, 3, 2, 12))
    assert [row.split()[0] for row in shown(after, 3)] == ["12", "11", "10"]
    assert [row.split()[0] for row in shown(after, 3, scroll=4)] == ["8", "7", "6"]
    assert [row.split()[0] for row in shown(after, 3, scroll=99)] == ["3", "2", "1"]


def test_where_there_is_no_room_nothing_is_drawn():
    assert shown(seen(state()), 0) == [""]
    assert shown(seen(played(1, 3, 2, 12)), 0) == [""]


SAID = {
    "moves stand newest first with block and gain": lambda: shown(
        seen(play(state(), "swap horizontally 0", "pass", "rotate clockwise board", "smash 1"))
    ),
    "before the first move there is none": lambda: shown(seen(state()))[0],
}

test_said = golden_test(__name__, SAID)
