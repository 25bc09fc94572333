"""Whose turn it is to write: when there is a prompt, and when a line from a pipe is taken."""

from __future__ import annotations

from client.linemode.model import LineMode, LineModeStep
from client.linemode.vocabulary import is_question, is_word
from client.state.exit_codes import ExitCode
from client.state.phrases.offers import asks_me
from client.state.table_view import is_my_turn
from protocol import messages as m


def waits(plain: LineMode) -> bool:
    """Whether it is the player's turn to write something: then, and only then, there is a prompt."""
    if not is_settled(plain):
        return False
    seated = plain.store.seated
    if seated is None or seated.table.phase == "over":
        return True
    return is_my_turn(seated.table) or asks_me(seated.table)


def is_settled(plain: LineMode) -> bool:
    """Whether everything sent has been answered, and no game is being dealt."""
    seated = plain.store.seated
    is_here = seated is not None or plain.store.room is None
    is_up = plain.was_welcome and plain.store.link.state == "up"
    is_answered = not plain.awaited and not plain.arriving and plain.store.matching.seeking is None
    is_at_rest = seated is None or (seated.pending is None and not is_dealt(seated.table))
    return is_up and is_here and is_answered and is_at_rest


def is_dealt(table: m.Table) -> bool:
    """Whether a game is about to begin: every seat is held, and everybody there wants to play."""
    if table.phase == "playing" or any(chair.kind == "open" for chair in table.chairs):
        return False
    people = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"]
    return table.phase == "waiting" or all(seat in table.rematch for seat in people)


def is_ready(plain: LineMode, line: str) -> bool:
    """Whether a line from a pipe has come to its turn: a script waits for answers, moves and questions for a turn."""
    if not is_settled(plain):
        return False
    seated = plain.store.seated
    is_anytime = is_word(line, plain.store) and not is_question(line, plain.store)
    if is_anytime or seated is None or seated.table.seat is None or is_my_turn(seated.table):
        return True
    return seated.table.phase == "over" and seated.table.seat not in seated.table.rematch


def is_spent(plain: LineMode, line: str) -> bool:
    """Whether a line from a pipe is a move after the end of the game: such a script has nothing more to say."""
    seated = plain.store.seated
    return seated is not None and seated.table.phase == "over" and not is_word(line, plain.store)


def at_end_of_input(plain: LineMode) -> LineModeStep | None:
    """How to leave when nobody will write any more; None while there is something to wait for.

    A seat in a game that goes on is kept. What is being watched, or plays by itself, is seen through to its end.
    """
    if not is_settled(plain):
        return None
    seated = plain.store.seated
    if seated is None:
        return LineModeStep(plain, exit=ExitCode.OK)
    if seated.table.phase == "playing":
        goes_on = plain.auto != "stopped" or seated.table.seat is None
        return None if goes_on else LineModeStep(plain, exit=ExitCode.OK)
    return LineModeStep(plain, orders=(m.Leave(room=seated.table.room),), exit=ExitCode.OK)
