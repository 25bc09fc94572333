"""Scripted players who come by any node, and by another one when theirs is gone."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from protocol import messages as m
from tests.support.processes.players import room_of
from torture.tools.regulars import AGAIN, WAR, Kind, Line, Order, Regular, until

AGAIN_S = 1.0
"""After how long a move that was put off is sent again, where the refusal says nothing of it."""
LIMIT_S = 60.0
"""How long to wait for what everybody does."""
LOOK_EVERY_S = 0.02
AT_ONCE = 20
"""How many players come at the same time to be seated."""


class Wait(NamedTuple):
    """From when a player first sent a move until a Table showed it, by the event loop's clock."""

    room: str
    began: float
    ended: float

    @property
    def lasted_s(self) -> float:
        return self.ended - self.began


class Nomad(Regular):
    """A player who returns by a random node of those there are whenever the connection is lost.

    Attributes:
        urls: where nodes listen; others may change it.
        waits: how long each move took until it was seen.
        clock: how long players may take at a table that this one makes.
        lost_s: how much more than the player has thought each move has taken of its time for the game.
        put_off: how often a move was to be sent again later.
        failed: why the player has not come back.
    """

    def __init__(self, name: str, urls: Sequence[str], chance: random.Random) -> None:
        super().__init__(name, "", chance)
        self.urls = urls
        self.waits: list[Wait] = []
        self.clock = m.NO_CLOCK
        self.lost_s: list[float] = []
        self.put_off = 0
        self.failed: list[BaseException] = []
        self.at = ""
        self._began: dict[Order, float] = {}
        self._turn: tuple[Order, float, float | None] | None = None
        self._hurries_since: float | None = None
        self._usual_pace_s = 0.0
        self._now = asyncio.get_running_loop().time
        self._returning: asyncio.Task[None] | None = None
        self._is_coming = self._is_leaving = self._is_shown = False

    @property
    def waits_since(self) -> float | None:
        """Since when a move of the player's is unanswered."""
        return None if self._unanswered is None else self._began.get(self._unanswered)

    @property
    def hurries(self) -> bool:
        """Whether no move is answered yet that was made since it hurries."""
        return self._hurries_since is not None

    def hurry(self) -> None:
        """Move the moment one may, until such a move is answered, and then as often as before."""
        if self._hurries_since is None:
            self._usual_pace_s, self.pace_s = self.pace_s, 0.0
        self._hurries_since = self._now()
        self.act()

    def forget(self) -> None:
        """Forget how long everything took until now, and the turn that has begun; moves themselves are remembered."""
        self.waits.clear()
        self.resumes.clear()
        self.lost_s.clear()
        self._turn = None

    def state(self) -> str:
        """How the player stands, for whoever finds out why it does not play on."""
        line, table, refused = "on" if self.line else "off", self.table, self.refused[-1:]
        shown = "no table" if table is None else f"{table.room} {table.phase} {table.number}/{table.ply} {table.turn}"
        return f"{self.name} {line} {self.at}: {shown}, unanswered {self._unanswered}, refused {refused}"

    async def come(self, url: str = "") -> m.Welcome:
        """Connect and sign in, whatever it takes."""
        self._is_coming = True
        try:
            return await super().come(url)
        finally:
            self._is_coming = False

    async def visit(self, url: str) -> m.Welcome:
        """Connect to any node, whatever the address says."""
        self.at, self._is_shown = self.chance.choice(self.urls), False
        return await super().visit(self.at)

    async def create(self, kind: Kind) -> str:
        """Make a table with one's own clock."""
        asked = room_of(kind.game, "me", *["open"] * (kind.seats - 1), listed=False, **kind.options)
        self.say(replace(asked, clock=self.clock))
        return (await self.next(m.Entered)).room

    def leave(self) -> None:
        """End the connection for good, or to make another."""
        line, self.line = self.line, None
        if line is not None:
            line.cut()

    def retire(self) -> None:
        """Go, and do not come back."""
        self._is_leaving = True
        self.eager = False
        self.leave()
        if self._returning is not None:
            self._returning.cancel()

    def on_lost(self, line: Line) -> None:
        """Come back, unless that is being done."""
        is_own = self.line is line
        super().on_lost(line)
        if is_own and not self._is_leaving and not self._is_coming:
            self._returning = asyncio.create_task(self._come_back())

    def hear(self, event: m.Event) -> None:
        """Send again what was put off, which is a move or the wish for another game, but not the other with it.

        A move that may have been lost with the connection is sent again once the table is shown.
        """
        is_back = isinstance(event, m.Table) and not self._is_shown
        self._is_shown |= is_back
        super().hear(event)
        if is_back and self._unanswered is not None and self._unanswered not in self._said:
            self.repeat(self._unanswered)
        if isinstance(event, m.Refused) and event.code == "unavailable":
            self.put_off += 1
            asyncio.get_running_loop().call_later(
                event.retry_after_s or AGAIN_S, self.send_again, (event.about == "rematch",)
            )

    def act(self) -> bool:
        """Make the move there is to make, but none before one is shown the table again."""
        return self._is_shown and super().act()

    def send_again(self, is_wish: Sequence[bool] = (True, False)) -> None:
        """Send what there is to send, though it was sent before: wishes for another game, or moves, or both."""
        self._said = {order for order in self._said if (order[-1] == AGAIN) not in is_wish}
        self._act_if_eager()

    async def _come_back(self) -> None:
        try:
            await self.come()
        except TimeoutError as error:
            self.failed.append(error)

    def _move(self, order: Order, table: m.Table) -> None:
        self._began.setdefault(order, self._now())
        super()._move(order, table)

    def _see(self, table: m.Table) -> None:
        order = self._unanswered
        super()._see(table)
        if order is not None and order in self.acknowledged and (began := self._began.pop(order, None)) is not None:
            self.waits.append(Wait(order[0], began, self._now()))
            if self._hurries_since is not None and began >= self._hurries_since:
                self._hurries_since, self.pace_s = None, self._usual_pace_s
            self._note_loss(order, began, table)
        self._note_turn(table)

    def _note_turn(self, table: m.Table) -> None:
        """Remember when a turn of one's own was first shown, and what was left for the game then."""
        turn = table.room, table.number, table.ply
        is_new = self._turn is None or self._turn[0] != turn
        if is_new and table.seat is not None and table.seat in table.turn:
            self._turn = turn, self._now(), table.totals[table.seat]

    def _note_loss(self, order: Order, sent: float, table: m.Table) -> None:
        if self._turn is None or self._turn[0] != order or table.seat is None:
            return
        _, shown, before = self._turn
        after = table.totals[table.seat]
        if before is not None and after is not None:
            self.lost_s.append(before - after - (sent - shown))


