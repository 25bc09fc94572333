"""How colours look to colour-blind readers, and how much two of them differ then.

Dichromacy by Machado, Oliveira and Fernandes (2009), at full severity, in linear light; differences by CIEDE2000 of
CIE Lab under D65.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from types import MappingProxyType

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

SIGHTS: Mapping[str, Matrix] = MappingProxyType(
    {
        "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)
CUBE = 25.0**7


def least_difference(shades: tuple[str, ...], sight: str) -> float:
    """The difference of the two shades that look most alike."""
    return min(difference(seen(one, sight), seen(other, sight)) for one, other in combinations(shades, 2))


@cache
def seen(shade: str, sight: str) -> Triple:
    """A shade "#rrggbb" in Lab, as it looks to somebody."""
    parts = (int(shade[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    light = tuple(min(1.0, max(0.0, part)) for part in _times(SIGHTS[sight], linear))
    x, y, z = (_lightness(part / white) for part, white in zip(_times(TO_XYZ, light), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000, after Sharma, Wu and Dalal (2005)."""
    (light, a, b), (light2, a2, b2) = one, other
    mean = ((hypot(a, b) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(mean / (mean + CUBE))
    (chroma, hue), (chroma2, hue2) = _polar(a * stretch, b), _polar(a2 * stretch, b2)
    turn = (hue2 - hue + 180) % 360 - 180 if chroma * chroma2 else 0.0
    mean_chroma, mean_light = (chroma + chroma2) / 2, (light + light2) / 2
    mean_hue = hue + turn / 2 if chroma * chroma2 else hue + hue2
    weight = (
        1
        - 0.17 * cos(radians(mean_hue - 30))
        + 0.24 * cos(radians(2 * mean_hue))
        + 0.32 * cos(radians(3 * mean_hue + 6))
        - 0.20 * cos(radians(4 * mean_hue - 63))
    )
    by_light = (light2 - light) / (1 + 0.015 * (mean_light - 50) ** 2 / sqrt(20 + (mean_light - 50) ** 2))
    by_chroma = (chroma2 - chroma) / (1 + 0.045 * mean_chroma)
    by_hue = 2 * sqrt(chroma * chroma2) * sin(radians(turn / 2)) / (1 + 0.015 * mean_chroma * weight)
    angle = 60 * exp(-((((mean_hue % 360) - 275) / 25) ** 2))
    rotation = -2 * sqrt(mean_chroma**7 / (mean_chroma**7 + CUBE)) * sin(radians(angle))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix)


def _lightness(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360
