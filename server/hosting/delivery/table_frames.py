"""Encodes what one showing of a room sends: the Table whole, or what a move has changed since the one before."""

from __future__ import annotations

from operator import attrgetter

from engines.game import Seat
from protocol import messages as m
from protocol.codec import encode
from protocol.table_updates import view_changes
from server.net.framing import frame
from server.room import player_view
from server.room.match import match_view
from server.room.match.match import Match
from server.room.step import Room

_steady_room = attrgetter("setting", "chairs", "won", "rematch", "host", "away", "cast")
_steady_match = attrgetter("number", "outcome", "gave_up", "reasons", "request", "verdict", "paused_at")
"""All that a Table shows of a Room and of its Match, but for what an update says anew."""


class Showing:
    """A room as it was shown; what each seat saw is worked out once, when it is first needed."""

    __slots__ = ("_views", "room")

    def __init__(self, room: Room) -> None:
        self.room = room
        self._views: dict[Seat | None, object] = {}

    def view(self, match: Match, seat: Seat | None) -> object:
        """What a seat, or a spectator (None), saw of the room's match."""
        if seat not in self._views:
            self._views[seat] = player_view.view(self.room, match, seat)
        return self._views[seat]


class TableFrames:
    """The frames that show one state of a room, each made when it is first needed; updates build on `before`."""

    __slots__ = ("_before", "_for_all", "_now", "_updates", "_wholes", "showing")

    def __init__(self, room: Room, now: float, before: Showing | None) -> None:
        self._now = now
        self._before = before
        self._wholes: dict[Seat | None, bytes] = {}
        self._updates: dict[Seat | None, bytes | None] = {}
        self._for_all: bytes | None = None
        self.showing = Showing(room)

    def whole(self, seat: Seat | None) -> bytes:
        """The whole Table, as a seat or a spectator may see it."""
        sent = self._wholes.get(seat)
        if sent is None:
            sent = self._wholes[seat] = frame(encode(player_view.table(self.showing.room, seat, self._now)))
        return sent

    def update(self, seat: Seat | None) -> bytes | None:
        """What a move has changed since the last showing; None where there was none, or more has changed."""
        if self._for_all is not None:
            return self._for_all
        if seat not in self._updates:
            self._updates[seat] = self._make_update(seat)
        return self._updates[seat]

    def _make_update(self, seat: Seat | None) -> bytes | None:
        """In an open game it is the same for all, unless several seats on turn have different times left."""
        before, room = self._before, self.showing.room
        if before is None or (match := room.sitting) is None or (earlier := before.room.sitting) is None:
            return None
        if not _is_move(before.room, earlier, room, match):
            return None
        is_open = room.setting.game.is_open
        place = 0 if is_open else seat
        changed, grown = view_changes(before.view(earlier, place), self.showing.view(match, place))
        update = m.TableUpdate(
            room=room.setting.code,
            base=before.room.seq,
            seq=room.seq,
            plies=match.plies,
            turn=match.turn,
            time_left_s=match_view.time_left_s(match, seat, self._now),
            totals=match_view.totals(match, self._now),
            lasted_s=match.age_s(self._now),
            view=changed,
            grown=grown,
            events=match.chain.events,
            head=match_view.head(match),
        )
        sent = frame(encode(update))
        if is_open and _is_even(match):
            self._for_all = sent
        return sent


def _is_move(old: Room, earlier: Match, new: Room, match: Match) -> bool:
    """Whether no more has changed than a move changes. Offers and absences hold times of their own, which pass."""
    if new.seq <= old.seq or match.request or new.away:
        return False
    return bool(_steady_match(earlier) == _steady_match(match) and _steady_room(old) == _steady_room(new))


def _is_even(match: Match) -> bool:
    """Whether all seats on turn have the same time left."""
    if len(match.turn) < 2:
        return True
    first, *others = [match.watches[seat] for seat in match.turn]
    return others.count(first) == len(others)
