"""How each command is read: the order that a verb comes to with the words after it, or why it cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from client import orders as o
from client import tours
from client.absences import may_claim, missed
from client.consults import consult
from client.creation import REF, creation, sheet_of
from client.desk import FULL_PACE
from client.dialogues import next_game, same_game
from client.games import never
from client.levels import level_of, usual_level
from client.moves import ON_ITS_WAY, aimed, move_of, table_here
from client.palette import PALETTES
from client.pilot import needs_decision
from client.records import deal_of, is_rated
from client.requests import asks_me, question, waiting
from client.rulebook import rules
from client.store import Opened, Seated, Store
from client.tables import has_given_up, names, others, sight, title
from protocol import messages as m

ON_OFF = {"on": True, "off": False}
PACES = range(1, 6)
CODE_LENGTH = 4

Words = tuple[str, ...]


class Given(NamedTuple):
    """What a verb reads: the words after it, and the place."""

    words: Words
    store: Store
    habits: o.Habits
    mark: Any = None


def read_new(given: Given) -> o.Order:
    return creation(given.words, given.store, given.habits, "open") if given.words else o.Show("form")


def read_play(given: Given) -> o.Order:
    return creation(given.words, given.store, given.habits, "computer")


def read_join(given: Given) -> o.Order:
    if not given.words:
        return o.Ask("join")
    code = _code(given.words)
    return Opened(code) if _holds_seat(given.store, code) else m.Join(ref=REF, room=code)


def read_watch(given: Given) -> o.Order:
    if given.words:
        code = _code(given.words)
    elif given.store.lobby and given.store.lobby.live:
        code = given.store.lobby.live[0].room
    else:
        raise ValueError("No game is going on that can be watched.")
    return Opened(code) if code in given.store.rooms else m.Watch(ref=REF, room=code)


def read_open(given: Given) -> o.Order:
    code = _code(given.words)
    if code not in given.store.rooms:
        raise ValueError(f"You are not at a table {code}; type 'join {code}' to sit down there.")
    return Opened(code)


def read_lobby(given: Given) -> o.Order:
    """Go there; a tour is over then, while any other seat stays one's own."""
    return m.Leave(room=tours.ROOM) if given.store.room == tours.ROOM else Opened(None)


def read_move(given: Given) -> o.Order:
    return move_of(" ".join(given.words), given.store, given.mark)


def read_pick(given: Given) -> o.Order:
    return move_of("pick", given.store, given.mark)


def read_aim(given: Given) -> o.Order:
    return o.Aim(aimed(" ".join(given.words), given.store, given.mark))


def read_touch(given: Given) -> o.Order:
    """A move where the words mean one, or else a mark; where they mean neither, why they are no move."""
    words = " ".join(given.words)
    try:
        return move_of(f"touch {words}", given.store, given.mark)
    except ValueError as refused:
        try:
            return o.Aim(aimed(words, given.store, given.mark))
        except ValueError:
            raise refused from None


def read_find(given: Given) -> o.Order:
    return o.Aim(aimed(" ".join(("find", *given.words)), given.store, given.mark))


def read_auto(given: Given) -> o.Order:
    _pilot(given.store)
    match given.words:
        case ():
            return o.AutoPlay(None, "over")
        case ("off",):
            return o.AutoPlay(0, "stopped")
        case (pace,) if pace.isdecimal() and int(pace) in PACES:
            return o.AutoPlay(int(pace), "over")
    raise ValueError(f"auto takes a speed from {PACES[0]} (slow) to {PACES[-1]} (fast), or off.")


def read_on(given: Given) -> o.Order:
    if needs_decision(_pilot(given.store)):
        raise ValueError("No move makes itself now: you have to choose one.")
    return o.AutoPlay(FULL_PACE, "moment")


def read_finish(given: Given) -> o.Order:
    if any(chair.kind == "person" for chair in others(_pilot(given.store).table)):
        raise ValueError("Only a game against computers can be played to its end at once.")
    return o.AutoPlay(FULL_PACE, "over")


