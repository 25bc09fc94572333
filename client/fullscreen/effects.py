"""Carries out Effects: sends commands, and runs tasks that look at saved games or the network.

`update` says which Effects follow from a key or a line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, Protocol

from client.commands import actions
from client.fullscreen.screens.styling import ActiveTheme
from client.fullscreen.terminal.application import FullScreen
from client.fullscreen.ui import replay_view
from client.fullscreen.ui.state import UiState
from client.fullscreen.update import Effect
from client.history.archive import GameArchive
from client.hosting.install_source import install_source
from client.hosting.lan import LanAccess, turn_lan
from client.hosting.local_addresses import survey
from client.net.tour_wire import TourWire
from client.state.phrases import records
from client.state.phrases.records import StatsRequest
from client.state.phrases.today import TodayScore
from client.state.store import Happening, Opened, Said, Store
from client.state.table_view import is_going_alone
from protocol import messages as m

COPIED = "Copied."
SENT = "Copied, if your terminal lets programs copy. If not, select the line with Shift and the mouse."

Change = Callable[[UiState], UiState]
Copy = Callable[[str], Awaitable[bool]]
"""Copies a text beside the terminal; whether it did."""
NO_SHELL = "There's no shell to go back to. To leave, press q."


class Report(Protocol):
    """Takes the result of a task: how the UiState changes, and what to say."""

    def __call__(self, change: Change | None = None, said: Said | None = None) -> None: ...


class Effects:
    """Carries out Effects in tasks, and remembers what it asked the server for. Sends nothing before `wire` is set.

    A player who is visiting a portal gets nothing of its machine: no shell, and no look at its addresses.
    """

    def __init__(
        self,
        application: FullScreen[actions.Leaving],
        theme: ActiveTheme,
        archive: GameArchive,
        lan: LanAccess | None,
        report: Report,
        clipboard: Copy | None = None,
        *,
        is_visiting: bool = False,
    ) -> None:
        self.wire: TourWire | None = None
        self._application = application
        self._theme = theme
        self._archive = archive
        self._lan = lan
        self._report = report
        self._is_visiting = is_visiting
        self._clipboard = clipboard
        self._tasks: set[asyncio.Task[None]] = set()
        self._today = TodayScore()
        self._stats_request: StatsRequest | None = None
        self._is_browsing = False
        self._is_inviting = False

    def carry_out(self, effect: Effect, store: Store) -> tuple[Happening, ...]:
        """Carry out an effect; gives what comes of it at once. Tasks report later."""
        match effect:
            case Opened() | Said():
                return (effect,)
            case actions.Redraw():
                self._application.wipe()
            case actions.Verify(named=named):
                self._start(self._verify(named))
            case actions.OpenHistory(game=game):
                self._start(self._open_history(game))
            case actions.OpenReplay(named=named, eyes=eyes):
                self._start(self._open_replay(named, eyes))
            case actions.SetTheme(theme=theme):
                return (self._theme.change(theme),)
            case actions.StartTour(game=game):
                return self.wire.begin(game) if self.wire else ()
            case actions.CopyText(text=text):
                self._start(self._copy(text))
            case actions.OpenLan() | actions.CloseLan():
                self._start(self._turn_lan(effect, store.link.server))
            case actions.MakePhrase():
                return self.wire.make_phrase() if self.wire else ()
            case actions.PlayHere(as_guest=as_guest):
                if self.wire:
                    (self.wire.play_as_guest if as_guest else self.wire.play_here)()
            case actions.Quit(how=how):
                self._application.leave(how)
            case actions.Suspend() if self._is_visiting:
                return (Said(NO_SHELL, is_refusal=True),)
            case actions.Suspend():
                self._application.suspend()
            case _:
                return self.wire.send(effect) if self.wire else ()
        return ()

    def due_commands(self, store: Store, ui: UiState) -> list[m.Command]:
        """What to ask the server for now: the lobby while it is on screen, today's score, and new statistics.

        The server is told which table the player looks at, as a game against computers waits for them. When the
        invitation opens, look how far this machine's server reaches.
        """
        was_inviting, self._is_inviting = self._is_inviting, ui.panel == "invite"
        if self._is_inviting and not was_inviting and not self._is_visiting:
            self._start(self._survey(store.link.server))
        if self.wire is None:
            return []
        due: list[m.Command] = []
        self.wire.look(_looked_at(store, ui))
        is_lobby = store.room is None
        if is_lobby != self._is_browsing:
            self._is_browsing = is_lobby
            due.append(m.Browse(on=is_lobby))
        if score := self._today.due():
            due.append(score)
        request = records.stats_request(store)
        if request != self._stats_request:
            self._stats_request = request
            if request is not None:
                due.append(request.recall)
        return due

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _verify(self, named: str) -> None:
        self._report(said=await self._archive.verify(named))

    async def _open_history(self, game: str) -> None:
        history = await self._archive.recall(game)
        self._report(lambda ui: replay_view.open_history(ui, history))

    async def _open_replay(self, named: str, eyes: str) -> None:
        try:
            replay = await self._archive.review(named, eyes)
        except ValueError as error:
            self._report(said=Said(str(error), is_refusal=True))
        else:
            self._report(lambda ui: replay_view.open_replay(ui, replay), Said(""))

    async def _turn_lan(self, action: actions.OpenLan | actions.CloseLan, server: str) -> None:
        """Open one's own server to the network or close it, and look how far it reaches then."""
        self._report(said=await turn_lan(self._lan, action))
        if not self._is_visiting:
            await self._survey(server)

    async def _survey(self, server: str) -> None:
        machine = await survey(server, self._lan.address() if self._lan else None)
        source = await asyncio.to_thread(install_source)
        self._report(lambda ui: replace(ui, machine=machine, source=source))

    async def _copy(self, text: str) -> None:
        """Copy by the terminal, and by a program if this client may start one."""
        self._application.copy(text)
        is_sure = self._clipboard is not None and await self._clipboard(text)
        self._report(said=Said(COPIED if is_sure else SENT))


def _looked_at(store: Store, ui: UiState) -> str | None:
    """The table that the player looks at: not one whose time runs while they read the help or the menu over it."""
    seated = store.seated
    is_timed = seated is not None and seated.table.time_left_s is not None and is_going_alone(seated.table)
    return None if ui.panel and is_timed else store.room
