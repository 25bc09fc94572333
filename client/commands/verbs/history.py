"""Readers of the commands about finished games and their replays."""

from __future__ import annotations

from client.commands import actions
from client.commands.new_table import find_game
from client.commands.verbs.context import VerbArguments
from client.state.moves import table_here


def read_verify(arguments: VerbArguments) -> actions.Action:
    if arguments.words:
        return actions.Verify("".join(arguments.words))
    table = table_here(arguments.store).table
    if table.phase != "over":
        raise ValueError("A game can be verified once it is over: then everything is told.")
    return actions.Verify(f"{table.room}-{table.number}")


def read_replay(arguments: VerbArguments) -> actions.Action:
    """Replay the named game, or else the newest finished one of the table."""
    if arguments.words:
        return actions.OpenReplay(arguments.words[0], " ".join(arguments.words[1:]))
    table = table_here(arguments.store).table
    number = table.number if table.phase == "over" else table.number - 1
    if number < 1:
        raise ValueError("A game can be replayed once it is over.")
    return actions.OpenReplay(f"{table.room}-{number}")


def read_history(arguments: VerbArguments) -> actions.Action:
    if not arguments.words:
        return actions.OpenHistory("")
    return actions.OpenHistory(find_game(" ".join(arguments.words), arguments.store, arguments.habits).name)


def read_event(arguments: VerbArguments) -> actions.Action:
    match arguments.words:
        case ("first",):
            return actions.TurnReplay(to=0)
        case ("last",):
            return actions.TurnReplay(to=-1)
        case (word,) if word[0] in "+-" and word[1:].isdecimal():
            return actions.TurnReplay(by=int(word[:9]))
        case (word,) if word.isdecimal():
            return actions.TurnReplay(to=int(word[:9]))
    raise ValueError("event takes the number of an event, first or last, or how many to go on or back, as in +10.")


def read_see(arguments: VerbArguments) -> actions.Action:
    return actions.ReplayAs(" ".join(arguments.words))
