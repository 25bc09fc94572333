"""The README's pictures are the screen as it is."""

import re
from pathlib import Path

import pytest

from tests.support.terminal.picture import PICTURES, pictures

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))


async def test_the_pictures_show_the_screen_as_it_is():
    for name, picture in (await pictures()).items():
        assert (PICTURES / name).read_text(encoding="utf-8") == picture, f"{name} is out of date: run `make picture`"


async def test_every_picture_that_is_shown_is_drawn_from_the_screen_and_none_is_left_over():
    shown = {
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    drawn = {PICTURES / name for name in await pictures()}
    assert shown == drawn == set(PICTURES.iterdir())
