"""How the commands are read that make moves, mark them, let them be made, or ask what to do."""

from __future__ import annotations

from collections.abc import Callable

from client.commands import actions
from client.commands.verbs.context import VerbArguments, own_table
from client.state.advice import consult
from client.state.forced_moves import needs_decision
from client.state.moves import aim, move_of, table_here
from client.state.store import FollowedTable, Store
from client.state.table_view import others, sight
from protocol import messages as m

PACES = range(1, 6)


def read_move(given: VerbArguments) -> actions.Action:
    return move_of(" ".join(given.words), given.store, given.mark)


def read_pick(given: VerbArguments) -> actions.Action:
    return move_of("pick", given.store, given.mark)


def read_aim(given: VerbArguments) -> actions.Action:
    return actions.Aim(aim(" ".join(given.words), given.store, given.mark))


def read_touch(given: VerbArguments) -> actions.Action:
    """A move where the words mean one, or else a mark; where they mean neither, why they are no move."""
    words = " ".join(given.words)
    try:
        return move_of(f"touch {words}", given.store, given.mark)
    except ValueError as refused:
        try:
            return actions.Aim(aim(words, given.store, given.mark))
        except ValueError:
            raise refused from None


def read_find(given: VerbArguments) -> actions.Action:
    return actions.Aim(aim(" ".join(("find", *given.words)), given.store, given.mark))


def read_auto(given: VerbArguments) -> actions.Action:
    _pilot(given.store)
    match given.words:
        case ():
            return actions.AutoPlay(None, "over")
        case ("off",):
            return actions.AutoPlay(0, "stopped")
        case (pace,) if pace.isdecimal() and int(pace) in PACES:
            return actions.AutoPlay(int(pace), "over")
    raise ValueError(f"auto takes a speed from {PACES[0]} (slow) to {PACES[-1]} (fast), or off.")


def read_on(given: VerbArguments) -> actions.Action:
    if needs_decision(_pilot(given.store)):
        raise ValueError("No move makes itself now: you have to choose one.")
    return actions.AutoPlay(actions.FULL_PACE, "moment")


def read_finish(given: VerbArguments) -> actions.Action:
    if any(chair.kind == "person" for chair in others(_pilot(given.store).table)):
        raise ValueError("Only a game against computers can be played to its end at once.")
    return actions.AutoPlay(actions.FULL_PACE, "over")


def ask(about: m.Question) -> Callable[[VerbArguments], actions.Action]:
    return lambda given: consult(about, given.store)


def _pilot(store: Store) -> FollowedTable:
    """The room on screen, where moves can be made by themselves."""
    seated = table_here(store)
    if sight(seated).game.forced is None:
        raise ValueError("This game needs your own decisions.")
    if own_table(store).phase != "playing":
        raise ValueError("No game is going on at this table.")
    return seated
