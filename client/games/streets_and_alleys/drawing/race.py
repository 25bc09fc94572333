"""Draws the race: a row or a block for each of the others beside the player's own cards, or the standings alone."""

from __future__ import annotations

from collections.abc import Sequence

from client.drawing.canvas import Canvas, fit, fit_any, fit_name, pad, width_of
from client.drawing.cards import SUIT_TEXT_STYLES
from client.drawing.grammar import count, names_with_you
from client.games.spec import Scene
from client.games.streets_and_alleys.card_names import FOUNDATIONS, short
from client.games.streets_and_alleys.drawing.card_rows import CardStyle, put_foundation, put_pile
from client.games.streets_and_alleys.drawing.header import clock
from client.games.streets_and_alleys.scores import CARDS, game_end, lead, standings
from client.games.widgets.rectangles import Rectangle
from engines.cards import RANKS
from engines.game import Seat
from engines.streets_and_alleys.layout import Foundations, run
from engines.streets_and_alleys.view import View, places, scores

NAME, SCORE, TOPS, MOVES = 12, 7, 13, 11
"""Cells for a name, the number of cards up, the foundations' tops, and the number of moves."""
ORDINALS = ("1st", "2nd", "3rd", "4th")
BAR = 26
"""Cells of a bar for all cards, two cards a cell."""
BAR_ROWS = 3
"""Rows for a seat's row with a bar below it."""
CARD_WIDTH, CARD_HEIGHT, CARD_LEAST = 7, 5, 3
"""A foundation in a block, and how low it may be."""
BLOCK_WIDTH = 38
"""A block at least, with the cell between two blocks."""
FANS = ((13, 10, 6), (9, 7, 4), (7, 5, 3), (5, 4, 3), (5, 3, 2))
"""A card of a foundation laid out: its width, its height at most, and how far from the next, the largest first."""
FRAME = 4
"""Columns that a block needs besides what is in it."""
BLOCK_ROWS = 5
"""Rows of a block at least: its frame, the numbers, the state and the bar."""


def put_rivals(canvas: Canvas, scene: Scene, seat: Seat, box: Rectangle) -> None:
    """Draw the standings of the seats not shown: a row each, or in short all in one."""
    others = tuple(other for other in standings(scene.view) if other != seat)
    if len(others) <= box.height:
        for row, other in enumerate(others):
            _put_row(canvas, scene, other, box.below(row))
    elif box.height:
        texts = ["   ".join(way(scene, other) for other in others) for way in (_short, _shorter)]
        if not scene.is_over or width_of(texts[-1]) < box.width:  # else the end, which is told beside it, says so too
            canvas.put(box.x, box.y, fit_any(texts, box.width - 1), "theirs")


def put_race(canvas: Canvas, scene: Scene) -> None:
    """Draw how the race stands: in words, and for each seat, leader first, its foundations and how far it is."""
    view: View = scene.view
    x = canvas.put(1, 0, f"The race, deal {view.deal}", "title") + 3
    if scene.time_left_s is not None and view.over is None:
        x = canvas.put(x, 0, f"{clock(scene.time_left_s)} left", "bright") + 3
    who = names_with_you(scene.names, scene.seat)
    said = next(game_end(view, who)) if view.over else lead(view, who)
    canvas.put(1, 1, fit(said, canvas.width - 2), "news")
    put_blocks(canvas, scene, standings(view), Rectangle(0, 3, canvas.width, canvas.height - 3))


