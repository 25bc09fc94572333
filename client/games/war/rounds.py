"""Draws the course of a War game: the lead after each of its rounds, and a list of them, newest first."""

from __future__ import annotations

from functools import lru_cache

from client.drawing.canvas import Canvas, Fragment, fit, width_of, wrap_words
from client.drawing.cards import SUIT_TEXT_STYLES
from client.drawing.grammar import capitalize
from client.games.spec import Scene
from client.games.war.text import leads, notes, standing, still_to_win
from client.games.widgets.rectangles import Rectangle
from engines.cards import Card
from engines.war.view import Draw, Round, Variant, View, is_over

NAME_WIDTH = 7
EARLIER = "… "
"""Stands for the first draws of a long war."""

LEAD_ROWS = ((39, 13), (24, 7), (15, 5))
"""From a height on, the rows of the frame with the lead after each round; in the first all rounds fit below it."""
MOST_LEAD = 10
"""The lead that fills the frame at least."""


def put_course(canvas: Canvas, scene: Scene, x: int, width: int) -> None:
    """Draw the lead, if there is space for it, and the rounds in columns as high as the canvas."""
    top = next((rows for least, rows in LEAD_ROWS if canvas.height >= least), 0)
    if top:
        _put_lead(canvas, scene, Rectangle(x, 0, width, top))
    put_rounds(canvas, scene, Rectangle(x, top, width, canvas.height - top))


def put_rounds(canvas: Canvas, scene: Scene, place: Rectangle) -> None:
    """Draw the rounds in a frame."""
    view: View = scene.view
    canvas.spares(*place)
    inside = place.with_frame(canvas, f"Rounds, {view.variant}")
    lines = _lines(view)
    first = max(0, min(scene.scroll, len(lines) - inside.height))
    if not lines:
        canvas.put(inside.x, inside.y, fit("None yet.", inside.width), "soft")
    for row, (number, finished) in enumerate(lines[first : first + inside.height], inside.y):
        _put_round(canvas, scene, inside.x - 1, row, inside.width + 2, number, finished)
    _put_notes(canvas, scene, inside, inside.height - max(1, len(lines)) - 1)


def _put_notes(canvas: Canvas, scene: Scene, inside: Rectangle, room: int) -> None:
    """Write at the lower edge what wins and how the game has gone, as much as the rows left under the list hold."""
    rows: list[str] = []
    has_ended = scene.is_over or is_over(scene.view)
    for note in (*notes(scene.view, scene.names, scene.seat), *(() if has_ended else (still_to_win(scene.view),))):
        if len(rows) + len(more := wrap_words(note, inside.width)) > room:
            break
        rows += more
    for row, text in enumerate(rows, inside.y + inside.height - len(rows)):
        canvas.put(inside.x, row, fit(text, inside.width), "soft")


def _put_lead(canvas: Canvas, scene: Scene, place: Rectangle) -> None:
    """Draw a bar for each round, up where the player or the first seat was ahead, and down where they were behind.

    Of more rounds than there are columns, the last ones.
    """
    mine = scene.seat or 0
    heading = standing(scene.view, scene.names, scene.seat)
    inside = place.with_frame(canvas, capitalize(heading) if len(set(scene.view.scores)) == 1 else heading)
    half, middle = inside.height // 2, inside.y + inside.height // 2
    canvas.put(inside.x, inside.y, fit(scene.names[mine], NAME_WIDTH), "mine")
    canvas.put(inside.x, inside.y + 2 * half, fit(scene.names[1 - mine], NAME_WIDTH), "theirs")
    canvas.put(inside.x, middle, "─" * inside.width, "slot")
    course = leads(scene.view, mine)[NAME_WIDTH + 1 - inside.width :]
    dots = 2 * half / max(MOST_LEAD, *map(abs, course), 0)
    for x, lead in enumerate(course, inside.x + NAME_WIDTH + 1):
        whole, rest = divmod(max(lead != 0, round(abs(lead) * dots)), 2)
        step, end, style = (-1, "▄", "mine") if lead > 0 else (1, "▀", "theirs")
        for row in range(1, whole + 1):
            canvas.put(x, middle + step * row, "█", style)
        if rest:
            canvas.put(x, middle + step * (whole + 1), end, style)


def _lines(view: View) -> list[tuple[int, Round]]:
    """Every round with its number, newest first; one whose war is under way comes first, still without points."""
    rounds = [*view.rounds, *([Round(view.war, None, 0)] if view.war else [])]
    return list(enumerate(rounds, 1))[::-1]


def _put_round(canvas: Canvas, scene: Scene, x: int, y: int, width: int, number: int, finished: Round) -> None:
    style = "" if finished.winner is None else "mine" if finished.winner == (scene.seat or 0) else "theirs"
    canvas.put(x, y, f"{number:>3} ")
    canvas.put(x + 4, y, fit(_who(scene, finished, number), NAME_WIDTH), style)
    points = f"+{finished.points}" if finished.points else "-"
    end = canvas.right(x + width - 1, y, points, style)
    pieces = _pieces(finished, scene.view.variant, end - x - NAME_WIDTH - 6)
    column = x + 4 + NAME_WIDTH + 1
    for piece_style, text in pieces:
        column = canvas.put(column, y, text, piece_style)


def _who(scene: Scene, finished: Round, number: int) -> str:
    if finished.winner is None:
        return "WAR" if number > len(scene.view.rounds) else "nobody"
    return "you" if finished.winner == scene.seat else scene.names[finished.winner]


@lru_cache(maxsize=256)
def _pieces(finished: Round, variant: Variant, width: int) -> list[Fragment]:
    """The draws, the winner's card first; of a long war the last ones that fit, and without the values if need be."""
    winner = finished.winner or 0
    draws = [_draw_pieces(draw, winner, variant) for draw in finished.draws]
    kept = draws
    while len(kept) > 1 and _width(kept) > width - (len(EARLIER) if len(kept) < len(draws) else 0):
        kept = kept[1:]
    before: list[Fragment] = [("soft", EARLIER)] if len(kept) < len(draws) else []
    if _width(kept) > width - len(EARLIER) * len(before):
        kept = [_draw_pieces(finished.draws[-1], winner, "normal")]
    return [*before, *[piece for draw in kept for piece in (*draw, ("", " "))]]


def _draw_pieces(draw: Draw, winner: int, variant: Variant) -> list[Fragment]:
    """The cards of a draw, and in the scouts variant their values, unless they are those of single cards."""
    sign = "=" if draw.values[0] == draw.values[1] else ">"
    first, second = (_side_pieces(draw.cards[seat]) for seat in (winner, 1 - winner))
    if variant == "scouts" and any(len(cards) > 1 for cards in draw.cards):
        values = f"({draw.values[winner]}{sign}{draw.values[1 - winner]})"
        return [*first, ("", sign), *second, ("soft", values)]
    return [*first, ("", sign), *second]


def _side_pieces(cards: tuple[Card, ...]) -> list[Fragment]:
    pieces: list[Fragment] = []
    for card in cards:
        pieces += [("", "+")] if pieces else []
        pieces.append((SUIT_TEXT_STYLES[card.suit], str(card)))
    return pieces


def _width(draws: list[list[Fragment]]) -> int:
    return sum(width_of(text) for draw in draws for _, text in draw) + len(draws) - 1
