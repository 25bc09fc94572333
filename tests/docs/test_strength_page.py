"""What computers are rated at is what docs/strength.md has measured, put into points as docs/protocol.md says."""

from __future__ import annotations

import re
from itertools import pairwise
from math import log10, sqrt
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import pytest

from engines import catalog
from engines.game import Game
from server.players.results.glicko2 import MIDDLE, SCALE
from server.players.results.ratings import COMPUTER_DEVIATION

PAGE = (Path(__file__).parents[2] / "docs" / "strength.md").read_text(encoding="utf-8")
CONTEST = re.compile(r"\| (?P<better>[\w-]+) \| (?P<worse>[\w-]+) \| (?P<games>[\d,]+) \| (?P<won>[\d.]+)% \(")
RATED = [game for game in catalog.games().values() if game.is_rated]


class Contest(NamedTuple):
    """How many games a level played against another, and which part of them it won."""

    games: int
    won: float


def usual_parts(game: Game) -> list[str]:
    """The parts of a game's section about games of two with the usual options: of Blocky, one for each goal."""
    (section,) = [each for each in PAGE.split("\n## ") if each.startswith(f"{game.title}\n")]
    depth = getattr(game.rules.Options(), "depth", None)
    parts = [part for part in section.split("\n### ") if CONTEST.search(part)]
    return [part for part in parts if depth is None or f"depth {depth}," in part.splitlines()[0]]


def contest(game: Game, worse: str, better: str) -> Contest:
    """What came of all games of two levels; each goal is as likely as the other."""
    rows = [row for part in usual_parts(game) for row in CONTEST.finditer(part)]
    found = [row for row in rows if (row["better"], row["worse"]) == (better, worse)]
    games = sum(int(row["games"].replace(",", "")) for row in found)
    return Contest(games, mean(float(row["won"]) / 100 for row in found))


def points(measured: Contest) -> float:
    """By how many points a level is above another against which it wins so often."""
    return 400 * log10(measured.won / (1 - measured.won))


def error(measured: Contest) -> float:
    """The standard error of these points."""
    return SCALE / sqrt(measured.games * measured.won * (1 - measured.won))


@pytest.mark.parametrize("game", RATED, ids=lambda game: game.name)
def test_each_level_is_as_far_above_the_one_below_as_their_games_say(game):
    ratings = {level: game.bots.rating_of(level) for level in game.bots.names}
    assert ratings[game.bots.names[len(ratings) // 2]] == MIDDLE
    for worse, better in pairwise(game.bots.names):
        assert ratings[better] - ratings[worse] == pytest.approx(points(contest(game, worse, better)), abs=1)


@pytest.mark.parametrize("game", RATED, ids=lambda game: game.name)
def test_a_computers_deviation_covers_what_the_measurement_leaves_open(game):
    names = game.bots.names
    middle = len(names) // 2
    errors = [error(contest(game, worse, better)) for worse, better in pairwise(names)]
    for way in (errors[:middle], errors[middle:]):
        assert sqrt(sum(each**2 for each in way)) <= COMPUTER_DEVIATION


def test_levels_of_games_that_are_not_rated_have_no_rating():
    others = [game for game in catalog.games().values() if not game.is_rated]
    assert {bot.rating for game in others for bot in game.bots.levels} == {None}


@pytest.mark.parametrize("game", RATED, ids=lambda game: game.name)
def test_the_protocols_page_names_every_rating(game):
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    told = ", ".join(f"`{bot.name}` {bot.rating:.0f}" for bot in game.bots.levels)
    assert f"| {game.title} | {told} |" in page
