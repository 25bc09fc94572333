"""What a client knows of a game's computer players, for tests that only care for their names."""

from __future__ import annotations

from protocol import messages as m


def levels(*names: str) -> tuple[m.Level, ...]:
    """Computer players of these names, weakest first, with a sentence about each."""
    return tuple(m.Level(name=name, about=f"Plays the {name} way.") for name in names)
