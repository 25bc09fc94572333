"""The section on levels that take a number: a sample of the numbers, each against the same listed level."""

from __future__ import annotations

from collections.abc import Iterator

from bench.strength.contests import Contest, contests
from bench.strength.run import Aim, Run, Section
from engines import catalog
from tests.support import facts

FACTOR = 5
REMARK = f"""
Of the numbers there are, the first and the last are measured, and between them each {FACTOR} times the one before.
All play the level in the middle of the listed ones, at a table with the game's usual options."""


def sample(numbers: range) -> tuple[int, ...]:
    """Some of the numbers that stand for all: the first, each FACTOR times the one before, and the last."""
    taken, number = [], numbers[0]
    while number < numbers[-1]:
        taken.append(number)
        number = max(1, number) * FACTOR
    return (*taken, numbers[-1])


def _lines(run: Run) -> Iterator[str]:
    yield REMARK
    for name, game in catalog.games().items():
        how, middle = facts.find(name).ladder, game.bots.names[len(game.bots.names) // 2 :][:1]
        for bot in game.bots.numbered:
            each = [Contest(f"{bot.name}-{at}", level, how.games) for at in sample(bot.numbers) for level in middle]
            limit = Aim(most=how.limit_ms, form="{:g} ms")
            yield from contests(f"{game.title}: {bot.name}", name, how.options, each, limit, run)


SECTION = Section("Levels that take a number", _lines)
