"""Everything the client knows, as one frozen value, and the one function that changes it.

Whatever happens, a message from the server or something on this side of the wire, is folded into the Store; screens
are drawn from the Store and from nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from msgspec.structs import replace as replace_struct

from client.state import chat as talks
from client.state.chat import NOTHING_SAID, ChatHistory
from client.state.reading import Reading, UnreadableTableError, reading_of
from protocol import messages as m

Place = TypeVar("Place", bound=str | None)
Known = TypeVar("Known")

EARLIER_TABLES = 4
"""How many replaced Tables are kept: a computer's answer may follow a move within the same frame."""

NOBODY = m.Matching(seeking=None, challenges=(), news="")
"""Waiting for nobody, and challenged by nobody."""

WENT_BACK = "The server has gone back to an older position of this table."
"""As one that was restored from a copy has, or that has lost a part of its log."""

LinkState = Literal["connecting", "up", "down", "replaced", "refused"]


@dataclass(frozen=True, slots=True)
class Link:
    """How the connection stands.

    `down` comes back by itself in `retry_in_s` seconds; `replaced` (signed in elsewhere) and `refused` (the server said
    no, for the given reason) do not. `latency_ms` is the last measured round trip.
    """

    state: LinkState
    server: str = ""
    reason: str = ""
    retry_in_s: float | None = None
    latency_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """A command left for the server (a local happening)."""

    command: m.Command


@dataclass(frozen=True, slots=True)
class Opened:
    """The player turned to a room, or to the lobby when `room` is None (a local happening)."""

    room: str | None


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the client's own (a local happening): news, or why something cannot be done."""

    text: str
    is_refusal: bool = False


Happening = m.Event | Link | Sent | Opened | Said


@dataclass(frozen=True, slots=True)
class Arrival:
    """A Table, the monotonic time in seconds at which it came, and how its game reads it."""

    at: float
    table: m.Table
    reading: Reading | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FollowedTable:
    """A room this client follows.

    Attributes:
        table: the newest Table.
        at: when it arrived, in seconds of the client's monotonic clock.
        earlier: the last few Tables of the same game before it, oldest first, each with when it arrived.
        presence: who is connected, once the server has said so.
        pending: a move sent and not yet seen in a Table.
        pending_at: when it was sent, as `at`.
        asked: what the server is thinking about for the player; its `ref` is the ply that it is about.
        advice: the newest answer about the position in the newest Table.
        lost_at: when the connection was lost that the Table came by, as `at`; clocks stand still from then on.
        reading: that Table as its game reads it, once for all who ask; None where this program cannot, or has not yet.
    """

    table: m.Table
    at: float
    earlier: tuple[Arrival, ...] = ()
    presence: m.Presence | None = None
    pending: m.Play | None = None
    pending_at: float = -math.inf
    asked: m.Consult | None = None
    advice: m.Advice | None = None
    lost_at: float = math.inf
    reading: Reading | None = field(default=None, compare=False, repr=False)

    @property
    def is_cut_off(self) -> bool:
        """Whether the Table is of an earlier connection: the next one replaces it, whatever its `seq`."""
        return self.lost_at < math.inf

    @property
    def previous(self) -> m.Table | None:
        """The Table before the newest, which tells what just happened; None for a game's first."""
        return self.earlier[-1].table if self.earlier else None

    @property
    def changed(self) -> Arrival | None:
        """The last Table that showed another view: what the game says has happened since happened then."""
        return next((arrival for arrival in reversed(self.earlier) if arrival.table.view != self.table.view), None)

    def time_left_s(self, now: float) -> float | None:
        """Seconds left for the seats on turn at the monotonic time `now`, never below 0, or None for no limit."""
        limit = self.table.time_left_s
        return None if limit is None else max(0.0, limit - self._passed_s(now))

    def total_left_s(self, seat: int, now: float) -> float | None:
        """Seconds left for all moves of a seat in this game, never below 0; they run while it is on turn."""
        total, table = self.table.totals[seat], self.table
        runs = table.phase == "playing" and seat in table.turn
        return total if total is None or not runs else max(0.0, total - self._passed_s(now))

    def grace_left_s(self, absence: m.Absence, now: float) -> float:
        """Seconds left for somebody who is away to come back, never below 0."""
        return max(0.0, absence.left_s - self._passed_s(now))

    def lasted_s(self, now: float) -> float:
        """How long the game has lasted at the monotonic time `now`, in seconds; once it is over, how long it did."""
        since = self._passed_s(now) if self.table.phase == "playing" else 0.0
        return (self.table.lasted_s or 0.0) + since

    def answer_left_s(self, now: float) -> float:
        """Seconds left at the monotonic time `now` for what is asked at the table, never below 0."""
        return max(0.0, self.table.request.time_left_s - self._passed_s(now)) if self.table.request else 0.0

    def _passed_s(self, now: float) -> float:
        """How long the clocks have run since the Table came: none of them while its connection is lost."""
        return min(now, self.lost_at) - self.at


