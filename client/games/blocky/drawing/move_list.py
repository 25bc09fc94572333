"""Draws the list of moves: newest first, with what each gained."""

from __future__ import annotations

from client.drawing.canvas import Canvas, fit, fit_name, pad
from client.drawing.grammar import mid_sentence, names_with_you
from client.games.blocky.actions import PASS, action_of
from client.games.blocky.scores import signed
from client.games.rectangles import Rectangle
from client.games.spec import Scene
from engines.blocky.block import path_text
from engines.blocky.moves import Pass, read
from engines.blocky.view import MoveMade

NUMBER, NAMED, GAIN = 4, 8, 5


def put_turns(canvas: Canvas, scene: Scene, box: Rectangle) -> None:
    """Draw as many moves as fit, scrolled by the scene's `scroll`."""
    log: tuple[MoveMade, ...] = scene.view.log
    first = max(0, min(scene.scroll, len(log) - box.height))
    if not log and box.height > 0:
        canvas.put(box.x, box.y, fit("No move yet.", box.width), "soft")
    for row, turn in enumerate(log[::-1][first : first + max(0, box.height)]):
        _put_turn(canvas, scene, box.below(row), turn)


def _put_turn(canvas: Canvas, scene: Scene, line: Rectangle, turn: MoveMade) -> None:
    look = "mine" if turn.seat == scene.seat else "theirs"
    who = pad(fit_name(mid_sentence(names_with_you(scene.names, scene.seat)[turn.seat]), NAMED), NAMED)
    words = fit(f"{turn.number:>3} {who} {_action(turn)}", line.width - GAIN)
    canvas.put(line.x, line.y, words, look)
    gain = turn.gain
    canvas.right(line.x + line.width, line.y, signed(gain), "soft" if not gain else "good" if gain > 0 else "bad")


def _action(turn: MoveMade) -> str:
    move = read(turn.move)
    return PASS.name if isinstance(move, Pass) else f"{action_of(move).name} {path_text(move.path)}"
