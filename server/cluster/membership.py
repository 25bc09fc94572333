"""Decides which nodes of a cluster are alive, as a pure step over what a node's own beats were answered.

Every BEAT_EVERY_S a node raises the counter in its own row of the database, and is answered with everybody's. A node
whose counter stands still for DEAD_AFTER_S is to be evicted, and sooner where its connections are gone too. That is
measured by the watcher's own monotonic clock, and only over time in which the watcher itself was answered: nobody is
evicted for an outage of the database, nor because the watcher slept. Clocks are never compared between nodes.

An eviction quotes the counter that was seen, and the database carries it out only if it is still that: a node that
lives after all, or was evicted by another watcher, is left alone. What keeps an evicted node from writing is its row,
which every durable write needs; nothing here has to be right for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf

from msgspec import Struct

BEAT_EVERY_S = 0.5
DEAD_AFTER_S = 2.5
"""How long a counter stands still before its node is evicted."""
GONE_AFTER_S = 0.9
"""The same for a node that had connections to the database and has none any more, as when its process has ended.

That is two beats, which are never quite as far apart as they should be.
"""
GAP_S = 1.25
"""How long a watcher may go without an answer for the time to count as watched."""
RESTRAIN_AFTER_S = 2.0
"""After how long without an answer a node takes no more commands: others may be about to own its rooms."""
GIVE_UP_AFTER_S = 10.0
"""After how long without an answer a node sends its clients away, so that they find a node that has the database."""


class NodeRow(Struct, frozen=True):
    """A node as the database has it: its number, which is never given again, its counter, and the name it goes by.

    `is_connected` says whether the database sees any connection of it. It `speaks` forms up to that of its release.
    """

    node: int
    beat: int
    name: str = ""
    is_draining: bool = False
    is_connected: bool = True
    speaks: int = 0


class Beats(Struct, frozen=True):
    """A beat was answered: with the rows of all nodes, of which one's own is missing once one is evicted."""

    rows: tuple[NodeRow, ...]


class Silence(Struct, frozen=True):
    """A beat was not answered, or not yet."""


class Evicted(Struct, frozen=True):
    """A node was evicted, by this one or by another that says so."""

    node: int


class Evict(Struct, frozen=True):
    """Have a node's row removed if its counter is still the one that was seen."""

    row: NodeRow


class NodeCame(Struct, frozen=True):
    """A node is there that was not before."""

    node: int


class NodeGone(Struct, frozen=True):
    """A node has left, or was evicted: what it held is nobody's, and who was connected there is not any more."""

    node: int


class Fenced(Struct, frozen=True):
    """This node itself was evicted: it can write nothing more, and its rooms are others'."""


class Restrain(Struct, frozen=True):
    """Take no more commands for now."""


class GiveUp(Struct, frozen=True):
    """Close the connections of clients, and say that this node is of no use to them."""


class GoOn(Struct, frozen=True):
    """Take commands again."""


Event = Beats | Silence | Evicted
Effect = Evict | NodeCame | NodeGone | Fenced | Restrain | GiveUp | GoOn


@dataclass(frozen=True, slots=True)
class WatchedNode:
    """A node's row, and since when its counter has stood still while it was watched, by the watcher's clock.

    `gone_since` is the same for its connections, if it is known to have had any and has none.
    """

    row: NodeRow
    since: float
    gone_since: float = inf

    def is_dead(self, now: float) -> bool:
        return now - self.since >= DEAD_AFTER_S or now - self.gone_since >= GONE_AFTER_S


@dataclass(frozen=True, slots=True)
class Cluster:
    """What a node knows of all others and of its own answers; `answered_at` is when it was last answered.

    An answer that was on its way meanwhile may still have the rows of those that were `evicted`.
    """

    me: int
    answered_at: float
    others: Mapping[int, WatchedNode] = field(default_factory=dict)
    evicted: frozenset[int] = frozenset()
    is_fenced: bool = False
    is_restrained: bool = False
    has_given_up: bool = False

    @property
    def nodes(self) -> tuple[int, ...]:
        """All nodes that are alive as far as is known, the oldest first."""
        return tuple(sorted((self.me, *self.others)))


Step = tuple[Cluster, tuple[Effect, ...]]


def step(cluster: Cluster, now: float, event: Event) -> Step:
    """What a node knows after an event at `now`, in seconds of its own monotonic clock, and what it has to do."""
    if cluster.is_fenced:
        return cluster, ()
    match event:
        case Silence():
            return _wait(cluster, now)
        case Evicted(node=node):
            return _lose(cluster, node)
        case Beats(rows=rows) if any(row.node == cluster.me for row in rows):
            return _watch(cluster, max(now, cluster.answered_at), rows)
        case Beats():
            return replace(cluster, is_fenced=True), (Fenced(),)


def _wait(cluster: Cluster, now: float) -> Step:
    silent_s = now - cluster.answered_at
    effects: list[Effect] = []
    if silent_s >= RESTRAIN_AFTER_S and not cluster.is_restrained:
        effects.append(Restrain())
    if silent_s >= GIVE_UP_AFTER_S and not cluster.has_given_up:
        effects.append(GiveUp())
    return (
        replace(
            cluster,
            is_restrained=cluster.is_restrained or silent_s >= RESTRAIN_AFTER_S,
            has_given_up=cluster.has_given_up or silent_s >= GIVE_UP_AFTER_S,
        ),
        tuple(effects),
    )


def _lose(cluster: Cluster, node: int) -> Step:
    """Take a node for gone at once, so that nothing is heard of it any more."""
    others = {each: seen for each, seen in cluster.others.items() if each != node}
    effects = (NodeGone(node),) if node in cluster.others else ()
    return replace(cluster, others=others, evicted=cluster.evicted | {node}), effects


def _watch(cluster: Cluster, now: float, rows: tuple[NodeRow, ...]) -> Step:
    is_watched = now - cluster.answered_at <= GAP_S
    evicted = cluster.evicted & {row.node for row in rows}
    rows = tuple(row for row in rows if row.node != cluster.me and row.node not in evicted)
    others = {row.node: _watch_node(cluster.others.get(row.node), row, now, is_watched=is_watched) for row in rows}
    effects: list[Effect] = [GoOn()] if cluster.is_restrained else []
    effects += [NodeGone(node) for node in cluster.others if node not in others]
    effects += [NodeCame(node) for node in others if node not in cluster.others]
    effects += [Evict(seen.row) for seen in others.values() if seen.is_dead(now)]
    return Cluster(cluster.me, now, others, evicted), tuple(effects)


def _watch_node(before: WatchedNode | None, row: NodeRow, now: float, *, is_watched: bool) -> WatchedNode:
    """A counter that moved, in whichever direction, is a sign of life; so is, as far as one knows, an unwatched one."""
    if before is None or not is_watched:
        return WatchedNode(row, now)
    has_moved = before.row.beat != row.beat
    since = now if has_moved else before.since
    if row.is_connected:
        return WatchedNode(row, since)
    was_connected = before.row.is_connected or before.gone_since < inf
    gone_since = now if has_moved else min(before.gone_since, now)
    return WatchedNode(row, since, gone_since if was_connected else inf)
