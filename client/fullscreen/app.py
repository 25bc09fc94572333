"""The full screen's shell: the terminal, the clock and the connection, around the pure steps of `update`.

What the server says is folded into the Store; what a person does changes the Desk beside it, or goes to the server.
Both are drawn by `client.fullscreen.screens.page`, never more often than the eye can follow.
"""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import Any

from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.output import Output
from prompt_toolkit.styles import DynamicStyle

from client.commands import actions
from client.drawing.canvas import Drawing
from client.drawing.layout import layout_of
from client.drawing.theme import classes
from client.drawing.theme_files import ThemeFiles
from client.fullscreen import update
from client.fullscreen.application import FullScreen
from client.fullscreen.control import ScreenControl, bindings
from client.fullscreen.output import terminal_output
from client.fullscreen.screens import page
from client.fullscreen.screens.styling import EVERYBODYS, ActiveTheme, Remember, forget
from client.fullscreen.type_ahead import TypeAhead
from client.fullscreen.ui import alerts, autoplay, replay_view
from client.fullscreen.ui.bell import Bell
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.history.archive import BARE, GameArchive
from client.history.replay import PACE_S, Replay, go_to
from client.hosting.lan import LanAccess, turn_lan
from client.hosting.local_addresses import survey
from client.net.timer import Timer
from client.net.tour_wire import TourWire
from client.net.wire import Wire
from client.settings import Settings
from client.state.fold import fold, unanswered
from client.state.habits import Habits, HabitsFile
from client.state.phrases import records, today
from client.state.phrases.records import StatsRequest
from client.state.phrases.today import TodayScore
from client.state.store import Happening, Opened, Said, Sent, Store
from protocol import messages as m

ESCAPE_S, SEQUENCE_S = 0.05, 0.1
"""How long a lone Esc may turn out to be the start of something longer."""
FOCUS_ON, FOCUS_OFF = "\x1b[?1004h", "\x1b[?1004l"
"""What makes a terminal tell when its window comes to the front, and what makes it stop."""


