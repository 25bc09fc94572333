"""The golden playthroughs: one walk of every table, in words, to review a game's rules by reading.

As many seats play as may. For every move: what each seat and a spectator sees, what is legal, and what is played. A
list of records, such as a log of rounds, is shown as its length and its newest entry, since the earlier ones were shown
when they were newest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from engines.cards import Card
from engines.catalog import find
from engines.game import Seat
from tests.support import facts
from tests.support.laws.walks import Walk, walk

SEED = bytes(range(32))


def golden() -> Iterable[tuple[str, str]]:
    """Every file of golden playthroughs: its path under `golden/` and its text."""
    for name, known in facts.games().items():
        game = find(name)
        for table, options in known.tables.items():
            walked = walk(game, known, options, game.seats[-1], SEED)
            yield f"playthroughs/{name}-{table}.txt", "\n".join(playthrough(walked)) + "\n"


def playthrough(walk: Walk) -> Iterator[str]:
    """One walk in words, line by line."""
    yield f"{walk.game.title}, version {walk.game.version}"
    yield f"options: {_record(walk.options)}"
    yield f"seats: {walk.seats}"
    yield f"seed: {walk.seed.hex()}"
    for ply in walk.plies:
        yield from ["", f"== move {ply.number + 1}", *_sights(walk, ply.state)]
        for seat in range(walk.seats):
            yield f"legal for seat {seat}: {_legal(walk, ply.state, seat)}"
        yield f"seat {ply.seat} plays: {walk.game.rules.text(ply.move)}"
    yield from ["", "== the end" if walk.timed is None else "== the end: the time is up", *_sights(walk, walk.end)]
    yield f"outcome: {_record(walk.game.rules.outcome(walk.end))}"


def words(value: object) -> str:
    """A value on one line: cards as cards, records with their fields' names, lists of records by their newest."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Card() | str() | int() | float():
            return str(value)
        case None:
            return "none"
        case tuple() if hasattr(value, "_fields"):
            return " ".join(f"{name}={words(field)}" for name, field in zip(value._fields, value, strict=True))
        case tuple() if value and hasattr(value[-1], "_fields") and not isinstance(value[-1], Card):
            return f"{len(value)}, the newest: {words(value[-1])}"
        case tuple():
            return "[" + " ".join(map(words, value)) + "]"
        case _:
            return repr(value)


def _sights(walk: Walk, state: Any) -> Iterator[str]:
    """What everyone sees: seat 0's view, and where the others' views differ from it."""
    shown = _lines(walk.game.rules.view(state, 0))
    yield "seat 0 sees"
    yield from shown
    for seat in (*range(1, walk.seats), None):
        who = "a spectator" if seat is None else f"seat {seat}"
        yield f"{who} sees the same, but"
        yield from [line for line in _lines(walk.game.rules.view(state, seat)) if line not in shown]


def _legal(walk: Walk, state: Any, seat: Seat) -> str:
    return ", ".join(map(walk.game.rules.text, walk.game.rules.legal(walk.game.rules.view(state, seat)))) or "nothing"


def _lines(view: Any) -> list[str]:
    return [f"    {field.name}: {words(getattr(view, field.name))}" for field in fields(view)]


def _record(value: Any) -> str:
    assert is_dataclass(value)
    return ", ".join(f"{field.name} {words(getattr(value, field.name))}" for field in fields(value))
