"""Going through games that are over, as pure steps: what becomes of the Desk, and what is to be fetched for it."""

from __future__ import annotations

from dataclasses import replace

from client.commands import actions
from client.fullscreen.ui.state import Desk
from client.history.replay import Replay, gone, next_seat, reopened, rolled
from client.history.saved.entry import Past

NO_REPLAY = "No game is being replayed; 'replay' begins with the one that is over."


def opened(desk: Desk, replay: Replay) -> Desk:
    """The Desk with a game to look back at."""
    return replace(desk, replay=reopened(desk.replay, replay), panel="", typing=None, scroll=0, pane=0)


def remembered(desk: Desk, history: tuple[Past, ...]) -> Desk:
    """The Desk with the list of games that are over."""
    return replace(desk, history=history, panel="history", typing=None, scroll=0)


def leafed(desk: Desk, order: actions.Turn | actions.Roll) -> Desk:
    """The Desk with its replay at another place, or going on by itself. Raises ValueError where there is none."""
    replay = _open(desk)
    match order:
        case actions.Roll():
            replay = rolled(replay)
        case actions.Turn(by=by, to=None):
            replay = gone(replay, replay.at + by)
        case actions.Turn(to=int(to)):
            replay = gone(replay, to if to >= 0 else replay.last + 1 + to)
    return replace(desk, replay=replay)


def seen_by(desk: Desk, order: actions.See) -> actions.Review:
    """What fetches the same game as others saw it. Raises ValueError where there is none."""
    replay = _open(desk)
    return actions.Review(str(replay.path), order.eyes or next_seat(replay))


def marked(desk: Desk) -> actions.Review | None:
    """What fetches the game that is marked in the list; None where there is no list, or nothing in it."""
    if desk.panel != "history" or not desk.history:
        return None
    return actions.Review(desk.history[desk.scroll].key)


def listed(desk: Desk, step: actions.Step, page: int) -> Desk:
    """The Desk with the mark in the list moved; a page has so many lines."""
    last = max(0, len(desk.history) - 1)
    return replace(desk, scroll=max(0, min(desk.scroll + step.rows + step.pages * page, last)))


def _open(desk: Desk) -> Replay:
    if desk.replay is None:
        raise ValueError(NO_REPLAY)
    return desk.replay
