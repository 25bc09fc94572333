import pytest
from msgspec.structs import replace

from client.desk import Desk
from client.habits import Habits
from client.screens.rows import LIVE, OPEN, PEOPLE, YOURS, rows
from client.store import Seated, fold
from tests.support.halls import TABLES, crowded_store, people_store, seated
from tests.support.stores import lobby_store
from tests.support.street_tables import SHEET as STREETS
from tests.support.street_tables import dealt, seen, street_table
from tests.support.sums import SHEET, after, sums_table
from tests.support.tables import person, war_view

STORE = lobby_store(lobby=TABLES)


def commands(store, which, desk=None):
    return [row.command for row in rows(store, desk or Desk())[which]]


def shown(store, which, *columns):
    found = [[row.cells[each] for each in columns] for row in rows(store, Desk())[which]]
    return [tuple(cell if isinstance(cell, str) else cell.text for cell in cells) for cells in found]


def test_ones_own_games_stand_with_their_state_those_first_where_one_is_awaited():
    rooms = {
        "AAAA": seated("AAAA"),
        "BBBB": seated("BBBB", turn=(1,), view=war_view(scores=(14, 11))),
        "CCCC": seated("CCCC", phase="over", turn=()),
        "DDDD": seated("DDDD", seat=None),
        "EEEE": seated("EEEE", phase="waiting", view=None, chairs=(person("ana"), person(""))),
        "FFFF": seated("FFFF", game="chess"),
    }
    store = lobby_store(rooms=rooms)
    assert [row.edges for row in rows(store, Desk())[YOURS]] == [
        ("● chess vs ben", "YOUR TURN"),
        ("● War vs ben", "YOUR TURN", "0-0"),
        ("○ War vs open seat", "waiting"),
        ("○ War vs ben", "waiting", "14-11"),
        ("■ War vs ben", "over", "0-0"),
        ("◦ War ana vs ben", "watching", "0-0"),
    ]
    assert commands(store, YOURS)[1] == "open AAAA"
    assert rows(store, Desk())[YOURS][1].hint == "Enter goes back to table AAAA: War vs ben."


def test_tables_for_one_and_for_many_say_who_sits_there():
    rooms = {
        "AAAA": Seated(sums_table(after(1), room="AAAA"), 0.0),
        "BBBB": Seated(sums_table(after(3), 1, room="BBBB"), 0.0),
        "CCCC": Seated(sums_table(after(1), None, room="CCCC"), 0.0),
        "DDDD": Seated(sums_table(after(4), None, room="DDDD"), 0.0),
        "EEEE": Seated(sums_table(after(3), 2, room="EEEE", gave_up=(2,)), 0.0),
    }
    store = lobby_store(rooms=rooms, games=(SHEET,))
    assert [row.edges for row in rows(store, Desk())[YOURS]] == [
        ("○ Sums vs ana, ben", "gave up"),
        ("○ Sums vs ana, cleo", "waiting"),
        ("‖ Sums solo", "saved"),
        ("◦ Sums ana, ben, cleo, dora", "watching"),
        ("◦ Sums ana alone", "watching"),
    ]


def test_everybody_else_who_is_here_can_be_challenged():
    store = people_store("ana", "ben", "cleo")
    assert shown(store, PEOPLE, "Name", "Rating") == [("ben", ""), ("cleo", "")]
    assert commands(store, PEOPLE) == ["challenge ben", "challenge cleo"]
    assert commands(store, PEOPLE, Desk(filter="CL")) == ["challenge cleo"]


def test_tables_with_a_seat_are_listed_for_either_kind_of_list():
    assert shown(STORE, OPEN, "Code", "Game", "Host", "Seats", "Options") == [
        ("K7QF", "War", "ben", "1/2", "normal"),
        ("M3XA", "War", "cleo", "1/2", "scouts"),
    ]
    assert shown(STORE, OPEN, "Who", "State") == [("ben", "open 1/2  normal"), ("cleo", "open 1/2  scouts")]
    assert commands(STORE, OPEN) == ["join K7QF", "join M3XA"]


def test_games_to_watch_are_listed_with_those_who_play():
    assert shown(STORE, LIVE, "Code", "Who", "Options", "State") == [("LIVE", "gus - hal", "suits", "live  suits")]
    assert commands(STORE, LIVE) == ["watch LIVE"]


def test_ones_own_open_table_is_not_offered_to_oneself():
    store = lobby_store(lobby=TABLES, rooms={"K7QF": seated("K7QF", phase="waiting", view=None)})
    assert commands(store, OPEN) == ["join M3XA"]


@pytest.mark.parametrize(
    ("typed", "found"), [("cleo", ["M3XA"]), ("k7", ["K7QF"]), ("war", ["K7QF", "M3XA"]), ("war scouts", ["M3XA"])]
)
def test_a_filter_looks_at_codes_games_players_and_options(typed, found):
    assert commands(STORE, OPEN, Desk(filter=typed)) == [f"join {code}" for code in found]


def test_a_line_says_what_enter_does_with_its_options_and_ratings():
    crowd = crowded_store()
    assert [rows(crowd, Desk())[which][0].hint for which in (OPEN, LIVE, PEOPLE)] == [
        "ben 1490 waits at a War table (K7QF, normal). Enter sits down there.",
        "Enter watches fay 1655 - maximiliana_1234 1499? play War (suits).",
        "Enter challenges ben (War 1490) to War; c asks for another game.",
    ]
    assert rows(people_store("ben"), Desk(habits=Habits("streets")))[PEOPLE][0].hint == (
        "Enter challenges ben to Streets & Alleys; c asks for another game."
    )


def test_ratings_stand_beside_those_who_wait_who_play_and_who_are_here():
    crowd = crowded_store()
    assert shown(crowd, OPEN, "Host")[0] == ("ben 1490",)
    assert shown(crowd, LIVE, "Who") == [
        ("fay 1655 - maximiliana_1234 1499?",),
        ("gus 1580, hal 1571, maximiliana_1234 1499, wise-20 1600",),
    ]
    assert shown(crowd, PEOPLE, "Name", "Rating") == [("ben", "1490"), ("maximiliana_1234", "1655?")]


def lively_store():
    """A lobby where one of those who are here is a bot, and games have begun."""
    crowd = crowded_store()
    live = tuple(replace(game, progress=far) for game, far in zip(crowd.lobby.live, ("14-11", "14/30"), strict=True))
    lobby = replace(crowd.lobby, live=live, bots=("maximiliana_1234",), moves=212)
    return fold(crowd, lobby, 0.0)


def test_beside_who_plays_stands_how_far_the_game_is():
    assert shown(lively_store(), LIVE, "Progress", "State") == [
        ("14-11", "live, 14-11  suits"),
        ("14/30", "live, 14/30"),
    ]


def test_a_bot_is_said_to_be_one_before_it_is_challenged():
    _, bot = rows(lively_store(), Desk())[PEOPLE]
    assert bot.cells["Rating"] == "bot 1655?"
    assert bot.hint == "Enter challenges maximiliana_1234 (Blocky 1655?), a bot, to War; c asks for another game."


def test_a_game_alone_is_named_by_its_deal_and_said_to_be_saved():
    store = lobby_store(rooms={"AAAA": Seated(street_table(seen(dealt(48213))), 0.0)}, games=(STREETS,))
    (row,) = rows(store, Desk())[YOURS]
    assert row.edges == ("‖ Streets deal 48213", "saved", "0/52", "0 moves")