def read_rematch(given: Given) -> o.Order:
    table = _own_table(given.store)
    if table.phase != "over":
        raise ValueError("A rematch is for when the game is over.")
    if table.seat in table.rematch:
        raise ValueError("You have asked for a rematch; the others are to agree.")
    return m.Rematch(room=table.room)


def read_restart(given: Given) -> o.Order:
    table = _own_table(given.store)
    if others(table) and table.phase == "over":
        return read_rematch(given)
    if others(table) or table.phase == "waiting":
        raise ValueError("Only who plays alone can begin another game; 'resign' gives this one up.")
    return o.InTurn(next_game(table))


def read_repeat(given: Given) -> o.Order:
    table = _own_table(given.store)
    if others(table) or table.phase != "over":
        raise ValueError("Only who played alone can play the same again, once the game is over.")
    return o.InTurn(same_game(table))


def read_leave(given: Given) -> o.Order:
    table = table_here(given.store).table
    if given.words == ("over",) and table.phase != "over":
        raise ValueError("The game is not over. Esc goes to the lobby and keeps your seat.")
    is_in = table.phase == "playing" and table.seat is not None and not has_given_up(table)
    if given.words != ("anyway",) and is_in:
        raise ValueError("To leave now gives the game up: type 'leave anyway', or press Esc to keep your seat.")
    return m.Leave(room=table.room)


def read_resign(given: Given) -> o.Order:
    table = _game(given.store, "There is no game to give up.")
    return m.Resign(room=table.room)


def read_takeback(given: Given) -> o.Order:
    table = _game(given.store, "No game is going on in which a move could be taken back.")
    seated = table_here(given.store)
    seen = sight(seated)
    if seen.game.takes_back is never:
        raise ValueError(f"In {title(given.store, table.game)} no move can be taken back.")
    if table.request is not None:
        raise ValueError(f"{question(table, seen.names)} {waiting(table, seen.names)}.")
    if seated.pending is not None:
        raise ValueError(ON_ITS_WAY)
    if not seen.game.takes_back(seen.view):
        raise ValueError(seen.game.lasting(seen.view))
    return m.TakeBack(room=table.room)


def read_offer(given: Given) -> o.Order:
    if given.words not in ((), ("draw",)):
        raise ValueError("What can be offered is a draw: 'offer draw'.")
    table = _game(given.store, "There is no game that could be a draw.")
    if table.request is not None:
        called = names(table)
        raise ValueError(f"{question(table, called)} {waiting(table, called)}.")
    if not any(chair.kind == "person" for chair in others(table)):
        raise ValueError("Only people can agree to a draw.")
    return m.OfferDraw(room=table.room)


def read_claim(given: Given) -> o.Order:
    table = _game(given.store, "There is no game in which somebody could be away.")
    if not may_claim(table):
        raise ValueError("There is still time to come back." if missed(table) else "Nobody is away.")
    match given.words:
        case ("win",):
            return m.Claim(room=table.room, what="win", level=None)
        case ("computer",):
            return m.Claim(room=table.room, what="computer", level=None)
        case ("computer", *words):
            level = level_of(" ".join(words), sheet_of(table.game, given.store, given.habits))
            return m.Claim(room=table.room, what="computer", level=level)
    raise ValueError("What can be claimed is the win, or a computer that plays on: 'claim win' or 'claim computer'.")


def read_kick(given: Given) -> o.Order:
    table = _own_table(given.store)
    people = [chair.name for chair in others(table) if chair.kind == "person"]
    named = next((name for name in people if name.lower() == " ".join(given.words).lower()), None)
    if named is None:
        raise ValueError(f"kick takes a player's name, such as {people[0]}." if people else "Nobody else sits here.")
    return m.Kick(room=table.room, name=named)


def read_close(given: Given) -> o.Order:
    table = _own_table(given.store)
    if given.words not in (("table",), ("table", "anyway")):
        raise ValueError("close takes what to close: 'close table'.")
    if "anyway" not in given.words and table.phase == "playing" and not has_given_up(table):
        raise ValueError("To close the table now gives the game up: type 'close table anyway'.")
    return m.Shut(room=table.room)


