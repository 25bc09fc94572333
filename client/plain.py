"""The line mode's middle, as pure steps: what happens and what is typed become sentences and commands.

    happen(plain, happening, now) -> Step    something came from the server or from the connection
    typed(plain, line) -> Step               somebody wrote a line

One event is one or more whole sentences, each a line; nothing is ever redrawn. The shell around this is `console`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from client import clocks, matching, ratings, records, sayings, talk
from client import orders as o
from client.commands import Place, read
from client.consults import THINKING
from client.dialogues import dialogue_of, next_game
from client.exits import Exit, exit_of
from client.pilot import needs_decision
from client.requests import asks_me
from client.rulebook import rules
from client.store import Happening, Link, Opened, Said, Seated, Sent, Store, fold
from client.tables import Unknown, is_my_turn, sight, title
from client.talk import Muted, is_muted
from client.vocabulary import common, is_question, is_word, menu
from client.wording import count
from protocol import messages as m

ANSWERS: dict[type, tuple[type, ...]] = {
    m.Create: (m.Entered,),
    m.Quick: (m.Entered,),
    m.Challenge: (m.Entered,),
    m.Withdraw: (m.Matching,),
    m.Join: (m.Entered,),
    m.Watch: (m.Entered,),
    m.Fill: (m.Table,),
    m.Resign: (m.Table,),
    m.TakeBack: (m.Table,),
    m.OfferDraw: (m.Table,),
    m.Claim: (m.Table,),
    m.Kick: (m.Table,),
    m.Shut: (m.Left,),
    m.Answer: (m.Table,),
    m.Rematch: (m.Table,),
    m.Leave: (m.Left,),
    m.Recall: (m.Records,),
    m.Rank: (m.Leaders,),
    m.Consult: (m.Advice,),
    m.Rename: (m.Named,),
    m.SignOut: (m.Token,),
    m.Browse: (m.Lobby,),
    m.Say: (m.Heard,),
    m.Mute: (m.Heard,),
}
"""What answers a command, beside a refusal. A move is answered when it is no longer pending."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Where the line mode stands.

    Attributes:
        store: everything known.
        opening: a line to act on once the server has welcomed us.
        was_welcome: whether it ever has.
        is_opening: whether that line still waits for its answer; where it is refused, the program has failed.
        awaited: the events of which one will answer the last command.
        arriving: whether the position of the room on screen is still to be read out.
        listing: whether the next Lobby is to be read out.
        auto: until when moves are made by themselves.
        dealing: whether another game is on its way, which the end of the one before does not answer.
        leaving: the room left for that game, of which nothing is said, be that before the game comes or after.
        overhears: whether what is said in the hall is read out, until one goes to a table.
        muted: whom one does not want to hear.
    """

    store: Store = Store()  # noqa: RUF009 - frozen
    opening: str = ""
    was_welcome: bool = False
    is_opening: bool = False
    awaited: tuple[type, ...] = ()
    arriving: bool = False
    listing: bool = False
    auto: o.Until = "stopped"
    dealing: bool = False
    leaving: str = ""
    overhears: bool = False
    muted: Muted = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """What follows: the sentences to write, what to send or open, and whether the program ends."""

    plain: Plain
    said: tuple[str, ...] = ()
    orders: tuple[m.Command | Opened | o.Verify | o.Review | o.Remember | o.Learn | o.Survey, ...] = ()
    exit: Exit | None = None


def happen(plain: Plain, happening: Happening, now: float) -> Step:
    """What follows from something that happened at the monotonic time `now`, in seconds."""
    before = plain.store
    answered = isinstance(happening, (*plain.awaited, m.Refused)) and not _is_still_over(plain, happening)
    was_opening = plain.is_opening
    was_silent = not before.here.lines
    plain = replace(plain, store=fold(before, happening, now))
    if answered:
        plain = replace(plain, awaited=(), is_opening=False)
    match happening:
        case Link():
            return _linked(plain, before.link, happening)
        case m.Welcome():
            return _welcomed(plain, happening)
        case m.Entered():
            return _away_from_hall(Step(replace(plain, arriving=True, auto="stopped")))
        case Opened():
            return _away_from_hall(_arrived(replace(plain, auto="stopped")))
        case m.Table(room=room) if room == plain.store.room:
            return _table(plain, before.seated)
        case m.Presence(room=room) if room == plain.store.room:
            return Step(plain, sayings.presence(before.rooms.get(room), plain.store.rooms.get(room)))
        case m.Lobby() if plain.listing:
            browse = () if plain.overhears else (m.Browse(on=False),)
            return Step(replace(plain, listing=False), sayings.lobby(happening), browse)
        case m.Left(room=room) if room == plain.leaving:
            return Step(replace(plain, leaving=""))
        case m.Advice(room=room) if room == plain.store.room:
            return Step(plain, sayings.advice(plain.store.seated, happening))
        case m.Refused(about="consult", code="stale"):
            return Step(plain)
        case m.Heard(room=room, line=line) if room == plain.store.room and not is_muted(line, plain.muted):
            return Step(plain, (talk.sentence(line),))
        case m.Talk(room=room, lines=lines) if room == plain.store.room and was_silent:
            return Step(plain, (f"{count(len(lines), 'line')} of talk came before you; 'talk' reads them.",))
        case m.Records(game=game) if answered:
            return Step(plain, records.sentences(happening, title(plain.store, game)))
        case m.Records():
            return Step(plain, _rated(plain))
        case m.Leaders(game=game):
            return Step(plain, tuple(ratings.sentences(happening, title(plain.store, game))))
        case m.Matching():
            return _matched(plain, before, now)
        case m.Refused() if was_opening:
            return Step(plain, (plain.store.sentence,), exit=Exit.FAILURE)
        case m.Refused():
            return Step(replace(plain, dealing=False), (plain.store.sentence,))
        case m.Named() | m.Token() | m.Left() | m.Notice() | Said():
            return Step(plain, (plain.store.sentence,))
        case Sent(command=m.Consult(about="prospect")):
            return Step(plain, (THINKING,))  # for seconds, where a hint is there at once
        case (
            Sent()
            | m.Talk()
            | m.Heard()
            | m.Table()
            | m.Deal()
            | m.Transcript()
            | m.PastGames()
            | m.Presence()
            | m.Lobby()
            | m.Advice()
        ):
            return Step(plain)


def typed(plain: Plain, line: str) -> Step:
    """What follows from a line that somebody wrote."""
    line = common(line, plain.store)
    match line.split():
        case [] if plain.store.seated is None:
            return Step(plain)
        case ["help"]:
            return Step(plain, menu(plain.store))
        case ["say"]:
            return Step(plain, _position(plain))
        case ["show", *rest]:
            return Step(plain, sayings.show(plain.store.seated, " ".join(rest)))
        case ["talk", *words]:
            return _talking(plain, " ".join(words))
        case ["rooms"]:
            return Step(replace(plain, listing=True, awaited=ANSWERS[m.Browse]), orders=(m.Browse(on=True),))
    try:
        order = read(line, Place(plain.store, o.Habits()))
    except ValueError as error:
        return Step(plain, (str(error),))
    return _ordered(plain, order)


def warned(plain: Plain, now: float) -> Step:
    """What follows when little time is left: who is on turn is told how little."""
    return Step(plain, clocks.warning(plain.store.seated, now))


def warning_in_s(plain: Plain, now: float) -> float | None:
    """In how many seconds that is to be said; None where never."""
    return clocks.warning_in_s(plain.store.seated, now)


def waits(plain: Plain) -> bool:
    """Whether it is the player's turn to write something: then, and only then, there is a prompt."""
    if not is_settled(plain):
        return False
    seated = plain.store.seated
    if seated is None or seated.table.phase == "over":
        return True
    return is_my_turn(seated.table) or asks_me(seated.table)