@contextmanager
def nomads(number: int, urls: Sequence[str], chance: random.Random) -> Iterator[list[Nomad]]:
    """So many players, who are away yet, and go for good on the way out."""
    people = [Nomad(f"n{each}", urls, random.Random(f"{chance.random()} {each}")) for each in range(number)]
    try:
        yield people
    finally:
        for nomad in people:
            nomad.retire()


async def seat(people: Sequence[Nomad]) -> None:
    """Have everybody come, and two each sit down to a game of War."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def pair(first: Nomad, second: Nomad) -> None:
        async with limit:
            await asyncio.gather(first.come(), second.come())
            room = await first.create(WAR)
            await second.join(room)

    await asyncio.gather(*(pair(*pair_) for pair_ in zip(people[::2], people[1::2], strict=True)))


def refusals(people: Iterable[Nomad]) -> dict[str, int]:
    """How often these people were refused something, by code."""
    codes = [refused.code for nomad in people for refused in nomad.refused]
    return {code: codes.count(code) for code in sorted(set(codes))}


async def play_everywhere(people: Sequence[Nomad]) -> None:
    """Wait until everybody has made a move."""
    made = {nomad: len(nomad.acknowledged) for nomad in people}
    await everybody(people, lambda nomad: len(nomad.acknowledged) > made[nomad])


async def settle_down(people: Sequence[Nomad]) -> None:
    """Let everybody make no move more, and wait until all are acknowledged."""
    for nomad in people:
        nomad.eager = False
    await everybody(people, lambda nomad: nomad.is_answered)


async def everybody(people: Sequence[Nomad], has_done: Callable[[Nomad], bool]) -> None:
    """Wait until all have done something. Raises TimeoutError that says how some stand who have not."""
    try:
        await until(lambda: all(map(has_done, people)), LIMIT_S, LOOK_EVERY_S)
    except TimeoutError:
        stuck = [nomad.state() for nomad in people if not has_done(nomad)]
        said = f"{len(stuck)} of {len(people)} are stuck, refused {refusals(people)}: {stuck[:6]}"
        raise TimeoutError(said) from None
