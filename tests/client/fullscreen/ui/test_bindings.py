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


def question(press, store, ui):
    keymap = Keymap(store, ui)
    return keymap.question(keymap.resolve(press))


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


def test_a_spectator_has_no_keys_to_play_with():
    watching = table_store(war_table(war_view(seat=None), seat=None))
    assert not set(find("war").keys) & set(active_keys(watching, UiState()))


def test_a_terminal_too_small_has_keys_to_get_out():
    assert active_keys(table_store(), UiState(is_cramped=True)) == k.CRAMPED_KEYS


def test_a_game_nobody_here_knows_has_no_keys():
    assert command("space", table_store(war_table(None, game="chess")), UiState()) is None


def test_a_key_gives_the_command_that_works_just_now():
    assert command("enter", table_store(), UiState()) == "flip"
    assert command("enter", OVER, UiState()) == "leave over"
    assert command("enter", lobby_store(), UiState()) == "choose"


def test_a_key_that_cannot_be_used_now_gives_the_command_that_says_why():
    assert command("space", table_store(war_table(war_view(flipped=(True, False)))), UiState()) == "flip"


def test_a_key_of_several_gives_its_own_command():
    assert command("4", table_store(), UiState()) == "auto 4"
    assert command("2", lobby_store(), UiState()) == "start 2"


def test_a_key_that_aims_at_nothing_scrolls():
    with pegs.known():
        table = table_store(pegs.pegs_table())
        assert command("up", table, UiState()) == "up"
        assert command("up", table, UiState(mark=("at 1 1",))) == "aim up"


def test_under_an_open_panel_the_arrows_scroll():
    table = table_store(tower_table(seen(state())))
    assert command("up", table, UiState()) == "aim up"
    assert command("up", table, UiState(panel="help")) == "up"


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


def test_a_terminal_that_became_too_small_with_the_help_open_still_offers_plain_mode():
    assert command("p", table_store(), UiState(panel="help", is_cramped=True)) == "plain"


def test_a_key_that_moves_never_scrolls_nor_shows_another_pane():
    mine, theirs, watched = (table_store(blocky_table(blocky_seen(blocky(), seat))) for seat in (0, 1, None))
    assert command("tab", mine, UiState()) == command("tab", theirs, UiState()) == "pass"
    assert command("tab", watched, UiState()) == "next"


def test_what_is_asked_is_answered_by_keys_that_are_bound_only_then():
    asked = m.Offer(kind="takeback", seat=0, agreed=(), time_left_s=30.0)
    table = table_store(sums_table(after(2, 1), 1, request=asked))
    assert (command("y", table, UiState()), command("n", table, UiState())) == ("agree", "decline")
    gave_up = sums_table(after(3, 1), 1, request=asked, gave_up=(1,))
    for other in (sums_table(after(2, 1), 1), sums_table(after(2, 1), 0, request=asked), gave_up):
        assert not set(k.REQUEST_KEYS) & set(active_keys(table_store(other), UiState()))


def test_a_move_is_taken_back_by_a_key_only_where_the_game_knows_that():
    assert command("z", table_store(sums_table(after(2, 1))), UiState()) == "takeback"
    over, gave_up = sums_table(after(2), phase="over", turn=()), sums_table(after(3), gave_up=(0,))
    unknown = war_table(war_view(), game="chess")
    for other in (war_table(war_view()), sums_table(after(2), None), over, gave_up, unknown):
        assert command("z", table_store(other), UiState()) is None


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


def test_a_key_asks_first_once_a_move_was_made():
    restart = key("R", "restart")
    assert question("R", table_store(street_table(street(), ply=1)), UiState()) == restart.asks
    assert question("R", table_store(street_table(street())), UiState()) == ""
    assert question("u", table_store(street_table(street(), ply=1)), UiState()) == ""


def test_a_key_that_makes_a_move_asks_before_the_first_one_too():
    assert question("tab", table_store(blocky_table(blocky_seen(blocky()))), UiState()) == "Tab again passes."


def test_a_key_that_cannot_do_it_asks_nothing():
    racing = table_store(street_table(seen_street(race(STREET, STREET)), ply=1))
    assert question("R", racing, UiState()) == ""


def test_who_played_a_deal_alone_may_play_it_again():
    over = {"phase": "over", "turn": ()}
    alone, racing = seen_street(race(STREET)), seen_street(race(STREET, STREET))
    assert command("A", table_store(street_table(alone, **over)), UiState()) == "repeat"
    assert command("A", table_store(street_table(racing, **over)), UiState()) is None
    assert command("A", table_store(sums_table(after(1), **over)), UiState()) is None


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
