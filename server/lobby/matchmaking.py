"""Pairs players who seek a game with anybody, or with one they challenge, as pure functions over the pending seeks.

Each takes the pool, and the time in seconds of any one clock where it matters, and returns a SeekStep.

Everybody has at most one seek: a newer one, or any other way to a table, ends it. Each ends in bounded time with a game
or a sentence. Seeks are kept in memory alone and end with their player's connection, so that nobody is paired with
somebody who is gone; the client seeks again when it is back. Both players of a pair have a seat from the room's first
input. What stands at other nodes of a cluster is in the pool too; `shared_seeks` has what is done about that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from engines import catalog
from protocol import messages as m
from server.lobby.seeks import (
    AgainstComputer,
    AnswerElsewhere,
    DenySeek,
    MakePair,
    Output,
    PendingSeek,
    SeekPool,
    SeekStep,
    SitDown,
    TellSeeker,
)
from server.room.match.occupants import Person
from server.room.outputs import Refuse

SEEK_S = 20.0
"""How long anybody waits for somebody else to come, before a computer plays."""
ANSWER_S = 60.0
"""How long a challenge stands."""
MIN_PEOPLE = 2
"""How many people make a game of several."""
EXPIRED = Refuse("unknown-player", "That challenge has expired.")
WITHDRAWN, GONE = "{} withdrew the challenge.", "{} has left, so the challenge is off."
MAX_SEEKS = 1_000
MAX_CHALLENGES = 5
"""How many challenges one player may have to answer."""


def seek(pool: SeekPool, now: float, who: Person, quick: m.Quick) -> SeekStep:
    """Pair a player with whoever seeks longest for one of their games, or add their seek."""
    settled = end_seek(pool, who.player)
    if refusal := next(filter(None, map(_unplayable, quick.games)), None):
        return settled.with_outputs(DenySeek(who.player, quick, refusal))
    for pending in settled.pool.own():
        shared = next((game for game in pending.games if game in quick.games), None)
        if pending.is_for_anybody and shared is not None:
            return settled.without(pending).with_outputs(MakePair(pending, shared, who, quick))
    return _add(settled, PendingSeek(pool.made, who, quick, now + SEEK_S))


def challenge(pool: SeekPool, now: float, who: Person, asked: m.Challenge, whom: Person) -> SeekStep:
    """Add the challenge of a player to another, who is connected."""
    settled = end_seek(pool, who.player)
    if who.player == whom.player:
        refusal = Refuse("bad-name", "That's you. Challenge somebody else.")
    elif len(pool.challenges_to(whom.player)) >= MAX_CHALLENGES:
        refusal = Refuse("too-many", f"{whom.name} has too many challenges already. Try again later.")
    else:
        return _add(settled, PendingSeek(pool.made, who, asked, now + ANSWER_S, whom))
    return settled.with_outputs(DenySeek(who.player, asked, refusal))


def respond(pool: SeekPool, who: Person, answer: m.Respond) -> SeekStep:
    """Seat both where a challenge is accepted; otherwise tell the challenger."""
    pending = next((each for each in pool.challenges_to(who.player) if each.number == answer.challenge), None)
    if pending is None:
        return SeekStep(pool, (DenySeek(who.player, answer, EXPIRED), TellSeeker(who.player)))
    if pending.node is not None:
        settled = end_seek(pool, who.player) if answer.agree else SeekStep(pool)
        return settled.with_outputs(AnswerElsewhere(who.player, pending, answer))
    answered = SeekStep(pool).without(pending)
    if not answer.agree:
        return answered.with_outputs(
            TellSeeker(who.player), TellSeeker(pending.who.player, f"{who.name} declined your challenge.")
        )
    ended = _remove_seek(answered.pool, who.player, WITHDRAWN)
    return ended.with_outputs(TellSeeker(who.player), MakePair(pending, pending.games[0], who, answer))


def withdraw(pool: SeekPool, player: int) -> SeekStep:
    """Take back a player's seek or challenge."""
    return _remove_seek(pool, player, WITHDRAWN).with_outputs(TellSeeker(player))


def end_seek(pool: SeekPool, player: int) -> SeekStep:
    """Remove a player's seek and tell them, where there was one."""
    ended = _remove_seek(pool, player, WITHDRAWN)
    return ended if ended.pool == pool else ended.with_outputs(TellSeeker(player))


def disconnect(pool: SeekPool, player: int) -> SeekStep:
    """End the seek of a player who has disconnected, and the challenges to them."""
    ended = _remove_seek(pool, player, GONE)
    for pending in ended.pool.challenges_to(player):
        ended = ended.without(pending)
        if pending.node is None and pending.whom is not None:
            ended = ended.with_outputs(TellSeeker(pending.who.player, f"{pending.whom.name} has left."))
    return ended


