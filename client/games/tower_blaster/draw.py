"""Draws Tower Blaster: the player's own tower with the rest beside it, or both towers if both are seen alike."""

from __future__ import annotations

from client.drawing.canvas import Canvas, Drawing
from client.games.spec import Scene
from client.games.tower_blaster import both_towers, own_tower
from client.games.tower_blaster.info_panel import put_other, put_turns
from client.games.tower_blaster.whereabouts import map_rows, put_map
from engines.tower_blaster.view import is_over

AT_ONCE = ((100, 16), (80, 19))
"""From one of these sizes on everything shows at once; on smaller screens in panes."""
OTHER_HEIGHT = 5


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene; on a small screen one pane of it."""
    canvas = Canvas(scene.width, scene.height)
    is_small = not any(scene.width >= columns and scene.height >= rows for columns, rows in AT_ONCE)
    if is_small and scene.is_over and not is_over(scene.view):
        canvas.mark_full()
    match is_small, is_over(scene.view), scene.seat:
        case True, False, int():
            _draw_pane(canvas, scene)
        case True, False, None:
            _draw_spectators_pane(canvas, scene)
        case True, True, _:
            _draw_last_pane(canvas, scene)
        case False, False, int():
            own_tower.draw(canvas, scene)
        case _:
            both_towers.draw(canvas, scene)
    return canvas.done()


def _draw_pane(canvas: Canvas, scene: Scene) -> None:
    """Draw the player's tower, or what is known of the other one with the turns so far."""
    if scene.pane % 2 == 0:
        own_tower.draw_small(canvas, scene)
        return
    put_other(canvas, scene, 1 - (scene.seat or 0), 1, 0, scene.width - 2, OTHER_HEIGHT)
    put_turns(canvas, scene, 0, OTHER_HEIGHT, scene.width, scene.height - OTHER_HEIGHT)


def _draw_spectators_pane(canvas: Canvas, scene: Scene) -> None:
    """Draw both towers as far as they are known, or where each brick is with the turns so far."""
    if scene.pane % 2 == 0:
        both_towers.draw_small(canvas, scene)
        return
    rows = map_rows(scene.width)
    put_map(canvas, scene, 0, 0, scene.width)
    put_turns(canvas, scene, 0, rows, scene.width, scene.height - rows)


def _draw_last_pane(canvas: Canvas, scene: Scene) -> None:
    """Draw one of the two towers at the end of the game, or the turns."""
    mine = scene.seat or 0
    if scene.pane % 3 == 2:
        put_turns(canvas, scene, 0, 0, scene.width, scene.height)
    else:
        both_towers.draw_last(canvas, scene, 1 - mine if scene.pane % 3 else mine)
