"""What follows from keys, clicks and lines, without a terminal."""

from dataclasses import fields, replace

import pytest
from msgspec.structs import replace as replace_struct

from client.commands.levels import next_level
from client.commands.seats import chosen_level
from client.fullscreen.events import on_event
from client.fullscreen.screens.lobby import rows
from client.fullscreen.ui.form import Form
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput
from client.fullscreen.update import point, press, run
from client.games.blocky.selection import first_selection
from client.games.streets_and_alleys.optimistic import ahead as foreseen
from client.state.fold import fold
from client.state.habits import Habits
from client.state.store import Opened, Said, Sent
from protocol import messages as m
from tests.support.builders.lobbies import TABLES
from tests.support.builders.stores import WAR as WAR_SHEET
from tests.support.builders.stores import listing, lobby_store, table_store
from tests.support.builders.tables import person, war_table, war_view
from tests.support.games.blocky_tables import SHEET as BLOCKY_SHEET
from tests.support.games.blocky_tables import blocky_table
from tests.support.games.blocky_tables import seen as blocky_seen
from tests.support.games.blocky_tables import state as blocky
from tests.support.games.street_tables import SHEET as STREETS_SHEET
from tests.support.games.street_tables import STREET, street, street_table
from tests.support.games.street_tables import seen as street_seen
from tests.support.games.streets import race
from tests.support.games.tower_tables import SHEET as TOWER_SHEET
from tests.support.games.tower_tables import seen, state, tower_table
from tests.support.games.towers import play
from tests.support.golden.sentences import for_each, golden_test

OPEN = replace_struct(
    lobby_store().lobby, open=(listing("K7QF", "ben"), listing("M3XA", "cleo", "scouts")), people=(), rooms=2, online=3
)
STORE = lobby_store(lobby=OPEN)
HOLDING = play(state(), "take pile")
TOWER = table_store(tower_table(seen(HOLDING)))
TABLE = table_store()
HELPED = (BLOCKY_SHEET, TOWER_SHEET, STREETS_SHEET)
STREETS = table_store(street_table(street()), games=HELPED)
MOVED = table_store(street_table(street_seen(race(STREET, lines=("01",))), ply=3), games=HELPED)
TOURED = lobby_store(games=(BLOCKY_SHEET, STREETS_SHEET, TOWER_SHEET, STORE.games[0]))
TYPING = TextInput("command", "pl", 2)


def session(store, *acts, ui=None):
    """What each key does, or each line of a list: what is to be done, and what changes on the UiState."""
    ui, told = ui or UiState(is_new=False), []
    for act in acts:
        if isinstance(act, list):
            step, name = run(store, ui, *act), f":{act[0]}"
        else:
            step, name = press(store, ui, act, act if len(act) == 1 else ""), act
        told.append(f"{name}: {'; '.join([*map(effect, step.effects), *changes(ui, step.ui)]) or 'nothing'}")
        ui = step.ui
    return told


def effect(what):
    match what:
        case Said(text="", is_refusal=False):
            return "what was said goes"
        case Said(text=text, is_refusal=refused):
            return f"{'refused' if refused else 'said'}, {text}"
        case _:
            return repr(what)


def changes(before, after):
    """What is another on the UiState."""
    for name in (field.name for field in fields(UiState)):
        if (new := getattr(after, name)) != getattr(before, name):
            yield f"{name}={short(new)}"


def short(value):
    """What tells a value of the UiState from another."""
    match value:
        case Habits(game=game):
            return game
        case Form(command=command, row=row):
            return f"{command} (line {row})"
        case _:
            return repr(getattr(value, "slot", value))


def keys(store, ui, *names):
    """The step after keys pressed one after the other, and everything to be done meanwhile."""
    effects = []
    for name in names:
        step = press(store, ui, name, name if len(name) == 1 else "")
        ui = step.ui
        effects += [effect for effect in step.effects if effect != Said("")]
    return ui, effects


def test_a_key_shows_the_hint_again_that_news_of_something_else_had_covered():
    hint = m.Advice(ref=0, room="KQFM", number=1, ply=0, about="hint", move="flip", text="Space flips.")
    covered = fold(fold(table_store(), hint, 0.0), Said("The theme is paper."), 0.0)
    assert press(covered, UiState(), "down").effects[0] == Said("")
    assert Said("") not in press(table_store(sentence="The theme is paper."), UiState(), "down").effects


