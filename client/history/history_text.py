"""The games that are over in words, in lines of JSON, and as one file to take along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from client.drawing.grammar import listed
from client.drawing.output import line_of
from client.history.replay import spoken_title
from client.history.saved.entry import PlayedGame
from client.state.phrases.players import player_names
from client.state.reading import UnreadableTableError, game_of
from protocol import messages as m
from protocol.saved_game import SavedGame, Witness

NOTHING = "You have played no game to its end yet."
VERIFIED_MARK = "✓"
"""Stands where a game was found on this machine to be fair."""


def cells(past: PlayedGame) -> tuple[str, str, str, str, str]:
    """A game in a few words each: when, which table, what was played, by whom, and how it ended."""
    when = "" if past.ended is None else datetime.fromtimestamp(past.ended).astimezone().strftime("%Y-%m-%d %H:%M")
    what = ", ".join(filter(None, (spoken_title(past.told.game), describe_options(past))))
    return when, past.named, what, company(past), result(past)


def sentences(pasts: Iterable[PlayedGame]) -> tuple[str, ...]:
    """A line a game."""
    return tuple(map(_sentence, pasts))


def facts(past: PlayedGame) -> dict[str, Any]:
    """A game as a plain value."""
    told = past.told
    return {
        "game": told.game,
        "options": told.options,
        "table": told.room,
        "number": told.number,
        "ended": None if past.ended is None else _moment(past.ended),
        "server": past.server,
        "players": msgspec.to_builtins(told.players),
        "seat": past.seat,
        "won": None if past.seat is None else past.seat in told.ending.winners,
        "ending": msgspec.to_builtins(told.ending),
        "events": told.count,
        "moves": past.record.moves if past.record else None,
        "seconds": past.record.seconds if past.record else None,
        "serious": past.record.serious if past.record else None,
        "rated": past.record.rated if past.record else None,
        "verified": past.verified,
        "transcript": None if past.path is None else str(past.path),
    }


def json_lines(pasts: Iterable[PlayedGame]) -> Iterator[str]:
    """A line of JSON a game."""
    return (line_of(facts(past)) for past in pasts)


def export_games(pasts: Iterable[PlayedGame], told: Mapping[str, m.Transcript]) -> bytes:
    """The games with their whole transcripts, as one JSON array. Raises OSError where a file is gone meanwhile.

    `told` has those transcripts that only the server keeps, by what bound it when it dealt.
    """
    games = [{**facts(past), "transcript": _transcript(past, told.get(past.told.commitment))} for past in pasts]
    return msgspec.json.format(msgspec.json.encode(games))


def _transcript(past: PlayedGame, told: m.Transcript | None) -> msgspec.Raw | SavedGame | None:
    """What a file of the game holds, or would hold."""
    if past.path is not None:
        return msgspec.Raw(past.path.read_bytes())
    return None if told is None else SavedGame("parlour transcript 1", past.server, told, Witness(seat=past.seat))


def describe_options(past: PlayedGame) -> str:
    """The options in a few words; nothing where this program cannot read them."""
    try:
        game = game_of(past.told.game)
        return game.describe(msgspec.convert(past.told.options, game.Options))
    except (UnreadableTableError, msgspec.ValidationError):
        return ""


def company(past: PlayedGame) -> str:
    """With whom one played, or for a spectator who did."""
    others = tuple(name for seat, name in enumerate(past.names) if seat != past.seat)
    if past.seat is None:
        return f"watched {player_names(past.names)}"
    return f"against {listed(others)}" if others else "alone"


def result(past: PlayedGame) -> str:
    """How it ended for oneself, or for a spectator who won, with one's own score before the others'."""
    ending = past.told.ending
    own = past.seat or 0
    scores = [*ending.scores[own : own + 1], *ending.scores[:own], *ending.scores[own + 1 :]]
    points = f" {' to '.join(map(str, scores))}" if scores else ""
    return f"{_fate(past)}{points}"


def _fate(past: PlayedGame) -> str:
    ending = past.told.ending
    won = [past.names[seat] for seat in ending.winners if seat < len(past.names)]
    if past.seat is None:
        return f"{listed(won)} won" if won else "nobody won"
    if past.seat not in ending.winners:
        return "lost" if won else "not won"
    return "won" if len(won) == 1 else "tied"


def remarks(past: PlayedGame) -> tuple[str, ...]:
    """What its server tells of it beside, in a word each."""
    if past.record is None:
        return ()
    known = {"serious": past.record.serious, "rated": past.record.rated}
    return tuple(word for word, is_so in known.items() if is_so)


def _sentence(past: PlayedGame) -> str:
    when, named, what, who, how = cells(past)
    words = (what, who, how, *remarks(past), *(("verified",) if past.verified else ()))
    return "  ".join(filter(None, (when, named, f"{'; '.join(words)}.")))


def _moment(seconds: float) -> str:
    """A time of day where this machine is."""
    return datetime.fromtimestamp(seconds).astimezone().isoformat(timespec="seconds")
