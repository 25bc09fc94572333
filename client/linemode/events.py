"""The step of the line mode after an event: the sentences to write, and the commands to send."""

from __future__ import annotations

from dataclasses import replace

from client.commands import muting
from client.commands.dialogue import dialogue_of, next_game_commands
from client.drawing.grammar import count
from client.linemode import sentences
from client.linemode.model import LineMode, LineModeStep
from client.linemode.prompting import is_about_to_begin
from client.linemode.typed_lines import await_next_game, continue_autoplay, on_line, position
from client.state import chat
from client.state.advice import THINKING
from client.state.chat import is_line_muted
from client.state.exit_codes import ExitCode, exit_code_of
from client.state.fold import WENT_BACK, fold
from client.state.phrases import absences, devices, ratings, records, seeks
from client.state.reading import UnreadableTableError
from client.state.store import FollowedTable, Happening, Link, Opened, Said, Sent, Store
from client.state.table_view import game_title
from protocol import messages as m


def on_event(mode: LineMode, happening: Happening, now: float) -> LineModeStep:
    """The step after an event at the monotonic time `now`, in seconds."""
    before = mode.store
    answered = _is_answer(mode, happening)
    was_opening = mode.is_opening
    store = fold(before, happening, now)
    mode = replace(mode, store=store, muted=muting.bind_muted(store, mode.muted))
    if answered:
        mode = replace(mode, awaited=(), is_opening=False)
    match happening:
        case m.Refused(about="reckon"):
            return LineModeStep(mode)  # the client asked by itself
        case Link():
            return _on_link(mode, before.link, happening)
        case m.Welcome():
            return _on_welcome(mode, happening)
        case m.Entered():
            return _stop_overhearing(LineModeStep(replace(mode, arriving=True, auto="stopped")))
        case Opened():
            return _stop_overhearing(_on_arrival(replace(mode, auto="stopped")))
        case m.Table(room=room) if room == mode.store.room:
            return _on_table(mode, before.seated)
        case m.Lobby() if mode.listing:
            browse = () if mode.overhears else (m.Browse(on=False),)
            return LineModeStep(replace(mode, listing=False), sentences.lobby(happening, mode.store.day), browse)
        case m.Left(room=room) if room == mode.leaving:
            return LineModeStep(replace(mode, leaving=""))
        case m.Matching():
            return _on_matching(mode, before, now)
        case m.Refused(about="consult", code="stale"):
            return LineModeStep(mode)
        case m.Refused() if was_opening:
            return LineModeStep(mode, (mode.store.sentence,), exit=ExitCode.FAILURE)
        case m.Refused():
            return LineModeStep(replace(mode, dealing=False), (mode.store.sentence,))
        case _:
            return LineModeStep(mode, _sentences(mode, before, happening, answered=answered))


def _is_answer(mode: LineMode, happening: Happening) -> bool:
    match happening:
        case m.Refused(about=about):
            return about != "reckon"
    return isinstance(happening, mode.awaited) and not _is_still_over(mode, happening)


def _sentences(mode: LineMode, before: Store, happening: Happening, *, answered: bool) -> tuple[str, ...]:
    """The sentences for an event that changes nothing else in the line mode; often none."""
    match happening:
        case m.Presence(room=room) if room == mode.store.room and not mode.arriving:
            return _presence(before.rooms.get(room), mode.store.rooms.get(room))
        case m.Advice(room=room) if room == mode.store.room:
            return sentences.advice(mode.store.seated, happening)
        case m.Heard(room=room, line=line) if room == mode.store.room and not is_line_muted(
            line, mode.muted, mode.store.link.server
        ):
            return (chat.sentence(line),)
        case m.Talk(room=room, lines=lines) if room == mode.store.room and not before.here.lines:
            return (f"{count(len(lines), 'earlier message')} here. Type 'talk' to read.",)
        case m.Stats(game=game) if answered:
            return records.sentences(happening, game_title(mode.store, game))
        case m.Stats():
            return _rating_change(mode)
        case m.Leaders(game=game):
            return tuple(ratings.sentences(happening, game_title(mode.store, game)))
        case m.LinkCode():
            return tuple(filter(None, devices.link(mode.store)))
        case m.Devices():
            return tuple(filter(None, devices.lines(mode.store)))
        case m.Named() | m.Token() | m.Reported() | m.Left() | m.Notice() | Said():
            return (mode.store.sentence,)
        case Sent(command=m.Consult(about="prospect")):
            return (THINKING,)  # it takes seconds, while a hint comes at once
        case _:
            return ()


def _presence(before: FollowedTable | None, after: FollowedTable | None) -> tuple[str, ...]:
    return absences.presence_news(before.presence if before else None, after) if after else ()


