"""Draws a QR code in half blocks: two rows of its modules in each row of the screen."""

from __future__ import annotations

from functools import lru_cache

import segno

MARGIN = 4
"""The light modules around a code that its standard asks for; some telephones read none with fewer."""
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""A cell by whether its upper and its lower half are in the ink."""


@lru_cache(maxsize=4)
def qr_rows(text: str, *, is_inverted: bool = False) -> tuple[str, ...]:
    """The rows of a text's QR code, in dark ink on a light ground, or inverted in light ink on a dark one."""
    code = segno.make_qr(text, error="l").matrix_iter(border=MARGIN)
    modules = [[bool(module) != is_inverted for module in row] for row in code]
    if len(modules) % 2:
        modules.append([is_inverted] * len(modules[0]))
    pairs = zip(modules[::2], modules[1::2], strict=True)
    return tuple("".join(HALVES[halves] for halves in zip(upper, lower, strict=True)) for upper, lower in pairs)
