"""The generic client of a game, with War's engine."""

import math

from client.drawing.canvas import width_of
from client.games.generic import client
from client.games.keys import CONSULT_KEYS
from client.games.spec import Scene
from tests.support.builders.tables import war_view
from tests.support.games import sums
from tests.support.golden.sentences import error_of, golden_test

WAR = client("war")
NAMES = ("ana", "ben")


def scene(view, width=60, height=15):
    return Scene(view, math.inf, (), NAMES, 0, (True, True), None, None, None, width, height, 0, 0)


def test_options_of_a_few_values_are_offered():
    (variant,) = WAR.choices
    assert (variant.field, variant.title) == ("variant", "Variant")
    assert list(variant.values) == ["normal", "suits", "scouts"]


def test_what_changed_is_said_field_by_field():
    assert WAR.sentences(war_view(), war_view(scores=(2, 0)), NAMES, 0) == ("Scores: (2, 0).",)
    assert WAR.sentences(None, war_view(), NAMES, 0) == ()
    assert "Left: (26, 26)." in WAR.say(war_view(), NAMES, 0)


def test_the_view_and_the_moves_are_drawn_and_a_move_can_be_clicked():
    drawing = WAR.draw(scene(war_view()))
    drawn = ["".join(text for _, text in line) for line in drawing.lines]
    assert any("Variant: normal." in line for line in drawn)
    row = next(row for row, line in enumerate(drawn) if "▸ flip" in line)
    assert drawing.at(3, row).command == "move flip"
    assert {width_of(line) for line in drawn} == {60}


def test_help_has_its_keys_where_the_server_gives_any():
    assert WAR.keys == CONSULT_KEYS
    assert WAR.hinted(war_view(), "the mark", "flip") == "the mark"
    assert (WAR.keys_for(war_view(), "flip"), WAR.aloud("So.")) == ("", "So.")


SAID = {
    "moves are their canonical texts": lambda: (WAR.legal(war_view()), WAR.parse("  flip ", war_view())),
    "a text that is no move is refused with one that is": lambda: (
        error_of(lambda: WAR.parse("fold", war_view())),
        error_of(lambda: WAR.parse("flip", war_view(flipped=(True, False)))),
    ),
    "a move is taken back where the views say so": lambda: (
        WAR.takes_back(war_view(flipped=(True, False))),
        (takes_back := client("sums").takes_back)(sums.view(sums.after(2, 1), 0)),
        takes_back(sums.view(sums.after(2, 1), 1)),
    ),
    "nothing is known of what stirs or is forced": lambda: (
        WAR.forced,
        WAR.moment(war_view(), war_view(scores=(2, 0))),
        WAR.status(war_view(), 0),
        WAR.describe(WAR.Options()),
    ),
}

test_said = golden_test(__name__, SAID)
