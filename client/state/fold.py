"""The reducer of the client: folds each message of the server, and each local happening, into the Store."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from msgspec.structs import replace as replace_struct

from client.state.chat import ChatHistory, with_line, with_lines
from client.state.reading import read_or_none
from client.state.store import NOBODY, FollowedTable, Happening, Link, Opened, PhraseMade, Said, Sent, Store
from protocol import messages as m

Place = TypeVar("Place", bound=str | None)
Known = TypeVar("Known")

SIGNED_OUT = "All your other machines are signed out, and your recovery phrase no longer works."
CONNECTED_AGAIN = "Connected again."
WENT_BACK = "The server lost the last moves and went back to an earlier position."
"""Said after the server was restored from a backup, or has lost a part of its journal."""


def fold(store: Store, happening: Happening, now: float) -> Store:
    """The Store after something happened at the monotonic time `now`, in seconds."""
    match happening:
        case Link():
            return _with_link(store, happening, now)
        case Sent(command=m.Play() as play):
            return _with_pending(store, play, now)
        case Sent(command=m.Consult() as consult):
            return _with_question(store, consult, now)
        case Sent():
            return store
        case Opened(room=room):
            return replace(store, room=room, sentence="", refused=False)
        case Said(text=text, is_refusal=refused):
            return replace(store, sentence=text, refused=refused)
        case PhraseMade():
            return replace(store, new_phrase=happening)
        case _:
            return _with_event(store, happening, now)


def _with_event(store: Store, event: m.Event, now: float) -> Store:
    match event:
        case m.Notice(text=text):
            return replace(store, sentence=text, refused=False)
        case m.Welcome():
            return _with_welcome(store, event, now)
        case m.Named(name=name):
            return replace(store, name=name, sentence=f"You are now {name}.", refused=False)
        case m.Token():
            return replace(store, devices=(), sentence=SIGNED_OUT, refused=False)
        case m.Reported(name=name):
            sentence = f"You reported {name} to this server's owner."
            return replace(store, sentence=sentence, refused=False)
        case m.Refused(about="reckon"):
            return store  # the client asked by itself; the last known score stands
        case m.Refused():
            return _with_refusal(store, event)
        case m.Entered():
            return _with_entered(store, event)
        case m.Lobby():
            return replace(store, lobby=event)
        case m.Matching():
            return _with_matching(store, event, now)
        case m.Table():
            return _with_table(store, event, now)
        case m.Presence(room=room):
            followed = store.rooms.get(room)
            if followed is None:
                return replace(store, early={**store.early, room: event})
            return _with_room(store, room, replace(followed, presence=event))
        case m.Stats(game=game):
            return replace(store, records={**store.records, game: event})
        case m.Leaders(game=game):
            return replace(store, leaders={**store.leaders, game: event})
        case m.Score():
            return replace(store, day=event)
        case m.Deal(room=room, commitment=commitment):
            return replace(store, seals={**store.seals, room: commitment})
        case m.SignInChallenge():
            return store
        case m.LinkCode():
            return replace(store, link_code=event, phrase=None)
        case m.Devices(devices=devices):
            return replace(store, devices=devices, link_code=None, phrase=store.new_phrase, new_phrase=None)
        case m.Transcript() | m.PastGames() | m.LegalMoves() | m.TableUpdate() | m.AccountPage() | m.AccountDeleted():
            return store
        case m.Advice():
            return _with_advice(store, event)
        case m.Talk(room=place, lines=lines):
            return _with_talk(store, place, with_lines(store.said_in(place), lines, now))
        case m.Heard(room=place, line=line):
            return _with_talk(store, place, with_line(store.said_in(place), line, now))
        case m.Left(room=room, reason=reason):
            return _without(store, room, reason)


def _with_matching(store: Store, matching: m.Matching, now: float) -> Store:
    store = replace(store, matching=matching, matching_at=now)
    return replace(store, sentence=matching.news, refused=False) if matching.news else store


def _with_entered(store: Store, entered: m.Entered) -> Store:
    """The Store in another room; a seat there ends the seek, and the news of the pairing becomes the sentence.

    Who comes to watch where they sat has left, and what would have said so is lost.
    """
    before = store.rooms.get(entered.room)
    if entered.seat is None and before is not None and before.table.seat is not None:
        store = _without(store, entered.room, "")
    matching, news = store.matching, ""
    if entered.seat is not None:
        matching, news = replace_struct(matching, seeking=None, news=""), matching.news
    return replace(store, room=entered.room, matching=matching, sentence=news, refused=False)


def _with_room(store: Store, room: str, followed: FollowedTable) -> Store:
    return replace(store, rooms={**store.rooms, room: followed})


def _with_talk(store: Store, place: str | None, talk: ChatHistory) -> Store:
    return replace(store, talk={**store.talk, place: talk})


def _with_pending(store: Store, play: m.Play, now: float) -> Store:
    """The Store with a move on its way; advice about the position before it is dropped."""
    followed = store.rooms.get(play.room)
    if followed is None:
        return store
    return _with_room(store, play.room, replace(followed, pending=play, pending_at=now, asked=None, advice=None))


def _with_link(store: Store, link: Link, now: float) -> Store:
    """The Store with another state of the connection; unless that is up, questions are dropped and clocks stop."""
    store = replace(store, link=link, link_at=now)
    return store if link.state == "up" else replace(store, rooms=_cut_off(store.rooms, now))


def _cut_off(rooms: Mapping[str, FollowedTable], now: float) -> Mapping[str, FollowedTable]:
    """The rooms with their clocks stopped when the connection was lost, at `now` or earlier, and no open question."""
    return {room: replace(followed, asked=None, lost_at=min(followed.lost_at, now)) for room, followed in rooms.items()}


def _with_question(store: Store, consult: m.Consult, now: float) -> Store:
    followed = store.rooms.get(consult.room)
    if followed is None:
        return store
    asking = replace(followed, asked=consult, asked_at=now)
    return replace(_with_room(store, consult.room, asking), sentence="", refused=False)


def _with_advice(store: Store, advice: m.Advice) -> Store:
    """The Store with advice from the server, unless the position it is about has passed."""
    followed = store.rooms.get(advice.room)
    if followed is None:
        return store
    table = followed.table
    is_passed = (advice.number, advice.ply) != (table.number, table.ply) or followed.pending is not None
    if is_passed or table.phase != "playing":
        return store
    return replace(
        _with_room(store, advice.room, replace(followed, asked=None, advice=advice)), sentence="", refused=False
    )


def _with_welcome(store: Store, welcome: m.Welcome, now: float) -> Store:
    """The Store in a new session: it keeps the rooms where the player has a seat, or watches (and asks for again).

    A client that has just started opens the room where the player was last, or else the newest one where they have a
    seat; after a reconnect it stays where it was.
    """
    kept = {
        room: followed
        for room, followed in store.rooms.items()
        if room in welcome.seated or followed.table.seat is None
    }
    is_first = not store.name
    room = _first_room(store, welcome) if is_first else store.room if store.room in kept else None
    talk = {
        place: replace(talk, lines=(), times=()) for place, talk in store.talk.items() if place is None or place in kept
    }
    return replace(
        store,
        name=welcome.name,
        games=welcome.games,
        public_urls=welcome.public_urls,
        lobby=None,
        rooms=_cut_off(kept, now),
        early={},
        room=room,
        matching=replace_struct(NOBODY, seeking=_continued_seek(store)),
        seals={code: seal for code, seal in store.seals.items() if code in kept},
        talk=talk,
        sentence=store.sentence if is_first else CONNECTED_AGAIN,
        refused=is_first and store.refused,
    )


def _first_room(store: Store, welcome: m.Welcome) -> str | None:
    return store.last_room if store.last_room in welcome.seated else next(iter(reversed(welcome.seated)), None)


def _continued_seek(store: Store) -> m.Seeking | None:
    """The seek that goes on in a new session: one for anybody, as a challenge ended with the old connection."""
    seeking = store.matching.seeking
    return seeking if seeking is not None and seeking.whom is None else None


def _with_refusal(store: Store, refusal: m.Refused) -> Store:
    if refusal.about == "add-device":
        store = replace(store, new_phrase=None)
    if refusal.about == "consult":
        store = _without_question(store, refusal)
        if refusal.code == "stale":
            return store  # The player has moved on, and no longer needs the answer.
    watched = store.rooms.get(refusal.room or "") if refusal.about == "watch" else None
    is_shown_on = watched is not None and not watched.is_cut_off and refusal.code == "unavailable"
    if refusal.about == "watch" and refusal.room and not is_shown_on and not store.holds_seat(refusal.room):
        return _without(store, refusal.room, refusal.text, refused=True)
    store = replace(store, sentence=refusal.text, refused=True)
    if refusal.about in ("quick", "challenge"):
        return replace(store, matching=replace_struct(store.matching, seeking=None))
    followed = store.rooms.get(refusal.room) if refusal.room and refusal.about == "play" else None
    if followed is None or refusal.room is None:
        return store
    return _with_room(store, refusal.room, replace(followed, pending=None))


def _without_question(store: Store, refusal: m.Refused) -> Store:
    """The Store without the refused question, unless a later one is open."""
    followed = store.rooms.get(refusal.room or "")
    if followed is None or followed.asked is None or followed.asked.ref != refusal.ref:
        return store
    return _with_room(store, followed.table.room, replace(followed, asked=None))


def _with_table(store: Store, table: m.Table, now: float) -> Store:
    before = store.rooms.get(table.room)
    if before is None:
        first = FollowedTable(table, now, presence=store.early.get(table.room), reading=read_or_none(table))
        return _with_room(replace(store, early=_except_room(store.early, table.room)), table.room, first)
    if before.table.seat is not None and table.seat is None:
        # Left is about to say so; were it lost with the connection, the client would watch and see nothing.
        return store
    if table.seq < before.table.seq:
        return _at_older_position(store, before, table, now) if before.is_cut_off else store
    after = replace(
        before,
        table=table,
        at=now,
        earlier=before.earlier_than(table),
        pending=before.pending and before.pending_in(table),
        lost_at=math.inf,
        reading=read_or_none(table),
    )
    if (table.number, table.ply, table.phase) != (before.table.number, before.table.ply, before.table.phase):
        after = replace(after, asked=None, advice=None)
    return _with_room(_without_stale_sentence(store, before, table), table.room, after)


def _at_older_position(store: Store, before: FollowedTable, table: m.Table, now: float) -> Store:
    """The Store at an older position, as the server has lost what came after; a pending move is dropped."""
    if store.room == table.room:
        store = replace(store, sentence=WENT_BACK, refused=False)
    return _with_room(
        store, table.room, FollowedTable(table, now, presence=before.presence, reading=read_or_none(table))
    )


def _without_stale_sentence(store: Store, before: FollowedTable, table: m.Table) -> Store:
    """The Store without its sentence if the room on screen has fresher news; the start of a first game is none."""
    is_news = table.room == store.room and table.seq > before.table.seq and (before.table.number > 0 or store.refused)
    return replace(store, sentence="", refused=False) if is_news else store


def _without(store: Store, room: str, sentence: str, *, refused: bool = False) -> Store:
    """The Store without a room that the client no longer follows, or that closed while the connection was lost."""
    return replace(
        store,
        rooms=_except_room(store.rooms, room),
        early=_except_room(store.early, room),
        room=None if store.room == room else store.room,
        seals=_except_room(store.seals, room),
        talk=_except_room(store.talk, room),
        sentence=sentence,
        refused=refused,
    )


def _except_room(known: Mapping[Place, Known], room: str) -> Mapping[Place, Known]:
    return {place: what for place, what in known.items() if place != room}
