"""Timers for what happens without a key: automatic moves, a running replay, the warning of a low clock."""

from __future__ import annotations

import math
from collections.abc import Callable

from client.fullscreen.terminal.bell import Bell
from client.fullscreen.ui import alerts, autoplay
from client.fullscreen.ui.state import UiState
from client.history.replay import PACE_S
from client.net.timer import Timer
from client.state.store import Store
from protocol import messages as m


class Timers:
    """Three timers of the app. It remembers up to when the clock has warned."""

    def __init__(
        self, now: Callable[[], float], wake: Callable[[], None], advance: Callable[[], None], bell: Bell
    ) -> None:
        """Call `wake` when a move or a warning is due by the clock `now`, and `advance` for a replay's next event."""
        self._now = now
        self._bell = bell
        self._move, self._replay, self._low_clock = Timer(wake), Timer(advance), Timer(wake)
        self._warned_at = -math.inf

    def due_move(self, store: Store, ui: UiState) -> m.Play | None:
        """The automatic move that is due now; where it is due later, wake the app then."""
        self._move.stop()
        due = autoplay.due_move(store, ui)
        if due is None:
            return None
        wait = due.at - self._now()
        if wait <= 0:
            return due.move
        self._move.set(wait)
        return None

    def watch(self, store: Store, ui: UiState) -> None:
        """Warn of a clock that runs low, now or when it does, and keep a running replay going."""
        self._low_clock.stop()
        low_at = alerts.hurry_at(store, self._warned_at)
        if low_at is not None:
            wait = low_at - self._now()
            if wait > 0:
                self._low_clock.set(wait)
            else:
                self._warned_at = low_at
                self._bell.ring(alerts.HURRY if ui.sound else alerts.SILENCE)
        if ui.replay is None or not ui.replay.rolls:
            self._replay.stop()
        elif not self._replay.is_set:
            self._replay.set(PACE_S)

    def stop(self) -> None:
        for timer in (self._move, self._replay, self._low_clock):
            timer.stop()
