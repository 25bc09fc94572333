"""How the commands are read about games that are over, and about the replay of one."""

from __future__ import annotations

from client.commands import actions
from client.commands.new_table import sheet_of
from client.commands.verbs.context import VerbArguments
from client.state.moves import table_here


def read_verify(given: VerbArguments) -> actions.Action:
    if given.words:
        return actions.Verify("".join(given.words))
    table = table_here(given.store).table
    if table.phase != "over":
        raise ValueError("A game can be verified once it is over: then everything is told.")
    return actions.Verify(f"{table.room}-{table.number}")


def read_replay(given: VerbArguments) -> actions.Action:
    """The game that is named, or else the newest one of the table that is over."""
    if given.words:
        return actions.OpenReplay(given.words[0], " ".join(given.words[1:]))
    table = table_here(given.store).table
    number = table.number if table.phase == "over" else table.number - 1
    if number < 1:
        raise ValueError("A game can be replayed once it is over.")
    return actions.OpenReplay(f"{table.room}-{number}")


def read_history(given: VerbArguments) -> actions.Action:
    if not given.words:
        return actions.OpenHistory("")
    return actions.OpenHistory(sheet_of(" ".join(given.words), given.store, given.habits).name)


def read_event(given: VerbArguments) -> actions.Action:
    match given.words:
        case ("first",):
            return actions.TurnReplay(to=0)
        case ("last",):
            return actions.TurnReplay(to=-1)
        case (word,) if word[0] in "+-" and word[1:].isdecimal():
            return actions.TurnReplay(by=int(word[:9]))
        case (word,) if word.isdecimal():
            return actions.TurnReplay(to=int(word[:9]))
    raise ValueError("event takes the number of an event, first or last, or how many to go on or back, as in +10.")


def read_see(given: VerbArguments) -> actions.Action:
    return actions.ReplayAs(" ".join(given.words))
