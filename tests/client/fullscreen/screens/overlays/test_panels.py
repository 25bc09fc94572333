import pytest
from msgspec.structs import replace

from client.commands.levels import describe_levels
from client.drawing.canvas import Canvas, width_of
from client.fullscreen.screens.overlays.history import describe_marked, put_history
from client.fullscreen.screens.overlays.panels import (
    TITLE_COLUMNS,
    VALUE_COLUMNS,
    help_lines,
    put_form,
    put_help,
    put_leaders,
    put_levels,
    put_stats,
    put_tours,
)
from client.fullscreen.ui.form import Form, move_selection, new_form, type_digit
from client.fullscreen.ui.form_fields import FormField, fields_of
from client.fullscreen.ui.state import UiState
from client.games.streets_and_alleys import CLIENT as STREETS
from client.history.history_text import cells
from client.history.saved.entry import read_saved_games
from client.state.habits import Habits
from protocol import messages as m
from tests.support.builders.lobbies import SIZES
from tests.support.builders.places import GAMES
from tests.support.builders.scenes import lines, text_of
from tests.support.builders.stores import LEADERS, WAR, lobby_store, records, table_store
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.street_tables import SHEET as STREETS_SHEET
from tests.support.games.street_tables import street, street_table
from tests.support.golden.reviews import filed
from tests.support.golden.sentences import for_each, golden_test

FORM = new_form(lobby_store(), Habits())
NUMBERED = move_selection(new_form(table_store(street_table(street()), games=(STREETS_SHEET,)), Habits()), 1)
SOLVED = records(played=11, won=4, streak=2, longest=3, deal="48213", deal_moves=112, deal_by="ben")
BEATEN = tuple(m.Opponent(kind="person", name=f"p{at}", played=1, won=1, lost=0) for at in range(20))
MANY = records(played=20, won=20, opponents=BEATEN)
LEVELS = tuple((f"level {at}", "Thinks about it. " * 9) for at in range(9))


def drawn(put, *given, size=(80, 24)):
    canvas = Canvas(*size)
    put(canvas, *given)
    return canvas.done()


def shown(put, *given, size=(80, 24)):
    """The rows in which something stands."""
    return [line.rstrip() for line in lines(drawn(put, *given, size=size)) if line.strip()]


def row_with(drawing, text):
    return next(row for row, line in enumerate(lines(drawing)) if text in line)


@pytest.mark.parametrize("size", SIZES)
def test_of_many_tours_each_is_in_sight_once_it_is_marked_and_the_first_nine_have_a_digit(size):
    games = tuple(replace(WAR, title=f"Game {at}") for at in range(24))
    for at, info in enumerate(games):
        assert f"▸ {at + 1 if at < 9 else ' '}  {info.title} " in "\n".join(shown(put_tours, games, at, size=size))


def test_the_help_greys_what_cannot_be_done_now():
    works = {line.key: line.works for line in help_lines(table_store(), UiState())}
    assert (works["Space"], works["F"]) == (True, False)


def test_the_help_names_the_commands_that_have_no_key_and_those_of_the_game():
    named = {line.key for line in help_lines(table_store(), UiState())}
    assert {"name", "resign", "sound", "motion", "plain"} <= named
    assert not {"mark", "press", "rematch", "MTT s d"} & named
    at_streets = {
        line.key or line.typed: line.about for line in help_lines(table_store(street_table(street())), UiState())
    }
    assert at_streets.items() >= {f":{line}": about for line, about in STREETS.reading.dialogue.menu}.items()


@pytest.mark.parametrize("size", SIZES)
def test_all_of_the_help_can_be_read_at_every_size(size):
    store = table_store(street_table(street()))
    read = "".join(text_of(drawn(put_help, store, UiState(scroll=scroll), size=size)) for scroll in range(250))
    assert "…" not in read
    for line in help_lines(store, UiState()):
        typed = "" if line.typed.startswith(":") else line.typed
        assert all(word in read for word in (*line.about.split(), *typed.split()))


def test_the_column_of_the_commands_holds_nothing_else_in_the_help():
    rows = shown(put_help, lobby_store(), UiState(), size=(140, 45))
    challenge = next(row for row in rows if "Challenge a player." in row and "│ c " in row)
    invite = next(row for row in rows if ":invite" in row)
    assert challenge.index("Challenge a player.") == invite.index("Invite")


def test_a_history_without_games_is_no_wider_than_the_other_lists():
    leaders, history = (
        {len(row.strip()) for row in shown(*panel, size=(140, 45))}
        for panel in ((put_leaders, "Blocky", LEADERS, 0), (put_history, (), 0))
    )
    assert leaders == history


@pytest.mark.parametrize("panel", [(put_form, FORM), (put_stats, "War", None, 0), (put_leaders, "Blocky", LEADERS, 0)])
def test_a_click_beside_a_panel_closes_it_and_one_on_it_does_nothing(panel):
    drawing = drawn(*panel)
    assert drawing.at(0, 0).command == "back"
    assert drawing.at(16, row_with(drawing, "Esc closes") + 1).command == ""


