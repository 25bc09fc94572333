"""The toolkit's application for a full screen: draws at a limited rate, and uses the terminal's title and bell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from prompt_toolkit.application import Application

from client.fullscreen.terminal import modes
from client.fullscreen.terminal.throttle import Pace, Throttle
from client.net.timer import Timer

ESCAPE_S, SEQUENCE_S = 0.05, 0.1
"""How long the toolkit waits whether a lone Esc, or a key, is the start of something longer."""
ANSWER_S = 0.012
"""How long a drawing waits for the server's answer, to show what a key did and what came of it together.

A server nearby answers within 5 ms, and nobody sees so short a wait.
"""

Result = TypeVar("Result")


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
        self.pre_run_callables.append(self._begin)

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
        """Let the terminal copy a text, if it does that: also through ssh."""
        modes.copy(self.output, text)

    def _begin(self) -> None:
        """Ask the terminal to report the focus."""
        self.output.write_raw(modes.FOCUS_ON)
        if self._result is not None:
            self.exit(result=self._result)

    def leave(self, result: Result) -> None:
        """End with a result, now or as soon as the screen has begun."""
        self._result = result
        if self.is_running and not self.is_done:
            self.exit(result=result)

    def suspend(self) -> None:
        """Give the terminal back to the shell, until that continues this program; then draw everything anew."""
        modes.suspend(self.output, self._title)

    def stop(self) -> None:
        """Draw no more, and undo what was set in the terminal."""
        self._answer.stop()
        self._throttle.stop()
        modes.release(self.output)

    def fail(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an exception that nothing awaits: end with it, rather than write it over the screen."""
        error = context.get("exception")
        if isinstance(error, Exception) and self.is_running and not self.is_done:
            self.exit(exception=error)
        else:
            loop.default_exception_handler(context)

    def _on_resize(self) -> None:
        self.wipe()