def ask(about: m.Question) -> Callable[[Given], o.Order]:
    return lambda given: consult(about, given.store)


def answer(*, agree: bool) -> Callable[[Given], o.Order]:
    def read_answer(given: Given) -> o.Order:
        table = _own_table(given.store)
        if not asks_me(table):
            raise ValueError("Nobody asks you for anything.")
        return m.Answer(room=table.room, agree=agree)

    return read_answer


def read_fill(given: Given) -> o.Order:
    table = _own_table(given.store)
    sheet = sheet_of(table.game, given.store, given.habits)
    if table.phase == "playing" or all(chair.kind != "open" for chair in table.chairs):
        raise ValueError("No seat is open.")
    if not sheet.levels:
        raise ValueError("No computer plays this game.")
    level = level_of(" ".join(given.words), sheet) if given.words else usual_level(sheet, given.habits)
    return m.Fill(room=table.room, level=level)


def read_invite(given: Given) -> o.Order:
    """To the table on screen, or from the lobby to one of one's own with an open seat, which is made where none is."""
    store = given.store
    if store.room is not None:
        table_here(store)
        return o.Show("invite")
    for code, seated in store.rooms.items():
        if seated.table.seat is not None and any(chair.kind == "open" for chair in seated.table.chairs):
            return o.Invite(Opened(code))
    return o.Invite(creation(("", "open", "private"), store, given.habits, "open"))


def read_verify(given: Given) -> o.Order:
    if given.words:
        return o.Verify("".join(given.words))
    table = table_here(given.store).table
    if table.phase != "over":
        raise ValueError("A game can be verified once it is over: then everything is told.")
    return o.Verify(f"{table.room}-{table.number}")


def read_replay(given: Given) -> o.Order:
    """The game that is named, or else the newest one of the table that is over."""
    if given.words:
        return o.Review(given.words[0], " ".join(given.words[1:]))
    table = table_here(given.store).table
    number = table.number if table.phase == "over" else table.number - 1
    if number < 1:
        raise ValueError("A game can be replayed once it is over.")
    return o.Review(f"{table.room}-{number}")


def read_history(given: Given) -> o.Order:
    if not given.words:
        return o.Remember("")
    return o.Remember(sheet_of(" ".join(given.words), given.store, given.habits).name)


def read_event(given: Given) -> o.Order:
    match given.words:
        case ("first",):
            return o.Turn(to=0)
        case ("last",):
            return o.Turn(to=-1)
        case (word,) if word[0] in "+-" and word[1:].isdecimal():
            return o.Turn(by=int(word[:9]))
        case (word,) if word.isdecimal():
            return o.Turn(to=int(word[:9]))
    raise ValueError("event takes the number of an event, first or last, or how many to go on or back, as in +10.")


def read_see(given: Given) -> o.Order:
    return o.See(" ".join(given.words))


def read_stats(given: Given) -> o.Order:
    """In the game that is named, or else the one on the table, or else the one played last."""
    seated = given.store.seated
    here = seated.table.game if seated else ""
    sheet = sheet_of(" ".join(given.words) or here, given.store, given.habits)
    return m.Recall(ref=REF, game=sheet.name, deal=deal_of(seated) if sheet.name == here else None)


def read_leaders(given: Given) -> o.Order:
    """Of the game that is named, or else the one on the table or played last; of another where that is not rated."""
    named, here = " ".join(given.words), given.store.seated.table.game if given.store.seated else ""
    game = sheet_of(named or here, given.store, given.habits).name
    if not named and not is_rated(game):
        game = next((sheet.name for sheet in given.store.games if is_rated(sheet.name)), game)
    return m.Rank(ref=REF, game=game)


def read_levels(given: Given) -> o.Order:
    """Of the game that is named, or else the one on the table, or else the one played last."""
    here = given.store.seated.table.game if given.store.seated else ""
    return o.Show("levels", sheet_of(" ".join(given.words) or here, given.store, given.habits).name)


