import pytest

from client.fullscreen.ui import keys as k
from client.fullscreen.ui.bindings import Keymap, active_keys
from client.fullscreen.ui.state import UiState
from client.games import find
from client.hosting.local_addresses import LocalMachine
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import person, war_table, war_view
from tests.support.games import pegs
from tests.support.games.blocky_tables import SHEET as BLOCKY
from tests.support.games.blocky_tables import blocky_table
from tests.support.games.blocky_tables import seen as blocky_seen
from tests.support.games.blocky_tables import state as blocky
from tests.support.games.street_tables import SHEET as STREETS_SHEET
from tests.support.games.street_tables import STREET, street, street_table
from tests.support.games.street_tables import seen as seen_street
from tests.support.games.streets import layout, race
from tests.support.games.sums import after, sums_table
from tests.support.games.tower_tables import SHEET as TOWER
from tests.support.games.tower_tables import seen, state, tower_table

OVER = table_store(war_table(war_view(left=(0, 0)), phase="over", turn=()))


def command(press, store, ui):
    resolved = Keymap(store, ui).resolve(press)
    return resolved and resolved.command


def is_on(key, store, ui):
    return Keymap(store, ui).is_on(key)


def test_each_screen_has_its_own_keys_and_those_of_everywhere():
    assert set(k.LOBBY_KEYS) < set(active_keys(lobby_store(), UiState()))
    assert set(find("war").keys) < set(active_keys(table_store(), UiState()))
    assert set(k.OVER_KEYS) < set(active_keys(OVER, UiState()))
    assert set(k.WAITING_KEYS) < set(active_keys(table_store(war_table(None, phase="waiting")), UiState()))
    assert set(k.PANEL_KEYS["form"]) < set(active_keys(lobby_store(), UiState(panel="form")))
    assert set(k.GLOBAL_KEYS) < set(active_keys(lobby_store(), UiState()))
    for store in (table_store(), OVER, Store(room="K7QF")):
        assert {*k.GLOBAL_KEYS, *k.BACK_KEYS} <= set(active_keys(store, UiState()))


@pytest.mark.parametrize(
    ("ui", "label"), [(UiState(), ""), (UiState(filter="war"), "back"), (UiState(panel="stats"), "back")]
)
def test_the_way_back_stands_in_the_lobbys_bar_only_where_there_is_one(ui, label):
    (escape,) = [key for key in active_keys(lobby_store(), ui) if "escape" in key.presses]
    assert (escape.command, escape.label) == ("back", label)


def test_a_terminal_too_small_has_keys_to_get_out():
    assert active_keys(table_store(), UiState(is_cramped=True)) == k.CRAMPED_KEYS
    assert command("p", table_store(), UiState(panel="help", is_cramped=True)) == "plain"


PLAYING, LOBBY = table_store(), lobby_store()
FLIPPED = table_store(war_table(war_view(flipped=(True, False))))
WATCHING = table_store(war_table(war_view(seat=None), seat=None))
UNKNOWN = table_store(war_table(war_view(), game="chess"))
TOWERS = table_store(tower_table(seen(state())))
MINE, THEIRS, WATCHED = (table_store(blocky_table(blocky_seen(blocky(), seat))) for seat in (0, 1, None))
OVER_ALONE = {"phase": "over", "turn": ()}
ALONE = table_store(street_table(seen_street(race(STREET)), **OVER_ALONE))
RACED = table_store(street_table(seen_street(race(STREET, STREET)), **OVER_ALONE))


