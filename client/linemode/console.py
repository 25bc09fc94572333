"""The shell of the line mode: it reads and writes lines and runs the connection; the pure steps make the decisions."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import Any, Protocol, TextIO

from client.commands import actions
from client.drawing.output import in_lines, tell
from client.history import history_text, replay
from client.history.archive import BARE, GameArchive
from client.hosting import invitation
from client.hosting.install_source import install_source
from client.hosting.invitation import PortalAddress
from client.hosting.lan import LanAccess, turn_lan
from client.hosting.local_addresses import survey
from client.linemode.events import on_event
from client.linemode.model import LineMode, LineModeAction, LineModeStep, LookUp
from client.linemode.prompting import at_end_of_input, is_prompting, is_ready, is_spent
from client.linemode.sentences import as_json, is_news
from client.linemode.typed_lines import on_line
from client.net.timer import Timer
from client.net.tour_wire import TourWire
from client.net.wire import Wire
from client.state.breadcrumbs import Breadcrumbs
from client.state.exit_codes import ExitCode
from client.state.habits import Habits, HabitsFile
from client.state.phrases import clocks
from client.state.phrases.today import TodayScore
from client.state.store import Happening, Opened, Said, Store
from protocol import messages as m

PROMPT = "> "
READ_BYTES = 64 * 1024
READER = "parlour-input"
"""The name of the thread that reads on Windows."""
MAX_LINE_BYTES = 4096
"""A longer line is no command; it is cut there."""
Columns = Callable[[], int]
"""How many cells a line of the terminal has now; 0 away from one."""


class Console:
    """One client in line mode. It holds the current immutable `LineMode` and replaces it after each step.

    Attributes:
        exit: the program's exit code, once it ends.
    """

    def __init__(
        self,
        opening: str,
        out: TextIO,
        *,
        json: bool = False,
        prompts: bool = False,
        columns: Columns = lambda: 0,
        habits_file: HabitsFile | None = None,
        archive: GameArchive = BARE,
        lan: LanAccess | None = None,
        portal: PortalAddress | None = None,
        crumbs: Breadcrumbs | None = None,
    ) -> None:
        self._today_score = TodayScore()
        self.exit: ExitCode | None = None
        self._habits = habits_file.recall() if habits_file else Habits()
        store = Store(last_room=self._habits.room, portal_urls=portal.urls if portal else ())
        self._mode = LineMode(store=store, opening=opening, muted=self._habits.muted, has_person=prompts)
        self._habits_file = habits_file
        self._out = out
        self._json = json
        self._prompts = prompts and not json
        self._columns = columns
        self._is_prompted = False
        self._changed = asyncio.Event()
        self._wire: TourWire | None = None
        self._archive = archive
        self._lan = lan
        self._portal = portal
        self._crumbs = crumbs or Breadcrumbs()
        self._tasks = asyncio.TaskGroup()
        self._errands: set[asyncio.Task[None]] = set()
        self._warning = Timer(self._warn)

    @property
    def store(self) -> Store:
        return self._mode.store

    def hear(self, happening: Happening) -> None:
        """Handle an event of the connection, or of this side."""
        self._watch_score()
        self._follow(on_event(self._mode, happening, time.monotonic()), happening)

    def unanswered(self) -> Iterable[m.Command]:
        return self._mode.store.unanswered_commands()

    async def run(self, wire: Wire, lines: Lines) -> ExitCode:
        """Run until the player quits, the input ends or the server is gone for good."""
        self._wire = TourWire(wire)
        self._watch_score()
        async with self._tasks as tasks:
            tasks.create_task(wire.run())
            reading = tasks.create_task(self._read(lines))
            try:
                while self.exit is None:
                    await self._next_change()
            finally:
                for task in (reading, *self._errands):
                    task.cancel()
                await wire.aclose()
        return self.exit

    def _watch_score(self) -> None:
        if self._wire is not None and (watch_score := self._today_score.due()):
            self._send(watch_score)

    async def _read(self, lines: Lines) -> None:
        while (line := await lines.next()) is not None:
            self._is_prompted = False
            self._crumbs.add_line()
            if not lines.are_typed:
                while not is_ready(self._mode, line):
                    await self._next_change()
                if is_spent(self._mode, line):
                    break
            self._follow(on_line(self._mode, line))
        while (last := at_end_of_input(self._mode)) is None:
            await self._next_change()
        self._follow(last)

    async def _next_change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _follow(self, step: LineModeStep, happening: Happening | None = None) -> None:
        if self.exit is not None:
            return
        self._keep_habits(step.mode)
        self._mode = step.mode
        self._tell(happening, step.said)
        if self._wire is not None:
            self._wire.look(self.store.room)
        for action in step.actions:
            self._act(action)
        if step.exit is not None:
            self.exit = step.exit
        self._prompt()
        self._set_warning()
        self._changed.set()

    def _act(self, action: LineModeAction) -> None:
        match action:
            case Opened():
                self.hear(action)
            case actions.StartTour(game=game):
                if self._wire is not None:
                    self._hear_all(self._wire.begin(game))
            case actions.MakePhrase():
                if self._wire is not None:
                    self._hear_all(self._wire.make_phrase())
            case actions.PlayHere(as_guest=as_guest):
                if self._wire is not None:
                    (self._wire.play_as_guest if as_guest else self._wire.play_here)()
            case m.Message():
                self._send(action)
            case _:
                self._start(self._look_up(action))

    def _send(self, command: m.Command) -> None:
        if self._wire is not None:
            self._hear_all(self._wire.send(command))

    def _hear_all(self, happenings: Iterable[Happening]) -> None:
        for happening in happenings:
            self.hear(happening)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside everything else, at most until the program ends."""
        task = self._tasks.create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _look_up(self, action: LookUp) -> None:
        """Carry out what takes a while, and say what came of it."""
        match action:
            case actions.Verify(named=named):
                self.hear(await self._archive.verify(named))
            case actions.OpenHistory(game=game):
                self._say_all(history_text.sentences(await self._archive.recall(game)) or (history_text.NOTHING,))
            case actions.OpenReplay(named=named, eyes=eyes):
                try:
                    self._say_all(replay.lines(await self._archive.review(named, eyes), json=False))
                except ValueError as error:
                    self.hear(Said(str(error), is_refusal=True))
            case actions.PrintInvitation():
                self._say_all(await self._invitation())
            case actions.OpenLan() | actions.CloseLan():
                said = await turn_lan(self._lan, action)
                is_open = isinstance(action, actions.OpenLan) and not said.is_refusal
                self._hear_all((said, *(map(Said, await self._invitation()) if is_open else ())))

    def _say_all(self, lines: Iterable[str]) -> None:
        self._hear_all(map(Said, lines))

    async def _invitation(self) -> tuple[str, ...]:
        """How others come to the table, after a look at the addresses of this machine."""
        server, followed = self.store.link.server, self.store.seated
        if followed is None:
            return ()
        machine = self._portal or await survey(server, self._lan.address() if self._lan else None)
        source = "" if self._portal else await asyncio.to_thread(install_source)
        found = invitation.ways(server, followed.table, machine, self.store.public_urls, source)
        return invitation.sentences(found, followed.table)

    def _set_warning(self) -> None:
        seconds = None if self.exit is not None else clocks.warning_in_s(self.store.seated, time.monotonic())
        if seconds is None:
            self._warning.stop()
        else:
            self._warning.set(seconds)

    def _warn(self) -> None:
        self._follow(LineModeStep(self._mode, clocks.warning(self.store.seated, time.monotonic())))

    def _keep_habits(self, mode: LineMode) -> None:
        """Store whom the player mutes and where they are, if that is new."""
        habits = replace(self._habits, muted=mode.muted).at(mode.store.seated)
        if self._habits_file and habits != self._habits:
            self._habits_file.keep(replace(self._habits_file.recall(), muted=habits.muted, room=habits.room))
        self._habits = habits

    def _tell(self, happening: Happening | None, said: tuple[str, ...]) -> None:
        if self._json:
            if is_news(happening, said):
                self._write(as_json(happening, said) + "\n")
        elif said:
            broken = "\n" if self._is_prompted else ""
            self._is_prompted = False
            lines = [line for sentence in said for line in in_lines(sentence, self._columns())]
            self._write(broken + "".join(f"{line}\n" for line in lines))

    def _prompt(self) -> None:
        if self._prompts and not self._is_prompted and self.exit is None and is_prompting(self._mode):
            self._is_prompted = True
            self._write(PROMPT)

    def _write(self, text: str) -> None:
        if not tell(self._out, text):
            self.exit = ExitCode.OK  # nobody reads the output any more


