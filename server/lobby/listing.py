"""Lists the rooms, plans new ones and finds one to join, as a frozen value and pure functions over it.

The lobby knows of each room only what it may show; rooms report their changes (`with_rooms`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import dropwhile, islice
from typing import Any

import msgspec.structs

from engines import catalog
from engines.chance import Chance
from engines.game import Bots
from engines.options import BadOptionsError, read_options
from protocol import messages as m
from protocol.dealing import NEWEST_CHAIN
from server.limits.settings import ServerLimits
from server.lobby import room_index
from server.lobby.room_index import RoomEntry, RoomIndex
from server.players.results.ratings import Ratings, best_rating, rating_in
from server.room import player_view
from server.room.inputs import Open
from server.room.match import match_view
from server.room.match.clock import ClockLimits
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person
from server.room.outputs import Refuse
from server.room.step import Room

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Codes are read aloud and typed: I and O, which look like digits, are left out."""
CODE_LENGTH, UNLISTED_LENGTH = 4, 6
"""How many letters a code has: more where the code alone lets people in."""
COMMANDS = frozenset({
    "ACCEPT", "BACK", "HELP", "HERE", "HUSH", "LESS", "LEVELS", "MARK", "MENU", "MUTE", "NAME", "NEXT", "PAGE",
    "PLAY", "REDRAW", "REFUSE", "REPEAT", "REPLAY", "TABLES", "TALK", "TYPE", "UNMUTE",
})  # fmt: skip
"""Words that players type, which no code is."""
MAX_LISTED = 50
"""How many rooms of a kind a Lobby message lists."""


@dataclass(frozen=True, slots=True)
class CreateRoom:
    """A player asks for a room. `entropy` is 32 secret random bytes that its code and its deals follow from.

    `deals` says whether the player's program takes part in dealing, and `home` is as in Person. A `guest` gets the
    first open seat. Rooms are counted by player and by `networks`: the address, and those around it, each
    with how many times as many games as one address it may have.
    """

    player: int
    name: str
    create: m.Create
    entropy: bytes = field(repr=False)
    deals: bool = False
    guest: Person | None = None
    networks: Mapping[str, int] = field(default_factory=dict)
    home: str = ""


@dataclass(frozen=True, slots=True)
class LobbyListing:
    """The rooms by code; where the disk `is_full`, none is made any more. So many `places` were given so far."""

    limits: ServerLimits = field(default_factory=ServerLimits)
    entries: Mapping[str, RoomEntry] = field(default_factory=dict)
    is_full: bool = False
    index: RoomIndex = field(default_factory=RoomIndex)
    places: int = field(default=0, compare=False)


FULL = Refuse("unavailable", "The server's disk is nearly full: you can finish games, but not start new ones.")


def plan_room(lobby: LobbyListing, request: CreateRoom) -> Open | Refuse:
    """The room asked for, if it can be played; it is open, and its code taken, only `with_reservation`."""
    create = request.create
    refusal = _capacity_refusal(lobby, request.player, request.networks)
    if refusal:
        return refusal
    game = catalog.games().get(create.game)
    if game is None:
        return Refuse("unknown-game", f"This server has no game called {create.game!r}.")
    try:
        options = read_options(game.rules.Options, create.options)
    except BadOptionsError as error:
        return Refuse("bad-options", str(error))
    if len(create.seats) not in game.seats:
        return Refuse("bad-options", f"{game.title} is for {_seat_range(game.seats)}, not {len(create.seats)}.")
    try:
        occupants = _occupants(request, game.bots)
    except ValueError as error:
        return Refuse("bad-options", str(error))
    if create.seats.count("me") != 1:
        return Refuse("bad-options", "Exactly one seat of a new table must be 'me'.")
    if create.clock != m.NO_CLOCK and not game.timing.allows_clock:
        return Refuse("bad-options", f"{game.title} has its own clock and takes no other.")
    return Open(
        code=next(code for code in _codes(request.entropy, listed=create.listed) if code not in lobby.entries),
        game=game.name,
        version=game.version,
        options=msgspec.to_builtins(options),
        listed=create.listed,
        host=request.name,
        chairs=occupants,
        seed=request.entropy,
        serious=create.serious,
        watch=create.watch,
        limits=ClockLimits(create.clock.move_s, create.clock.total_s, create.clock.increment_s),
        grace_s=lobby.limits.grace_s,
        chain=NEWEST_CHAIN,
    )


