"""Whose turn it is to write: when there is a prompt, and when a line from a pipe is taken."""

from __future__ import annotations

from client.linemode.model import LineMode, LineModeStep
from client.linemode.vocabulary import is_question, is_word
from client.state.exit_codes import ExitCode
from client.state.phrases.offers import asks_me
from client.state.table_view import is_my_turn
from protocol import messages as m


def waits(line_mode: LineMode) -> bool:
    """Whether it is the player's turn to write something: then, and only then, there is a prompt."""
    if not is_settled(line_mode):
        return False
    followed = line_mode.store.seated
    if followed is None or followed.table.phase == "over":
        return True
    return is_my_turn(followed.table) or asks_me(followed.table)


def is_settled(line_mode: LineMode) -> bool:
    """Whether everything sent has been answered, and no game is being dealt."""
    followed = line_mode.store.seated
    is_here = followed is not None or line_mode.store.room is None
    is_up = line_mode.was_welcome and line_mode.store.link.state == "up"
    is_answered = not line_mode.awaited and not line_mode.arriving and line_mode.store.matching.seeking is None
    is_at_rest = followed is None or (followed.pending is None and not is_about_to_begin(followed.table))
    return is_up and is_here and is_answered and is_at_rest


def is_about_to_begin(table: m.Table) -> bool:
    """Whether a game is about to begin: every seat is held, and everybody there wants to play."""
    if table.phase == "playing" or any(chair.kind == "open" for chair in table.chairs):
        return False
    people = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"]
    return table.phase == "waiting" or all(seat in table.rematch for seat in people)


def is_ready(line_mode: LineMode, line: str) -> bool:
    """Whether a line from a pipe has come to its turn: a script waits for answers, moves and questions for a turn."""
    if not is_settled(line_mode):
        return False
    followed = line_mode.store.seated
    is_anytime = is_word(line, line_mode.store) and not is_question(line, line_mode.store)
    if is_anytime or followed is None or followed.table.seat is None or is_my_turn(followed.table):
        return True
    return followed.table.phase == "over" and followed.table.seat not in followed.table.rematch


def is_spent(line_mode: LineMode, line: str) -> bool:
    """Whether a line from a pipe is a move after the end of the game: such a script has nothing more to say."""
    followed = line_mode.store.seated
    return followed is not None and followed.table.phase == "over" and not is_word(line, line_mode.store)


def at_end_of_input(line_mode: LineMode) -> LineModeStep | None:
    """How to leave when nobody will write any more; None while there is something to wait for.

    A seat in a game that goes on is kept. What is being watched, or plays by itself, is table_view through to its end.
    """
    if not is_settled(line_mode):
        return None
    followed = line_mode.store.seated
    if followed is None:
        return LineModeStep(line_mode, exit=ExitCode.OK)
    if followed.table.phase == "playing":
        goes_on = line_mode.auto != "stopped" or followed.table.seat is None
        return None if goes_on else LineModeStep(line_mode, exit=ExitCode.OK)
    return LineModeStep(line_mode, actions=(m.Leave(room=followed.table.room),), exit=ExitCode.OK)
