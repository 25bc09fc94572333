"""Readers of the commands about a game: its rules, tour, computer levels, statistics and best players."""

from __future__ import annotations

from client import tours
from client.commands import actions
from client.commands.verbs.context import VerbArguments, find_meant_game
from client.games.rulebook import rules
from client.state.defaults import REF
from client.state.phrases.records import deal_of, is_rated
from protocol import messages as m


def read_rules(arguments: VerbArguments) -> actions.Action:
    info = find_meant_game(arguments)
    if not rules(info.name):
        raise ValueError(f"The rules of {info.title} are not written down here.")
    return actions.OpenPanel("rules", info.name)


def read_learn(arguments: VerbArguments) -> actions.Action:
    """Start the tour of the named game or the one on screen, or else open the list of tours."""
    info = find_meant_game(arguments)
    if not arguments.words and arguments.store.seated is None:
        return actions.OpenPanel("tours")
    if info.name not in tours.names():
        raise ValueError(f"There is no tour of {info.title}.")
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
    if not arguments.words and not is_rated(game):
        game = next((info.name for info in arguments.store.games if is_rated(info.name)), game)
    return m.GetLeaders(ref=REF, game=game)
