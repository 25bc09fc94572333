"""Streets and Alleys as it is said: every move, what the others bring up, and the end."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.grammar import YOU, Names, called, capital, count
from client.games.streets_and_alleys.card_names import PileName, card_name, ends
from client.games.streets_and_alleys.history import HistoryEntry, begun_again, deeds
from client.games.streets_and_alleys.read_aloud import board, outlook, say, told_of
from client.games.streets_and_alleys.scores import CARDS, game_end, progress
from engines.game import Seat
from engines.streets_and_alleys import view as streets
from engines.streets_and_alleys.layout import Layout, is_won
from engines.streets_and_alleys.moves import text
from engines.streets_and_alleys.view import View, scores

AGAIN = "The same deal from the start."


def sentences(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """A line for every move at one's own table, and for what the others bring up; a win with its board.

    Nothing is said of a first view: what led to it is not news.
    """
    return () if before is None else tuple(_news(before, after, called(names, seat)))


def newest(before: View | None, after: View, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """The last move and how many there are now, in few words for the eye; at the end how the race ended."""
    who = called(names, seat)
    if after.over:
        return tuple(game_end(after, who))
    told = [] if before is None else [*_rivals(before, after, who), *_seen(before, after)]
    mine, layout = told_of(after) or (None, None)
    if told or mine is None or layout is None:
        return tuple(told)
    if (last := streets.newest(after, mine)) is not None:
        return (_brief(HistoryEntry("made", last, layout)),)
    tip = () if seat is None else ("A digit picks a pile's end, another says where it goes.",)
    return (outlook(layout), *tip)


def status(view: View, seat: Seat | None) -> str:
    """How many cards are up, and in how many moves."""
    at = seat or 0
    return f"{scores(view)[at]}/{CARDS}  {count(view.moves[at], 'move')}"


def _news(before: View, after: View, who: Names) -> Iterator[str]:
    mine, layout = told_of(after) or (None, None)
    if mine is not None:
        yield from _done(before, after, mine, who)
    yield from _rivals(before, after, who)
    if after.over:
        yield from game_end(after, who)
        if layout is not None and is_won(layout):
            yield from board(layout)


def _done(before: View, after: View, seat: Seat, who: Names) -> Iterator[str]:
    """What was done at the table that is told of, move by move."""
    if begun_again(before, after, seat):
        yield AGAIN
        yield from say(after, who, after.seat)[1:]
        return
    for deed in deeds(before, after, seat):
        yield from _told(deed, who[seat])


def _told(deed: HistoryEntry, who: str) -> Iterator[str]:
    """A move in words, with what lies there now and what can be done next."""
    source, target = ends(deed.move)
    match deed.kind:
        case "undone":
            yield f"Undo: {text(deed.move)}"
            yield " ".join((_now(deed.after, source), _now(deed.after, target), outlook(deed.after)))
            return
        case "redone":
            yield f"Redo: {text(deed.move)}"
    card = target.top(deed.after)
    assert card is not None, "a card was just put there"
    moved = "Moved" if who == YOU else f"{who} moved"
    rest = () if is_won(deed.after) else (outlook(deed.after),)
    yield " ".join((f"{moved} {card_name(card)} from {source} to {target}.", _now(deed.after, source), *rest))


def _now(layout: Layout, place: PileName) -> str:
    card = place.top(layout)
    return capital(f"{place} is now empty." if card is None else f"{place} top is now {card_name(card)}.")


def _seen(before: View, after: View) -> Iterator[str]:
    """The last thing done at one's own table, for the eye."""
    mine, _ = told_of(after) or (None, None)
    if mine is None:
        return
    if begun_again(before, after, mine):
        yield AGAIN
        return
    *_, last = (None, *deeds(before, after, mine))
    if last is not None:
        yield _brief(last)


def _brief(deed: HistoryEntry) -> str:
    """A move in few words, with how many there are now."""
    source, target = ends(deed.move)
    again = {"made": "", "redone": "Redo: ", "undone": "Undo: "}[deed.kind]
    card = (source if deed.kind == "undone" else target).top(deed.after)
    return f"{again}{card} from {source} to {target}. {outlook(deed.after)}"


def _rivals(before: View, after: View, who: Names) -> Iterator[str]:
    """What the others brought up."""
    for seat, name in enumerate(who):
        if name != YOU and len(who) > 1 and scores(before)[seat] != scores(after)[seat]:
            yield f"{name} has {progress(after, seat)}."
