"""Draws piles and foundations: cards side by side, closer the more there are, and always readable."""

from __future__ import annotations

from typing import NamedTuple

from client.drawing.canvas import Canvas, width_of
from client.drawing.cards import SUIT_STYLES, CardSize, put_face, put_slot
from client.games.streets_and_alleys.card_names import short
from client.games.widgets.rectangles import Rectangle
from engines.cards import RANKS, SUITS, Card
from engines.streets_and_alleys.layout import Pile

THIN, HEAVY, DOUBLE = "┌─┐│└┘", "┏━┓┃┗┛", "╔═╗║╚╝"
"""The frames of a card, of a picked one, and of a foundation."""
STEPS = ((4, 5), (3, 5), (2, 4))
"""The distance of a card from the one that it covers, and the least width of the last one, where they are close."""
TALL, PICTURED = 7, 11
"""A card of so many rows has its suit in the middle, and its rank in two corners; of so many, pips or a figure."""
TOKEN, BRACKETS = 3, 2
"""Cells for a card in a pile that is written in lines, and for the brackets around the last one."""


class CardStyle(NamedTuple):
    """How a place looks: its card is picked, the picked one may go there, rows to lift it, a card searched for."""

    is_picked: bool = False
    is_aimed: bool = False
    lift: int = 0
    found: Card | None = None

    @property
    def style(self) -> str:
        return " picked" if self.is_picked else " aimed" if self.is_aimed else ""


class Spread(NamedTuple):
    """How a pile's cards lie: `step` cells apart, and the last one `card` cells wide."""

    step: int
    card: int


def put_pile(canvas: Canvas, box: Rectangle, pile: Pile, card: int, look: CardStyle, step: int = 4) -> None:
    """Draw a pile, its last card at the right and `card` cells wide, `step` cells from the one before, if that fits."""
    spread = spread_of(len(pile), box.width, card, step)
    if not pile:
        put_slot(canvas, box.x, box.y, CardSize(card, box.height, 0))
    elif spread is None:
        _put_lines(canvas, box, pile, look)
    else:
        _put_spread(canvas, box, pile, spread, look)


def put_foundation(canvas: Canvas, box: Rectangle, number: int, top: Card | None, look: CardStyle) -> None:
    """Draw a foundation with its top card or, if it is empty, the suit that is usually begun there."""
    if top is None:
        style = "on" if look.is_aimed else "frame"
        _put_outline(canvas, box, DOUBLE, style)
        canvas.put(box.x + box.width // 2, box.y + (box.height - 1) // 2, SUITS[number], "soft")
    else:
        style = f"card{look.style}"
        _put_card(canvas, box, top, look, HEAVY if look.is_picked else DOUBLE)
    canvas.put(box.x + 1, box.y, f"F{number}", style)


def spread_of(count: int, width: int, card: int, widest: int = 4) -> Spread | None:
    """How so many cards fit a width, as far apart as possible; None if they have to be written in lines."""
    for step, least in (*((step, card) for step in range(widest, STEPS[0][0], -1)), *STEPS):
        room = width - (count - 1) * step
        if room >= least:
            return Spread(step, min(room, card))
    return None


def _put_spread(canvas: Canvas, box: Rectangle, pile: Pile, spread: Spread, look: CardStyle) -> None:
    for at, card in enumerate(pile[:-1]):
        _put_covered(canvas, box._replace(x=box.x + at * spread.step, width=spread.step), card, at, look)
    last = Rectangle(box.x + (len(pile) - 1) * spread.step, box.y - look.lift * look.is_picked, spread.card, box.height)
    _put_card(canvas, last, pile[-1], look, HEAVY if look.is_picked else THIN)


def _put_covered(canvas: Canvas, box: Rectangle, card: Card, at: int, look: CardStyle) -> None:
    """Draw the visible part of a card: the left edge, rank and suit; if that does not fit, without the edge."""
    across = THIN[1] * (box.width - 1)
    shade = " card-shade" if box.width == STEPS[-1][0] and at % 2 else ""
    _put_rows(canvas, box, THIN[0] + across, THIN[3] + " " * (box.width - 1), THIN[4] + across, f"card{shade}")
    text = str(card) if box.width > TOKEN else short(card)
    end = min(box.width, TOKEN + 1)
    canvas.put(box.x + end - width_of(text), box.y + 1, text, f"{_style(card, look)}{shade}")


def _put_card(canvas: Canvas, box: Rectangle, card: Card, look: CardStyle, frame: str) -> None:
    room = min(TOKEN, box.width - 2)
    text = str(card) if width_of(str(card)) <= room else short(card)
    style = f"{_style(card, look)}{look.style}"
    if box.height >= PICTURED:
        put_face(canvas, box.x, box.y, card, CardSize(box.width, box.height, 0))
        canvas.put(box.x + 1, box.y + 2, " ", "card")  # the suit stands beside the rank
        canvas.outline(box.x, box.y, box.width, box.height, f"card{look.style}", frame)
        style = _style(card, look)
    else:
        _put_outline(canvas, box, frame, f"card{look.style}")
    if TALL <= box.height < PICTURED:
        canvas.put(box.x + box.width // 2, box.y + box.height // 2, SUITS[card.suit], style)
        canvas.right(box.x + box.width - 1, box.y + box.height - 2, RANKS[card.rank], style)
    canvas.put(box.x + 1, box.y + 1, f"{text:>{room}}", style)


def _put_outline(canvas: Canvas, box: Rectangle, frame: str, style: str) -> None:
    across = frame[1] * (box.width - 2)
    middle = frame[3] + " " * (box.width - 2) + frame[3]
    _put_rows(canvas, box, frame[0] + across + frame[2], middle, frame[4] + across + frame[5], style)


def _put_rows(canvas: Canvas, box: Rectangle, top: str, middle: str, bottom: str, style: str) -> None:
    canvas.put(box.x, box.y, top, style)
    for y in range(box.y + 1, box.y + box.height - 1):
        canvas.put(box.x, y, middle, style)
    canvas.put(box.x, box.y + box.height - 1, bottom, style)


def _put_lines(canvas: Canvas, box: Rectangle, pile: Pile, look: CardStyle) -> None:
    """Write the pile in lines, the last card in brackets."""
    in_line = (box.width - BRACKETS) // TOKEN
    for row in range(box.height):
        canvas.put(box.x, box.y + row, " " * box.width, "card")
    for at, card in enumerate(pile):
        x, y = box.x + at % in_line * TOKEN, box.y + at // in_line
        if at == len(pile) - 1:
            canvas.put(x, y, f"[{card}]", f"card{look.style}")
            canvas.put(x + 1, y, str(card), f"{_style(card, look)}{look.style}")
        else:
            canvas.put(x, y, str(card), _style(card, look))


def _style(card: Card, look: CardStyle) -> str:
    return f"{SUIT_STYLES[card.suit]}{' found' if card == look.found else ''}"
