"""A public class name stands once in the code, so that whoever reads it knows which class is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

from tests.support.structure.imports import PACKAGES

ROOT = Path(__file__).parents[1]
EVERY_GAME_HAS = {"Options", "State", "View"}


def places() -> dict[str, list[str]]:
    """The modules that define each public class."""
    found = defaultdict(list)
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(file.relative_to(ROOT).as_posix())
    return found


def are_of_different_games(modules: list[str]) -> bool:
    """Whether each is a game's own: games never meet, so that two may call a move of theirs the same."""
    folders = [tuple(module.split("/")[:-1]) for module in modules]
    return all(folder[0] == "engines" and len(folder) > 1 for folder in folders) and (
        len({folder[1] for folder in folders}) == len(modules)
    )


def is_message_and_input(modules: list[str]) -> bool:
    """Whether one is a message and the other the input that it becomes."""
    message, *inputs = modules
    return message.startswith("protocol/messages/") and inputs == ["server/room/inputs.py"]


def test_a_class_name_stands_once_but_for_what_games_supply_and_messages_that_become_inputs():
    twice = {name: modules for name, modules in places().items() if len(modules) > 1}
    allowed = (are_of_different_games, is_message_and_input)
    assert {name: modules for name, modules in twice.items() if not any(may(modules) for may in allowed)} == {}


def test_a_class_that_every_game_has_stands_in_every_game():
    engines = {path.parent.name for path in (ROOT / "engines").glob("*/view.py")}
    for name in EVERY_GAME_HAS:
        assert {Path(module).parent.name for module in places()[name]} == engines
