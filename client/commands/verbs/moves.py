"""Readers of the commands that make moves, mark them, play automatically, or ask for help."""

from __future__ import annotations

from client.commands import actions
from client.commands.verbs.context import VerbArguments, own_table
from client.drawing.grammar import read_number
from client.state.advice import make_consult
from client.state.moves import aim, move_of, needs_decision, table_here
from client.state.store import FollowedTable, Store
from client.state.table_view import other_seats, read_table
from protocol import messages as m

PACES = range(1, 6)


def read_move(arguments: VerbArguments) -> actions.Action:
    return move_of(" ".join(arguments.words), arguments.store, arguments.mark)


def read_pick(arguments: VerbArguments) -> actions.Action:
    return move_of("pick", arguments.store, arguments.mark)


def read_aim(arguments: VerbArguments) -> actions.Action:
    return actions.Aim(aim(" ".join(arguments.words), arguments.store, arguments.mark))


def read_touch(arguments: VerbArguments) -> actions.Action:
    """Read the words as a move, or else as a mark. Raises the move's error if they are neither."""
    words = " ".join(arguments.words)
    try:
        return move_of(f"touch {words}", arguments.store, arguments.mark)
    except ValueError as refused:
        try:
            return actions.Aim(aim(words, arguments.store, arguments.mark))
        except ValueError:
            raise refused from None


def read_find(arguments: VerbArguments) -> actions.Action:
    return actions.Aim(aim(" ".join(("find", *arguments.words)), arguments.store, arguments.mark))


def read_auto(arguments: VerbArguments) -> actions.Action:
    _autoplay_table(arguments.store)
    match arguments.words:
        case ():
            return actions.AutoPlay(None, "over")
        case ("off",):
            return actions.AutoPlay(0, "stopped")
        case (word,) if (pace := read_number(word)) in PACES:
            return actions.AutoPlay(pace, "over")
    raise ValueError(f"'auto' takes a speed from {PACES[0]} (slow) to {PACES[-1]} (fast), or 'off'.")


def read_on(arguments: VerbArguments) -> actions.Action:
    if needs_decision(_autoplay_table(arguments.store)):
        raise ValueError("You have a choice now: make a move yourself.")
    return actions.AutoPlay(actions.FULL_PACE, "moment")


def read_finish(arguments: VerbArguments) -> actions.Action:
    if any(chair.kind == "person" for chair in other_seats(_autoplay_table(arguments.store).table)):
        raise ValueError("Only a game against computers can be finished at once.")
    return actions.AutoPlay(actions.FULL_PACE, "over")


def read_consult(arguments: VerbArguments, *, about: m.Question) -> actions.Action:
    return make_consult(about, arguments.store)


def _autoplay_table(store: Store) -> FollowedTable:
    """The room on screen, if the player's moves can be automatic there. Raises ValueError."""
    followed = table_here(store)
    if read_table(followed).game.reading.forced is None:
        raise ValueError("This game can't play itself: every move is a choice.")
    if own_table(store).phase != "playing":
        raise ValueError("There's no game at this table now.")
    return followed
