"""A game fails in one room, in every place a game can fail, while two hundred people play in others."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from engines import catalog
from engines.chance import Chance
from engines.game import Game, Seat
from protocol import messages as m
from server.computers import players
from server.computers.worker_pool import Work, WorkerPool
from tests.support.builders.changed_games import with_rules
from tests.support.fakes import stumblers
from tests.support.games import climb
from tests.support.games.climb import Climb, State, View
from tests.support.processes.hosting import hosting
from tests.support.processes.players import room_of
from torture.finding import Finding
from torture.scale import Scale
from torture.tools.homes import home
from torture.tools.regulars import WAR, Kind, Regular, acknowledged, gather, until

OTHERS, EVERYDAY_OTHERS = 100, 10
"""Tables of others, with two people each."""
PACE_S = 0.5
BACK_WITHIN_S = 1.0
DECIDED_WITHIN_S = 15.0
RESTS = "will be back when the server is"
MOVE_S = 1
LEVELS = ("stumbler", "dier", "dreamer")
THINK_S, EVERYDAY_THINK_S = 10.0, 1.0


class Trap:
    """Fails a set number of times, and then no more; `sprung` is when it failed last."""

    def __init__(self) -> None:
        self.times = 0
        self.sprung = 0.0

    def spring(self) -> None:
        """Fail, while it is set."""
        if self.times:
            self.times -= 1
            self.sprung = perf_counter()
            raise RuntimeError("the trap")


ALWAYS = 1_000_000
TRAP = Trap()
"""One for the whole process, as games are."""


def apply(state: State, seat: Seat, move: Climb, chance: Chance) -> State:
    """Climb, and fall into the trap."""
    TRAP.spring()
    return climb.apply(state, seat, move, chance)


def view(state: State, seat: Seat | None) -> View:
    """Look, and fall into the trap."""
    TRAP.spring()
    return climb.view(state, seat)


def default(seen: View) -> Climb:
    """Be too late, and fall into the trap."""
    TRAP.spring()
    return Climb(1)


GAMES: tuple[Game[Any, Any, Any], ...] = (
    with_rules(climb.GAME, name="trap_engine", apply=apply),
    with_rules(climb.GAME, name="trap_view", view=view),
    replace(climb.GAME, name="trap_timer", timing=replace(climb.GAME.timing, default=default)),
    replace(stumblers.STUMBLES, name="war"),
)


@dataclass(frozen=True, slots=True)
class Came:
    """What became of a room: seconds until it was there again, and what was said when it failed once more."""

    back_s: float
    said: str


async def prove(scale: Scale) -> list[Finding]:
    """Spring one trap after the other, and see who notices."""
    tables = scale.of(EVERYDAY_OTHERS, OTHERS)
    with home(scale) as place, _spring_traps():
        think_s = EVERYDAY_THINK_S if scale.size == "everyday" else THINK_S
        thinking = players.ThinkingLimits(processes=1, pace_s=(0.0, 0.0), think_s=think_s)
        async with hosting(store=place.store, data=place.data, computers=thinking) as hosted:
            url, chance = hosted.server.url, scale.chance("crashes")
            others = await gather(url, chance, (WAR,), tables=tables)
            for regular in others:
                regular.pace_s = PACE_S
                regular.play_on()
            before = acknowledged(others)
            cases = {
                "engine": await _moves_fail(url, chance, "trap_engine", 1),
                "view": await _moves_fail(url, chance, "trap_view", ALWAYS),
                "timer": await _timer_fails(url, chance),
            }
            late_s = {level: await _computer_fails(url, chance, level) for level in LEVELS}
            moves = acknowledged(others) - before
            harmed = [regular for regular in others if regular.line is None or regular.refused]
            alive = await _all_move(others)
    return [
        *_rebuilt(cases, scale),
        _frozen(cases),
        _judge_decisions(late_s, scale),
        _unharmed(others, harmed, moves, alive),
    ]


def _rebuilt(cases: dict[str, Came], scale: Scale) -> Iterator[Finding]:
    within_s = BACK_WITHIN_S * scale.patience
    for place, came in cases.items():
        yield Finding(
            "P6",
            f"a fault in a game's {place}: until play goes on at its table, rebuilt from the journal",
            f"{came.back_s * 1000:.0f} ms",
            f"{within_s:g} s",
            holds=came.back_s <= within_s,
        )


def _frozen(cases: dict[str, Came]) -> Finding:
    told = [place for place, came in cases.items() if RESTS in came.said]
    return Finding(
        "P6",
        "a second fault in a row: the table stops, and everyone there learns why",
        f"after faults in {', '.join(told)}: “Table … {RESTS}.”",
        f"after each of {len(cases)}",
        holds=len(told) == len(cases),
    )


def _judge_decisions(late_s: dict[str, float], scale: Scale) -> Finding:
    within_s = DECIDED_WITHIN_S * scale.patience
    return Finding(
        "P6",
        "a computer that fails, takes its process along or thinks for ever: until its move is made all the same",
        ", ".join(f"{level} {seconds:.1f} s" for level, seconds in late_s.items()),
        f"{within_s:g} s",
        holds=max(late_s.values()) <= within_s,
    )


def _unharmed(others: Sequence[Regular], harmed: Sequence[Regular], moves: int, alive: bool) -> Finding:
    return Finding(
        "P6",
        "what all of that meant for the people at other tables",
        f"{len(others)} people made {moves:,} moves meanwhile, {len(harmed)} were refused or cut off",
        "0, and all play on",
        holds=not harmed and alive,
    )


@contextmanager
def _spring_traps() -> Iterator[None]:
    """Have games that fail among the others, and workers whose computers do."""
    games = catalog.games
    hosted = {**games(), **{game.name: game for game in GAMES}}
    catalog.games = lambda: hosted  # type: ignore[assignment]  # in this process alone
    setattr(players, "WorkerPool", _stumbling_pool)  # noqa: B010 - mypy knows it as a class
    try:
        yield
    finally:
        catalog.games = games
        setattr(players, "WorkerPool", WorkerPool)  # noqa: B010 - the same
        TRAP.times = 0


def _stumbling_pool(number: int, waiting_max: int, line_s: float, _: Work) -> WorkerPool:
    """Workers whose computers fail, whatever work they are wanted for."""
    return WorkerPool(number, waiting_max, line_s, stumblers.work)


async def _moves_fail(url: str, chance: random.Random, game: str, again: int) -> Came:
    """A move fails once, and is then made; the next fails `again` times at each attempt, until the room stops."""
    ann, ben = await gather(url, chance, (Kind(game, {"steps": 40}, 2),))
    TRAP.times = 1
    await _push(ann)
    back_s = perf_counter() - TRAP.sprung
    await until(lambda: _on_turn(ben))
    said = asyncio.create_task(ann.next(m.Left))
    while not said.done():
        TRAP.times = again
        await _try(ben)
    TRAP.times = 0
    return Came(back_s, said.result().reason)


async def _timer_fails(url: str, chance: random.Random) -> Came:
    """Nobody moves; the move that is made for ann fails once, and later that for ben twice."""
    ann, ben = await gather(url, chance, (Kind("trap_timer", {"steps": 40, "move_s": MOVE_S}, 2),))
    TRAP.times = 1
    await until(lambda: _on_turn(ben))
    back_s = perf_counter() - TRAP.sprung
    TRAP.times = ALWAYS
    said = await ann.next(m.Left)
    TRAP.times = 0
    return Came(back_s, said.reason)


async def _computer_fails(url: str, chance: random.Random, level: str) -> float:
    """The seconds until a computer that fails has had a move made for it."""
    ann = Regular(f"human-{level}", url, chance)
    await ann.come()
    ann.say(room_of("war", "me", f"computer:{level}", listed=False, **WAR.options))
    await until(lambda: _on_turn(ann))
    began = perf_counter()
    ann.act()
    await until(lambda: _on_turn(ann) and ann.is_answered)
    ann.leave()
    return perf_counter() - began


async def _push(player: Regular) -> None:
    """Make a move, however often it is refused."""
    before = _seq(player)
    while _seq(player) == before:
        await _try(player)


async def _try(player: Regular) -> None:
    """Send a move, and wait until it is made or refused, or the table is gone."""
    table, refused = player.table, len(player.refused)
    assert table is not None
    player.say(m.Play(room=table.room, number=table.number, ply=table.ply, move="1"))
    await until(lambda: _seq(player) > table.seq or len(player.refused) > refused)


def _on_turn(player: Regular) -> bool:
    table = player.table
    return table is not None and table.phase == "playing" and table.seat in table.turn


def _seq(player: Regular) -> int:
    return 0 if player.table is None else player.table.seq


async def _all_move(others: Sequence[Regular]) -> bool:
    """Whether something goes on at every table."""
    before = [_seq(regular) for regular in others]
    try:
        await until(lambda: all(_seq(regular) > seq for regular, seq in zip(others, before, strict=True)))
    except TimeoutError:
        return False
    return True
