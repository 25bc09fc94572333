"""Draws Streets and Alleys: the facts above, the cards with their marks and mouse regions, and the race below."""

from __future__ import annotations

from client.drawing.canvas import CARRIED, Canvas, Drawing
from client.games.spec import Scene
from client.games.streets_and_alleys.card_names import PLACES, PileName, ends, move_between
from client.games.streets_and_alleys.drawing.card_rows import CardStyle, put_foundation, put_pile
from client.games.streets_and_alleys.drawing.header import put_header, put_note
from client.games.streets_and_alleys.drawing.layout import TableLayout, plan_layout
from client.games.streets_and_alleys.drawing.race import put_race, put_rivals
from client.games.streets_and_alleys.selection import CardSelection, current, targets
from engines.game import Seat
from engines.streets_and_alleys.layout import Layout
from engines.streets_and_alleys.moves import Build, Lower, Raise, read, refusal
from engines.streets_and_alleys.view import View, table

CURSOR, TARGET, LEAVING = "▸", "◂", "…"


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene; in a race, other panes show the others' tables and the standings."""
    canvas = Canvas(scene.width, scene.height)
    panes = _panes(scene.view)
    seat = panes[scene.pane % len(panes)]
    if seat is None:
        put_race(canvas, scene)
    else:
        _put_table(canvas, scene, seat, more=len(panes) > 1)
    return canvas.done()


def _panes(view: View) -> tuple[Seat | None, ...]:
    """The seats whose tables can be shown, the player's own first, and None for the standings of a race."""
    seats = sorted(range(len(view.piles)), key=lambda seat: seat != view.seat)
    shown = tuple(seat for seat in seats if view.piles[seat] is not None)
    return (*shown, None) if len(seats) > 1 else shown


def _put_table(canvas: Canvas, scene: Scene, seat: Seat, *, more: bool) -> None:
    layout = table(scene.view, seat)
    assert layout is not None, "only tables that are shown have a pane"
    plan = plan_layout(scene.width, scene.height, len(scene.names) - 1)
    put_header(canvas, scene, seat, layout)
    put_board(canvas, scene, seat, layout, plan)
    put_note(canvas, scene, seat, layout, plan.note, more=more)
    put_rivals(canvas, scene, seat, plan.note + 1, plan.rivals)


def put_board(canvas: Canvas, scene: Scene, seat: Seat, layout: Layout, plan: TableLayout) -> None:
    """Draw every pile and foundation; the player's own table also with marks and mouse regions."""
    is_played = seat == scene.seat and not scene.is_over and seat not in scene.view.gone
    mark = current(scene.view, scene.mark) if is_played else CardSelection()
    aims = targets(layout, mark)
    for place in PLACES.values():
        look = CardStyle(place == mark.picked, place in aims, int(plan.gap > 0), mark.found)
        _put_cards(canvas, layout, plan, place, look)
        sign, style = _sign(place, mark, aims, scene.pending if is_played else None)
        _put_label(canvas, plan, place, sign, style)
        if is_played:
            _put_mouse_regions(canvas, layout, plan, place, mark)


def _put_cards(canvas: Canvas, layout: Layout, plan: TableLayout, place: PileName, look: CardStyle) -> None:
    if place.is_pile:
        put_pile(canvas, plan.box(place), layout.piles[place.number], plan.card, look)
    else:
        put_foundation(canvas, plan.box(place), place.number, layout.foundations[place.number], look)


def _sign(place: PileName, mark: CardSelection, aims: frozenset[PileName], pending: str | None) -> tuple[str, str]:
    """The sign beside a place, and its style: a move leaves it, the cursor is there, or the card may go there."""
    if place in _sources_of(pending):
        return LEAVING, "soft"
    if place == mark.cursor and (mark.picked != place or mark.asked):
        return CURSOR, "on" if place in aims or mark.picked is None else "warn"
    return (TARGET, "on") if place in aims else (" ", "soft")


def _sources_of(pending: str | None) -> tuple[PileName, ...]:
    match read(pending) if pending else None:
        case (Build() | Raise() | Lower()) as move:
            return (ends(move)[0],)
        case _:
            return ()


def _put_label(canvas: Canvas, plan: TableLayout, place: PileName, sign: str, style: str) -> None:
    """Write a pile's number and sign left of the cards; at a foundation only the sign."""
    box = plan.box(place)
    x = box.x - (plan.sign if place.is_pile else 1)
    canvas.put(x, box.y + 1, sign, style)
    if place.is_pile:
        canvas.put(x - 1, box.y + 1, str(place.number), "bright" if sign == " " else style)


def _put_mouse_regions(canvas: Canvas, layout: Layout, plan: TableLayout, place: PileName, mark: CardSelection) -> None:
    """A click picks and drops, two play to the best place, the right button plays up, and cards can be dragged.

    A press picks at once, so that what is dragged can be seen; but where it would drop another card, it has to be let
    go there first, as it may begin a drag of what lies there.
    """
    box = plan.box(place)
    label, touch, card = plan.label if place.is_pile else 0, f"touch {place.word}", place.top(layout)
    is_free = mark.picked in (None, place) or (mark.hint is not None and place not in targets(layout, mark))
    canvas.click(
        box.x - label,
        box.y,
        box.width + label,
        box.height,
        touch if is_free else "",
        _hint(layout, place, mark),
        other=f"raise {place.word}",
        twice=f"best {place.word}",
        drop=f"drag {CARRIED} {place.word}",
        click="" if is_free else touch,
        carries=card.plain if card else "",
    )


def _hint(layout: Layout, place: PileName, mark: CardSelection) -> str:
    card = place.top(layout)
    if place == mark.picked:
        return f"A click lets the {card} go; arrows, digits or another click say where it goes."
    if mark.picked is not None:
        move = move_between(mark.picked, place)
        refused = refusal(layout, move) if move else f"The {mark.card} goes back to a pile, not to another foundation."
        return refused or f"A click puts the {mark.card} there."
    if card is None:
        return ""
    more = ", a second one plays it to its best place, the right button up" if place.is_pile else " to take it back"
    return f"A click picks the {card}{more}."
