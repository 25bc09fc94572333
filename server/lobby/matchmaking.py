"""Pairs players who seek a game with anybody, or with one they challenge, as pure functions over the pending seeks.

Each takes the pool, and the time in seconds of any one clock where it matters, and returns a SeekStep.

Everybody has at most one seek: a newer one, or any other way to a table, ends it. Each ends in bounded time with a game
or a sentence. Seeks are kept in memory alone and end with their player's connection, so that nobody is paired with
somebody who is gone; the client seeks again when it is back. Both players of a pair have a seat from the room's first
input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from engines import catalog
from protocol import messages as m
from server.room.match.occupants import Person
from server.room.outputs import Refuse

SEEK_S = 20.0
"""How long anybody waits for somebody else to come, before a computer plays."""
ANSWER_S = 60.0
"""How long a challenge stands."""
MIN_PEOPLE = 2
"""How many people make a game of several."""
WITHDRAWN, GONE = "{} withdrew the challenge.", "{} has left, so the challenge is off."
MAX_SEEKS = 1_000
MAX_CHALLENGES = 5
"""How many challenges one player may have to answer."""


class PendingSeek(msgspec.Struct, frozen=True):
    """A seek or challenge that stands until a time in seconds; `whom` is the one who is challenged."""

    number: int
    who: Person
    asked: m.Quick | m.Challenge
    until: float
    whom: Person | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """The games that would do, the preferred first."""
        return self.asked.games if isinstance(self.asked, m.Quick) else (self.asked.game,)


class SeekPool(msgspec.Struct, frozen=True):
    """The pending seeks, oldest first, and how many there ever were."""

    seeks: tuple[PendingSeek, ...] = ()
    made: int = 0


class _ForSeeker(msgspec.Struct, frozen=True):
    """What the shell is to do for who sought."""

    pending: PendingSeek

    @property
    def player(self) -> int:
        """Who sought."""
        return self.pending.who.player


class MakePair(_ForSeeker, frozen=True):
    """Open a table of a game for who sought, and for who came with the newest command."""

    game: str
    guest: Person


class AgainstComputer(_ForSeeker, frozen=True):
    """Open a table for who sought and a computer of `level`."""

    level: str


class SitDown(_ForSeeker, frozen=True):
    """Ask the room of a code for a seat for who sought."""

    code: str


class TellSeeker(msgspec.Struct, frozen=True):
    """A player is to be sent their seek and challenges, and `news`, a sentence."""

    player: int
    news: str = ""


class DenySeek(msgspec.Struct, frozen=True):
    """A player's command is refused."""

    player: int
    asked: m.Quick | m.Challenge | m.Respond
    refusal: Refuse


Output = MakePair | AgainstComputer | SitDown | TellSeeker | DenySeek


class SeekStep(msgspec.Struct, frozen=True):
    """The seeks after an event, and what to do about it."""

    pool: SeekPool
    outputs: tuple[Output, ...] = ()


def seek(pool: SeekPool, now: float, who: Person, quick: m.Quick) -> SeekStep:
    """Pair a player with whoever seeks longest for one of their games, or add their seek."""
    settled = end_seek(pool, who.player)
    if refusal := next(filter(None, map(_unplayable, quick.games)), None):
        return _with_outputs(settled, DenySeek(who.player, quick, refusal))
    for pending in settled.pool.seeks:
        shared = next((game for game in pending.games if game in quick.games), None)
        if pending.whom is None and shared is not None:
            return _with_outputs(_without(settled, pending), MakePair(pending, shared, who))
    return _add(settled, PendingSeek(pool.made, who, quick, now + SEEK_S))


