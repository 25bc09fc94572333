"""The lobby: which rooms there are, making one, and finding one, as a frozen value and a pure step.

    step(lobby, event) -> Step(lobby, output)

The lobby knows of each room only what it may tell; rooms report themselves with `Changed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

import msgspec.structs

from engines import catalog
from engines.chance import Chance
from protocol import messages as m
from server.limits.settings import ServerLimits
from server.players.results.rating_badges import Ranks, best_rating, rating_in
from server.room import player_view
from server.room.inputs import Open
from server.room.match import clock
from server.room.match.occupants import Computer, Occupant, OpenSeat, Person
from server.room.outputs import Refuse
from server.room.step import Room

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Codes are read aloud and typed: I and O, which look like digits, are left out."""
CODE_LENGTH = 4
SHOWN = 50
"""How many rooms of a kind a Lobby message lists."""


@dataclass(frozen=True, slots=True)
class CreateRoom:
    """A player asks for a room. `entropy` is 32 secret random bytes that its code and its deals follow from.

    `deals` says whether the player's program takes part in dealing. A `guest` gets the first open seat.
    """

    player: int
    name: str
    create: m.Create
    entropy: bytes = field(repr=False)
    deals: bool = False
    guest: Person | None = None


@dataclass(frozen=True, slots=True)
class RoomsChanged:
    """The rooms of these codes are as given now; None is one that is no more, or never came to be.

    A room that is yet to be taken up after a start is given as it was made.
    """

    rooms: Mapping[str, Room | Open | None]


@dataclass(frozen=True, slots=True)
class ProgressChanged:
    """So far the games are in rooms of these codes, as far as it is known: None leaves what was known."""

    progress: Mapping[str, str | None]


Event = CreateRoom | RoomsChanged | ProgressChanged


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """The shell is to open this room."""

    opened: Open


Output = OpenRoom | Refuse


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """What the lobby knows of one room.

    `holders` are the accounts of those whom the listing has for players, with None for a computer.
    """

    listing: m.RoomListing
    listed: bool
    is_open: bool
    is_live: bool
    is_over: bool
    people: tuple[int, ...]
    holders: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class LobbyListing:
    """The rooms by code, longest-standing first."""

    limits: ServerLimits = field(default_factory=ServerLimits)
    places: Mapping[str, RoomEntry] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LobbyStep:
    """The lobby after an event, and what to do about it, if anything."""

    lobby: LobbyListing
    output: Output | None


def step(lobby: LobbyListing, event: Event) -> LobbyStep:
    """What becomes of the lobby when `event` happens."""
    match event:
        case RoomsChanged():
            return LobbyStep(_changed(lobby, event), None)
        case ProgressChanged():
            return LobbyStep(_moved(lobby, event.progress), None)
        case CreateRoom():
            return _made(lobby, _make(lobby, event), event.player)


def find_waiting_room(lobby: LobbyListing, player: int, games: tuple[str, ...]) -> str | None:
    """The longest-waiting listed room of one of the games at which a player is not already, if there is one."""
    for code, place in lobby.places.items():
        if place.is_open and place.listed and place.listing.game in games and player not in place.people:
            return code
    return None


def live_codes(lobby: LobbyListing) -> tuple[str, ...]:
    """The codes of the rooms that a Lobby message shows as games to watch, the newest first."""
    return tuple([code for code, place in lobby.places.items() if _is_watched(place)][: -SHOWN - 1 : -1])


def lobby_message(
    lobby: LobbyListing, people: Mapping[int, str], bots: Mapping[int, str], ranks: Ranks, moves: int
) -> m.Lobby:
    """What the lobby tells everyone who browses it.

    `people` are the names of those who are connected, by account and in the order they came, `bots` of the programs
    among them, `ranks` how well they play; `moves` is how many were made within the last minute.
    """
    seats = islice((place for place in lobby.places.values() if place.listed and place.is_open), SHOWN)
    here = tuple(islice(people, SHOWN))
    return m.Lobby(
        open=tuple(_rated(place, ranks) for place in seats),
        live=tuple(_rated(lobby.places[code], ranks) for code in live_codes(lobby)),
        people=tuple(people[player] for player in here),
        ratings=tuple(best_rating(ranks, player) for player in here),
        bots=tuple(islice(bots.values(), SHOWN)),
        rooms=len(lobby.places),
        online=len(people),
        moves=moves,
    )


def _is_watched(place: RoomEntry) -> bool:
    """Whether anybody who looks into the lobby can watch a game there."""
    return place.listed and place.is_live and place.listing.watch == "anyone"


def _rated(place: RoomEntry, ranks: Ranks) -> m.RoomListing:
    """The line of a room, with how well those who sit there play its game."""
    ratings = tuple(rating_in(ranks, player, place.listing.game) for player in place.holders)
    return msgspec.structs.replace(place.listing, ratings=ratings)


def _made(lobby: LobbyListing, output: Output, player: int) -> LobbyStep:
    """The step of a request; the code of a room about to be opened is taken from now on, and nothing else shows."""
    if not isinstance(output, OpenRoom):
        return LobbyStep(lobby, output)
    place = _hidden(output.opened, player)
    return LobbyStep(replace(lobby, places={**lobby.places, output.opened.code: place}), output)


def _changed(lobby: LobbyListing, changed: RoomsChanged) -> LobbyListing:
    places = dict(lobby.places)
    for code, room in changed.rooms.items():
        match room:
            case None:
                places.pop(code, None)
            case Open() as opened:
                places[code] = _hidden(opened)
            case Room():
                places[code] = _place(room)
    return replace(lobby, places=places)


