"""How many calls of our own functions one flip of War takes, from the key at one terminal to the picture on both.

A server and two full-screen clients run in this process, over real sockets; a profiler counts. The same program makes
the same calls, whatever else the machine does, so that a figure that has changed was changed by somebody.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median_low
from types import CodeType, FrameType
from typing import Literal, get_args

from bench.figure import Figure
from bench.plan import Plan
from client.fullscreen.app import App
from client.fullscreen.terminal.window import ScreenWindow
from client.history.saved.keeper import Keeper, save_into
from client.net.connection import Connection
from client.net.identity.identity import Identity
from client.net.wire import SendQueue
from server.app.serving import start_server
from server.config import Config
from server.hosting.delivery.room_delivery import RoomDelivery
from tests.support.terminal.terminal import Terminal, running

Leg = Literal["key to wire", "bytes to insert", "storing", "durable to frames", "frame to store", "drawing", "other"]

ROOT = Path(__file__).parents[2]
PACKAGES = tuple(f"{ROOT / name}/" for name in ("engines", "protocol", "server", "client"))
DRAWS = tuple(
    f"{ROOT / 'client' / name}"
    for name in (
        *("fullscreen/screens/", "fullscreen/terminal/application.py", "fullscreen/terminal/throttle.py"),
        *("drawing/canvas.py", "drawing/theme.py"),
    )
)
SERVER = f"{ROOT / 'server'}/"
PICTURE = ScreenWindow.write_to_screen.__qualname__
STARTS: dict[str, Leg] = {
    "bindings.<locals>.take": "key to wire",
    SendQueue.drain.__qualname__: "key to wire",
    Connection._read.__qualname__: "frame to store",
    PICTURE: "drawing",
}
"""Where the client's legs begin: whatever is called from there belongs to them."""
STORED = RoomDelivery.deliver_all.__qualname__
"""What the server does once a move is durable."""
KEY_AIM, PICTURES_AIM = 100, 2500
TABLE = "new war auto_flip_s=0"
WAIT_LIMIT_S = 20.0
LOOK_EVERY_S = 0.005
QUIET_S = 0.1
"""Who has made no call for so long has finished."""


@dataclass(frozen=True, slots=True)
class FlipTrace:
    """What one flip took: how often each function was called on each leg."""

    calls: Counter[tuple[Leg, CodeType]]

    def total(self, leg: Leg | None = None) -> int:
        """The calls on a leg, or on all."""
        return sum(number for (where, _), number in self.calls.items() if leg in (None, where))

    @property
    def pictures(self) -> int:
        """How often a screen was drawn, which is up to the time that passes."""
        return sum(number for (_, code), number in self.calls.items() if code.co_qualname == PICTURE)

    def distinct(self, leg: Leg | None = None) -> int:
        """How many different functions these are."""
        return len({code for where, code in self.calls if leg in (None, where)})


