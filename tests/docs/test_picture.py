"""The README's pictures are the screen as it is."""

import re
from pathlib import Path

import pytest

from tests.support.terminal.picture import PICTURES, pictures
from tests.support.terminal.svg import Drawing, Frame, film

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


def test_the_first_picture_moves_without_a_script_and_stays_small_and_still_where_that_is_wanted():
    first = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))[0]
    moving = (ROOT / first).read_text(encoding="utf-8")
    assert len(moving.encode()) < 200_000
    assert "<script" not in moving
    assert "step-end infinite" in moving
    assert "@media(prefers-reduced-motion:reduce){.f{animation:none}}" in moving


def test_a_film_shows_each_frame_in_its_time_and_the_still_where_nothing_moves():
    frames = [
        Frame(Drawing(1, 1, (), (), ("<text>both</text>", f"<text>{word}</text>")), 3.0) for word in ("one", "two")
    ]
    moving = film(frames, still=1)
    assert "</style>\n<text>both</text>\n" in moving
    assert '<g class="f f0">\n<text>one</text>' in moving
    assert "@keyframes f0{0%{visibility:visible}50%{visibility:hidden}}" in moving
    assert "@keyframes f1{0%{visibility:hidden}50%{visibility:visible}}" in moving
    assert ".f0{animation:f0 6s step-end infinite}" in moving
    assert ".f1{animation:f1 6s step-end infinite;visibility:visible}" in moving