@pytest.mark.parametrize(
    ("press", "store", "ui", "expected"),
    [
        pytest.param("space", WATCHING, UiState(), None, id="a spectator does not play"),
        pytest.param("space", UNKNOWN, UiState(), None, id="a game nobody here knows has no keys"),
        pytest.param("enter", PLAYING, UiState(), "flip", id="the command that works just now: to play"),
        pytest.param("enter", OVER, UiState(), "leave over", id="the command that works just now: to leave"),
        pytest.param("enter", LOBBY, UiState(), "choose", id="the command that works just now: to choose"),
        pytest.param("space", FLIPPED, UiState(), "flip", id="what cannot be done now says why"),
        pytest.param("4", PLAYING, UiState(), "auto 4", id="a key of several gives its own command"),
        pytest.param("2", LOBBY, UiState(), "start 2", id="a digit of several gives its own command"),
        pytest.param("up", TOWERS, UiState(), "aim up", id="an arrow marks"),
        pytest.param("up", TOWERS, UiState(panel="help"), "up", id="under an open panel it scrolls"),
        pytest.param("tab", MINE, UiState(), "pass", id="a key that moves does not show another pane"),
        pytest.param("tab", THEIRS, UiState(), "pass", id="nor while another is on turn"),
        pytest.param("tab", WATCHED, UiState(), "next", id="but does for a spectator"),
        pytest.param("A", ALONE, UiState(), "repeat", id="a deal played alone may be played again"),
        pytest.param("A", RACED, UiState(), None, id="a race is not played again"),
        pytest.param("A", table_store(sums_table(after(1), **OVER_ALONE)), UiState(), None, id="nor what has no deal"),
        pytest.param("z", table_store(sums_table(after(2, 1))), UiState(), "takeback", id="a move is taken back"),
        pytest.param("z", PLAYING, UiState(), None, id="but not where the game knows none"),
        pytest.param("z", table_store(sums_table(after(2), None)), UiState(), None, id="nor by a spectator"),
        pytest.param("z", table_store(sums_table(after(2), **OVER_ALONE)), UiState(), None, id="nor at the end"),
        pytest.param("z", table_store(sums_table(after(3), gave_up=(0,))), UiState(), None, id="nor by who gave up"),
        pytest.param("z", UNKNOWN, UiState(), None, id="nor in an unknown game"),
    ],
)
def test_a_key_stands_for(press, store, ui, expected):
    assert command(press, store, ui) == expected


def test_a_key_that_aims_at_nothing_scrolls():
    with pegs.known():
        table = table_store(pegs.pegs_table())
        assert command("up", table, UiState()) == "up"
        assert command("up", table, UiState(mark=("at 1 1",))) == "aim up"


@pytest.mark.parametrize("panel", ["help", "invite", "stats", "levels"])
def test_nothing_is_played_or_chosen_through_an_open_panel(panel):
    opened = UiState(panel=panel)
    asked = m.Offer(kind="draw", seat=0, agreed=(), time_left_s=30.0)
    question = table_store(sums_table(after(2, 1), 1, request=asked))
    for press, store in (("space", table_store()), ("a", table_store()), ("enter", OVER), ("r", OVER), ("y", question)):
        assert command(press, store, UiState()) is not None
        assert command(press, store, opened) is None
    for press in ("enter", "1", "n", "w"):
        assert command(press, lobby_store(), opened) is None
    assert not any(is_on(key, table_store(), opened) for key in find("war").keys)


@pytest.mark.parametrize("panel", ["help", "invite", "stats", "levels"])
def test_an_open_panel_is_scrolled_and_closed_and_the_keys_of_everywhere_work_there(panel):
    opened = UiState(panel=panel)
    for store in (table_store(), lobby_store()):
        assert [command(press, store, opened) for press in ("escape", "?", "c-q", "t")] == [
            "back", "help", "quit", "talk",
        ]  # fmt: skip
    assert [command(press, table_store(), opened) for press in ("up", "down", "pageup")] == ["up", "down", "page up"]
    assert command("i", table_store(), UiState(panel="invite")) == "invite"
    assert command("i", table_store(), UiState(panel="help")) is None


def test_the_invitation_asks_by_its_own_keys_where_the_server_is_ones_own_to_open():
    def keys(reach, panel="invite"):
        ui = UiState(panel=panel, machine=LocalMachine("ana", "192.168.1.5", is_open=False, has_ssh=False, reach=reach))
        return [command(press, table_store(), ui) for press in ("y", "n")]

    assert keys("") == ["open network", "back"]
    assert keys("wss://192.168.1.5:8765") == [None, "close network"]
    assert keys(None) == keys("", panel="help") == [None, None]


