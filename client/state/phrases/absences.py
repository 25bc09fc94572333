"""Absent players in words: how long they have to come back, and what the others may do after that."""

from __future__ import annotations

import math
from collections.abc import Sequence

from client.drawing.grammar import Names, count, join_words, names_with_you
from client.state.reading import names as names_at
from client.state.store import FollowedTable
from client.state.table_view import has_given_up
from engines.game import Seat
from protocol import messages as m


def absent_players(table: m.Table) -> tuple[m.Absence, ...]:
    """The other players who are away and have no computer in their place."""
    return tuple(each for each in table.away if each.seat != table.seat and each.level is None)


def overdue_players(table: m.Table) -> tuple[m.Absence, ...]:
    """The absent players whose time to come back is up."""
    return tuple(each for each in absent_players(table) if not each.left_s)


def may_claim(table: m.Table) -> bool:
    """Whether the player may claim the win or a computer in place of an absent player."""
    return (
        table.seat is not None and table.phase == "playing" and not has_given_up(table) and bool(overdue_players(table))
    )


def has_stand_in(table: m.Table, seat: Seat) -> bool:
    """Whether a computer plays in place of a seat's player."""
    return any(each.seat == seat and each.level is not None for each in table.away)


def title(table: m.Table, names: Names) -> str:
    return _are_away([names[each.seat] for each in absent_players(table)])


def _are_away(who: Sequence[str]) -> str:
    return f"{join_words(who)} {'are' if len(who) > 1 else 'is'} away"


def _time_to_return(who: Sequence[str], left_s: float) -> str:
    """That players are away, and how long they have, in the same words on every screen."""
    has = "have" if len(who) > 1 else "has"
    return f"{_are_away(who)} and {has} {count(math.ceil(left_s), 'second')} to come back."


def describe_wait(followed: FollowedTable, names: Names, now: float) -> str:
    """How long the absent players still have, or that their time is up, in a sentence; empty if nobody is away."""
    table = followed.table
    late = overdue_players(table)
    if late:
        return f"{join_words(names[each.seat] for each in late)} did not come back in time."
    absent = absent_players(table)
    if not absent:
        return ""
    return _time_to_return(
        [names[each.seat] for each in absent], min(followed.grace_left_s(each, now) for each in absent)
    )


def presence_news(before: m.Presence | None, followed: FollowedTable) -> tuple[str, ...]:
    """Who has disconnected or come back since `before`, between games; during one, `news` says it."""
    table, now = followed.table, followed.presence
    if now is None or table.phase == "playing":
        return ()
    were = before.present if before else (True,) * len(now.present)
    called = names_at(table)
    return tuple(
        _is_back(called[at]) if is_here else f"{_are_away([called[at]])}."
        for at, (was_here, is_here) in enumerate(zip(were, now.present, strict=False))
        if was_here != is_here and at != table.seat and at < len(called) and table.chairs[at].kind == "person"
    )


def _is_back(name: str) -> str:
    return f"{name} is back."


def news(before: m.Table, after: m.Table, names: Names) -> tuple[str, ...]:
    """News about absent players: how long they have, that it is up, who plays in their place, or that they are back.

    Whoever watches is told that a game waits for its only person.
    """
    if after.seat is None and after.paused != before.paused and after.phase == "playing":
        return ("The game is paused until its player is back.",) if after.paused else ("The game goes on.",)
    were = {each.seat: each for each in before.away if after.number == before.number}
    absent = {each.seat for each in after.away}
    return (
        *(
            sentence
            for each in after.away
            if each.seat != after.seat and (sentence := _news_of(were.get(each.seat), each, after, names))
        ),
        *(_is_back(names[seat]) for seat in were if seat not in absent and _is_still_there(seat, before, after)),
    )


def _is_still_there(seat: Seat, before: m.Table, after: m.Table) -> bool:
    """Whether another player who was away has the same seat in the same game as before."""
    was, now = before.chairs[seat], after.chairs[seat]
    return after.phase == "playing" and seat != after.seat and (was.kind, was.name) == (now.kind, now.name)


def _news_of(was: m.Absence | None, now: m.Absence, table: m.Table, names: Names) -> str:
    name = names[now.seat]
    if now.level is not None:
        return "" if was is not None and was.level is not None else _stand_in(now, now.level, table, names)
    if now.left_s:
        return _time_to_return([name], now.left_s) if was is None else ""
    return f"{name} did not come back in time." if was is None or was.left_s else ""


def _stand_in(now: m.Absence, level: str, table: m.Table, names: Names) -> str:
    """That a computer plays for somebody who is away, and who let it."""
    name = names[now.seat]
    if now.by is None:
        return f"A computer ({level}) plays on for {name}."
    return f"{names_with_you(names, table.seat)[now.by]} let a computer ({level}) play on for {name}."
