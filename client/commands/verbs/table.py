"""Readers of the commands about a table: rematches, claims, resigning, and who sits there."""

from __future__ import annotations

from client.commands import actions
from client.commands.dialogue import next_game_commands, same_game_commands
from client.commands.levels import has_computers, level_of, usual_level
from client.commands.new_table import find_game
from client.commands.verbs.context import ANYWAY, VerbArguments, is_in_game, own_table, table_in_game
from client.commands.verbs.join_leave import NETWORK
from client.state.phrases import offers
from client.state.phrases.absences import absent_players, may_claim
from client.state.table_view import is_tour, other_seats, person_at, person_named
from protocol import messages as m


def read_rematch(arguments: VerbArguments) -> actions.Action:
    table = own_table(arguments.store)
    if table.phase != "over":
        raise ValueError("You can ask for a rematch when the game is over.")
    if table.seat in table.rematch:
        raise ValueError("You asked for a rematch. The others have to agree.")
    return m.Rematch(room=table.room)


def read_restart(arguments: VerbArguments) -> actions.Action:
    table = own_table(arguments.store)
    if other_seats(table) and table.phase == "over":
        return read_rematch(arguments)
    if other_seats(table) or table.phase == "waiting":
        raise ValueError("You can start a new game only when you play alone. To end this one, type 'resign'.")
    return actions.SendAll(next_game_commands(table))


def read_repeat(arguments: VerbArguments) -> actions.Action:
    table = own_table(arguments.store)
    if other_seats(table) or table.phase != "over":
        raise ValueError("You can play the same game again only when you play alone, once it's over.")
    return actions.SendAll(same_game_commands(table))


def read_resign(arguments: VerbArguments) -> actions.Action:
    table = table_in_game(arguments.store, "There's no game to resign.")
    if arguments.words == ANYWAY or is_tour(table) or not is_in_game(table):
        return m.Resign(room=table.room)
    return actions.Confirm(offers.resign_question(table), "resign anyway")


def read_claim(arguments: VerbArguments) -> actions.Action:
    table = table_in_game(arguments.store, "There's no game now, so nobody is missing from it.")
    if not may_claim(table):
        raise ValueError("They still have time to come back." if absent_players(table) else "Nobody is away.")
    match arguments.words:
        case ("win",):
            return m.Claim(room=table.room, what="win", level=None)
        case ("computer",):
            return m.Claim(room=table.room, what="computer", level=None)
        case ("computer", *words):
            level = level_of(" ".join(words), find_game(table.game, arguments.store, arguments.habits))
            return m.Claim(room=table.room, what="computer", level=level)
    raise ValueError("Type 'claim win', or 'claim computer' to let a computer play on for them.")


def read_fill(arguments: VerbArguments) -> actions.Action:
    table = own_table(arguments.store)
    info = find_game(table.game, arguments.store, arguments.habits)
    if table.phase == "playing" or all(chair.kind != "open" for chair in table.chairs):
        raise ValueError("There's no open seat.")
    if not has_computers(info):
        raise ValueError("No computer plays this game.")
    level = level_of(" ".join(arguments.words), info) if arguments.words else usual_level(info, arguments.habits)
    return m.AddComputers(room=table.room, level=level)


def read_kick(arguments: VerbArguments) -> actions.Action:
    table = own_table(arguments.store)
    people = [chair.name for chair in other_seats(table) if chair.kind == "person"]
    is_sure = len(arguments.words) > 1 and arguments.words[-1:] == ANYWAY
    written = " ".join(arguments.words[:-1] if is_sure else arguments.words)
    found = person_named(table, written) or person_at(table, written)
    if found is not None:
        seat, name = found
        is_lost = table.seat == table.host_seat and is_in_game(table) and seat not in table.gave_up
        if is_lost and not is_sure:
            return actions.Confirm(offers.kick_question(table, seat), f"kick {seat + 1} anyway")
        return m.Kick(room=table.room, name=name, seat=seat)
    if not people:
        raise ValueError("There's nobody else at this table.")
    raise ValueError(f"Type a player's name or seat number, such as 'kick {people[0]}'.")


def read_close(arguments: VerbArguments) -> actions.Action:
    if arguments.words == (NETWORK,):
        return actions.CloseLan()
    table = own_table(arguments.store)
    if arguments.words not in (("table",), ("table", "anyway")):
        raise ValueError("Type 'close table' or 'close network'.")
    if "anyway" not in arguments.words and is_in_game(table):
        return actions.Confirm(offers.close_question(table), "close table anyway")
    return m.CloseTable(room=table.room)
