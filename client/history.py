"""The games that were played from this machine to their end, out of the files that were kept of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from client.company import gathered
from client.games import Names
from client.lines import clean
from client.replay import spoken
from client.tables import Unknown, game_of
from client.wording import listed
from protocol import messages as m

NOTHING = "No game that was played from here to its end is kept."


class Kept(msgspec.Struct, frozen=True):
    """What a list says of a game, out of all that its transcript holds."""

    room: str
    number: int
    game: str
    options: dict[str, Any]
    players: tuple[m.Player, ...]
    count: int
    ending: m.Ending


class Seen(msgspec.Struct, frozen=True):
    """A sight of it, as far as it says who looked."""

    seat: int | None


class Beheld(msgspec.Struct, frozen=True):
    """What one saw of it."""

    seat: int | None = None
    sights: tuple[Seen, ...] = ()


class Filed(msgspec.Struct, frozen=True):
    """What is read of a file; most of what it holds is of no interest here."""

    server: str
    transcript: Kept
    witness: Beheld


class Past(NamedTuple):
    """A game that is over.

    Attributes:
        path: the file that has all of it.
        ended: when that was written, in seconds since 1970.
        server: where it was played.
        seat: one's own; None for a spectator.
    """

    path: Path
    ended: float
    server: str
    told: Kept
    seat: int | None

    @property
    def named(self) -> str:
        """What the game goes by, as in KQFM-2."""
        return f"{self.told.room}-{self.told.number}"

    @property
    def names(self) -> Names:
        """Who played, by seat."""
        return tuple(player.name for player in self.told.players)


def recalled(folder: Path, game: str = "") -> tuple[Past, ...]:
    """The games kept in a folder, of one game or with an empty name of all, the newest first."""
    found = (past for path in folder.glob("*.json") if (past := _read(path)) is not None)
    return tuple(sorted((past for past in found if game in ("", past.told.game)), key=_age, reverse=True))


def cells(past: Past) -> tuple[str, str, str, str, str]:
    """A game in a few words each: when, which table, what was played, by whom, and how it ended."""
    when = datetime.fromtimestamp(past.ended).astimezone().strftime("%Y-%m-%d %H:%M")
    what = ", ".join(filter(None, (spoken(past.told.game), described(past))))
    return when, past.named, what, company(past), result(past)


def sentences(pasts: Iterable[Past]) -> tuple[str, ...]:
    """A line a game."""
    return tuple(f"{when}  {named}  {what}; {who}; {how}." for when, named, what, who, how in map(cells, pasts))


def facts(past: Past) -> dict[str, Any]:
    """A game as a plain value."""
    told = past.told
    return {
        "game": told.game,
        "options": told.options,
        "table": told.room,
        "number": told.number,
        "ended": datetime.fromtimestamp(past.ended).astimezone().isoformat(timespec="seconds"),
        "server": past.server,
        "players": msgspec.to_builtins(told.players),
        "seat": past.seat,
        "won": None if past.seat is None else past.seat in told.ending.winners,
        "ending": msgspec.to_builtins(told.ending),
        "events": told.count,
        "transcript": str(past.path),
    }


def json_lines(pasts: Iterable[Past]) -> Iterator[str]:
    """A line of JSON a game."""
    return (msgspec.json.encode(facts(past)).decode() for past in pasts)


def exported(pasts: Iterable[Past]) -> bytes:
    """The games with their whole transcripts, as one JSON array. Raises OSError where a file is gone meanwhile."""
    games = ({**facts(past), "transcript": msgspec.Raw(past.path.read_bytes())} for past in pasts)
    return msgspec.json.format(msgspec.json.encode(list(games)))


def described(past: Past) -> str:
    """The options in a few words; nothing where this program cannot read them."""
    try:
        game = game_of(past.told.game)
        return game.describe(msgspec.convert(past.told.options, game.Options))
    except (Unknown, msgspec.ValidationError):
        return ""


def company(past: Past) -> str:
    """With whom one played, or for a spectator who did."""
    others = tuple(name for seat, name in enumerate(past.names) if seat != past.seat)
    if past.seat is None:
        return f"watched {gathered(past.names)}"
    return f"against {listed(others)}" if others else "alone"


def result(past: Past) -> str:
    """How it ended for oneself, or for a spectator who won, with one's own score before the others'."""
    ending = past.told.ending
    own = past.seat or 0
    scores = [*ending.scores[own : own + 1], *ending.scores[:own], *ending.scores[own + 1 :]]
    points = f" {' to '.join(map(str, scores))}" if scores else ""
    return f"{_fate(past)}{points}"


def _fate(past: Past) -> str:
    ending = past.told.ending
    won = [past.names[seat] for seat in ending.winners if seat < len(past.names)]
    if past.seat is None:
        return f"{listed(won)} won" if won else "nobody won"
    if past.seat not in ending.winners:
        return "lost" if won else "not won"
    return "won" if len(won) == 1 else "tied"


def _read(path: Path) -> Past | None:
    """The game in a file; None for what is no such file."""
    try:
        filed = msgspec.json.decode(path.read_bytes(), type=Filed)
        ended = path.stat().st_mtime
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    seat = next((sight.seat for sight in filed.witness.sights), filed.witness.seat)
    told = filed.transcript
    players = tuple(m.Player(kind=player.kind, name=clean(player.name)) for player in told.players)
    return Past(path, ended, filed.server, msgspec.structs.replace(told, players=players), seat)


def _age(past: Past) -> tuple[float, str]:
    return past.ended, past.named
