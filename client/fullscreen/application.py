"""The toolkit's application for a full screen: draws at a limited rate, and uses the terminal's title and bell."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from prompt_toolkit.application import Application, run_in_terminal

from client.net.timer import Timer

ESCAPE_S, SEQUENCE_S = 0.05, 0.1
"""How long the toolkit waits whether a lone Esc, or a key, is the start of something longer."""
FOCUS_ON, FOCUS_OFF = "\x1b[?1004h", "\x1b[?1004l"
"""Make a terminal report when its window gets or loses the focus, and stop that."""

ANSWER_S = 0.012
"""How long a drawing waits for the server's answer, to show what a key did and what came of it together.

A server nearby answers within 5 ms, and nobody sees so short a wait.
"""
PER_SECOND = 30
"""The most drawings in any second."""
BURST = 3
"""How many of these may follow at once: a key, its answer and the other side's move lie within one moment."""
EVERY_S = 1 / (PER_SECOND - BURST)
"""The time between the others."""

Result = TypeVar("Result")
Pace = Callable[[Callable[[], None]], None]
"""Draws, now or when it is this screen's turn."""


def at_once(draw: Callable[[], None]) -> None:
    draw()


class FullScreen(Application[Result]):
    """A full screen that keeps the window's title, and limits how often it is drawn.

    The toolkit asks for a drawing after every key, and draws at once whenever its window changes its size, which it
    does many times while somebody drags the window's edge. All of these go through one throttle.
    """

    def __init__(self, now: Callable[[], float], pace: Pace, **more: Any) -> None:  # noqa: ANN401 - as the toolkit has it
        self._throttle = Throttle(partial(pace, super().invalidate), now)
        self._answer = Timer(self.invalidate)
        self._title = ""
        self._result: Result | None = None
        # What was drawn last need not be drawn again only to be left.
        super().__init__(full_screen=True, erase_when_done=True, **more)
        self.ttimeoutlen, self.timeoutlen = ESCAPE_S, SEQUENCE_S

    def invalidate(self) -> None:
        """Draw soon, as the toolkit asks after a click, unless an answer is about to come."""
        if self.is_running and not self.invalidated and not self._answer.is_set:
            self._throttle.ask()

    def refresh(self) -> None:
        """Draw soon, whatever is about to come."""
        self._answer.stop()
        self.invalidate()

    def await_answer(self) -> None:
        """Draw once there is something new to draw, or a moment from now."""
        if not self._answer.is_set:
            self._answer.set(ANSWER_S)

    def wipe(self) -> None:
        """Draw every cell again, whatever the terminal made of the last drawing."""
        self.renderer.erase(leave_alternate_screen=False)
        self.refresh()

    def set_title(self, title: str) -> None:
        """Set the window's title, if it is another, together with the next drawing."""
        if title != self._title:
            self._title = title
            self.output.set_title(title)

    def sound_bell(self) -> None:
        self.output.bell()
        self.output.flush()

    def copy(self, text: str) -> None:
        """Let the terminal copy a text, if it does that: by OSC 52, which also works through ssh."""
        self.output.write_raw(f"\x1b]52;c;{b64encode(text.encode()).decode()}\x1b\\")
        self.output.flush()

    def begin(self) -> None:
        """Ask the terminal to report the focus."""
        self.output.write_raw(FOCUS_ON)
        if self._result is not None:
            self.exit(result=self._result)

    def leave(self, result: Result) -> None:
        """End with a result, now or as soon as the screen has begun."""
        self._result = result
        if self.is_running and not self.is_done:
            self.exit(result=result)

    def suspend(self) -> None:
        """Give the terminal back to the shell, until that continues this program; then draw everything anew."""
        if sys.platform == "win32":
            return

        def stop() -> None:
            self.output.write_raw(FOCUS_OFF)
            self.output.clear_title()
            self.output.flush()
            os.kill(0, signal.SIGTSTP)  # to the whole job, so that the shell sees it stop
            self.output.write_raw(FOCUS_ON)
            self.output.set_title(self._title)
            self.output.flush()

        run_in_terminal(stop)

    def stop(self) -> None:
        """Draw no more, and undo what was set in the terminal."""
        self._answer.stop()
        self._throttle.stop()
        self.output.write_raw(FOCUS_OFF)
        self.output.clear_title()
        self.output.flush()

    def fail(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an exception that nothing awaits: end with it, rather than write it over the screen."""
        error = context.get("exception")
        if isinstance(error, Exception) and self.is_running and not self.is_done:
            self.exit(exception=error)
        else:
            loop.default_exception_handler(context)

    def _on_resize(self) -> None:
        self.wipe()


class Throttle:
    """Limits how often something is done: at once after a pause, and then a fixed number of times a second.

    Asking twice while it waits does it once.
    """

    def __init__(self, do: Callable[[], None], now: Callable[[], float]) -> None:
        self._do = do
        self._now = now
        self._credit = float(BURST)
        self._counted_at = now()
        self._waiting = Timer(self.ask)

    @property
    def is_waiting(self) -> bool:
        """Whether something was asked for that is still to be done."""
        return self._waiting.is_set

    def ask(self) -> None:
        """Do it now, or as soon as the limit allows."""
        if self.is_waiting:
            return
        now = self._now()
        self._credit = min(BURST, self._credit + (now - self._counted_at) / EVERY_S)
        self._counted_at = now
        if self._credit >= 1:
            self._credit -= 1
            self._do()
        else:
            self._waiting.set((1 - self._credit) * EVERY_S)

    def stop(self) -> None:
        self._waiting.stop()
