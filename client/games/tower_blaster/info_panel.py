"""Draws what stands beside the towers: the piles, what is known of the other side, and the turns so far."""

from __future__ import annotations

from collections.abc import Iterator

from client.drawing.canvas import Canvas, fit, pad, width_of, wrap_words
from client.games.spec import Scene
from client.games.tower_blaster.bricks import HIDDEN, bar
from client.games.tower_blaster.selection import marked_move
from client.games.tower_blaster.text import is_holding, taken_by
from engines.game import Seat
from engines.tower_blaster.view import BRICKS, HEIGHT, FinishedTurn, Reject, Take, View, is_over

LABEL_WIDTH = 9
NUMBER_WIDTH = 4
TURN_WIDTH, DEED_WIDTH = 4, 15
"""Cells for a turn's number and for what was done; the rest is for who did it."""
LEAST_ROWS, FEW_TURNS = 4, 8
"""Rows for what is known of the other side, and for the turns, in a game that has just begun."""

Line = tuple[str, str]
"""A text and its style."""


def put_piles(canvas: Canvas, scene: Scene, x: int, y: int, width: int, *, hints: bool = False) -> None:
    """Draw the pile, the brick in hand and the discard pile in three rows that can be clicked, and their keys."""
    view: View = scene.view
    cells = width - LABEL_WIDTH - NUMBER_WIDTH
    canvas.put(x, y, "pile")
    canvas.put(x + LABEL_WIDTH, y, f"{view.pile:<3}", "bright")
    canvas.put(x + LABEL_WIDTH + NUMBER_WIDTH, y, HIDDEN * (cells * view.pile // len(BRICKS) + 1), "face-down")
    _put_hand(canvas, view, x, y + 1, cells)
    canvas.put(x, y + 2, "discard")
    if view.top is not None:
        canvas.put(x + LABEL_WIDTH, y + 2, f"{view.top:<3}", "bright")
        canvas.put(x + LABEL_WIDTH + NUMBER_WIDTH, y + 2, bar(view.top, cells), "brick-top")
    if scene.seat is None:
        return
    _put_sign(canvas, scene, x, y)
    _put_mouse_regions(canvas, view, x, y, width)
    if hints and not scene.is_over:
        canvas.put(x, y + 4, fit(_hint(view, "discard"), width), "soft")
        canvas.put(x, y + 5, fit(_hint(view, "pile"), width), "soft")


def put_other(canvas: Canvas, scene: Scene, seat: Seat, x: int, y: int, width: int, height: int) -> None:
    """Draw what is known of a seat whose tower is hidden."""
    for row, (text, style) in enumerate(_other_lines(scene, seat, width)):
        if row < height:
            canvas.put(x, y + row, fit(text, width), style)


def other_rows(scene: Scene, seat: Seat, width: int, most: int) -> int:
    """The rows that `put_other` needs, so that the frame around it is no larger, but no less than for an empty hand."""
    return min(most, max(LEAST_ROWS, len(list(_other_lines(scene, seat, width)))))


def put_turns(canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int) -> None:
    """Draw the turns, newest first, in a frame no higher than they need, or than a few would."""
    lines = list(_lines(scene, width - 2 - TURN_WIDTH - DEED_WIDTH))
    framed = min(height, max(FEW_TURNS, len(lines)) + 2)
    canvas.frame(x, y, width, framed, "Turns")
    canvas.spares(x, y, width, height, framed)
    room = framed - 2
    first = max(0, min(scene.scroll, len(lines) - room))
    if not lines:
        canvas.put(x + 2, y + 1, fit("None yet.", width - 4), "soft")
    for row, (text, style) in enumerate(lines[first : first + room], y + 1):
        canvas.put(x + 1, row, fit(text, width - 2), style)


def seat_activity(scene: Scene, seat: Seat) -> Line:
    view: View = scene.view
    if seat < len(scene.present) and not scene.present[seat]:
        return "○ away", "warn"
    if scene.is_over or seat != view.mover:
        return "", ""
    if seat != scene.seat:
        return _hand_text(view), "theirs"
    if scene.pending:
        return "…", "soft"
    match view.source:
        case None:
            return "YOUR TURN: d or p", "on"
        case "discard":
            return f"PLACE {view.hand}", "on"
        case "pile":
            return f"PLACE {view.hand}, or x", "on"


def numbers(bricks: tuple[int, ...], width: int) -> list[str]:
    """Bricks by their numbers, in as many lines as needed."""
    return wrap_words(" ".join(map(str, bricks)), width)


def _put_hand(canvas: Canvas, view: View, x: int, y: int, cells: int) -> None:
    canvas.put(x, y, "in hand")
    if view.source is None or is_over(view):
        canvas.put(x + LABEL_WIDTH, y, "-", "soft")
    elif view.hand is None:
        canvas.put(x + LABEL_WIDTH, y, "?", "theirs")
    else:
        canvas.put(x + LABEL_WIDTH, y, f"{view.hand:<3}", "bright")
        is_mine = is_holding(view)
        canvas.put(x + LABEL_WIDTH + NUMBER_WIDTH, y, bar(view.hand, cells), "brick-hand" if is_mine else "theirs")


def _put_sign(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    """Mark the row of a hinted move, left of it."""
    match marked_move(scene.view, scene.mark):
        case Take("pile"):
            canvas.put(x - 1, y, "▸pile", "on")
        case Take("discard"):
            canvas.put(x - 1, y + 2, "▸discard", "on")
        case Reject():
            canvas.put(x - 1, y + 1, "▸reject ", "on")


def _put_mouse_regions(canvas: Canvas, view: View, x: int, y: int, width: int) -> None:
    """A click draws or takes; with a brick in hand from the main pile, a click on either pile rejects it."""
    if is_holding(view) and view.source == "pile":
        for row in (y, y + 2):
            canvas.click(x, row, width, 1, "reject", f"A click throws {view.hand} onto the discard pile.")
        return
    canvas.click(x, y, width, 1, "take pile", "A click draws from the pile.")
    canvas.click(x, y + 2, width, 1, "take discard", "A click takes the top of the discard pile, which you must place.")


def _hint(view: View, source: str) -> str:
    if is_holding(view):
        if view.source == "discard":
            return "1-9,0 place it" if source == "discard" else ""
        return "1-9,0 place it" if source == "discard" else "x rejects it"
    if source == "pile":
        return "p draws (can reject)"
    return "" if view.top is None else f"d takes {view.top} (must place)"


def _hand_text(view: View) -> str:
    match view.source, view.hand:
        case None, _:
            return "to play"
        case _, None:
            return "holds a brick"
        case _:
            return f"holds {view.hand}"


def _other_lines(scene: Scene, seat: Seat, width: int) -> Iterator[Line]:
    """What a seat does, its tower face down or as it was dealt, and what is known of it."""
    yield seat_activity(scene, seat) if seat_activity(scene, seat)[0] else (f"{HEIGHT} face down", "")
    if not (seat == 0 and scene.view.opened):
        in_row = HEIGHT if width >= 3 * HEIGHT - 1 else HEIGHT // 2
        yield from [(" ".join([HIDDEN * 2] * in_row), "face-down")] * (HEIGHT // in_row)
    yield from known_lines(scene, seat, width)


def known_lines(scene: Scene, seat: Seat, width: int) -> Iterator[Line]:
    """The bricks that a hidden tower was dealt, if all saw them, and those it openly took."""
    view: View = scene.view
    if seat == 0 and view.opened:
        yield "Dealt:", "soft"
        yield from ((line, "") for line in numbers(view.opened, width))
    if taken := taken_by(view, seat):
        yield "From discard pile:", "soft"
        yield from ((line, "bright") for line in numbers(taken, width))


def _lines(scene: Scene, room: int) -> Iterator[Line]:
    """The turns, newest first, each with a refill of the pile after it; `room` is the space for a name."""
    who_width = min(room, max(len("you"), *map(width_of, scene.names)) + 1)
    for turn in reversed(scene.view.log):
        if turn.turned is not None:
            yield f"{'':>4}pile refilled, {turn.turned} up", "soft"
        who = "you" if turn.seat == scene.seat else fit(scene.names[turn.seat], who_width - 1)
        is_mine = turn.seat == (scene.seat or 0)
        yield f"{turn.number:>3} {pad(who, who_width)}{_action(turn)}", "mine" if is_mine else "theirs"


def _action(turn: FinishedTurn) -> str:
    if turn.rejected:
        return f"rejected {turn.thrown}"
    if turn.source == "discard":
        return f"took {turn.brick}, out {turn.thrown}"
    return f"drew{f' {turn.brick}' if turn.brick else ''}, out {turn.thrown}"
