"""Muting people for oneself: whom a name stands for, and that it stays them when they are called otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from client.commands.actions import MuteSpeaker
from client.state.chat import Muted, fold_name, mute, unmute
from client.state.store import Store


def update_muted(store: Store, muted: Muted, order: MuteSpeaker) -> Muted:
    """Those who are muted once the order is obeyed."""
    change = mute if order.on else unmute
    return change(muted, order.name, _player(store, order.name), store.link.server)


def bind_muted(store: Store, muted: Muted) -> Muted:
    """The same people, those muted by name alone with the player who is known by that name by now."""
    for each in muted:
        if each.player is None and (player := _player(store, each.name)) is not None:
            muted = muted - {each} | mute(frozenset(), each.name, player, store.link.server)
    return muted


def _player(store: Store, name: str) -> int | None:
    """Who went by a name last, as far as they have talked here or challenge one."""
    return next((player for who, player in _known(store) if fold_name(who) == fold_name(name)), None)


def _known(store: Store) -> Iterator[tuple[str, int]]:
    yield from ((each.who, each.player) for each in store.matching.challenges)
    lines = chain.from_iterable(reversed(talk.lines) for talk in (store.here, *store.talk.values()))
    yield from ((line.who, line.player) for line in lines if line.manner != "house" and not line.yours)