class App:
    """One full-screen client. Mutable: it holds what is known, what is on screen, and the terminal.

    `opening` is a line to act on once the server has welcomed us; `memory` keeps habits beyond this run; `shelf`
    has the games that are over, of which `replay` is open from the start; `now` is a monotonic clock
    in seconds. `wardrobe` has the themes, and `remember` keeps which one was chosen. `door` is one's own server's.
    """

    def __init__(
        self,
        settings: Settings,
        opening: str = "",
        memory: HabitsFile | None = None,
        *,
        shelf: GameArchive = BARE,
        replay: Replay | None = None,
        wardrobe: ThemeFiles = EVERYBODYS,
        remember: Remember = forget,
        calendar: TodayScore | None = None,
        door: LanAccess | None = None,
        environ: Mapping[str, str] = os.environ,
        now: Callable[[], float] = time.monotonic,
        input: Input | None = None,  # noqa: A002 - the toolkit's word
        output: Output | None = None,
    ) -> None:
        self.store = Store()
        self._attire = ActiveTheme(settings, wardrobe, remember, environ)
        habits = memory.recall() if memory else Habits()
        self.ui = replace(_laid(settings, now(), has_colour=self._attire.has_colour), habits=habits, replay=replay)
        self._keymap = Keymap(self.store, self.ui)
        self._memory = memory
        self._opening = opening
        self._awaits_table = False
        self._ahead = TypeAhead()
        self._now = now
        self._wire: TourWire | None = None
        self._is_browsing = False
        self._calendar = calendar or TodayScore()
        self._is_inviting = False
        self._occasion: StatsRequest | None = None
        self._title = ""
        self._shelf = shelf
        self._door = door
        self._inquiries: set[asyncio.Task[None]] = set()
        self._flight, self._roll, self._alarm = Timer(self._settle), Timer(self._turn), Timer(self._settle)
        self._hurried_at = -math.inf
        self._bell = Bell(self._sound)
        self._surface = ScreenControl(self, now)
        self._application = self._make(input, output)

    def hear(self, happening: Happening) -> None:
        """Take what the connection tells."""
        self._take(happening)
        if isinstance(happening, m.Welcome):
            self._open()
        for key, text in self._ahead.due(self.store, awaits_table=self._awaits_table):
            self._follow(update.press(self.store, self.ui, key, text))
        self._settle()

    def unanswered(self) -> Iterable[m.Command]:
        """What to send again after a return."""
        return unanswered(self.store)

    async def run(self, wire: Wire) -> actions.Leaving:
        """Draw and listen until the player leaves; says how."""
        self._wire = TourWire(wire)
        asyncio.get_running_loop().set_exception_handler(self._fail)
        self._settle()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(wire.run())
            try:
                return await self._application.run_async(pre_run=self._begin, set_exception_handler=False)
            except EOFError:  # the terminal is gone
                return "interrupted"
            finally:
                self._end()
                await wire.aclose()

    def press(self, key: str, text: str = "") -> None:
        """Take a key by the toolkit's name, and the text it writes."""
        keymap = self._keys()
        if not self._ahead.keeps(key, text, self.ui, keymap):
            self._follow(update.press(self.store, self.ui, key, text, keymap))
            self._settle()

    def click(self, command: str) -> None:
        """Take a click on something that stands for a command."""
        self._follow(update.run(self.store, replace(self.ui, hint="", is_new=False), command))
        self._settle()

    def point(self, hint: str, over: str) -> None:
        """Take what the pointer is over: what to say of it, and the command that it gives by being there."""
        before, self.ui = self.ui, update.point(self.store, self.ui, hint, over)
        if self.ui != before:
            self.refresh()

    def focus(self, *, is_focused: bool) -> None:
        """Take that the terminal's window came to the front, or went."""
        self.ui = replace(self.ui, is_focused=is_focused)
        self._settle()

    def refresh(self) -> None:
        """Draw anew soon."""
        self._application.invalidate()

    def draw(self, columns: int, rows: int) -> Drawing:
        """What is on screen now."""
        is_cramped = columns < page.LEAST_COLUMNS or rows < page.LEAST_ROWS
        layout = layout_of(columns, rows)
        if (is_cramped, layout) != (self.ui.is_cramped, self.ui.layout):
            self.ui = replace(self.ui, is_cramped=is_cramped, layout=layout)
        return page.draw(self.store, self.ui, (columns, rows), self._now(), self._keys())

    def _keys(self) -> Keymap:
        """What the keys do now, found once for all who ask until something changes."""
        self._keymap = self._keymap.at(self.store, self.ui)
        return self._keymap

    def _make(
        self,
        input: Input | None,  # noqa: A002 - the toolkit's word
        output: Output | None,
    ) -> FullScreen[actions.Leaving]:
        stage: FullScreen[actions.Leaving] = FullScreen(
            self._now,
            layout=Layout(Window(self._surface, always_hide_cursor=True, style=classes("ground"))),
            key_bindings=bindings(self),
            style=DynamicStyle(lambda: self._attire.style),
            include_default_pygments_style=False,
            color_depth=self._attire.depth,
            mouse_support=Condition(lambda: self.ui.mouse),
            input=input,
            output=output or terminal_output(),
        )
        stage.ttimeoutlen, stage.timeoutlen = ESCAPE_S, SEQUENCE_S
        return stage

    def _begin(self) -> None:
        self._application.output.write_raw(FOCUS_ON)

    def _end(self) -> None:
        self._application.stop()
        self._surface.stop()
        self._bell.stop()
        for inquiry in self._inquiries:
            inquiry.cancel()
        for timer in (self._flight, self._roll, self._alarm):
            timer.stop()
        output = self._application.output
        output.write_raw(FOCUS_OFF)
        output.clear_title()
        output.flush()

    def _fail(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End with what went wrong outside of everything awaited, rather than write it over the screen."""
        error = context.get("exception")
        if isinstance(error, Exception) and self._application.is_running and not self._application.is_done:
            self._application.exit(exception=error)
        else:
            loop.default_exception_handler(context)

    def _open(self) -> None:
        """Do what the client was started for, once, after what is wrong with its theme was said."""
        complaint, self._attire.complaint = self._attire.complaint, ""
        if complaint:
            self._take(Said(complaint, is_refusal=True))
        opening, self._opening = self._opening, ""
        if opening:
            step = update.run(self.store, self.ui, opening)
            self._awaits_table = any(
                isinstance(effect, m.Create | m.Quick | m.Join | m.Watch) for effect in step.effects
            )
            self._follow(step)

    def _take(self, happening: Happening) -> None:
        """Know of something that has happened. A move that has just left changes nothing but the Store."""
        before, self.store = self.store, fold(self.store, happening, self._now())
        if not isinstance(happening, Sent):
            self._turn_to(update.after(before, self.store, self.ui))
            self._bell.ring(alerts.ring_for(before, self.store, self.ui))

    def _turn_to(self, ui: UiState) -> None:
        """Look at another Desk, and remember the habits where they are new."""
        if self._memory and ui.habits != self.ui.habits:
            self._memory.keep(ui.habits)
        self.ui = ui

    def _follow(self, step: update.Update) -> None:
        self._turn_to(step.ui)
        for effect in step.effects:
            match effect:
                case Opened() | Said():
                    self._take(effect)
                case actions.Redraw():
                    self._application.wipe()
                case actions.Verify(named=named):
                    self._look_into(self._tell(named))
                case actions.OpenHistory(game=game):
                    self._look_into(self._open_history(game))
                case actions.OpenReplay(named=named, eyes=eyes):
                    self._look_into(self._open_replay(named, eyes))
                case actions.SetTheme(theme=theme):
                    self._take(self._attire.change(theme))
                case actions.StartTour(game=game):
                    self._teach(game)
                case actions.OpenLan() | actions.CloseLan():
                    self._look_into(self._turn_door(effect))
                case actions.Quit(how=how):
                    self._application.exit(result=how)
                case _:
                    self._send(effect)

    def _teach(self, game: str) -> None:
        if self._wire is not None:
            for event in self._wire.begin(game):
                self._take(event)

    async def _tell(self, named: str) -> None:
        """Have a game verified, and say what came of it."""
        self.hear(await self._shelf.verify(named))

    async def _open_replay(self, named: str, eyes: str) -> None:
        """Have a game played again, and open it."""
        try:
            self.ui = replay_view.open_replay(self.ui, await self._shelf.review(named, eyes))
        except ValueError as error:
            self.hear(Said(str(error), is_refusal=True))
        else:
            self.hear(Said(""))

    async def _open_history(self, game: str) -> None:
        """Have the games that are over listed."""
        self.ui = replay_view.open_history(self.ui, await self._shelf.recall(game))
        self._settle()

    def _look_into(self, look: Coroutine[Any, Any, None]) -> None:
        """Have a saved game looked at, while everything else goes on."""
        inquiry = asyncio.create_task(look)
        self._inquiries.add(inquiry)
        inquiry.add_done_callback(self._inquiries.discard)

    def _send(self, command: m.Command) -> None:
        if self._wire is not None:
            for happening in self._wire.send(command):
                self._take(happening)

    def _settle(self) -> None:
        """Bring what lies outside in line with what is known: what is asked for, the title, the pilot, the screen.

        Whoever is told of something does it once, at the end.
        """
        is_lobby = self.store.room is None
        if is_lobby != self._is_browsing and self._wire is not None:
            self._is_browsing = is_lobby
            self._send(m.Browse(on=is_lobby))
        if self._wire is not None and (reckon := self._calendar.due()):
            self._send(reckon)
        self._look_up()
        self._look_around()
        self._fly()
        self._entitle()
        self._watch_clock()
        self._go_on()
        self.refresh()

    def _look_around(self) -> None:
        """See how far this machine's server reaches, when somebody is to be invited."""
        was_inviting, self._is_inviting = self._is_inviting, self.ui.panel == "invite"
        if self._is_inviting and not was_inviting:
            self._look_into(self._survey())

    async def _survey(self) -> None:
        reach = self._door.address() if self._door else None
        self.ui = replace(self.ui, machine=await survey(self.store.link.server, reach))
        self.refresh()

    async def _turn_door(self, action: actions.OpenLan | actions.CloseLan) -> None:
        """Have one's own server opened to the network or shut, and show how far it reaches then."""
        self.hear(await turn_lan(self._door, action))
        await self._survey()

    def _look_up(self) -> None:
        """Ask what the player has done, wherever something new may be said of it."""
        occasion = records.occasion(self.store)
        if occasion != self._occasion:
            self._occasion = occasion
            if occasion is not None:
                self._send(occasion.recall)

    def _entitle(self) -> None:
        title = alerts.window_title(self.store, self.ui, self._now())
        if title != self._title:
            self._title = title
            self._application.output.set_title(title)
            self._application.output.flush()

    def _sound(self) -> None:
        self._application.output.bell()
        self._application.output.flush()

    def _watch_clock(self) -> None:
        """Ring once one's own time is about to run out, or wait for that moment; none that has come is passed over."""
        self._alarm.stop()
        due = alerts.hurry_at(self.store, self._hurried_at)
        if due is None:
            return
        wait = due - self._now()
        if wait > 0:
            self._alarm.set(wait)
        else:
            self._hurried_at = due
            self._bell.ring(alerts.HURRY if self.ui.sound else alerts.SILENCE)

    def _go_on(self) -> None:
        """Let a replay that goes on by itself wait for its time; there is one timer at most."""
        replay = self.ui.replay
        if replay is None or not replay.rolls:
            self._roll.stop()
        elif not self._roll.is_set:
            self._roll.set(PACE_S)

    def _turn(self) -> None:
        """Show the next position of the replay."""
        if self.ui.replay is not None:
            self.ui = replace(self.ui, replay=go_to(self.ui.replay, self.ui.replay.at + 1))
        self._settle()

    def _fly(self) -> None:
        """Make the move that is due by itself, or wait for its time."""
        self._flight.stop()
        due = autoplay.due_move(self.store, self.ui)
        if due is None:
            return
        wait = due.at - self._now()
        if wait > 0:
            self._flight.set(wait)
        else:
            self._send(due.move)


def _laid(settings: Settings, now: float, *, has_colour: bool) -> UiState:
    """The Desk as it is at first."""
    return UiState(
        mouse=settings.mouse,
        sound=settings.sound,
        motion=settings.motion,
        palette=settings.palette if has_colour else "texture",
        has_colour=has_colour,
        day_s=today.ahead_s(now),
    )