def put_blocks(canvas: Canvas, scene: Scene, seats: Sequence[Seat], area: Rectangle) -> None:
    """Draw a block for each of the seats, side by side or one below the other, or a row each where that is all."""
    columns = max(1, min(len(seats), area.width // BLOCK_WIDTH))
    rows = -(-len(seats) // columns)
    columns = -(-len(seats) // rows)
    if area.height // rows < BLOCK_ROWS:
        _put_rows(canvas, scene, seats, area)
        return
    width = area.width // columns
    height = area.height // rows
    if height - BLOCK_ROWS >= CARD_LEAST * len(FOUNDATIONS):
        height = min(height, BLOCK_ROWS + len(FOUNDATIONS) * (_fan(width - FRAME, height - BLOCK_ROWS)[1] + 1))
    for at, seat in enumerate(seats):
        row, column = divmod(at, columns)
        _put_block(canvas, scene, seat, Rectangle(area.x + column * width, area.y + row * height, width, height))


def _put_rows(canvas: Canvas, scene: Scene, seats: Sequence[Seat], area: Rectangle) -> None:
    """Draw a row for each of the seats, with a bar below it if there is space for one."""
    high = min(area.height // len(seats), BAR_ROWS)
    for at, seat in enumerate(seats):
        row = Rectangle(area.x + 2, area.y + at * high, area.width - 2, 1)
        _put_row(canvas, scene, seat, row, has_bar=high < BAR_ROWS)
        if high == BAR_ROWS:
            _put_bar(canvas, scene, seat, row.below(1)._replace(width=row.width - 2))


def _put_bar(canvas: Canvas, scene: Scene, seat: Seat, box: Rectangle) -> None:
    """Draw how many of all cards are up."""
    up = box.width * scores(scene.view)[seat] // CARDS
    style = "mine" if seat == scene.seat else "theirs"
    canvas.put(canvas.put(box.x, box.y, "█" * up, style), box.y, "░" * (box.width - up), "slot")


def _put_block(canvas: Canvas, scene: Scene, seat: Seat, box: Rectangle) -> None:
    """Draw a seat's place, cards up and moves, a bar of its cards, and its foundations as cards where they fit."""
    view: View = scene.view
    style = "mine" if seat == scene.seat else "theirs"
    inside = box.width - FRAME
    canvas.frame(
        box.x,
        box.y,
        box.width - 1,
        box.height,
        ORDINALS[places(view)[seat] - 1],
        "frame-here" if seat == scene.seat else "frame",
    )
    x = canvas.put(box.x + 2, box.y + 1, pad(fit_name(scene.names[seat], NAME), NAME), f"bright {style}") + 1
    x = canvas.put(x, box.y + 1, f"{scores(view)[seat]:>2}/{CARDS}".ljust(SCORE), "bright")
    x = canvas.put(x, box.y + 1, count(view.moves[seat], "move").ljust(MOVES))
    state = _state(scene, seat)
    canvas.put(box.x + 2, box.y + 2, fit(state, inside), "warn")
    _put_bar(canvas, scene, seat, Rectangle(box.x + 2, box.y + 3, inside - 1, 1))
    room = Rectangle(box.x + 2, box.y + 4, inside, box.height - 5)
    if room.height >= CARD_LEAST * len(FOUNDATIONS):
        _put_fans(canvas, view.foundations[seat], room)
    elif room.height >= CARD_LEAST:
        for at, top in enumerate(view.foundations[seat]):
            place = Rectangle(room.x + at * (CARD_WIDTH + 1), room.y, CARD_WIDTH, min(CARD_HEIGHT, room.height))
            put_foundation(canvas, place, at, top, CardStyle())
    else:
        _put_tops(canvas, view, seat, room.x, room.y if box.height > BLOCK_ROWS else box.y + 2)


def _fan(width: int, rows: int) -> tuple[int, int, int]:
    """The largest way to lay out a whole suit in such a width, and all suits in so many rows."""
    fits = (fan for fan in FANS if (len(RANKS) - 1) * fan[2] + fan[0] <= width and len(FOUNDATIONS) * fan[1] <= rows)
    return next(fits, FANS[-1])


def _put_fans(canvas: Canvas, foundations: Foundations, room: Rectangle) -> None:
    """Lay each foundation out from its ace, one below the other."""
    width, high, step = _fan(room.width, room.height)
    each = min(high + 1, room.height // len(FOUNDATIONS))
    high = min(high, each)
    for at, top in enumerate(foundations):
        y = room.y + at * each
        if top is None:
            put_foundation(canvas, Rectangle(room.x, y, width, high), at, top, CardStyle())
        else:
            put_pile(canvas, Rectangle(room.x, y, room.width, high), run(top), width, CardStyle(), step)


def _put_row(canvas: Canvas, scene: Scene, seat: Seat, box: Rectangle, *, has_bar: bool = True) -> None:
    """Draw a seat's progress, as much of it as fits."""
    view: View = scene.view
    style = "mine" if seat == scene.seat else "theirs"
    x, y, end = box.x, box.y, box.x + box.width
    if box.width <= NAME + 1 + SCORE + TOPS + MOVES:
        canvas.put(x, y, fit_any((_short(scene, seat), _shorter(scene, seat)), end - 1 - x), style)
        return
    x = canvas.put(x, y, pad(fit_name(scene.names[seat], NAME), NAME), f"bright {style}") + 1
    x = canvas.put(x, y, f"{scores(view)[seat]:>2}/{CARDS}".ljust(SCORE), "bright")
    _put_tops(canvas, view, seat, x, y)
    x = canvas.put(x + TOPS, y, count(view.moves[seat], "move").ljust(MOVES))
    state = _state(scene, seat)
    if has_bar and x + BAR + 2 + width_of(state) < end:
        _put_bar(canvas, scene, seat, Rectangle(x, y, BAR, 1))
        x += BAR + 2
    canvas.put(x, y, fit(state, max(0, end - 1 - x)), "warn")


def _put_tops(canvas: Canvas, view: View, seat: Seat, x: int, y: int) -> None:
    for top in view.foundations[seat]:
        text, style = ("- ", "slot") if top is None else (short(top), SUIT_TEXT_STYLES[top.suit])
        x = canvas.put(x, y, text, style) + 1


def _state(scene: Scene, seat: Seat) -> str:
    view: View = scene.view
    if seat in view.gone:
        return scene.gone.get(seat, "resigned")
    if view.over and places(view)[seat] == 1:
        return "won" if seat != scene.seat else "you won"
    return "" if scene.present[seat : seat + 1] != (False,) else "○ away"


def _short(scene: Scene, seat: Seat) -> str:
    view: View = scene.view
    state = f" {state}" if (state := _state(scene, seat)) else ""
    return f"{fit_name(scene.names[seat], NAME)} {scores(view)[seat]}/{CARDS} {count(view.moves[seat], 'move')}{state}"


def _shorter(scene: Scene, seat: Seat) -> str:
    return f"{fit_name(scene.names[seat], NAME)} {scores(scene.view)[seat]}/{CARDS}"
