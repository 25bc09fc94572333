"""The sections of the page: one for each game of the catalog, the levels that take a number, and the soak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec

from bench.strength import numbered, soak
from bench.strength.contests import contests, ladder
from bench.strength.run import Aim, Run, Section
from engines import catalog
from tests.support import facts


@cache
def sections() -> Mapping[str, Section]:
    """Every section by its name, in the order of the page. A game has its own module here, or the usual ladder."""
    games = {name: _section(name) for name in catalog.games()}
    return {**games, "numbered": numbered.SECTION, "soak": soak.SECTION}


def _section(name: str) -> Section:
    if find_spec(f"bench.strength.{name}"):
        own: Section = import_module(f"bench.strength.{name}").SECTION
        return own
    return Section(catalog.find(name).title, partial(_climb, name))


def _climb(name: str, run: Run) -> Iterator[str]:
    """Each level against the one below, as the game's facts say."""
    how = facts.find(name).ladder
    pairs, limit = ladder(name, {}, how.games), Aim(most=how.limit_ms, form="{:g} ms")
    yield from contests("Games of two", name, how.options, pairs, limit, run)
