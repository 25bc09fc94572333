"""Draws War: the other side above, the player's own below, and the result of the draw between them."""

from __future__ import annotations

import math
from typing import NamedTuple

from client.drawing import cards
from client.drawing.canvas import Canvas, Drawing, fit, width_of
from client.drawing.grammar import count, names_with_you, subject, verb
from client.games.spec import Scene
from client.games.war.rounds import put_course
from client.games.war.text import at_stake, comparison, last_draws, round_number, worth
from engines.game import Seat
from engines.war.view import Draw, View, is_over

FACE_DOWN_S, EDGE_S = 0.07, 0.14
"""A drawn card lies face down for a moment, stands on its edge, and then lies face up."""
BANNER_S, FLASH_S = 0.35, 0.7
"""A WAR's banner grows, and glows for a little longer."""
FRAME_S = 0.035
DECK_POINTS = 52
BAR_WIDTH = 2 * DECK_POINTS
"""Cells of the bar of points at most: a whole number for each point on a wide screen."""
TOP_PACE = 5
LOG_WIDTHS = ((160, 45), (100, 38), (80, 33))
"""From a width of the screen on, the columns for the rounds."""
BESIDE = ((100, 13), (80, 19))
"""From one of these sizes on the rounds stand beside the table; on smaller screens in a pane of their own."""
ABOUT_WIDTH, MAX_ABOUT_WIDTH = 18, 30
"""Columns for what is said beside a player's cards, at least and at most."""
GAP = 2
MIDDLE_ROWS = 3
END_WIDTH = 38
"""Columns at the lower right that the panel at the end covers."""


class BoardLayout(NamedTuple):
    """Where everything stands: the cards' size, the board's width, columns of the cards and words, and rows.

    Attributes:
        pile: the column of the cards still to be drawn.
        slot: the column of those drawn last.
        about: the column of the words about a player.
        cards: the first row of the upper and of the lower side's cards.
        middle: the first of the rows between them.
    """

    size: cards.CardSize
    width: int
    pile: int
    slot: int
    about: int
    cards: tuple[int, int]
    middle: int

    @property
    def about_width(self) -> int:
        return min(MAX_ABOUT_WIDTH, self.width - self.about)


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene: all rounds beside it, or on a small screen one of the two."""
    canvas = Canvas(scene.width, scene.height)
    is_small = not any(scene.width >= columns and scene.height >= rows for columns, rows in BESIDE)
    if is_small and scene.pane % 2:
        put_course(canvas, scene, 0, scene.width)
        return canvas.done()
    log_width = 0 if is_small else next(width for least, width in LOG_WIDTHS if scene.width >= least)
    plan = _plan(scene, scene.width - log_width)
    for place, seat in enumerate(_seats(scene)):
        _put_side(canvas, scene, plan, plan.cards[place], seat)
    _put_middle(canvas, scene, plan)
    if scene.is_over and plan.about - GAP > scene.width - END_WIDTH:
        canvas.mark_full()
    if log_width:
        put_course(canvas, scene, scene.width - log_width, log_width)
    return canvas.done()


def _plan(scene: Scene, width: int) -> BoardLayout:
    """The layout for a board of so many columns: the largest cards that fit, in the middle."""
    step = cards.LARGE.step if scene.view.variant == "scouts" else 0
    least = step + 2 * GAP + ABOUT_WIDTH + 1
    size = cards.fit_card((width - least) // 2, (scene.height - MIDDLE_ROWS - GAP) // 2)
    gap = max(1, min(3, (scene.height - 2 * size.height - MIDDLE_ROWS) // 4))
    top = max(0, (scene.height - 2 * size.height - MIDDLE_ROWS - 2 * gap) // 2)
    middle = top + size.height + gap
    drawn = size.width + (size.step if step else 0)
    whole = size.width + GAP + drawn + GAP + MAX_ABOUT_WIDTH
    pile = max(1, (width - whole) // 2)
    slot = pile + size.width + GAP
    return BoardLayout(size, width, pile, slot, slot + drawn + GAP, (top, middle + MIDDLE_ROWS + gap), middle)


def _seats(scene: Scene) -> tuple[Seat, Seat]:
    """The seats above and below: the player's own below, for a spectator the first."""
    mine = scene.seat or 0
    return 1 - mine, mine


