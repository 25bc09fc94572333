"""Readers of the commands that make, join, watch or leave a table, invite others, or open the server to them."""

from __future__ import annotations

from ipaddress import ip_address
from re import compile as pattern
from urllib.parse import urlsplit

from client import tours
from client.commands import actions, game_menu
from client.commands.new_table import build_create, check_known
from client.commands.seats import Against
from client.commands.verbs.context import ANYWAY, VerbArguments, Words, is_in_game
from client.drawing.grammar import read_number
from client.state.defaults import REF
from client.state.moves import table_here
from client.state.phrases import offers
from client.state.reading import known_game
from client.state.store import Opened, Store
from protocol import messages as m

CODE = pattern("[A-Z0-9]{4}(?:[A-Z0-9]{2})?")
NETWORK = "network"
BAD_ADDRESS = "'open network' takes an address of this machine, such as 192.168.1.5, 192.168.1.5:9000 or [fd00::5]."


def read_new(arguments: VerbArguments) -> actions.Action:
    if not arguments.words:
        return actions.OpenPanel("form")
    return _create(arguments.words, arguments, "open")


def read_play(arguments: VerbArguments) -> actions.Action:
    return _create(arguments.words, arguments, "computer")


def read_continue(arguments: VerbArguments) -> actions.Action:
    """Go on with the newest game of that kind, or begin one."""
    create = _create(arguments.words, arguments, "computer")
    unfinished = game_menu.unfinished(arguments.store, create.game, create.seats)
    return create if unfinished is None else Opened(unfinished.room)


def read_join(arguments: VerbArguments) -> actions.Action:
    if not arguments.words:
        return actions.AskText("join")
    code = _code(arguments.words)
    if arguments.store.holds_seat(code):
        return Opened(code)
    _check_listed(code, arguments.store)
    shown = tuple(info.name for info in arguments.store.games if known_game(info.name))
    return m.Join(ref=REF, room=code, games=shown[: m.MAX_GAMES])


def read_watch(arguments: VerbArguments) -> actions.Action:
    if arguments.words:
        code = _code(arguments.words)
    elif arguments.store.lobby and arguments.store.lobby.live:
        code = arguments.store.lobby.live[0].room
    else:
        raise ValueError("There are no games to watch right now.")
    if code in arguments.store.rooms:
        return Opened(code)
    _check_listed(code, arguments.store)
    return m.Watch(ref=REF, room=code)


def read_open(arguments: VerbArguments) -> actions.Action:
    if arguments.words[:1] == (NETWORK,):
        return actions.OpenLan(*_address(arguments.words[1:]))
    code = _code(arguments.words)
    if code not in arguments.store.rooms:
        raise ValueError(f"You aren't at table {code}. Type 'join {code}' to sit down there.")
    return Opened(code)


def read_lobby(arguments: VerbArguments) -> actions.Action:
    """Go to the lobby; this ends a tour, while the player keeps any other seat."""
    return m.Leave(room=tours.ROOM) if arguments.store.room == tours.ROOM else Opened(None)


def read_leave(arguments: VerbArguments) -> actions.Action:
    code, words = _code_and_rest(arguments.words)
    table = _table_at(code, arguments.store)
    if words == ("over",) and table.phase != "over":
        raise ValueError("The game isn't over. Esc Esc goes to the lobby and keeps your seat.")
    if words != ANYWAY and is_in_game(table) and table.room != tours.ROOM:
        return actions.Confirm(offers.leave_question(table), " ".join(filter(None, ("leave", code, *ANYWAY))))
    return m.Leave(room=table.room)


def _code_and_rest(words: Words) -> tuple[str, Words]:
    """A table's code before other words, or empty, and those words."""
    if not words or words in (ANYWAY, ("over",)):
        return "", words
    return _code(words[:1]), words[1:]


def _table_at(code: str, store: Store) -> m.Table:
    """The table with a code, or without one that on screen. Raises ValueError."""
    if not code:
        return table_here(store).table
    if code not in store.rooms:
        raise ValueError(f"You aren't at table {code}.")
    return store.rooms[code].table


def read_invite(arguments: VerbArguments) -> actions.Action:
    """Invite to the table on screen; in the lobby to an own table with an open seat, which is made if there is none."""
    store = arguments.store
    if store.room is not None:
        table_here(store)
        return actions.OpenPanel("invite")
    for code, followed in store.rooms.items():
        if followed.table.seat is not None and any(chair.kind == "open" for chair in followed.table.chairs):
            return actions.Invite(Opened(code))
    return actions.Invite(_create(("", "open", "private"), arguments, "open"))


def read_copy(arguments: VerbArguments) -> actions.Action:
    table_here(arguments.store)
    match arguments.words:
        case ():
            return actions.CopyLine()
        case (word,) if (number := read_number(word)) is not None:
            return actions.CopyLine(number)
    raise ValueError("Type 'copy', or 'copy' with the number of a line, such as 'copy 2'.")


def _create(words: Words, arguments: VerbArguments, against: Against) -> m.Create:
    """The message that makes a table. Raises ValueError for one that cannot be made, or that could not be shown."""
    create = build_create(words, arguments.store, arguments.habits, against)
    check_known(create.game)
    return create


def _code(words: Words) -> str:
    code = "".join(words).upper()
    if not CODE.fullmatch(code):
        raise ValueError("A table's code has 4 or 6 letters, such as KQFM.")
    return code


def _check_listed(code: str, store: Store) -> None:
    """Raise ValueError if the lobby lists that table with a game which this program cannot show."""
    listed = (*store.lobby.open, *store.lobby.live) if store.lobby else ()
    for listing in listed:
        if listing.room == code:
            check_known(listing.game)


def _address(words: Words) -> tuple[str, int | None]:
    """The address of this machine and the port in the words, if any."""
    if not words:
        return "", None
    try:
        parts = urlsplit(f"//{words[0]}")
        host, port = ip_address(parts.hostname or ""), parts.port
    except ValueError:
        raise ValueError(BAD_ADDRESS) from None
    if host.is_unspecified or port == 0 or len(words) > 1:
        raise ValueError(BAD_ADDRESS)
    return str(host), port
