"""Muting players for oneself: finds whose name it is, and follows them when they change it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from client.commands.actions import MuteSpeaker
from client.state.chat import Muted, mute, unmute
from client.state.store import Store


def update_muted(store: Store, muted: Muted, action: MuteSpeaker) -> Muted:
    change = mute if action.on else unmute
    return change(muted, action.name, _player(store, action.name), store.link.server)


def bind_muted(store: Store, muted: Muted) -> Muted:
    """The same mutes, with the player's number filled in where a name's player is known by now."""
    for each in muted:
        if each.player is None and (player := _player(store, each.name)) is not None:
            muted = muted - {each} | mute(frozenset(), each.name, player, store.link.server)
    return muted


def _player(store: Store, name: str) -> int | None:
    """The number of the last player with a name, among those who talked here or challenge the player."""
    return next((player for who, player in _known_players(store) if who.casefold() == name.casefold()), None)


def _known_players(store: Store) -> Iterator[tuple[str, int]]:
    yield from ((each.who, each.player) for each in store.matching.challenges)
    lines = chain.from_iterable(reversed(talk.lines) for talk in (store.here, *store.talk.values()))
    yield from ((line.who, line.player) for line in lines if line.manner != "house" and not line.yours)
