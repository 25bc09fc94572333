"""Moves taken back: who asks whom, what became of it between two Tables, and how both are said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from client.games import Names
from client.wording import YOU, called, listed, within
from engines.game import Seat
from protocol import messages as m

if TYPE_CHECKING:
    from client.store import Seated

Verdict = Literal["", "granted", "declined", "lapsed", "overtaken"]
"""What became of a takeback: nothing yet, done, refused by somebody, not answered in time, or ended by a move."""
SLACK_S = 1.0
"""So much later or earlier than it was due a thing may still have happened for want of time."""


def asks_me(table: m.Table) -> bool:
    """Whether one is asked and has not answered."""
    return table.seat is not None and table.seat in awaited(table)


def awaited(table: m.Table) -> tuple[Seat, ...]:
    """The people who have not agreed yet to what is asked; none where nothing is."""
    request = table.request
    if request is None:
        return ()
    people = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"]
    return tuple(seat for seat in people if seat not in (request.seat, *request.agreed))


def verdict(before: Seated, table: m.Table, now: float) -> Verdict:
    """What became of a takeback between a room's last Table and a new one that arrives at `now`."""
    old, request = before.table, before.table.request
    if (old.number, old.phase) != (table.number, table.phase) or table.phase != "playing":
        return ""
    if _is_taken_back(before, table, now):
        return "granted"
    is_over = request is not None and (table.request is None or table.request.seat != request.seat)
    if request is None or not is_over or table.chairs != old.chairs:
        return ""
    if table.view != old.view:
        return "overtaken" if table.turn != old.turn else ""  # else somebody gave up
    return "lapsed" if request.time_left_s - (now - before.at) < SLACK_S else "declined"


def _is_taken_back(before: Seated, table: m.Table, now: float) -> bool:
    """Whether the new Table's position is an older one.

    A takeback makes everybody's ply one more; so does a move of one's own, which one knows of, and one that the clock
    made. A spectator has no ply and goes by the views seen before.
    """
    old = before.table
    is_free = sum(chair.kind == "person" for chair in old.chairs) <= 1
    if table.view == old.view or not (is_free or old.request) or before.pending is not None:
        return False
    if table.seat is None:
        return any(arrival.table.view == table.view for arrival in before.earlier)
    left = before.time_left_s(now)
    return table.ply > old.ply and (left is None or left > SLACK_S)


def question(table: m.Table, names: Names) -> str:
    """What is asked, in a sentence; nothing where nothing is."""
    if table.request is None:
        return ""
    if table.request.seat == table.seat:
        return "You ask to take back your last move."
    return f"{names[table.request.seat]} asks to take back their last move."


def waiting(table: m.Table, names: Names) -> str:
    """Who is to answer, without an end to the sentence."""
    return f"Waiting for {listed(within(who) for who in _those(awaited(table), table, names))}"


def agreements(before: m.Table, after: m.Table, names: Names) -> tuple[str, ...]:
    """Who else has agreed to what is still asked."""
    if before.request is None or after.request is None or before.request.seat != after.request.seat:
        return ()
    new = [seat for seat in after.request.agreed if seat not in before.request.agreed and seat != after.seat]
    return tuple(f"{names[seat]} agrees." for seat in new)


def outcome(seated: Seated, names: Names) -> str:
    """What became of a takeback with the newest Table, in a sentence; nothing where nothing did."""
    table, previous, verdict = seated.table, seated.previous, seated.verdict
    if previous is None or not verdict:
        return ""
    asker = previous.request.seat if previous.request else next(iter(table.turn), None)
    who = "Somebody" if asker is None else called(names, table.seat)[asker]
    if verdict == "granted":
        return f"{who} took back {'your' if who == YOU else 'their'} last move."
    if who != YOU:
        return "" if verdict == "overtaken" else f"The last move of {who} stands."
    if verdict == "lapsed":
        return "Nobody answered in time." if len(awaited(previous)) == 1 else "Not everybody answered in time."
    ended = awaited(previous) if verdict == "declined" else previous.turn
    return f"{_one_of(ended, previous, names)} {'declined' if verdict == 'declined' else 'moved on'}."


def _one_of(seats: tuple[Seat, ...], table: m.Table, names: Names) -> str:
    """Somebody among these: "ben", "ben or cleo"."""
    return " or ".join(_those(seats, table, names)) or "Somebody"


def _those(seats: tuple[Seat, ...], table: m.Table, names: Names) -> tuple[str, ...]:
    who = called(names, table.seat)
    return tuple(who[seat] for seat in seats)
