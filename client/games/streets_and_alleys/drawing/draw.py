"""Draws Streets and Alleys: the facts above, the cards with their marks and mouse regions, and the race below."""

from __future__ import annotations

from dataclasses import replace

from client.drawing.canvas import CARRIED, Canvas, Drawing, fit, wrap_words
from client.drawing.grammar import names_with_you
from client.games.spec import Scene
from client.games.streets_and_alleys.card_names import PLACES, PileName, ends, move_between
from client.games.streets_and_alleys.drawing.card_rows import CardStyle, put_foundation, put_pile
from client.games.streets_and_alleys.drawing.header import put_header, put_note
from client.games.streets_and_alleys.drawing.layout import TableLayout, plan_layout
from client.games.streets_and_alleys.drawing.race import BLOCK_WIDTH, put_blocks, put_race, put_rivals
from client.games.streets_and_alleys.drawing.win import put_win
from client.games.streets_and_alleys.scores import lead, standings
from client.games.streets_and_alleys.selection import CardSelection, current, targets
from client.games.widgets.rectangles import Rectangle
from engines.game import Seat
from engines.streets_and_alleys.layout import Layout, is_won
from engines.streets_and_alleys.moves import Build, Lower, Raise, read, refusal
from engines.streets_and_alleys.view import View, table

CURSOR, TARGET, LEAVING = "▸", "◂", "…"
TABLE_WIDTH, TABLE_HEIGHT = 60, 15
"""The least size of one of several tables side by side."""
END_WIDTH, END_ROWS = 39, 8
"""Cells at the lower right where the end of the game is told, and the rows of that besides those for the players."""
MARGIN = 22
"""More cells than that a table keeps, before the others' progress has a column of its own."""


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene; in a race, other panes show the others' tables and the standings."""
    canvas = Canvas(scene.width, scene.height)
    panes = _panes(scene)
    match panes[scene.pane % len(panes)]:
        case ():
            put_race(canvas, scene)
            if scene.is_over:
                canvas.mark_full()
        case seats:
            _put_tables(canvas, scene, seats, more=len(panes) > 1)
    return canvas.done()


def _panes(scene: Scene) -> tuple[tuple[Seat, ...], ...]:
    """The seats whose tables each pane shows, the player's own first, and none for the standings of a race.

    Where there is room, one pane has all tables; at the end also for what tells of it.
    """
    view: View = scene.view
    seats = sorted(range(len(view.piles)), key=lambda seat: seat != view.seat)
    shown = tuple(seat for seat in seats if view.piles[seat] is not None)
    rows = -(-len(shown) // 2)
    is_high_enough = len(shown) > 1 and scene.height // rows - _end_rows(scene) >= TABLE_HEIGHT
    fits = is_high_enough and scene.width >= 2 * TABLE_WIDTH
    panes = (shown,) if fits else tuple((seat,) for seat in shown)
    return (*panes, ()) if len(seats) > 1 else panes


def _put_tables(canvas: Canvas, scene: Scene, seats: tuple[Seat, ...], *, more: bool) -> None:
    """Draw tables, two side by side; one that is alone has the others' progress beside it, or below."""
    if len(seats) > 1:
        _put_grid(canvas, scene, seats)
        return
    others = tuple(seat for seat in standings(scene.view) if seat != seats[0])
    aside = _columns_aside(scene, others)
    shows_others = aside > 0 and not scene.is_over
    table_scene = replace(scene, width=scene.width - aside)
    layout = table(scene.view, seats[0])
    fits_end = aside > 0 or (layout is not None and is_won(layout))
    if scene.is_over and not fits_end:
        canvas.mark_full()
    covered = END_WIDTH if scene.is_over and fits_end and not aside else 0
    canvas.paste(0, 0, _table(table_scene, seats[0], 0 if shows_others else len(others), covered, more=more))
    if shows_others:
        said = "" if scene.view.over else lead(scene.view, names_with_you(scene.names, scene.seat))
        for row, line in enumerate(wrap_words(said, aside - 1)[:2], 1):
            canvas.put(scene.width - aside, row, fit(line, aside - 1), "news")
        put_blocks(canvas, scene, others, Rectangle(scene.width - aside, 3, aside, scene.height - 3))


def _put_grid(canvas: Canvas, scene: Scene, seats: tuple[Seat, ...]) -> None:
    """Draw tables two by two; at the end the last row is lower, as the end is told there."""
    rows = -(-len(seats) // 2)
    width, height = scene.width // 2, scene.height // rows
    lowest = height - _end_rows(scene)
    for at, seat in enumerate(seats):
        row, column = divmod(at, 2)
        part = replace(scene, width=width, height=lowest if row == rows - 1 else height)
        canvas.paste(column * width, row * height, _table(part, seat, 0, more=False))
    if len(seats) % 2:
        room = Rectangle(width, (rows - 1) * height + 1, width, lowest - 1)
        put_blocks(canvas, scene, standings(scene.view), room)


def _columns_aside(scene: Scene, others: tuple[Seat, ...]) -> int:
    """The columns right of a single table: for what tells of the end, or for the others' progress."""
    if scene.is_over:
        return END_WIDTH if scene.width >= TABLE_WIDTH + END_WIDTH else 0
    return BLOCK_WIDTH if others and scene.width >= TABLE_WIDTH + BLOCK_WIDTH + MARGIN else 0


def _end_rows(scene: Scene) -> int:
    """The rows at the end of what tells of it."""
    return END_ROWS + max(2, len(scene.view.moves)) if scene.is_over else 0


def _table(scene: Scene, seat: Seat, rivals: int, covered: int = 0, *, more: bool) -> Drawing:
    """A table at the size of the scene, with so many of the others below it.

    Of the columns covered at the right no more is made than has to be.
    """
    canvas = Canvas(scene.width, scene.height)
    layout = table(scene.view, seat)
    assert layout is not None, "only tables that are shown have a pane"
    plan = plan_layout(scene.width, scene.height, rivals)
    put_header(canvas, scene, seat, layout)
    if is_won(layout):
        put_win(canvas, scene, layout, plan, scene.width - covered)
    else:
        put_board(canvas, scene, seat, layout, plan)
    put_note(canvas, scene, seat, layout, plan.note, more=more)
    put_rivals(canvas, scene, seat, Rectangle(1, plan.note + 1, scene.width - covered - 1, plan.rivals))
    return canvas.done()


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
        put_pile(canvas, plan.box(place), layout.piles[place.number], plan.card, look, plan.step)
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
        return f"Click to let the {card} go; click a place or press its digit to move it there."
    if mark.picked is not None:
        move = move_between(mark.picked, place)
        refused = refusal(layout, move) if move else f"The {mark.card} goes back to a pile, not to another foundation."
        return refused or f"Click to put the {mark.card} there."
    if card is None:
        return ""
    more = "; double-click for its best place, right-click to play it up" if place.is_pile else " and take it back"
    return f"Click to pick the {card}{more}."
