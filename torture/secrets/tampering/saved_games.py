"""The saved games of honest play, and what it takes to change them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from engines.blocky.view import Options as BlockyOptions
from protocol import dealing
from protocol import messages as m
from protocol.dealing import NEWEST_CHAIN
from protocol.saved_game import SavedGame
from server.room.inputs import Resign
from tests.support.builders.dealt import Gathering

BLOCKY = BlockyOptions(depth=2, moves=6)
EVENTS = 24
Cheat = Callable[[SavedGame, Random], SavedGame]


class Tampering(NamedTuple):
    """A way to cheat at a game, and words of the reason for which it has to be refused."""

    game: str
    cheat: Cheat
    reason: str
    chain: int = NEWEST_CHAIN


def honest(game: str, random: Random, chain: int = NEWEST_CHAIN) -> SavedGame:
    """What one of two or three people keeps of their second game, in which they have got as far as two events."""
    while True:
        saved = _play(game, random, chain)
        kinds = [event.kind for event in saved.transcript.events]
        if len(kinds) > 1 and "move" in kinds:
            return saved


def _play(game: str, random: Random, chain: int) -> SavedGame:
    people, options = (3, BLOCKY) if game == "blocky" else (2, None)
    here = Gathering(random, game, people, options=options, chain=chain)
    here.play(0)
    here.again()
    if game == "blocky":
        here.settle()
        here.do(Resign(here.room.players()[2]))
    here.play(EVENTS)
    return here.saved[here.room.players()[0]][1]


def with_transcript(saved: SavedGame, **changes: Any) -> SavedGame:
    return replace(saved, transcript=replace(saved.transcript, **changes))


def with_witness(saved: SavedGame, **changes: Any) -> SavedGame:
    """The saved game of somebody who was shown something else."""
    return replace(saved, witness=replace(saved.witness, **changes))


def with_events(saved: SavedGame, *events: m.GameEvent) -> SavedGame:
    """The saved game with these events from the start, so that the hash chain agrees with them."""
    saved = with_transcript(saved, events=events, count=len(events))
    heads = chain(saved.transcript)
    sights = [sight for sight in saved.witness.sights if sight.events < len(heads)]
    agreeing = tuple(replace(sight, head=heads[sight.events][: dealing.HEAD_BYTES].hex()) for sight in sights)
    return with_witness(saved, sights=agreeing)


def chain(transcript: m.Transcript) -> list[bytes]:
    """The heads of the chain over a transcript."""
    t = transcript
    given = {seat: bytes.fromhex(share) for seat, share in enumerate(t.shares) if share is not None}
    key = dealing.deal_key(t.game, bytes.fromhex(t.secret), given)
    facts = {name: getattr(t, name) for name in ("room", "number", "game", "version", "options", "deal", "commitment")}
    names = [player.name for player in t.players] if t.chain == 1 else t.name_hashes
    players = [[player.kind, name] for player, name in zip(t.players, names, strict=True)]
    heads = [dealing.opening({**facts, "players": players, "shares": list(t.shares)}, t.chain)]
    for number, event in enumerate(t.events, start=1):
        heads.append(dealing.next_head(heads[-1], dealing.leaf(key, number, event.kind, event.seat, event.text)))
    return heads


def at(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    """The things with another one at a place."""
    return (*things[:place], thing, *things[place + 1 :])


def own(saved: SavedGame) -> int:
    assert saved.witness.seat is not None
    return saved.witness.seat


def other(saved: SavedGame) -> int:
    """The seat of somebody else."""
    return (own(saved) + 1) % len(saved.transcript.players)