def _put_side(canvas: Canvas, scene: Scene, plan: BoardLayout, y: int, seat: Seat) -> None:
    left, size = scene.view.left[seat], plan.size
    if left:
        cards.put_back(canvas, plan.pile, y, size)
        canvas.centre(plan.pile + 1, y + size.height // 2, size.width - 2, f" {left} ", "back")
    else:
        cards.put_slot(canvas, plan.pile, y, size)
    _put_drawn(canvas, scene, plan, y, seat)
    lines = _about(scene, seat, size.height)
    for row, (text, style) in enumerate(lines, y + (size.height - len(lines)) // 2):
        canvas.put(plan.about, row, fit(text, plan.about_width), style)
    if seat == scene.seat:
        canvas.click(plan.pile, y, size.width, size.height, "flip", "A click on your pile flips.")


def _about(scene: Scene, seat: Seat, room: int) -> list[tuple[str, str]]:
    """What is said beside a player's cards, a row for each so that nothing jumps, in five rows or six."""
    view: View = scene.view
    style = "mine" if seat == _seats(scene)[1] else "theirs"
    score, left = f"score {view.scores[seat]}", count(view.left[seat], "card")
    counts = [(score, ""), (left, "")] if room > cards.SMALL.height else [(f"{score}, {left}", "")]
    return [
        (f"{scene.names[seat]} (you)" if seat == scene.seat else scene.names[seat], f"bright {style}"),
        *counts,
        (_drawn_in_words(scene, seat), "bright"),
        _state(scene, seat),
        (_soon(scene) if seat == scene.seat else "", "soft"),
    ]


def _drawn_in_words(scene: Scene, seat: Seat) -> str:
    """The value of a side's last cards; empty before the first draw, and while they turn over."""
    view, draws = scene.view, last_draws(scene.view)
    if not draws or _has_moved_on(scene) or _drawn_age_s(scene) < EDGE_S:
        return ""
    return worth(draws[-1].cards[seat], draws[-1].values[seat], view.variant)


def _state(scene: Scene, seat: Seat) -> tuple[str, str]:
    view: View = scene.view
    if seat < len(scene.present) and not scene.present[seat]:
        return "○ away", "warn"
    if scene.is_over or is_over(view):
        return "", ""
    if seat == scene.seat and scene.pending:
        return "… flipping", "soft"
    if view.flipped[seat]:
        return "● has flipped" if seat != scene.seat else "● you flipped", "good"
    if seat == scene.seat:
        return "SPACE to flip", "on"
    return "to flip", "soft"


def _soon(scene: Scene) -> str:
    if scene.pace:
        return f"speed {min(scene.pace, TOP_PACE)}, a stops"
    if scene.time_left_s is None or scene.seat is None or scene.view.flipped[scene.seat]:
        return ""
    return f"Auto-flip in {math.ceil(scene.time_left_s)} s"


def _put_drawn(canvas: Canvas, scene: Scene, plan: BoardLayout, y: int, seat: Seat) -> None:
    """Draw a side's last cards or, once the player has flipped for the next draw, who has a card face down for it."""
    view: View = scene.view
    draws = last_draws(view)
    x = plan.slot
    if _has_moved_on(scene):
        is_down = view.flipped[seat] or (seat == scene.seat and scene.pending is not None)
        (cards.put_back if is_down else cards.put_slot)(canvas, x, y, plan.size)
    elif not draws:
        cards.put_slot(canvas, x, y, plan.size)
    elif (age_s := _drawn_age_s(scene)) < EDGE_S:
        is_down = age_s < FACE_DOWN_S
        (cards.put_back if is_down else cards.put_edge)(canvas, x, y, plan.size)
        canvas.again((FACE_DOWN_S if is_down else EDGE_S) - age_s)
    else:
        _put_cards(canvas, plan, y, draws[-1], seat)


def _put_cards(canvas: Canvas, plan: BoardLayout, y: int, draw: Draw, seat: Seat) -> None:
    x = plan.slot
    *beneath, top = draw.cards[seat]
    for card in beneath:
        cards.put_beneath(canvas, x, y, card, plan.size)
        x += plan.size.step
    cards.put_face(canvas, x, y, top, plan.size)


def _has_moved_on(scene: Scene) -> bool:
    """Whether the player has flipped for the next draw, so that the last one can be cleared away."""
    return scene.seat is not None and (scene.pending is not None or scene.view.flipped[scene.seat])


def _drawn_age_s(scene: Scene) -> float:
    """The age of the last draw; infinite if it was not seen or motion is off."""
    age_s, view = scene.age_s, scene.view
    for earlier in reversed(scene.earlier):
        if _count_draws(earlier.view) != _count_draws(view):
            return age_s
        age_s, view = earlier
    return math.inf


def _count_draws(view: View) -> tuple[int, int]:
    return len(view.rounds), len(view.war)


def _put_middle(canvas: Canvas, scene: Scene, plan: BoardLayout) -> None:
    view: View = scene.view
    age_s = _drawn_age_s(scene)
    is_turning = age_s < EDGE_S and not _has_moved_on(scene)
    _put_bar(canvas, scene, plan)
    if is_turning:
        return
    if view.war:
        _put_war(canvas, plan, age_s)
        text, style = _stake(scene, plan.width - 2), "warn"
    else:
        text, style = _result(scene)
        canvas.centre(1, plan.middle, plan.width - 2, text, style)
        text, style = _wars_in_it(view), "soft"
    canvas.centre(1, plan.middle + 2, plan.width - 2, text, style)


def _stake(scene: Scene, width: int) -> str:
    view: View = scene.view
    cards_at_stake = f"{at_stake(view.war)} cards at stake"
    whole = f"{cards_at_stake}: {comparison(view.war[-1], view.variant, scene.seat)}"
    return whole if width_of(whole) <= width else cards_at_stake


def _put_war(canvas: Canvas, plan: BoardLayout, age_s: float) -> None:
    """Draw the banner: it grows from the middle and glows for a moment."""
    half = (min(plan.width, BAR_WIDTH) - 14) // 2
    shown = min(half, 1 + int(half * age_s / BANNER_S)) if age_s < BANNER_S else half
    text = f"{'━' * shown}  W A R !  {'━' * shown}"
    canvas.centre(0, plan.middle, plan.width, text, "war-flash" if age_s < FLASH_S else "war")
    if age_s < FLASH_S:
        canvas.again(FRAME_S if age_s < BANNER_S else FLASH_S - age_s)


def _result(scene: Scene) -> tuple[str, str]:
    view: View = scene.view
    if is_over(view):
        return _final(scene)
    if scene.is_over:
        return "━━━  THE GAME ENDED HERE  ━━━", "title"
    if not view.rounds:
        return f"Round {round_number(view)}: both flip a card", "soft"
    last = view.rounds[-1]
    if last.winner is None:
        return "The war couldn't go on: nobody scores", "soft"
    who = verb(names_with_you(scene.names, scene.seat)[last.winner], "win", "wins")
    text = f"{who} +{last.points}: {comparison(last.draws[-1], view.variant, last.winner)}"
    return text, "good" if last.winner == _seats(scene)[1] else "theirs"


def _final(scene: Scene) -> tuple[str, str]:
    first, second = scene.view.scores
    if first == second:
        return f"━━━  A TIE at {first}  ━━━", "title"
    winner = 0 if first > second else 1
    who = "YOU WIN" if winner == scene.seat else f"{subject(scene.names[winner])} WINS"
    return f"━━━  {who}  {max(first, second)} to {min(first, second)}  ━━━", "title"


def _wars_in_it(view: View) -> str:
    wars = len(view.rounds[-1].draws) - 1 if view.rounds else 0
    return f"after {wars} {'war' if wars == 1 else 'wars'}" if wars else ""


def _put_bar(canvas: Canvas, scene: Scene, plan: BoardLayout) -> None:
    """Draw the scores as parts of all points: the upper side's from the left, the lower side's from the right."""
    above, below = _seats(scene)
    theirs, mine = scene.view.scores[above], scene.view.scores[below]
    left = f"{fit(scene.names[above], 10)} {theirs} "
    right = f" {mine} {fit(scene.names[below], 10)}"
    width = min(BAR_WIDTH, plan.width - width_of(left) - width_of(right) - 2)
    parts = width * theirs // DECK_POINTS, width * mine // DECK_POINTS
    x = (plan.width - width - width_of(left) - width_of(right)) // 2
    y = plan.middle + 1
    x = canvas.put(x, y, left, "theirs")
    x = canvas.put(x, y, "█" * parts[0], "theirs")
    x = canvas.put(x, y, "░" * (width - sum(parts)), "slot")
    x = canvas.put(x, y, "▓" * parts[1], "mine")
    canvas.put(x, y, right, "mine")
