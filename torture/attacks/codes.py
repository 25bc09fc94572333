"""Codes of tables that are not in the list, guessed."""

from __future__ import annotations

import asyncio
import random
from contextlib import aclosing

from protocol import messages as m
from server.limits.settings import ServerLimits
from server.lobby.listing import CODE_LETTERS
from tests.support.processes.players import Player, room_of, sign_in
from tests.support.processes.running import start_server
from tests.support.processes.wire import Wires
from torture.finding import Finding
from torture.scale import Scale

ATTACKERS = ("127.0.0.2", "127.0.0.3")
CONNECTIONS = 16
"""How many connections each of the addresses has."""
TABLES, EVERYDAY_TABLES = 300, 3
GUESSING_S, EVERYDAY_GUESSING_S = 6, 1
LETTERS = 6
MANY = ("rooms-per-address=1000000", "rooms-per-player=1000000", "rooms-burst=1000000", "address-rooms-burst=1000000")
OFTEN = ("commands-burst=1000000", "address-commands-burst=1000000", "arrivals-burst=100")
"""What lets the tables be made at once. Guesses are within these limits in any case."""


async def prove(scale: Scale) -> list[Finding]:
    """Guess codes from two addresses as fast as commands are taken."""
    tables, guessing_s = scale.of(EVERYDAY_TABLES, TABLES), scale.of(EVERYDAY_GUESSING_S, GUESSING_S)
    chance = scale.chance("codes")
    with scale.folder() as data, start_server(data, limits=(*MANY, *OFTEN)) as server:
        async with aclosing(Wires(server.url)) as wires:
            ann = await sign_in(wires, "ann")
            for _ in range(tables):
                await ann.ask(room_of("war", "me", "open", listed=False))
            guessers = [
                _Guesser(await sign_in(wires, f"eve{number}", source=source), chance)
                for source in ATTACKERS
                for number in range(CONNECTIONS)
            ]
            await asyncio.gather(*(guesser.guess(guessing_s) for guesser in guessers))
    limits = ServerLimits()
    answered = sum(guesser.answered for guesser in guessers)
    bar = len(ATTACKERS) * (limits.misses_burst + limits.misses_per_s * (guessing_s + 1))
    found = Finding(
        "P11",
        f"codes of {tables} unlisted tables, guessed for {guessing_s} s over {len(guessers)} connections of "
        f"{len(ATTACKERS)} addresses",
        f"{answered} guesses answered, {sum(guesser.refused for guesser in guessers)} refused, "
        f"{sum(guesser.found for guesser in guessers)} tables found",
        f"at most {bar:.0f} answered, none found",
        holds=answered <= bar and not any(guesser.found for guesser in guessers),
        note="with four letters and every guess answered, 2,048 guesses once found two of 300 tables",
    )
    return [found]


class _Guesser:
    """Asks to watch tables by codes made up, as often as one connection may; counts what came of it."""

    def __init__(self, player: Player, chance: random.Random) -> None:
        self._player = player
        self._chance = chance
        self.answered = self.refused = self.found = 0

    async def guess(self, seconds: float) -> None:
        """Guess for so many seconds."""
        limits, loop = ServerLimits(), asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            code = "".join(self._chance.choices(CODE_LETTERS, k=LETTERS))
            self._player.send(m.Watch(ref=1, room=code))
            answer = await self._player.next(m.Message, lambda event: isinstance(event, (m.Entered, m.Refused)))
            self.refused += (is_refused := isinstance(answer, m.Refused) and answer.code == "too-many")
            self.answered += not is_refused
            self.found += isinstance(answer, m.Entered)
            await asyncio.sleep(1 / limits.commands_per_s)