def test_a_refusal_goes_with_the_next_thing_that_can_be_done():
    refused = replace(STORE, sentence="This is the lobby.", refused=True)
    typed, _ = keys(refused, UiState(), ":", *"challenge ben war")
    for ui, key in ((UiState(), "?"), (UiState(), "down"), (typed, "enter")):
        assert press(refused, ui, key).effects.count(Said("")) == 1
    assert press(refused, UiState(), "!", "!").effects[0].is_refusal
    assert Said("") not in press(STORE, UiState(), "?").effects


def test_only_so_many_commands_are_remembered():
    ui = UiState()
    for number in range(60):
        ui, _ = keys(STORE, ui, ":", *f"start {number}", "enter")
    assert len(ui.past) == 50


def test_another_screen_starts_afresh():
    ui = UiState(row=2, panel="help", habits=Habits("war"))
    assert on_event(STORE, table_store(), ui) == UiState(habits=Habits("war"))
    assert on_event(STORE, STORE, ui) == ui


def test_the_lobby_marks_the_game_played_last():
    games = (*STORE.games[1:], STORE.games[0])
    assert on_event(lobby_store(games=()), lobby_store(games=games), UiState()).row == 0
    home = on_event(table_store(), lobby_store(games=games), UiState(habits=Habits("streets")))
    assert home.row == 1


def test_arrows_in_the_line_of_a_game_change_the_level_it_begins_against():
    store = lobby_store(games=(WAR_SHEET, BLOCKY_SHEET))
    ui, effects = keys(store, UiState(row=1), "right", "right", "left")
    assert not effects
    assert chosen_level(BLOCKY_SHEET, ui.habits) == next_level(chosen_level(BLOCKY_SHEET, Habits()), 1, BLOCKY_SHEET)
    (row,) = (row for row in rows.rows(store, ui)[rows.PLAY] if row.command == "continue blocky")
    assert row.edges[1].startswith("◂ ")


def test_arrows_to_the_side_go_to_another_list_where_there_is_no_level():
    store = lobby_store(games=(WAR_SHEET, BLOCKY_SHEET), lobby=TABLES)
    ui, effects = keys(store, UiState(row=2), "right")
    assert (ui.pane, effects) == (rows.OPEN, [])
    assert keys(store, ui, "left")[0].pane == rows.PLAY


def test_a_digit_goes_on_with_a_game_against_the_computer_and_n_makes_another():
    store = at_lobby()
    habits = Habits(opponents={"war": ("computer:flipper",)})
    assert keys(store, UiState(habits=habits), "1")[1] == [Opened("KQFM")]
    assert keys(store, UiState(habits=habits), "enter")[1] == [Opened("KQFM")]
    assert keys(store, UiState(habits=habits), "n")[0].panel == "form"
    other = Habits(opponents={"war": ("computer:oracle",)})
    assert [type(effect) for effect in keys(store, UiState(habits=other), "1")[1]] == [m.Create]


def at_lobby(**changes):
    """The lobby, with War against the computer among one's own games, which are marked."""
    flipper = m.SeatInfo(kind="computer", name="flipper", won=0)
    chairs = (person("ana"), flipper)
    rooms = table_store(war_table(war_view(), **{"chairs": chairs, **changes})).rooms
    return lobby_store(games=(WAR_SHEET,), rooms=rooms)


@pytest.mark.parametrize(
    "changes",
    [{}, {"phase": "over", "ply": 9}, {"seat": None}, {"gave_up": (0,), "ply": 3}, {"phase": "waiting"}],
    ids=["untouched", "over", "watched", "given up", "not begun"],
)
def test_x_leaves_at_once_where_nothing_is_lost(changes):
    ui, effects = keys(at_lobby(**changes), UiState(pane=rows.YOURS), "x")
    assert (effects, ui.question) == ([m.Leave(room="KQFM")], None)


@pytest.mark.parametrize(
    "changes", [{"ply": 1}, {"serious": True}, {"chairs": (person("ana"), person("ben"))}], ids=str
)
def test_x_asks_first_where_a_game_would_be_lost_and_y_leaves_and_n_does_not(changes):
    store = at_lobby(**changes)
    ui, effects = keys(store, UiState(pane=rows.YOURS), "x")
    assert effects == []
    assert "KQFM" in ui.question.question
    assert keys(store, ui, "y")[1] == [m.Leave(room="KQFM")]
    kept, others = keys(store, ui, "n")
    assert kept.question is None
    assert not any(isinstance(effect, m.Leave) for effect in others)


