"""What follows from something that happens, while one is in the line mode: sentences, and commands."""

from __future__ import annotations

from dataclasses import replace

from client.commands import muting
from client.drawing.grammar import count
from client.linemode import sentences
from client.linemode.model import LineMode, LineModeStep
from client.linemode.next_game import begin_next_game, continue_autoplay, has_won_alone, is_still_over
from client.linemode.prompting import is_about_to_begin
from client.linemode.typed_lines import on_line, position
from client.state import chat
from client.state.advice import THINKING
from client.state.chat import is_line_muted
from client.state.exit_codes import ExitCode, exit_of
from client.state.fold import WENT_BACK, fold
from client.state.phrases import clocks, ratings, records, seeks
from client.state.reading import UnreadableTableError
from client.state.store import FollowedTable, Happening, Link, Opened, Said, Sent, Store
from client.state.table_view import title
from protocol import messages as m


def on_event(line_mode: LineMode, happening: Happening, now: float) -> LineModeStep:
    """What follows from something that happened at the monotonic time `now`, in seconds."""
    before = line_mode.store
    answered = _is_answer(line_mode, happening)
    was_opening = line_mode.is_opening
    store = fold(before, happening, now)
    line_mode = replace(line_mode, store=store, muted=muting.bind_muted(store, line_mode.muted))
    if answered:
        line_mode = replace(line_mode, awaited=(), is_opening=False)
    match happening:
        case m.Refused(about="reckon"):
            return LineModeStep(line_mode)  # nobody who writes here has asked
        case Link():
            return _on_link(line_mode, before.link, happening)
        case m.Welcome():
            return _on_welcome(line_mode, happening)
        case m.Entered():
            return _stop_overhearing(LineModeStep(replace(line_mode, arriving=True, auto="stopped")))
        case Opened():
            return _stop_overhearing(_on_arrival(replace(line_mode, auto="stopped")))
        case m.Table(room=room) if room == line_mode.store.room:
            return _on_table(line_mode, before.seated)
        case m.Lobby() if line_mode.listing:
            browse = () if line_mode.overhears else (m.Browse(on=False),)
            return LineModeStep(
                replace(line_mode, listing=False), sentences.lobby(happening, line_mode.store.day), browse
            )
        case m.Left(room=room) if room == line_mode.leaving:
            return LineModeStep(replace(line_mode, leaving=""))
        case m.Matching():
            return _on_matching(line_mode, before, now)
        case m.Refused(about="consult", code="stale"):
            return LineModeStep(line_mode)
        case m.Refused() if was_opening:
            return LineModeStep(line_mode, (line_mode.store.sentence,), exit=ExitCode.FAILURE)
        case m.Refused():
            return LineModeStep(replace(line_mode, dealing=False), (line_mode.store.sentence,))
        case _:
            return LineModeStep(line_mode, _sentences(line_mode, before, happening, answered=answered))


def _is_answer(line_mode: LineMode, happening: Happening) -> bool:
    """Whether something answers the last command that was written."""
    match happening:
        case m.Refused(about=about):
            return about != "reckon"
    return isinstance(happening, line_mode.awaited) and not is_still_over(line_mode, happening)


def warn_of_time(line_mode: LineMode, now: float) -> LineModeStep:
    """What follows when little time is left: who is on turn is told how little."""
    return LineModeStep(line_mode, clocks.warning(line_mode.store.seated, now))


def warning_in_s(line_mode: LineMode, now: float) -> float | None:
    """In how many seconds that is to be said; None where never."""
    return clocks.warning_in_s(line_mode.store.seated, now)


def _sentences(line_mode: LineMode, before: Store, happening: Happening, *, answered: bool) -> tuple[str, ...]:
    """What there is to say of something that leaves the line mode where it stands; often nothing."""
    match happening:
        case m.Presence(room=room) if room == line_mode.store.room:
            return sentences.presence(before.rooms.get(room), line_mode.store.rooms.get(room))
        case m.Advice(room=room) if room == line_mode.store.room:
            return sentences.advice(line_mode.store.seated, happening)
        case m.Heard(room=room, line=line) if room == line_mode.store.room and not is_line_muted(
            line, line_mode.muted, line_mode.store.link.server
        ):
            return (chat.sentence(line),)
        case m.Talk(room=room, lines=lines) if room == line_mode.store.room and not before.here.lines:
            return (f"{count(len(lines), 'line')} of talk came before you; 'talk' reads them.",)
        case m.Stats(game=game) if answered:
            return records.sentences(happening, title(line_mode.store, game))
        case m.Stats():
            return _rating_change(line_mode)
        case m.Leaders(game=game):
            return tuple(ratings.sentences(happening, title(line_mode.store, game)))
        case m.Named() | m.Token() | m.Left() | m.Notice() | Said():
            return (line_mode.store.sentence,)
        case Sent(command=m.Consult(about="prospect")):
            return (THINKING,)  # for seconds, where a hint is there at once
        case _:
            return ()


