"""The full-screen client: connects the terminal and the server to the pure steps of `update`.

What the server sends is folded into the Store; what a person does changes the UiState, or goes to the server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from client.commands import actions
from client.drawing.canvas import Drawing
from client.fullscreen import events, typing_keys, update
from client.fullscreen.effects import Change, Copy, Effects
from client.fullscreen.opening import first_ui, make_application
from client.fullscreen.screens import keybar, page
from client.fullscreen.screens.styling import ActiveTheme
from client.fullscreen.terminal.bell import Bell
from client.fullscreen.terminal.throttle import Pace, at_once
from client.fullscreen.terminal.window import ScreenWindow
from client.fullscreen.timers import Timers
from client.fullscreen.ui import alerts, replay_view
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.fullscreen.ui.type_ahead import TypeAhead
from client.games.keys import Key
from client.history.archive import BARE, GameArchive
from client.history.replay import Replay
from client.hosting.invitation import PortalAddress
from client.hosting.lan import LanAccess
from client.net.tour_wire import TourWire
from client.net.wire import Wire
from client.settings import Settings
from client.state.breadcrumbs import Breadcrumbs
from client.state.fold import fold
from client.state.habits import Habits, HabitsFile
from client.state.store import Happening, Link, Said, Sent, Store
from protocol import messages as m


class App:
    """One full-screen client. It holds the current Store and UiState, and replaces them after each event.

    `opening` is a line to run once the server has welcomed us; `habits_file` keeps habits beyond this run. `archive`
    has the finished games, `replay` is open from the start, `theme` decides the colours, `lan` opens one's own server
    to the network, `portal` is what a visitor came through, and `clipboard` copies beside the terminal. `pace` lets a
    screen wait for its turn, `crumbs` remembers keys for the report of a crash, `now` is a monotonic clock in seconds.
    """

    def __init__(
        self,
        settings: Settings,
        opening: str = "",
        habits_file: HabitsFile | None = None,
        *,
        archive: GameArchive = BARE,
        replay: Replay | None = None,
        theme: ActiveTheme | None = None,
        lan: LanAccess | None = None,
        portal: PortalAddress | None = None,
        clipboard: Copy | None = None,
        pace: Pace = at_once,
        crumbs: Breadcrumbs | None = None,
        now: Callable[[], float] = time.monotonic,
        input: Input | None = None,  # noqa: A002 - the toolkit's word
        output: Output | None = None,
    ) -> None:
        habits = habits_file.recall() if habits_file else Habits()
        self.store = Store(last_room=habits.room, portal_urls=portal.urls if portal else ())
        self._theme = theme = theme or ActiveTheme(settings)
        self._habits_file = habits_file
        self.ui = first_ui(settings, now(), theme, habits, replay, portal)
        self._opening = opening
        self._crumbs = crumbs or Breadcrumbs()
        self._now = now
        self._keymap = Keymap(self.store, self.ui)
        self._type_ahead = TypeAhead()
        self._is_alone = portal is None
        self._window = ScreenWindow(self, now)
        self._application = screen = make_application(self, self._window, theme, now, pace, (input, output), portal)
        self._bell = Bell(screen.sound_bell)
        self._effects = Effects(screen, theme, archive, lan, self._report, clipboard, is_visiting=not self._is_alone)
        self._timers = Timers(now, self._settle, lambda: self._report(replay_view.advance), self._bell)

    async def run(self, wire: Wire) -> actions.Leaving:
        """Draw and listen until the player leaves; says how."""
        self._effects.wire = TourWire(wire)
        if self._is_alone:  # a portal's loop runs the clients of others too
            asyncio.get_running_loop().set_exception_handler(self._application.fail)
        self._settle()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(wire.run())
            try:
                return await self._application.run_async(set_exception_handler=False, handle_sigint=self._is_alone)
            except EOFError:  # the terminal is gone
                return "interrupted"
            finally:
                for part in (self._effects, self._timers, self._bell, self._window, self._application):
                    part.stop()
                await wire.aclose()

    def hear(self, happening: Happening) -> None:
        self._take(happening)
        if isinstance(happening, m.Welcome):
            self._open()
        elif isinstance(happening, Link) and happening.state == "unreachable":
            self._application.leave("quit")
        for key, text in self._type_ahead.release(self.store):
            self._follow(update.press(self.store, self.ui, key, text))
        self._settle()

    def unanswered(self) -> Iterable[m.Command]:
        """The commands to send again after a reconnection."""
        return self.store.unanswered_commands()

    def press(self, key: str, text: str = "") -> None:
        """Take a key by the toolkit's name, and the text it writes."""
        self._crumbs.add_key(key, is_text=self.ui.typing is not None)
        self._keymap = self._keymap.at(self.store, self.ui)
        if not self._type_ahead.hold(key, text, self.ui, self._keymap):
            self._settle(is_asked=self._follow(update.press(self.store, self.ui, key, text, self._keymap)))

    def click(self, command: str) -> None:
        self._crumbs.add_command(command.partition(" ")[0])
        self._settle(is_asked=self._follow(update.run(self.store, replace(self.ui, hint="", is_new=False), command)))

    def point(self, hint: str, over: str) -> None:
        """Take what the pointer is over: its hint, and the command that it gives by being there."""
        before, self.ui = self.ui, update.point(self.store, self.ui, hint, over)
        if self.ui != before:
            self.refresh()

    def focus(self, *, is_focused: bool) -> None:
        """Take that the terminal's window got or lost the focus."""
        self.ui = replace(self.ui, is_focused=is_focused)
        self._settle()

    def resized(self) -> None:
        """Draw everything anew, as the terminal has another size, or has missed something."""
        self._application.wipe()

    def after_drawing(self, do: Callable[[], None]) -> None:
        """Do something after every drawing."""
        self._application.after_render += lambda _: do()

    def key_bar(self) -> list[tuple[Key, bool]]:
        """The keys of the key bar as it was drawn last, and whether each works."""
        return keybar.keys_of(self._keymap, self.ui)

    def refresh(self) -> None:
        self._application.refresh()

    def draw(self, columns: int, rows: int) -> Drawing:
        self.ui = page.fit(self.ui, columns, rows)
        self._keymap = self._keymap.at(self.store, self.ui)
        return page.draw(self.store, self.ui, (columns, rows), self._now(), self._keymap)

    def _open(self) -> None:
        """Say what is wrong with the theme, then run the opening line, each once."""
        if complaint := self._theme.take_complaint():
            self._take(Said(complaint, is_refusal=True))
        opening, self._opening = self._opening, ""
        if opening:
            step = update.run(self.store, self.ui, opening)
            self._type_ahead.awaits_table = any(
                isinstance(each, m.Create | m.Quick | m.Join | m.Watch) for each in step.effects
            )
            self._follow(step)

    def _take(self, happening: Happening) -> None:
        """Fold an event into the Store. A command that was just sent changes nothing but the Store."""
        before, self.store = self.store, fold(self.store, happening, self._now())
        if not isinstance(happening, Sent):
            ui = events.on_event(before, self.store, self.ui)
            self._show(replace(ui, habits=ui.habits.at(self.store.seated)))
            self._bell.ring(alerts.ring_for(before, self.store, self.ui))

    def _show(self, ui: UiState) -> None:
        """Replace the UiState, and save the habits if they are new."""
        if self._habits_file and ui.habits != self.ui.habits:
            self._habits_file.keep(ui.habits)
        self.ui = ui

    def _follow(self, step: update.Update) -> bool:
        """Do what follows from a key or a line; says whether the server was sent something."""
        self._show(step.ui)
        sent = [self._carry_out(effect) for effect in step.effects]
        return any(sent)

    def _carry_out(self, effect: update.Effect) -> bool:
        """Carry out an effect; says whether the server was sent something."""
        happenings = self._effects.carry_out(effect, self.store)
        self.ui = replace(self.ui, theme=self._theme.name)
        if isinstance(effect, m.Say) and happenings:
            self.ui = typing_keys.give_back(self.ui, effect)
        for happening in happenings:
            self._take(happening)
        return any(isinstance(happening, Sent) for happening in happenings)

    def _report(self, change: Change | None = None, said: Said | None = None) -> None:
        """Take the result of a task or a timer."""
        self.ui = change(self.ui) if change else self.ui
        if said is not None:
            self.hear(said)
        else:
            self._settle()

    def _settle(self, *, is_asked: bool = False) -> None:
        """Bring everything outside in line with the Store and the UiState: requests, timers, the title, the screen.

        Every entry point calls it once, at its end. If the server was just asked something, the screen may wait for it.
        """
        for command in self._effects.due_commands(self.store, self.ui):
            self._carry_out(command)
        if move := self._timers.due_move(self.store, self.ui):
            self._carry_out(move)
        self._application.set_title(alerts.window_title(self.store, self.ui, self._now()))
        self._timers.watch(self.store, self.ui)
        (self._application.await_answer if is_asked else self._application.refresh)()