def test_x_on_no_game_of_ones_own_says_what_to_do():
    for store, pane in ((at_lobby(), rows.PLAY), (lobby_store(), rows.YOURS)):
        (refusal,) = keys(store, UiState(pane=pane), "x")[1]
        assert refusal.is_refusal


def test_what_is_marked_stays_marked_until_another_room_is_on_screen():
    later = table_store(tower_table(seen(play(HOLDING, "place 4")), seq=2, ply=1))
    assert on_event(TOWER, later, UiState(mark="a mark")).mark == "a mark"
    assert on_event(TOWER, lobby_store(), UiState(mark="a mark")).mark is None
    assert on_event(TOWER, table_store(tower_table(seen(HOLDING), room="R9TD")), UiState(mark="a mark")).mark is None


def test_the_panel_to_invite_closes_once_the_game_begins():
    waiting, begun = table_store(war_table(None, phase="waiting", number=0)), table_store(war_table(war_view()))
    assert on_event(waiting, waiting, UiState(panel="invite")).panel == "invite"
    assert on_event(waiting, begun, UiState(panel="invite")).panel == ""
    assert on_event(waiting, begun, UiState(panel="help")).panel == "help"
    assert on_event(begun, begun, UiState(panel="invite")).panel == "invite"


def test_a_mark_that_a_game_begins_with_stands_as_soon_as_its_table_is_here():
    table = blocky_table(blocky_seen(blocky()))
    arrived = on_event(lobby_store(), table_store(table), UiState())
    assert arrived.mark == first_selection(blocky_seen(blocky()))
    begun = on_event(table_store(war_table(None, phase="waiting")), table_store(table), UiState())
    assert begun.mark == arrived.mark
    assert on_event(table_store(table), table_store(table), replace(arrived, mark="a mark")).mark == "a mark"
    for other in (lobby_store(), TOWER, table_store(war_table(war_view(), game="chess"))):
        assert on_event(lobby_store(), other, UiState()).mark is None


def test_of_a_mark_stays_what_the_game_keeps_once_the_move_on_its_way_is_made():
    store = table_store(street_table(street()))
    picked = run(store, UiState(), "aim 7").ui
    sent = fold(store, Sent(m.Play(room="KQFM", number=1, ply=0, move="MTF 7 0")), 0.0)
    assert on_event(store, sent, picked).mark.picked is not None
    ahead = run(sent, picked, "aim 0").ui
    assert on_event(sent, sent, ahead).mark == ahead.mark
    moved = table_store(street_table(foreseen(street(), "MTF 7 0"), ply=1, seq=2))
    assert on_event(sent, moved, picked).mark.picked is None
    assert on_event(sent, moved, ahead).mark == ahead.mark


def test_an_old_refusal_goes_once_another_place_is_marked_but_not_by_pointing():
    refused = replace(TOWER, sentence="No.", refused=True)
    assert press(refused, UiState(), "up").effects == (Said(""),)
    assert press(TOWER, UiState(), "up").effects == ()
    assert point(refused, UiState(), "", "aim up").mark == press(refused, UiState(), "up").ui.mark


def test_what_the_pointer_is_over_is_marked_and_hinted_at():
    ui = point(TOWER, UiState(), "A slot.", "aim up")
    assert (ui.hint, ui.mark.slot) == ("A slot.", 2)
    assert point(TOWER, ui, "", "") == replace(ui, hint="")


def test_pointing_does_nothing_but_mark_and_says_nothing_of_what_it_cannot():
    assert point(table_store(), UiState(), "A card.", "aim up") == UiState(hint="A card.")
    assert point(table_store(), UiState(), "", "flip") == UiState()
    assert point(TOWER, UiState(is_new=True), "", "nonsense") == UiState(is_new=True)


def advised(table, move, ui=None):
    """The Store and the UiState at a table once a hint at a move has come."""
    asked = m.Advice(
        ref=0, room=table.room, number=table.number, ply=table.ply, about="hint", move=move, text="So: thus."
    )
    before = table_store(table, games=HELPED)
    store = fold(before, asked, 0.0)
    return store, on_event(before, store, ui or UiState())


@pytest.mark.parametrize(
    ("table", "move"),
    [
        (tower_table(seen(HOLDING)), "place 7"),
        (tower_table(seen(state())), "take discard"),
        (street_table(street()), "MTT 0 1"),
        (blocky_table(blocky_seen(blocky(seats=1))), "swap horizontally 0"),
    ],
)
def test_a_hint_marks_its_move_in_sight_and_enter_makes_it(table, move):
    store, ui = advised(table, move, UiState(pane=1))
    assert ui.pane == 0
    assert [effect.move for effect in keys(store, ui, "enter")[1]] == [move]


