"""What follows from something that happens, while one is in the line mode: sentences, and commands."""

from __future__ import annotations

from dataclasses import replace

from client.commands import muting
from client.drawing.grammar import count
from client.linemode import sentences
from client.linemode.model import LineMode, LineModeStep
from client.linemode.next_game import continue_autoplay, dealt_again, has_won_alone, is_still_over
from client.linemode.prompting import is_dealt
from client.linemode.typed_lines import on_line, position
from client.state import chat
from client.state.advice import THINKING
from client.state.chat import is_muted
from client.state.exit_codes import ExitCode, exit_of
from client.state.phrases import clocks, ratings, records, seeks
from client.state.reading import UnreadableTableError
from client.state.store import WENT_BACK, FollowedTable, Happening, Link, Opened, Said, Sent, Store, fold
from client.state.table_view import title
from protocol import messages as m


def on_event(plain: LineMode, happening: Happening, now: float) -> LineModeStep:
    """What follows from something that happened at the monotonic time `now`, in seconds."""
    before = plain.store
    answered = _is_answer(plain, happening)
    was_opening = plain.is_opening
    store = fold(before, happening, now)
    plain = replace(plain, store=store, muted=muting.bind_muted(store, plain.muted))
    if answered:
        plain = replace(plain, awaited=(), is_opening=False)
    match happening:
        case m.Refused(about="reckon"):
            return LineModeStep(plain)  # nobody who writes here has asked
        case Link():
            return _linked(plain, before.link, happening)
        case m.Welcome():
            return _welcomed(plain, happening)
        case m.Entered():
            return _away_from_hall(LineModeStep(replace(plain, arriving=True, auto="stopped")))
        case Opened():
            return _away_from_hall(_arrived(replace(plain, auto="stopped")))
        case m.Table(room=room) if room == plain.store.room:
            return _table(plain, before.seated)
        case m.Lobby() if plain.listing:
            browse = () if plain.overhears else (m.Browse(on=False),)
            return LineModeStep(replace(plain, listing=False), sentences.lobby(happening, plain.store.day), browse)
        case m.Left(room=room) if room == plain.leaving:
            return LineModeStep(replace(plain, leaving=""))
        case m.Matching():
            return _matched(plain, before, now)
        case m.Refused(about="consult", code="stale"):
            return LineModeStep(plain)
        case m.Refused() if was_opening:
            return LineModeStep(plain, (plain.store.sentence,), exit=ExitCode.FAILURE)
        case m.Refused():
            return LineModeStep(replace(plain, dealing=False), (plain.store.sentence,))
        case _:
            return LineModeStep(plain, _heard(plain, before, happening, answered=answered))


def _is_answer(plain: LineMode, happening: Happening) -> bool:
    """Whether something answers the last command that was written."""
    match happening:
        case m.Refused(about=about):
            return about != "reckon"
    return isinstance(happening, plain.awaited) and not is_still_over(plain, happening)


def warn_of_time(plain: LineMode, now: float) -> LineModeStep:
    """What follows when little time is left: who is on turn is told how little."""
    return LineModeStep(plain, clocks.warning(plain.store.seated, now))


def warning_in_s(plain: LineMode, now: float) -> float | None:
    """In how many seconds that is to be said; None where never."""
    return clocks.warning_in_s(plain.store.seated, now)


def _heard(plain: LineMode, before: Store, happening: Happening, *, answered: bool) -> tuple[str, ...]:
    """What there is to say of something that leaves the line mode where it stands; often nothing."""
    match happening:
        case m.Presence(room=room) if room == plain.store.room:
            return sentences.presence(before.rooms.get(room), plain.store.rooms.get(room))
        case m.Advice(room=room) if room == plain.store.room:
            return sentences.advice(plain.store.seated, happening)
        case m.Heard(room=room, line=line) if room == plain.store.room and not is_muted(
            line, plain.muted, plain.store.link.server
        ):
            return (chat.sentence(line),)
        case m.Talk(room=room, lines=lines) if room == plain.store.room and not before.here.lines:
            return (f"{count(len(lines), 'line')} of talk came before you; 'talk' reads them.",)
        case m.Stats(game=game) if answered:
            return records.sentences(happening, title(plain.store, game))
        case m.Stats():
            return _rated(plain)
        case m.Leaders(game=game):
            return tuple(ratings.sentences(happening, title(plain.store, game)))
        case m.Named() | m.Token() | m.Left() | m.Notice() | Said():
            return (plain.store.sentence,)
        case Sent(command=m.Consult(about="prospect")):
            return (THINKING,)  # for seconds, where a hint is there at once
        case _:
            return ()


