"""The players at a table in words: all their names, and who sat down, stood up or changed sides."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from client.drawing.canvas import clean
from client.drawing.grammar import YOU, Names, mid_sentence, names_with_you, whose
from client.state.phrases.absences import has_stand_in
from client.state.phrases.strength import strength_of
from client.state.reading import names
from engines.game import Seat
from protocol import messages as m
from protocol.reasons import ReasonKind, kind_of

PAIR = 2
DEPARTURES: Mapping[ReasonKind, str] = MappingProxyType(
    {
        "resigned": "resigned",
        "gave-up": "resigned",
        "time-up": "time up",
        "left": "left",
        "sent-away": "sent away",
        "closed": "left",
        "stayed-away": "left",
    }
)
"""In a word or two why somebody is no more in a game."""


def player_names(players: Names, versus: str = "vs") -> str:
    """All names in one phrase: "ana alone", "ana vs ben", "ana, ben, cleo"."""
    match players:
        case (one,):
            return f"{one} alone"
        case (one, other):
            return f"{one} {versus} {other}"
    return ", ".join(players)


def players(table: m.Table) -> Names:
    """The players' names by seat, each with a remark if they gave up, have left or are a computer."""
    gone = departures(table)
    return tuple(f"{name}{_remark(table, seat, gone)}" for seat, name in enumerate(names(table)))


def _remark(table: m.Table, seat: Seat, gone: Mapping[Seat, str]) -> str:
    """The remark behind a player's name; a computer's strength only where two names leave the space for it."""
    match table.chairs[seat].kind:
        case "open" if table.chairs[seat].name:
            return f" ({gone.get(seat, 'left')})"
        case "person" if seat in gone and table.phase == "playing":
            return f" ({gone[seat]})"
        case "person" if has_stand_in(table, seat):
            return " (a computer plays)"
        case "computer" if len(table.chairs) == PAIR:
            return f" ({strength_of(table.game, table.chairs[seat].name) or 'computer'})"
    return ""


def departures(table: m.Table) -> dict[Seat, str]:
    """In a word or two why each of those who gave the game up is no more in it, by seat."""
    said = (*table.reasons, *[""] * len(table.gave_up))
    return {seat: _departed(names(table)[seat], clean(text)) for seat, text in zip(table.gave_up, said, strict=False)}


def _departed(name: str, said: str) -> str:
    """In a word or two why somebody is no more in a game; whoever sent somebody away did it by themselves."""
    kind = kind_of(said)
    return DEPARTURES["resigned" if kind is None or (kind == "sent-away" and said.startswith(f"{name} ")) else kind]


def describe_arrivals(before: m.Table, after: m.Table) -> tuple[str, ...]:
    """Who sat down, stood up or gave up between two Tables of a room, and the seats in a new game, in sentences."""
    if after.number != before.number and _moved_on(before, after):
        return _sides(after)
    are = names(after)
    sentences = []
    for at, (chair, old) in enumerate(zip(after.chairs, before.chairs, strict=False)):
        if (chair.kind, chair.name) != (old.kind, old.name) and at != after.seat:
            sentences.append(_departure(before, after, at) if chair.kind == "open" else f"{are[at]} sat down.")
    return tuple(dict.fromkeys((*sentences, *_resignations(before, after))))


def reason(table: m.Table, names: Names) -> str:
    """Why the game ended, in the server's words: for whoever resigned that they did; empty while it goes on."""
    if table.ending is None:
        return ""
    was_given_up = len(table.gave_up) >= len(table.chairs) - 1 > 0
    if table.seat in table.gave_up:
        said = table.reasons[table.gave_up.index(table.seat)]
    elif was_given_up and table.reasons:
        said = table.reasons[-1]
    else:
        said = table.ending.reason
    return in_own_words(clean(said), names, table.seat)


def in_own_words(text: str, who: Names, seat: Seat | None) -> str:
    """Rewrite a server's sentence about players so that the player at a seat is "you"."""
    if seat is None:
        return text
    name = who[seat]
    if text.startswith(f"{name}'s "):
        return f"{whose(YOU)} {text[len(name) + 3 :]}"
    if text.startswith(f"{name} "):
        return f"{YOU} {text[len(name) + 1 :]}"
    return text.replace(f" {name} away.", f" {mid_sentence(YOU)} away.")


def _departure(before: m.Table, after: m.Table, seat: Seat) -> str:
    """That a player has left a seat; in the server's words if that gave the game up."""
    if after.number == before.number and seat in after.gave_up and seat not in before.gave_up:
        at = after.gave_up.index(seat)
        if at < len(after.reasons):
            return in_own_words(clean(after.reasons[at]), names(before), after.seat)
    return f"{names(before)[seat]} stood up."


def _resignations(before: m.Table, after: m.Table) -> tuple[str, ...]:
    """Who gave up and still has a seat; none if that ended the game, as the ending says it."""
    if after.number != before.number or (after.ending and not after.ending.scores):
        return ()
    new = [(at, seat) for at, seat in enumerate(after.gave_up) if seat not in before.gave_up]
    return tuple(_reason(after, at, seat) for at, seat in new if after.chairs[seat].kind == "person")


def _reason(table: m.Table, at: int, seat: Seat) -> str:
    """That a seat has resigned or left, as the server says it."""
    who = names(table)
    if at >= len(table.reasons):
        return f"{names_with_you(who, table.seat)[seat]} resigned."
    return in_own_words(clean(table.reasons[at]), who, table.seat)


def _moved_on(before: m.Table, after: m.Table) -> bool:
    """Whether everybody has moved one seat on, as in a rematch."""
    return after.chairs == (*before.chairs[1:], *before.chairs[:1])


def _sides(table: m.Table) -> tuple[str, ...]:
    match len(table.chairs):
        case 1:
            return ()
        case 2:
            return ("Sides are swapped.",)
    own = "" if table.seat is None else f"; you are player {table.seat + 1}"
    return (f"Everybody moves one seat on{own}.",)