def is_settled(plain: Plain) -> bool:
    """Whether everything sent has been answered, and no game is being dealt."""
    seated = plain.store.seated
    is_here = seated is not None or plain.store.room is None
    is_up = plain.was_welcome and plain.store.link.state == "up"
    is_answered = not plain.awaited and not plain.arriving and plain.store.matching.seeking is None
    is_at_rest = seated is None or (seated.pending is None and not _is_dealt(seated.table))
    return is_up and is_here and is_answered and is_at_rest


def _is_dealt(table: m.Table) -> bool:
    """Whether a game is about to begin: every seat is held, and everybody there wants to play."""
    if table.phase == "playing" or any(chair.kind == "open" for chair in table.chairs):
        return False
    people = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"]
    return table.phase == "waiting" or all(seat in table.rematch for seat in people)


def is_ready(plain: Plain, line: str) -> bool:
    """Whether a line from a pipe has come to its turn: a script waits for answers, moves and questions for a turn."""
    if not is_settled(plain):
        return False
    seated = plain.store.seated
    is_anytime = is_word(line, plain.store) and not is_question(line, plain.store)
    if is_anytime or seated is None or seated.table.seat is None or is_my_turn(seated.table):
        return True
    return seated.table.phase == "over" and seated.table.seat not in seated.table.rematch


def is_spent(plain: Plain, line: str) -> bool:
    """Whether a line from a pipe is a move after the end of the game: such a script has nothing more to say."""
    seated = plain.store.seated
    return seated is not None and seated.table.phase == "over" and not is_word(line, plain.store)