def with_reservation(lobby: LobbyListing, opened: Open, player: int, networks: Iterable[str] = ()) -> LobbyListing:
    """The lobby where the code of a player's room that is about to open is taken."""
    entry = replace(_reserved_entry(opened, player), networks=tuple(networks))
    return with_entries(lobby, {opened.code: entry})


def with_next_code(lobby: LobbyListing, opened: Open) -> tuple[LobbyListing, Open]:
    """The lobby where a room that is about to open has another code, as another node's has its own; and the room."""
    codes = dropwhile(lambda code: code != opened.code, _codes(opened.seed, listed=opened.listed))
    code = next(code for code in codes if code != opened.code and code not in lobby.entries)
    again = msgspec.structs.replace(opened, code=code)
    before, entry = lobby.entries.get(opened.code), _reserved_entry(again)
    if before is None or before.listing != _reserved_entry(opened).listing:
        return with_entries(lobby, {again.code: entry}), again  # the other room is listed already
    entry = replace(entry, people=before.people, networks=before.networks)
    return with_entries(lobby, {opened.code: None, again.code: entry}), again


def with_rooms(lobby: LobbyListing, rooms: Mapping[str, Room | Open | None]) -> LobbyListing:
    """The lobby with the rooms of some codes as they are now.

    None is a room that was closed, or was never opened; one that is not loaded yet after a start is as it was opened.
    """
    changed: dict[str, RoomEntry | None] = {}
    for code, room in rooms.items():
        match room:
            case None:
                changed[code] = None
            case Open() as opened:
                changed[code] = _reserved_entry(opened)
            case Room():
                networks = lobby.entries[code].networks if code in lobby.entries else ()
                changed[code] = _entry(room, networks)
    return with_entries(lobby, changed)


def with_entries(lobby: LobbyListing, changed: Mapping[str, RoomEntry | None]) -> LobbyListing:
    """The lobby with some entries replaced, or removed where they are None."""
    entries = dict(lobby.entries)
    before = {code: entries[code] for code in changed if code in entries}
    after: dict[str, RoomEntry] = {}
    for place, (code, entry) in enumerate(changed.items(), start=lobby.places):
        if entry is None:
            entries.pop(code, None)
        else:
            entries[code] = after[code] = replace(entry, place=before[code].place if code in before else place)
    index = room_index.update_index(lobby.index, before, after)
    return replace(lobby, entries=entries, index=index, places=lobby.places + len(changed))


def with_progress(lobby: LobbyListing, progress: Mapping[str, str | None]) -> LobbyListing:
    """The lobby with new progress texts, by room code; None keeps the old text."""
    changed = {
        code: replace(entry, listing=msgspec.structs.replace(entry.listing, progress=text))
        for code, text in progress.items()
        if text is not None and (entry := lobby.entries.get(code)) is not None and entry.listing.progress != text
    }
    return replace(lobby, entries={**lobby.entries, **changed}) if changed else lobby


def find_waiting_room(lobby: LobbyListing, player: int, games: tuple[str, ...]) -> str | None:
    """The longest-waiting listed room of one of the games at which a player is not already, if there is one."""
    waiting = room_index.waiting_codes(lobby.index, games)
    return next((code for code in waiting if player not in lobby.entries[code].people), None)


def live_codes(lobby: LobbyListing) -> tuple[str, ...]:
    """The codes of the games to watch that a Lobby message shows, the newest first."""
    return tuple(islice(reversed(lobby.index.live), MAX_LISTED))


def lobby_message(
    lobby: LobbyListing, people: Mapping[int, str], bots: Mapping[int, str], ratings: Ratings, moves: int
) -> m.Lobby:
    """The Lobby message for everyone who browses.

    `people` are the names of those who are connected, by account and in the order they came, `bots` those of the
    programs among them, `ratings` their ratings; `moves` is how many were made within the last minute.
    """
    waiting = room_index.waiting_codes(lobby.index, lobby.index.waiting)
    seats = [lobby.entries[code] for code in islice(waiting, MAX_LISTED)]
    here = tuple(islice(people, MAX_LISTED))
    return m.Lobby(
        open=tuple(_with_ratings(entry, ratings) for entry in seats),
        live=tuple(_with_ratings(lobby.entries[code], ratings) for code in live_codes(lobby)),
        people=tuple(people[player] for player in here),
        ratings=tuple(best_rating(ratings, player) for player in here),
        bots=tuple(islice(bots.values(), MAX_LISTED)),
        rooms=len(lobby.entries),
        online=len(people),
        moves=moves,
    )


