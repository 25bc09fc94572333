"""A game without a file of its own, here War without its file."""

import math

import pytest

from client.game_keys import CONSULT_KEYS
from client.games import Scene
from client.games.generic import client
from client.lines import width_of
from tests.support import sums
from tests.support.tables import war_view

WAR = client("war")
NAMES = ("ana", "ben")


def scene(view, width=60, height=15):
    return Scene(view, math.inf, (), NAMES, 0, (True, True), None, None, None, width, height, 0, 0)


def test_moves_are_their_canonical_texts():
    assert WAR.legal(war_view()) == ("flip",)
    assert WAR.parse("  flip ", war_view()) == "flip"


def test_a_text_that_is_no_move_is_refused_with_one_that_is():
    with pytest.raises(ValueError, match=r"'fold' is not a move you can make; one is 'flip'\."):
        WAR.parse("fold", war_view())
    with pytest.raises(ValueError, match="You cannot move now"):
        WAR.parse("flip", war_view(flipped=(True, False)))


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


def test_nothing_is_known_of_what_stirs_or_is_forced():
    assert WAR.forced is None
    assert not WAR.moment(war_view(), war_view(scores=(2, 0)))
    assert WAR.status(war_view(), 0) == ""
    assert WAR.describe(WAR.Options()) == "variant normal, auto flip s 10"


def test_a_move_is_taken_back_where_the_views_say_so():
    assert not WAR.takes_back(war_view(flipped=(True, False)))
    takes_back = client("sums").takes_back
    assert takes_back(sums.view(sums.after(2, 1), 0))
    assert not takes_back(sums.view(sums.after(2, 1), 1))


def test_help_has_its_keys_where_the_server_gives_any():
    assert WAR.keys == CONSULT_KEYS
    assert WAR.hinted(war_view(), "the mark", "flip") == "the mark"
    assert (WAR.keys_for(war_view(), "flip"), WAR.aloud("So.")) == ("", "So.")
