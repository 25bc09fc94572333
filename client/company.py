"""Who sits at a table, in words: everybody in one breath, and who came, went or changed sides."""

from __future__ import annotations

from client.games import Names
from client.tables import names
from protocol import messages as m


def gathered(called: Names, versus: str = "vs") -> str:
    """Everybody at a table: "ana alone", "ana vs ben", "ana, ben, cleo"."""
    match called:
        case (one,):
            return f"{one} alone"
        case (one, other):
            return f"{one} {versus} {other}"
    return ", ".join(called)


def comings(before: m.Table, after: m.Table) -> tuple[str, ...]:
    """Who sat down and who stood up between two Tables of a room, and where one sits in the next game."""
    if after.number != before.number and _moved_on(before, after):
        return _sides(after)
    called, were = names(after), names(before)
    said = []
    for at, (chair, old) in enumerate(zip(after.chairs, before.chairs, strict=False)):
        if (chair.kind, chair.name) != (old.kind, old.name) and at != after.seat:
            said.append(f"{were[at]} stood up." if chair.kind == "open" else f"{called[at]} sat down.")
    return tuple(said)


def _moved_on(before: m.Table, after: m.Table) -> bool:
    """Whether everybody sits one seat on, as a further game begins."""
    return after.chairs == (*before.chairs[1:], *before.chairs[:1])


def _sides(table: m.Table) -> tuple[str, ...]:
    match len(table.chairs):
        case 1:
            return ()
        case 2:
            return ("Sides are swapped.",)
    own = "" if table.seat is None else f"; you are player {table.seat + 1}"
    return (f"Everybody moves one seat on{own}.",)
