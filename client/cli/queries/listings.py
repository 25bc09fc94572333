"""What the command line lists of a server: its tables, its computer players, its best players, one's own statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from client.cli.queries.query import QueryAnswer, QueryRequest
from client.commands.levels import describe_levels
from client.drawing.canvas import clean
from client.drawing.output import line_of
from client.history.history_text import NOTHING
from client.linemode import sentences
from client.state.defaults import REF
from client.state.exit_codes import ExitCode
from client.state.phrases import ratings, records, today
from client.state.phrases.devices import lines as describe_devices
from client.state.store import Happening, Store
from client.state.table_view import game_title
from protocol import messages as m

Answer = TypeVar("Answer", m.Stats, m.Leaders)


def tables(happening: Happening, store: Store, *, json: bool) -> QueryRequest | QueryAnswer | None:  # noqa: ARG001 - every query takes it
    """Ask for the lobby, and answer with its tables in sentences or as JSON."""
    match happening:
        case m.Welcome():
            return QueryRequest((m.Browse(on=True),))
        case m.Lobby():
            return QueryAnswer(line_of(happening) if json else "\n".join(map(clean, sentences.lobby(happening))))
    return None


def devices(happening: Happening, store: Store, *, json: bool) -> QueryRequest | QueryAnswer | None:
    """Ask for the player's machines, and answer with them."""
    match happening:
        case m.Welcome():
            return QueryRequest((m.GetDevices(),))
        case m.Devices():
            return QueryAnswer(line_of(happening) if json else "\n".join(map(clean, describe_devices(store))))
        case m.Refused(text=text):
            return QueryAnswer(text, ExitCode.FAILURE)
    return None


def levels(happening: Happening, store: Store, *, game: str, json: bool) -> QueryAnswer | None:
    """Answer with the levels of one game, or with an empty name of every game; the server's welcome has them all."""
    if not isinstance(happening, m.Welcome):
        return None
    describe = _level_facts if json else _level_sentences
    lines = [line for sheet in store.games if game in ("", sheet.name) for line in describe(sheet)]
    return (
        QueryAnswer("\n".join(lines))
        if lines
        else QueryAnswer("This server has no computers for that.", ExitCode.FAILURE)
    )


def leaders(happening: Happening, store: Store, *, game: str, json: bool) -> QueryRequest | QueryAnswer | None:
    """Ask for a game's leaders, or with an empty name for every game's, and answer once all have arrived."""

    def ask(named: str) -> m.GetLeaders:
        return m.GetLeaders(ref=REF, game=named)

    def format_lines(answers: list[m.Leaders]) -> Iterable[str]:
        if json:
            return map(line_of, answers)
        shown = [each for each in answers if each.leaders or game]
        lines = [clean(line) for each in shown for line in ratings.sentences(each, game_title(store, each.game))]
        return lines or [f"No rated games yet. {ratings.RATED}"]

    return _follow_games(happening, store, game, ask, store.leaders, format_lines)


def stats(
    happening: Happening, store: Store, *, game: str, since: int, json: bool
) -> QueryRequest | QueryAnswer | None:
    """Ask for the player's statistics in a game, or with an empty name in all games; answer once all have arrived.

    For all games, the score `since` the day began is part of the answer.
    """

    def ask(named: str) -> m.GetStats:
        return m.GetStats(ref=REF, game=named, deal=None)

    def format_lines(answers: list[m.Stats]) -> Iterable[str]:
        if json:
            return map(line_of, (*answers, *(() if store.day is None else (store.day,))))
        shown = [each for each in answers if each.played or game]
        lines = [clean(line) for each in shown for line in records.sentences(each, game_title(store, each.game))]
        day = today.describe_score(store.day)
        return [*(lines or [NOTHING]), *([f"{day}."] if day else ())]

    match _follow_games(happening, store, game, ask, store.records, format_lines):
        case QueryRequest(commands) if not game:
            return QueryRequest((*commands, m.WatchScore(since=since)))
        case QueryAnswer(exit=ExitCode.OK) if not game and store.day is None:
            return None
        case result:
            return result


def _follow_games(
    happening: Happening,
    store: Store,
    game: str,
    ask: Callable[[str], m.Command],
    known: Mapping[str, Answer],
    format_lines: Callable[[list[Answer]], Iterable[str]],
) -> QueryRequest | QueryAnswer | None:
    """Ask about a game, or with an empty name about every game; answer in lines once all are in `known`."""
    games = (game,) if game else tuple(sheet.name for sheet in store.games)
    match happening:
        case m.Welcome() if not games:
            return QueryAnswer("This server has no games.", ExitCode.FAILURE)
        case m.Welcome():
            return QueryRequest(tuple(map(ask, games)))
        case m.Stats() | m.Leaders() | m.Score() if all(each in known for each in games):
            return QueryAnswer("\n".join(format_lines([known[each] for each in games])))
        case m.Refused(text=text):
            return QueryAnswer(text, ExitCode.FAILURE)
    return None


def _level_sentences(sheet: m.GameInfo) -> Iterator[str]:
    """A game's levels, weakest first."""
    if levels := describe_levels(sheet):
        yield clean(f"{sheet.title} ({sheet.name}):")
        width = max(len(name) for name, _ in levels)
        yield from (clean(f"  {name:<{width}}  {about}") for name, about in levels)


def _level_facts(sheet: m.GameInfo) -> Iterator[str]:
    """A line of JSON for each level; one that takes a number says which."""
    for level in sheet.levels:
        yield line_of({"game": sheet.name, "level": level.name, "about": level.about})
    for each in sheet.numbered:
        numbers = {"least": each.least, "most": each.most}
        yield line_of({"game": sheet.name, "level": f"{each.name}-N", "about": each.about, **numbers})
