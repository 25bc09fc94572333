from client.drawing.canvas import Canvas
from client.games.blocky.drawing.move_list import put_turns
from client.games.rectangles import Rectangle
from tests.support.games.blocky_tables import lines, played, scene, seen, state
from tests.support.games.boards import play
from tests.support.golden.sentences import for_each, golden_test


def shown(view, height=4, width=45, **changes):
    canvas = Canvas(width, max(1, height))
    put_turns(canvas, scene(view, **changes), Rectangle(0, 0, width, height))
    return [line.rstrip() for line in lines(canvas.done())]


SAID = {
    "a gain that would tell a secret goal is not shown": lambda: for_each(
        lambda seat: shown(seen(play(state(goals="secret"), "swap horizontally 0", "smash 1"), seat))[:2], [0, 1]
    ),
    "moves can be scrolled to the first and no further": lambda: for_each(
        lambda scroll: shown(seen(played(1, 3, 2, 12)), 3, scroll=scroll), [0, 4, 99]
    ),
    "where there is no room nothing is drawn": lambda: (shown(seen(state()), 0), shown(seen(played(1, 3, 2, 12)), 0)),
    "moves stand newest first with block and gain": lambda: shown(
        seen(play(state(), "swap horizontally 0", "pass", "rotate clockwise board", "smash 1"))
    ),
    "before the first move there is none": lambda: shown(seen(state()))[0],
}

test_said = golden_test(__name__, SAID)