def test_what_is_asked_is_answered_by_keys_that_are_bound_only_then():
    asked = m.Offer(kind="takeback", seat=0, agreed=(), time_left_s=30.0)
    table = table_store(sums_table(after(2, 1), 1, request=asked))
    assert (command("y", table, UiState()), command("n", table, UiState())) == ("agree", "decline")
    gave_up = sums_table(after(3, 1), 1, request=asked, gave_up=(1,))
    for other in (sums_table(after(2, 1), 1), sums_table(after(2, 1), 0, request=asked), gave_up):
        assert not set(k.REQUEST_KEYS) & set(active_keys(table_store(other), UiState()))


def test_who_played_alone_plays_again_and_a_seat_left_open_is_filled():
    over = {"phase": "over", "turn": ()}
    assert set(k.ALONE_OVER_KEYS) < set(active_keys(table_store(sums_table(after(1), **over)), UiState()))
    left = table_store(war_table(war_view(), chairs=(person("ana"), person("")), **over))
    assert {*k.OVER_KEYS, *k.WAITING_KEYS} < set(active_keys(left, UiState()))


STREETS = find("streets_and_alleys").keys


def key(shown, label):
    return next(key for key in STREETS if (key.shown, key.label) == (shown, label))


def test_an_entry_is_on_where_any_of_its_keys_does_something():
    first_is_empty = table_store(street_table(street(layout("", "3D"))))
    assert is_on(key("0-7", "move"), first_is_empty, UiState())
    assert not is_on(key("0-7", "move"), table_store(street_table(street(layout(foundations="AC - - -")))), UiState())


def test_an_entry_is_on_where_another_entry_of_its_key_does_something():
    assert command("enter", OVER, UiState()) == "leave over"
    assert is_on(next(key for key in find("war").keys if "enter" in key.presses), OVER, UiState())
    assert not is_on(key("u", "undo"), table_store(street_table(street())), UiState())


@pytest.mark.parametrize(
    ("press", "store", "asked"),
    [
        pytest.param("R", table_store(street_table(street(), ply=1)), key("R", "restart").asks, id="a move was made"),
        pytest.param("R", table_store(street_table(street())), "", id="not before the first move"),
        pytest.param("u", table_store(street_table(street(), ply=1)), "", id="not one that gives nothing up"),
        pytest.param("tab", MINE, "Tab again passes.", id="one that makes a move, before the first one too"),
        pytest.param("R", table_store(street_table(seen_street(race(STREET, STREET)), ply=1)), "", id="not in vain"),
    ],
)
def test_a_key_asks_before_it_gives_something_up(press, store, asked):
    keymap = Keymap(store, UiState())
    assert keymap.question(keymap.resolve(press)) == asked


KNOWN = (*lobby_store().games, TOWER, STREETS_SHEET, BLOCKY)


def helping(table, name="hint"):
    keys = active_keys(table_store(table, games=KNOWN), UiState())
    return [key.label for key in keys if key.command == name]


def test_a_hint_has_a_key_where_the_game_gives_any():
    for table in (tower_table(seen(state())), street_table(street()), blocky_table(blocky_seen(blocky(seats=1)))):
        assert helping(table) == ["hint"]
        assert command("h", table_store(table, games=KNOWN), UiState()) == "hint"
    assert helping(war_table(war_view())) == []
    assert helping(street_table(street(), seat=None)) == []


def test_only_where_it_can_be_told_there_is_a_key_to_ask_whether_one_can_win():
    assert helping(street_table(street()), "prospect") == ["can I win?"]
    assert command("w", table_store(blocky_table(blocky_seen(blocky(seats=1))), games=KNOWN), UiState()) == "aim out"


def test_where_nobody_is_helped_the_key_stands_in_no_bar_and_says_so():
    racing = street_table(seen_street(race(STREET, STREET)))
    for table in (racing, street_table(street(), serious=True)):
        assert helping(table) == [""]
        assert command("h", table_store(table, games=KNOWN), UiState()) == "hint"
