"""One visitor: runs an ordinary client on a channel, from the first drawing to the last word."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import Callable
from functools import partial
from typing import TextIO, cast

from prompt_toolkit.application.current import create_app_session
from prompt_toolkit.data_structures import Size

from client.cli.bootstrap import Bootstrap
from client.fullscreen.app import App
from client.fullscreen.terminal.output import FrameOutput
from client.net.identity.identity import new_identity
from client.portal.admission import Bucket
from client.portal.arrival import PortalArrival
from client.portal.config import PortalConfig
from client.portal.players import KeptPlayer, PlayerFolders
from client.portal.terminal import RESET, Channel, KeyInput, ScreenStream, TypedLines
from client.portal.turns import Looks, Turns
from client.settings import settings
from client.state.exit_codes import ExitCode
from client.visitor import Visitor, run_lines, run_screen

FAULT = "Something went wrong in this window, and it was written down. Your seat is kept."
IDLE = "You pressed no key for a long time, so this window was closed. Your seat is kept."
NO_KEY = "You pressed no key, so this window was closed."
STOPPING = "This portal is stopping. Your seat is kept."
DEALS = "{host} draws your share of every deal."
URGENT_S = 1.0
"""For so long after a key nobody else's drawing comes first."""
GUEST_AS_FULL = "This portal keeps no more players, so you are a guest."

VISIT: contextvars.ContextVar[Visit] = contextvars.ContextVar("visit")
"""Whose client runs; what goes wrong in a callback is thereby known to be theirs."""
log = logging.getLogger("parlour.portal")


