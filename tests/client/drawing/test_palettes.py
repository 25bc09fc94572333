from itertools import combinations, pairwise

import pytest

from client.drawing.colours import contrast, luminance
from client.drawing.palettes import PALETTES, SHADES, TEXTURE_COLOURS, TEXTURES, ink_on, next_palette


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
    lights = [luminance(shade) for shade in SHADES["safe"]]
    assert min(abs(one - other) for one, other in combinations(lights, 2)) > 0.05
