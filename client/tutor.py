"""Who gives the tours: stands before the connection, and answers at one table in the server's place."""

from __future__ import annotations

from collections.abc import Callable

from client import tours
from client.creation import REF
from client.games import find
from client.store import Happening
from client.tables import view_of
from client.tours import ROOM, Step, Tour
from client.wire import Wire
from protocol import messages as m

BEGINS = "A tour begins."
LEFT = "You have left the tour; 'learn {}' begins it again."
ELSEWHERE = "That is no part of the tour."
OVER = "The tour is over. Esc, or 'lobby', leads to the lobby, where a game is begun."


class Tutor:
    """A wire with a tour on it. Mutable: it knows which, and how far that has come."""

    def __init__(self, wire: Wire, hear: Callable[[Happening], None]) -> None:
        self._wire = wire
        self._hear = hear
        self._tour: Tour | None = None
        self._at = 0

    def begin(self, game: str) -> None:
        """Lead to the table of a game's tour."""
        self._tour, self._at = tours.find(game), 0
        self._hear(m.Left(room=ROOM, reason=BEGINS))  # where another tour was going on
        self._hear(m.Entered(ref=REF, room=ROOM, seat=0))
        self._hear(self._tour.begin)
        self._advise(self._tour, self._tour.begin)

    def send(self, command: m.Command) -> None:
        """Answer what is meant for the tour's table, and pass the rest on."""
        if self._tour is None or getattr(command, "room", None) != ROOM:
            self._wire.send(command)
            return
        match command:
            case m.Play(move=move):
                self._play(self._tour, move)
            case m.Leave() | m.Resign():
                game, self._tour = self._tour.begin.game, None
                self._hear(m.Left(room=ROOM, reason=LEFT.format(game)))
            case m.Consult():
                self._advise(self._tour, self._table(self._tour))
            case _:
                self._refuse(command, ELSEWHERE)

    async def run(self) -> None:
        """Stay connected."""
        await self._wire.run()

    async def aclose(self) -> None:
        """Let the connection close."""
        await self._wire.aclose()

    def _play(self, tour: Tour, move: str) -> None:
        step = self._step(tour)
        if step is None or move != step.move:
            self._refuse(m.Play(room=ROOM, number=0, ply=0, move=move), OVER if step is None else self._instead(step))
            return
        self._at += 1
        for table in step.tables:
            self._hear(table)
        self._advise(tour, step.tables[-1])

    def _step(self, tour: Tour) -> Step | None:
        """What is to be done now; None at the end."""
        return tour.steps[self._at] if self._at < len(tour.steps) else None

    def _table(self, tour: Tour) -> m.Table:
        return tour.steps[self._at - 1].tables[-1] if self._at else tour.begin

    def _instead(self, step: Step) -> str:
        """What to press in place of another move, which is no mistake, only none of the tour's."""
        assert self._tour is not None, "somebody is at its table"
        table = self._table(self._tour)
        game = find(table.game)
        keys = game.keys_for(view_of(game, table.view), step.move)
        return f"You might, but the tour goes on with: {step.move}{f' ({keys} or Enter)' if keys else ''}."

    def _advise(self, tour: Tour, table: m.Table) -> None:
        """Say what comes next, with the move marked that it asks for."""
        step = self._step(tour)
        move, text = (None, tour.end) if step is None else (step.move, step.say)
        self._hear(m.Advice(ref=REF, room=ROOM, number=table.number, ply=table.ply, about="hint", move=move, text=text))

    def _refuse(self, command: m.Command, text: str) -> None:
        about = str(command.__struct_config__.tag)
        self._hear(m.Refused(code="not-now", text=text, about=about, ref=None, room=ROOM, retry_after_s=None))