def _moved(lobby: LobbyListing, progress: Mapping[str, str | None]) -> LobbyListing:
    changed = {
        code: replace(place, listing=msgspec.structs.replace(place.listing, progress=text))
        for code, text in progress.items()
        if text is not None and (place := lobby.places.get(code)) is not None and place.listing.progress != text
    }
    return replace(lobby, places={**lobby.places, **changed}) if changed else lobby


def _hidden(opened: Open, *people: int) -> RoomEntry:
    """The place of a room of which nothing shows yet but that its code is taken."""
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
        clock=player_view.limits(opened.limits),
        progress="",
    )
    return RoomEntry(listing, listed=False, is_open=False, is_live=False, is_over=False, people=people)


def _place(room: Room) -> RoomEntry:
    setting = room.setting
    held = tuple(chair for chair in room.chairs if not isinstance(chair, OpenSeat))
    holders = tuple(chair.player if isinstance(chair, Person) else None for chair in held)
    listing = m.RoomListing(
        room=setting.code,
        game=setting.game.name,
        options=setting.sheet,
        host=room.host_name,
        players=tuple(map(_player, held)),
        ratings=(None,) * len(held),
        seats=len(room.chairs),
        serious=setting.serious,
        watch=setting.watch,
        clock=player_view.limits(setting.limits),
        progress=_progress(room),
    )
    is_open = not room.is_playing and OpenSeat() in room.chairs
    return RoomEntry(listing, setting.listed, is_open, room.is_playing, room.phase == "over", room.players(), holders)


def _progress(room: Room) -> str:
    try:
        return player_view.progress(room)
    except Exception:  # noqa: BLE001 - a fault in one game is that game's alone, and its room will meet it
        return ""


def _player(chair: Person | Computer) -> str:
    match chair:
        case Person(name=name):
            return name
        case Computer(level=level):
            return f"computer {level}"


def _make(lobby: LobbyListing, make: CreateRoom) -> Output:
    """Open the room asked for, if it can be played."""
    create = make.create
    refusal = _full(lobby, make.player)
    if refusal:
        return refusal
    game = catalog.games().get(create.game)
    if game is None:
        return Refuse("unknown-game", f"This server has no game {create.game!r}.")
    try:
        options = msgspec.convert(create.options, game.Options)
    except msgspec.ValidationError as error:
        return Refuse("bad-options", f"Those options cannot be played: {error}.")
    if len(create.seats) not in game.seats:
        return Refuse("bad-options", f"{game.title} is played by {_span(game.seats)}, not {len(create.seats)}.")
    try:
        chairs = _chairs(make, game.bots)
    except ValueError as error:
        return Refuse("bad-options", str(error))
    if create.seats.count("me") != 1:
        return Refuse("bad-options", "Exactly one seat of a new table is yours: 'me'.")
    if create.clock != m.NO_CLOCK and not game.has_clock:
        return Refuse("bad-options", f"{game.title} is played without a clock but its own.")
    code = _free_code(lobby, make.entropy)
    sheet = msgspec.to_builtins(options)
    opened = Open(code, game.name, game.version, sheet, create.listed, make.name, chairs, make.entropy, create.serious)
    limits, grace_s = _limits(create.clock), lobby.limits.grace_s
    return OpenRoom(msgspec.structs.replace(opened, watch=create.watch, limits=limits, grace_s=grace_s))


def _limits(asked: m.TimeControl) -> clock.ClockLimits:
    return clock.ClockLimits(asked.move_s, asked.total_s, asked.increment_s)


def _full(lobby: LobbyListing, player: int) -> Refuse | None:
    if len(lobby.places) >= lobby.limits.rooms:
        return Refuse("too-many", "This server has no place for another room now. Try again in a while.")
    mine = sum(player in place.people and not place.is_over for place in lobby.places.values())
    if mine >= lobby.limits.rooms_per_player:
        return Refuse("too-many", f"You have {mine} games to play already. Finish or leave one first.")
    return None


def _chairs(make: CreateRoom, levels: Mapping[str, object]) -> tuple[Occupant, ...]:
    """Who sits where at first. Raises ValueError."""
    chairs = [_chair(seat, make, levels) for seat in make.create.seats]
    if make.guest is not None:
        chairs[chairs.index(OpenSeat())] = make.guest
    return tuple(chairs)


def _chair(seat: str, make: CreateRoom, levels: Mapping[str, object]) -> Occupant:
    kind, _, level = seat.partition(":")
    match kind:
        case "me" if not level:
            return Person(make.player, make.name, make.deals)
        case "open" if not level:
            return OpenSeat()
        case "computer" if level in levels:
            return Computer(level)
        case "computer":
            raise ValueError(f"There is no computer player {level!r}; choose one of {', '.join(levels)}.")
    raise ValueError(f"A seat is 'me', 'open' or 'computer:LEVEL', not {seat!r}.")


def _span(seats: range) -> str:
    return f"{seats.start}" if len(seats) == 1 else f"{seats.start} to {seats.stop - 1}"


def _free_code(lobby: LobbyListing, entropy: bytes) -> str:
    return next(code for code in _codes(entropy) if code not in lobby.places)


def _codes(entropy: bytes) -> Iterator[str]:
    chance = Chance.from_seed(entropy, "parlour-code-v1")
    while True:
        yield "".join(CODE_LETTERS[chance.below(len(CODE_LETTERS))] for _ in range(CODE_LENGTH))
