"""What all visitors of a portal share: its settings, its counts, its players, and the loop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from typing import Any

from prompt_toolkit.data_structures import Size

from client.portal.admission import Admission
from client.portal.arrival import PortalArrival
from client.portal.config import PortalConfig
from client.portal.players import PlayerFolders
from client.portal.terminal import Channel
from client.portal.turns import Looks, Turns
from client.portal.visit import STOPPING, VISIT, Visit
from client.state.exit_codes import ExitCode

CHECK_EVERY_S = 5.0
STOP_WITHIN_S = 5.0
ENDED, AT_MOST_ENDED = 10, 50
"""After how many visits that have ended their remains are collected, if nobody types just then, and in any case."""
QUIET_S = 3.0
"""For how long nobody has pressed a key where a pause is not felt."""
log = logging.getLogger("parlour.portal")


class Remains:
    """Collects what ended visits leave behind, when that is not felt, and keeps other collections short.

    A collection that looks through the clients of 200 visitors takes 0.4 s, in which nobody's key is drawn, and finds
    nothing as long as nobody leaves.
    """

    def __init__(self) -> None:
        self._ended = 0

    def add(self) -> None:
        """Count a visit that has ended."""
        self._ended += 1

    def collect(self, quiet_s: float) -> None:
        """Collect them if there are enough; `quiet_s` is for how long nobody has pressed a key."""
        if self._ended >= (ENDED if quiet_s >= QUIET_S else AT_MOST_ENDED):
            self._ended = 0
            gc.unfreeze()
            gc.collect()
        gc.freeze()  # Until the next time, collections leave out all that is there now.


class Hub:
    """The visitors who are here, and what they share. It must be made in a running loop."""

    def __init__(self, config: PortalConfig) -> None:
        self._loop = asyncio.get_running_loop()
        self.config = config
        self.admission = Admission(config.limits, self._loop.time)
        self.players = PlayerFolders(config.folder, config.server, config.limits.players)
        self.looks = Looks(config.limits.looks, config.limits.looks_waiting)
        self._visits: set[Visit] = set()
        self._turns = Turns(self._loop)
        self._remains = Remains()
        self._is_empty = asyncio.Event()
        self._is_empty.set()
        self._loop.set_exception_handler(self._on_fault)

    def visit(self, arrival: PortalArrival, channel: Channel, size: Size) -> Visit:
        """A visit that is to `play` yet."""
        return Visit(self.config, self.players, self.looks, arrival, channel, size, self._turns)

    async def play(self, visit: Visit, address: str) -> tuple[ExitCode, str]:
        """Let a visitor in, if there is room, and play; how it ended, and why not where it did not begin."""
        if refusal := self.admission.enter(address):
            return ExitCode.REFUSED, refusal
        self._visits.add(visit)
        self._is_empty.clear()
        try:
            return await visit.run(), ""
        finally:
            self._visits.discard(visit)
            self._remains.add()
            if not self._visits:
                self._is_empty.set()
            self.admission.leave(address)

    async def run(self) -> None:
        """Look after the visits, until it is cancelled; then end them all."""
        try:
            while True:
                await asyncio.sleep(CHECK_EVERY_S)
                now = self._loop.time()
                for visit in tuple(self._visits):
                    visit.check(now)
                self._remains.collect(now - max((visit.typed_at for visit in self._visits), default=0.0))
        finally:
            await self._stop()

    async def _stop(self) -> None:
        for visit in self._visits:
            visit.end(STOPPING)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_WITHIN_S):
                await self._is_empty.wait()

    def _on_fault(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End the visit in whose callback something went wrong; nobody else notices."""
        error = context.get("exception")
        visit = _visit_of(context)
        if visit is not None and error is not None:
            visit.fail(error)
        else:
            log.error("%s", context.get("message"), exc_info=error)


def _visit_of(context: dict[str, Any]) -> Visit | None:
    """Whose callback or task it was."""
    for place in ("handle", "task", "future"):
        ran_in = getattr(context.get(place), "_context", None)
        if ran_in is not None and VISIT in ran_in:
            return ran_in[VISIT]  # type: ignore[no-any-return]
    return VISIT.get(None)
