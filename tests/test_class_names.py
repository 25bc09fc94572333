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


def is_message_and_input(modules: list[str]) -> bool:
    """Whether one is a message and the other the input that it becomes."""
    return modules == ["protocol/messages/commands.py", "server/room/inputs.py"]


def test_a_class_name_stands_once_but_for_what_games_supply_and_messages_that_become_inputs():
    twice = {name: modules for name, modules in places().items() if len(modules) > 1}
    assert {name for name in twice if name not in EVERY_GAME_HAS and not is_message_and_input(twice[name])} == set()


def test_a_class_that_every_game_has_stands_in_every_game():
    engines = {path.parent.name for path in (ROOT / "engines").glob("*/view.py")}
    for name in EVERY_GAME_HAS:
        assert {Path(module).parent.name for module in places()[name]} == engines
