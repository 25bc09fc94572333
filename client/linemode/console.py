"""The line mode's shell: lines in, lines out, a connection between them, and no decision of its own."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Coroutine, Iterable
from dataclasses import replace
from typing import Any, TextIO

from client.commands import actions
from client.drawing.canvas import clean
from client.drawing.output import tell
from client.history import history_text, replay
from client.history.archive import BARE, GameArchive
from client.hosting import invitation
from client.hosting.lan import LanAccess, turn_lan
from client.hosting.local_addresses import survey
from client.linemode.events import on_event, warn_of_time, warning_in_s
from client.linemode.model import LineMode, LineModeStep
from client.linemode.prompting import at_end_of_input, is_ready, is_spent, waits
from client.linemode.sentences import as_json, is_news
from client.linemode.typed_lines import on_line
from client.net.timer import Timer
from client.net.tour_wire import TourWire
from client.net.wire import Wire
from client.state.exit_codes import ExitCode
from client.state.fold import unanswered
from client.state.habits import HabitsFile
from client.state.phrases.today import TodayScore
from client.state.store import Happening, Opened, Said, Store
from protocol import messages as m

PROMPT = "> "
READ_BYTES = 64 * 1024
MAX_LINE_BYTES = 4096
"""A longer line is nobody's command; it is cut there."""


class Console:
    """One line-mode client. Mutable: it holds where the line mode stands.

    Attributes:
        exit: what the program ends with, once it does.
    """

    def __init__(
        self,
        opening: str,
        out: TextIO,
        *,
        json: bool = False,
        prompts: bool = False,
        memory: HabitsFile | None = None,
        shelf: GameArchive = BARE,
        calendar: TodayScore | None = None,
        door: LanAccess | None = None,
    ) -> None:
        self._calendar = calendar or TodayScore()
        self.exit: ExitCode | None = None
        self._line_mode = LineMode(opening=opening, muted=memory.recall().muted if memory else frozenset())
        self._memory = memory
        self._out = out
        self._json = json
        self._prompts = prompts and not json
        self._is_prompted = False
        self._changed = asyncio.Event()
        self._wire: TourWire | None = None
        self._shelf = shelf
        self._door = door
        self._tasks = asyncio.TaskGroup()
        self._inquiries: set[asyncio.Task[None]] = set()
        self._warning = Timer(self._warn)

    @property
    def store(self) -> Store:
        """Everything known."""
        return self._line_mode.store

    def hear(self, happening: Happening) -> None:
        """Take what the connection tells."""
        self._reckon()
        self._follow(on_event(self._line_mode, happening, time.monotonic()), happening)

    def unanswered(self) -> Iterable[m.Command]:
        """What to send again after a return."""
        return unanswered(self._line_mode.store)

    async def run(self, wire: Wire, lines: InputLines) -> ExitCode:
        """Talk until somebody quits, the input ends or the server is gone for good."""
        self._wire = TourWire(wire)
        self._reckon()
        async with self._tasks as tasks:
            tasks.create_task(wire.run())
            reading = tasks.create_task(self._read(lines))
            try:
                while self.exit is None:
                    await self._next_change()
            finally:
                for task in (reading, *self._inquiries):
                    task.cancel()
                await wire.aclose()
        return self.exit

    def _reckon(self) -> None:
        """Ask for the games of the day, once a day."""
        if self._wire is not None and (reckon := self._calendar.due()):
            self._send(reckon)

    async def _read(self, lines: InputLines) -> None:
        while (line := await lines.next()) is not None:
            self._is_prompted = False
            if not lines.are_typed:
                while not is_ready(self._line_mode, line):
                    await self._next_change()
                if is_spent(self._line_mode, line):
                    break
            self._follow(on_line(self._line_mode, line))
        while (last := at_end_of_input(self._line_mode)) is None:
            await self._next_change()
        self._follow(last)

    async def _next_change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _follow(self, step: LineModeStep, happening: Happening | None = None) -> None:
        if self.exit is not None:
            return
        if self._memory and step.line_mode.muted != self._line_mode.muted:
            self._memory.keep(replace(self._memory.recall(), muted=step.line_mode.muted))
        self._line_mode = step.line_mode
        self._tell(happening, step.said)
        for action in step.actions:
            if isinstance(action, Opened):
                self.hear(action)
            elif isinstance(action, actions.Verify):
                self._look_into(self._say(action.named))
            elif isinstance(action, actions.OpenHistory):
                self._look_into(self._list(action.game))
            elif isinstance(action, actions.PrintInvitation):
                self._look_into(self._invite())
            elif isinstance(action, actions.OpenLan | actions.CloseLan):
                self._look_into(self._turn_door(action))
            elif isinstance(action, actions.OpenReplay):
                self._look_into(self._retell(action))
            elif self._wire is None:
                continue
            elif isinstance(action, actions.StartTour):
                self._hear_all(self._wire.begin(action.game))
            else:
                self._send(action)
        if step.exit is not None:
            self.exit = step.exit
        self._prompt()
        self._watch_the_clock()
        self._changed.set()

    def _send(self, command: m.Command) -> None:
        if self._wire is not None:
            self._hear_all(self._wire.send(command))

    def _hear_all(self, happenings: Iterable[Happening]) -> None:
        for happening in happenings:
            self.hear(happening)

    def _look_into(self, look: Coroutine[Any, Any, None]) -> None:
        """Have a saved game looked at, while everything else goes on, until the program ends."""
        inquiry = self._tasks.create_task(look)
        self._inquiries.add(inquiry)
        inquiry.add_done_callback(self._inquiries.discard)

    async def _say(self, named: str) -> None:
        """Have a game verified, and say what came of it."""
        self.hear(await self._shelf.verify(named))

    async def _list(self, game: str) -> None:
        """Have the games listed that are over."""
        for line in history_text.sentences(await self._shelf.recall(game)) or (history_text.NOTHING,):
            self.hear(Said(line))

    async def _invite(self) -> None:
        """Say how others come to the table, once it is known how far this machine's server reaches."""
        for line in await self._ways():
            self.hear(Said(line))

    async def _turn_door(self, action: actions.OpenLan | actions.CloseLan) -> None:
        """Have one's own server opened to the network or shut, and once it is open say how others come to the table."""
        said = await turn_lan(self._door, action)
        is_open = isinstance(action, actions.OpenLan) and not said.is_refusal
        for happening in (said, *(map(Said, await self._ways()) if is_open else ())):
            self.hear(happening)

    async def _ways(self) -> tuple[str, ...]:
        server, followed = self.store.link.server, self.store.seated
        if followed is None:
            return ()
        machine = await survey(server, self._door.address() if self._door else None)
        return invitation.sentences(invitation.ways(server, followed.table, machine), followed.table)

    async def _retell(self, wanted: actions.OpenReplay) -> None:
        """Have a game played again, and tell it event by event."""
        try:
            for line in replay.lines(await self._shelf.review(wanted.named, wanted.eyes), json=False):
                self.hear(Said(line))
        except ValueError as error:
            self.hear(Said(str(error), is_refusal=True))

    def _watch_the_clock(self) -> None:
        """Be woken when it is to be said how little time is left."""
        seconds = None if self.exit is not None else warning_in_s(self._line_mode, time.monotonic())
        if seconds is None:
            self._warning.stop()
        else:
            self._warning.set(seconds)

    def _warn(self) -> None:
        self._follow(warn_of_time(self._line_mode, time.monotonic()))

    def _tell(self, happening: Happening | None, said: tuple[str, ...]) -> None:
        if self._json:
            if is_news(happening, said):
                self._write(as_json(happening, said) + "\n")
        elif said:
            broken = "\n" if self._is_prompted else ""
            self._is_prompted = False
            self._write(broken + "".join(f"{clean(sentence)}\n" for sentence in said))

    def _prompt(self) -> None:
        if self._prompts and not self._is_prompted and self.exit is None and waits(self._line_mode):
            self._is_prompted = True
            self._write(PROMPT)

    def _write(self, text: str) -> None:
        if not tell(self._out, text):
            self.exit = ExitCode.OK  # whoever read along has heard enough


