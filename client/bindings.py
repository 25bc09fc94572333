"""Which keys do what just now: the tables in force, and the command that a press comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from client import consults
from client import keys as k
from client.absences import may_claim
from client.commands import VERBS, Place, works
from client.desk import Desk
from client.games import never
from client.matching import heeded
from client.requests import asks_me
from client.store import Store
from client.tables import Unknown, game_of, has_given_up
from protocol import messages as m

PANELS_WITH_KEYS = ("form", "history", "tours")
"""Panels with keys of their own in the place of those below them."""
SCROLLING = ("up", "down", "page up", "page down")


def active(store: Store, desk: Desk) -> tuple[k.Key, ...]:
    """The keys of what is on screen, the nearest first: those of the game or the panel, then those of everywhere.

    The help has none of its own: it tells of those of what it lies over.
    """
    if desk.is_cramped:
        return k.CRAMPED_KEYS
    panel = desk.under if desk.panel == "help" else desk.panel
    if panel == "form":
        return (*k.FORM_KEYS, *k.BACK_KEYS, *k.GLOBAL_KEYS)
    if panel == "tours":
        return (*k.TOURS_KEYS, *k.BACK_KEYS, *k.GLOBAL_KEYS)
    if panel == "history":
        return (*k.HISTORY_KEYS, *k.BACK_KEYS, *k.GLOBAL_KEYS)
    if desk.replay is not None:
        return (*k.REPLAY_KEYS, *k.LEAVING_REPLAY_KEYS, *k.GLOBAL_KEYS)
    asked = k.CHALLENGE_KEYS if heeded(store, desk.habits.muted) else ()
    if store.room is None:
        return (*asked, *k.LOBBY_KEYS, *k.GLOBAL_KEYS, k.PAST_KEY, *_leaving_keys(store, desk))
    if store.seated is None:
        return (*k.BACK_KEYS, *k.GLOBAL_KEYS)
    own = tuple(_helping(phase_keys(store.seated.table), store))
    return (*_door_keys(desk), *asked, *own, *_table_keys(store.seated.table, own), *k.BACK_KEYS, *k.GLOBAL_KEYS)


def _leaving_keys(store: Store, desk: Desk) -> tuple[k.Key, ...]:
    """What Esc does in the lobby; where nothing is open that it closes, it only says so, and stands in no bar."""
    if desk.panel or desk.filter:
        return k.BACK_KEYS
    return k.WITHDRAW_KEYS if store.matching.seeking else tuple(replace(key, label="") for key in k.BACK_KEYS)


def command(press: str, store: Store, desk: Desk) -> str | None:
    """The command that pressing a key comes to."""
    key = bound(press, store, desk)
    return None if key is None else key.typed(press)


def bound(press: str, store: Store, desk: Desk) -> k.Key | None:
    """What a key does: the first of its entries that works, or else the first of all, which says why it does not."""
    found = [key for key in active(store, desk) if press in key.presses and _reaches(key, desk)]
    return next((key for key in found if _works(key, press, store, desk)), found[0] if found else None)


def _reaches(key: k.Key, desk: Desk) -> bool:
    """Whether a key is heard at all: over an open panel only what scrolls it or closes it, and the keys of everywhere.

    Who reads there what the keys do must not play by trying them.
    """
    if not desk.panel or desk.panel in PANELS_WITH_KEYS or desk.is_cramped:
        return True
    return key in (*k.GLOBAL_KEYS, *_door_keys(desk)) or key.command in (*SCROLLING, "back", desk.panel)


def _door_keys(desk: Desk) -> tuple[k.Key, ...]:
    """The keys of the invitation, where the server is one's own to open."""
    reach = desk.machine.reach if desk.machine and desk.panel == "invite" else None
    if reach is None:
        return ()
    return k.SHUT_DOOR_KEYS if reach else k.OPEN_DOOR_KEYS


def is_on(key: k.Key, store: Store, desk: Desk) -> bool:
    """Whether pressing an entry's key does something now, be it by another entry of the same key."""
    found = ((press, bound(press, store, desk)) for press in key.presses)
    return any(entry is not None and _works(entry, press, store, desk) for press, entry in found)


def question(key: k.Key, press: str, store: Store, desk: Desk) -> str:
    """What is asked before a key does what it does; nothing where it does so at once, or cannot."""
    has_moved = store.seated is not None and store.seated.table.ply > 0
    costs = has_moved or key.command.split()[0] not in VERBS
    return key.asks if costs and _works(key, press, store, desk) else ""


def _works(key: k.Key, press: str, store: Store, desk: Desk) -> bool:
    return works(key.typed(press), Place(store, desk.habits, desk.mark))


def phase_keys(table: m.Table) -> tuple[k.Key, ...]:
    """The keys of a seat at a table that waits, is played at or is done; a spectator has none."""
    if table.seat is None:
        return ()
    match table.phase:
        case "waiting":
            return k.WAITING_KEYS
        case "playing":
            asked = k.REQUEST_KEYS if asks_me(table) else ()
            return (*asked, *(k.ABSENCE_KEYS if may_claim(table) else ()), *_game_keys(table.game))
        case "over":
            waiting = k.WAITING_KEYS if any(chair.kind == "open" for chair in table.chairs) else ()
            return (*(k.OVER_KEYS if len(table.chairs) > 1 else _alone_keys(table.game)), *waiting)


def _helping(keys: tuple[k.Key, ...], store: Store) -> Iterator[k.Key]:
    """The keys, without those for questions that the game does not answer.

    Where nobody is helped they stand in no bar, and say so when they are pressed.
    """
    assert store.seated is not None, "only tables have such keys"
    table = store.seated.table
    for key in keys:
        if key not in k.CONSULT_KEYS:
            yield key
        elif key.command in consults.answered(store, table.game):
            yield key if consults.is_helped(table) else replace(key, label="")


def _alone_keys(name: str) -> tuple[k.Key, ...]:
    """The keys of who played alone, when that game is over."""
    try:
        begins_alike = game_of(name).same is not None
    except Unknown:
        begins_alike = False
    again, *others = k.ALONE_OVER_KEYS
    return (again, k.SAME_KEY, *others) if begins_alike else k.ALONE_OVER_KEYS


def _table_keys(table: m.Table, own: tuple[k.Key, ...]) -> tuple[k.Key, ...]:
    """The keys of every table: none that moves in the game, and that for a takeback only while the game knows any."""
    is_in = table.phase == "playing" and table.seat is not None and not has_given_up(table)
    try:
        takes_back = is_in and game_of(table.game).takes_back is not never
    except Unknown:
        takes_back = False
    moving = {press for key in own if not key.aims for press in key.presses}
    free = [key for key in k.TABLE_KEYS if moving.isdisjoint(key.presses)]
    return tuple(key for key in free if takes_back or key is not k.TAKEBACK_KEY)


def _game_keys(name: str) -> tuple[k.Key, ...]:
    try:
        return game_of(name).keys
    except Unknown:
        return ()