def test_an_answer_without_a_move_marks_nothing_and_a_hint_marks_once():
    store, ui = advised(street_table(street()), None)
    assert ui.mark is None or not ui.mark.picked
    store, ui = advised(street_table(street()), "MTT 0 1")
    moved, _ = keys(store, ui, "down")
    again = fold(store, m.Presence(room="KQFM", present=(True,), watchers=0, spectators=()), 1.0)
    assert on_event(store, again, moved).mark == moved.mark


def test_who_invites_from_the_lobby_comes_to_a_table_of_their_own_where_the_invitation_opens():
    made = press(STORE, UiState(), "i")
    (create,) = made.effects
    assert (create.seats, create.listed) == (("me", "open"), False)
    store = fold(STORE, m.Entered(ref=0, room="KQFM", seat=0), 0.0)
    ui = on_event(STORE, store, made.ui)
    assert (ui.panel, ui.is_inviting) == ("invite", False)


def test_who_has_a_table_with_an_open_seat_invites_there():
    waiting = war_table(war_view(), phase="waiting", chairs=(person("ana"), person("")))
    waiting = replace_struct(waiting, chairs=(waiting.chairs[0], m.SeatInfo(kind="open", name="", won=0)))
    store = fold(fold(STORE, waiting, 0.0), Opened(None), 0.0)
    assert press(store, UiState(), "i").effects == (Opened(waiting.room),)


def test_an_invitation_that_cannot_be_opens_nothing_later():
    made = press(STORE, UiState(), "i")
    refused = m.Refused(code="too-many", text="No.", about="create", ref=0, room=None, retry_after_s=None)
    store = fold(STORE, refused, 0.0)
    assert not on_event(STORE, store, made.ui).is_inviting


