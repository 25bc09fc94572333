"""The whole lobby as it is drawn; its sentences and the arrangement of its panes stand in the golden page."""

from dataclasses import replace as with_changes

import pytest
from msgspec.structs import replace

from client.commands.actions import MoveSelection
from client.drawing.layout import layout_of
from client.fullscreen.screens import page
from client.fullscreen.screens.lobby import play_now, selection
from client.fullscreen.screens.lobby.panes import MORE_PANE, PANES, PLAY_PANE, SINGLE
from client.fullscreen.screens.lobby.rows import LIVE, MORE, MORE_ROWS, OPEN, PEOPLE, YOURS, rows
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.fullscreen.update import run
from client.games.keys import DIGITS
from client.state.fold import fold
from client.state.store import Link
from protocol import messages as m
from tests.support.builders.lobbies import SIZES, TABLES, crowded_store, drawing, lines, people_store, text
from tests.support.builders.sheets import sheet
from tests.support.builders.stores import lobby_store
from tests.support.golden.sentences import for_each, golden_test

STORE = lobby_store(lobby=TABLES)
ALONE = people_store("ana")
CROWD = crowded_store()
LIVELY = fold(CROWD, replace(CROWD.lobby, bots=("greedy-bot", "mcts-bot"), moves=212), 0.0)
WON_TODAY = fold(CROWD, m.Score(since=0, won=3, tied=0, lost=1), 0.0)
BEGUN = UiState(is_new=False)
MANY = tuple(sheet(f"game_{at}", f"Game {at}", 2) for at in range(24))
"""More games than there are digits."""


def begun(**changes):
    return with_changes(BEGUN, **changes)


def saying(said):
    return begun(typing=TextInput("say", said, len(said)))


def at_each_size(store, ui, sizes=SIZES):
    return for_each(lambda size: text(store, ui, size), sizes)


def said_below(store, ui):
    """The first row, and the sentence above the keys."""
    shown = lines(drawing(store, ui))
    return shown[0], shown[-2]


def heard(text, at):
    line = m.Line(who="ben", player=2, text=text, manner="player", age_s=60.0, yours=False)
    return fold(CROWD, m.Heard(room=None, line=line), at)


@pytest.mark.parametrize("size", [(100, 32), (100, 40), (200, 60), (140, 45)])
def test_on_every_wide_screen_all_ways_to_play_are_in_sight(size):
    assert "8  Join by code" in text(CROWD, UiState(), size)


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (140, 45), (200, 60)])
def test_whoever_is_alone_sees_what_to_do_and_no_pane_that_is_empty(size):
    shown = text(ALONE, BEGUN, size)
    assert [pane for pane in SINGLE if pane.title in shown] == [PLAY_PANE, MORE_PANE]


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (200, 60)])
def test_each_way_offered_to_whoever_is_alone_can_be_clicked_and_is_a_key_of_the_lobby(size):
    drawn = drawing(ALONE, BEGUN, size)
    shown = lines(drawn)
    for at, way in enumerate(MORE_ROWS):
        key, _, about = way.edges[0].partition("  ")
        row = next(row for row, line in enumerate(shown) if about in line)
        assert drawn.at(shown[row].index(about), row).command == f"mark {MORE} {at}"
        assert Keymap(ALONE, BEGUN).resolve(key).command == way.command


@pytest.mark.parametrize("size", [(140, 45), (200, 60), *SIZES])
@pytest.mark.parametrize("store", [ALONE, STORE, CROWD, WON_TODAY], ids=["alone", "tables", "crowd", "won"])
def test_arrows_reach_every_line_of_the_lobby_and_whatever_is_marked_is_in_sight(store, size):
    """The line of keys says so; a click on the title of what is not in sight leads there, too."""
    ui = begun(layout=layout_of(*size))
    reached = [(ui.pane, ui.row)]
    while (ui := selection.move_selection(store, ui, MoveSelection(rows=1), 5)) and reached[-1] != (ui.pane, ui.row):
        reached.append((ui.pane, ui.row))
        shown = lines(drawn := page.draw(store, ui, size, 1.0))
        assert any("│ ▸ " in line for line in shown), (ui.pane, ui.row)
        assert "↑/↓ move  Tab lists" in shown[-1]
        leads = {int(region.command.split()[1]) for region in drawn.regions if region.command.startswith("mark ")}
        wanted = [pane for pane in PANES[ui.layout] if any(rows(store, ui)[each] for each in pane.lists)]
        assert [pane.title for pane in wanted if not leads & set(pane.lists)] == []
    lists = rows(store, ui)
    assert reached == [(each, at) for each, lines_ in enumerate(lists) for at in range(len(lines_))]
    for _ in reached[1:]:
        ui = selection.move_selection(store, ui, MoveSelection(rows=-1), 5)
    assert (ui.pane, ui.row) == reached[0]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (93, 29), (100, 32), (119, 38), (140, 45), (200, 60)])
