"""The game on the page about adding a game is found, and keeps every law, as do its client and the generic one."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import engines
from client.drawing.theme import LOOKS
from client.games import generic
from client.state import reading
from engines import catalog
from engines.chance import Chance
from tests.support.builders.scenes import is_whole, scene_of, text_of
from tests.support.golden.tours import KEY
from tests.support.laws import client_laws
from tests.support.laws.client_walks import ClientWalk
from tests.support.laws.laws import LAWS, hold
from tests.support.laws.walks import walk, walk_from
from tests.support.structure.imports import broken, imported

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```python\n# (\S+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
LOOKS_AT = 6
"""Places of a walk at which a law about clients looks closely."""
FILES = {path: source for path, source in BLOCKS.items() if path.startswith(("client/", "engines/", "tests/"))}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The page's files on disk, in a second folder of engines."""
    root = tmp_path_factory.mktemp("page")
    for path, source in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(source)
    (root / "engines" / "sticks" / "__init__.py").touch()
    return root


@pytest.fixture(scope="module")
def game(folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "__path__", [*engines.__path__, str(folder / "engines")])
        yield catalog.games.__wrapped__()["sticks"]
    for name in [name for name in sys.modules if name.startswith("engines.sticks")]:
        del sys.modules[name]
    del engines.sticks


@pytest.fixture(scope="module")
def facts(game):
    names = {}
    exec(FILES["tests/games/sticks.py"], names)
    return names["FACTS"]


def test_the_page_has_the_files_it_lists():
    listed = set(re.findall(r"^    (engines/sticks/(?!__init__)\S+)", PAGE, re.MULTILINE))
    assert {*listed, "client/games/sticks.py", "tests/games/sticks.py"} == set(FILES)
    assert len(FILES) == 7


def test_the_page_names_every_style_of_a_canvas():
    listed = PAGE.partition("The styles that every `Canvas` knows")[2].partition("A game's own")[0]
    assert re.findall(r"[a-z-]+", listed.partition("\n\n")[2]) == list(LOOKS)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("table", ["usual", "few"])
def test_its_game_keeps_the_law(law, table, game, facts):
    hold(law, walk(game, facts, facts.tables[table], 2, bytes(32)))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_its_named_position_keeps_the_law(law, game, facts):
    hold(law, walk_from(game, facts, facts.positions["the last stick"], bytes(32)))


def test_its_tour_begins_with_the_player_and_ends_before_the_game_does(game, facts):
    script = facts.tour
    state = game.rules.setup(game.rules.Options(**script.options), script.seats, Chance(KEY, script.deal))
    for _, own, *others in script.lines:
        for seat, text in enumerate((own, *others)):
            state = game.rules.apply(state, seat, game.rules.read(text), Chance(KEY))
    assert game.rules.turn(state)


def test_its_hints_win_from_a_won_position_and_its_prospects_say_who_does(game):
    state = game.rules.setup(game.rules.Options(sticks=21), 2, Chance(bytes(32)))
    winner = state.mover
    while seats := game.rules.turn(state):
        (seat,) = seats
        view, chance = game.rules.view(state, seat), Chance(bytes(32), state.sticks)
        assert (game.help.prospect(view, chance).reason == "You can win, whatever happens.") == (seat == winner)
        hinted, careless = game.help.hint(view, chance).move, game.bots["careless"].choose(view, chance)
        move = game.rules.read(hinted) if seat == winner else careless
        state = game.rules.apply(state, seat, move, chance)
    assert game.rules.outcome(state).winners == (winner,)


def test_its_game_plays_in_the_client_without_a_file_there(game):
    client = generic.client("sticks")
    state = game.rules.setup(client.Options(sticks=2), 2, Chance(bytes(32)))
    assert client.legal(game.rules.view(state, state.mover)) == ("take 1", "take 2")


@pytest.mark.parametrize("size", [(100, 27), (80, 19), (60, 15)])
def test_its_screen_shows_the_sticks_that_can_be_taken_and_its_sentences_tell_who_took_them(size, game):
    names = {"__name__": "client.games.sticks"}
    exec(FILES["client/games/sticks.py"], names)
    client, before = names["CLIENT"], client_view(game)
    drawn = client.drawing.draw(scene_of(before, ("ana", "ben"), size))
    assert is_whole(drawn, size)
    assert text_of(drawn).count("|") == before.sticks
    moves = [client.reading.parse(f"at {column} 2", before, None) for column in (6, 5, 4)]
    assert moves == ["take 1", "take 2", "take 3"]
    assert {style for line in drawn.lines for style, _ in line} <= {*LOOKS, *client.drawing.styles, ""}
    after = replace(before, sticks=before.sticks - 2, mover=1 - before.mover)
    assert client.saying.sentences(before, after, ("ana", "ben"), None) == ("ana takes 2 sticks; 19 left.",)
    assert client.saying.say(after, ("ana", "ben"), 1) == ("19 sticks left.", "It's your turn.")
    assert client.saying.status(after, 0) == "19 left"


@pytest.mark.parametrize("law", client_laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("kind", ["generic", "own"])
def test_its_client_keeps_the_law_and_so_does_the_generic_one(law, kind, game, facts, monkeypatch):
    names = {"__name__": "client.games.sticks"}
    exec(FILES["client/games/sticks.py"], names)
    client = names["CLIENT"] if kind == "own" else generic.client("sticks")
    monkeypatch.setattr(reading, "find", lambda _: client)
    walked = walk(game, facts, facts.tables["usual"], 2, bytes(32))
    client_laws.hold(law, ClientWalk(client, walked, LOOKS_AT))


def client_view(game):
    """The view of seat 0, on turn at the beginning."""
    return replace(game.rules.view(game.rules.setup(game.rules.Options(), 2, Chance(bytes(32))), 0), mover=0)


@pytest.mark.parametrize("path", FILES)
def test_its_files_keep_to_the_import_rules(path):
    assert [name for name in imported(path, FILES[path]) if broken(path, name)] == []


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=["checked", "formatted"])
def test_its_files_would_pass_the_linter(path, command):
    # The linter looks for a package's folder to know that it is ours, and the page's is not there.
    ours = 'lint.isort.known-first-party = ["client", "engines"]'
    arguments = [sys.executable, "-m", "ruff", *command, "--config", ours, "--stdin-filename", path, "-"]
    done = subprocess.run(arguments, input=FILES[path], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
