"""The fit of the formula for turns."""

from __future__ import annotations

import pytest

from bench.turns import fitted
from engines.tower_blaster.turns import terms


def test_a_formula_is_found_again_from_what_it_says() -> None:
    formula = (0.5, 0.25, 1.0, -2.0, 0.125, 3.0)
    known = [terms(float(bricks), slots) for bricks in range(1, 30) for slots in range(1, 9)]
    # Turns are whole numbers in games; the fit asks for numbers only.
    samples = [(row, 1000 * sum(w * t for w, t in zip(formula, row, strict=True))) for row in known]
    assert fitted((row, round(turns)) for row, turns in samples) == pytest.approx([1000 * w for w in formula], abs=2)
