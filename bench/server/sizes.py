"""How many bytes a move sends to each player, averaged over whole games, and what it costs to make them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from random import Random
from time import process_time
from typing import Any

from bench.figure import Figure
from bench.plan import Plan
from engines import catalog
from engines.chance import Chance
from engines.game import Game
from server.hosting.delivery.audience import Audience
from server.net.outbox import Outbox
from server.room import step as rooms
from server.room.step import Room
from tests.support.builders.rooms import ANN, BEN, begun, person, play

GAMES = 5
AIMS = {"war": 250.0}
LONGEST = 400
"""How many moves are looked at of a game, as some go on for ever."""
THOUGHT_S = 1.7

Moment = tuple[Room, float]


class _Reader:
    """A player who reads at once, and counts."""

    def __init__(self, player: int, *, takes_updates: bool) -> None:
        self.player, self.name = player, f"player{player}"
        self.takes_updates = takes_updates
        self.bytes = 0
        self.outbox = Outbox(self._count, lambda: None, 0)

    def _count(self, frame: bytes) -> None:
        self.bytes += len(frame)


async def sizes(plan: Plan) -> AsyncIterator[Figure]:
    """Games of computers' moves, shown to two players move by move: whole, and as updates."""
    for game in catalog.games().values():
        yield measure(game, GAMES, plan.runs)


def measure(game: Game[Any, Any, Any], games: int, runs: int) -> Figure:
    """What so many games of one kind send, each shown as often as there are runs."""
    played = [list(_play(game, Random(f"{game.name} {number}"))) for number in range(games)]
    whole, whole_us = _show(played, runs, takes_updates=False)
    update, update_us = _show(played, runs, takes_updates=True)
    note = f"whole Tables {whole:.0f} B; shown to both in {update_us:.1f} us, whole in {whole_us:.1f} us"
    return Figure(f"bytes per move and player, {game.title}", update, "B", AIMS.get(game.name), note=note)


def _play(game: Game[Any, Any, Any], random: Random) -> Iterator[Moment]:
    """A room of two after each move of a game, the deal and the end among them."""
    room, now = begun(person(ANN), person(BEN), game=game.name, seed=random.randbytes(32)), 0.0
    yield room, now
    choose = game.bots.levels[0].choose
    for _ in range(LONGEST):
        match = room.sitting
        if match is None or not match.turn:
            return
        seat = random.choice(match.turn)
        move = choose(game.rules.view(match.state, seat), Chance(random.randbytes(32)))
        if move is None:
            return
        now += THOUGHT_S
        room = rooms.step(room, now, play(room, (ANN, BEN)[seat], game.rules.text(move))).room
        yield room, now


def _show(played: Sequence[Sequence[Moment]], runs: int, *, takes_updates: bool) -> tuple[float, float]:
    """Bytes per move and player, and the least processor time per move in microseconds."""
    moves = sum(map(len, played))
    sent, times = 0, []
    for _ in range(runs):
        readers = [_Reader(player, takes_updates=takes_updates) for player in (ANN, BEN)]
        began = process_time()
        for moments in played:
            audience: Audience[_Reader] = Audience()
            for reader in readers:
                audience.add(reader)
            for room, now in moments:
                audience.show(room, now)
        times.append(process_time() - began)
        sent = sum(reader.bytes for reader in readers)
    return sent / moves / len(readers), min(times) / moves * 1e6
