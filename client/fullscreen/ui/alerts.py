"""Alerts for the player: how often the bell rings, and what the window's title says."""

from __future__ import annotations

from client.commands.actions import FULL_PACE
from client.fullscreen.ui.autoplay import is_moment
from client.fullscreen.ui.state import UiState
from client.state import chat
from client.state.phrases import clocks
from client.state.phrases.absences import absent_players, may_claim
from client.state.phrases.offers import needs_my_answer
from client.state.phrases.seeks import visible_challenges
from client.state.store import FollowedTable, Store
from client.state.table_view import game_title, waits_for_me
from protocol import messages as m

Ring = tuple[float, ...]
"""When the bell sounds, in seconds from now."""
SILENCE: Ring = ()
NEWS: Ring = (0.0,)
ASKED: Ring = (0.0, 0.3)
HURRY: Ring = (0.0, 0.15, 0.3)
"""For what has happened, for what waits for an answer, and for a clock that runs out."""

CALL, TIME = "your move", "your time is running out"
REQUESTS = {"draw": "draw offered", "takeback": "takeback asked"}
REMATCH, AWAY, CHALLENGE = "rematch?", "your opponent is gone", "you are challenged"


def ring_for(before: Store, after: Store, ui: UiState) -> Ring:
    """How the bell rings for an event: a question, a moment or end of a game; unfocused, also a turn or one's name."""
    if not ui.sound:
        return SILENCE
    pairs = [(before.rooms.get(room), seated) for room, seated in after.rooms.items()]
    changes = [(old.table, new.table) for old, new in pairs if old is not None and old.table is not new.table]
    mine = [(old, new) for old, new in changes if new.seat is not None]
    if _is_challenged(before, after, ui) or any(_is_answer_due(old, new) for old, new in mine):
        return ASKED
    is_mentioned = any(_is_mentioned(place, before, after, ui) for place in after.talk)
    is_exciting = is_moment(before, after) and not _is_rushing(ui)
    return NEWS if is_mentioned or is_exciting or any(_is_news(old, new, ui) for old, new in mine) else SILENCE


def hurry_at(store: Store, after: float) -> float | None:
    """When the bell should next warn, after some moment, that one's own time runs out; both by the client's clock."""
    times = [at for seated in store.rooms.values() if (at := clocks.low_at(seated)) is not None and at > after]
    return min(times, default=None)


def window_title(store: Store, ui: UiState, now: float) -> str:
    """The window's title; while it has no focus, the most urgent thing that waits for the player."""
    if not ui.is_focused:
        calls = [call for seated in store.rooms.values() if seated.pending is None and (call := _call(seated, now))]
        calls += [CHALLENGE for _ in visible_challenges(store, ui.habits.muted)]
        if calls:
            return f"{min(calls, key=_urgency)} - Parlour"
    return f"{game_title(store, store.seated.table.game)} - Parlour" if store.seated else "Parlour"


def _call(seated: FollowedTable, now: float) -> str:
    """What waits for the player at a table, in a few words; empty if nothing does."""
    table, low_at = seated.table, clocks.low_at(seated)
    if low_at is not None and low_at <= now:
        return TIME
    if table.request is not None and needs_my_answer(table):
        return REQUESTS[table.request.kind]
    if may_claim(table):
        return AWAY
    if table.seat is not None and table.rematch and table.seat not in table.rematch:
        return REMATCH
    return CALL if waits_for_me(table) else ""


def _urgency(call: str) -> int:
    """The rank of a call, 0 being the most urgent: a clock runs, and nobody waits long for an answer."""
    return 0 if call == TIME else 2 if call == CALL else 1


def _is_answer_due(old: m.Table, new: m.Table) -> bool:
    """Whether something new waits for an answer: an offer, a rematch, or somebody who has gone or stays away."""
    were_away = {each.seat for each in absent_players(old)}
    return (
        any(seat != new.seat and seat not in old.rematch for seat in new.rematch)
        or (needs_my_answer(new) and not needs_my_answer(old))
        or (may_claim(new) and not may_claim(old))
        or any(each.seat not in were_away for each in absent_players(new))
    )


def _is_news(old: m.Table, new: m.Table, ui: UiState) -> bool:
    """Whether a game of one's own has ended, or one's turn has come while the window has no focus."""
    has_ended = new.phase == "over" != old.phase
    return has_ended or (not ui.is_focused and waits_for_me(new) and not waits_for_me(old))


def _is_rushing(ui: UiState) -> bool:
    """Whether the game is played to its end automatically, at full pace: moments on the way do not ring."""
    return ui.pilot is not None and ui.pilot.pace == FULL_PACE and ui.pilot.until == "over"


def _is_challenged(before: Store, after: Store, ui: UiState) -> bool:
    """Whether somebody who is not muted has just sent a challenge."""
    known = {each.challenge for each in before.matching.challenges}
    return any(each.challenge not in known for each in visible_challenges(after, ui.habits.muted))


def _is_mentioned(place: str | None, before: Store, after: Store, ui: UiState) -> bool:
    """Whether somebody has just mentioned one's name in a place, while the window has no focus."""
    new = chat.unread_lines(after.said_in(place), before.said_in(place).total, ui.habits.muted, after.link.server)
    return not ui.is_focused and any(chat.mentions(line, after.name) for line in new)
