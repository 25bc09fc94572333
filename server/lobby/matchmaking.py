"""Who waits for somebody to play with, as a pure step: for anybody, or for one who is challenged.

    step(matching, now, event) -> Step(matching, outputs)

Everybody has one wish at most: a newer one, or any other way to a table, ends it. Each comes to a game or to a reason,
and in bounded time. It is kept in memory alone: who is cut off waits no more, and asks again when they are back.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines import catalog
from protocol import messages as m
from server.lobby.seeks import (
    AgainstComputer,
    Challenge,
    CheckTime,
    DenySeek,
    Disconnected,
    Event,
    MakePair,
    Output,
    PendingSeek,
    Respond,
    SatDown,
    Seek,
    SeekPool,
    SeekStep,
    SitDown,
    TellSeeker,
    Withdraw,
)
from server.room.outputs import Refuse

SEEK_S = 20.0
"""How long anybody waits for somebody else to come, before a computer plays."""
ANSWER_S = 60.0
"""How long a challenge stands."""
COMPANY = 2
"""How many people make a game of several."""
WITHDRAWN, GONE = "{} has taken the challenge back.", "{} has gone, and so has the challenge."
MOST_WISHES = 1_000
MOST_CHALLENGES = 5
"""How many challenges one player may have to answer."""


def step(matching: SeekPool, now: float, event: Event) -> SeekStep:
    """What becomes of the wishes when `event` happens at `now`, in seconds of any one clock."""
    match event:
        case Seek():
            return _sought(matching, now, event)
        case Challenge():
            return _dared(matching, now, event)
        case Respond():
            return _responded(matching, event)
        case Withdraw(player=player):
            ended = _ended(matching, player, WITHDRAWN)
            return replace(ended, outputs=(*ended.outputs, TellSeeker(player)))
        case SatDown(player=player):
            return _settled(matching, player)
        case Disconnected(player=player):
            return _gone(matching, player)
        case CheckTime():
            return _looked(matching, now, event)


def matching_message(matching: SeekPool, player: int, now: float, news: str = "") -> m.Matching:
    """How a player stands at `now`."""
    wish = next((wish for wish in matching.wishes if wish.who.player == player), None)
    return m.Matching(
        seeking=None if wish is None else _seeking(wish, now),
        challenges=tuple(_challenged(each, now) for each in _challenges(matching, player)),
        news=news,
    )


def _sought(matching: SeekPool, now: float, seek: Seek) -> SeekStep:
    """Give who seeks to whoever waits longest for one of the games, or let them wait."""
    who, games = seek.who, seek.quick.games
    settled = _settled(matching, who.player)
    if refusal := next(filter(None, map(_unplayable, games)), None):
        return _also(settled, DenySeek(who.player, seek.quick, refusal))
    for wish in settled.matching.wishes:
        shared = next((game for game in wish.games if game in games), None)
        if wish.whom is None and shared is not None:
            return _also(_less(settled, wish), MakePair(wish, shared, who))
    return _wished(settled, PendingSeek(matching.made, who, seek.quick, now + SEEK_S))


def _unplayable(name: str) -> Refuse | None:
    """Why nobody can be found for a game."""
    game = catalog.games().get(name)
    if game is None:
        return Refuse("unknown-game", f"This server has no game {name!r}.")
    if game.seats.stop - 1 < COMPANY:
        return Refuse("bad-options", f"{game.title} is played alone: make a table of your own.")
    return None


def _dared(matching: SeekPool, now: float, dare: Challenge) -> SeekStep:
    who, whom, asked = dare.who, dare.whom, dare.challenge
    settled = _settled(matching, who.player)
    if who.player == whom.player:
        return _also(settled, DenySeek(who.player, asked, Refuse("bad-name", "That is you; challenge somebody else.")))
    if len(_challenges(matching, whom.player)) >= MOST_CHALLENGES:
        text = f"{whom.name} has enough challenges to answer. Try again in a while."
        return _also(settled, DenySeek(who.player, asked, Refuse("too-many", text)))
    return _wished(settled, PendingSeek(matching.made, who, asked, now + ANSWER_S, whom))


def _wished(before: SeekStep, wish: PendingSeek) -> SeekStep:
    """The step with one more wish, where there is room for it."""
    matching = before.matching
    if len(matching.wishes) >= MOST_WISHES:
        refusal = Refuse("too-many", "Too many people wait here already. Try again in a moment.")
        return _also(before, DenySeek(wish.who.player, wish.asked, refusal))
    told = (TellSeeker(wish.who.player), *((TellSeeker(wish.whom.player),) if wish.whom else ()))
    return SeekStep(SeekPool((*matching.wishes, wish), matching.made + 1), (*before.outputs, *told))


def _responded(matching: SeekPool, event: Respond) -> SeekStep:
    """Seat both where a challenge is accepted; otherwise who challenged is told."""
    who, respond = event.who, event.respond
    wish = next((each for each in _challenges(matching, who.player) if each.number == respond.challenge), None)
    if wish is None:
        refusal = Refuse("unknown-player", "That challenge stands no more.")
        return SeekStep(matching, (DenySeek(who.player, respond, refusal), TellSeeker(who.player)))
    answered = _less(SeekStep(matching), wish)
    if not respond.agree:
        return _also(
            answered, TellSeeker(who.player), TellSeeker(wish.who.player, f"{who.name} declines your challenge.")
        )
    ended = _ended(answered.matching, who.player, WITHDRAWN)
    return _also(ended, TellSeeker(who.player), MakePair(wish, wish.games[0], who))


def _looked(matching: SeekPool, now: float, look: CheckTime) -> SeekStep:
    """Seat who seeks where a table waits, and end every wish whose time is up."""
    outputs: list[Output] = []
    kept: list[PendingSeek] = []
    for wish in matching.wishes:
        code = look.waiting(wish.who.player, wish.games) if wish.whom is None else None
        if code is not None:
            outputs += (TellSeeker(wish.who.player), SitDown(wish, code))
        elif now < wish.until:
            kept.append(wish)
        else:
            outputs += _late(wish)
    return SeekStep(replace(matching, wishes=tuple(kept)), tuple(outputs))


def _late(wish: PendingSeek) -> Iterator[Output]:
    """What follows when a wish has not come true in time."""
    who, whom = wish.who, wish.whom
    if whom is not None:
        yield TellSeeker(who.player, f"{whom.name} has not answered your challenge.")
        yield TellSeeker(whom.player, f"The challenge of {who.name} has run out.")
    elif levels := tuple(catalog.find(wish.games[0]).bots):
        level = levels[len(levels) // 2]
        yield TellSeeker(who.player, f"Nobody came in {SEEK_S:.0f} s, so you play the computer ({level}).")
        yield AgainstComputer(wish, level)
    else:
        text = f"Nobody came in {SEEK_S:.0f} s, and no computer plays this game."
        yield DenySeek(who.player, wish.asked, Refuse("not-now", text))


def _gone(matching: SeekPool, player: int) -> SeekStep:
    """Who is gone waits no more, and who waits for them hears of it."""
    ended = _ended(matching, player, GONE)
    for wish in _challenges(ended.matching, player):
        ended = _also(
            _less(ended, wish), TellSeeker(wish.who.player, f"{wish.whom.name} has gone." if wish.whom else "")
        )
    return ended


def _settled(matching: SeekPool, player: int) -> SeekStep:
    """The wishes without that of a player, who is told where there was one."""
    ended = _ended(matching, player, WITHDRAWN)
    return ended if ended.matching == matching else _also(ended, TellSeeker(player))


def _ended(matching: SeekPool, player: int, news: str) -> SeekStep:
    """The wishes without that of a player; who was challenged is told by `news`, which has a place for the name."""
    wish = next((wish for wish in matching.wishes if wish.who.player == player), None)
    if wish is None:
        return SeekStep(matching)
    told = (TellSeeker(wish.whom.player, news.format(wish.who.name)),) if wish.whom else ()
    return _also(_less(SeekStep(matching), wish), *told)


def _less(step: SeekStep, wish: PendingSeek) -> SeekStep:
    wishes = tuple(each for each in step.matching.wishes if each is not wish)
    return replace(step, matching=replace(step.matching, wishes=wishes))


def _also(step: SeekStep, *outputs: Output) -> SeekStep:
    return replace(step, outputs=(*step.outputs, *outputs))


def _challenges(matching: SeekPool, player: int) -> tuple[PendingSeek, ...]:
    """The challenges that a player has to answer."""
    return tuple(wish for wish in matching.wishes if wish.whom is not None and wish.whom.player == player)


def _seeking(wish: PendingSeek, now: float) -> m.Seeking:
    whom = wish.whom.name if wish.whom else None
    return m.Seeking(games=wish.games, whom=whom, left_s=max(0.0, wish.until - now))


def _challenged(wish: PendingSeek, now: float) -> m.Challenged:
    asked = wish.asked
    assert isinstance(asked, m.Challenge), "who is challenged was challenged to something"
    return m.Challenged(
        challenge=wish.number,
        who=wish.who.name,
        player=wish.who.player,
        game=asked.game,
        options=asked.options,
        serious=asked.serious,
        clock=asked.clock,
        left_s=max(0.0, wish.until - now),
    )