def read_name(given: Given) -> o.Order:
    if len(given.words) != 1:
        raise ValueError(f"You go by {given.store.name}; a name is one word, as in 'name ana'.")
    return m.Rename(name=given.words[0])


def switch(what: o.Switched) -> Callable[[Given], o.Order]:
    def read_switch(given: Given) -> o.Order:
        if len(given.words) > 1 or (given.words and given.words[0] not in ON_OFF):
            raise ValueError(f"{what} takes on or off.")
        return o.Switch(what, ON_OFF[given.words[0]] if given.words else None)

    return read_switch


def read_palette(given: Given) -> o.Order:
    named = next((palette for palette in PALETTES if given.words == (palette,)), None)
    if given.words and named is None:
        raise ValueError(f"palette takes {', '.join(PALETTES[:-1])} or {PALETTES[-1]}.")
    return o.Paint(named)


def read_rules(given: Given) -> o.Order:
    """Of the game that is named, or else the one on the table, or else the one played last."""
    here = given.store.seated.table.game if given.store.seated else ""
    sheet = sheet_of(" ".join(given.words) or here, given.store, given.habits)
    if not rules(sheet.name):
        raise ValueError(f"The rules of {sheet.title} are not written down here.")
    return o.Show("rules", sheet.name)


def read_learn(given: Given) -> o.Order:
    """Of the game that is named, or else the one on the table, or else the one played last."""
    here = given.store.seated.table.game if given.store.seated else ""
    sheet = sheet_of(" ".join(given.words) or here, given.store, given.habits)
    if sheet.name not in tours.names():
        raise ValueError(f"There is no tour of {sheet.title}.")
    return o.Learn(sheet.name)


def read_theme(given: Given) -> o.Order:
    return o.Wear(" ".join(given.words).lower())


def read_filter(given: Given) -> o.Order:
    return o.Filter(" ".join(given.words))


def read_type(given: Given) -> o.Order:
    prompts: dict[str, o.Prompt] = {"command": "command", "join": "join", "filter": "filter", "say": "say"}
    match given.words:
        case ("command", *begun):
            return o.Ask("command", " ".join((*begun, "")))
        case (prompt,) if prompt in prompts:
            return o.Ask(prompts[prompt])
    raise ValueError(f"type takes what to type: {', '.join(prompts)}.")


def read_write(given: Given) -> o.Order:
    digit = "".join(given.words)
    if digit and (len(digit) > 1 or not digit.isdecimal()):
        raise ValueError("write takes a digit, or nothing to take the last one away.")
    return o.Write(digit)


def read_start(given: Given) -> o.Order:
    return o.Start(_number(given.words, "start takes the number of a line of Play now."))


def read_page(given: Given) -> o.Order:
    match given.words:
        case ("up",):
            return o.Step(pages=-1)
        case ("down",):
            return o.Step(pages=1)
    raise ValueError("page takes up or down.")


def read_mark(given: Given) -> o.Order:
    pane, row = (_number((word,), "mark takes the numbers of a pane and a row.") for word in (*given.words, "", "")[:2])
    return o.Mark(pane, row)


def always(order: o.Order) -> Callable[[Given], o.Order]:
    return lambda _: order


def read_press(given: Given) -> o.Order:
    return o.Press(" ".join(given.words))


def _own_table(store: Store) -> m.Table:
    table = table_here(store).table
    if table.seat is None:
        raise ValueError("You are watching; only the players can do that.")
    return table


def _game(store: Store, otherwise: str) -> m.Table:
    """The table on screen, where one is in a game. Raises ValueError, which says `otherwise` where there is none."""
    table = _own_table(store)
    if table.phase != "playing":
        raise ValueError(otherwise)
    if has_given_up(table):
        raise ValueError("You have given this game up.")
    return table


def _pilot(store: Store) -> Seated:
    """The room on screen, where moves can be made by themselves."""
    seated = table_here(store)
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
