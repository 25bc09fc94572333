"""The client's part of War. May import drawing, games and engines."""

from __future__ import annotations

from dataclasses import replace

from client.games import generic
from client.games.keys import AUTOPLAY_KEYS, Key
from client.games.spec import Choice, Marking, MoveReading, Saying, TableDrawing, TableSetup
from client.games.war.draw import draw
from client.games.war.text import newest, say, sentences, show, standing, status
from engines.game import IllegalMoveError
from engines.war import view as war
from engines.war.view import Options, View

FLIP_WORDS = ("", "flip", "f", "space")

VARIANTS = Choice("variant", "Variant", {"normal": "normal", "suits": "suits", "scouts": "scouts"})
AUTO_FLIP = Choice("auto_flip_s", "Auto-flip", {10: "10 s", 20: "20 s", 60: "60 s", 0: "never", 3: "3 s", 5: "5 s"})

KEYS = (Key(("space", "enter"), "Space", "flip", "flip", "Flip your card."), *AUTOPLAY_KEYS)

GENERIC = generic.client("war")


def parse(typed: str, view: View, mark: None = None) -> str:  # noqa: ARG001 - nothing can be marked in War
    """The flip. Raises ValueError with a sentence for any other words, IllegalMoveError if it may not be made now."""
    if typed.strip().lower() not in FLIP_WORDS:
        raise ValueError(f"{typed.strip()[:40]!r} is not a move of War; the only one is 'flip'.")
    if not GENERIC.legal(view):
        raise IllegalMoveError(_why_not(view))
    return "flip"


def keys_for(view: View, move: str) -> str:  # noqa: ARG001 - every game's `keys_for` takes both
    return KEYS[0].shown


def describe(options: Options) -> str:
    if options.auto_flip_s == Options().auto_flip_s:
        return options.variant
    return f"{options.variant}, auto-flip {AUTO_FLIP.values.get(options.auto_flip_s, f'{options.auto_flip_s} s')}"


def warn(options: Options) -> str:
    return f"Cards flip by themselves after {options.auto_flip_s} s." if options.auto_flip_s else ""


def forced(view: View) -> str | None:
    return next(iter(GENERIC.legal(view)), None)


def moment(before: View, after: View) -> bool:
    """Whether a WAR broke out, even one that was over at once."""
    return _wars(after) > _wars(before)


def _why_not(view: View) -> str:
    if view.seat is None:
        return "You are watching; only the players flip."
    return "The game is over." if war.is_over(view) else "You have already flipped. The other player hasn't yet."


def _wars(view: View) -> int:
    return sum(
        draw.values[0] == draw.values[1] for draws in (*(r.draws for r in view.rounds), view.war) for draw in draws
    )


CLIENT = replace(
    GENERIC,
    keys=KEYS,
    setup=TableSetup((VARIANTS, AUTO_FLIP), describe, warn),
    reading=MoveReading(parse, forced),
    marking=Marking(keys_for=keys_for),
    saying=Saying(
        sentences,
        say,
        newest,
        status,
        standing,
        moment=moment,
        show=show,
        shows=("[ROUND]", "Read a round by its number, or all of them."),
    ),
    drawing=TableDrawing(draw),
)
