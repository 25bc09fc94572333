"""What people read says "table", and nothing that docs/wording.md rules out: literals, tours, rules and screens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from server.lobby.game_info import game_infos
from tests.support.structure.wording import BANNED, banned, found, texts

ROOT = Path(__file__).parents[1]
SCREENS = sorted((ROOT / "tests/golden/client").rglob("*.txt"))
TOURS = sorted((ROOT / "client/tours").glob("*.json"))
RULES = sorted((ROOT / "client/games/rulebook").glob("*.txt"))
CLAIM = "== "
"""Begins a line with what a test claims."""
CODE = ("room=", '"room":', "'room':", "Room(", "rooms=")
"""What stands in golden files for the code's own values, which nobody reads on a screen."""


@pytest.mark.parametrize("folder", ["client", "server", "engines"])
def test_no_literal_has_a_banned_phrase(folder):
    assert found(ROOT / folder) == {}


def test_no_screen_and_no_sentence_of_the_golden_files_has_one():
    lines = [
        (file.name, line) for file in SCREENS for line in file.read_text().splitlines() if not line.startswith(CLAIM)
    ]
    assert len(lines) > 1000
    assert [each for each in lines if any(banned(each[1])) and not any(code in each[1] for code in CODE)] == []


def test_no_tour_and_no_rule_has_one():
    said = [step["say"] for file in TOURS for step in json.loads(file.read_text())["steps"]]
    said += [file.read_text() for file in RULES]
    assert len(said) > len(TOURS)
    assert [text for text in said if any(banned(text))] == []


def test_what_is_told_of_options_and_levels_is_a_sentence_that_fits_in_a_line():
    told = [
        about
        for info in game_infos()
        for about in (each.about for each in (*info.options, *info.levels, *info.numbered))
    ]
    assert len(told) > 20
    assert [about for about in told if len(about) > 92 or not about[0].isupper() or not about.endswith(".")] == []


def test_a_banned_phrase_is_found_wherever_it_stands_in_a_text():
    source = '"""Rooms of a room."""\nroom = f"You left room {room}."\nlog("event=left room=%s")\nname = "room"\n'
    assert list(texts(source)) == [(2, "You left room {}.")]
    assert all(list(banned(text)) == [next(iter(BANNED))] for _, text in texts(source))