class Lines(Protocol):
    """Lines to read; `are_typed` says whether a person types them."""

    are_typed: bool

    async def next(self) -> str | None:
        """The next line without its end, or None at the end of the input."""


class InputLines:
    """Reads the lines of an input one at a time, only on demand, so that an endless input waits.

    It never makes the input non-blocking, which would do the same to an output on the same terminal.
    """

    def __init__(self, file: int, *, are_typed: bool) -> None:
        self.are_typed = are_typed
        self._file = file
        self._buffer = b""
        self._ended = False

    async def next(self) -> str | None:
        """The next line without its end, or None at the end of the input."""
        while b"\n" not in self._buffer and len(self._buffer) < MAX_LINE_BYTES and not self._ended:
            chunk = await self._read()
            self._ended = not chunk
            self._buffer += chunk
        if not self._buffer:
            return None
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line[:MAX_LINE_BYTES].decode(errors="replace")

    async def _read(self) -> bytes:
        if sys.platform == "win32":
            return await _read_in_thread(self._file)
        await _wait_until_readable(self._file)
        return os.read(self._file, READ_BYTES)


async def _read_in_thread(file: int) -> bytes:
    """Read in a thread, as on Windows no loop can wait for a terminal; the program's end doesn't wait for it either."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[bytes] = loop.create_future()

    def read() -> None:
        try:
            piece = os.read(file, READ_BYTES)
        except OSError:
            piece = b""
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(_settle, found, piece)

    Thread(target=read, name=READER, daemon=True).start()
    return await found


def _settle(found: asyncio.Future[bytes], piece: bytes) -> None:
    if not found.done():  # nobody waits for it once it was cancelled
        found.set_result(piece)


async def _wait_until_readable(file: int) -> None:
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
