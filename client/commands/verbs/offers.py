"""Readers of the commands that ask others for something: to take a move back, or to draw."""

from __future__ import annotations

from client.commands import actions
from client.commands.verbs.context import VerbArguments, table_in_game
from client.state.moves import ON_ITS_WAY, table_here
from client.state.phrases.offers import describe_wait, question
from client.state.reading import names
from client.state.table_view import game_title, other_seats, read_table, takeback_rule
from protocol import messages as m


def read_takeback(arguments: VerbArguments) -> actions.Action:
    table = table_in_game(arguments.store, "There's no game in which to take back a move.")
    followed = table_here(arguments.store)
    table_view = read_table(followed)
    if table_view.game.takeback is None:
        raise ValueError(f"In {game_title(arguments.store, table.game)} moves can't be taken back.")
    if table.request is not None:
        raise ValueError(f"{question(table, table_view.names)} {describe_wait(table, table_view.names)}.")
    if followed.pending is not None:
        raise ValueError(ON_ITS_WAY)
    if (takeback := takeback_rule(table_view)) is None:
        raise ValueError("At a serious table, moves against computers can't be taken back.")
    if not takeback.is_possible(table_view.view):
        raise ValueError(takeback.why_not(table_view.view))
    return m.TakeBack(room=table.room)


def read_offer(arguments: VerbArguments) -> actions.Action:
    if arguments.words not in ((), ("draw",)):
        raise ValueError("Type 'offer draw' to offer a draw.")
    table = table_in_game(arguments.store, "There's no game to draw.")
    if table.request is not None:
        called = names(table)
        raise ValueError(f"{question(table, called)} {describe_wait(table, called)}.")
    if not any(chair.kind == "person" for chair in other_seats(table)):
        raise ValueError("Computers don't agree to draws.")
    return m.OfferDraw(room=table.room)
