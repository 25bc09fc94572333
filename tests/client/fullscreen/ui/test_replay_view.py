"""Going through games that are over: what follows from keys, clicks and lines."""

from dataclasses import replace

import pytest

from client.commands import actions
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.replay_view import open_history, open_replay
from client.fullscreen.ui.state import UiState, leave_screen
from client.fullscreen.update import press, run
from client.history.replay import go_to
from client.history.saved.entry import read_saved_games
from client.state.store import Said
from tests.support.builders.stores import lobby_store, table_store
from tests.support.builders.tables import war_table, war_view
from tests.support.golden.reviews import filed, reviewed
from tests.support.golden.sentences import for_each, golden_test

REPLAY = reviewed()
LAST = REPLAY.last
REPLAYING = UiState(replay=REPLAY)
STORE = lobby_store()
OVER = war_table(war_view(left=(0, 0)), phase="over", turn=(), number=3)


def pressed(ui, *keys, store=STORE):
    """The UiState after keys, and everything to be done meanwhile."""
    effects = []
    for key in keys:
        step = press(store, ui, key, key if len(key) == 1 else "")
        ui = step.ui
        effects += [effect for effect in step.effects if effect != Said("")]
    return ui, effects


def refusal(step):
    (said,) = step.effects
    assert said.is_refusal
    return said.text


@pytest.fixture
def listed(tmp_path):
    """The lobby with a list of three games over it."""
    for number, code in ((1, "ABCD"), (2, "EFGH"), (3, "JKLM")):
        filed(tmp_path, number=number, code=code)
    return open_history(UiState(), read_saved_games(tmp_path))


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (("right",), 21),
        (("left",), 19),
        (("home",), 0),
        (("end",), LAST),
        (("pageup",), 10),
        (("pagedown",), 30),
    ],
)
def test_keys_go_through_the_events(keys, place):
    ui, effects = pressed(UiState(replay=go_to(REPLAY, 20)), *keys)
    assert ui.replay.at == place
    assert effects == []


@pytest.mark.parametrize(("key", "place"), [("left", 0), ("pageup", 0), ("home", 0), ("right", LAST), ("end", LAST)])
def test_a_key_that_leads_beyond_the_first_or_last_event_is_greyed_and_says_why(key, place):
    ui = UiState(replay=go_to(REPLAY, place))
    assert not Keymap(STORE, ui).resolve(key).works
    step = press(STORE, ui, key)
    assert step.ui.replay.at == place
    assert refusal(step)


@pytest.mark.parametrize(("line", "place"), [("event 7", 7), ("event +3", 13), ("event -3", 7), ("event last", LAST)])
def test_what_keys_do_can_be_typed(line, place):
    assert run(STORE, UiState(replay=go_to(REPLAY, 10)), line).ui.replay.at == place


def test_on_another_screen_the_replay_is_closed():
    assert leave_screen(UiState(replay=REPLAY)).replay is None


def test_the_replay_opens_over_everything():
    ui = open_replay(UiState(panel="history", scroll=2), REPLAY)
    assert (ui.replay, ui.panel, ui.scroll) == (REPLAY, "", 0)


def test_a_game_of_the_list_is_marked_and_stepped_through(listed):
    ui, effects = pressed(listed, "down", "down", "down", "up", "enter")
    assert ui.scroll == 1
    assert effects == [Said("Loading the replay ..."), actions.OpenReplay(str(listed.history[1].path))]


def test_a_file_with_spaces_in_its_name_is_found_all_the_same(tmp_path):
    filed(tmp_path / "my games")
    ui = open_history(UiState(), read_saved_games(tmp_path / "my games"))
    assert pressed(ui, "enter")[1][-1] == actions.OpenReplay(str(ui.history[0].path))


def test_a_second_click_on_a_game_steps_through_it(listed):
    marked = run(STORE, listed, "mark 0 2")
    assert (marked.ui.scroll, marked.effects) == (2, ())
    assert actions.OpenReplay(str(listed.history[2].path)) in run(STORE, marked.ui, "mark 0 2").effects


def done(ui, *keys, store=STORE):
    """Where keys lead: what is open, whether the replay runs, and what is to be done."""
    ui, effects = pressed(ui, *keys, store=store)
    replay = ui.replay and ("▶ " if ui.replay.rolls else "") + f"event {ui.replay.at}"
    return ui.panel or replay or "the screen below", *effects


def effects_of(line, ui=REPLAYING, store=STORE):
    return run(store, ui, line).effects


SAID = {
    "space lets it go on and stops it": lambda: for_each(
        lambda keys: done(REPLAYING, *keys), [["space"], ["space"] * 2]
    ),
    "other eyes are fetched": lambda: (done(REPLAYING, "v"), effects_of("see ben")),
    "escape closes the help then goes back to what lies behind and leaves where nothing does": lambda: (
        done(REPLAYING, "?"),
        done(REPLAYING, "?", "escape"),
        done(REPLAYING, "escape", store=table_store()),
        done(UiState(replay=replace(REPLAY, is_all=True)), "escape"),
        done(open_history(UiState(), ()), "escape", store=table_store()),
    ),
    "a game that is over or the one before is stepped through by a key or a line": lambda: (
        done(UiState(), "p", store=table_store(OVER)),
        effects_of("replay", UiState(), table_store(war_table(war_view(), number=2))),
        effects_of("replay KQFM-2 ben", UiState()),
    ),
    "events are named in one of a few ways": lambda: refusal(run(STORE, UiState(replay=REPLAY), "event soon")),
    "without a replay there is none to go through": lambda: for_each(
        lambda line: refusal(run(STORE, UiState(), line)), ["event 1", "run", "see"]
    ),
    "a game that is not over cannot be replayed": lambda: refusal(run(table_store(), UiState(), "replay")),
    "the list of games is fetched": lambda: (
        pressed(UiState(), "h")[1],
        run(STORE, UiState(), "history war").effects,
        refusal(run(STORE, UiState(), "history chess")),
    ),
    "an empty list has nothing to choose": lambda: refusal(press(table_store(), open_history(UiState(), ()), "enter")),
}

test_said = golden_test(__name__, SAID)
