"""Which keys there are on the present screen: those of what is open, of the table's phase and of everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from client.commands import actions
from client.fullscreen.ui import keys as k
from client.fullscreen.ui import menus
from client.fullscreen.ui.state import UiState
from client.hosting.local_addresses import LocalMachine
from client.state import advice
from client.state.phrases.absences import may_claim
from client.state.phrases.offers import open_question
from client.state.reading import known_game
from client.state.store import Store
from client.state.table_view import has_given_up, is_tour, is_tour_over
from protocol import messages as m

SCROLLING = ("up", "down", "page up", "page down")


def active_keys(store: Store, ui: UiState) -> tuple[k.Key, ...]:
    """The keys of what is on screen, the nearest first: those of the game or the panel, then those of everywhere.

    The help has none of its own: it lists those of the screen or panel below.
    """
    if ui.is_cramped:
        return k.CRAMPED_KEYS
    if store.link.is_in_other_window:
        return (*k.link_keys(store.link), *k.LEAVING_KEYS)
    if ui.question is not None:
        confirm, *others = k.CONFIRM_KEYS
        return (replace(confirm, command=ui.question.command), *others)
    panel = ui.under if ui.panel == "help" else ui.panel
    if panel in menus.MENUS:
        leaving = () if ui.panel == panel else k.BACK_KEYS
        return (*leaving, *k.PANEL_KEYS[panel], *_menu_keys(store, replace(ui, panel=panel)), *k.GLOBAL_KEYS)
    if panel in k.PANEL_KEYS:
        return (*k.PANEL_KEYS[panel], *k.BACK_KEYS, *k.GLOBAL_KEYS)
    if ui.replay is not None:
        return (*k.REPLAY_KEYS, *k.GLOBAL_KEYS)
    if store.link.state == "refused" and not ui.panel:
        return (*k.REFUSED_KEYS, *k.LEAVING_KEYS)
    asked = _answer_keys(store, ui)
    if store.room is None:
        own = _not_taken(_lobby_keys(ui), asked)
        return (*asked, *own, *k.GLOBAL_KEYS, k.HISTORY_KEY, *_leaving_keys(store, ui))
    if store.seated is None:
        return (*k.BACK_KEYS, *k.GLOBAL_KEYS)
    table = store.seated.table
    first = (*_invitation_keys(ui, panel), *asked)
    if is_tour_over(store.seated):
        return (*first, *k.TOUR_OVER_KEYS, *_esc_keys(table, ui), *k.GLOBAL_KEYS)
    own = _not_taken(_without_unavailable_help(phase_keys(table), store, table), first)
    return (*first, *own, *_table_keys(table, own), *_esc_keys(table, ui), *k.GLOBAL_KEYS)


def _lobby_keys(ui: UiState) -> Iterator[k.Key]:
    """The keys of the lobby; what is for one's own games is in the key bar while one of them is marked."""
    for key in k.LOBBY_KEYS:
        yield replace(key, label="leave") if key.command == "remove" and ui.pane == k.YOUR_GAMES else key


def _esc_keys(table: m.Table, ui: UiState) -> tuple[k.Key, ...]:
    """The keys for Esc at a table: its menu, or what closes a panel; a tour is left at once."""
    if is_tour(table):
        return k.BACK_KEYS
    return (*k.BACK_KEYS, replace(k.MENU_KEY, label="")) if ui.panel else (k.MENU_KEY,)


def _answer_keys(store: Store, ui: UiState) -> tuple[k.Key, ...]:
    """The keys that answer what others ask, of several questions the one that is first."""
    match open_question(store, ui.habits.muted):
        case "offer":
            return k.REQUEST_KEYS
        case "challenge":
            return k.CHALLENGE_KEYS
        case "rematch":
            return k.REMATCH_KEYS
    return ()


def _not_taken(keys: Iterable[k.Key], asked: tuple[k.Key, ...]) -> tuple[k.Key, ...]:
    """The keys that do what they always do, while others answer a question."""
    taken = {press for key in asked for press in key.presses}
    return tuple(key for key in keys if not taken.issuperset(key.presses))


