import pytest
from msgspec.structs import replace

from client.state.fold import fold
from client.state.reading import UnreadableTableError, game_of, names, view_of
from client.state.store import Arrival, FollowedTable, Store
from client.state.table_view import (
    can_take_back,
    describe_table,
    game_title,
    is_my_turn,
    keeps_seat,
    other_seats,
    read_table,
)
from protocol import messages as m
from tests.support.builders.stores import listing, lobby_store
from tests.support.builders.tables import left_by, person, war_table, war_view
from tests.support.games.blocky_tables import blocky_table
from tests.support.games.blocky_tables import seen as blocky_view
from tests.support.games.blocky_tables import state as blocky
from tests.support.games.boards import play
from tests.support.games.sums import after, sums_table

WISE = m.SeatInfo(kind="computer", name="wise-4", won=0)


def test_a_table_is_read_in_its_games_own_types():
    seen = read_table(
        FollowedTable(war_table(war_view(scores=(2, 0)), seq=2), 1.0, (Arrival(0.0, war_table(war_view())),))
    )
    assert (seen.view, seen.before) == (war_view(scores=(2, 0)), war_view())
    assert seen.names == ("ana", "ben")
    assert seen.table.seq == 2


def test_a_view_is_read_once_as_its_table_comes_whatever_else_comes_then():
    first, second = (war_table(war_view(scores=scores), seq=seq) for seq, scores in enumerate(((0, 0), (2, 0)), 1))
    store = fold(Store(), first, 0.0)
    began = read_table(store.rooms["KQFM"]).view
    store = fold(store, second, 1.0)
    came = read_table(store.rooms["KQFM"])
    later = fold(store, m.Presence(room="KQFM", present=(True, True), watchers=0, spectators=()), 2.0)
    assert came.before is began
    assert read_table(later.rooms["KQFM"]).view is came.view == war_view(scores=(2, 0))


def test_a_table_before_its_first_game_has_no_view():
    seen = read_table(FollowedTable(war_table(None), 0.0))
    assert (seen.view, seen.before) == (None, None)


@pytest.mark.parametrize(
    ("others", "moves", "changes", "can"),
    [
        pytest.param(WISE, ("pass", "pass"), {}, True, id="through a computer's reply"),
        pytest.param(person("ben"), ("pass", "pass"), {}, False, id="not through a person's"),
        pytest.param(person("ben"), ("pass",), {}, True, id="before a person has moved"),
        pytest.param(WISE, ("smash 3", "pass"), {}, False, id="no smash"),
        pytest.param(WISE, (), {}, False, id="not before a move"),
        pytest.param(WISE, ("pass", "pass"), {"serious": True}, False, id="not at a serious table"),
        pytest.param(WISE, ("pass", "pass"), {"phase": "over"}, False, id="not at the end"),
    ],
)
def test_a_move_can_be_taken_back_as_the_tables_rules_say(others, moves, changes, can):
    table = replace(blocky_table(blocky_view(play(blocky(), *moves))), chairs=(person("ana"), others), **changes)
    assert can_take_back(read_table(FollowedTable(table, 0.0))) == can


def test_a_game_nobody_here_knows_is_said_to_be_unknown():
    with pytest.raises(UnreadableTableError, match="This version can't play 'chess'"):
        game_of("chess")
    with pytest.raises(UnreadableTableError, match="can't be the name of a game"):
        game_of("../war")


def test_a_view_of_another_shape_is_a_newer_game():
    with pytest.raises(UnreadableTableError, match="newer version of war"):
        view_of(game_of("war"), {"seat": 0, "jokers": 2})


def test_names_are_safe_to_show_and_open_seats_have_one():
    table = war_table(None, phase="waiting", chairs=(person("a\x1b[2Jna"), person("")))
    assert names(table) == ("a[2Jna", "open seat")


def test_who_left_their_seat_keeps_their_name_there():
    chairs = (person("ana"), left_by("ben"), person("cleo"))
    assert names(sums_table(after(3), chairs=chairs)) == ("ana", "ben", "cleo")


def test_options_are_described_where_they_can_be_read():
    assert describe_table(listing("K7QF", "ben", "scouts")) == "scouts"
    assert describe_table(listing("K7QF", "ben", "jokers")) == ""
    assert describe_table(replace(listing("K7QF", "ben"), game="chess", options={})) == ""


def test_whose_turn_it_is():
    assert is_my_turn(war_table(war_view(), turn=(0,)))
    assert not is_my_turn(war_table(war_view(), turn=(1,)))
    assert not is_my_turn(war_table(war_view(), turn=(0, 1), seat=None))
    assert not is_my_turn(war_table(war_view(), turn=(0,), phase="over"))


def test_the_others_are_everybody_else():
    assert [chair.name for chair in other_seats(war_table(None))] == ["ben"]
    assert [chair.name for chair in other_seats(war_table(None, seat=None))] == ["ana", "ben"]


def test_a_game_is_called_as_the_server_calls_it():
    assert game_title(lobby_store(), "streets") == "Streets & Alleys"
    assert game_title(lobby_store(), "chess") == "Chess"


def test_computers_of_one_level_are_told_apart():
    one, two = (m.SeatInfo(kind="computer", name=level, won=0) for level in ("one", "two"))
    assert names(sums_table(after(4), chairs=(one, person("one"), two, one))) == ("one", "one", "two", "one 2")


def test_a_serious_table_is_described_as_one():
    assert describe_table(war_table(war_view(), serious=True)) == "normal, serious"
    assert describe_table(war_table(war_view(), watch="nobody")) == "normal, unwatched"
    assert describe_table(war_table(war_view(), watch="invited")) == "normal"
    assert describe_table(war_table(war_view(), serious=True, game="chess")) == "serious"


@pytest.mark.parametrize(
    ("changes", "keeps"), [({}, True), ({"phase": "over"}, False), ({"seat": None}, False), ({"gave_up": (0,)}, False)]
)
def test_a_seat_in_a_game_that_goes_on_is_kept(changes: dict[str, object], keeps: bool) -> None:
    assert not keeps_seat(Store())
    assert keeps_seat(fold(Store(), war_table(war_view(), **changes), 0.0)) is keeps
