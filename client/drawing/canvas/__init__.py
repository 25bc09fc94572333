"""What a screen is drawn on: the canvas, the drawings that it makes, and texts cut to its cells.

May import protocol.
"""

from client.drawing.canvas.canvas import Canvas
from client.drawing.canvas.cells import (
    cells_of,
    clean,
    fit,
    fit_any,
    fit_name,
    is_beside,
    measure,
    pad,
    width_of,
    wrap_words,
)
from client.drawing.canvas.drawings import CARRIED, WHEEL, Drawing, Fragment, Grid, Line, Region, Spare

__all__ = [
    "CARRIED",
    "WHEEL",
    "Canvas",
    "Drawing",
    "Fragment",
    "Grid",
    "Line",
    "Region",
    "Spare",
    "cells_of",
    "clean",
    "fit",
    "fit_any",
    "fit_name",
    "is_beside",
    "measure",
    "pad",
    "width_of",
    "wrap_words",
]
