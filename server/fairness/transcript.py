"""Builds the transcript of a finished game from its room's journal; players verify the game with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engines.game import Seat
from protocol import messages as m
from protocol.dealing import FORMER_PLAYER
from server.room import replay
from server.room.match.dealing import Dealing, hash_name, name_salts, transcript_player
from server.room.match.match import Match
from server.room.match.match_view import ending
from server.room.match.occupants import Occupant, Person
from server.room.player_view import in_hexadecimal
from server.room.step import Room

PAGE_EVENTS = 500
"""How many events one Transcript message holds at most; with the longest texts there are, they fit into a frame."""
EARLIER = 64
"""How many earlier dealings a Transcript lists."""


NOT_OVER = "That game isn't over yet."


class TranscriptUnavailableError(ValueError):
    """There is no transcript; the message is a sentence for the player who asked."""


class WrittenTranscript(NamedTuple):
    """A transcript with everybody's name, and the account of each seat; None for a computer's."""

    whole: m.Transcript
    accounts: tuple[int | None, ...]


def transcript(entries: Sequence[bytes], number: int) -> m.Transcript:
    """The transcript of a room's game `number`, its `ref` 0. Raises TranscriptUnavailableError or ReplayError."""
    for written in write_transcript(entries, number):
        if written is not None:
            return written.whole
    raise TranscriptUnavailableError(NOT_OVER)


def write_transcript(entries: Sequence[bytes], number: int) -> Iterator[WrittenTranscript | None]:
    """Replay a room's entries: None after each, and last the transcript of game `number`, if it ends.

    Raises ReplayError.
    """
    deals: dict[int, Dealing] = {}
    first: Room | None = None
    events: list[m.GameEvent] = []
    for room, _ in replay.history(entries):
        if room.deal is not None:
            deals[room.deal.number] = room.deal
        match = room.sitting
        if match is not None and match.number == number:
            first = first or room
            events += _new_events(match, len(events))
            if match.outcome is not None and room.deal is not None:
                whole = _build(first, room.deal, deals, tuple(events), ending(match.outcome))
                yield WrittenTranscript(whole, tuple(map(_account, first.chairs)))
                return
        yield None


def withhold_names(whole: m.Transcript, seats: Collection[Seat]) -> m.Transcript:
    """The transcript without the names of people at some seats; that of an older chain cannot be without them."""
    if whole.chain == 1 or not seats:
        return whole
    nameless = m.TranscriptPlayer(kind="person", name=FORMER_PLAYER)
    players = tuple([nameless if seat in seats else player for seat, player in enumerate(whole.players)])
    salts = tuple([None if seat in seats else salt for seat, salt in enumerate(whole.name_salts)])
    return replace(whole, players=players, name_salts=salts)


def readers(entries: Sequence[bytes]) -> frozenset[int] | None:
    """Who may read a room's transcripts: all who ever sat there if nobody may watch it, else None for anyone."""
    _, opened = replay.unpack_first(entries)
    return replay.seated_players(entries) if opened.watch == "nobody" else None


def page(whole: m.Transcript, ref: int, after: int) -> m.Transcript:
    """A page of a transcript: the events that follow the first `after`, as many as one message holds."""
    return replace(whole, ref=ref, after=after, events=whole.events[after : after + PAGE_EVENTS])


def _new_events(match: Match, known: int) -> tuple[m.GameEvent, ...]:
    """The events of a game that follow the first `known`."""
    fresh = match.chain.events - known
    assert fresh <= len(match.chain.recent), "an entry of the journal brings few events"
    return match.chain.recent[-fresh:] if fresh else ()


def _build(
    first: Room, deal: Dealing, deals: dict[int, Dealing], events: tuple[m.GameEvent, ...], ended: m.Ending
) -> m.Transcript:
    setting = first.setting
    players = tuple(map(transcript_player, first.chairs))
    salts = () if setting.chain == 1 else name_salts(setting.seed, deal.game, first.chairs)
    return m.Transcript(
        ref=0,
        room=setting.code,
        number=deal.game,
        game=setting.game.name,
        version=setting.game.version,
        options=setting.sheet,
        players=players,
        deal=deal.number,
        commitment=deal.commitment.hex(),
        parts=deal.parts,
        hashes=tuple(map(in_hexadecimal, deal.hashes)),
        shares=tuple(map(in_hexadecimal, deal.shares)),
        secret=_secret(deal),
        earlier=tuple(_earlier(each) for each in deals.values() if each.number < deal.number)[-EARLIER:],
        count=len(events),
        after=0,
        events=events,
        ending=ended,
        chain=setting.chain,
        name_hashes=tuple(map(hash_name, players, salts)),
        name_salts=tuple(map(in_hexadecimal, salts)),
    )


def _account(occupant: Occupant) -> int | None:
    return occupant.player if isinstance(occupant, Person) else None


def _earlier(deal: Dealing) -> m.EarlierDeal:
    return m.EarlierDeal(deal=deal.number, commitment=deal.commitment.hex(), secret=_secret(deal))


def _secret(deal: Dealing) -> str:
    assert deal.secret is not None, "a dealing that has ended is revealed"
    return deal.secret.hex()