@dataclass(frozen=True, slots=True)
class Store:
    """The whole of what is known; see the module's sentence.

    Attributes:
        link: how the connection stands.
        link_at: since when it stands so, in seconds of the client's monotonic clock.
        name: what the player is called on this server.
        games: what the server hosts.
        lobby: the lobby, while browsing it.
        rooms: the rooms followed, by code, in the order they were entered.
        early: who is connected to rooms whose first Table is still to come, as it can be overtaken.
        room: the code of the room on screen; None for the lobby.
        records: what the player has done in a game, by the game's name, as far as that was asked for.
        leaders: who plays a game best, by the game's name, as far as that was asked for.
        day: what the player has won and lost today, once the server has said so.
        matching: whom one waits for, and who challenges one.
        matching_at: when that was heard, in seconds of the client's monotonic clock.
        seals: what the server has bound itself to before it dealt a room's newest game, by the room's code.
        talk: what was said in the rooms followed, by code, and in the hall, under None.
        sentence: the newest event in words, for the row above the keys.
        refused: whether that sentence is a refusal.
    """

    link: Link = field(default_factory=lambda: Link("connecting"))
    link_at: float = 0.0
    name: str = ""
    games: tuple[m.GameInfo, ...] = ()
    lobby: m.Lobby | None = None
    rooms: Mapping[str, FollowedTable] = field(default_factory=dict)
    early: Mapping[str, m.Presence] = field(default_factory=dict)
    room: str | None = None
    records: Mapping[str, m.Stats] = field(default_factory=dict)
    leaders: Mapping[str, m.Leaders] = field(default_factory=dict)
    day: m.Score | None = None
    matching: m.Matching = NOBODY
    matching_at: float = 0.0
    seals: Mapping[str, str] = field(default_factory=dict)
    talk: Mapping[str | None, ChatHistory] = field(default_factory=dict)
    sentence: str = ""
    refused: bool = False

    @property
    def here(self) -> ChatHistory:
        """What was said in the place on screen."""
        return self.said_in(self.room)

    def said_in(self, place: str | None) -> ChatHistory:
        """What was said in a room, or in the hall."""
        return self.talk.get(place, NOTHING_SAID)

    @property
    def seated(self) -> FollowedTable | None:
        """The room on screen, once its first Table is here."""
        return self.rooms.get(self.room) if self.room else None


def fold(store: Store, happening: Happening, now: float) -> Store:
    """The Store after something happened at the monotonic time `now`, in seconds."""
    match happening:
        case Link():
            return _linked(store, happening, now)
        case Sent(command=m.Play() as play):
            return _with_pending(store, play, now)
        case Sent(command=m.Consult() as asked):
            return _asked(store, asked)
        case Sent():
            return store
        case Opened(room=room):
            return replace(store, room=room, sentence="", refused=False)
        case Said(text=text, is_refusal=refused):
            return replace(store, sentence=text, refused=refused)
        case _:
            return _heard(store, happening, now)


def _heard(store: Store, event: m.Event, now: float) -> Store:
    """The Store after the server has said something."""
    match event:
        case m.Notice(text=text):
            return replace(store, sentence=text, refused=False)
        case m.Welcome():
            return _welcomed(store, event, now)
        case m.Named(name=name):
            return replace(store, name=name, sentence=f"You go by {name} now.", refused=False)
        case m.Token():
            return replace(store, sentence="Whoever else had a token of yours has none now.", refused=False)
        case m.Refused(about="reckon"):
            return store  # nobody has asked; what was known last stands
        case m.Refused():
            return _refused(store, event)
        case m.Entered():
            return _entered(store, event)
        case m.Lobby():
            return replace(store, lobby=event)
        case m.Matching():
            return _matched(store, event, now)
        case m.Table():
            return _with_table(store, event, now)
        case m.Presence(room=room):
            seated = store.rooms.get(room)
            if seated is None:
                return replace(store, early={**store.early, room: event})
            return _with_room(store, room, replace(seated, presence=event))
        case m.Stats(game=game):
            return replace(store, records={**store.records, game: event})
        case m.Leaders(game=game):
            return replace(store, leaders={**store.leaders, game: event})
        case m.Score():
            return replace(store, day=event)
        case m.Deal(room=room, commitment=commitment):
            return replace(store, seals={**store.seals, room: commitment})
        case m.Transcript() | m.PastGames():
            return store
        case m.Advice():
            return _advised(store, event)
        case m.Talk(room=place, lines=lines):
            return _with_talk(store, place, talks.told(store.said_in(place), lines, now))
        case m.Heard(room=place, line=line):
            return _with_talk(store, place, talks.heard(store.said_in(place), line, now))
        case m.Left(room=room, reason=reason):
            return _without(store, room, reason)


