"""The promises of a cluster, beside those of a server that is alone."""

from __future__ import annotations

import re
from typing import Any

from server.cluster.membership import DEAD_AFTER_S
from server.hosting.inbox import MOVED, UNSURE
from server.ops.server_clock import TICKS_PER_S
from server.storage.database import FAILED
from tests.support.world.audit import EXPECTED_LOGS, Audit
from tests.support.world.cluster.database import TAKEN
from tests.support.world.cluster.engine import Engine
from tests.support.world.oracle import Chronicle
from tests.support.world.wires import Wire

REPEATED = frozenset({"play", "join", "watch", "legal-moves", "look", "consult", "pledge", "share"})
"""What may be put to a second node although the first may have refused it, or done it."""


class ClusterAudit(Audit):
    """Watches several nodes; `engine` is where they store."""

    expected_logs = (
        rf"{EXPECTED_LOGS}|event=not-rejoined "
        rf"|event=room-not-waked room=\S+ reason='({re.escape(FAILED)}|{re.escape(TAKEN)})'$"
    )

    engine: Engine

    def kept(self, name: str, seq: int, entries: tuple[bytes, ...], asked_at: float, life: int) -> None:
        """Entries are durable: only a node that lives stores, and only in rooms of its own."""
        if life not in self.engine.nodes:
            self.fail("node {}, which is none, stored entry {} of {}", life, seq, name)
        elif (owner := self.engine.owner(name)) not in (None, life):
            self.fail("node {} stored entry {} of {}, which is node {}'s", life, seq, name, owner)
        super().kept(name, seq, entries, asked_at, life)

    def evicted(self, node: int, still_s: float) -> None:
        """Nobody is evicted who has just beaten."""
        if still_s < DEAD_AFTER_S:
            self.fail("node {} was evicted {:g} s after it had beaten", node, still_s)

    def swamped(self, node: int, packets: int) -> None:
        """Nodes do not have ever more to tell each other."""
        self.fail("{} packets are on their way to node {}", packets, node)

    def _refused(self, wire: Wire, event: dict[str, Any]) -> None:
        """What was put to several nodes may be refused by one and done by another, or by one that is dead.

        So may what a node was storing when it was evicted, which says then that it does not know.
        """
        if event["text"] not in (MOVED.text, UNSURE.text) and event["about"] not in REPEATED:
            super()._refused(wire, event)

    def _at_its_time(self, chronicle: Chronicle, asked_at: float, life: int) -> None:
        """The cluster's clock goes on, whichever node reads it, and never faster than time does."""
        at = chronicle.times[-1]
        if at > asked_at + 1 / TICKS_PER_S:
            self.fail("entry {} of {} is from {:g} s ahead", len(chronicle.rooms), chronicle.name, at - asked_at)
        if len(chronicle.times) > 1 and at < chronicle.times[-2]:
            self.fail("the clock went back before entry {} of {}", len(chronicle.rooms), chronicle.name)