def at_end_of_input(plain: Plain) -> Step | None:
    """How to leave when nobody will write any more; None while there is something to wait for.

    A seat in a game that goes on is kept. What is being watched, or plays by itself, is seen through to its end.
    """
    if not is_settled(plain):
        return None
    seated = plain.store.seated
    if seated is None:
        return Step(plain, exit=Exit.OK)
    if seated.table.phase == "playing":
        goes_on = plain.auto != "stopped" or seated.table.seat is None
        return None if goes_on else Step(plain, exit=Exit.OK)
    return Step(plain, orders=(m.Leave(room=seated.table.room),), exit=Exit.OK)


def _linked(plain: Plain, before: Link, link: Link) -> Step:
    code = exit_of(link, was_welcome=plain.was_welcome)
    if link.state == before.state and code is None:
        return Step(plain)
    plain = plain if link.state == "up" else replace(plain, awaited=(), dealing=False)
    return Step(plain, sayings.link(link, came_back=before.state == "down"), exit=code)


def _welcomed(plain: Plain, welcome: m.Welcome) -> Step:
    if plain.was_welcome:
        return Step(plain)
    plain = replace(plain, was_welcome=True, arriving=plain.store.room is not None)
    said = (sayings.welcome(welcome),)
    if plain.opening:
        first = typed(replace(plain, is_opening=True, arriving=False), plain.opening)
        return replace(first, said=(*said, *first.said), exit=None if first.orders else Exit.FAILURE)
    return Step(plain, said if plain.store.room else (*said, *sayings.standing(plain.store)))


def _arrived(plain: Plain) -> Step:
    return Step(replace(plain, arriving=plain.store.room is not None and plain.store.seated is None), _position(plain))


def _table(plain: Plain, before: Seated | None) -> Step:
    seated = plain.store.seated
    assert seated is not None, "a Table of the room on screen was just folded in"
    if plain.arriving and _is_dealt(seated.table):
        return Step(plain)  # the position to read out is about to come
    try:
        said = _told(plain, None if before is None else before.table, seated)
    except Unknown as error:
        said = (str(error),)
    plain = replace(plain, arriving=False, dealing=plain.dealing and seated.table.phase == "over")
    step = _weighed(_continued(plain, seated, said), before)
    return _dealt_again(step) if before is not None and _has_won_alone(before.table, seated.table) else step


def _weighed(step: Step, before: Seated | None) -> Step:
    """The step with the player's rating asked for, where a game has just ended that may have changed it."""
    seated = step.plain.store.seated
    has_ended = seated is not None and before is not None and before.table.phase == "playing"
    occasion = records.occasion(step.plain.store) if has_ended else None
    if occasion is None or not occasion.is_over or occasion.recall.deal is not None:
        return step
    return replace(step, orders=(*step.orders, occasion.recall))


def _rated(plain: Plain) -> tuple[str, ...]:
    """What a game that has just ended has done to the player's rating, if anything."""
    changed = ratings.changed(plain.store, plain.store.seated) if plain.store.seated else ""
    return (f"{changed}.",) if changed else ()


def _has_won_alone(before: m.Table, after: m.Table) -> bool:
    """Whether who plays alone has just won a game after which another begins by itself."""
    has_ended = after.phase == "over" != before.phase and len(after.chairs) == 1
    return has_ended and after.ending is not None and after.seat in after.ending.winners


def _dealt_again(step: Step) -> Step:
    """The step with the next game begun, where the game's dialogue says so."""
    seated = step.plain.store.seated
    if seated is None or dialogue_of(step.plain.store) is None:
        return step
    commands = next_game(seated.table)
    return replace(step, plain=_awaiting_game(step.plain, commands), orders=commands)


def _awaiting_game(plain: Plain, commands: tuple[m.Command, ...]) -> Plain:
    leaving = next((command.room for command in commands if isinstance(command, m.Leave)), "")
    return replace(plain, awaited=(m.Table, m.Entered), dealing=True, leaving=leaving)


def _is_still_over(plain: Plain, happening: Happening) -> bool:
    """Whether something only ends the game before the one that is on its way."""
    return plain.dealing and isinstance(happening, m.Table) and happening.phase == "over"


def _told(plain: Plain, before: m.Table | None, seated: Seated) -> tuple[str, ...]:
    if plain.is_opening:
        return ()  # another table was asked for
    if plain.arriving and plain.dealing:
        return sayings.beginning(seated)
    if plain.arriving or before is None:
        return sayings.arrival(seated)
    return sayings.changes(before, seated) if seated.table.seq > before.seq else ()