def check_time(pool: SeekPool, now: float, find_table: Callable[[int, tuple[str, ...]], str | None]) -> SeekStep:
    """Seat those for whom a table waits, and end every seek whose time is up.

    `find_table` finds the listed table, if any, where a player may sit down for one of some games. What stands at
    another node, or is offered there, is left alone.
    """
    outputs: list[Output] = []
    kept: list[PendingSeek] = []
    for pending in pool.seeks:
        if pending.node is not None or pending.offered_to is not None:
            kept.append(pending)
            continue
        code = find_table(pending.who.player, pending.games) if pending.whom is None else None
        if code is not None:
            outputs += (TellSeeker(pending.who.player), SitDown(pending, code))
        elif now < pending.until:
            kept.append(pending)
        else:
            outputs += _expire(pending)
    return SeekStep(replace(pool, seeks=tuple(kept)), tuple(outputs))


def matching_message(pool: SeekPool, player: int, now: float, news: str = "") -> m.Matching:
    """A player's seek and challenges at `now`."""
    seeking = None
    if pending := pool.seek_of(player):
        whom = pending.whom.name if pending.whom else None
        seeking = m.Seeking(games=pending.games, whom=whom, left_s=max(0.0, pending.until - now))
    return m.Matching(
        seeking=seeking,
        challenges=tuple(_challenged_message(each, now) for each in pool.challenges_to(player)),
        news=news,
    )


def table_for(pending: PendingSeek, game: str) -> m.Create:
    """The table of a game for a player who sought, or challenged, and the one who came."""
    match pending.asked:
        case m.Challenge() as challenge:
            return challenge_table(challenge)
        case m.Quick():
            return quick_table(game)


def challenge_table(challenge: m.Challenge) -> m.Create:
    """The table for two that a challenge asks for, which others may watch."""
    table = _quick(challenge.game, ("open",))
    return replace(
        table, ref=challenge.ref, options=challenge.options, serious=challenge.serious, clock=challenge.clock
    )


def quick_table(game: str) -> m.Create:
    """A table of a game with its default options and as few seats as it allows, but at least two."""
    known = catalog.games().get(game)
    return _quick(game, ("open",) * (max(MIN_PEOPLE, known.seats.start if known else MIN_PEOPLE) - 1))


def computer_table(game: str, level: str) -> m.Create:
    """The same with computers of a level in every seat but one's own."""
    create = quick_table(game)
    return _quick(game, (f"computer:{level}",) * (len(create.seats) - 1))


def _quick(game: str, others: tuple[str, ...]) -> m.Create:
    return m.Create(
        ref=0,
        game=game,
        options={},
        seats=("me", *others),
        listed=True,
        serious=False,
        watch="anyone",
        clock=m.NO_CLOCK,
    )


def _unplayable(name: str) -> Refuse | None:
    """Why nobody can be found for a game."""
    game = catalog.games().get(name)
    if game is None:
        return Refuse("unknown-game", f"This server has no game called {name!r}.")
    if game.seats.stop - 1 < MIN_PEOPLE:
        return Refuse("bad-options", f"{game.title} is for one player: start a table of your own.")
    return None


def _add(before: SeekStep, pending: PendingSeek) -> SeekStep:
    """The step with one more seek, where there is room for it."""
    pool = before.pool
    if len(pool.seeks) >= MAX_SEEKS:
        refusal = Refuse("too-many", "Too many people are waiting already. Try again in a moment.")
        return before.with_outputs(DenySeek(pending.who.player, pending.asked, refusal))
    sent = (TellSeeker(pending.who.player), *((TellSeeker(pending.whom.player),) if pending.whom else ()))
    return SeekStep(SeekPool((*pool.seeks, pending), pool.made + 1), (*before.outputs, *sent))


def _expire(pending: PendingSeek) -> Iterator[Output]:
    who, whom = pending.who, pending.whom
    if whom is not None:
        yield TellSeeker(who.player, f"{whom.name} didn't answer your challenge.")
        yield TellSeeker(whom.player, f"{who.name}'s challenge has expired.")
    elif levels := catalog.find(pending.games[0]).bots.names:
        level = levels[len(levels) // 2]
        yield TellSeeker(who.player, f"Nobody came within {SEEK_S:.0f} seconds, so you play the computer ({level}).")
        yield AgainstComputer(pending, level)
    else:
        text = f"Nobody came within {SEEK_S:.0f} seconds, and no computer plays this game."
        yield DenySeek(who.player, pending.asked, Refuse("not-now", text))


def _remove_seek(pool: SeekPool, player: int, news: str) -> SeekStep:
    """Remove a player's seek; `news`, with a place for the name, goes to the one they challenged."""
    pending = pool.seek_of(player)
    if pending is None:
        return SeekStep(pool)
    sent = (TellSeeker(pending.whom.player, news.format(pending.who.name)),) if pending.whom else ()
    return SeekStep(pool).without(pending).with_outputs(*sent)


def _challenged_message(pending: PendingSeek, now: float) -> m.Challenged:
    asked = pending.asked
    assert isinstance(asked, m.Challenge), "who is challenged was challenged to something"
    return m.Challenged(
        challenge=pending.number,
        who=pending.who.name,
        player=pending.who.player,
        game=asked.game,
        options=asked.options,
        serious=asked.serious,
        clock=asked.clock,
        left_s=max(0.0, pending.until - now),
    )
