from client.drawing.canvas import Canvas
from client.fullscreen.screens.overlays.panels import put_tours
from tests.support.builders.lobbies import lines
from tests.support.builders.stores import WAR
from tests.support.games.blocky_tables import SHEET as BLOCKY


def test_the_tours_are_offered_by_number_in_the_middle_of_the_screen():
    canvas = Canvas(60, 20)
    put_tours(canvas, (WAR, BLOCKY), 1)
    drawing = canvas.done()
    assert [line.strip() for line in lines(drawing)[7:11]] == [
        "┌─ 60-second tours, Esc closes ────────────┐",
        "│   1  War                                 │",
        "│ ▸ 2  Blocky                              │",
        "└──────────────────────────────────────────┘",
    ]
    region = drawing.at(20, 8)
    assert (region.command, region.twice) == ("mark 0 0", "choose")
    assert drawing.at(0, 0).command == "back"
