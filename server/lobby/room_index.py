"""What the lobby knows of each room, and indexes over it, so that no question costs more the more rooms there are.

The index is a value. Of its parts, those are copied that a change concerns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import merge

from protocol import messages as m


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """What the lobby knows of one room.

    `accounts` are those of the players in the listing, with None for a computer. `networks` are the address it was
    made from and those around it, since the last start. `place` orders the rooms by when they were opened.
    """

    listing: m.RoomListing
    listed: bool
    is_open: bool
    is_live: bool
    is_over: bool
    people: tuple[int, ...]
    accounts: tuple[int | None, ...] = ()
    networks: tuple[str, ...] = ()
    place: int = 0


@dataclass(frozen=True, slots=True)
class RoomIndex:
    """Rooms by what is asked of them.

    Attributes:
        to_play: how many games a player, or those of an address or network, have to play; who has none is left out.
        waiting: by game, the codes of the listed rooms with an open seat, each with its place, the lowest first.
        live: the codes of the games that anybody who browses may watch, the newest last.
    """

    to_play: Mapping[int | str, int] = field(default_factory=dict)
    waiting: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    live: dict[str, None] = field(default_factory=dict)


def waiting_codes(index: RoomIndex, games: Iterable[str]) -> Iterator[str]:
    """The codes of the rooms that wait for players of some games, longest-standing first."""
    lines = [line for game in games if (line := index.waiting.get(game))]
    return (code for _, code in merge(*[zip(line.values(), line, strict=True) for line in lines]))


def update_index(index: RoomIndex, before: Mapping[str, RoomEntry], after: Mapping[str, RoomEntry]) -> RoomIndex:
    """The index once the rooms that changed are those in `after`, by code, and no more those in `before`."""
    return RoomIndex(
        _count_again(index.to_play, before.values(), after.values()),
        _line_up_again(index.waiting, before, after),
        _list_again(index.live, before, after),
    )


def _count_again(
    to_play: Mapping[int | str, int], before: Iterable[RoomEntry], after: Iterable[RoomEntry]
) -> Mapping[int | str, int]:
    counts = Counter(key for entry in after for key in _holders(entry))
    counts.subtract(key for entry in before for key in _holders(entry))
    if not any(counts.values()):
        return to_play
    counted = dict(to_play)
    for key, change in counts.items():
        counted[key] = counted.get(key, 0) + change
        if not counted[key]:
            del counted[key]
    return counted


def _line_up_again(
    waiting: Mapping[str, Mapping[str, int]], before: Mapping[str, RoomEntry], after: Mapping[str, RoomEntry]
) -> Mapping[str, Mapping[str, int]]:
    gone, come = (
        {(entry.listing.game, code) for code, entry in entries.items() if entry.listed and entry.is_open}
        for entries in (before, after)
    )
    lines = dict(waiting)
    for game, code in gone - come:
        lines[game] = {each: place for each, place in lines[game].items() if each != code}
    for game, code in come - gone:
        line = {**lines.get(game, {}), code: after[code].place}
        lines[game] = dict(sorted(line.items(), key=lambda item: item[1]))
    return {game: line for game, line in lines.items() if line}


def _list_again(
    live: dict[str, None], before: Mapping[str, RoomEntry], after: Mapping[str, RoomEntry]
) -> dict[str, None]:
    gone = {code for code, entry in before.items() if _is_watched(entry)}
    come = dict.fromkeys(code for code, entry in after.items() if _is_watched(entry))
    if gone == come.keys():
        return live
    return {code: None for code in live if code not in gone or code in come} | come


def _holders(entry: RoomEntry) -> tuple[int | str, ...]:
    """The players, and the networks, who have a room's game to play."""
    return () if entry.is_over else (*entry.people, *entry.networks)


def _is_watched(entry: RoomEntry) -> bool:
    """Whether anybody who browses the lobby can watch a game there."""
    return entry.listed and entry.is_live and entry.listing.watch == "anyone"
