import pytest
from msgspec import structs

from client.desk import Desk
from client.lines import Canvas
from client.orders import Habits
from client.screens import lobby
from client.store import Link, Seated
from protocol import messages as m
from tests.support.stores import PARTY, RACE, SOLO, WAR, listing, lobby_store
from tests.support.street_tables import SHEET as STREETS
from tests.support.sums import SHEET, after, sums_table
from tests.support.tables import person, war_table, war_view

TABLES = m.Lobby(
    open=(listing("K7QF", "ben"), listing("M3XA", "cleo", "scouts")),
    live=(listing("LIVE", "gus", "suits", "gus", "hal"),),
    people=(),
    ratings=(),
    rooms=3,
    online=7,
)


def seated(room, **changes):
    return Seated(war_table(changes.pop("view", war_view()), room=room, **changes), 0.0)


def drawn(store, desk=None, size=(100, 32)):
    canvas = Canvas(*size)
    lobby.draw(canvas, store, desk or Desk(), 0.0)
    return "\n".join("".join(text for _, text in line) for line in canvas.done().lines)


def commands(store, pane, desk=None):
    return [row.command for row in lobby.rows(store, desk or Desk())[pane]]


def test_what_can_be_started_is_what_the_server_hosts():
    assert commands(lobby_store(), lobby.PLAY) == ["play war", "play streets", "quick", "new", "join", "learn"]
    assert commands(lobby_store(games=()), lobby.PLAY) == []
    text = drawn(lobby_store())
    assert "▸ 1  War           computer · friend" in text
    assert "  2  Streets & Alleys solo" in text


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
    assert [row.text for row in lobby.rows(store, Desk())[lobby.YOURS]] == [
        "● chess vs ben  YOUR TURN",
        "● War vs ben  YOUR TURN  0-0",
        "○ War vs open seat  waiting",
        "○ War vs ben  waiting  14-11",
        "■ War vs ben  over  0-0",
        "◦ War ana vs ben  watching  0-0",
    ]
    assert commands(store, lobby.YOURS)[1] == "open AAAA"


def test_tables_for_one_and_for_many_say_who_sits_there():
    rooms = {
        "AAAA": Seated(sums_table(after(1), room="AAAA"), 0.0),
        "BBBB": Seated(sums_table(after(3), 1, room="BBBB"), 0.0),
        "CCCC": Seated(sums_table(after(1), None, room="CCCC"), 0.0),
        "DDDD": Seated(sums_table(after(4), None, room="DDDD"), 0.0),
        "EEEE": Seated(sums_table(after(3), 2, room="EEEE", gave_up=(2,)), 0.0),
    }
    store = lobby_store(rooms=rooms, games=(SHEET,))
    assert [row.text for row in lobby.rows(store, Desk())[lobby.YOURS]] == [
        "○ Sums vs ana, ben  gave up",
        "○ Sums vs ana, cleo  waiting",
        "● Sums solo",
        "◦ Sums ana, ben, cle…  watching",
        "◦ Sums ana alone  watching",
    ]


def test_everybody_else_who_is_here_can_be_challenged():
    store = lobby_store(lobby=m.Lobby(open=(), live=(), people=("ana", "ben", "cleo"), ratings=(), rooms=0, online=3))
    assert [row.text for row in lobby.rows(store, Desk())[lobby.PEOPLE]] == ["ben", "cleo"]
    assert commands(store, lobby.PEOPLE) == ["challenge ben", "challenge cleo"]
    assert [row.text for row in lobby.rows(store, Desk(filter="CL"))[lobby.PEOPLE]] == ["cleo"]


def test_the_mark_stays_on_its_line_when_others_come_before_it():
    def people(*names: str):
        return lobby_store(lobby=m.Lobby(open=(), live=(), people=names, ratings=(), rooms=0, online=3))

    desk = Desk(pane=lobby.PEOPLE, row=1)
    assert lobby.kept_row(people("ben", "cleo"), people("abe", "ben", "cleo"), desk) == 2
    assert lobby.kept_row(people("ben", "cleo"), people("abe", "ben"), desk) == 1


