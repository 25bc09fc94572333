"""The player's seek, and the challenges to the player, in words."""

from __future__ import annotations

import math

from client.drawing.canvas import clean
from client.drawing.grammar import join_words
from client.state.chat import Muted, is_player_muted
from client.state.store import Store
from client.state.table_view import describe_rules, game_title
from protocol import messages as m


def visible_challenges(store: Store, muted: Muted) -> tuple[m.Challenged, ...]:
    """The challenges of players who are not muted, oldest first."""
    return tuple(
        each
        for each in store.matching.challenges
        if not is_player_muted(each.who, each.player, muted, store.link.server)
    )


def describe_wait(store: Store, seeking: m.Seeking, now: float) -> str:
    """What the player waits for, and for how long still, at the monotonic time `now` in seconds."""
    seconds = seconds_left(store, seeking.left_s, now)
    if seeking.whom is not None:
        return f"{clean(seeking.whom)} has {seconds} s to answer your challenge."
    title = game_title(store, seeking.games[0])
    if len(seeking.games) > 1:
        return f"Looking for an opponent; in {seconds} s the computer plays {title} with you."
    return f"Looking for somebody to play {title}; in {seconds} s the computer will."


def question(store: Store, challenged: m.Challenged) -> str:
    """Who challenges the player to which game, with its rules."""
    how = describe_rules(challenged.game, challenged.options, challenged.clock, serious=challenged.serious)
    return (
        f"{clean(challenged.who)} challenges you to {game_title(store, challenged.game)}{f' ({how})' if how else ''}."
    )


def seconds_left(store: Store, left_s: float, now: float) -> int:
    """Whole seconds left, rounded up, of `left_s` seconds at the arrival of Matching."""
    return math.ceil(max(0.0, left_s - (now - store.matching_at)))


def news(before: Store, after: Store, muted: Muted, now: float) -> tuple[str, ...]:
    """The news in the newest Matching, in sentences for the ear."""
    known = {each.challenge for each in before.matching.challenges}
    new = [each for each in visible_challenges(after, muted) if each.challenge not in known]
    seeking = after.matching.seeking
    is_new = seeking is not None and before.matching.seeking is None
    return (
        *((after.matching.news,) if after.matching.news else ()),
        *(
            (describe_wait(after, seeking, now) + " Type 'withdraw' to stop.",)
            if seeking is not None and is_new
            else ()
        ),
        *(f"{question(after, each)} Type 'y' or 'n'." for each in new),
    )


def challengers(store: Store) -> str:
    return join_words(clean(each.who) for each in store.matching.challenges)
