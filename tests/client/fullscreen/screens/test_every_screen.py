"""What holds for every screen outside a game's own board, at every size: whole frames, whole words, whole keys."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields

from client.drawing.layout import layout_of
from client.fullscreen.screens import page
from client.fullscreen.screens.lobby.panes import SINGLE
from client.fullscreen.screens.lobby.rows import rows as lobby_rows
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.form import new_form
from client.fullscreen.ui.keys import TYPING_KEYS
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.state.fold import fold
from client.state.habits import Habits
from client.state.store import Link
from protocol import messages as m
from tests.support.builders.lobbies import TABLES, crowded_store, people_store
from tests.support.builders.places import GAMES, PAST, PLACES
from tests.support.builders.scenes import is_whole, lines
from tests.support.builders.stores import LEADERS, challenged, listing, lobby_store, records, seeking, table_store
from tests.support.builders.tables import person, war_table
from tests.support.laws.edges import edges

SIZES = ((60, 20), (80, 24), (100, 32), (140, 45), (200, 60))
CROWD, ALONE = crowded_store(), replace(people_store("ana"), games=(GAMES[0], *GAMES[2:]))
BUSY = lobby_store(
    lobby=with_fields(
        TABLES,
        open=tuple(listing(f"K{at:02}A", f"host{at}") for at in range(30)),
        people=tuple(f"player{at}" for at in range(25)),
    )
)
TALK = "I can play for half an hour before I go to the station."
OPPONENTS = tuple(m.Opponent(kind="person", name=f"p{at}", played=4, won=2, lost=1) for at in range(20))
STATS = {"war": records(played=20, won=12, opponents=OPPONENTS)}
WAITING = war_table(None, phase="waiting", number=0, chairs=(person("ana"), person("")))
SEATS = tuple(map(person, ("ana", "maximiliana_1234", "", "")))
REASON = "This server speaks another version of the protocol. Update Parlour."


def begun(**changes):
    return UiState(is_new=False, **changes)


def link(state, reason=REASON):
    return replace(lobby_store(), link=Link(state, "ws://localhost:8765", reason), lobby=None, games=(), name="")


def talking(store, lines=12):
    for at in range(lines):
        line = m.Line(who="maximiliana_1234", player=7, text=TALK, manner="player", age_s=float(at), yours=False)
        store = fold(store, m.Heard(room=store.room, line=line), 60.0)
    return store


LOBBIES = {
    "alone": (ALONE, begun()),
    "at the first start": (ALONE, UiState()),
    "tables": (lobby_store(lobby=TABLES, games=GAMES), begun()),
    "a crowd": (CROWD, begun()),
    "a crowd at the first start": (CROWD, UiState()),
    "a long list": (BUSY, begun(pane=2, row=12)),
    "people": (BUSY, begun(pane=4, row=9)),
    "talk": (talking(CROWD), begun()),
    "somebody types": (talking(CROWD), begun(typing=TextInput("say", "漢字 " * 60, 9))),
    "a challenge": (replace(talking(CROWD), matching=challenged("maximiliana_1234")), begun()),
    "somebody types under a challenge": (
        replace(CROWD, matching=challenged()),
        begun(typing=TextInput("say", "wait a moment", 13)),
    ),
    "a seek": (replace(CROWD, matching=seeking("war", "blocky")), begun()),
}
OTHERS = {
    **{
        place: PLACES[place]
        for place in (
            *("history", "tours", "help", "stats", "leaders", "levels", "settings"),
            *("on the way to a table", "an unknown game"),
        )
    },
    **{f"waiting under {panel}": (table_store(WAITING), begun(panel=panel)) for panel in ("menu", "invite", "help")},
    "waiting": (table_store(WAITING), begun()),
    "waiting at a table for four": (
        table_store(with_fields(WAITING, game="blocky", options={}, chairs=SEATS), games=GAMES),
        begun(),
    ),
    "waiting with talk": (talking(table_store(WAITING)), begun()),
    **{
        f"a form for {info.name}": (
            replace(ALONE, games=GAMES),
            begun(panel="form", form=new_form(ALONE, Habits(game=info.name))),
        )
        for info in GAMES
    },
    **{f"rules of {info.name}": (ALONE, begun(panel="rules", topic=info.name)) for info in GAMES},
    "a history without games": (ALONE, begun(panel="history")),
    "help of a history without games": (ALONE, begun(panel="help", under="history")),
    "a long history": (ALONE, begun(panel="history", history=(PAST,) * 99, scroll=50)),
    "long statistics": (replace(CROWD, records=STATS), begun(panel="stats", topic="war")),
    "ranks": (replace(CROWD, leaders={"blocky": LEADERS}), begun(panel="leaders", topic="blocky")),
    "devices": (CROWD, begun(panel="devices")),
    "a challenge under the help": (replace(CROWD, matching=challenged()), begun(panel="help")),
    "connecting": (link("connecting", ""), begun()),
    "no connection": (replace(CROWD, link=Link("down", "ws://localhost", REASON, retry_in_s=3.0)), begun()),
    "refused": (link("refused"), begun()),
    "another window": (link("elsewhere", "You are playing in another window."), begun()),
    "a command": (CROWD, begun(typing=TextInput("command", "ne", 2))),
}
SCREENS = {**LOBBIES, **OTHERS}
EVERYWHERE = [pytest.param(*size, id=f"{size[0]}x{size[1]}") for size in SIZES]
TOUCHING = re.compile(r"[^\W_A][│┌└├]|[│┐┘┤][^\W_A]")
"""A letter or digit beside a frame: a word that was cut there. The A stands in the corner of an ace."""


def fitted(name, columns, rows):
    store, ui = SCREENS[name]
    return store, replace(ui, layout=layout_of(columns, rows))


def drawn(name, columns, rows):
    return page.draw(*fitted(name, columns, rows), (columns, rows), 1.0)


def frames(shown):
    """Every frame on the screen, by its edges: left, top, right and bottom. Fails where one is not whole."""
    for top, row in enumerate(shown):
        for left, corner in enumerate(row):
            if corner == "┌":
                right = row.index("┐", left)
                assert "┌" not in row[left + 1 : right], row
                bottom = next(at for at in range(top + 1, len(shown)) if shown[at][left] != "│")
                assert (shown[bottom][left], shown[bottom][right]) == ("└", "┘"), "\n".join(shown)
                assert {shown[at][right] for at in range(top + 1, bottom)} <= {"│"}, "\n".join(shown)
                yield left, top, right, bottom


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
@pytest.mark.parametrize("name", SCREENS)
def test_no_line_runs_over_another_and_no_word_is_cut_without_an_ellipsis(name, columns, rows):
    with edges() as over:
        drawing = drawn(name, columns, rows)
    assert over == []
    assert is_whole(drawing, (columns, rows))
    shown = lines(drawing)
    assert [row for row in shown if TOUCHING.search(row)] == []


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
@pytest.mark.parametrize("name", [name for name in SCREENS if name != "somebody types"])
def test_every_frame_is_whole_and_leaves_the_first_rows_and_the_last_alone(name, columns, rows):
    shown = lines(drawn(name, columns, rows))
    found = list(frames(shown))
    assert "".join(shown).count("┘") == len(found)
    assert all(1 < top < bottom < rows - 3 for _, top, _, bottom in found)


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
@pytest.mark.parametrize("name", SCREENS)
def test_the_key_bar_holds_whole_keys_among_them_help_and_the_way_back(name, columns, rows):
    store, ui = fitted(name, columns, rows)
    bar = lines(drawn(name, columns, rows))[-1]
    completes = ui.typing is None or ui.typing.prompt == "command"
    keys = [key for key in (TYPING_KEYS if ui.typing else Keymap(store, ui).keys) if completes or key.shown != "Tab"]
    left = bar
    for key in sorted((key for key in keys if key.label), key=lambda key: -len(key.shown + key.label)):
        if key.label != "chat":
            left = re.sub(rf"{re.escape(key.shown)}\)? {re.escape(key.label)}(?=[ )]|$)", "", left)
    left = re.sub(r"t chat(: \d+ new)?|Enter send|↑/|←/", "", left)
    assert not left.strip(" ()"), bar
    wanted = [key for key in keys if key.label and (key.command == "help" or "escape" in key.presses)]
    assert all(f"{key.shown} {key.label}" in bar for key in wanted)


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
@pytest.mark.parametrize("name", LOBBIES)
def test_the_panes_of_the_lobby_fill_the_width_or_two_thirds_of_it_for_one_alone(name, columns, rows):
    shown = lines(drawn(name, columns, rows))
    sides = [at for row in shown for at, sign in enumerate(row) if sign in "┌┐"]
    used = max(sides) + 1 - min(sides)
    is_alone = SCREENS[name][0] is ALONE
    assert used >= (2 * columns // 3 if is_alone else columns)


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
def test_what_is_typed_is_seen_even_where_a_challenge_takes_the_place_of_the_chat(columns, rows):
    shown = "\n".join(lines(drawn("somebody types under a challenge", columns, rows)))
    assert shown.count("wait a moment") == 1


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE[2:])
@pytest.mark.parametrize("name", ["a crowd", "tables", "talk", "a challenge"])
def test_on_a_wide_screen_where_others_are_the_panes_fill_the_height_too(name, columns, rows):
    assert max(bottom for *_, bottom in frames(lines(drawn(name, columns, rows)))) == rows - 4


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
def test_where_there_are_people_and_no_tables_the_people_are_shown_and_no_empty_list(columns, rows):
    shown = "\n".join(lines(page.draw(people_store("ana", "ben"), begun(), (columns, rows), 1.0)))
    if layout_of(columns, rows) != "small":
        assert "ben" in shown
        assert not [pane.empty for pane in SINGLE if pane.empty and pane.empty in shown]


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
@pytest.mark.parametrize("name", ["a challenge", "a seek"])
def test_what_waits_for_an_answer_in_the_lobby_covers_nothing(name, columns, rows):
    found = list(frames(lines(drawn(name, columns, rows))))
    _, top, right, _ = max(found, key=lambda frame: frame[1])
    assert right == columns - 1
    assert all(bottom < top for _, above, _, bottom in found if above < top)


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
@pytest.mark.parametrize("place", ["playing", "watching", "building", "moving cards", "racing"])
@pytest.mark.parametrize("panel", ["menu", "settings"])
def test_a_menu_over_a_board_leaves_only_whole_words_beside_it(place, panel, columns, rows):
    store, ui = PLACES[place]
    before = lines(page.draw(store, ui, (columns, rows), 1.0))
    after = lines(page.draw(store, replace(ui, panel=panel), (columns, rows), 1.0))
    top = next(at for at, row in enumerate(after) if re.search("┌─ (Settings|Table)", row))
    left = re.search("┌─ (Settings|Table)", after[top]).start()
    bottom = next(at for at in range(top, rows) if after[at][left] == "└")
    for row in range(top, bottom + 1):
        kept = after[row][:left].rstrip()
        cut = before[row][len(kept) - 1 : len(kept) + 1]
        assert not (kept and cut.isalnum()), (kept, before[row])


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
def test_the_panes_stand_where_they_will_be_while_the_server_is_waited_for(columns, rows):
    waiting, there = (
        lines(page.draw(store, begun(), (columns, rows), 1.0)) for store in (link("connecting", ""), ALONE)
    )
    assert list(frames(waiting)) == list(frames(there))


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE[2:])
def test_on_a_wide_screen_the_longest_name_is_read_whole_among_the_people(columns, rows):
    shown = "\n".join(lines(page.draw(people_store("ana", "maximiliana_1234"), begun(), (columns, rows), 1.0)))
    assert "maximiliana_1234" in shown


@pytest.mark.parametrize(("columns", "rows"), EVERYWHERE)
def test_what_cannot_be_shown_is_said_in_whole_words(columns, rows):
    assert "…" not in "".join(lines(drawn("an unknown game", columns, rows)))


@pytest.mark.parametrize("panel", ["help", "stats", "history", "tours", "devices"])
def test_under_a_panel_no_sentence_says_what_enter_does_in_the_lobby(panel):
    hint = lines(page.draw(CROWD, begun(), (140, 45), 1.0))[-2].strip()
    assert hint
    assert hint not in "\n".join(lines(page.draw(CROWD, begun(panel=panel, topic="war"), (140, 45), 1.0)))


def test_over_a_panel_that_is_only_read_the_key_bar_has_the_keys_that_work():
    drawing = page.draw(PLACES["playing"][0], begun(panel="help"), (140, 45), 1.0)
    bar = lines(drawing)[-1]
    assert bar.startswith(" Esc ")
    assert "(" not in bar


@pytest.mark.parametrize(("history", "works"), [((), False), ((PAST,), True)])
def test_the_keys_of_a_history_without_games_are_greyed(history, works):
    keymap = Keymap(ALONE, begun(panel="history", history=history))
    assert {keymap.resolve(key).works for key in ("enter", "up", "down", "pageup", "pagedown")} == {works}
    assert keymap.resolve("escape").works


def test_whoever_is_refused_reads_why_and_is_offered_only_what_works():
    store, ui = SCREENS["refused"]
    drawing = page.draw(store, ui, (80, 24), 1.0)
    assert " ".join(" ".join(line.strip("│ ") for line in lines(drawing)).split()).count(REASON) == 1
    keymap = Keymap(store, ui)
    assert keymap.resolve("n") is keymap.resolve("enter") is None
    assert {key.label for key in keymap.keys if key.label} == {"command", "help", "quit"}


SHORTENED = tuple(name[:at] for name in ("maximiliana_1234", "wise-20") for at in range(3, len(name)))
"""How names end that were shortened on purpose."""


def cut_rows(shown):
    """The rows in which something other than a name or a chat message ends in an ellipsis."""
    parts = [(row, part) for row in shown for part in row.split("…")[:-1]]
    return [row for row, part in parts if not part.endswith(SHORTENED) and "漢" not in row]


@given(st.integers(60, 200), st.integers(20, 60), st.sampled_from(sorted(SCREENS)), st.data())
def test_no_sentence_is_cut_at_any_size_whatever_is_marked(columns, rows, name, data):
    store, ui = fitted(name, columns, rows)
    if name in LOBBIES:
        lists = lobby_rows(store, ui)
        pane = data.draw(st.sampled_from([each for each, lines_ in enumerate(lists) if lines_]))
        ui = replace(ui, pane=pane, row=data.draw(st.integers(0, len(lists[pane]) - 1)))
    elif ui.form is not None:
        ui = replace(ui, form=replace(ui.form, row=data.draw(st.integers(0, len(ui.form.fields)))))
    else:
        ui = replace(ui, scroll=data.draw(st.integers(0, 60)))
    assert cut_rows(lines(page.draw(store, ui, (columns, rows), 1.0))) == []
