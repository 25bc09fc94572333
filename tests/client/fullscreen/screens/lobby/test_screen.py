import pytest
from msgspec.structs import replace

from client.fullscreen.screens.lobby.rows import LIVE, OPEN, PEOPLE, YOURS
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.state.fold import fold
from client.state.store import Link
from protocol import messages as m
from tests.support.builders.lobbies import SIZES, TABLES, crowded_store, drawing, lines, text
from tests.support.builders.stores import lobby_store
from tests.support.golden.sentences import golden_test

STORE = lobby_store(lobby=TABLES)
BEGUN = UiState(is_new=False)


def corners(shown: list[str]) -> list[tuple[int, int]]:
    """Where panes begin, by column and row."""
    return [(x, y) for y, line in enumerate(shown) for x, char in enumerate(line) if char == "┌"]


def test_on_a_normal_screen_the_people_take_the_place_of_the_tables():
    store = crowded_store()
    shown = lines(drawing(store, BEGUN, (80, 24)))
    assert shown[10].endswith("─ Tab: people (2) ─┐")
    shown = lines(drawing(store, UiState(is_new=False, pane=PEOPLE), (80, 24)))
    assert shown[10].startswith("┌─ People ─")
    assert shown[10].endswith("─ Shift-Tab: tables ─┐")
    assert shown[12].startswith("│ ▸ ben               1490")


def test_on_a_small_screen_one_pane_shows_and_the_others_are_tabs():
    shown = text(STORE, UiState(pane=OPEN), (60, 20))
    assert " Play now   Your games  [Open tables]  Live now   People" in shown
    assert "K7QF" in shown
    assert "LIVE" not in shown


def test_names_and_ratings_of_two_and_of_four_fit_a_normal_screen():
    shown = text(crowded_store(), UiState(is_new=False, pane=LIVE, row=1), (80, 24))
    assert "M8PK  War     fay 1655 - maximiliana_1234 1499?" in shown
    assert "QX2B  Blocky  gus 1580, hal 1571, maxi… 1499, wise… 1600" in shown


@pytest.mark.parametrize("size", [(100, 32), (100, 40), (200, 60), (140, 45)])
def test_on_every_wide_screen_all_ways_to_play_are_in_sight(size):
    assert "8  Join by code" in text(crowded_store(), UiState(), size)


@pytest.mark.parametrize("size", SIZES)
def test_newcomers_are_greeted_until_the_first_key(size):
    store = crowded_store()
    is_greeted = size != (60, 20)
    assert ("Enter plays, arrows move, ? helps." in text(store, UiState(), size)) == is_greeted
    assert "Enter plays" not in text(store, BEGUN, size)


@pytest.mark.parametrize("size", SIZES[:2])
def test_what_is_said_in_the_hall_is_typed_in_the_hall(size):
    saying = UiState(is_new=False, typing=TextInput("say", "hello", 5))
    assert "│ > hello " in text(crowded_store(), saying, size)
    assert "│ > t says something to everybody here" in text(crowded_store(), BEGUN, size)


@pytest.mark.parametrize("size", SIZES[:2])
def test_what_was_said_in_the_hall_stands_there_with_its_hour(size):
    line = m.Line(who="ben", player=2, text="anyone up for Blocky?", manner="player", age_s=60.0, yours=False)
    store = fold(crowded_store(), m.Heard(room=None, line=line), 120.0)
    evening = UiState(is_new=False, day_s=(20 * 60 + 57) * 60)
    assert "│ 20:58  ben  anyone up for Blocky?" in text(store, evening, size)


def test_a_line_too_long_for_the_hall_stays_in_its_frame():
    saying = UiState(is_new=False, typing=TextInput("say", "漢字" * 60, 120))
    line = next(line for line in lines(drawing(crowded_store(), saying)) if line.startswith("│ > "))
    assert (line[-1], line.count("│")) == ("│", 4)


def test_the_marked_line_is_explained():
    assert "Enter starts War (normal) against the computer (flipper)." in text(STORE)
    assert "ben waits at a War table (K7QF, normal). Enter sits down there." in text(STORE, UiState(pane=OPEN))
    assert "7 online" in text(STORE)


def test_news_and_refusals_come_before_explanations_and_a_broken_link_before_all():
    assert "Hello." in text(lobby_store(sentence="Hello."))
    assert "A hint." in text(lobby_store(sentence="Hello."), UiState(hint="A hint."))
    assert "Connecting" in text(lobby_store(sentence="Hello.", link=Link("connecting")))


@pytest.mark.parametrize("size", SIZES)
def test_a_filter_that_hides_everything_says_so(size):
    shown = text(STORE, UiState(filter="chess", pane=OPEN), size)
    assert "matching “chess”" in shown
    assert shown.count("Nothing matches.") == {100: 3, 80: 1, 60: 1}[size[0]]
    assert "Esc shows all again" in shown


@pytest.mark.parametrize("size", SIZES)
def test_every_line_can_be_clicked(size):
    drawn = drawing(STORE, UiState(pane=OPEN), size)
    shown = lines(drawn)
    row = next(row for row, line in enumerate(shown) if "M3XA" in line)
    region = drawn.at(shown[row].index("M3XA"), row)
    assert (region.command, region.twice) == ("mark 2 1", "choose")
    assert region.hint.startswith("cleo waits at a War table (M3XA, scouts).")


def test_at_the_foot_of_ones_own_games_stands_how_the_day_goes():
    day = m.Score(since=0, won=3, tied=0, lost=1)
    for size in SIZES[:2]:
        assert "│ Today: 3 won, 1 lost" in text(fold(crowded_store(), day, 0.0), size=size)
        assert "Today" not in text(crowded_store(), size=size)
    assert "Today: 3 won, 1 lost" in text(fold(crowded_store(), day, 0.0), UiState(pane=YOURS), SIZES[2])


def test_below_the_live_games_stand_the_bots_and_how_lively_the_server_is():
    crowd = crowded_store()
    told = fold(crowd, replace(crowd.lobby, bots=("greedy-bot", "mcts-bot"), moves=212), 0.0)
    shown = text(told, size=(120, 40))
    assert "│ Bots online: greedy-bot, mcts-bot " in shown
    assert "│ Tables on this server: 7   moves a minute: 212 " in shown


SAID = {
    "a wide screen has a pane for every list and one for the hall": lambda: (
        corners(shown := lines(drawing(crowded_store(), BEGUN))),
        ("Play now", "Open tables", "Your games", "Live now", "Hall talk", "People"),
        [line[:4] for line in shown[3:12]],
        shown[11],
        shown[19],
    ),
    "a normal screen has one pane for all tables below ones own": lambda: (
        corners(shown := lines(drawing(crowded_store(), BEGUN, (80, 24)))),
        shown[2],
        shown[10],
        shown[11].split(),
        shown[16],
        shown[9],
    ),
}

test_said = golden_test(__name__, SAID)
