"""Players who come back, for tests of what becomes of them when sockets and servers die."""

from __future__ import annotations

from collections.abc import Callable

from protocol import messages as m
from tests.support.processes.players import ConnectionGoneError, Player, sign_in
from tests.support.processes.wire import Wires


class Returning:
    """A person who signs in again and again, and remembers every Table ever seen."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.token: str | None = None
        self.seen: list[m.Table] = []
        self._player: Player | None = None

    @property
    def player(self) -> Player:
        """The present connection."""
        assert self._player is not None
        return self._player

    @property
    def table(self) -> m.Table:
        """The Table seen last."""
        return self.seen[-1]

    async def come(self, wires: Wires) -> tuple[str, ...]:
        """Sign in, and see the first room one has a seat in; the codes of all of them."""
        self._player = await sign_in(wires, self.name, self.token)
        self.token = self.player.welcome.token
        if self.player.welcome.seated:
            self.seen.append(await self.player.next(m.Table))
        return self.player.welcome.seated

    async def ask(self, command: m.Create | m.Join) -> None:
        """Ask into a room, and see it."""
        self.seen.append(await self.player.ask(command))

    def send_move(self) -> None:
        """Send what is to be done at the table now: a flip, where it is one's turn, or the wish for another game."""
        table = self.table
        if table.phase == "over":
            self.player.send(m.Rematch(room=table.room))
        elif table.seat in table.turn:
            self.player.send(m.Play(room=table.room, number=table.number, ply=table.ply, move="flip"))

    async def see(self, seq: int) -> None:
        """Read on until the room has come to entry `seq`."""
        while self.table.seq < seq:
            self.seen.append(await self.player.next(m.Table))

    async def see_that(self, shown: Callable[[m.Table], bool]) -> None:
        """Read on until the room is as said."""
        while not shown(self.table):
            self.seen.append(await self.player.next(m.Table))

    async def lose(self) -> None:
        """Read what still comes over a connection that is dying, and let it go."""
        read = len(self.player.heard)
        gone = await self.player.gone()
        assert isinstance(gone, ConnectionGoneError)
        self.seen += [event for event in self.player.heard[read:] if isinstance(event, m.Table)]
        self.player.socket.cut()
