from client.drawing.canvas import Canvas
from client.games.widgets.rectangles import Rectangle
from tests.support.games.blocky_tables import lines


def test_what_is_left_inside_a_frame_touches_none_of_it():
    canvas = Canvas(10, 4)
    assert Rectangle(0, 0, 10, 4).with_frame(canvas, "Box") == Rectangle(2, 1, 6, 2)
    assert lines(canvas.done())[0] == "┌─ Box ──┐"


def test_what_is_below_is_as_wide_and_ends_where_it_ended():
    assert Rectangle(1, 2, 10, 8).below(3) == Rectangle(1, 5, 10, 5)
