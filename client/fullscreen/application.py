"""The toolkit's application, drawn no more often than the eye can follow, whatever asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from prompt_toolkit.application import Application

from client.fullscreen.throttle import Throttle

Result = TypeVar("Result")


class FullScreen(Application[Result]):
    """A full screen. Mutable: it runs, and remembers how often it was drawn.

    The toolkit asks for a drawing after every key, and draws at once whenever its window changes its size, which it
    does many times while somebody drags the window's edge. All of that waits its turn here.
    """

    def __init__(self, now: Callable[[], float], **more: Any) -> None:  # noqa: ANN401 - as the toolkit has it
        """Make one whose time is told by `now`."""
        self._throttle = Throttle(super().invalidate, now)
        # What was drawn last need not be drawn again only to be left.
        super().__init__(full_screen=True, erase_when_done=True, **more)

    def invalidate(self) -> None:
        """Draw anew soon."""
        if self.is_running and not self.invalidated:
            self._throttle.ask()

    def wipe(self) -> None:
        """Draw every cell anew, whatever the terminal made of the last drawing."""
        self.renderer.erase(leave_alternate_screen=False)
        self.invalidate()

    def stop(self) -> None:
        """Draw no more."""
        self._throttle.stop()

    def _on_resize(self) -> None:
        self.wipe()