def challenge(pool: SeekPool, now: float, who: Person, asked: m.Challenge, whom: Person) -> SeekStep:
    """Add the challenge of a player to another, who is connected."""
    settled = end_seek(pool, who.player)
    if who.player == whom.player:
        refusal = Refuse("bad-name", "That's you. Challenge somebody else.")
    elif len(_challenges(pool, whom.player)) >= MAX_CHALLENGES:
        refusal = Refuse("too-many", f"{whom.name} has too many challenges already. Try again later.")
    else:
        return _add(settled, PendingSeek(pool.made, who, asked, now + ANSWER_S, whom))
    return _with_outputs(settled, DenySeek(who.player, asked, refusal))


def respond(pool: SeekPool, who: Person, answer: m.Respond) -> SeekStep:
    """Seat both where a challenge is accepted; otherwise tell the challenger."""
    pending = next((each for each in _challenges(pool, who.player) if each.number == answer.challenge), None)
    if pending is None:
        refusal = Refuse("unknown-player", "That challenge has expired.")
        return SeekStep(pool, (DenySeek(who.player, answer, refusal), TellSeeker(who.player)))
    answered = _without(SeekStep(pool), pending)
    if not answer.agree:
        return _with_outputs(
            answered, TellSeeker(who.player), TellSeeker(pending.who.player, f"{who.name} declined your challenge.")
        )
    ended = _remove_seek(answered.pool, who.player, WITHDRAWN)
    return _with_outputs(ended, TellSeeker(who.player), MakePair(pending, pending.games[0], who))


def withdraw(pool: SeekPool, player: int) -> SeekStep:
    """Take back a player's seek or challenge."""
    return _with_outputs(_remove_seek(pool, player, WITHDRAWN), TellSeeker(player))


def end_seek(pool: SeekPool, player: int) -> SeekStep:
    """Remove a player's seek and tell them, where there was one."""
    ended = _remove_seek(pool, player, WITHDRAWN)
    return ended if ended.pool == pool else _with_outputs(ended, TellSeeker(player))


def disconnect(pool: SeekPool, player: int) -> SeekStep:
    """End the seek of a player who has disconnected, and the challenges to them."""
    ended = _remove_seek(pool, player, GONE)
    for pending in _challenges(ended.pool, player):
        ended = _with_outputs(
            _without(ended, pending),
            TellSeeker(pending.who.player, f"{pending.whom.name} has left." if pending.whom else ""),
        )
    return ended


def check_time(pool: SeekPool, now: float, find_table: Callable[[int, tuple[str, ...]], str | None]) -> SeekStep:
    """Seat those for whom a table waits, and end every seek whose time is up.

    `find_table` finds the listed table, if any, where a player may sit down for one of some games.
    """
    outputs: list[Output] = []
    kept: list[PendingSeek] = []
    for pending in pool.seeks:
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
    if pending := _pending_seek(pool, player):
        whom = pending.whom.name if pending.whom else None
        seeking = m.Seeking(games=pending.games, whom=whom, left_s=max(0.0, pending.until - now))
    return m.Matching(
        seeking=seeking,
        challenges=tuple(_challenged_message(each, now) for each in _challenges(pool, player)),
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
        return _with_outputs(before, DenySeek(pending.who.player, pending.asked, refusal))
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
    pending = _pending_seek(pool, player)
    if pending is None:
        return SeekStep(pool)
    sent = (TellSeeker(pending.whom.player, news.format(pending.who.name)),) if pending.whom else ()
    return _with_outputs(_without(SeekStep(pool), pending), *sent)


def _without(step: SeekStep, pending: PendingSeek) -> SeekStep:
    seeks = tuple(each for each in step.pool.seeks if each is not pending)
    return replace(step, pool=replace(step.pool, seeks=seeks))


def _with_outputs(step: SeekStep, *outputs: Output) -> SeekStep:
    return replace(step, outputs=(*step.outputs, *outputs))


def _pending_seek(pool: SeekPool, player: int) -> PendingSeek | None:
    return next((pending for pending in pool.seeks if pending.who.player == player), None)


def _challenges(pool: SeekPool, player: int) -> tuple[PendingSeek, ...]:
    return tuple(pending for pending in pool.seeks if pending.whom is not None and pending.whom.player == player)


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
