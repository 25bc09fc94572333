"""What calls for attention: when the bell rings, and what the window's title says."""

from __future__ import annotations

from client import talk
from client.absences import may_claim
from client.desk import FULL_PACE, Desk
from client.pilot import is_moment
from client.requests import asks_me
from client.store import Seated, Store
from client.tables import is_my_turn, title
from protocol import messages as m

CALL, QUESTION = "your move", "your answer"


def rings(before: Store, after: Store, desk: Desk) -> bool:
    """Whether what happened rings the bell: a WAR, an end, a question, or a turn or one's name while one looks away."""
    if not desk.sound:
        return False
    is_hurrying = desk.pilot is not None and desk.pilot.pace == FULL_PACE and desk.pilot.until == "over"
    if is_moment(before, after) and not is_hurrying:
        return True
    if any(_is_called_in(place, before, after, desk) for place in after.talk):
        return True
    pairs = [(before.rooms.get(room), seated) for room, seated in after.rooms.items()]
    return any(_calls(old, new, desk) for old, new in pairs if old is not None and old.table is not new.table)


def window_title(store: Store, desk: Desk) -> str:
    """The window's title; it calls one back when it is one's turn somewhere."""
    tables = [seated.table for seated in store.rooms.values() if seated.pending is None]
    call = QUESTION if any(map(asks_me, tables)) else CALL if any(map(_waits_for_me, tables)) else ""
    if call and not desk.is_focused:
        return f"{call} - Parlour"
    return f"{title(store, store.seated.table.game)} - Parlour" if store.seated else "Parlour"


def _calls(old: Seated, new: Seated, desk: Desk) -> bool:
    has_ended = new.table.phase == "over" != old.table.phase
    is_wanted = any(seat != new.table.seat and seat not in old.table.rematch for seat in new.table.rematch)
    is_asked = asks_me(new.table) and not asks_me(old.table)
    is_late = may_claim(new.table) and not may_claim(old.table)
    is_called = not desk.is_focused and _waits_for_me(new.table) and not _waits_for_me(old.table)
    return new.table.seat is not None and (has_ended or is_wanted or is_asked or is_late or is_called)


def _is_called_in(place: str | None, before: Store, after: Store, desk: Desk) -> bool:
    """Whether somebody has just called one by name in a place, while one looks elsewhere."""
    new = talk.unread(after.said_in(place), before.said_in(place).total, desk.habits.muted)
    return not desk.is_focused and any(talk.mentions(line, after.name) for line in new)


def _waits_for_me(table: m.Table) -> bool:
    """Whether it is one's turn, where that is anybody else's business."""
    return is_my_turn(table) and len(table.chairs) > 1