def unanswered(store: Store) -> tuple[m.Play | m.Quick, ...]:
    """What was sent before the connection was lost and is to be sent again: moves that the newest Tables do not show.

    Sending one twice does no harm, since the server recognises it by its game number and ply. Who waited for somebody
    to play with waits again.
    """
    pending = (seated.pending for seated in store.rooms.values())
    plays = tuple(play for play in pending if play is not None)
    seeking = store.matching.seeking
    return plays if seeking is None else (*plays, m.Quick(ref=0, games=seeking.games))


def _matched(store: Store, matching: m.Matching, now: float) -> Store:
    store = replace(store, matching=matching, matching_at=now)
    return replace(store, sentence=matching.news, refused=False) if matching.news else store


def _entered(store: Store, entered: m.Entered) -> Store:
    """The Store at another room, where one waits for nobody else; what was said of how one came there still stands."""
    matching, news = store.matching, ""
    if entered.seat is not None:
        matching, news = replace_struct(matching, seeking=None, news=""), matching.news
    return replace(store, room=entered.room, matching=matching, sentence=news, refused=False)


def _with_room(store: Store, room: str, seated: FollowedTable) -> Store:
    return replace(store, rooms={**store.rooms, room: seated})


def _with_talk(store: Store, place: str | None, talk: ChatHistory) -> Store:
    return replace(store, talk={**store.talk, place: talk})


def _with_pending(store: Store, play: m.Play, now: float) -> Store:
    """The Store with a move on its way; whatever is said of the position before it has been said."""
    seated = store.rooms.get(play.room)
    if seated is None:
        return store
    return _with_room(store, play.room, replace(seated, pending=play, pending_at=now, asked=None, advice=None))


def _linked(store: Store, link: Link, now: float) -> Store:
    """The Store once the connection stands otherwise; an answer that was on its way does not outlive it."""
    store = replace(store, link=link, link_at=now)
    return store if link.state == "up" else replace(store, rooms=_cut_off(store.rooms, now))


def _cut_off(rooms: Mapping[str, FollowedTable], now: float) -> Mapping[str, FollowedTable]:
    """The rooms as they were known when the connection was lost, at `now` or earlier."""
    return {room: replace(seated, asked=None, lost_at=min(seated.lost_at, now)) for room, seated in rooms.items()}


def _asked(store: Store, asked: m.Consult) -> Store:
    seated = store.rooms.get(asked.room)
    if seated is None:
        return store
    return replace(_with_room(store, asked.room, replace(seated, asked=asked)), sentence="", refused=False)


def _advised(store: Store, advice: m.Advice) -> Store:
    """The Store with an answer to the player, unless the position that it is about has passed."""
    seated = store.rooms.get(advice.room)
    if seated is None:
        return store
    table = seated.table
    is_passed = (advice.number, advice.ply) != (table.number, table.ply) or seated.pending is not None
    if is_passed or table.phase != "playing":
        return store
    return replace(
        _with_room(store, advice.room, replace(seated, asked=None, advice=advice)), sentence="", refused=False
    )


def _welcomed(store: Store, welcome: m.Welcome, now: float) -> Store:
    """A new session: rooms one no longer holds a seat in are gone, except one being watched (asked for again).

    A client that has just started opens the newest room it holds a seat in; later ones stay where they are.
    """
    kept = {room: seated for room, seated in store.rooms.items() if room in welcome.seated or seated.table.seat is None}
    is_first = not store.name
    room = next(iter(reversed(welcome.seated)), None) if is_first else store.room if store.room in kept else None
    talk = {
        place: replace(talk, lines=(), times=()) for place, talk in store.talk.items() if place is None or place in kept
    }
    return replace(
        store,
        name=welcome.name,
        games=welcome.games,
        lobby=None,
        rooms=_cut_off(kept, now),
        early={},
        room=room,
        matching=replace_struct(NOBODY, seeking=_sought_again(store)),
        seals={code: seal for code, seal in store.seals.items() if code in kept},
        talk=talk,
    )