class InputLines:
    """The lines of an input, read only when one is asked for, so that an endless input waits. Mutable: it is read.

    It never makes the input non-blocking, which would do the same to an output on the same terminal.
    """

    def __init__(self, file: int, *, are_typed: bool) -> None:
        self.are_typed = are_typed
        self._file = file
        self._buffer = b""
        self._ended = False

    async def next(self) -> str | None:
        """The next line without its end, or None when there is no more."""
        while b"\n" not in self._buffer and len(self._buffer) < MAX_LINE_BYTES and not self._ended:
            chunk = await self._read()
            self._ended = not chunk
            self._buffer += chunk
        if not self._buffer:
            return None
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line[:MAX_LINE_BYTES].decode(errors="replace")

    async def _read(self) -> bytes:
        await _readable(self._file)
        return os.read(self._file, READ_BYTES)


async def _readable(file: int) -> None:
    """Wait until something can be read."""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    try:
        loop.add_reader(file, readable.set)
    except PermissionError:  # a plain file, which is always readable, and which epoll refuses
        return
    try:
        await readable.wait()
    finally:
        loop.remove_reader(file)


def on_terminal(
    opening: str,
    memory: HabitsFile,
    *,
    json: bool,
    shelf: GameArchive,
    door: LanAccess | None,
) -> tuple[Console, InputLines]:
    """A console on this program's own output, and the lines of its input."""
    is_typed = sys.stdin.isatty()
    console = Console(
        opening,
        sys.stdout,
        json=json,
        prompts=is_typed,
        memory=memory,
        shelf=shelf,
        door=door,
    )
    return console, InputLines(sys.stdin.fileno(), are_typed=is_typed)