def _on_link(mode: LineMode, before: Link, link: Link) -> LineModeStep:
    code = exit_code_of(link, was_welcome=mode.was_welcome, has_person=mode.has_person)
    if link.state == before.state and code is None:
        return LineModeStep(mode)
    mode = mode if link.state == "up" else replace(mode, awaited=(), dealing=False)
    came_back = before.state == "down"
    said = sentences.link(link, came_back=came_back, has_person=mode.has_person)
    return LineModeStep(mode, (link.reason,) if code is ExitCode.UNREACHABLE else said, exit=code)


def _on_welcome(mode: LineMode, welcome: m.Welcome) -> LineModeStep:
    if mode.was_welcome:
        return LineModeStep(mode)
    mode = replace(mode, was_welcome=True, arriving=mode.store.room is not None)
    said = (sentences.welcome(welcome),)
    if mode.opening:
        first = on_line(replace(mode, is_opening=True, arriving=False), mode.opening)
        return replace(first, said=(*said, *first.said), exit=None if first.actions else ExitCode.USAGE)
    return LineModeStep(mode, said if mode.store.room else (*said, *sentences.lobby_position(mode.store)))


def _on_arrival(mode: LineMode) -> LineModeStep:
    return LineModeStep(
        replace(mode, arriving=mode.store.room is not None and mode.store.seated is None),
        position(mode),
    )


def _on_table(mode: LineMode, before: FollowedTable | None) -> LineModeStep:
    followed = mode.store.seated
    assert followed is not None, "a Table of the room on screen was just folded in"
    if mode.arriving and is_about_to_begin(followed.table):
        return LineModeStep(mode)  # the position to read out is about to come
    try:
        said = _table_sentences(mode, None if before is None else before.table, followed)
    except UnreadableTableError as error:
        said = (str(error),)
    mode = replace(mode, arriving=False, dealing=mode.dealing and followed.table.phase == "over")
    step = _ask_for_rating(continue_autoplay(mode, followed, said), before)
    return _begin_next_game(step) if before is not None and _has_won_alone(before.table, followed.table) else step


def _table_sentences(mode: LineMode, before: m.Table | None, followed: FollowedTable) -> tuple[str, ...]:
    if mode.is_opening:
        return ()  # another table was asked for
    if mode.arriving and mode.dealing:
        return sentences.game_start(followed)
    if mode.arriving or before is None:
        return sentences.arrival(followed)
    if followed.table.seq < before.seq:
        return (WENT_BACK, *sentences.arrival(followed))
    if followed.table.seq <= before.seq:
        return ()
    is_moved = mode.draws_board and followed.table.view != before.view
    return (*sentences.changes(before, followed), *(sentences.board_after_move(followed) if is_moved else ()))


def _ask_for_rating(step: LineModeStep, before: FollowedTable | None) -> LineModeStep:
    """The step with a request for the player's rating, if a game that may have changed it has just ended."""
    followed = step.mode.store.seated
    has_ended = followed is not None and before is not None and before.table.phase == "playing"
    request = records.stats_request(step.mode.store) if has_ended else None
    if request is None or not request.is_over or request.recall.deal is not None:
        return step
    return replace(step, actions=(*step.actions, request.recall))


def _rating_change(mode: LineMode) -> tuple[str, ...]:
    """How the game that has just ended changed the player's rating, if at all."""
    change = ratings.describe_change(mode.store, mode.store.seated) if mode.store.seated else ""
    return (change if change.endswith(".") else f"{change}.",) if change else ()


def _on_matching(mode: LineMode, before: Store, now: float) -> LineModeStep:
    """Read out the news about seeks and challenges; a failed challenge of the player's own is answered by it."""
    sought, seeking = before.matching.seeking, mode.store.matching.seeking
    if sought is not None and sought.whom is not None and seeking is None:
        mode = replace(mode, awaited=())
    return LineModeStep(mode, seeks.news(before, mode.store, mode.muted, now))


def _stop_overhearing(step: LineModeStep) -> LineModeStep:
    """The step with the chat of the lobby turned off, once it leads to a table."""
    if not step.mode.overhears or step.mode.store.room is None:
        return step
    return replace(step, mode=replace(step.mode, overhears=False), actions=(*step.actions, m.Browse(on=False)))


def _has_won_alone(before: m.Table, after: m.Table) -> bool:
    has_ended = after.phase == "over" != before.phase and len(after.chairs) == 1
    return has_ended and after.ending is not None and after.seat in after.ending.winners


def _begin_next_game(step: LineModeStep) -> LineModeStep:
    """The step with the commands for the next game, if the game has a dialogue."""
    followed = step.mode.store.seated
    if followed is None or dialogue_of(step.mode.store) is None:
        return step
    commands = next_game_commands(followed.table)
    return replace(step, mode=await_next_game(step.mode, commands), actions=commands)


def _is_still_over(mode: LineMode, happening: Happening) -> bool:
    """Whether an event only ends the last game, while the next one is on its way."""
    return mode.dealing and isinstance(happening, m.Table) and happening.phase == "over"
