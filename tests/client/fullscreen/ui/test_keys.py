"""Every key that is named is bound, and every key that is bound is named."""

from dataclasses import replace
from functools import cache

import pytest
from prompt_toolkit.keys import Keys

from client.commands.verb_table import VERBS, CommandContext, read
from client.fullscreen.screens.overlays.panels import help_lines
from client.fullscreen.terminal.window import NOT_KEYS, OUR_NAMES
from client.fullscreen.ui import keys as k
from client.fullscreen.ui.active_keys import active_keys
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.text_input import TextInput, edit
from client.fullscreen.update import press
from client.games import find
from client.state.habits import Habits
from engines import catalog
from tests.support import facts
from tests.support.builders.places import PLACES
from tests.support.builders.stores import lobby_store
from tests.support.laws.walks import walk

pytestmark = pytest.mark.slow

GAME_KEYS = tuple((name, key) for name in catalog.games() for key in find(name).keys)
OUR_KEYS = tuple(("war", key) for key in (*k.CRAMPED_KEYS, *k.SCREEN_KEYS))
PRESSED = {OUR_NAMES.get(key.value, key.value) for key in Keys if key not in NOT_KEYS} | {"space"}
UNMOVED = ("up", "down", "page up", "page down", "next", "previous", "more", "less")
"""Commands that do nothing where there is nowhere to go."""


@pytest.mark.parametrize(
    "key",
    [*k.SCREEN_KEYS, *k.TYPING_KEYS, *(key for _, key in GAME_KEYS)],
    ids=lambda key: f"{key.shown}-{key.command}",
)
def test_every_named_key_is_one_that_the_toolkit_can_press(key):
    assert all(len(press) == 1 or press in PRESSED for press in key.presses)
    assert key.shown
    assert key.about.endswith(".")


@pytest.mark.parametrize(("game", "key"), [*OUR_KEYS, *GAME_KEYS], ids=lambda each: getattr(each, "command", each))
def test_every_key_stands_for_a_command_that_can_be_typed(game, key):
    word = key.typed(key.presses[0]).split()[0]
    assert word in VERBS or word in words_of_moves(game), f"{key.shown} of {game} stands for {key.command!r}"


@cache
def words_of_moves(game):
    """The first words of a game's moves, as they are in a walk and as the help of line mode has them."""
    known, typed = facts.find(game), (words for words, _ in find(game).reading.typed)
    walked = walk(catalog.find(game), known, next(iter(known.tables.values())), catalog.find(game).seats[-1], bytes(32))
    legal = (text(move) for text in [walked.game.rules.text] for _, _, moves in walked.choices() for move in moves)
    return {written.split()[0] for written in (*typed, *legal)}


@pytest.mark.parametrize("key", k.TYPING_KEYS, ids=lambda key: key.shown)
def test_every_key_while_typing_is_an_edit_or_an_end(key):
    assert key.command in ("accept", "cancel", "complete") or edit(TextInput("command"), key.command)


@pytest.mark.parametrize("place", PLACES)
def test_the_help_names_exactly_the_keys_that_are_bound(place):
    store, ui = PLACES[place]
    named = [(line.key, line.about) for line in help_lines(store, ui)]
    for key in (*active_keys(store, ui), *k.TYPING_KEYS):
        assert (key.shown, key.about) in named


@pytest.mark.parametrize("place", PLACES)
def test_the_help_opened_by_its_key_names_the_keys_of_what_it_lies_over(place):
    store, ui = PLACES[place]
    opened = press(store, ui, "?", "?").ui
    if ui.panel != "help" and not ui.is_cramped and ui.machine is None and ui.question is None:
        assert opened.panel == "help"
        named = {(line.key, line.about) for line in help_lines(store, opened)}
        bound = Keymap(store, ui).resolve
        assert named >= {(key.shown, key.about) for key in active_keys(store, ui) if bound(key.presses[0])}
        assert press(store, opened, "escape").ui.panel == ui.panel


@pytest.mark.parametrize("place", PLACES)
def test_the_help_names_every_command_that_is_typed(place):
    store, ui = PLACES[place]
    lines = help_lines(store, ui)
    named = {line.typed.removeprefix(":").split()[0] for line in lines if line.typed.startswith(":")}
    named |= {line.key for line in lines}
    elsewhere = {key.command.split()[0] for key in k.SCREEN_KEYS}
    assert {verb.name for verb in VERBS.values() if verb.about and (verb.takes or verb.name not in elsewhere)} <= named


@pytest.mark.parametrize("place", PLACES)
def test_every_bound_key_does_something_or_says_why_not(place):
    store, ui = PLACES[place]
    for key in active_keys(store, ui):
        for name in (name for name in key.presses if Keymap(store, ui).resolve(name)):
            step = press(store, ui, name, name if len(name) == 1 else "")
            changed = step.ui != replace(ui, is_new=False)
            assert changed or step.effects or Keymap(store, ui).resolve(name).command in UNMOVED, key


@pytest.mark.parametrize("place", PLACES)
def test_a_key_that_nothing_names_does_nothing_but_say_so(place):
    store, ui = PLACES[place]
    named = {name for key in active_keys(store, ui) for name in key.presses}
    for name in {"Z", "%", "é", "f7", "c-t"} - named:
        step = press(store, ui, name, name if len(name) == 1 else "")
        assert not step.ui.typing
        assert all("does nothing here" in effect.text for effect in step.effects)


def test_every_command_of_a_key_bar_is_read_without_a_fault():
    for store, ui in PLACES.values():
        for key in active_keys(store, ui):
            try:
                read(key.typed(key.presses[0]), CommandContext(store, Habits()))
            except ValueError as error:
                assert str(error).endswith((".", "?")), key  # noqa: PT017 - some may be refused, in a sentence


def test_typing_takes_every_printable_key():
    store, ui = lobby_store(), UiState(typing=TextInput("command"))
    for char in "q:?m/1é漢":
        ui = press(store, ui, char, char).ui
    assert ui.typing.text == "q:?m/1é漢"
