"""How the commands are read about games that are over, and about the replay of one."""

from __future__ import annotations

from client import orders
from client.creation import sheet_of
from client.moves import table_here
from client.verbs.given import Given


def read_verify(given: Given) -> orders.Order:
    if given.words:
        return orders.Verify("".join(given.words))
    table = table_here(given.store).table
    if table.phase != "over":
        raise ValueError("A game can be verified once it is over: then everything is told.")
    return orders.Verify(f"{table.room}-{table.number}")


def read_replay(given: Given) -> orders.Order:
    """The game that is named, or else the newest one of the table that is over."""
    if given.words:
        return orders.Review(given.words[0], " ".join(given.words[1:]))
    table = table_here(given.store).table
    number = table.number if table.phase == "over" else table.number - 1
    if number < 1:
        raise ValueError("A game can be replayed once it is over.")
    return orders.Review(f"{table.room}-{number}")


def read_history(given: Given) -> orders.Order:
    if not given.words:
        return orders.Remember("")
    return orders.Remember(sheet_of(" ".join(given.words), given.store, given.habits).name)


def read_event(given: Given) -> orders.Order:
    match given.words:
        case ("first",):
            return orders.Turn(to=0)
        case ("last",):
            return orders.Turn(to=-1)
        case (word,) if word[0] in "+-" and word[1:].isdecimal():
            return orders.Turn(by=int(word[:9]))
        case (word,) if word.isdecimal():
            return orders.Turn(to=int(word[:9]))
    raise ValueError("event takes the number of an event, first or last, or how many to go on or back, as in +10.")


def read_see(given: Given) -> orders.Order:
    return orders.See(" ".join(given.words))