class Visit:
    """A visitor's client and terminal. Whatever happens to it, it ends only itself.

    Attributes:
        app: the full-screen client, once it runs.
        ending: why the portal ended it; empty where it did not.
        typed_at: when the last key was pressed, by the loop's clock; at first, when the visit began.
    """

    def __init__(
        self,
        config: PortalConfig,
        players: PlayerFolders,
        looks: Looks,
        arrival: PortalArrival,
        channel: Channel,
        size: Size,
        turns: Turns,
    ) -> None:
        self.app: App | None = None
        self.ending = ""
        self.on_drawn: Callable[[App], None] | None = None
        self._config, self._players, self._looks = config, players, looks
        self._arrival = arrival
        self._channel = channel
        self._size = size
        self._turns = turns
        self._due: Callable[[], None] | None = None
        """The drawing that waits for its turn."""
        self._loop = asyncio.get_running_loop()
        self._began = self.typed_at = self._loop.time()
        self._has_typed = False
        limits = config.limits
        self._typing = Bucket(limits.typed_per_s, limits.typed_burst, self._loop.time)
        self._stream = ScreenStream(channel, limits.unsent_bytes, is_terminal=arrival.has_terminal)
        self._stream.may_drop = not (arrival.is_plain or self._is_dumb)
        self._file = cast(TextIO, self._stream)
        self._keys = KeyInput()
        self._lines = TypedLines(channel, is_terminal=arrival.has_terminal)
        self._context: contextvars.Context | None = None
        self._task: asyncio.Task[ExitCode] | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the visitor is in plain mode now, and types lines."""
        return not self._stream.may_drop

    async def run(self) -> ExitCode:
        """Let the visitor play; returns how it ended. Never raises what went wrong in their client."""
        VISIT.set(self)
        self._context = contextvars.copy_context()
        self._task = asyncio.create_task(self._play(), context=self._context)
        try:
            return await self._task
        except asyncio.CancelledError:
            if not self.ending:
                raise
            self._say_last(self.ending)
            return ExitCode.FAILURE
        except Exception as error:
            log.exception("A visitor's client failed.", exc_info=error)
            self._say_last(FAULT)
            return ExitCode.FAILURE
        finally:
            self._task.cancel()
            await asyncio.wait({self._task})

    def feed(self, text: str) -> None:
        """Take what the visitor types; more than anybody types is left out, and keys before there is a screen."""
        self._has_typed, self.typed_at = True, self._loop.time()
        if self.is_plain:
            self._lines.feed(text)
        elif self.app is not None and self._typing.take(len(text)):
            self._call(partial(self._keys.feed, text))

    def end_input(self) -> None:
        """Take that the visitor sends no more."""
        self._lines.end()

    def resize(self, size: Size) -> None:
        self._size = size
        if self.app is not None:
            self._call(self.app.resized)

    def drained(self) -> None:
        """Draw anew what was left out while the visitor did not read."""
        if self.app is not None and self._stream.catch_up():
            self._call(self.app.resized)

    def end(self, why: str) -> None:
        """End the visit, and tell the visitor why."""
        if self._task is not None and not self._task.done():
            self.ending = why
            self._task.cancel()

    def fail(self, error: BaseException | None) -> None:
        """End the visit because of what went wrong in a callback of its client."""
        log.error("A visitor's client failed.", exc_info=error)
        self.end(FAULT)

    def check(self, now: float) -> None:
        """End the visit of somebody who has not pressed a key for long."""
        limits = self._config.limits
        if now - self.typed_at > limits.idle_s:
            self.end(IDLE)
        elif not self._has_typed and now - self._began > limits.first_key_s and not self._is_at_table():
            self.end(NO_KEY)

    def do(self, what: Callable[[], None]) -> None:
        """Do something now, as this visitor."""
        if self._context is not None:
            self._context.run(what)

    @property
    def _is_urgent(self) -> bool:
        """Whether the visitor has just pressed a key, and waits for what comes of it."""
        return self._loop.time() - self.typed_at < URGENT_S

    async def _take_turn(self) -> None:
        """Wait until this visitor's client may hear what the server has sent."""
        if not self._is_urgent:
            await self._turns.wait()

    def _pace(self, draw: Callable[[], None]) -> None:
        """Draw at once if it is urgent, or else when it is this visitor's turn."""
        if self._is_urgent:
            self._due = None
            draw()
        elif self._due is None:
            self._due = draw
            self._turns.ask(self._draw_due)

    def _draw_due(self) -> None:
        draw, self._due = self._due, None
        if draw is not None:
            self.do(draw)

    def _is_at_table(self) -> bool:
        return self.app is not None and self.app.store.room is not None

    def _call(self, do: Callable[[], None]) -> None:
        """Do something as this visitor, so that what goes wrong is theirs."""
        self._loop.call_soon(do, context=self._context)

    async def _play(self) -> ExitCode:
        with self._players.player(self._arrival.credential, self._arrival.name) as player:
            start, visitor = self._start(player), self._visitor(player)
            try:
                if self.is_plain:
                    return await run_lines(start, visitor, start.opening)
                with create_app_session(self._keys, visitor.output):
                    return await run_screen(start, visitor)
            except ExceptionGroup as errors:
                raise _first(errors) from None
            except BrokenPipeError:
                return ExitCode.OK

    @property
    def _is_dumb(self) -> bool:
        return not self._arrival.has_terminal or self._arrival.environ.get("TERM", "dumb") == "dumb"

    def _start(self, player: KeptPlayer) -> Bootstrap:
        arrival, config = self._arrival, self._config
        flags = {"plain": arrival.is_plain, "json": arrival.is_json, "motion": arrival.has_motion}
        identity = player.identity
        if arrival.link is not None and player.is_kept:
            identity = new_identity(identity)
        notes = [DEALS.format(host=config.address.host)]
        if arrival.credential and not player.is_kept:
            notes.append(GUEST_AS_FULL)
        return Bootstrap(
            settings(flags, self._environ(player)),
            identity,
            self._find,
            arrival.opening,
            takes_over=True,
            speaks_for=arrival.address,
            device=config.address.host,
            note=" ".join(notes),
            way_back=arrival.way_back,
            link=arrival.link if player.is_kept else None,
            ca_file=config.ca_file,
            take_turn=self._take_turn,
        )

    async def _find(self) -> str:
        return self._config.server

    def _environ(self, player: KeptPlayer) -> dict[str, str]:
        return {**self._arrival.environ, "PARLOUR_HOME": str(player.folder)}

    def _visitor(self, player: KeptPlayer) -> Visitor:
        terminal = self._arrival.environ.get("TERM", "dumb")
        output = FrameOutput(self._file, lambda: self._size, term=terminal, enable_cpr=False)
        return Visitor(
            out=self._file,
            errors=self._file,
            environ=self._environ(player),
            lines=self._lines,
            input=self._keys,
            output=output,
            columns=lambda: self._size.columns,
            portal=self._config.address,
            guard=self._looks.guard,
            pace=self._pace,
            meet=self._meet,
        )

    def _meet(self, app: App | None) -> None:
        """Take the full-screen client, or that the visitor has left it for plain mode."""
        self.app = app
        self._stream.may_drop = app is not None
        if app is not None and self.on_drawn is not None:
            app.after_drawing(partial(self.on_drawn, app))

    def _say_last(self, text: str) -> None:
        """Give the terminal back, and say why."""
        self._stream.may_drop = False
        with contextlib.suppress(BrokenPipeError):
            self._stream.write(f"{RESET if self._arrival.has_terminal else ''}{text}\n")


def _first(errors: ExceptionGroup) -> Exception:
    """One of the errors in a group, which are mostly one."""
    error: Exception = errors
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
