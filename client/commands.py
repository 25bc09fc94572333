"""The command line's language: every key, click and typed line is one of these commands.

`read` gives the order that a line comes to, or raises ValueError with the sentence that says why it cannot be done now.
The same question, asked of a key's command, tells which keys work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from client import orders as o
from client.creation import creation, sheet_of
from client.desk import FULL_PACE
from client.store import Opened, Seated, Store
from client.tables import Unknown, is_my_turn, others, sight
from protocol import messages as m

REF = 0
"""No command of a person waits for one particular answer, so all go by the same number."""
ON_OFF = {"on": True, "off": False}
PACES = range(1, 6)
CODE_LENGTH = 4

Words = tuple[str, ...]


class Place(NamedTuple):
    """Where a command is given: everything it may depend on."""

    store: Store
    habits: o.Habits


class Given(NamedTuple):
    """What a verb reads: the words after it, and the place."""

    words: Words
    store: Store
    habits: o.Habits


@dataclass(frozen=True, slots=True)
class Verb:
    """A command: its name, what follows it, what it does (nothing for those that only clicks give), how it is read."""

    name: str
    takes: str
    about: str
    read: Callable[[Given], o.Order]


def read(line: str, place: Place) -> o.Order:
    """The order that a typed line comes to: a command, or else a move in the game on screen. Raises ValueError."""
    name, *words = line.split() or [""]
    verb = VERBS.get(name.lower())
    if verb is not None:
        return verb.read(Given(tuple(words), *place))
    try:
        return play(line, place.store)
    except ValueError as error:
        raise ValueError(_nearest(name, place.store) or str(error)) from None


def works(line: str, place: Place) -> bool:
    """Whether a command can be given now."""
    try:
        read(line, place)
    except ValueError:
        return False
    return True


def play(typed: str, store: Store) -> m.Play:
    """The move that a text means in the game on screen. Raises ValueError with a sentence."""
    seated = _table(store)
    if seated.table.phase == "waiting":
        raise ValueError("The game has not begun: a seat is open.")
    seen = sight(seated)
    move = seen.game.parse(typed, seen.view)
    if seated.pending is not None:
        raise ValueError("Your move is on its way to the server.")
    return m.Play(room=seated.table.room, number=seated.table.number, ply=seated.table.ply, move=move)


def _new(given: Given) -> o.Order:
    return creation(given.words, given.store, given.habits, "open") if given.words else o.Show("form")


def _play(given: Given) -> o.Order:
    return creation(given.words, given.store, given.habits, "computer")


def _quick(given: Given) -> o.Order:
    return m.Quick(ref=REF, game=sheet_of(" ".join(given.words), given.store, given.habits).name)


def _join(given: Given) -> o.Order:
    if not given.words:
        return o.Ask("join")
    code = _code(given.words)
    return Opened(code) if _holds_seat(given.store, code) else m.Join(ref=REF, room=code)


def _watch(given: Given) -> o.Order:
    if given.words:
        code = _code(given.words)
    elif given.store.lobby and given.store.lobby.live:
        code = given.store.lobby.live[0].room
    else:
        raise ValueError("No game is going on that can be watched.")
    return Opened(code) if code in given.store.rooms else m.Watch(ref=REF, room=code)


def _open(given: Given) -> o.Order:
    code = _code(given.words)
    if code not in given.store.rooms:
        raise ValueError(f"You are not at a table {code}; type 'join {code}' to sit down there.")
    return Opened(code)


def _move(given: Given) -> o.Order:
    return play(" ".join(given.words), given.store)


def _auto(given: Given) -> o.Order:
    _pilot(given.store)
    match given.words:
        case ():
            return o.AutoPlay(None, "over")
        case ("off",):
            return o.AutoPlay(0, "stopped")
        case (pace,) if pace.isdecimal() and int(pace) in PACES:
            return o.AutoPlay(int(pace), "over")
    raise ValueError(f"auto takes a speed from {PACES[0]} (slow) to {PACES[-1]} (fast), or off.")


def _on(given: Given) -> o.Order:
    _pilot(given.store)
    return o.AutoPlay(FULL_PACE, "moment")


def _finish(given: Given) -> o.Order:
    if any(chair.kind == "person" for chair in others(_pilot(given.store).table)):
        raise ValueError("Only a game against computers can be played to its end at once.")
    return o.AutoPlay(FULL_PACE, "over")


def _rematch(given: Given) -> o.Order:
    table = _own_table(given.store)
    if table.phase != "over":
        raise ValueError("A rematch is for when the game is over.")
    if table.seat in table.rematch:
        raise ValueError("You have asked for a rematch; the others are to agree.")
    return m.Rematch(room=table.room)


def _leave(given: Given) -> o.Order:
    table = _table(given.store).table
    if given.words == ("over",) and table.phase != "over":
        raise ValueError("The game is not over. Esc goes to the lobby and keeps your seat.")
    if given.words != ("anyway",) and table.phase == "playing" and table.seat is not None:
        raise ValueError("To leave now gives the game up: type 'leave anyway', or press Esc to keep your seat.")
    return m.Leave(room=table.room)


def _resign(given: Given) -> o.Order:
    table = _own_table(given.store)
    if table.phase != "playing":
        raise ValueError("There is no game to give up.")
    return m.Resign(room=table.room)


def _fill(given: Given) -> o.Order:
    table = _own_table(given.store)
    levels = sheet_of(table.game, given.store, given.habits).levels
    if table.phase != "waiting":
        raise ValueError("No seat is open.")
    if not levels:
        raise ValueError("No computer plays this game.")
    level = " ".join(given.words) or levels[0]
    if level not in levels:
        raise ValueError(f"There is no level {level[:40]!r}; there is {', '.join(levels)}.")
    return m.Fill(room=table.room, level=level)


def _invite(given: Given) -> o.Order:
    _table(given.store)
    return o.Show("invite")


def _name(given: Given) -> o.Order:
    if len(given.words) != 1:
        raise ValueError(f"You go by {given.store.name}; a name is one word, as in 'name ana'.")
    return m.Rename(name=given.words[0])


def _switch(what: o.Switched) -> Callable[[Given], o.Order]:
    def read_switch(given: Given) -> o.Order:
        if len(given.words) > 1 or (given.words and given.words[0] not in ON_OFF):
            raise ValueError(f"{what} takes on or off.")
        return o.Switch(what, ON_OFF[given.words[0]] if given.words else None)

    return read_switch


def _filter(given: Given) -> o.Order:
    return o.Filter(" ".join(given.words))


def _type(given: Given) -> o.Order:
    prompts: dict[str, o.Prompt] = {"command": "command", "join": "join", "filter": "filter"}
    if len(given.words) != 1 or given.words[0] not in prompts:
        raise ValueError(f"type takes what to type: {', '.join(prompts)}.")
    return o.Ask(prompts[given.words[0]])


def _start(given: Given) -> o.Order:
    return o.Start(_number(given.words, "start takes the number of a line of Play now."))


def _mark(given: Given) -> o.Order:
    pane, row = (_number((word,), "mark takes the numbers of a pane and a row.") for word in (*given.words, "", "")[:2])
    return o.Mark(pane, row)


def _always(order: o.Order) -> Callable[[Given], o.Order]:
    return lambda _: order


_ALL = (
    Verb("play", "GAME [LEVEL] [OPTION=VALUE ...]", "Play against the computer.", _play),
    Verb("new", "[GAME [OPTION=VALUE ...] [LEVEL] [private]]", "Set up a table with an open seat.", _new),
    Verb("quick", "[GAME]", "Sit down where somebody waits, or wait for somebody.", _quick),
    Verb("join", "[CODE]", "Sit down at a table.", _join),
    Verb("watch", "[CODE]", "Watch a game.", _watch),
    Verb("open", "CODE", "Go to a table you are at.", _open),
    Verb("lobby", "", "Go to the lobby; your seats stay yours.", _always(Opened(None))),
    Verb("move", "MOVE", "Make a move; the move alone does too.", _move),
    Verb("auto", "[1-5|off]", "Let your moves be made by themselves.", _auto),
    Verb("on", "", "Play on to the next stirring moment.", _on),
    Verb("finish", "", "Play on to the end, against computers.", _finish),
    Verb("rematch", "", "Play again at this table.", _rematch),
    Verb("resign", "", "Give the game up.", _resign),
    Verb("leave", "[anyway]", "Stand up, or stop watching.", _leave),
    Verb("fill", "[LEVEL]", "Give the open seats to computers.", _fill),
    Verb("invite", "", "Show how to come to this table.", _invite),
    Verb("name", "NAME", "Go by another name.", _name),
    Verb("filter", "[TEXT]", "Show only tables that match.", _filter),
    Verb("help", "", "Show the keys.", _always(o.Show("help"))),
    Verb("sound", "[on|off]", "Ring the bell, or never.", _switch("sound")),
    Verb("motion", "[on|off]", "Let cards turn before your eyes, or not.", _switch("motion")),
    Verb("mouse", "[on|off]", "Use the mouse here, or leave it to the terminal.", _switch("mouse")),
    Verb("start", "NUMBER", "Do what a line of Play now says.", _start),
    Verb("choose", "", "Do what the marked line says.", _always(o.Choose())),
    Verb("up", "", "Go a line up.", _always(o.Step(rows=-1))),
    Verb("down", "", "Go a line down.", _always(o.Step(rows=1))),
    Verb("next", "", "Go to the next pane.", _always(o.Step(panes=1))),
    Verb("previous", "", "Go to the pane before.", _always(o.Step(panes=-1))),
    Verb("more", "", "Take the next value in the marked line.", _always(o.Vary(1))),
    Verb("less", "", "Take the value before in the marked line.", _always(o.Vary(-1))),
    Verb("mark", "PANE ROW", "", _mark),
    Verb("type", "command|join|filter", "Type something at the bottom.", _type),
    Verb("press", "KEY", "", lambda given: o.Press(" ".join(given.words))),
    Verb("back", "", "Close what is open, or go to the lobby.", _always(o.Back())),
    Verb("redraw", "", "Draw everything anew.", _always(o.Redraw())),
    Verb("plain", "", "Go on in plain mode, line by line.", _always(o.Quit("plain"))),
    Verb("interrupt", "", "Leave at once.", _always(o.Quit("interrupted"))),
    Verb("quit", "", "Leave Parlour.", _always(o.Quit())),
)

VERBS = {verb.name: verb for verb in _ALL}


def _table(store: Store) -> Seated:
    if store.seated is None:
        raise ValueError("You are at no table; 'play' or 'join' brings you to one.")
    return store.seated


def _own_table(store: Store) -> m.Table:
    table = _table(store).table
    if table.seat is None:
        raise ValueError("You are watching; only the players can do that.")
    return table


def _pilot(store: Store) -> Seated:
    """The room on screen, where moves can be made by themselves."""
    seated = _table(store)
    if sight(seated).game.forced is None:
        raise ValueError("This game needs your own decisions.")
    if _own_table(store).phase != "playing":
        raise ValueError("No game is going on at this table.")
    return seated


def _holds_seat(store: Store, code: str) -> bool:
    return code in store.rooms and store.rooms[code].table.seat is not None


def _code(words: Words) -> str:
    code = "".join(words).upper()
    if len(code) != CODE_LENGTH or not code.isalnum():
        raise ValueError(f"A table's code has {CODE_LENGTH} letters and digits, such as K7QF.")
    return code


def _number(words: Words, otherwise: str) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise ValueError(otherwise)
    return int(words[0])


def _nearest(name: str, store: Store) -> str:
    """A guess at what a mistyped word was to be; nothing where none is near."""
    from difflib import get_close_matches  # slow to load, and nobody who types well needs it

    near = get_close_matches(name.lower(), (*VERBS, *moves(store)), 1)
    return f"There is no command {name[:40]!r}; did you mean {near[0]!r}?" if near else ""


def moves(store: Store) -> tuple[str, ...]:
    """The moves one can make now, in the room on screen."""
    if store.seated is None or not is_my_turn(store.seated.table):
        return ()
    try:
        seen = sight(store.seated)
    except Unknown:
        return ()
    return seen.game.legal(seen.view)