SAID = {
    "enter starts the first game and space flips": lambda: [*session(STORE, "enter"), *session(TABLE, "space")],
    "the first key ends the greeting": lambda: session(STORE, "down", ui=UiState()),
    "a table that is made becomes the habit": lambda: session(
        STORE, ["new war scouts"], ["play war"], ui=UiState(panel="form")
    ),
    "the mark moves within its pane and on to the next": lambda: session(
        STORE, *["down"] * 6, "up", "tab", "s-tab", "s-tab"
    ),
    "a click marks a line and only a choice chooses it": lambda: session(STORE, *[["mark 2 1"]] * 2, ["choose"]),
    "a digit starts its line": lambda: for_each(lambda key: session(STORE, key), ["3", "4", "5"]),
    "a code joins once it is confirmed": lambda: session(STORE, *"jm3xa", "enter"),
    "a filter filters while it is typed and is undone by escape": lambda: for_each(
        lambda keys: session(STORE, *"/cl", *keys), [["escape"], ["enter", "escape"]]
    ),
    "a filter that is opened again starts with what was there": lambda: session(STORE, "/", ui=UiState(filter="ben")),
    "a typed command is done and remembered": lambda: session(STORE, *":lobby", "enter", ":", "up"),
    "an empty command is none": lambda: session(STORE, ":", "enter"),
    "tab completes as far as it can": lambda: for_each(
        lambda keys: session(STORE, *keys, "tab")[-1], [":q", ":rem", ":zz", "jk"]
    ),
    "the keys of everywhere work while something is typed": lambda: for_each(
        lambda ui: [
            *session(STORE, "c-c", ui=ui),
            *session(STORE, "c-q", ui=ui),
            *session(STORE, "c-l", ui=ui),
        ],
        [UiState(), UiState(typing=TYPING)],
    ),
    "other keys do nothing while something is typed": lambda: session(
        STORE, "s-tab", ui=UiState(typing=TYPING, is_new=False)
    ),
    "escape closes what is open first and leaves a table for the lobby and keeps the seat": lambda: session(
        TABLE, "escape", "escape", ui=UiState(panel="help")
    ),
    "escape ends watching": lambda: session(table_store(war_table(war_view(seat=None), seat=None)), "escape"),
    "escape in the lobby says how to leave": lambda: session(STORE, "escape"),
    "the form is filled in by keys": lambda: session(
        STORE, "n", "down", "right", "tab", "space", "left", "left", "enter"
    ),
    "the form is filled in by clicks": lambda: session(STORE, ["new"], ["mark 0 1"], ["mark 0 1"], ["mark 0 99"]),
    "a table is scrolled and its pane changed": lambda: session(TABLE, "up", "down", "down", "up", "tab"),
    "a key can be clicked": lambda: [
        *session(STORE, ["press ?"]),
        *session(TABLE, ["press space"]),
        *session(STORE, ["press enter"], ui=UiState(typing=TextInput("command", "lobby", 5))),
    ],
    "statistics are asked for and shown until escape closes them": lambda: session(
        STORE, ["stats war"], "escape", ui=UiState(scroll=3)
    ),
    "arrows mark the places of a game that has some and stay among them": lambda: [
        *session(TOWER, *["up"] * 6),
        *session(TOWER, *["down"] * 8),
    ],
    "pages scroll and arrows do in an open panel": lambda: [
        *session(TOWER, "pagedown", "pageup", "pageup"),
        *session(TOWER, "?", "down"),
    ],
    "a key that gives something up asks and does it when pressed again": lambda: [
        *session(MOVED, "N"),
        *session(
            replace(MOVED, sentence=press(MOVED, UiState(), "N").effects[0].text),
            "N",
            ui=press(MOVED, UiState(), "N").ui,
        ),
    ],
    "it asks anew once something else was said": lambda: session(
        replace(MOVED, sentence="15 moves possible."), "N", "R", "N"
    ),
    "it does so at once before the first move and where it is typed": lambda: [
        *session(STREETS, "N"),
        *session(MOVED, ["R"]),
    ],
    "a command that was begun is typed on": lambda: session(STREETS, "g"),
    "h asks for a hint and w whether the deal can be won": lambda: [*session(STREETS, "h"), *session(STREETS, "w")],
    "the levels of the game on screen or of one that is named open and close": lambda: [
        *session(STREETS, ["levels"], ["levels"]),
        *session(STREETS, ["levels tower"]),
    ],
    "who wants to learn chooses a game and begins with the one played last": lambda: for_each(
        lambda keys: session(TOURED, "6", *keys, ui=UiState(habits=Habits("blocky"))),
        [["enter"], ["down", "enter"], [*["up"] * 3, "enter"], [*["down"] * 4, "enter"], ["4"], ["escape"]],
    ),
    "a tour is chosen by two clicks and one that is named begins at once": lambda: [
        *session(TOURED, ["learn"], ["mark 0 2"], ["mark 0 2"]),
        *session(TOURED, ["learn streets"]),
    ],
    "at a table the tour of its game begins without a choice": lambda: session(
        replace(STREETS, games=TOURED.games), ["learn"]
    ),
    "there is nothing to choose in an empty pane": lambda: [
        *session(STORE, "enter", ui=UiState(pane=rows.LIVE)),
        *session(STORE, ["mark 7 0"], ["start 9"], ["more"]),
        *session(TABLE, ["mark 0 0"]),
    ],
    "what is pasted is typed": lambda: (
        press(STORE, UiState(typing=TextInput("command")), "paste", "join\nK7QF").ui.typing.text
    ),
    "a key without a meaning says so if it writes something": lambda: session(STORE, "%", "f7"),
    "a form and what is changed in it clear what was said before": lambda: session(STORE, "n", "right"),
    "the form without a server says why": lambda: session(lobby_store(games=()), ["new"]),
    "what is switched is told": lambda: [
        *session(STORE, ["sound off"]),
        *session(STORE, ["mouse"], ui=UiState(mouse=False)),
        *session(TABLE, ["auto 4"], ["auto"], ["auto off"]),
    ],
    "the marked place is chosen": lambda: [*session(TOWER, "enter"), *session(TOWER, "up", "space")],
    "another palette is taken and told": lambda: session(STORE, ["palette"], ["palette texture"], ["palette"]),
    "without colours there is one palette": lambda: session(
        STORE, ["palette safe"], ui=UiState(palette="texture", has_colour=False)
    ),
    "where nobody is helped the key says so": lambda: [
        *session(table_store(street_table(street(), serious=True), games=HELPED), "h"),
        *session(TABLE, "h"),
    ],
    "there is no tour of a line that is not there": lambda: [
        *session(TOURED, ["learn"], "5"),
        *session(TOURED, ["choose"], ui=UiState(panel="tours", scroll=9)),
    ],
}

test_said = golden_test(__name__, SAID)
