"""What a node tells Prometheus of its cluster, beside what every server tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from server.cluster.messages import Asked, Frame
from server.cluster.node import Node

if TYPE_CHECKING:
    from prometheus_client.core import Metric


def collect_cluster(node: Node) -> Iterator[Metric]:
    """The cluster's figures at this moment, as this node knows them."""
    from prometheus_client.core import CounterMetricFamily as Counter
    from prometheus_client.core import GaugeMetricFamily as Gauge
    from prometheus_client.core import HistogramMetricFamily

    yield Gauge(
        "parlour_nodes",
        "Nodes of the cluster that this one takes for alive, itself included",
        len(node.heartbeat.nodes),
    )
    yield Counter("parlour_nodes_evicted", "Nodes that this one has evicted", node.heartbeat.evicted)
    yield Gauge(
        "parlour_node_fenced",
        "Whether this node was evicted, and is about to be a new one",
        node.heartbeat.is_fenced.is_set(),
    )
    yield Gauge(
        "parlour_node_restrained", "Whether this node takes no commands, for want of the database", node.is_restrained
    )
    yield Counter(
        "parlour_rooms_taken_over", "Tables taken over that belonged to no node", node.rooms.handover.taken_over
    )
    yield Counter("parlour_commands_relayed", "Players' commands put to other nodes", node.sent[Asked])
    yield Counter("parlour_frames_relayed", "Frames sent to players by way of other nodes", node.sent[Frame])
    yield HistogramMetricFamily(
        "parlour_beat_seconds", "How long the database took to answer the node's beats", *node.heartbeat.beats.totals()
    )
