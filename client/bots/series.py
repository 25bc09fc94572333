"""A match: a program plays a number of games at one table, and each result is told as it comes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from client.bots.bot import RESIGN, BotFailedError, BotTurn, Chooser, Info
from client.bots.results import Results
from client.commands.table import CommandContext, read
from client.net.wire import Wire
from client.state.exit_codes import ExitCode, exit_of
from client.state.fold import fold, unanswered
from client.state.habits import Habits
from client.state.phrases import offers
from client.state.reading import UnreadableTableError
from client.state.store import FollowedTable, Happening, Link, Said, Store
from client.state.table_view import is_my_turn, sight
from protocol import messages as m

KEPT = " The seat stays yours: 'parlour resume' comes back to it, and 'leave anyway' there gives the game up."


class BotSeries:
    """A program at a table. Mutable: it holds what is known and how the match stands.

    `opening` is the line that leads to the table, and `keeps_seat` whether the seat outlives the program.
    """

    def __init__(
        self, chooser: Chooser, opening: str, games: int, results: Results, *, keeps_seat: bool = True
    ) -> None:
        self.exit: ExitCode | None = None
        self.results = results
        self._chooser = chooser
        self._opening = opening
        self._games = games
        self._keeps_seat = keeps_seat
        self._store = Store()
        self._was_welcome = False
        self._changed = asyncio.Event()
        self._wire: Wire | None = None
        self._sent: dict[str, m.Command] = {}
        self._rests = False
        self._resigned = 0

    def unanswered(self) -> Iterable[m.Command]:
        """What to send again after a return."""
        return unanswered(self._store)

    def hear(self, happening: Happening) -> None:
        """Take what the connection tells."""
        before, self._store = self._store, fold(self._store, happening, time.monotonic())
        match happening:
            case Link():
                self._linked(before.link, happening)
            case m.Welcome() if not self._was_welcome:
                self._was_welcome = True
                self._open()
            case m.Table() if offers.asks_me(happening) and self._wire is not None:
                self._send(m.AnswerOffer(room=happening.room, agree=_is_takeback(happening)))
            case m.Refused():
                self._refused(happening)
            case Said(text=text) | m.Notice(text=text):
                self.results.say(text)
            case m.Left(reason=reason):
                self._end(reason or "The table is gone.", ExitCode.FAILURE)
        self._changed.set()

    async def run(self, wire: Wire) -> ExitCode:
        """Play until every game is played or nothing more can be; what the games come to is told in any case."""
        try:
            await self._play_all(wire)
        finally:
            self.results.conclude()
        return self.exit or ExitCode.OK

    async def _play_all(self, wire: Wire) -> None:
        self._wire = wire
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(wire.run())
            try:
                while self.exit is None:
                    self._changed.clear()
                    await self._go_on()
                    if self.exit is None:
                        await self._changed.wait()
            except (BotFailedError, UnreadableTableError) as error:
                self._end(f"{error}{KEPT if self._keeps_seat else ''}", ExitCode.FAILURE)
            finally:
                await wire.aclose()
                await self._chooser.aclose()

    async def _go_on(self) -> None:
        """Do what the table asks for now."""
        seated = self._store.seated
        if seated is None or self._store.link.state != "up" or self._rests:
            return
        if seated.table.phase == "over":
            self._finished(seated.table)
        elif is_my_turn(seated.table) and seated.pending is None and seated.table.number != self._resigned:
            await self._play(seated)

    async def _play(self, seated: FollowedTable) -> None:
        move = await self._chooser.choose(turn(seated, time.monotonic()))
        now, was = self._store.rooms.get(seated.table.room), seated.table
        if now is None or not is_my_turn(now.table) or (now.table.number, now.table.ply) != (was.number, was.ply):
            return  # that position has gone
        if move == RESIGN:
            self._resigned = was.number
            self._send(m.Resign(room=was.room))
        else:
            self._send(m.Play(room=was.room, number=was.number, ply=was.ply, move=move))

    def _finished(self, table: m.Table) -> None:
        if not self.results.count(table):
            return
        if self.results.games < self._games and self.results.is_read:
            self._send(m.Rematch(room=table.room))
        else:
            self._send(m.Leave(room=table.room))
            self.exit = ExitCode.OK

    def _open(self) -> None:
        try:
            order = read(self._opening, CommandContext(self._store, Habits()))
        except ValueError as error:
            self._end(str(error), ExitCode.USAGE)
            return
        if isinstance(order, m.Message):
            self._send(order)

    def _send(self, command: m.Command) -> None:
        """Send a command, and remember it as long as it may be refused for now."""
        self._sent[str(type(command).__struct_config__.tag)] = command
        if self._wire is not None:
            for happening in self._wire.send(command):
                self.hear(happening)

    def _linked(self, before: Link, link: Link) -> None:
        code = exit_of(link, was_welcome=self._was_welcome)
        if code is not None:
            self._end(link.reason, code)
        elif link.state == "down" and before.state != "down":
            self._resigned = 0  # whether that was heard, nobody knows
            self.results.say(f"{link.reason} Trying again.")

    def _refused(self, refusal: m.Refused) -> None:
        """A refused move whose position has passed is no failure, nor a late answer; a refused beginning is.

        What can be sent again after a while is sent again then, and nothing else until then.
        """
        is_late = refusal.about in {"play", "resign"} and refusal.code in {"stale", "not-your-turn", "not-now"}
        if is_late or refusal.about == "answer":
            return
        if refusal.retry_after_s is not None:
            self._rests = True
            asyncio.get_running_loop().call_later(refusal.retry_after_s, self._send_again, refusal.about)
            return
        self.results.refuse(refusal)
        self.exit = self.exit or ExitCode.FAILURE

    def _send_again(self, about: str) -> None:
        """Go on, with the command that was refused for a while; a move only where it is still the one to make."""
        self._rests = False
        command = self._sent.get(about)
        if command is not None and self.exit is None and self._is_due(command):
            self._send(command)
        self._changed.set()

    def _is_due(self, command: m.Command) -> bool:
        """Whether a command is still worth sending: not a move that was sent again, or taken back, meanwhile."""
        if not isinstance(command, m.Play):
            return True
        seated = self._store.rooms.get(command.room)
        if seated is None or seated.pending is not None or not is_my_turn(seated.table):
            return False
        return (command.number, command.ply) == (seated.table.number, seated.table.ply)

    def _end(self, text: str, code: ExitCode) -> None:
        if self.exit is None:
            self.results.say(text)
            self.exit = code


def turn(seated: FollowedTable, now: float) -> BotTurn:
    """The decision that a table asks for at the monotonic time `now`. Raises client.state.reading.Unknown."""
    table, seen = seated.table, sight(seated)
    assert table.seat is not None, "only a seat has turns"
    info = Info(
        room=table.room,
        game=table.game,
        options=table.options,
        number=table.number,
        seat=table.seat,
        ply=table.ply,
        names=seen.names,
        time_left_s=seated.time_left_s(now),
    )
    return BotTurn(seen.view, table.view, seen.game.legal(seen.view), info)


def _is_takeback(table: m.Table) -> bool:
    """Whether what is asked is to take a move back, to which programs agree; a game they play to its end."""
    return table.request is not None and table.request.kind == "takeback"
