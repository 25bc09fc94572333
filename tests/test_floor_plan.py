"""Every folder keeps to the floor plan, says so itself, and the plan stands on the architecture page as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.structure import floor_plan
from tests.support.structure.floor_plan import PLAN, ROOT


def test_every_import_between_folders_is_in_the_plan():
    assert floor_plan.unplanned(ROOT) == []


def test_nothing_in_the_plan_is_left_over():
    assert floor_plan.unused(ROOT) == []


def test_every_folder_is_in_the_plan():
    places = floor_plan.modules(ROOT)
    rooms = {floor_plan.room_of(place, places) for place in places}
    assert [room for room in sorted(rooms) if floor_plan.line(room) is None] == []


def test_no_imports_run_in_a_circle_or_too_deep():
    assert floor_plan.circles(ROOT) == []


def test_no_folder_has_too_many_entries():
    assert floor_plan.crowds(ROOT) == []


@pytest.mark.parametrize("room", [room for room in PLAN if (ROOT / room).is_dir()])
def test_a_folders_docstring_ends_with_what_it_may_import(room):
    source = (ROOT / room / "__init__.py").read_text(encoding="utf-8")
    assert floor_plan.described(room, source) == source


def test_the_architecture_page_shows_the_plan():
    page = (ROOT / floor_plan.PAGE).read_text(encoding="utf-8")
    assert floor_plan.written(page, ROOT) == page


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree that keeps to the plan: a match, and a room above it."""
    for place in ("server/room/match", "server/room", "client", "engines", "protocol"):
        (tmp_path / place).mkdir(parents=True, exist_ok=True)
        (tmp_path / place / "__init__.py").write_text('"""A folder."""\n')
    (tmp_path / "server/room/match/clock.py").write_text("import time\n")
    (tmp_path / "server/room/step.py").write_text("from server.room.match import clock\n")
    return tmp_path


def test_an_import_against_the_plan_is_found(tree):
    assert floor_plan.unplanned(tree) == []
    (tree / "server/room/match/clock.py").write_text("def f():\n    from server.room.step import step\n")
    assert floor_plan.unplanned(tree) == ["server/room/match/clock imports server/room/step"]


def test_a_game_needs_no_line_of_its_own(tree):
    for number in range(floor_plan.MAX_ENTRIES + 1):
        (tree / f"engines/game{number}").mkdir()
        (tree / f"engines/game{number}/view.py").write_text("from engines import game\n")
    (tree / "engines/game.py").touch()
    (tree / "engines/game0/view.py").write_text("from protocol import messages\n")
    (tree / "protocol/messages.py").touch()
    assert floor_plan.unplanned(tree) == ["engines/game0/view imports protocol/messages"]
    assert floor_plan.crowds(tree) == []


def test_a_circle_is_found_between_modules_and_between_folders(tree):
    assert floor_plan.circles(tree) == []
    (tree / "server/room/match/clock.py").write_text("from server.room import step\n")
    assert floor_plan.circles(tree) == ["the entries of server/room import each other in a circle"]


def test_imports_that_lie_too_deep_are_found(tree):
    for floor in range(floor_plan.MAX_FLOORS + 1):
        (tree / f"server/room/floor{floor}.py").write_text(f"from server.room import floor{floor + 1}\n")
    assert floor_plan.circles(tree) == [f"the imports in server/room are {floor_plan.MAX_FLOORS + 1} floors deep"]


def test_a_folder_with_too_many_entries_is_found(tree):
    for number in range(floor_plan.MAX_ENTRIES):
        (tree / f"server/room/entry{number}.py").touch()
    assert floor_plan.crowds(tree) == [f"server/room has {floor_plan.MAX_ENTRIES + 2} entries"]
