"""Finished games as sentences, as lines of JSON, and as one file to export."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from client.drawing.grammar import join_words, title_of
from client.drawing.output import line_of
from client.history.saved.entry import PlayedGame
from client.state.phrases.players import player_names
from client.state.reading import UnreadableTableError, game_of
from protocol import messages as m
from protocol.saved_game import SavedGame, Witness, saved_game

NOTHING = "You haven't finished a game yet."
VERIFIED_MARK = "✓"
"""Stands where this machine has verified that a game was fair."""


def cells(played: PlayedGame) -> tuple[str, str, str, str, str]:
    """A game in five columns: when, which table, what was played, with whom, and how it ended."""
    when = "" if played.ended is None else datetime.fromtimestamp(played.ended).astimezone().strftime("%Y-%m-%d %H:%M")
    what = ", ".join(filter(None, (title_of(played.summary.game), describe_options(played))))
    return when, played.named, what, describe_players(played), result(played)


def sentences(played_games: Iterable[PlayedGame]) -> tuple[str, ...]:
    """One line for each game."""
    return tuple(map(_sentence, played_games))


def game_facts(played: PlayedGame) -> dict[str, Any]:
    """A game as a value for JSON."""
    summary = played.summary
    return {
        "game": summary.game,
        "options": summary.options,
        "table": summary.room,
        "number": summary.number,
        "ended": None if played.ended is None else _local_time(played.ended),
        "server": played.server,
        "players": msgspec.to_builtins(summary.players),
        "seat": played.seat,
        "won": None if played.seat is None else played.seat in summary.ending.winners,
        "ending": msgspec.to_builtins(summary.ending),
        "events": summary.count,
        **{name: getattr(played.record, name, None) for name in ("moves", "seconds", "serious", "rated")},
        "verified": played.verified,
        "transcript": None if played.path is None else str(played.path),
    }


def json_lines(played_games: Iterable[PlayedGame]) -> Iterator[str]:
    """One line of JSON for each game."""
    return (line_of(game_facts(played)) for played in played_games)


def export_games(played_games: Iterable[PlayedGame], transcripts: Mapping[str, m.Transcript]) -> bytes:
    """The games with their whole transcripts, as one JSON array. Raises OSError if a file has gone meanwhile.

    `transcripts` holds those that only the server keeps, by the commitment of the game's dealing.
    """
    games = [
        {**game_facts(played), "transcript": _transcript(played, transcripts.get(played.summary.commitment))}
        for played in played_games
    ]
    return msgspec.json.format(msgspec.json.encode(games))


def _transcript(played: PlayedGame, transcript: m.Transcript | None) -> msgspec.Raw | SavedGame | None:
    """The content of the game's file, or what it would be."""
    if played.path is not None:
        return msgspec.Raw(played.path.read_bytes())
    return None if transcript is None else saved_game(played.server, transcript, Witness(seat=played.seat))


def describe_options(played: PlayedGame) -> str:
    """The options in a few words; nothing if this program cannot read them."""
    try:
        game = game_of(played.summary.game)
        return game.setup.describe(msgspec.convert(played.summary.options, game.Options))
    except (UnreadableTableError, msgspec.ValidationError):
        return ""


def describe_players(played: PlayedGame) -> str:
    """Whom the player played with or, for a spectator, who played."""
    others = tuple(name for seat, name in enumerate(played.names) if seat != played.seat)
    if played.seat is None:
        return f"watched {player_names(played.names)}"
    return f"against {join_words(others)}" if others else "alone"


def result(played: PlayedGame) -> str:
    """How the game ended for the player or, for a spectator, who won; with the scores, the player's own first."""
    ending = played.summary.ending
    own = played.seat or 0
    scores = [*ending.scores[own : own + 1], *ending.scores[:own], *ending.scores[own + 1 :]]
    points = f" {' to '.join(map(str, scores))}" if scores else ""
    return f"{_outcome(played)}{points}"


def _outcome(played: PlayedGame) -> str:
    ending = played.summary.ending
    won = [played.names[seat] for seat in ending.winners if seat < len(played.names)]
    if played.seat is None:
        return f"{join_words(won)} won" if won else "nobody won"
    if played.seat not in ending.winners:
        return "lost" if won else "not won"
    return "won" if len(won) == 1 else "tied"


def remarks(played: PlayedGame) -> tuple[str, ...]:
    """What its server says about it besides, a word each."""
    return tuple(word for word in ("serious", "rated") if getattr(played.record, word, False))


def _sentence(played: PlayedGame) -> str:
    when, named, what, who, how = cells(played)
    words = (what, who, how, *remarks(played), *(("verified",) if played.verified else ()))
    return "  ".join(filter(None, (when, named, f"{'; '.join(words)}.")))


def _local_time(seconds: float) -> str:
    """A time in this machine's time zone, as ISO 8601."""
    return datetime.fromtimestamp(seconds).astimezone().isoformat(timespec="seconds")
