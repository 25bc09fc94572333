"""What may go wrong in a world, and how often: drawn once for each seed.

Each seed leaves some kinds of faults out and has much of others. What takes two of one kind, or one of two kinds in a
row, is so met far more often than with a little of everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Weather:
    """The faults of a world. Where a mean time is None, nothing of the kind happens.

    Attributes:
        delay_s: how long bytes take at most.
        piece: how likely it is that bytes written together do not arrive together.
        cut_bytes: after how many bytes a connection is cut at most, in either direction.
        silent: how likely it is that one side does not hear of a cut.
        buffer_bytes: how much a socket takes before it asks to wait.
        outbound_bytes: how much the server keeps for one client before it gives it up.
        stall_s: mean time between two stalls of some connection in one direction.
        crash_s: mean time between two kills of the server.
        deploy_s: mean time between two planned restarts.
        commit_s: how long the disk takes at most.
        refuse_s: mean time between two times at which the disk refuses.
        hang_s: mean time between two times at which the disk hangs.
        jump_s: mean time between two settings of the wall clock.
        restart_s: mean time between two kills of some client.
        twice: how likely it is that a command is sent twice.
        think_s: how long a computer thinks at most.
        broken: how likely it is that a thought comes to nothing.
    """

    delay_s: float = 0.001
    piece: float = 0.0
    cut_bytes: int | None = None
    silent: float = 0.0
    buffer_bytes: int = 1 << 16
    outbound_bytes: int = 1 << 18
    stall_s: float | None = None
    crash_s: float | None = None
    deploy_s: float | None = None
    commit_s: float = 0.001
    refuse_s: float | None = None
    hang_s: float | None = None
    jump_s: float | None = None
    restart_s: float | None = None
    twice: float = 0.0
    think_s: float = 5.0
    broken: float = 0.0


CALM = Weather()
"""Nothing goes wrong, and computers take their time, so that nothing happens for a while either."""


def drawn(chance: Random) -> Weather:
    """The weather of a seed."""

    def every(*means_s: float) -> float | None:
        return chance.choice((None, *means_s))

    return Weather(
        delay_s=chance.choice((0.001, 0.05, 0.3)),
        piece=chance.choice((0.0, 0.1, 0.5)),
        cut_bytes=chance.choice((None, 3_000, 20_000)),
        silent=chance.choice((0.0, 0.5)),
        buffer_bytes=chance.choice((500, 4_000, 1 << 16)),
        outbound_bytes=chance.choice((12_000, 1 << 18)),
        stall_s=every(1.0, 5.0),
        crash_s=every(3.0, 10.0),
        deploy_s=every(5.0, 15.0),
        commit_s=chance.choice((0.001, 0.02, 0.3)),
        refuse_s=every(3.0, 10.0),
        hang_s=every(3.0, 10.0),
        jump_s=every(2.0, 5.0),
        restart_s=every(2.0, 8.0),
        twice=chance.choice((0.0, 0.1, 0.3)),
        think_s=chance.choice((0.01, 0.3, 2.0)),
        broken=chance.choice((0.0, 0.0, 0.2)),
    )
