"""The row above the cards with numbers, and the row below with what is marked or can be done."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.canvas import Canvas, fit, fit_any, width_of
from client.drawing.grammar import count
from client.games.spec import Scene
from client.games.streets_and_alleys.card_names import PileName
from client.games.streets_and_alleys.history import count_moves
from client.games.streets_and_alleys.read_aloud import whereabouts
from client.games.streets_and_alleys.scores import CARDS
from client.games.streets_and_alleys.selection import CardSelection, current, cursor, targets
from engines.game import Seat
from engines.streets_and_alleys.layout import Layout, is_won
from engines.streets_and_alleys.moves import Undo
from engines.streets_and_alleys.safe_moves import autoplay, finish
from engines.streets_and_alleys.view import View, scores

Line = tuple[str, str]
"""A text and its style."""

PANES = ("Tab shows the others", "Tab: others")
"""How to see the other panes, in words that leave room for what is marked."""
BETWEEN = 3
"""Cells between two facts of the header."""
HOUR_S, MINUTE_S = 3600, 60
SCARCE_S = 60.0
"""With less time left than this, the clock warns."""


def put_header(canvas: Canvas, scene: Scene, seat: Seat, layout: Layout) -> None:
    """Write the facts from the left, the most needed first, as many as fit; at the right the records."""
    if scene.lasted_s and not scene.is_over:
        canvas.again(1.0 - scene.lasted_s % 1)
    record = _record(scene) if seat == scene.seat else ""
    facts = list(_facts(scene, seat, layout))
    end = canvas.width - 1
    if record and sum(width_of(text) + BETWEEN for text, _ in facts) + width_of(record) < end:
        end = canvas.right(end, 0, record, "soft") - BETWEEN
    x = 1
    for text, style in facts:
        if x + width_of(text) <= end:
            x = canvas.put(x, 0, text, style) + BETWEEN


def put_note(canvas: Canvas, scene: Scene, seat: Seat, layout: Layout, y: int, *, more: bool) -> None:
    """Write what is marked and what it leads to, or else what can be done; with other panes, how to see them."""
    end = canvas.width - 1
    is_played = seat == scene.seat and not scene.is_over and seat not in scene.view.gone
    text, style = _note(current(scene.view, scene.mark), layout) if is_played else _end_note(scene.view, seat)
    if more and (aside := fit_any((*PANES, ""), end - 3 - width_of(text))):
        end = canvas.right(end, y, aside, "soft") - 2
    canvas.put(1, y, fit(text, end - 1), style)


def clock(seconds: float) -> str:
    """A time as on a clock.

    >>> clock(134.2), clock(7200)
    ('02:14', '2:00:00')
    """
    whole = int(seconds)
    hours, minutes, rest = whole // HOUR_S, whole % HOUR_S // MINUTE_S, whole % MINUTE_S
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def _facts(scene: Scene, seat: Seat, layout: Layout) -> Iterator[Line]:
    view: View = scene.view
    if seat != scene.seat:
        yield scene.names[seat], "bright theirs"
    yield f"{scores(view)[seat]}/{CARDS} up", "bright"
    yield f"{count(view.moves[seat], 'move')}{' …' if scene.pending and seat == scene.seat else ''}", ""
    if scene.time_left_s is not None and not view.over:
        yield f"{clock(scene.time_left_s)} left", "warn" if scene.time_left_s < SCARCE_S else ""
    elif scene.lasted_s:
        yield clock(scene.lasted_s), ""
    if not (view.over or is_won(layout)):
        moves = count_moves(layout)
        yield (f"{moves} possible", "") if moves else ("no moves left", "warn")
    yield f"deal {view.deal}", "soft"


def _record(scene: Scene) -> str:
    records = scene.records
    if records is None or not records.played:
        return ""
    best = f", best {count(records.best_moves, 'move')}" if records.best_moves is not None else ""
    return f"won {records.won}/{records.played}{best}"


def _note(mark: CardSelection, layout: Layout) -> Line:
    match mark:
        case CardSelection(asked="taken"):
            return "Take a card back from which foundation? 0-3, f cancels.", "on"
        case CardSelection(asked="given"):
            return f"Which foundation for the {mark.card}? 0-3, F again for its own.", "on"
        case CardSelection(picked=PileName()):
            return _picked_note(mark, layout), "on"
        case CardSelection(hint=Undo()):
            return "Enter takes back the last move.", "on"
        case CardSelection(found=None):
            return _chance(layout)
    assert mark.found is not None
    return f"The {mark.found} is {whereabouts(layout, mark.found)}.", "on"


def _picked_note(mark: CardSelection, layout: Layout) -> str:
    aims = targets(layout, mark)
    piles = [str(place.number) for place in sorted(aims) if place.is_pile]
    ways = [*piles, *(["f (up)"] if len(piles) < len(aims) else [])]
    if not ways:
        return f"The {mark.card} can go nowhere now. Esc lets it go."
    return f"The {mark.card} goes to {', '.join(ways)}.{_enter(mark, aims)} Esc lets it go."


def _enter(mark: CardSelection, aims: frozenset[PileName]) -> str:
    place = cursor(mark)
    if place == mark.picked:
        return " Enter: its best place." if place.is_pile else ""
    return f" Enter: {place.word}." if place in aims else ""


def _chance(layout: Layout) -> Line:
    if finish(layout):
        return "Nothing is in the way any more: press a to finish.", "good"
    if not count_moves(layout):
        return "No moves left: u undoes, R restarts this deal, N makes a new deal.", "warn"
    if safe := autoplay(layout):
        return f"Press a: {count(len(safe), 'card')} can safely go up.", "soft"
    return "", ""


def _end_note(view: View, seat: Seat) -> Line:
    if seat in view.gone:
        return "Resigned.", "soft"
    return (f"All {CARDS} cards are up.", "good") if scores(view)[seat] == CARDS else ("", "")
