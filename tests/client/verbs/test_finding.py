"""What the commands come to that find somebody to play with."""

from __future__ import annotations

import pytest

from client.commands import Place, read
from client.habits import Habits
from client.store import fold
from protocol import messages as m
from tests.support.stores import challenged, lobby_store, seeking

HALL = Place(lobby_store(), Habits())
ASKED = Place(fold(lobby_store(), challenged("Ben", 7), 0.0), Habits())
WAITING = Place(fold(lobby_store(), seeking("war"), 0.0), Habits())


def challenge(**changes) -> m.Challenge:
    fields = {"whom": "ben", "game": "war", "options": {}, "serious": False, "clock": m.NO_CLOCK}
    return m.Challenge(ref=0, **{**fields, **changes})


@pytest.mark.parametrize(
    ("line", "place", "order"),
    [
        ("quick", HALL, m.Quick(ref=0, games=("war",))),
        ("quick war", HALL, m.Quick(ref=0, games=("war",))),
        ("accept", ASKED, m.Respond(ref=0, challenge=7, agree=True)),
        ("refuse ben", ASKED, m.Respond(ref=0, challenge=7, agree=False)),
        ("withdraw", WAITING, m.Withdraw()),
    ],
)
def test_a_command_about_company_is_read(line, place, order):
    assert read(line, place) == order


def test_a_challenge_has_the_options_of_last_time_but_for_what_is_said():
    place = Place(lobby_store(), Habits(options={"war": {"auto_flip_s": 3}}))
    asked = read("challenge ben war scouts serious clock=5+3", place)
    options = {"variant": "scouts", "auto_flip_s": 3}
    clock = m.Clock(move_s=None, total_s=300, increment_s=3)
    assert asked == challenge(options=options, serious=True, clock=clock)
    assert read("challenge ben", HALL).game == "war"


@pytest.mark.parametrize(
    ("line", "place", "why"),
    [
        ("challenge", HALL, "takes a name"),
        ("challenge ben war flipper", HALL, "leave out who else"),
        ("challenge ben war watch=nobody", HALL, "anyone may watch"),
        ("challenge ben whist", HALL, "no game"),
        ("accept", HALL, "Nobody challenges you."),
        ("accept cleo", ASKED, "It is Ben who challenges you."),
        ("withdraw", HALL, "You wait for nobody."),
        ("quick streets", HALL, "played alone"),
    ],
)
def test_a_command_about_company_that_cannot_be_says_why(line, place, why):
    with pytest.raises(ValueError, match=why):
        read(line, place)
