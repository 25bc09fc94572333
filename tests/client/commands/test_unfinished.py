"""Which game the lobby goes on with, rather than begin another."""

import pytest

from client import tours
from client.commands import actions
from client.commands.game_menu import unfinished
from client.commands.verb_table import CommandContext, read
from client.state.habits import Habits
from client.state.store import FollowedTable, Opened
from protocol import messages as m
from tests.support.builders.stores import WAR, lobby_store
from tests.support.builders.tables import person, war_table, war_view

AGAINST = ("me", "computer:flipper")


def computer(level):
    return m.SeatInfo(kind="computer", name=level, won=0)


FLIPPER = (person("ana"), computer("flipper"))


def at(*tables):
    return lobby_store(games=(WAR,), rooms={table.room: FollowedTable(table, 0.0) for table in tables})


def table(room="KQFM", **changes):
    return war_table(war_view(), **{"room": room, "chairs": FLIPPER, "paused": True, **changes})


def code(*tables):
    found = unfinished(at(*tables), "war", AGAINST)
    return found and found.room


def test_the_newest_game_against_such_opponents_is_gone_on_with_touched_or_not():
    assert code(table("AAAA", ply=3), table("BBBB")) == "BBBB"
    assert code(table("BBBB"), table("AAAA", ply=3)) == "AAAA"


def test_on_which_side_one_sits_makes_no_difference():
    assert code(table(chairs=FLIPPER[::-1], seat=1)) == "KQFM"


@pytest.mark.parametrize(
    "other",
    [
        table(phase="over"),
        table(phase="waiting"),
        table(gave_up=(0,)),
        table(chairs=(person("ana"), person("ben"))),
        table(chairs=(person("ana"), computer("oracle"))),
        table(chairs=FLIPPER, seat=None),
        table(game="chess"),
        table(tours.ROOM),
    ],
    ids=["over", "not begun", "given up", "a person", "another level", "watched", "another game", "a tour"],
)
def test_no_other_is(other):
    assert code(other) is None


def test_to_continue_goes_there_or_else_begins_one_and_to_play_always_begins_one():
    context = CommandContext(at(table()), Habits())
    assert read("continue war flipper", context) == Opened("KQFM")
    assert isinstance(read("continue war oracle", context), m.Create)
    assert isinstance(read("play war flipper", context), m.Create)


def test_a_table_is_left_by_its_code_from_anywhere():
    context = CommandContext(at(table("AAAA"), table("BBBB", ply=2)), Habits())
    assert read("leave aaaa", context) == m.Leave(room="AAAA")
    assert isinstance(read("leave BBBB", context), actions.Confirm)
    assert read("leave BBBB anyway", context) == m.Leave(room="BBBB")
    with pytest.raises(ValueError, match="CCCC"):
        read("leave CCCC", context)
