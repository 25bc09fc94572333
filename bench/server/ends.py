"""How much processor time the end of a game and the dealing of the next cost the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from statistics import median

from bench.figure import Figure
from bench.load import generator, process
from bench.load.player import Player
from bench.plan import Plan
from bench.server import rooms
from protocol import messages as m

ROOMS = 100
NAME = "a game's end and the next deal, server's time"
NOTE = "of a game of War given up after one move, with two wishes for another"
AIM_US = 350.0


class Quitter(Player):
    """A player who resigns each game at its first move in seat 0, and does not move at all in the other seat."""

    def act(self, due: float) -> None:
        """Move and give up, or ask for the next game."""
        seen = self._seen
        if seen is None or (seen.phase == "playing" and (seen.seat or seen.ply)):
            return
        is_first_move = seen.phase == "playing" and (seen.number, seen.ply) != self._sent
        super().act(due)
        if is_first_move:
            self.say(m.Resign(room=self.room))

    @property
    def games(self) -> int:
        """How many games have been dealt so far."""
        return 0 if self._seen is None else self._seen.number


async def ends(plan: Plan) -> AsyncIterator[Figure]:
    """The server's processor time for a game that is given up, kept, revealed and followed by another."""
    with plan.folder() as data, process.run_parlour(data, plan.machine.server_cores) as server:
        quitters = await generator.seat_all(Quitter, server.url, ROOMS)
        generator.play_on(quitters)
        await asyncio.sleep(plan.warm_s)
        runs = [await _run(plan, quitters, server) for _ in range(plan.runs)]
        await generator.pause(quitters)
        whole = await rooms.run(plan, await generator.seat(server.url, ROOMS), server)
    cost = median(cost for cost, _ in runs)
    yield Figure(NAME, cost, "us", AIM_US, note=f"{median(rate for _, rate in runs):.0f}/s, {NOTE}")
    share = cost / generator.MOVES_A_GAME / whole.cost_us
    note = f"of {whole.cost_us:.0f} us a move, with {generator.MOVES_A_GAME} moves a game in {ROOMS} rooms"
    yield Figure(
        "share of a move's time that games' ends take", 100 * share, "%", is_spoilt=whole.is_disturbed, note=note
    )


async def _run(plan: Plan, players: Sequence[Quitter], server: process.Listening) -> tuple[float, float]:
    """What one end cost in microseconds, and how many there were in a second."""
    games = sum(player.games for player in players)
    sample = await generator.measure(players, server, plan.run_s)
    # Both players of a room have seen each of its games.
    ends = (sum(player.games for player in players) - games) / 2
    return sample.server_share * plan.run_s / ends * 1e6, ends / plan.run_s