def _sought_again(store: Store) -> m.Seeking | None:
    """What one goes on waiting for on a new connection: anybody, while a challenge has ended with the old one."""
    seeking = store.matching.seeking
    return seeking if seeking is not None and seeking.whom is None else None


def _refused(store: Store, refusal: m.Refused) -> Store:
    if refusal.about == "consult":
        store = _unanswered_question(store, refusal)
        if refusal.code == "stale":
            return store  # Who has moved on wants to know no more.
    if refusal.about == "watch" and refusal.room and not _holds_seat(store, refusal.room):
        return _without(store, refusal.room, refusal.text, refused=True)
    store = replace(store, sentence=refusal.text, refused=True)
    if refusal.about in ("quick", "challenge"):
        return replace(store, matching=replace_struct(store.matching, seeking=None))
    seated = store.rooms.get(refusal.room) if refusal.room and refusal.about == "play" else None
    if seated is None or refusal.room is None:
        return store
    return _with_room(store, refusal.room, replace(seated, pending=None))


def _holds_seat(store: Store, room: str) -> bool:
    seated = store.rooms.get(room)
    return seated is not None and seated.table.seat is not None


def _unanswered_question(store: Store, refusal: m.Refused) -> Store:
    """The Store without the question that is refused; another may have been asked since."""
    seated = store.rooms.get(refusal.room or "")
    if seated is None or seated.asked is None or seated.asked.ref != refusal.ref:
        return store
    return _with_room(store, seated.table.room, replace(seated, asked=None))


def _loses_seat(before: m.Table, after: m.Table) -> bool:
    """Whether somebody holds a seat no more, which Left is about to say.

    Were that lost with the connection, the Table would have made them a spectator, whom nothing is shown.
    """
    return before.seat is not None and after.seat is None


def _with_table(store: Store, table: m.Table, now: float) -> Store:
    before = store.rooms.get(table.room)
    if before is None:
        first = FollowedTable(table, now, presence=store.early.get(table.room), reading=_read(table))
        return _with_room(replace(store, early=_but(store.early, table.room)), table.room, first)
    if _loses_seat(before.table, table):
        return store
    if table.seq < before.table.seq:
        return _gone_back(store, before, table, now) if before.is_cut_off else store
    pending = before.pending if before.pending and _is_waiting(before.pending, table) else None
    after = replace(
        before,
        table=table,
        at=now,
        earlier=_earlier(before, table),
        pending=pending,
        lost_at=math.inf,
        reading=_read(table),
    )
    if (table.number, table.ply, table.phase) != (before.table.number, before.table.ply, before.table.phase):
        after = replace(after, asked=None, advice=None)
    return _with_room(_spoken(store, before, table), table.room, after)


def _gone_back(store: Store, before: FollowedTable, table: m.Table, now: float) -> Store:
    """The Store at an older position, as the server has none of what came after; a move of then means nothing."""
    if store.room == table.room:
        store = replace(store, sentence=WENT_BACK, refused=False)
    return _with_room(store, table.room, FollowedTable(table, now, presence=before.presence, reading=_read(table)))


def _earlier(before: FollowedTable, table: m.Table) -> tuple[Arrival, ...]:
    if table.number != before.table.number:
        return ()
    if table.seq == before.table.seq:
        return before.earlier
    return (*before.earlier, Arrival(before.at, before.table, before.reading))[-EARLIER_TABLES:]


def _read(table: m.Table) -> Reading | None:
    """The Table as its game reads it; None where this program cannot."""
    try:
        return reading_of(table)
    except UnreadableTableError:
        return None


def _spoken(store: Store, before: FollowedTable, table: m.Table) -> Store:
    """The Store without its sentence where news of the room on screen is fresher; that a first game begins is none."""
    is_news = table.room == store.room and table.seq > before.table.seq and (before.table.number > 0 or store.refused)
    return replace(store, sentence="", refused=False) if is_news else store


def _is_waiting(play: m.Play, table: m.Table) -> bool:
    return play.number == table.number and play.ply >= table.ply and table.phase == "playing"


def _without(store: Store, room: str, sentence: str, *, refused: bool = False) -> Store:
    """The Store without a room that is followed no longer, or that closed while the connection was lost."""
    return replace(
        store,
        rooms=_but(store.rooms, room),
        early=_but(store.early, room),
        room=None if store.room == room else store.room,
        seals=_but(store.seals, room),
        talk=_but(store.talk, room),
        sentence=sentence,
        refused=refused,
    )


def _but(known: Mapping[Place, Known], room: str) -> Mapping[Place, Known]:
    """All that is known by place, but for one room."""
    return {place: what for place, what in known.items() if place != room}