def _with_ratings(entry: RoomEntry, ratings: Ratings) -> m.RoomListing:
    """A room's listing with the ratings of its players in its game."""
    badges = tuple(rating_in(ratings, player, entry.listing.game) for player in entry.accounts)
    return msgspec.structs.replace(entry.listing, ratings=badges)


def _reserved_entry(opened: Open, *people: int) -> RoomEntry:
    """A reserved entry: the code is taken but the room is not listed yet."""
    listing = m.RoomListing(
        room=opened.code,
        game=opened.game,
        options={},
        host=opened.host,
        players=(),
        ratings=(),
        seats=len(opened.chairs),
        serious=opened.serious,
        watch=opened.watch,
        clock=match_view.time_control(opened.limits),
        progress="",
    )
    return RoomEntry(listing, listed=False, is_open=False, is_live=False, is_over=False, people=people)


def _entry(room: Room, networks: tuple[str, ...]) -> RoomEntry:
    setting = room.setting
    seated = tuple(occupant for occupant in room.chairs if not isinstance(occupant, OpenSeat))
    accounts = tuple(occupant.player if isinstance(occupant, Person) else None for occupant in seated)
    listing = m.RoomListing(
        room=setting.code,
        game=setting.game.name,
        options=setting.sheet,
        host=room.host_name,
        players=tuple(map(_player_name, seated)),
        ratings=(None,) * len(seated),
        seats=len(room.chairs),
        serious=setting.serious,
        watch=setting.watch,
        clock=match_view.time_control(setting.limits),
        progress=_progress(room),
    )
    is_open = not room.is_playing and OpenSeat() in room.chairs
    is_live, is_over = room.is_playing, room.phase == "over"
    return RoomEntry(listing, setting.listed, is_open, is_live, is_over, room.players(), accounts, networks)


def _progress(room: Room) -> str:
    try:
        return player_view.progress(room)
    except Exception:  # noqa: BLE001 - a fault in one game is that game's alone, and its room will meet it
        return ""


def _player_name(occupant: Person | Computer) -> str:
    match occupant:
        case Person(name=name):
            return name
        case Computer(level=level):
            return f"computer {level}"


def _capacity_refusal(lobby: LobbyListing, player: int, networks: Mapping[str, int]) -> Refuse | None:
    limits = lobby.limits
    if lobby.is_full:
        return FULL
    if len(lobby.entries) >= limits.rooms:
        return Refuse("too-many", "This server already has all the tables it can take. Try again later.")
    count = lobby.index.to_play.get(player, 0)
    if count >= limits.rooms_per_player:
        return Refuse("too-many", f"You already have {count} games going. Finish or leave one first.")
    going = lobby.index.to_play
    if any(going.get(network, 0) >= times * limits.rooms_per_address for network, times in networks.items()):
        return Refuse("too-many", "Too many games are going from your address. Finish or leave one first.")
    return None


def _occupants(request: CreateRoom, bots: Bots[Any, Any]) -> tuple[Occupant, ...]:
    """Who sits where at first. Raises ValueError."""
    occupants = [_occupant(seat, request, bots) for seat in request.create.seats]
    if request.guest is not None:
        occupants[occupants.index(OpenSeat())] = request.guest
    return tuple(occupants)


def _occupant(seat: str, request: CreateRoom, bots: Bots[Any, Any]) -> Occupant:
    kind, _, level = seat.partition(":")
    match kind:
        case "me" if not level:
            return Person(request.player, request.name, request.deals, request.home)
        case "open" if not level:
            return OpenSeat()
        case "computer" if bots.find(level):
            return Computer(level)
        case "computer":
            raise ValueError(f"There's no computer called {level!r}; choose from {', '.join(bots.choices)}.")
    raise ValueError(f"A seat must be 'me', 'open' or 'computer:LEVEL', not {seat!r}.")


def _seat_range(seats: range) -> str:
    return (
        f"{seats.start} player{'s' * (seats.start != 1)}"
        if len(seats) == 1
        else f"{seats.start} to {seats.stop - 1} players"
    )


def _codes(entropy: bytes, *, listed: bool) -> Iterator[str]:
    chance = Chance.from_seed(entropy, "parlour-code-v1")
    length = CODE_LENGTH if listed else UNLISTED_LENGTH
    while True:
        code = "".join(CODE_LETTERS[chance.below(len(CODE_LETTERS))] for _ in range(length))
        if code not in COMMANDS:
            yield code