@pytest.mark.parametrize(
    ("sheet", "ways"),
    [(WAR, "computer · friend"), (SOLO, "solo"), (PARTY, "computer · 1 to 4"), (RACE, "solo · 2 to 4")],
)
def test_a_game_says_how_it_can_be_played(sheet, ways):
    (row, *_) = lobby.rows(lobby_store(games=(sheet,)), Desk())[lobby.PLAY]
    assert row.text.endswith(ways)


@pytest.mark.parametrize(
    ("opponents", "sentence"),
    [
        ({}, "Enter starts Party against the computer (random)."),
        ({"party": ()}, "Enter starts Party alone."),
        ({"party": ("computer:wise-4",)}, "Enter starts Party against the computer (wise-4)."),
        ({"party": ("computer:wise-4", "computer:random")}, "against the computers (wise-4 and random)."),
    ],
)
def test_enter_starts_a_game_against_those_of_last_time(opponents, sentence):
    store = lobby_store(games=(PARTY,))
    assert sentence in drawn(store, Desk(habits=Habits("party", opponents=opponents)))


def test_a_game_of_people_alone_is_started_with_an_open_seat():
    people = m.GameSheet(name="talk", title="Talk", min_seats=2, max_seats=2, levels=(), consults=())
    assert "Enter starts Talk with an open seat." in drawn(lobby_store(games=(people,)))


def test_tables_with_a_seat_and_games_to_watch_are_listed():
    store = lobby_store(lobby=TABLES)
    assert commands(store, lobby.OPEN) == ["join K7QF", "join M3XA"]
    assert commands(store, lobby.LIVE) == ["watch LIVE"]
    assert "gus - hal" in drawn(store)
    assert "7 online" in drawn(store)


def test_a_table_says_in_the_narrowest_pane_how_many_sit_there():
    (row, *_) = lobby.rows(lobby_store(lobby=TABLES), Desk())[lobby.OPEN]
    assert "1/2" in row.text[: 80 - lobby.LEFT_COLUMNS - 7]


def test_ones_own_open_table_is_not_offered_to_oneself():
    store = lobby_store(lobby=TABLES, rooms={"K7QF": seated("K7QF", phase="waiting", view=None)})
    assert commands(store, lobby.OPEN) == ["join M3XA"]


@pytest.mark.parametrize(
    ("typed", "found"), [("cleo", ["M3XA"]), ("k7", ["K7QF"]), ("war", ["K7QF", "M3XA"]), ("war scouts", ["M3XA"])]
)
def test_a_filter_looks_at_codes_games_players_and_options(typed, found):
    assert commands(lobby_store(lobby=TABLES), lobby.OPEN, Desk(filter=typed)) == [f"join {code}" for code in found]


def test_a_filter_that_hides_everything_says_so():
    text = drawn(lobby_store(lobby=TABLES), Desk(filter="chess"))
    assert "Open tables matching “chess”" in text
    assert text.count("Nothing matches.") == 3


def test_the_marked_line_is_explained():
    store = lobby_store(lobby=TABLES)
    assert "Enter starts War (normal) against the computer (flipper)." in drawn(store)
    assert "ben waits at a War table (K7QF). Enter sits down there." in drawn(store, Desk(pane=lobby.OPEN))
    assert "Enter watches gus - hal play War." in drawn(store, Desk(pane=lobby.LIVE))
    assert lobby.marked(store, Desk(pane=lobby.OPEN, row=99)).command == "join M3XA"
    assert lobby.marked(lobby_store(), Desk(pane=lobby.LIVE)) is None


def test_news_and_refusals_come_before_explanations_and_a_broken_link_before_all():
    assert "Hello." in drawn(lobby_store(sentence="Hello."))
    assert "A hint." in drawn(lobby_store(sentence="Hello."), Desk(hint="A hint."))
    assert "Connecting" in drawn(lobby_store(sentence="Hello.", link=Link("connecting")))