@pytest.mark.parametrize("store", [ALONE, STORE, CROWD, WON_TODAY], ids=["alone", "tables", "crowd", "won"])
@pytest.mark.parametrize("is_new", [True, False])
def test_the_frames_of_the_lobby_are_whole_and_above_the_sentence(size, store, is_new):
    shown = lines(drawing(store, UiState(is_new=is_new), size))
    assert {len(line) for line in shown} == {size[0]}
    body = "".join(shown[2:-3])
    assert {body.count(corner) for corner in "┌┐└┘"} == {body.count("┌")}
    assert not set("".join(shown[:2] + shown[-3:])) & set("┌┐└┘│")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("store", [ALONE, STORE, CROWD, WON_TODAY], ids=["alone", "tables", "crowd", "won"])
def test_nothing_to_choose_from_moves_when_the_greeting_goes(size, store):
    """A double click must not find another line under the pointer."""
    greeted, used = (lines(drawing(store, UiState(is_new=is_new), size)) for is_new in (True, False))
    (row,) = [row for row, line in enumerate(greeted) if "1  War" in line]
    assert greeted[row].find("1  War") == used[row].find("1  War")


def test_a_line_too_long_for_the_hall_stays_in_its_frame():
    line = next(line for line in lines(drawing(CROWD, saying("漢字" * 60))) if line.startswith("│ > "))
    assert (line[-1], line.count("│")) == ("│", 4)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 5, 6, 8, 9, 24])
def test_of_any_number_of_games_every_line_is_in_sight_once_it_is_marked(size, count):
    store = lobby_store(games=MANY[:count], lobby=TABLES)
    ways = play_now.rows(store, UiState())
    assert len(ways) == count + 4
    for at, way in enumerate(ways):
        assert f"▸ {way.edges[0]}" in text(store, begun(row=at), size)


@pytest.mark.parametrize("count", [1, 5, 6, 8, 9, 24])
def test_with_any_number_of_games_the_key_of_each_line_does_what_the_line_says(count):
    store = lobby_store(games=MANY[:count])
    keymap = Keymap(store, BEGUN)
    keys = {way.edges[0][0]: way.command for way in play_now.rows(store, BEGUN)}
    for at, (press, command) in enumerate(list(keys.items())[: len(DIGITS)], 1):
        assert (press, keymap.resolve(press).command) == (str(at), f"start {at}"), command
    for letter, command in {"f": "quick", "l": "learn", "n": "new", "j": "join"}.items():
        assert letter in keys or command in list(keys.values())[: len(DIGITS)]
        assert run(store, BEGUN, keymap.resolve(letter).command) == run(store, BEGUN, command)


@pytest.mark.parametrize("size", SIZES)
def test_every_line_can_be_clicked(size):
    drawn = drawing(STORE, UiState(pane=OPEN), size)
    shown = lines(drawn)
    row = next(row for row, line in enumerate(shown) if "M3XA" in line)
    region = drawn.at(shown[row].index("M3XA"), row)
    assert (region.command, region.twice) == ("mark 2 1", "choose")
    assert "M3XA" in region.hint


SAID = {
    "a crowd has a pane for each list or shares panes or has tabs": lambda: at_each_size(CROWD, BEGUN),
    "whoever is alone sees the games and what else can be done": lambda: at_each_size(ALONE, UiState()),
    "newcomers are greeted where there is room": lambda: at_each_size(STORE, UiState()),
    "people take the place of the tables on a normal screen": lambda: at_each_size(
        CROWD, begun(pane=PEOPLE), [(80, 24)]
    ),
    "names and ratings of two and of four fit a normal screen": lambda: at_each_size(
        CROWD, begun(pane=LIVE, row=1), [(80, 24)]
    ),
    "a filter that hides everything says so": lambda: at_each_size(STORE, begun(filter="chess", pane=OPEN)),
    "what is said in the hall is typed there": lambda: at_each_size(CROWD, saying("hello"), SIZES[:2]),
    "what was said in the hall stands there with its hour": lambda: at_each_size(
        heard("anyone up for Blocky?", 120.0), begun(day_s=(20 * 60 + 57) * 60), SIZES[:2]
    ),
    "at the foot of ones own games stands how the day goes": lambda: at_each_size(WON_TODAY, begun(pane=YOURS)),
    "below the live games stand the bots and how lively the server is": lambda: at_each_size(
        LIVELY, BEGUN, [(120, 40)]
    ),
    "the marked line is explained": lambda: for_each(lambda pane: said_below(STORE, UiState(pane=pane)), [0, OPEN]),
    "hints come before news and a broken link before all": lambda: for_each(
        said_below,
        [
            (lobby_store(sentence="Hello."), UiState()),
            (lobby_store(sentence="Hello."), UiState(hint="A hint.")),
            (lobby_store(sentence="Hello.", link=Link("connecting")), UiState()),
        ],
    ),
}

test_said = golden_test(__name__, SAID)
