"""The client's part of Blocky."""

from dataclasses import replace

import pytest
from msgspec import structs

from client.fullscreen import update
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.games.blocky import CLIENT, describe
from client.games.blocky.selection import WAYS
from client.state.fold import fold
from client.state.store import Said, Sent
from engines.blocky.block import Square
from engines.blocky.view import Options
from tests.support.builders.stores import table_store
from tests.support.games.blocky_tables import aimed, blocky_table, seen, state
from tests.support.games.boards import play
from tests.support.golden.sentences import for_each, golden_test

KEYS = {
    "a": "turn left",
    "d": "turn right",
    "q": "swap left-right",
    "e": "swap top-bottom",
    "space": "smash",
    "c": "combine",
    "r": "paint",
    "w": "aim out",
    "o": "next",
    **{way: f"aim {way}" for way in WAYS},
    **{f"s-{way}": f"aim {way} 1" for way in WAYS},
}


def pressed(press, *words):
    """The command that a key comes to."""
    view = seen(state())
    mark = aimed(view, *words) if words else None
    return Keymap(table_store(blocky_table(view)), UiState(mark=mark)).resolve(press).command


def test_the_moves_are_the_rules_own_and_found_once():
    moves = CLIENT.legal(seen(state()))
    assert "rotate clockwise 0.1" in moves
    assert moves[-1] == "pass"
    assert CLIENT.legal(seen(state())) is moves
    assert CLIENT.legal(seen(state(), 1)) == ()


def test_every_key_has_its_command():
    assert {press: pressed(press) for press in KEYS} == KEYS
    assert pressed("s", "at 4 0") == "aim in"


@pytest.mark.parametrize("press", "adqecrw")
def test_letters_work_in_both_cases(press):
    assert pressed(press) == pressed(press.upper())


def test_tab_asks_before_it_passes_and_anew_after_a_takeback():
    alone, passed = (blocky_table(seen(table)) for table in (state(seats=1), play(state(seats=1), "pass")))
    store = table_store(alone)
    (asked,) = update.press(store, UiState(), "tab").effects
    assert asked == Said("Press Tab again to pass.", is_refusal=True)
    again = replace(store, sentence=asked.text, refused=True)
    (*_, passing) = update.press(again, UiState(), "tab").effects
    assert passing.move == "pass"
    later = fold(fold(again, Sent(passing), 0.0), structs.replace(passed, seq=2, ply=1), 1.0)
    taken_back = fold(later, structs.replace(alone, seq=3), 2.0)
    for store in (later, taken_back):
        assert update.press(store, UiState(), "tab").effects == (asked,)


def test_a_pointer_that_stays_in_one_block_gives_no_reason_to_draw_anew():
    store = table_store(blocky_table(seen(state())))
    ui = update.point(store, UiState(), "", "aim at 4 0 0 0")
    moved = update.point(store, ui, "", "aim at 7 3 0 0")
    assert moved == ui
    assert update.run(store, moved, "aim in").ui.mark.square == Square(6, 2, 2)


def test_every_command_of_a_key_can_be_typed():
    view = seen(state(board="((3011)213)", depth=2))
    for key in CLIENT.keys:
        match key.command.split(" ", 1):
            case ["aim", words]:
                CLIENT.marking.aim(view, aimed(view, "at 2 0"), words)
            case ["next"] | ["hint"] | ["pick"]:
                pass
            case _:
                mark = {"smash": aimed(view, "at 0 0"), "paint": aimed(view, "at 3 0", "in")}
                assert CLIENT.reading.parse(key.command, view, mark.get(key.command, aimed(view, "at 2 0")))


def test_the_keys_fit_into_the_help_and_the_key_bar():
    assert len({key.shown for key in CLIENT.keys}) == len(CLIENT.keys)
    assert all(key.about.endswith(".") and len(key.about) <= 45 for key in CLIENT.keys)
    labelled = [key for key in CLIENT.keys if key.label]
    assert sum(len(f"{key.shown} {key.label}") + 2 for key in labelled[:8]) + len("? help") + 2 <= 80


def test_plain_mode_is_told_every_move_and_how_a_block_is_named():
    view = seen(state(board="((3011)213)", depth=2))
    blocks = {"smash": "1", "paint": "3,0", "combine": "0"}
    *lines, (address, _) = CLIENT.reading.typed
    assert address == "BLOCK"
    for line, about in lines:
        block = blocks.get(line.removesuffix(" BLOCK"), "board")
        assert CLIENT.reading.parse(line.replace("BLOCK", block), view, None)
        assert about.endswith(".")


SAID = {
    "a table is described by what is not as usual": lambda: for_each(
        describe,
        [
            Options(),
            Options(depth=3, moves=5),
            Options(goal="blob", goals="secret", ties="shared"),
            Options(goal="perimeter"),
            Options(moves=1),
        ],
    ),
}

test_said = golden_test(__name__, SAID)