def _on_link(line_mode: LineMode, before: Link, link: Link) -> LineModeStep:
    code = exit_of(link, was_welcome=line_mode.was_welcome)
    if link.state == before.state and code is None:
        return LineModeStep(line_mode)
    line_mode = line_mode if link.state == "up" else replace(line_mode, awaited=(), dealing=False)
    return LineModeStep(line_mode, sentences.link(link, came_back=before.state == "down"), exit=code)


def _on_welcome(line_mode: LineMode, welcome: m.Welcome) -> LineModeStep:
    if line_mode.was_welcome:
        return LineModeStep(line_mode)
    line_mode = replace(line_mode, was_welcome=True, arriving=line_mode.store.room is not None)
    said = (sentences.welcome(welcome),)
    if line_mode.opening:
        first = on_line(replace(line_mode, is_opening=True, arriving=False), line_mode.opening)
        return replace(first, said=(*said, *first.said), exit=None if first.actions else ExitCode.USAGE)
    return LineModeStep(line_mode, said if line_mode.store.room else (*said, *sentences.standing(line_mode.store)))


def _on_arrival(line_mode: LineMode) -> LineModeStep:
    return LineModeStep(
        replace(line_mode, arriving=line_mode.store.room is not None and line_mode.store.seated is None),
        position(line_mode),
    )


def _on_table(line_mode: LineMode, before: FollowedTable | None) -> LineModeStep:
    followed = line_mode.store.seated
    assert followed is not None, "a Table of the room on screen was just folded in"
    if line_mode.arriving and is_about_to_begin(followed.table):
        return LineModeStep(line_mode)  # the position to read out is about to come
    try:
        said = _table_sentences(line_mode, None if before is None else before.table, followed)
    except UnreadableTableError as error:
        said = (str(error),)
    line_mode = replace(line_mode, arriving=False, dealing=line_mode.dealing and followed.table.phase == "over")
    step = _ask_for_rating(continue_autoplay(line_mode, followed, said), before)
    return begin_next_game(step) if before is not None and has_won_alone(before.table, followed.table) else step


def _table_sentences(line_mode: LineMode, before: m.Table | None, followed: FollowedTable) -> tuple[str, ...]:
    if line_mode.is_opening:
        return ()  # another table was asked for
    if line_mode.arriving and line_mode.dealing:
        return sentences.beginning(followed)
    if line_mode.arriving or before is None:
        return sentences.arrival(followed)
    if followed.table.seq < before.seq:
        return (WENT_BACK, *sentences.arrival(followed))
    return sentences.changes(before, followed) if followed.table.seq > before.seq else ()


def _ask_for_rating(step: LineModeStep, before: FollowedTable | None) -> LineModeStep:
    """The step with the player's rating asked for, where a game has just ended that may have changed it."""
    followed = step.line_mode.store.seated
    has_ended = followed is not None and before is not None and before.table.phase == "playing"
    occasion = records.occasion(step.line_mode.store) if has_ended else None
    if occasion is None or not occasion.is_over or occasion.recall.deal is not None:
        return step
    return replace(step, actions=(*step.actions, occasion.recall))


def _rating_change(line_mode: LineMode) -> tuple[str, ...]:
    """What a game that has just ended has done to the player's rating, if anything."""
    changed = ratings.describe_change(line_mode.store, line_mode.store.seated) if line_mode.store.seated else ""
    return (f"{changed}.",) if changed else ()


def _on_matching(line_mode: LineMode, before: Store, now: float) -> LineModeStep:
    """What is new about whom one waits for; a challenge that has come to nothing is answered with that."""
    sought, seeking = before.matching.seeking, line_mode.store.matching.seeking
    if sought is not None and sought.whom is not None and seeking is None:
        line_mode = replace(line_mode, awaited=())
    return LineModeStep(line_mode, seeks.news(before, line_mode.store, line_mode.muted, now))


def _stop_overhearing(step: LineModeStep) -> LineModeStep:
    """The step to a table, from where the hall is not heard."""
    if not step.line_mode.overhears or step.line_mode.store.room is None:
        return step
    return replace(
        step, line_mode=replace(step.line_mode, overhears=False), actions=(*step.actions, m.Browse(on=False))
    )
