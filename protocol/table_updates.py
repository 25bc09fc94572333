"""What one Table changes in the one before, as a TableUpdate, and the Table that follows from one.

The two functions are each other's inverse: whoever applies a difference to the Table that it was made from has, byte
for byte, the Table that it was made to.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from protocol.errors import MalformedFrameError
from protocol.messages import Table, TableUpdate

MOVES_CHANGE = frozenset({"seq", "seat", "ply", "turn", "time_left_s", "totals", "lasted_s", "view", "events", "head"})
"""The fields of a Table that an update says anew. `seat` changes only with others that it does not say."""

_steady = attrgetter(*[name for name in Table.__struct_fields__ if name not in MOVES_CHANGE])


def difference(before: Table, after: Table, time_left_s: float | None, plies: tuple[int, ...]) -> TableUpdate | None:
    """The update from one Table of a room to a later one, or None where more has changed than a move changes.

    The views are the game's own. `time_left_s` is that of the seats it is for, and `plies` counts every seat's moves,
    as `ply` does for one. Where an offer or an absence holds a time of its own, there is no update.
    """
    if after.seq <= before.seq or after.request or after.away or _steady(before) != _steady(after):
        return None
    old, new = before.view, after.view
    view: dict[str, Any] = {}
    grown: dict[str, Any] = {}
    for name in getattr(new, "__dataclass_fields__", ()):
        was, is_now = getattr(old, name), getattr(new, name)
        if was is is_now or was == is_now:
            continue
        if _has_grown(was, is_now):
            grown[name] = is_now[len(was) :]
        else:
            view[name] = is_now
    return TableUpdate(
        room=after.room,
        base=before.seq,
        seq=after.seq,
        plies=plies,
        turn=after.turn,
        time_left_s=time_left_s,
        totals=after.totals,
        lasted_s=after.lasted_s,
        view=view,
        grown=grown,
        events=after.events,
        head=after.head,
    )


def with_update(table: Table, update: TableUpdate) -> Table | None:
    """The Table, as it was decoded, after an update of its room; None where the update is about another entry.

    Raises MalformedFrameError for an update that cannot have been made from this Table.
    """
    if table.seq != update.base:
        return None
    try:
        grown = {name: table.view[name] + tail for name, tail in update.grown.items()}
        return replace(
            table,
            seq=update.seq,
            ply=0 if table.seat is None else update.plies[table.seat],
            turn=update.turn,
            time_left_s=update.time_left_s,
            totals=update.totals,
            lasted_s=update.lasted_s,
            view={**table.view, **update.view, **grown},
            events=update.events,
            head=update.head,
        )
    except (IndexError, KeyError, TypeError) as error:
        raise MalformedFrameError(f"an update that does not fit its table: {error!r}") from None


def _has_grown(was: Any, is_now: Any) -> bool:  # noqa: ANN401 - values of a game's own View
    """Whether a list or a text has only been added to; one that was empty is as well said whole."""
    if not isinstance(is_now, (tuple, str)) or type(was) is not type(is_now):
        return False
    return 0 < len(was) < len(is_now) and is_now[: len(was)] == was