def test_a_long_list_is_scrolled_to_its_marked_line():
    many = m.Lobby(
        open=tuple(listing(f"A{n:03}", "ben") for n in range(50)), live=(), people=(), ratings=(), rooms=50, online=50
    )
    text = drawn(lobby_store(lobby=many), Desk(pane=lobby.OPEN, row=40))
    assert "▸ A040" in text
    assert "A000" not in text


def test_on_a_small_screen_one_pane_shows_and_the_others_are_tabs():
    text = drawn(lobby_store(lobby=TABLES), Desk(pane=lobby.OPEN), (60, 20))
    assert " Play now   Your games  [Open tables]  Live now" in text
    assert "K7QF" in text
    assert "LIVE" not in text


def test_every_line_can_be_clicked():
    canvas = Canvas(100, 32)
    lobby.draw(canvas, lobby_store(lobby=TABLES), Desk(), 0.0)
    drawing = canvas.done()
    lines = ["".join(text for _, text in line) for line in drawing.lines]
    row = next(row for row, line in enumerate(lines) if "M3XA" in line)
    assert drawing.at(lines[row].index("M3XA"), row).command == "mark 2 1"


def test_newcomers_are_greeted_until_the_first_key():
    assert "Enter plays, arrows move, ? helps." in drawn(lobby_store())
    assert "Enter plays" not in drawn(lobby_store(), Desk(is_new=False))


def test_a_solitaire_begins_alone_though_computers_play_it():
    store = lobby_store(games=(STREETS,))
    row = lobby.rows(store, Desk())[lobby.PLAY][0]
    assert row.text.endswith("solo · 2 to 4")
    assert row.hint == "Enter starts Streets and Alleys alone."
    raced = Desk(habits=Habits(opponents={"streets_and_alleys": ("computer:flying",)}))
    assert (
        lobby.rows(store, raced)[lobby.PLAY][0].hint == "Enter starts Streets and Alleys against the computer (flying)."
    )


# How well people play.


def rated(game, rating, *, provisional=False):
    return m.Repute(game=game, rating=rating, provisional=provisional)


def rated_store():
    open_table = structs.replace(listing("K7QF", "ben"), ratings=(rated("war", 1490),))
    live_table = structs.replace(
        listing("M8PK", "gustavo", "suits", "gustavo", "hal"),
        ratings=(rated("war", 1580), rated("war", 1571, provisional=True)),
    )
    people, known = ("ana", "ben", "maximiliana_1234"), (None, rated("war", 1490), rated("war", 1655, provisional=True))
    told = m.Lobby(open=(open_table,), live=(live_table,), people=people, ratings=known, rooms=2, online=3)
    return lobby_store(lobby=told)


def test_ratings_stand_beside_those_who_wait_who_play_and_who_are_here():
    text = drawn(rated_store())
    assert "K7QF  War 1/2  ben 1490" in text
    assert "M8PK  War gustavo 1580 - hal 1571?" in text
    assert "│   ben 1490  " in text
    assert "│   maximilian… 1655? │" in text


def test_where_a_rating_would_be_cut_the_name_stands_alone():
    text = drawn(rated_store(), size=(80, 24))
    assert "ben 1490" in text
    assert "M8PK  War gustavo - hal" in text
    assert "1580" not in text


def test_the_sentence_row_says_a_rating_in_any_case():
    store = rated_store()
    assert "Enter watches gustavo 1580 - hal 1571? play War." in drawn(store, Desk(pane=lobby.LIVE), size=(80, 24))
    assert "ben 1490 waits at a War table" in drawn(store, Desk(pane=lobby.OPEN), size=(60, 20))
    assert "Enter challenges ben (War 1490) to" in drawn(store, Desk(pane=lobby.PEOPLE))
