"""Plays the tours: stands before the connection, and answers for one table in the server's place."""

from __future__ import annotations

from client import tours
from client.games import find
from client.net.wire import Wire
from client.state.defaults import REF
from client.state.reading import view_of
from client.state.store import Happening
from client.tours import ROOM, Tour, TourStep
from protocol import messages as m

BEGINS = "The tour begins."
LEFT = "You left the tour. 'learn {}' starts it again."
ELSEWHERE = "Not available in a tour."
OVER = "The tour is over: type 'lobby' to go and play."


class TourWire:
    """A wire that intercepts the tour's table. It holds the tour and the step reached."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._tour: Tour | None = None
        self._at = 0
        self._is_looking_at: str | None = None

    def look(self, room: str | None) -> None:
        """Tell the server which table is on screen, where that has changed; it knows of no tour."""
        room = None if room == ROOM else room
        if room != self._is_looking_at:
            self._is_looking_at = room
            self._wire.send(m.Look(room=room))

    def begin(self, game: str) -> tuple[m.Event, ...]:
        """Start a game's tour; returns the events that lead to its table."""
        self._tour, self._at = tours.find(game), 0
        return (
            m.Left(room=ROOM, reason=BEGINS),  # ends a tour that was under way
            m.Entered(ref=REF, room=ROOM, seat=0),
            self._tour.begin,
            self._advice(self._tour, self._tour.begin),
        )

    def send(self, command: m.Command) -> tuple[Happening, ...]:
        """Answer commands for the tour's table, and pass on the rest. Returns what is known of them at once."""
        if self._tour is None or getattr(command, "room", None) != ROOM:
            return self._wire.send(command)
        match command:
            case m.Play(move=move):
                return self._play(self._tour, move)
            case m.Leave() | m.Resign():
                game, self._tour = self._tour.begin.game, None
                return (m.Left(room=ROOM, reason=LEFT.format(game)),)
            case m.Consult():
                return (self._advice(self._tour, self._table(self._tour)),)
        return (_refusal_of(str(command.__struct_config__.tag), ELSEWHERE),)

    def play_here(self) -> None:
        self._wire.play_here()

    def play_as_guest(self) -> None:
        self._wire.play_as_guest()

    def make_phrase(self) -> tuple[Happening, ...]:
        return self._wire.make_phrase()

    async def run(self) -> None:
        await self._wire.run()

    async def aclose(self) -> None:
        await self._wire.aclose()

    def _play(self, tour: Tour, move: str) -> tuple[m.Event, ...]:
        step = self._step(tour)
        if step is None or move != step.move:
            return (_refusal_of("play", OVER if step is None else self._instead(step)),)
        self._at += 1
        return (*step.tables, self._advice(tour, step.tables[-1]))

    def _step(self, tour: Tour) -> TourStep | None:
        """The step to take now; None at the end."""
        return tour.steps[self._at] if self._at < len(tour.steps) else None

    def _table(self, tour: Tour) -> m.Table:
        return tour.steps[self._at - 1].tables[-1] if self._at else tour.begin

    def _instead(self, step: TourStep) -> str:
        """A hint at what to press instead of a legal move that is not the tour's."""
        assert self._tour is not None, "somebody is at its table"
        table = self._table(self._tour)
        game = find(table.game)
        keys = game.marking.keys_for(view_of(game, table.view), step.move)
        how = f"press {keys} or Enter" if keys else f"type '{step.move}', or press Enter"
        return f"That works too, but for the tour {how}."

    def _advice(self, tour: Tour, table: m.Table) -> m.Advice:
        """The text of the next step, marking the move that it asks for."""
        step = self._step(tour)
        move, text = (None, tour.end) if step is None else (step.move, step.say)
        return m.Advice(ref=REF, room=ROOM, number=table.number, ply=table.ply, about="hint", move=move, text=text)


def _refusal_of(about: str, text: str) -> m.Refused:
    return m.Refused(code="not-now", text=text, about=about, ref=None, room=ROOM, retry_after_s=None)
