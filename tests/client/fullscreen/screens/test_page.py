import pytest

from client.drawing.canvas import width_of
from client.fullscreen.screens import page
from client.fullscreen.ui.form import change_value, move_selection, new_form
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.state.habits import Habits
from client.state.store import Link, Store
from tests.support.builders.scenes import lines
from tests.support.builders.scenes import text_of as text
from tests.support.builders.stores import lobby_store, records, table_store
from tests.support.builders.tables import person, war_table, war_view
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.golden.sentences import for_each, golden_test

pytestmark = pytest.mark.slow

STORES = [
    Store(),
    lobby_store(),
    lobby_store(room="K7QF", records={"war": records(deal="漢字" * 30, deal_moves=3, deal_by="漢字" * 30)}),
    table_store(),
    table_store(war_table(None, phase="waiting", chairs=(person("ana"), person("")))),
    table_store(war_table(war_view(left=(0, 0)), phase="over", turn=())),
    table_store(link=Link("down", retry_in_s=3.0), sentence="漢字" * 80),
]
UIS = [
    UiState(),
    UiState(panel="help"),
    UiState(panel="invite"),
    UiState(panel="form", form=new_form(lobby_store(), Habits())),
    UiState(panel="stats", topic="war"),
    UiState(panel="levels", topic="war"),
    UiState(panel="tours"),
    UiState(typing=TextInput("say", "漢字 " * 20, 9)),
    UiState(typing=TextInput("command", "play 漢字 " * 20, 9)),
]


@pytest.mark.parametrize("size", [(100, 32), (80, 24), (60, 20), (61, 21), (200, 60), (40, 10), (12, 3), (1, 1)])
@pytest.mark.parametrize("ui", UIS)
@pytest.mark.parametrize("store", STORES)
def test_every_line_of_every_screen_is_exactly_as_wide_as_the_terminal(store, ui, size):
    lines = page.draw(store, ui, size, 1.0).lines
    assert [sum(width_of(text) for _, text in line) for line in lines] == [size[0]] * size[1]


def test_the_key_bar_can_be_clicked_while_a_panel_is_open():
    drawing = page.draw(table_store(), UiState(panel="help"), (80, 24), 0.0)
    assert drawing.at(2, 23).command == "press escape"
    assert drawing.at(2, 2).command in ("back", "")


def test_the_time_to_the_next_try_is_counted_down():
    store = lobby_store(link=Link("down", retry_in_s=3.0), link_at=0.0)
    assert page.draw(store, UiState(), (80, 24), 0.25).again_s == 0.75


SOLVED = lobby_store(records={"streets": records("streets", played=11, won=4)})


def with_form(store, **changes):
    form = move_selection(new_form(store, Habits()), 3)
    return UiState(panel="form", form=change_value(form, 1, store, Habits()), **changes)


def panel(store, ui):
    """The first rows of the panel that is open."""
    rows = lines(page.draw(store, ui, (80, 24), 0.0))
    top = next((row for row, line in enumerate(rows) if "Esc closes" in line), None)
    return "none" if top is None else rows[top : top + 4]


SAID = {
    "each panel is about its topic and none about a table that is gone": lambda: for_each(
        panel,
        [
            (SOLVED, UiState(panel="stats", topic="streets")),
            (SOLVED, UiState(panel="stats", topic="war")),
            (lobby_store(), UiState(panel="leaders", topic="war")),
            (lobby_store(games=(BLOCKY,)), UiState(panel="levels", topic="blocky")),
            (lobby_store(), UiState(panel="rules", topic="war")),
            (lobby_store(), UiState(panel="tours")),
            (lobby_store(), UiState(panel="invite")),
        ],
    ),
    "a terminal too small is told what is needed": lambda: for_each(
        lambda columns, rows: text(page.draw(lobby_store(), UiState(), (columns, rows), 0.0)).split(),
        [(52, 15), (7, 9)],
    ),
    "what is typed takes the sentences row": lambda: text(
        page.draw(lobby_store(sentence="Hello."), UiState(typing=TextInput("command", "qu", 2)), (80, 24), 0.0)
    ),
    "the form says of the marked level how it plays": lambda: text(
        page.draw(lobby_store(), with_form(lobby_store()), (60, 20), 0.0)
    ).splitlines()[-2],
    "what else is said goes before how a level plays": lambda: for_each(
        lambda store, ui: text(page.draw(store, ui, (80, 24), 0.0)),
        [
            (lobby_store(sentence="War."), with_form(lobby_store())),
            (lobby_store(), with_form(lobby_store(), hint="Here.")),
            (lobby_store(link=Link("down", retry_in_s=3.0)), with_form(lobby_store())),
        ],
    ),
}

test_said = golden_test(__name__, SAID)
