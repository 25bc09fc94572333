"""Draws Tower Blaster: the player's own tower with the rest beside it, or both towers if both are seen alike."""

from __future__ import annotations

from client.drawing.canvas import Canvas, Drawing
from client.games.spec import Scene
from client.games.tower_blaster import both_towers, own_tower
from client.games.tower_blaster.info_panel import put_other, put_turns
from engines.tower_blaster.view import is_over

LEAST_WIDTH, LEAST_HEIGHT = 80, 19
"""From this size on everything shows at once; on smaller screens in panes."""
OTHER_HEIGHT = 5


def draw(scene: Scene) -> Drawing:
    """Draw the table at the size of the scene; on a small screen one pane of it."""
    canvas = Canvas(scene.width, scene.height)
    is_small = scene.width < LEAST_WIDTH or scene.height < LEAST_HEIGHT
    match is_small, is_over(scene.view), scene.seat is None:
        case False, False, False:
            own_tower.draw(canvas, scene)
        case False, _, _:
            both_towers.draw(canvas, scene)
        case True, False, is_watching:
            _draw_pane(canvas, scene, is_watching=is_watching)
        case True, True, _:
            _draw_last_pane(canvas, scene)
    return canvas.done()


def _draw_pane(canvas: Canvas, scene: Scene, *, is_watching: bool) -> None:
    """Draw the towers, or what is known of the other side with the turns so far."""
    if scene.pane % 2 == 0:
        (both_towers.draw_small if is_watching else own_tower.draw_small)(canvas, scene)
        return
    if not is_watching:
        put_other(canvas, scene, 1 - (scene.seat or 0), 1, 0, scene.width - 2, OTHER_HEIGHT)
    top = 0 if is_watching else OTHER_HEIGHT
    put_turns(canvas, scene, 0, top, scene.width, scene.height - top)


def _draw_last_pane(canvas: Canvas, scene: Scene) -> None:
    """Draw one of the two towers at the end of the game, or the turns."""
    match scene.pane % 3:
        case 2:
            put_turns(canvas, scene, 0, 0, scene.width, scene.height)
        case pane:
            mine = scene.seat or 0
            both_towers.draw_end(canvas, scene, mine if pane == 0 else 1 - mine)
