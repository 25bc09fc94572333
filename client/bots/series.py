"""A series: a program plays a number of games at one table, and each result is printed as it comes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from msgspec import structs

from client.bots.bot import RESIGN, BotFailedError, BotTurn, Chooser, Info
from client.bots.results import Results
from client.commands.verb_table import CommandContext, read
from client.net.wire import Wire
from client.state.exit_codes import OTHER_WINDOW_FLAGS, ExitCode, exit_code_of
from client.state.fold import fold
from client.state.habits import Habits
from client.state.phrases import offers
from client.state.reading import UnreadableTableError
from client.state.store import FollowedTable, Happening, Link, Said, Store
from client.state.table_view import is_my_turn, read_table
from protocol import messages as m

SEAT_KEPT = " Your seat is kept: go back to it with 'parlour resume', and resign there with ':leave anyway'."


class BotSeries:
    """A program at a table.

    `opening` is the typed line that leads to the table; `keeps_seat` says whether the seat outlives the program, and
    `game` which one it plays, or None for any. `store` is what the server has said.
    """

    def __init__(
        self,
        chooser: Chooser,
        opening: str,
        games: int,
        results: Results,
        *,
        game: str | None = None,
        keeps_seat: bool = True,
    ) -> None:
        self.exit: ExitCode | None = None
        self.results = results
        self._chooser = chooser
        self._opening = opening
        self._game = game
        self._games = games
        self._keeps_seat = keeps_seat
        self.store = Store()
        self._was_welcomed = False
        self._changed = asyncio.Event()
        self._wire: Wire | None = None
        self._sent: dict[str, m.Command] = {}
        self._is_paused = False
        self._resigned = 0

    def unanswered(self) -> Iterable[m.Command]:
        """The commands to send again after a reconnect."""
        return self.store.unanswered_commands()

    def hear(self, happening: Happening) -> None:
        """Handle an event of the connection."""
        before, self.store = self.store, fold(self.store, happening, time.monotonic())
        match happening:
            case Link():
                self._on_link(before.link, happening)
            case m.Welcome() if not self._was_welcomed:
                self._was_welcomed = True
                self._open()
            case m.Table() if offers.needs_my_answer(happening) and self._wire is not None:
                self._send(m.AnswerOffer(room=happening.room, agree=_is_takeback(happening)))
            case m.Refused():
                self._on_refusal(happening)
            case Said(text=text) | m.Notice(text=text):
                self.results.say(text)
            case m.Left(reason=reason):
                self._end(reason or "The table has closed.", ExitCode.FAILURE)
        self._changed.set()

    async def run(self, wire: Wire) -> ExitCode:
        """Play until every game is played, or the series cannot go on; print the results in any case."""
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
                    await self._act()
                    if self.exit is None:
                        await self._changed.wait()
            except (BotFailedError, UnreadableTableError) as error:
                self._end(f"{error}{SEAT_KEPT if self._keeps_seat else ''}", ExitCode.FAILURE)
            finally:
                await wire.aclose()
                await self._chooser.aclose()

    async def _act(self) -> None:
        """Do what the table needs now."""
        seated = self.store.seated
        if seated is None or self.store.link.state != "up" or self._is_paused:
            return
        if seated.table.phase == "over":
            self._on_game_over(seated.table)
        elif is_my_turn(seated.table) and seated.pending is None and seated.table.number != self._resigned:
            await self._play(seated)

    async def _play(self, seated: FollowedTable) -> None:
        move = await self._chooser.choose(turn_of(seated, time.monotonic()))
        now, was = self.store.rooms.get(seated.table.room), seated.table
        if now is None or not is_my_turn(now.table) or (now.table.number, now.table.ply) != (was.number, was.ply):
            return  # the position has changed
        if move == RESIGN:
            self._resigned = was.number
            self._send(m.Resign(room=was.room))
        else:
            self._send(m.Play(room=was.room, number=was.number, ply=was.ply, move=move))

    def _on_game_over(self, table: m.Table) -> None:
        if not self.results.count(table):
            return
        if self.results.games < self._games and self.results.is_read:
            self._send(m.Rematch(room=table.room))
        else:
            self._send(m.Leave(room=table.room))
            self.exit = ExitCode.OK

    def _open(self) -> None:
        try:
            order = read(self._opening, CommandContext(self.store, Habits()))
        except ValueError as error:
            self._end(str(error), ExitCode.USAGE)
            return
        if isinstance(order, m.Join) and self._game is not None:
            order = structs.replace(order, games=(self._game,))
        if isinstance(order, m.Message):
            self._send(order)

    def _send(self, command: m.Command) -> None:
        """Send a command, and keep it for sending again if it is refused for now."""
        self._sent[str(type(command).__struct_config__.tag)] = command
        if self._wire is not None:
            for happening in self._wire.send(command):
                self.hear(happening)

    def _on_link(self, before: Link, link: Link) -> None:
        code = exit_code_of(link, was_welcome=self._was_welcomed)
        if code is not None:
            hint = f" {OTHER_WINDOW_FLAGS}" if code == ExitCode.OTHER_WINDOW else ""
            self._end(f"{link.reason}{hint}", code)
        elif link.state == "down" and before.state != "down":
            self._resigned = 0  # nobody knows whether the server got it
            self.results.say(f"{link.reason} Trying again.")

    def _on_refusal(self, refusal: m.Refused) -> None:
        """End the series on a refusal, unless it is a move or answer that came too late.

        A command that may be sent again later is sent then, and nothing else until then.
        """
        is_late = refusal.about in {"play", "resign"} and refusal.code in {"stale", "not-your-turn", "not-now"}
        if is_late or refusal.about == "answer":
            return
        if refusal.retry_after_s is not None:
            self._is_paused = True
            asyncio.get_running_loop().call_later(refusal.retry_after_s, self._send_again, refusal.about)
            return
        self.results.refuse(refusal)
        self.exit = self.exit or ExitCode.FAILURE

    def _send_again(self, about: str) -> None:
        """Send the refused command again, if it still makes sense."""
        self._is_paused = False
        command = self._sent.get(about)
        if command is not None and self.exit is None and self._is_due(command):
            self._send(command)
        self._changed.set()

    def _is_due(self, command: m.Command) -> bool:
        """Whether a command still makes sense: a move does not once its position has changed or it was sent again."""
        if not isinstance(command, m.Play):
            return True
        seated = self.store.rooms.get(command.room)
        if seated is None or seated.pending is not None or not is_my_turn(seated.table):
            return False
        return (command.number, command.ply) == (seated.table.number, seated.table.ply)

    def _end(self, text: str, code: ExitCode) -> None:
        if self.exit is None:
            self.results.say(text)
            self.exit = code


def turn_of(seated: FollowedTable, now: float) -> BotTurn:
    """The decision that a table waits for at the monotonic time `now`. Raises UnreadableTableError."""
    table, seen = seated.table, read_table(seated)
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
    """Whether the offer is to take a move back: programs agree to that, and decline draws."""
    return table.request is not None and table.request.kind == "takeback"