class Tracer:
    """Counts calls of the project's functions between `begin` and `end`.

    It has to be installed before the threads start that it is to see.
    """

    def __init__(self) -> None:
        self.calls: Counter[tuple[Leg, CodeType]] = Counter()
        self.is_counting = False
        self._is_stored = False

    def install(self) -> None:
        """Profile every call from now on, in this thread and in those that start later."""
        threading.setprofile(self._see)
        sys.setprofile(self._see)

    def remove(self) -> None:
        threading.setprofile(None)
        sys.setprofile(None)

    def begin(self) -> None:
        self.calls, self._is_stored, self.is_counting = Counter(), False, True

    def end(self) -> FlipTrace:
        self.is_counting = False
        return FlipTrace(self.calls)

    def _see(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and self.is_counting and _is_ours(frame.f_code):
            self._is_stored |= frame.f_code.co_qualname == STORED
            self.calls[self._leg(frame), frame.f_code] += 1

    def _leg(self, frame: FrameType | None) -> Leg:
        """The leg that a call belongs to, by the innermost caller that tells."""
        if threading.current_thread() is not threading.main_thread():
            return "storing"
        has_drawn = False
        while frame is not None:
            code, frame = frame.f_code, frame.f_back
            if code.co_filename.startswith(SERVER):
                return "durable to frames" if self._is_stored else "bytes to insert"
            if code.co_qualname in STARTS and _is_ours(code):
                return STARTS[code.co_qualname]
            has_drawn |= code.co_filename.startswith(DRAWS)
        return "drawing" if has_drawn else "other"


@cache
def _is_ours(code: CodeType) -> bool:
    """Whether it is a function of the project, or a part of one that Python calls like one."""
    return code.co_filename.startswith(PACKAGES)


class TerminalPlayer:
    """A person at the full-screen client, on its own connection to a server."""

    app: App
    terminal: Terminal

    def __init__(self, folder: Path, url: str, name: str) -> None:
        self._url = url
        self._identity = Identity(folder / f"{name}.json", url, name)
        self._keeper = Keeper(save_into(folder / name, name))

    def connect(self, app: App) -> Connection:
        self.app = app
        return Connection(self._url, self._identity, app.hear, app.unanswered, keeper=self._keeper)

    @property
    def is_playing(self) -> bool:
        seated = self.app.store.seated
        return seated is not None and seated.table.phase == "playing"

    @property
    def seq(self) -> int:
        """How new the Table is that is on screen."""
        seated = self.app.store.seated
        return seated.table.seq if seated else 0


async def calls(plan: Plan) -> AsyncIterator[Figure]:
    """The calls that a flip takes, by its legs."""
    with plan.folder() as folder:
        flips = await trace_flips(folder, plan.runs)
    for leg in (*get_args(Leg), None):
        number = median_low(flip.total(leg) for flip in flips)
        typical = next(flip for flip in flips if flip.total(leg) == number)
        note = f"{typical.distinct(leg)} different functions"
        if leg == "drawing":
            note += f", {typical.pictures} pictures"
        target = KEY_AIM if leg == "key to wire" else None
        yield Figure(f"calls for a flip of War: {leg or 'all'}", number, "calls", target, note=note)
    both = median_low(2 * flip.total("drawing") // flip.pictures for flip in flips)
    yield Figure("calls to draw both screens once", both, "calls", PICTURES_AIM)


async def trace_flips(folder: Path, flips: int) -> list[FlipTrace]:
    """Trace so many first flips of a draw; the other player's flip that answers each is not counted."""
    tracer = Tracer()
    tracer.install()
    try:
        async with _table(folder) as (ana, ben):
            await _flip(tracer, ana, ben)  # whatever happens once has happened then
            await _flip(tracer, ben, ana)
            found = []
            for _ in range(flips):
                found.append(await _flip(tracer, ana, ben))
                await _flip(tracer, ben, ana)
            return found
    finally:
        tracer.remove()


async def _flip(tracer: Tracer, player: TerminalPlayer, other: TerminalPlayer) -> FlipTrace:
    """One flip from the key to the picture on both screens."""
    tracer.begin()
    await _quiet(tracer)
    before = player.seq
    tracer.begin()
    player.terminal.type(" ")
    await _until(lambda: before < player.seq == other.seq)
    await _quiet(tracer)
    return tracer.end()


async def _quiet(tracer: Tracer) -> None:
    """Wait until nothing is called any more."""
    before = -1
    while before != (before := sum(tracer.calls.values())):  # noqa: ASYNC110 - no event tells that nothing comes
        await asyncio.sleep(QUIET_S)


async def _until(holds: Callable[[], bool]) -> None:
    """Look now and then whether something holds. Raises TimeoutError."""
    async with asyncio.timeout(WAIT_LIMIT_S):
        while not holds():  # noqa: ASYNC110 - what holds is known to clients that tell nobody
            await asyncio.sleep(LOOK_EVERY_S)


@asynccontextmanager
async def _table(folder: Path) -> AsyncIterator[tuple[TerminalPlayer, TerminalPlayer]]:
    """Two clients at a table where a game has begun."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(start_server(Config(port=0, data=folder / "server")))
        ana = await stack.enter_async_context(_player(folder, server.url, "ana", TABLE))
        await _until(lambda: ana.app.store.room is not None)
        ben = await stack.enter_async_context(_player(folder, server.url, "ben", f"join {ana.app.store.room}"))
        await _until(lambda: ana.is_playing and ben.is_playing)
        yield ana, ben


@asynccontextmanager
async def _player(folder: Path, url: str, name: str, opening: str) -> AsyncIterator[TerminalPlayer]:
    """A client that runs, and quits on the way out."""
    player = TerminalPlayer(folder, url, name)
    async with running(player, opening=opening) as (player.terminal, _, _):
        yield player
