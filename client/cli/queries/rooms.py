"""Lists a server's tables."""

from __future__ import annotations

from client.cli.queries.query import QueryAnswer, QueryRequest
from client.drawing.canvas import clean
from client.drawing.output import line_of
from client.linemode import sentences
from client.state.store import Happening, Store
from protocol import messages as m


def follow(happening: Happening, store: Store, *, json: bool) -> QueryRequest | QueryAnswer | None:  # noqa: ARG001 - every query takes it
    """Ask for the lobby, and answer with its tables in sentences or as JSON."""
    match happening:
        case m.Welcome():
            return QueryRequest((m.Browse(on=True),))
        case m.Lobby() if json:
            return QueryAnswer(line_of(happening))
        case m.Lobby():
            return QueryAnswer("\n".join(map(clean, sentences.lobby(happening))))
    return None
