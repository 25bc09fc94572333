from client import tours
from client.state.habits import Habits, HabitsFile
from client.state.store import FollowedTable
from tests.support.builders.stores import create_of
from tests.support.builders.tables import war_table, war_view

HABITS = Habits("war", {"war": {"variant": "scouts", "auto_flip_s": 5}}, {"war": ("computer:flipper",), "solo": ()})


def test_habits_keep_the_last_game_and_each_games_options_and_whom_it_began_against_at_once():
    begun = Habits().after(create_of("war", "computer:oracle", "me", options={"variant": "suits"}))
    habits = begun.after(create_of("streets", "me", options={"cells": 0}))
    assert habits.game == "streets"
    assert habits.options == {"war": {"variant": "suits"}, "streets": {"cells": 0}}
    assert habits.opponents == {"war": ("computer:oracle",), "streets": ()}
    assert habits.after(create_of("war", "me", "open")).opponents == habits.opponents


def test_habits_know_the_table_at_which_the_player_was_last():
    def at(room, seat=0):
        return FollowedTable(war_table(war_view(), room=room, seat=seat), at=0.0)

    there = Habits().at(at("KQFM"))
    assert there.room == "KQFM"
    for followed in (None, at("M3XA", seat=None), at(tours.ROOM)):  # the lobby, somebody else's game, a tour
        assert there.at(followed).room == "KQFM"
    assert there.at(at("M3XA")).room == "M3XA"


def test_habits_come_back(tmp_path):
    memory = HabitsFile(tmp_path / "new" / "habits.json")
    assert memory.recall() == Habits()
    memory.keep(HABITS)
    assert memory.recall() == HABITS
    assert [path.name for path in memory.path.parent.iterdir()] == ["habits.json"]


def test_habits_of_before_there_were_opponents_come_back(tmp_path):
    memory = HabitsFile(tmp_path / "habits.json")
    memory.path.write_bytes(b'{"game": "war", "options": {}}')
    assert memory.recall() == Habits("war")


def test_a_file_of_something_else_is_passed_over(tmp_path):
    memory = HabitsFile(tmp_path / "habits.json")
    for content in (b"", b"{", b"[1]", b'{"game": 3}', b"\xff"):
        memory.path.write_bytes(content)
        assert memory.recall() == Habits()


def test_a_place_that_cannot_be_written_to_is_no_trouble(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    memory = HabitsFile(tmp_path / "file" / "habits.json")
    memory.keep(HABITS)
    assert memory.recall() == Habits()
