"""Looking at finished games, as pure steps over the UiState: the replay on screen, and the list of games."""

from __future__ import annotations

from dataclasses import replace

from client.commands import actions
from client.fullscreen.ui.state import UiState
from client.history.replay import Replay, go_to, next_seat, reopen, set_running
from client.history.saved.entry import PlayedGame

NO_REPLAY = "No replay is open. Type 'replay' once a game is over."


def open_replay(ui: UiState, replay: Replay) -> UiState:
    return replace(ui, replay=reopen(ui.replay, replay), panel="", typing=None, scroll=0, pane=0)


def open_history(ui: UiState, history: tuple[PlayedGame, ...]) -> UiState:
    return replace(ui, history=history, panel="history", typing=None, scroll=0)


def turn_replay(ui: UiState, action: actions.TurnReplay | actions.RunReplay) -> UiState:
    """The UiState with its replay at another event, or running or stopped. Raises ValueError if none is open."""
    replay = _open(ui)
    match action:
        case actions.RunReplay():
            replay = set_running(replay)
        case actions.TurnReplay(by=by, to=None):
            replay = go_to(replay, replay.at + by)
        case actions.TurnReplay(to=int(to)):
            replay = go_to(replay, to if to >= 0 else replay.last + 1 + to)
    return replace(ui, replay=replay)


def advance(ui: UiState) -> UiState:
    """The UiState with its replay an event further, if one is open."""
    return ui if ui.replay is None else replace(ui, replay=go_to(ui.replay, ui.replay.at + 1))


def replay_as(ui: UiState, action: actions.ReplayAs) -> actions.OpenReplay:
    """The Action that opens the same replay as another player saw it. Raises ValueError if none is open."""
    replay = _open(ui)
    return actions.OpenReplay(str(replay.path), action.eyes or next_seat(replay))


def open_selected(ui: UiState) -> actions.OpenReplay | None:
    """The Action that opens the marked game of the list; None if no list is open, or an empty one."""
    if ui.panel != "history" or not ui.history:
        return None
    return actions.OpenReplay(ui.history[ui.scroll].key)


def move_in_list(ui: UiState, step: actions.MoveSelection, page: int) -> UiState:
    """The UiState with the mark in the list moved; a page has `page` lines."""
    last = max(0, len(ui.history) - 1)
    return replace(ui, scroll=max(0, min(ui.scroll + step.rows + step.pages * page, last)))


def _open(ui: UiState) -> Replay:
    if ui.replay is None:
        raise ValueError(NO_REPLAY)
    return ui.replay
