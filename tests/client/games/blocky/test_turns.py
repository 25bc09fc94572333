from client.games.blocky.boxes import Box
from client.games.blocky.turns import put_turns
from client.lines import Canvas
from tests.support.blocky_tables import lines, played, scene, seen, state
from tests.support.boards import play


def shown(view, height=4, width=45, **changes):
    canvas = Canvas(width, max(1, height))
    put_turns(canvas, scene(view, **changes), Box(0, 0, width, height))
    return [line.rstrip() for line in lines(canvas.done())]


def test_moves_stand_newest_first_with_block_and_gain():
    after = play(state(), "swap horizontally 0", "pass", "rotate clockwise board", "smash 1")
    assert shown(seen(after)) == [
        "  4 ben      smash 1                       -3",
        "  3 you      turn right board               0",
        "  2 ben      pass                           0",
        "  1 you      swap left-right 0              0",
    ]


def test_a_gain_that_would_tell_a_secret_goal_is_not_shown():
    after = play(state(goals="secret"), "swap horizontally 0", "smash 1")
    assert shown(seen(after))[0].endswith("?")
    assert shown(seen(after, 1))[0].endswith("-3")


def test_moves_can_be_scrolled_to_the_first_and_no_further():
    after = seen(played(1, 3, 2, 12))
    assert [row.split()[0] for row in shown(after, 3)] == ["12", "11", "10"]
    assert [row.split()[0] for row in shown(after, 3, scroll=4)] == ["8", "7", "6"]
    assert [row.split()[0] for row in shown(after, 3, scroll=99)] == ["3", "2", "1"]


def test_before_the_first_move_there_is_none():
    assert shown(seen(state()))[0] == "No move yet."


def test_where_there_is_no_room_nothing_is_drawn():
    assert shown(seen(state()), 0) == [""]
    assert shown(seen(played(1, 3, 2, 12)), 0) == [""]
