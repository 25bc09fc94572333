"""What the page about colours says is so."""

import re
import tomllib
from pathlib import Path

from client.drawing.palettes import PALETTES
from client.drawing.theme_files import ThemeFiles
from client.drawing.themes import THEMES, USUAL

PAGE = (Path(__file__).parents[2] / "docs" / "looks.md").read_text(encoding="utf-8")


def test_every_theme_palette_and_part_is_named():
    words = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert words >= {*THEMES, *PALETTES, *THEMES[USUAL]}


def test_the_theme_on_the_page_can_be_worn(tmp_path: Path):
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "mine.toml").write_text(example)
    assert ThemeFiles(tmp_path).theme("mine")["accent"] == tomllib.loads(example)["accent"]
