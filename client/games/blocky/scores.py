"""The state of the game in few words: whose turn it is, who has won, and how many moves each seat has left."""

from __future__ import annotations

from client.drawing.canvas import Fragment, fit_any
from client.drawing.grammar import names_with_you, turn_of, whose
from client.games.blocky.actions import SMASH, action_of
from client.games.blocky.score_preview import ScorePreview, preview_scores
from client.games.blocky.selection import selected_block, tried_move
from client.games.spec import Scene
from engines.blocky.goals import Kind
from engines.blocky.moves import Pass, read
from engines.blocky.view import View, is_over
from engines.game import Seat

GOALS: dict[Kind, str] = {"blob": "biggest blob of", "perimeter": "edge cells of"}
"""The description of a goal, before its colour."""
WORTH: dict[Kind, str] = {"blob": "blob", "perimeter": "edge"}
COUNTS: dict[Kind, str] = {"blob": "the biggest blob counts", "perimeter": "cells on the edge count"}
END_ROWS = 7
"""Rows of the panel that ends a game, besides those for the players."""


def winners(view: View) -> tuple[Seat, ...]:
    """The winners of a finished game: the highest score of those still in; several seats if ties are shared."""
    playing = tuple(seat for seat in range(len(view.made)) if seat not in view.gone)
    if len(playing) <= 1:
        return playing
    scores = [view.scores[seat] or 0 for seat in playing]
    leading = tuple(seat for seat, score in zip(playing, scores, strict=True) if score == max(scores))
    return leading if view.ties == "shared" else leading[:1]


def in_order(view: View) -> tuple[Seat, ...]:
    """The seats, the player's own first."""
    seats = range(len(view.made))
    return tuple(sorted(seats, key=lambda seat: seat != view.seat))


def moves_left(view: View, seat: Seat) -> int:
    return view.moves - view.made[seat]


def signed(change: int | None) -> str:
    """A change of a score: "+3", "0", "-1", or "?" if unknown."""
    return "?" if change is None else f"{change:+}" if change else "0"


def whose_turn(scene: Scene, width: int) -> Fragment:
    """Whose turn it is, or what is previewed or on its way, in the words that fit."""
    style, *words = _turn(scene)
    return style, fit_any(words, width)


def _turn(scene: Scene) -> tuple[str, ...]:
    """The style and the words of that, and the same in fewer columns."""
    view: View = scene.view
    if is_ended(scene):
        return "bright", "The game is over"
    if scene.pending:
        action = action_of(read(scene.pending))
        return "warn", f"… {action.name} is on its way", f"… {action.short_name}"
    if preview := previewed(scene):
        return _preview_words(preview)
    if view.seat is not None and view.seat in view.gone:
        return "soft", "Your time is up" if scene.gone.get(view.seat) == "time up" else "You resigned"
    if view.seat != view.mover or scene.seat is None or scene.is_past:
        mover = names_with_you(scene.names, view.seat if scene.is_past else None)[view.mover or 0]
        return "theirs", turn_of(mover), f"{whose(mover)} turn"
    return "on", "YOUR TURN"


def previewed(scene: Scene) -> ScorePreview | None:
    """The action whose outcome the board shows, or would show if it were allowed and certain; None for none."""
    view: View = scene.view
    move = tried_move(view, scene.mark) if is_played(scene) and not scene.pending else None
    if move is None:
        return None
    path = selected_block(view, scene.mark) if isinstance(move, Pass) else move.path
    return next(preview for preview in preview_scores(view, path) if preview.move == move)


def _preview_words(preview: ScorePreview) -> tuple[str, ...]:
    action = action_of(preview.move)
    if preview.obstacle:
        return "soft", f"No {action.name} here: {preview.obstacle}", "Not possible here"
    if action is SMASH:
        return "warn", "Smash: its colours will be random", "Smash: random"
    return "warn", f"PREVIEW: {action.name}", f"PREVIEW: {action.short_name}"


def state(scene: Scene, seat: Seat) -> Fragment:
    view: View = scene.view
    if seat in view.gone:
        return "soft", scene.gone.get(seat, "resigned")
    if is_over(view):
        return ("on", "won") if seat in winners(view) and len(view.made) > 1 else ("", "")
    if seat < len(scene.present) and not scene.present[seat]:
        return "warn", "○ away"
    return "soft", f"{moves_left(view, seat)} left"


def is_ended(scene: Scene) -> bool:
    """Whether the game is over, by its rules or because somebody gave up."""
    return scene.is_over or is_over(scene.view)


def is_played(scene: Scene) -> bool:
    """Whether there is something to do, now or soon: the game is neither over nor part of a replay."""
    return not (is_ended(scene) or scene.is_past)


def end_rows(view: View) -> int:
    """The rows at the lower right that the panel at the end covers."""
    return END_ROWS + max(2, len(view.made))
