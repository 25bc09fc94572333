"""The README's pictures are the screen as it is."""

import pytest

from tests.support.picture import PICTURES, pictures

pytestmark = pytest.mark.thorough


async def test_the_pictures_show_the_screen_as_it_is():
    for name, picture in (await pictures()).items():
        assert (PICTURES / name).read_text(encoding="utf-8") == picture, f"{name} is out of date: run `make picture`"
