"""A finished game as its players saw it: a Table for its beginning and for each of its events, out of a transcript.

Nothing here is stored anywhere: the secret, the shares and the moves give every position again, as they do for whoever
verifies the game.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engines import catalog
from engines.game import Seat
from protocol import dealing
from protocol import messages as m
from server.fairness.verifier import RefutedError, check_shape, given, heads_of, replay_game
from server.room.match.dealing import Chain
from server.room.match.match import Match, RoomSettings
from server.room.match.occupants import Computer, Occupant, Person
from server.room.model import Room
from server.room.player_view import table

NOBODY = -1
"""No account's number: whose table it was is not in a transcript."""


def positions(told: m.Transcript, seat: Seat | None) -> Iterator[m.Table]:
    """The game as one seat, or a spectator (None), saw it: how it began, then how it was after each event.

    Raises verifying.Refuted where that is no game by the rules. How long moves took is not known, nor what the table
    was like beyond the game.
    """
    check_shape(told)
    sittings = replay_game(told, _chain(told))
    game = catalog.find(told.game)
    options = msgspec.convert(told.options, game.Options)
    setting = RoomSettings(told.room, game, options, told.options, listed=False, serious=False, host="", seed=b"")
    chairs = tuple(_holder(number, player) for number, player in enumerate(told.players))
    return (table(_room(setting, chairs, sitting, seq), seat, 0.0) for seq, sitting in enumerate(sittings))


def _chain(told: m.Transcript) -> Chain:
    """What the game was dealt from."""
    try:
        key = dealing.deal_key(told.game, bytes.fromhex(told.secret), given(told))
    except ValueError:
        raise RefutedError("The secret or a share is not written in hexadecimal.") from None
    return Chain(key, next(heads_of(told, key)))


def _room(setting: RoomSettings, chairs: tuple[Occupant, ...], sitting: Match, seq: int) -> Room:
    """The room as it was at that moment, as far as anybody can tell from the game alone."""
    winners = () if sitting.outcome is None else sitting.outcome.winners
    won = tuple(int(winners == (seat,)) for seat in range(len(chairs)))
    return Room(setting, seq, chairs, won, sitting, (), closed=False, host=NOBODY)


def _holder(number: int, player: m.TranscriptPlayer) -> Occupant:
    """Who held a seat. People's accounts are not in a transcript, so any numbers do that tell them apart."""
    return Person(number, player.name) if player.kind == "person" else Computer(player.name)
