"""The generic client of a game, with War's engine."""

from client.drawing.canvas import width_of
from client.games.generic import client
from tests.support.builders.scenes import scene_of
from tests.support.builders.tables import war_view
from tests.support.games import sums
from tests.support.golden.sentences import error_of, golden_test

WAR = client("war")
NAMES = ("ana", "ben")


def test_the_view_and_the_moves_are_drawn_and_a_move_can_be_clicked():
    drawing = WAR.drawing.draw(scene_of(war_view(), NAMES, (60, 15)))
    drawn = ["".join(text for _, text in line) for line in drawing.lines]
    assert any("Variant: normal." in line for line in drawn)
    row = next(row for row, line in enumerate(drawn) if "▸ flip" in line)
    assert drawing.at(3, row).command == "move flip"
    assert {width_of(line) for line in drawn} == {60}


SAID = {
    "options of a few values are offered": lambda: [
        (each.field, each.title, *each.values) for each in WAR.setup.choices
    ],
    "what changed is said field by field": lambda: (
        WAR.saying.sentences(war_view(), war_view(scores=(2, 0)), NAMES, 0),
        WAR.saying.sentences(None, war_view(), NAMES, 0),
        WAR.saying.say(war_view(), NAMES, 0),
    ),
    "a hint's move changes nothing and has no keys": lambda: (
        WAR.marking.hinted(war_view(), "the mark", "flip"),
        WAR.marking.keys_for(war_view(), "flip"),
        WAR.saying.aloud("So."),
    ),
    "moves are their canonical texts": lambda: (WAR.legal(war_view()), WAR.reading.parse("  flip ", war_view())),
    "a text that is no move is refused with one that is": lambda: (
        error_of(lambda: WAR.reading.parse("fold", war_view())),
        error_of(lambda: WAR.reading.parse("flip", war_view(flipped=(True, False)))),
    ),
    "a move is taken back where the views say so": lambda: (
        WAR.takeback,
        (takes_back := client("sums").takeback.is_possible)(sums.view(sums.after(2, 1), 0)),
        takes_back(sums.view(sums.after(2, 1), 1)),
    ),
    "nothing is known of what stirs or is forced": lambda: (
        WAR.reading.forced,
        WAR.saying.moment(war_view(), war_view(scores=(2, 0))),
        WAR.saying.status(war_view(), 0),
        WAR.setup.describe(WAR.Options()),
    ),
}

test_said = golden_test(__name__, SAID)
