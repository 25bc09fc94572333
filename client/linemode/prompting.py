"""When the player may type: when there is a prompt, and when to take the next line from a pipe."""

from __future__ import annotations

from client.linemode.model import LineMode, LineModeStep
from client.linemode.vocabulary import is_question, is_word
from client.state.exit_codes import ExitCode
from client.state.phrases.offers import needs_my_answer
from client.state.table_view import is_my_turn
from protocol import messages as m


def is_prompting(mode: LineMode) -> bool:
    """Whether the player is expected to type; only then there is a prompt."""
    if mode.store.link.is_in_other_window:
        return True
    if not is_settled(mode):
        return False
    followed = mode.store.seated
    if followed is None or followed.table.phase == "over" or mode.question is not None:
        return True
    return is_my_turn(followed.table) or needs_my_answer(followed.table)


def is_settled(mode: LineMode) -> bool:
    """Whether every command has been answered, and no game is about to begin."""
    followed = mode.store.seated
    is_here = followed is not None or mode.store.room is None
    is_up = mode.was_welcome and mode.store.link.state == "up"
    is_answered = not mode.awaited and not mode.arriving and mode.store.matching.seeking is None
    is_at_rest = followed is None or (followed.pending is None and not is_about_to_begin(followed.table))
    return is_up and is_here and is_answered and is_at_rest


def is_about_to_begin(table: m.Table) -> bool:
    """Whether a game is about to begin: every seat is taken, and everybody wants to play."""
    if table.phase == "playing" or any(chair.kind == "open" for chair in table.chairs):
        return False
    people = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"]
    return table.phase == "waiting" or all(seat in table.rematch for seat in people)


def is_ready(mode: LineMode, line: str) -> bool:
    """Whether to take a line from a pipe now: all lines wait for answers, and moves and questions also for a turn."""
    if not is_settled(mode):
        return False
    followed = mode.store.seated
    is_anytime = is_word(line, mode.store) and not is_question(line, mode.store)
    if is_anytime or followed is None or followed.table.seat is None or is_my_turn(followed.table):
        return True
    return followed.table.phase == "over" and followed.table.seat not in followed.table.rematch


def is_spent(mode: LineMode, line: str) -> bool:
    """Whether a line from a pipe is a move after the end of the game, which ends the script."""
    followed = mode.store.seated
    return followed is not None and followed.table.phase == "over" and not is_word(line, mode.store)


def at_end_of_input(mode: LineMode) -> LineModeStep | None:
    """How to leave at the end of the input; None while there is something to wait for.

    A seat in a running game is kept. A game that is watched, or played automatically, is followed to its end.
    """
    if mode.store.link.is_in_other_window:
        return LineModeStep(mode, exit=ExitCode.OTHER_WINDOW)
    if not is_settled(mode):
        return None
    followed = mode.store.seated
    if followed is None:
        return LineModeStep(mode, exit=ExitCode.OK)
    if followed.table.phase == "playing":
        goes_on = mode.auto != "stopped" or followed.table.seat is None
        return None if goes_on else LineModeStep(mode, exit=ExitCode.OK)
    return LineModeStep(mode, actions=(m.Leave(room=followed.table.room),), exit=ExitCode.OK)
