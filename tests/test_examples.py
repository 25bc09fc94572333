"""Every example plays its game, and much better than by chance; all of it by seeds, so that it comes out the same."""

import io
import re
import shlex
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from client.bots.bot import Bot, Chooser, Info, PythonBot, load
from client.bots.local_room import LocalRoomWire
from client.bots.results import Results
from client.bots.series import BotSeries
from client.bots.subprocess_bot import SubprocessBot
from client.cli import arguments
from client.state.exit_codes import ExitCode

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[1] / "examples"
MAX_LINES = 60


class Anyhow(Bot):
    """Draws lots."""

    def __init__(self) -> None:
        self._lots = Random(1)

    def choose(self, view: Any, legal: tuple[str, ...], info: Info) -> str:
        return self._lots.choice(legal)


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the examples' folder be looked in for as long as the test."""
    monkeypatch.setattr(sys, "path", list(sys.path))


async def rehearsed(chooser: Chooser, opening: str, games: int) -> Results:
    results = Results(io.StringIO(), io.StringIO(), json=False)
    match = BotSeries(chooser, opening, games, results, game=opening.split()[1], keeps_seat=False)
    assert await match.run(LocalRoomWire("1", "bot", match.hear)) is ExitCode.OK
    return results


def example(name: str) -> PythonBot:
    return PythonBot(load(str(EXAMPLES / name)))


@pytest.mark.parametrize(
    ("name", "opening", "games"),
    [("mason.py", "play tower_blaster drawing", 20), ("gardener.py", "play blocky random depth=3", 10)],
)
async def test_an_example_wins_where_chance_does_not(name: str, opening: str, games: int) -> None:
    skilled = await rehearsed(example(name), opening, games)
    lucky = await rehearsed(PythonBot(Anyhow()), opening, games)
    assert skilled.tally.rate >= 0.75
    assert skilled.tally.rate > lucky.tally.rate + 0.25


@pytest.mark.thorough
async def test_the_wanderer_brings_up_many_cards_and_chance_hardly_any() -> None:
    opening = "play streets_and_alleys solo winnable time_limit_s=120"
    skilled = await rehearsed(example("wanderer.py"), opening, 4)
    lucky = await rehearsed(PythonBot(Anyhow()), opening, 4)
    assert skilled.scores.games == lucky.scores.games == 4
    assert skilled.scores.mean > 3 * max(1, lucky.scores.mean)


async def test_the_wanderer_gives_up_where_no_time_ends_its_game() -> None:
    assert (await rehearsed(example("wanderer.py"), "play streets_and_alleys solo deal=4", 1)).games == 1


@pytest.mark.parametrize("game", ["war", "tower_blaster turn_limit=40"])
async def test_the_smallest_bot_plays_whatever_it_is_given(game: str) -> None:
    assert (await rehearsed(example("steady.py"), f"play {game}", 3)).games == 3


async def test_the_smallest_bot_in_another_language_plays() -> None:
    steady = SubprocessBot(shlex.quote(str(EXAMPLES / "steady.sh")))
    assert (await rehearsed(steady, "play war", 3)).games == 3


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_every_example_is_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_every_example_says_how_to_try_it(path: Path) -> None:
    (command,) = re.findall(r"parlour (bot examples/[^`\n]+)", path.read_text(encoding="utf-8"))
    asked = arguments.read(shlex.split(command))
    assert (EXAMPLES / Path(asked.program).name) == path
