from itertools import combinations, pairwise

import pytest

from client.drawing.palettes import PALETTES, SHADES, TEXTURE_COLOURS, TEXTURES, ink_on, next_palette


def light(shade):
    """The relative luminance of a shade, by WCAG 2."""
    parts = [int(shade[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("shade", [shade for shades in SHADES.values() for shade in shades])
def test_ink_is_the_one_of_black_and_white_that_stands_out_more(shade):
    ink = ink_on(shade)
    assert contrast(ink, shade) == max(contrast("#000000", shade), contrast("#ffffff", shade)) >= 4.5


def test_the_palettes_go_round():
    assert [next_palette(palette) for palette in PALETTES] == ["original", "texture", "safe"]
    assert all(before != after for before, after in pairwise(PALETTES))


def test_every_palette_tells_four_colours_apart():
    assert [len(set(shades)) for shades in SHADES.values()] == [4, 4]
    assert (len(set(TEXTURES)), len(set(TEXTURE_COLOURS))) == (4, 4)


def test_the_safe_colours_differ_in_light_alone_too():
    lights = [light(shade) for shade in SHADES["safe"]]
    assert min(abs(one - other) for one, other in combinations(lights, 2)) > 0.05
