"""Whom one waits for, and who challenges one, in words."""

from __future__ import annotations

import math

from client.drawing.canvas import clean
from client.drawing.grammar import listed
from client.state.chat import Muted, is_silenced
from client.state.store import Store
from client.state.table_view import rules, title
from protocol import messages as m


def visible_challenges(store: Store, muted: Muted) -> tuple[m.Challenged, ...]:
    """The challenges of those who are not muted, the oldest first."""
    return tuple(
        each for each in store.matching.challenges if not is_silenced(each.who, each.player, muted, store.link.server)
    )


def waiting(store: Store, seeking: m.Seeking, now: float) -> str:
    """For whom or what one waits, and how long still, at the monotonic time `now` in seconds."""
    seconds = seconds_left(store, seeking.left_s, now)
    if seeking.whom is not None:
        return f"{clean(seeking.whom)} has {seconds} s to answer your challenge."
    if len(seeking.games) > 1:
        return f"You wait for anybody who comes; in {seconds} s the computer plays {title(store, seeking.games[0])}."
    return f"You wait for somebody to play {title(store, seeking.games[0])}; in {seconds} s the computer does."


def question(store: Store, challenged: m.Challenged) -> str:
    """Who challenges one to which game, and how it is to be played."""
    how = rules(challenged.game, challenged.options, challenged.clock, serious=challenged.serious)
    return f"{clean(challenged.who)} challenges you to {title(store, challenged.game)}{f' ({how})' if how else ''}."


def seconds_left(store: Store, left_s: float, now: float) -> int:
    """How many seconds are left of so many that there were when Matching came, as people count."""
    return math.ceil(max(0.0, left_s - (now - store.matching_at)))


def news(before: Store, after: Store, muted: Muted, now: float) -> tuple[str, ...]:
    """What is new in the newest Matching, in sentences to hear."""
    known = {each.challenge for each in before.matching.challenges}
    asked = [each for each in visible_challenges(after, muted) if each.challenge not in known]
    seeking = after.matching.seeking
    begun = seeking is not None and before.matching.seeking is None
    return (
        *((after.matching.news,) if after.matching.news else ()),
        *((waiting(after, seeking, now) + " 'withdraw' ends that.",) if seeking is not None and begun else ()),
        *(f"{question(after, each)} 'accept' or 'refuse' answers." for each in asked),
    )


def challengers(store: Store) -> str:
    """Who challenges one, by name."""
    return listed(clean(each.who) for each in store.matching.challenges)