@pytest.mark.parametrize(("count", "top", "rows"), [(4, 3, 10), (9, 2, 15), (10, 2, 13), (12, 2, 15)])
def test_a_long_form_fits_on_the_smallest_screen_and_its_button_makes_the_table(count, top, rows):
    form = Form(tuple(FormField(f"Line {number}", {"x": "y"}) for number in range(count)))
    drawing = drawn(put_form, form, size=(60, 20))
    used = [row for row, line in enumerate(lines(drawing)) if line.strip()]
    assert (used[0], len(used)) == (top, rows)
    assert drawing.at(20, row_with(drawing, "Open the table")).command == form.command


@pytest.mark.parametrize("at", range(len(GAMES)))
def test_every_title_and_value_of_the_form_is_read_whole(at):
    fields = fields_of(GAMES, at, Habits())
    assert max(width_of(field.title) for field in fields) < TITLE_COLUMNS
    assert max(width_of(label) for field in fields for label in field.values.values()) <= VALUE_COLUMNS


def test_a_tour_is_marked_by_a_click_and_begun_by_two():
    region = (drawing := drawn(put_tours, (WAR, BLOCKY), 1)).at(30, row_with(drawing, "1  War"))
    assert (region.command, region.twice) == ("mark 0 0", "choose")


def test_the_games_that_are_over_have_a_line_each_with_the_marked_one_in_sight(tmp_path):
    for number in range(1, 10):
        for code in ("ABC", "EFG", "JKL"):
            filed(tmp_path, code=f"{code}{number}")
    games = read_saved_games(tmp_path)
    drawing = drawn(put_history, games, len(games) - 1)
    row = row_with(drawing, f"▸ {cells(games[-1])[0]}")
    assert "against ben" in lines(drawing)[row]
    assert drawing.at(5, row).command == f"mark 0 {len(games) - 1}"


@pytest.mark.parametrize("size", SIZES)
def test_a_finished_game_says_its_day_its_game_and_whom_it_was_played_with_at_every_size(tmp_path, size):
    filed(tmp_path, code="KQFM7X", number=1)
    (game,) = read_saved_games(tmp_path)
    when, named, what, who, how = cells(game)
    drawing = drawn(put_history, (game,), 0, size=size)
    line = lines(drawing)[row_with(drawing, "▸")]
    assert all(word in line for word in (when[:10], what, who, how))
    assert (when in line, named in line) == (size[0] > 60, size[0] > 80)
    assert all(word in describe_marked((game,), 0) for word in (when, named, what, who, how))


def test_the_longest_title_of_a_list_that_scrolls_says_how_it_is_closed_on_the_smallest_screen():
    top = shown(put_levels, "Streets and Alleys", LEVELS, 0, size=(60, 20))[0]
    assert "Esc closes " in top


def test_the_help_says_what_the_proof_in_the_first_row_is_while_it_stands_there():
    sealed, bare = table_store(seals={"KQFM": "9f" * 32}), table_store()
    assert [any(line.key == "proof" for line in help_lines(store, UiState())) for store in (sealed, bare)] == [
        True,
        False,
    ]


SAID = {
    "the help lists every key and scrolls to its end": lambda: for_each(
        lambda scroll: shown(put_help, table_store(), UiState(scroll=scroll)), [0, 999]
    ),
    "the form has a line for each choice": lambda: shown(put_form, FORM),
    "a number that any may be written for says so where it is marked": lambda: for_each(
        lambda form: shown(put_form, form)[3],
        [move_selection(NUMBERED, -1), NUMBERED, type_digit(NUMBERED, "7", lobby_store(games=(STREETS_SHEET,)))],
    ),
    "computers are listed with how they play and scroll": lambda: (
        shown(put_levels, "Blocky", describe_levels(BLOCKY), 0),
        shown(put_levels, "Streets & Alleys", (), 0),
        shown(put_levels, "Blocky", LEVELS, 99, size=(60, 20)),
    ),
    "statistics stand in two columns": lambda: (
        shown(put_stats, "Streets & Alleys", None, 0),
        shown(put_stats, "Streets & Alleys", SOLVED, 0),
    ),
    "statistics that are too long for a screen can be scrolled": lambda: for_each(
        lambda scroll: shown(put_stats, "Blocky", MANY, scroll), [0, 99]
    ),
    "leaders stand with their places and one sees oneself": lambda: shown(put_leaders, "Blocky", LEADERS, 0),
    "where nobody is rated it is said what is": lambda: for_each(
        lambda leaders: shown(put_leaders, "War", leaders, 0), [m.Leaders(ref=0, game="war", leaders=()), None]
    ),
    "where no game was played that is said": lambda: shown(put_history, (), 0),
    "the tours are offered by number": lambda: shown(put_tours, (WAR, BLOCKY), 1),
}

test_said = golden_test(__name__, SAID)
