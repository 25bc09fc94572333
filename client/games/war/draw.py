"""Draws War: the other side above, the player's own below, and the result of the draw between them."""

from __future__ import annotations

import math
from typing import NamedTuple

from client.drawing import cards
from client.drawing.canvas import Canvas, Drawing, fit, width_of
from client.games.spec import Scene
from client.games.war.rounds import put_rounds
from client.games.war.text import at_stake, comparison, last_draws, round_number, worth
from engines.game import Seat
from engines.war.view import Draw, View, is_over

FACE_DOWN_S, EDGE_S = 0.07, 0.14
"""A drawn card lies face down for a moment, stands on its edge, and then lies face up."""
BANNER_S, FLASH_S = 0.35, 0.7
"""A WAR's banner grows, and glows for a little longer."""
FRAME_S = 0.035
LOG_WIDTH = 37
DECK_POINTS = 52
BAR_WIDTH = 40
TOP_PACE = 5


class BoardLayout(NamedTuple):
    """Measures: the cards' size, the width and the first row of the board, and rows and columns on it."""

    size: cards.CardSize
    width: int
    top: int
    names: tuple[int, int]
    cards: tuple[int, int]
    banner: int
    bar: int
    stake: int
    pile: int
    slot: int
    hint: int | None


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene: all rounds beside it, or on a small screen one of the two."""
    canvas = Canvas(scene.width, scene.height)
    is_small = scene.width < 80 or scene.height < 19
    if is_small and scene.pane % 2:
        put_rounds(canvas, scene, 0, scene.width)
        return canvas.done()
    plan = _plan(scene, is_small)
    for place, seat in enumerate(_seats(scene)):
        _put_side(canvas, scene, plan, place, seat)
    _put_middle(canvas, scene, plan)
    if plan.hint is not None:
        canvas.put(plan.pile, plan.top + plan.hint, fit(_soon(scene), plan.width - plan.pile), "soft")
    if not is_small:
        put_rounds(canvas, scene, plan.width, scene.width - plan.width)
    return canvas.done()


def _plan(scene: Scene, is_small: bool) -> BoardLayout:
    """The layout for a size; spare rows go above and below."""
    width = scene.width if is_small else scene.width - LOG_WIDTH - 1
    if scene.width >= 100 and scene.height >= 27:
        return BoardLayout(cards.LARGE, width, (scene.height - 25) // 2, (1, 23), (2, 15), 10, 11, 12, 2, 24, 24)
    if is_small:
        return BoardLayout(cards.SMALL, width, (scene.height - 15) // 2, (0, 14), (1, 9), 6, 7, 8, 1, 22, None)
    return BoardLayout(cards.SMALL, width, (scene.height - 19) // 2, (0, 17), (1, 12), 7, 8, 9, 1, 17, 18)


def _seats(scene: Scene) -> tuple[Seat, Seat]:
    """The seats above and below: the player's own below, for a spectator the first."""
    mine = scene.seat or 0
    return 1 - mine, mine


def _put_side(canvas: Canvas, scene: Scene, plan: BoardLayout, place: int, seat: Seat) -> None:
    _put_name(canvas, scene, plan, plan.top + plan.names[place], seat)
    y = plan.top + plan.cards[place]
    left = scene.view.left[seat]
    if left:
        cards.put_back(canvas, plan.pile, y, plan.size)
    else:
        cards.put_slot(canvas, plan.pile, y, plan.size)
    canvas.put(plan.pile + plan.size.width + 1, y + plan.size.height // 2, f"x{left}", "bright")
    _put_drawn(canvas, scene, plan, y, seat)
    if seat == scene.seat:
        canvas.click(plan.pile, y, plan.size.width, plan.size.height, "flip", "A click on your pile flips.")


def _put_name(canvas: Canvas, scene: Scene, plan: BoardLayout, y: int, seat: Seat) -> None:
    view: View = scene.view
    style = "mine" if seat == _seats(scene)[1] else "theirs"
    state, state_style = _state(scene, seat)
    if plan.hint is None and seat == scene.seat and (soon := _soon(scene)):
        state = f"{state}  {soon}"
    start = canvas.right(plan.width - 2, y, state, state_style)
    x = canvas.put(plan.pile, y, fit(scene.names[seat], 16), f"bright {style}")
    for text in (f"score {view.scores[seat]}", f"cards {view.left[seat]}"):
        if x + 3 + len(text) < start:
            x = canvas.put(x + 3, y, text)


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
        return f"Flipping by itself at speed {min(scene.pace, TOP_PACE)}; a stops"
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
        _put_cards(canvas, plan, y, draws[-1], seat, view)


def _put_cards(canvas: Canvas, plan: BoardLayout, y: int, draw: Draw, seat: Seat, view: View) -> None:
    x = plan.slot
    *beneath, top = draw.cards[seat]
    for card in beneath:
        cards.put_beneath(canvas, x, y, card, plan.size)
        x += plan.size.step
    cards.put_face(canvas, x, y, top, plan.size)
    x += plan.size.width + 2
    middle = y + plan.size.height // 2
    canvas.put(x, middle, fit(worth(draw.cards[seat], draw.values[seat], view.variant), plan.width - x), "bright")
    if beneath:
        canvas.put(x, middle + 1, fit(f"{beneath[0]} scouts {top}", plan.width - x), "soft")


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
        canvas.centre(1, plan.top + plan.banner, plan.width - 2, text, style)
        text, style = _wars_in_it(view), "soft"
    canvas.centre(1, plan.top + plan.stake, plan.width - 2, text, style)


def _stake(scene: Scene, width: int) -> str:
    view: View = scene.view
    cards_at_stake = f"{at_stake(view.war)} cards at stake"
    whole = f"{cards_at_stake}: {comparison(view.war[-1], view.variant, scene.seat)}"
    return whole if width_of(whole) <= width else cards_at_stake


def _put_war(canvas: Canvas, plan: BoardLayout, age_s: float) -> None:
    """Draw the banner: it grows from the middle and glows for a moment."""
    half = (min(plan.width, 60) - 14) // 2
    shown = min(half, 1 + int(half * age_s / BANNER_S)) if age_s < BANNER_S else half
    text = f"{'━' * shown}  W A R !  {'━' * shown}"
    canvas.centre(0, plan.top + plan.banner, plan.width, text, "war-flash" if age_s < FLASH_S else "war")
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
        return "The war could not go on: nobody scores", "soft"
    who = "You win" if last.winner == scene.seat else f"{scene.names[last.winner]} wins"
    text = f"{who} +{last.points}: {comparison(last.draws[-1], view.variant, last.winner)}"
    return text, "good" if last.winner == _seats(scene)[1] else "theirs"


def _final(scene: Scene) -> tuple[str, str]:
    first, second = scene.view.scores
    if first == second:
        return f"━━━  A TIE at {first}  ━━━", "title"
    winner = 0 if first > second else 1
    who = "YOU WIN" if winner == scene.seat else f"{scene.names[winner]} WINS"
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
    y = plan.top + plan.bar
    x = canvas.put(x, y, left, "theirs")
    x = canvas.put(x, y, "█" * parts[0], "theirs")
    x = canvas.put(x, y, "░" * (width - sum(parts)), "slot")
    x = canvas.put(x, y, "▓" * parts[1], "mine")
    canvas.put(x, y, right, "mine")
