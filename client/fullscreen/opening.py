"""What a full-screen client begins with: its first UiState, and the toolkit's application around its window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import Output
from prompt_toolkit.styles import DynamicStyle

from client.commands import actions
from client.fullscreen.screens.styling import ActiveTheme, own_styles
from client.fullscreen.terminal.application import FullScreen
from client.fullscreen.terminal.output import terminal_output
from client.fullscreen.terminal.throttle import Pace
from client.fullscreen.terminal.window import ScreenHandler, ScreenWindow, bindings
from client.fullscreen.ui.state import UiState
from client.history.replay import Replay
from client.hosting.invitation import PortalAddress
from client.settings import Settings
from client.state.habits import Habits
from client.state.phrases import today
from client.state.store import Store

POSTPONED_S = 0.01
"""How long the toolkit puts off a drawing while there is more to do. A portal's screens have turns instead."""
MEASURED_S = 0.5
"""How often the toolkit looks how large the terminal is, where no signal says so. A portal is told."""


class Client(ScreenHandler, Protocol):
    """What is drawn, and takes the keys."""

    store: Store
    ui: UiState


def first_ui(
    settings: Settings,
    now: float,
    theme: ActiveTheme,
    habits: Habits,
    replay: Replay | None,
    portal: PortalAddress | None,
) -> UiState:
    """What a person sees first, at `now` by a monotonic clock."""
    return UiState(
        mouse=settings.mouse,
        sound=settings.sound,
        motion=settings.motion,
        palette=settings.palette if theme.has_colour else "texture",
        theme=theme.name,
        has_colour=theme.has_colour,
        day_s=today.ahead_s(now),
        habits=habits,
        replay=replay,
        machine=portal,
    )


def make_application(
    client: Client,
    window: ScreenWindow,
    theme: ActiveTheme,
    now: Callable[[], float],
    pace: Pace,
    terminal: tuple[Input | None, Output | None],
    portal: PortalAddress | None,
) -> FullScreen[actions.Leaving]:
    """The toolkit's application, in a terminal of its own or, without one, in the one that this program runs in."""
    keys, output = terminal
    return FullScreen(
        now,
        pace,
        layout=Layout(window),
        key_bindings=bindings(client),
        style=DynamicStyle(lambda: theme.with_own(own_styles(client.store, client.ui))),
        include_default_pygments_style=False,
        color_depth=theme.depth,
        max_render_postpone_time=None if portal else POSTPONED_S,
        terminal_size_polling_interval=None if portal else MEASURED_S,
        mouse_support=Condition(lambda: client.ui.mouse),
        input=keys,
        output=output or terminal_output(),
    )