def _continued(plain: Plain, seated: Seated, said: tuple[str, ...] = ()) -> Step:
    """Let moves that make themselves be made."""
    if plain.auto == "stopped":
        return Step(plain, said)
    has_come = plain.auto == "moment" and (sayings.is_stirring(seated) or needs_decision(seated))
    if seated.table.phase == "over" or has_come:
        return Step(replace(plain, auto="stopped"), said)
    move = _forced(seated) if is_my_turn(seated.table) and seated.pending is None else None
    return Step(plain, said, () if move is None else (move,))


def _forced(seated: Seated) -> m.Play | None:
    seen = sight(seated)
    move = seen.game.forced(seen.view) if seen.game.forced else None
    table = seated.table
    return None if move is None else m.Play(room=table.room, number=table.number, ply=table.ply, move=move)


def _ordered(plain: Plain, order: o.Order) -> Step:
    match order:
        case m.Respond(agree=agree):
            return Step(replace(plain, awaited=(m.Entered if agree else m.Matching,)), orders=(order,))
        case m.Message():
            return Step(replace(plain, awaited=ANSWERS.get(type(order), ())), orders=(order,))
        case o.Quit():
            dialogue = dialogue_of(plain.store)
            return Step(plain, (dialogue.farewell,) if dialogue else (), exit=Exit.OK)
        case o.InTurn(commands=commands):
            return Step(_awaiting_game(plain, commands), orders=commands)
        case o.AutoPlay(pace=0):
            return Step(replace(plain, auto="stopped"), ("You make your own moves again.",))
        case o.AutoPlay(until=until) if plain.store.seated is not None:
            return _continued(replace(plain, auto=until), plain.store.seated, ("Your moves are made by themselves.",))
        case Opened():
            return Step(plain, orders=(order,))
        case o.Mute(name=name, on=on):
            muted = talk.changed(plain.muted, name, on=on)
            return Step(replace(plain, muted=muted), (talk.told_of(name, on=on),))
        case o.Verify() | o.Review() | o.Remember():
            return Step(replace(plain, awaited=(Said,)), orders=(order,))
        case o.Learn():
            return Step(replace(plain, awaited=(m.Entered,)), orders=(order,))
        case o.Ask(prompt="join"):
            return Step(plain, ("Say which table, as in 'join KQFM'; 'rooms' lists them.",))
        case o.Show(panel="form"):
            return Step(plain, ("Say which game, as in 'new war'.",))
        case o.Show(panel="levels", game=game):
            return Step(plain, sayings.levels(plain.store, game))
        case o.Show(panel="rules", game=game):
            return Step(plain, tuple(f"{section.title}: {section.text}" for section in rules(game)))
        case o.Show(panel="invite"):
            return Step(replace(plain, awaited=(Said,)), orders=(o.Survey(),))
        case o.Invite(way=Opened() as way):
            return Step(plain, orders=(way,))
        case o.Invite(way=way):
            made = "A table for a friend is made; 'invite' there says how to come."
            return Step(replace(plain, awaited=ANSWERS[m.Create]), (made,), (way,))
        case _:
            return Step(plain, ("That needs the full screen; 'help' says what can be typed here.",))


def _matched(plain: Plain, before: Store, now: float) -> Step:
    """What is new about whom one waits for; a challenge that has come to nothing is answered with that."""
    sought, seeking = before.matching.seeking, plain.store.matching.seeking
    if sought is not None and sought.whom is not None and seeking is None:
        plain = replace(plain, awaited=())
    return Step(plain, matching.news(before, plain.store, plain.muted, now))


def _talking(plain: Plain, text: str) -> Step:
    """Say something, or read what was said; in the hall, what is said from now on is read out too."""
    is_new = plain.store.room is None and not plain.overhears
    browse = (m.Browse(on=True),) if is_new else ()
    plain = replace(plain, overhears=plain.overhears or is_new)
    if text:
        return Step(replace(plain, awaited=ANSWERS[m.Say]), orders=(*browse, m.Say(room=plain.store.room, text=text)))
    lines = tuple(map(talk.sentence, talk.readable(plain.store.here, plain.muted)))
    return Step(
        plain, lines or ("You listen to the hall now.",) if is_new else lines or ("Nobody has said anything.",), browse
    )


def _away_from_hall(step: Step) -> Step:
    """The step to a table, from where the hall is not heard."""
    if not step.plain.overhears or step.plain.store.room is None:
        return step
    return replace(step, plain=replace(step.plain, overhears=False), orders=(*step.orders, m.Browse(on=False)))


def _position(plain: Plain) -> tuple[str, ...]:
    if plain.store.seated is None:
        return sayings.standing(plain.store)
    try:
        return sayings.arrival(plain.store.seated)
    except Unknown as error:
        return (str(error),)
