"""Readers of the commands about a game: its rules, tour, levels, statistics, best players, and finished games."""

from __future__ import annotations

from client import tours
from client.commands import actions
from client.commands.new_table import find_game
from client.commands.verbs.context import VerbArguments, find_meant_game
from client.drawing.grammar import read_number
from client.games.rulebook import rules
from client.state.defaults import REF
from client.state.moves import table_here
from client.state.phrases.records import deal_of, is_rated
from protocol import messages as m


def read_rules(arguments: VerbArguments) -> actions.Action:
    info = find_meant_game(arguments)
    if not rules(info.name):
        raise ValueError(f"There are no rules of {info.title} here.")
    return actions.OpenPanel("rules", info.name)


def read_learn(arguments: VerbArguments) -> actions.Action:
    """Start the tour of the named game or the one on screen, or else open the list of tours."""
    info = find_meant_game(arguments)
    if not arguments.words and arguments.store.seated is None:
        return actions.OpenPanel("tours")
    if info.name not in tours.names():
        raise ValueError(f"There's no tour of {info.title}.")
    return actions.StartTour(info.name)


def read_levels(arguments: VerbArguments) -> actions.Action:
    return actions.OpenPanel("levels", find_meant_game(arguments).name)


def read_stats(arguments: VerbArguments) -> actions.Action:
    """Ask for statistics, with those of the deal on screen if it is of that game."""
    followed, game = arguments.store.seated, find_meant_game(arguments).name
    is_here = followed is not None and followed.table.game == game
    return m.GetStats(ref=REF, game=game, deal=deal_of(followed) if is_here else None)


def read_leaders(arguments: VerbArguments) -> actions.Action:
    """Ask for the best players; if no game is named and the usual one is not rated, of the first rated game."""
    game = find_meant_game(arguments).name
    if not arguments.words and not is_rated(arguments.store, game):
        game = next((info.name for info in arguments.store.games if info.is_rated), game)
    return m.GetLeaders(ref=REF, game=game)


def read_verify(arguments: VerbArguments) -> actions.Action:
    if arguments.words:
        return actions.Verify("".join(arguments.words))
    table = table_here(arguments.store).table
    if table.phase != "over":
        raise ValueError("You can verify a game once it's over.")
    return actions.Verify(f"{table.room}-{table.number}")


def read_replay(arguments: VerbArguments) -> actions.Action:
    """Replay the named game, or else the newest finished one of the table."""
    if arguments.words:
        return actions.OpenReplay(arguments.words[0], " ".join(arguments.words[1:]))
    table = table_here(arguments.store).table
    number = table.number if table.phase == "over" else table.number - 1
    if number < 1:
        raise ValueError("You can replay a game once it's over.")
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
        case (word,) if word[0] in "+-" and (steps := read_number(word[1:])) is not None:
            return actions.TurnReplay(by=-steps if word[0] == "-" else steps)
        case (word,) if (number := read_number(word)) is not None:
            return actions.TurnReplay(to=number)
    raise ValueError("Type 'event' with a number, 'first', 'last', or a step such as +10.")


def read_see(arguments: VerbArguments) -> actions.Action:
    return actions.ReplayAs(" ".join(arguments.words))
