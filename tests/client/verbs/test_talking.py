"""What the commands about talk come to."""

import pytest

from client import orders as o
from client.commands import Place, read
from client.habits import Habits
from client.store import Opened, Store, fold
from protocol import messages as m
from tests.support.tables import war_table, war_view

HALL = Place(Store(), Habits())
TABLE = Place(fold(fold(Store(), war_table(war_view()), 0.0), Opened("KQFM"), 0.0), Habits())


@pytest.mark.parametrize(
    ("line", "place", "order"),
    [
        ("talk Hello there", HALL, m.Say(room=None, text="Hello there")),
        ("talk Hello there", TABLE, m.Say(room="KQFM", text="Hello there")),
        ("talk", HALL, o.Ask("say")),
        ("mute Ben", HALL, o.Mute("Ben", on=True)),
        ("unmute Ben", HALL, o.Mute("Ben", on=False)),
        ("hush ben", TABLE, m.Mute(room="KQFM", name="ben", on=True)),
        ("hush ben off", TABLE, m.Mute(room="KQFM", name="ben", on=False)),
        ("hush watchers", TABLE, m.Mute(room="KQFM", name=None, on=True)),
    ],
)
def test_a_command_about_talk_is_read(line, place, order):
    assert read(line, place) == order


@pytest.mark.parametrize(
    ("line", "place", "why"),
    [
        ("mute", HALL, "takes the name"),
        ("unmute ben cleo", HALL, "takes the name"),
        ("hush", TABLE, "takes whom"),
        ("hush ben", HALL, "no table"),
    ],
)
def test_one_that_cannot_be_says_why(line, place, why):
    with pytest.raises(ValueError, match=why):
        read(line, place)
