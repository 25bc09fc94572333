"""All that happened in a game that is over, out of its room's journal: what players verify a game from."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from protocol import messages as m
from server.room import replay
from server.room.inputs import Open, Sit
from server.room.match.dealing import Dealing, transcript_player
from server.room.match.match import Match
from server.room.match.occupants import Person
from server.room.player_view import ending, in_hexadecimal
from server.room.step import Room

PAGE_EVENTS = 500
"""How many events a Transcript has at most: with the longest texts there are, it fits into a frame."""
EARLIER = 64
"""How many dealings before it a Transcript lists."""
MAX_ENTRIES = 20_000
"""Rooms with longer journals have no transcripts: reading them again would take seconds."""


class TranscriptUnavailableError(ValueError):
    """There is no transcript; the message is a sentence for whoever asked for it."""


def transcript(entries: Sequence[bytes], number: int) -> m.Transcript:
    """The whole transcript of a room's game `number`, its `ref` 0. Raises Untold, or replay.Unreplayable."""
    if len(entries) > MAX_ENTRIES:
        raise TranscriptUnavailableError("So much has happened at that table that there is no transcript.")
    deals: dict[int, Dealing] = {}
    first: Room | None = None
    events: list[m.GameEvent] = []
    for room, _ in replay.history(entries):
        if room.deal is not None:
            deals[room.deal.number] = room.deal
        sitting = room.sitting
        if sitting is not None and sitting.number == number:
            first = first or room
            events += _recent(sitting, len(events))
            if sitting.outcome is not None and room.deal is not None:
                return _written(first, room.deal, deals, tuple(events), ending(sitting.outcome))
    raise TranscriptUnavailableError("That game is not over.")


def readers(entries: Sequence[bytes]) -> frozenset[int] | None:
    """Who may read transcripts of a room that nobody may watch: who ever sat there. None where anyone may."""
    _, opened = replay.unpack(entries[0])
    if not isinstance(opened, Open) or opened.watch != "nobody":
        return None
    first = {chair.player for chair in opened.chairs if isinstance(chair, Person)}
    return frozenset(first | {event.player for _, event in map(replay.unpack, entries) if isinstance(event, Sit)})


def page(whole: m.Transcript, ref: int, after: int) -> m.Transcript:
    """A page of a transcript: the events behind the first `after`, as many as one message holds."""
    return replace(whole, ref=ref, after=after, events=whole.events[after : after + PAGE_EVENTS])


def _recent(sitting: Match, known: int) -> tuple[m.GameEvent, ...]:
    """The events of a game that are not known yet."""
    fresh = sitting.chain.events - known
    assert fresh <= len(sitting.chain.recent), "an entry of the journal brings few events"
    return sitting.chain.recent[-fresh:] if fresh else ()


def _written(
    first: Room, deal: Dealing, deals: dict[int, Dealing], events: tuple[m.GameEvent, ...], ended: m.Ending
) -> m.Transcript:
    """The transcript of a game that began as `first`."""
    setting = first.setting
    return m.Transcript(
        ref=0,
        room=setting.code,
        number=deal.game,
        game=setting.game.name,
        version=setting.game.version,
        options=setting.sheet,
        players=tuple(map(transcript_player, first.chairs)),
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
    )


def _earlier(deal: Dealing) -> m.EarlierDeal:
    return m.EarlierDeal(deal=deal.number, commitment=deal.commitment.hex(), secret=_secret(deal))


def _secret(deal: Dealing) -> str:
    assert deal.secret is not None, "a dealing that has ended is revealed"
    return deal.secret.hex()
