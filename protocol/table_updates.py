"""What changes from one View of a game to the next, as a TableUpdate says it, and the Table that follows from one."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from protocol.errors import MalformedFrameError
from protocol.messages import Table, TableUpdate


def view_changes(old: object, new: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """The `view` and the `grown` of an update between two of a game's own Views."""
    changed: dict[str, Any] = {}
    grown: dict[str, Any] = {}
    for name in getattr(new, "__dataclass_fields__", ()):
        was, is_now = getattr(old, name), getattr(new, name)
        if was is is_now or was == is_now:
            continue
        if _has_grown(was, is_now):
            grown[name] = is_now[len(was) :]
        else:
            changed[name] = is_now
    return changed, grown


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
