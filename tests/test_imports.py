"""No file imports what it must not, and the checker would notice one that does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.structure.imports import PACKAGES, RULES, broken, imported, violations

ROOT = Path(__file__).parents[1]


def test_every_file_keeps_to_the_import_rules():
    assert list(violations(ROOT)) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_is_looked_at(package):
    assert list((ROOT / package).rglob("*.py"))


def test_tests_are_no_package_that_could_be_shipped():
    assert list((ROOT / "tests").rglob("__init__.py")) == []


FORBIDDEN = [
    ("engines/chance.py", "import random"),
    ("engines/war/rules.py", "import asyncio"),
    ("engines/war/rules.py", "from os import path"),
    ("engines/war/rules.py", "import msgspec"),
    ("engines/war/rules.py", "from protocol.messages import Play"),
    ("engines/war/rules.py", "from engines.blocky.rules import State"),
    ("engines/war/view.py", "from engines.war.rules import State"),
    ("engines/war/view.py", "from engines.war import rules"),
    ("engines/war/view.py", "from . import rules"),
    ("engines/streets_and_alleys/layout.py", "from engines.streets_and_alleys.rules import State"),
    ("engines/streets_and_alleys/moves.py", "from engines.streets_and_alleys.solver.solver import solve"),
    ("engines/streets_and_alleys/view.py", "from engines.blocky.moves import text"),
    ("engines/blocky/view.py", "from engines.tower_blaster.view import Options"),
    ("engines/blocky/block.py", "from engines.blocky import rules"),
    ("engines/blocky/goals.py", "from engines.blocky.bots.levels import LEVELS"),
    ("engines/blocky/moves.py", "from engines.blocky.game import GAME"),
    ("engines/war/view.py", "from engines.war.game import GAME"),
    ("engines/streets_and_alleys/solver/solver.py", "from ..game import GAME"),
    ("protocol/codec.py", "import engines.game"),
    ("protocol/codec.py", "import asyncio"),
    ("protocol/codec.py", "import websockets"),
    ("server/room/step.py", "import time"),
    ("server/room/step.py", "from asyncio import sleep"),
    ("server/room/inputs.py", "import time"),
    ("server/app/server.py", "from client import store"),
    ("server/hosting/host.py", "import websockets"),
    ("server/hosting/host.py", "import sqlite3"),
    ("server/net/tls.py", "from cryptography import x509"),
    ("client/net/connection.py", "import mnemonic"),
    ("client/portal/visit.py", "import asyncssh"),
    ("client/fullscreen/screens/overlays/invitation.py", "import segno"),
    ("client/fullscreen/app.py", "from engines.war import rules"),
    ("client/fullscreen/app.py", "from engines.war.rules import view"),
    ("client/fullscreen/app.py", "from engines.war.game import GAME"),
    ("client/games/blocky/drawing/draw.py", "from engines.blocky import bots"),
    ("client/fullscreen/app.py", "import engines"),
    ("client/fullscreen/app.py", "from engines.streets_and_alleys import solver"),
    ("client/fullscreen/app.py", "from engines.catalog import games"),
    ("client/hosting/server.py", "from server.app.serving import main"),
    ("client/fullscreen/app.py", "import websockets"),
    ("client/state/store.py", "import prompt_toolkit"),
    ("client/games/war.py", "from prompt_toolkit.styles import Style"),
    ("client/bots/bot.py", "from importlib import import_module"),
]


@pytest.mark.parametrize(("path", "line"), FORBIDDEN)
@pytest.mark.parametrize(
    "place",
    ["{}", "if TYPE_CHECKING:\n    {}", "def f():\n    {}", "try:\n    {}\nexcept ImportError:\n    pass"],
    ids=["at the top", "for types alone", "in a function", "in a try"],
)
def test_a_forbidden_import_is_found_wherever_it_stands(tmp_path, path, line, place):
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(place.format(line))
    (found,) = violations(tmp_path)
    assert found.startswith(f"{path} imports ")


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engines/war/rules.py", "from dataclasses import dataclass"),
        ("engines/war/rules.py", "from engines.war import variants, view"),
        ("engines/war/view.py", "from engines.cards import Card"),
        ("engines/streets_and_alleys/view.py", "from engines.streets_and_alleys.layout import Layout"),
        ("engines/streets_and_alleys/moves.py", "from engines.streets_and_alleys.layout import Layout"),
        ("engines/blocky/bots/levels.py", "from engines.blocky import rules"),
        ("engines/blocky/view.py", "from engines.blocky import block, goals, moves"),
        ("engines/blocky/goals.py", "from engines.blocky.block import Block"),
        ("protocol/codec.py", "import msgpack, msgspec"),
        ("server/room/step.py", "from server import clock"),
        ("server/room/step.py", "from engines.catalog import games"),
        ("server/hosting/host.py", "import asyncio, time"),
        ("server/net/connection.py", "from websockets.frames import Frame"),
        ("server/storage/sqlite/journal.py", "import sqlite3"),
        ("client/fullscreen/app.py", "from engines.war.view import Flip"),
        ("client/fullscreen/app.py", "from engines.war import view"),
        ("client/games/streets.py", "from engines.streets_and_alleys.layout import Layout"),
        ("client/games/blocky/drawing/draw.py", "from engines.blocky import block, goals, moves, view"),
        ("client/fullscreen/screens/lobby/screen.py", "from prompt_toolkit.layout import Window"),
        ("client/net/connection.py", "import websockets"),
        ("client/hosting/server.py", "import subprocess"),
    ],
)
def test_an_import_within_the_rules_is_left_alone(path, line):
    assert [name for name in imported(path, line) if broken(path, name)] == []


def test_every_rule_is_broken_by_some_forbidden_import():
    found = {rule for path, line in FORBIDDEN for name in imported(path, line) for rule in broken(path, name)}
    assert found == set(RULES)
