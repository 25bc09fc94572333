"""What goes on in the hall as a whole, in words."""

from __future__ import annotations

from msgspec.structs import replace

from client import hall
from protocol import messages as m

QUIET = m.Lobby(open=(), live=(), people=("ana",), ratings=(None,), bots=(), rooms=0, online=1, moves=0)


def test_bots_are_named_and_of_many_some():
    assert hall.bots(replace(QUIET, bots=("greedy", "mcts"))) == "Bots online: greedy, mcts"
    many = replace(QUIET, bots=tuple(f"bot-{number}" for number in range(50)))
    assert hall.bots(many).endswith("bot-7, 42 more")


def test_where_no_bot_is_nothing_is_said_of_bots():
    assert hall.bots(QUIET) == ""


def test_a_bots_name_can_do_nothing_to_the_screen():
    assert "\x1b" not in hall.bots(replace(QUIET, bots=("\x1b[2J",)))


def test_tables_and_moves_are_counted():
    assert hall.pace(replace(QUIET, rooms=7, moves=212)) == "Tables on this server: 7   moves a minute: 212"


def test_by_ear_one_hears_of_bots_and_of_moves_where_there_are_any():
    assert hall.sentences(QUIET) == ()
    assert hall.sentences(replace(QUIET, bots=("greedy",), rooms=7, moves=212)) == (
        "Bots online: greedy.",
        "212 moves in the last minute, at 7 tables on this server.",
    )