def _linked(plain: LineMode, before: Link, link: Link) -> LineModeStep:
    code = exit_of(link, was_welcome=plain.was_welcome)
    if link.state == before.state and code is None:
        return LineModeStep(plain)
    plain = plain if link.state == "up" else replace(plain, awaited=(), dealing=False)
    return LineModeStep(plain, sentences.link(link, came_back=before.state == "down"), exit=code)


def _welcomed(plain: LineMode, welcome: m.Welcome) -> LineModeStep:
    if plain.was_welcome:
        return LineModeStep(plain)
    plain = replace(plain, was_welcome=True, arriving=plain.store.room is not None)
    said = (sentences.welcome(welcome),)
    if plain.opening:
        first = on_line(replace(plain, is_opening=True, arriving=False), plain.opening)
        return replace(first, said=(*said, *first.said), exit=None if first.orders else ExitCode.USAGE)
    return LineModeStep(plain, said if plain.store.room else (*said, *sentences.standing(plain.store)))


def _arrived(plain: LineMode) -> LineModeStep:
    return LineModeStep(
        replace(plain, arriving=plain.store.room is not None and plain.store.seated is None), position(plain)
    )


def _table(plain: LineMode, before: FollowedTable | None) -> LineModeStep:
    seated = plain.store.seated
    assert seated is not None, "a Table of the room on screen was just folded in"
    if plain.arriving and is_dealt(seated.table):
        return LineModeStep(plain)  # the position to read out is about to come
    try:
        said = _told(plain, None if before is None else before.table, seated)
    except UnreadableTableError as error:
        said = (str(error),)
    plain = replace(plain, arriving=False, dealing=plain.dealing and seated.table.phase == "over")
    step = _weighed(continue_autoplay(plain, seated, said), before)
    return dealt_again(step) if before is not None and has_won_alone(before.table, seated.table) else step


def _told(plain: LineMode, before: m.Table | None, seated: FollowedTable) -> tuple[str, ...]:
    if plain.is_opening:
        return ()  # another table was asked for
    if plain.arriving and plain.dealing:
        return sentences.beginning(seated)
    if plain.arriving or before is None:
        return sentences.arrival(seated)
    if seated.table.seq < before.seq:
        return (WENT_BACK, *sentences.arrival(seated))
    return sentences.changes(before, seated) if seated.table.seq > before.seq else ()


def _weighed(step: LineModeStep, before: FollowedTable | None) -> LineModeStep:
    """The step with the player's rating asked for, where a game has just ended that may have changed it."""
    seated = step.plain.store.seated
    has_ended = seated is not None and before is not None and before.table.phase == "playing"
    occasion = records.occasion(step.plain.store) if has_ended else None
    if occasion is None or not occasion.is_over or occasion.recall.deal is not None:
        return step
    return replace(step, orders=(*step.orders, occasion.recall))


def _rated(plain: LineMode) -> tuple[str, ...]:
    """What a game that has just ended has done to the player's rating, if anything."""
    changed = ratings.describe_change(plain.store, plain.store.seated) if plain.store.seated else ""
    return (f"{changed}.",) if changed else ()


def _matched(plain: LineMode, before: Store, now: float) -> LineModeStep:
    """What is new about whom one waits for; a challenge that has come to nothing is answered with that."""
    sought, seeking = before.matching.seeking, plain.store.matching.seeking
    if sought is not None and sought.whom is not None and seeking is None:
        plain = replace(plain, awaited=())
    return LineModeStep(plain, seeks.news(before, plain.store, plain.muted, now))


def _away_from_hall(step: LineModeStep) -> LineModeStep:
    """The step to a table, from where the hall is not heard."""
    if not step.plain.overhears or step.plain.store.room is None:
        return step
    return replace(step, plain=replace(step.plain, overhears=False), orders=(*step.orders, m.Browse(on=False)))