def _menu_keys(store: Store, ui: UiState) -> tuple[k.Key, ...]:
    """The keys of a menu's lines, and Esc: it does what the first line of the table's menu says, or else closes it."""
    own = menus.keys(store, ui)
    if ui.panel != "menu" or not own:
        return (*own, *k.BACK_KEYS)
    first = own[0]
    return (*own, replace(first, presses=("escape",), shown="Esc", label="to the lobby"))


def _leaving_keys(store: Store, ui: UiState) -> tuple[k.Key, ...]:
    """The keys for Esc in the lobby; if it has nothing to close, it is left out of the key bar."""
    if ui.panel or ui.filter:
        return k.BACK_KEYS
    return k.WITHDRAW_KEYS if store.matching.seeking else tuple(replace(key, label="") for key in k.BACK_KEYS)


def usable_keys(keys: tuple[k.Key, ...], ui: UiState) -> tuple[k.Key, ...]:
    """The keys that can be pressed: over an open panel only those that scroll or close it, and the global ones.

    Somebody who reads in the help what the keys do must not make a move by trying them.
    """
    if not ui.panel or ui.panel in k.PANEL_KEYS or ui.is_cramped:
        return keys
    everywhere, commands = (*k.GLOBAL_KEYS, *_invitation_keys(ui, ui.panel)), (*SCROLLING, "back", ui.panel)
    return tuple(key for key in keys if key in everywhere or key.command in commands)


def _invitation_keys(ui: UiState, panel: actions.Panel) -> tuple[k.Key, ...]:
    """The keys of the invitation, which can also open or close one's own server to the network."""
    if panel != "invite":
        return ()
    reach = ui.machine.reach if isinstance(ui.machine, LocalMachine) else None
    return (k.COPY_KEY, *(() if reach is None else k.CLOSE_LAN_KEYS if reach else k.OPEN_LAN_KEYS))


def phase_keys(table: m.Table) -> tuple[k.Key, ...]:
    """The keys of a seat in the table's phase; a spectator has none."""
    if table.seat is None:
        return ()
    match table.phase:
        case "waiting":
            return k.WAITING_KEYS
        case "playing":
            return (*(k.ABSENCE_KEYS if may_claim(table) else ()), *_game_keys(table.game))
        case "over":
            waiting = k.WAITING_KEYS if any(chair.kind == "open" for chair in table.chairs) else ()
            return (*(k.OVER_KEYS if len(table.chairs) > 1 else _alone_keys(table.game)), *waiting)


def _game_keys(name: str) -> tuple[k.Key, ...]:
    """The keys of a game, and those for help where it does not place them among its own."""
    game = known_game(name)
    own = game.keys if game else ()
    return (*own, *(key for key in k.CONSULT_KEYS if key not in own))


def _without_unavailable_help(keys: tuple[k.Key, ...], store: Store, table: m.Table) -> Iterator[k.Key]:
    """The keys, without those for help that the game does not offer.

    At a table where nobody is helped they are left out of the key bar, and say so when they are pressed.
    """
    for key in keys:
        if key not in k.CONSULT_KEYS:
            yield key
        elif key.command in advice.available_questions(store, table.game):
            yield key if advice.is_helped(table) else replace(key, label="")


def _alone_keys(name: str) -> tuple[k.Key, ...]:
    game, (_, *others) = known_game(name), k.ALONE_OVER_KEYS
    return (*k.DEAL_KEYS, *others) if game and game.setup.same else k.ALONE_OVER_KEYS


def _table_keys(table: m.Table, own: tuple[k.Key, ...]) -> tuple[k.Key, ...]:
    """The keys of every table that the game does not use itself; takeback only where the game has it."""
    game = known_game(table.game)
    is_in = table.phase == "playing" and table.seat is not None and not has_given_up(table)
    takes_back = is_in and game is not None and game.takeback is not None
    moving = {press for key in own if not key.aims for press in key.presses}
    free = [key for key in k.TABLE_KEYS if moving.isdisjoint(key.presses)]
    return tuple(key for key in free if takes_back or key is not k.TAKEBACK_KEY)
