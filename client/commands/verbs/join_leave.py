"""How the commands are read that lead to a table, away from it, or bring others there."""

from __future__ import annotations

from client import tours
from client.commands import actions
from client.commands.new_table import creation
from client.commands.verbs.context import VerbArguments, Words
from client.state.defaults import REF
from client.state.moves import table_here
from client.state.store import Opened, Store
from client.state.table_view import has_given_up
from protocol import messages as m

CODE_LENGTH = 4


def read_new(given: VerbArguments) -> actions.Action:
    return creation(given.words, given.store, given.habits, "open") if given.words else actions.OpenPanel("form")


def read_play(given: VerbArguments) -> actions.Action:
    return creation(given.words, given.store, given.habits, "computer")


def read_join(given: VerbArguments) -> actions.Action:
    if not given.words:
        return actions.AskText("join")
    code = _code(given.words)
    return Opened(code) if _holds_seat(given.store, code) else m.Join(ref=REF, room=code)


def read_watch(given: VerbArguments) -> actions.Action:
    if given.words:
        code = _code(given.words)
    elif given.store.lobby and given.store.lobby.live:
        code = given.store.lobby.live[0].room
    else:
        raise ValueError("No game is going on that can be watched.")
    return Opened(code) if code in given.store.rooms else m.Watch(ref=REF, room=code)


def read_open(given: VerbArguments) -> actions.Action:
    code = _code(given.words)
    if code not in given.store.rooms:
        raise ValueError(f"You are not at a table {code}; type 'join {code}' to sit down there.")
    return Opened(code)


def read_lobby(given: VerbArguments) -> actions.Action:
    """Go there; a tour is over then, while any other seat stays one's own."""
    return m.Leave(room=tours.ROOM) if given.store.room == tours.ROOM else Opened(None)


def read_leave(given: VerbArguments) -> actions.Action:
    table = table_here(given.store).table
    if given.words == ("over",) and table.phase != "over":
        raise ValueError("The game is not over. Esc goes to the lobby and keeps your seat.")
    is_in = table.phase == "playing" and table.seat is not None and not has_given_up(table)
    if given.words != ("anyway",) and is_in:
        raise ValueError("To leave now gives the game up: type 'leave anyway', or press Esc to keep your seat.")
    return m.Leave(room=table.room)


def read_invite(given: VerbArguments) -> actions.Action:
    """To the table on screen, or from the lobby to one of one's own with an open seat, which is made where none is."""
    store = given.store
    if store.room is not None:
        table_here(store)
        return actions.OpenPanel("invite")
    for code, seated in store.rooms.items():
        if seated.table.seat is not None and any(chair.kind == "open" for chair in seated.table.chairs):
            return actions.Invite(Opened(code))
    return actions.Invite(creation(("", "open", "private"), store, given.habits, "open"))


def _holds_seat(store: Store, code: str) -> bool:
    return code in store.rooms and store.rooms[code].table.seat is not None


def _code(words: Words) -> str:
    code = "".join(words).upper()
    if len(code) != CODE_LENGTH or not code.isalnum():
        raise ValueError(f"A table's code has {CODE_LENGTH} letters and digits, such as K7QF.")
    return code
