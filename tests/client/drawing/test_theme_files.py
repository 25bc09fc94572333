import os
from pathlib import Path

import pytest

from client.drawing.theme_files import MAX_BYTES, InvalidThemeError, ThemeFiles
from client.drawing.themes import THEMES


@pytest.fixture
def wardrobe(tmp_path: Path) -> ThemeFiles:
    return ThemeFiles(tmp_path)


def write(wardrobe: ThemeFiles, text: str, name: str = "mine") -> None:
    assert wardrobe.folder is not None
    (wardrobe.folder / f"{name}.toml").write_text(text)


def test_at_least_five_themes_are_everybodys():
    assert len(THEMES) >= 5
    assert ThemeFiles().names() == tuple(THEMES)
    assert all(ThemeFiles().theme(name) is theme for name, theme in THEMES.items())


def test_a_file_changes_some_shades_of_a_theme(wardrobe: ThemeFiles):
    write(wardrobe, 'based_on = "paper"\naccent = "#AA0000"\n')
    theme = wardrobe.theme("mine")
    assert theme == {**THEMES["paper"], "accent": "#aa0000"}
    write(wardrobe, 'accent = "#00aa00"')
    assert wardrobe.theme("mine") == {**THEMES["night"], "accent": "#00aa00"}


def test_the_players_own_come_after_everybodys_and_hide_none(wardrobe: ThemeFiles):
    for name in ("zebra", "mine", "night", "No Name"):
        write(wardrobe, "", name)
    assert wardrobe.names() == (*THEMES, "mine", "zebra")
    assert wardrobe.theme("night") is THEMES["night"]


def test_the_themes_go_round(wardrobe: ThemeFiles):
    write(wardrobe, "")
    assert wardrobe.following("night") == "paper"
    assert wardrobe.following("mine") == "night"
    assert wardrobe.following("gone") == "night"


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("accent = ", "can't be read: "),
        ('acent = "#ffffff"', "has a part 'acent'; did you mean 'accent'?"),
        ('accent = "blue"', "has no shade for accent: 'blue' is not like '#9ad1f5'."),
        ("accent = 7", "has no shade for accent: 7 is not like '#9ad1f5'."),
        ('based_on = "mine"', "is based on 'mine', which is none of night,"),
        ("based_on = 1", "is based on 1, which is none of night,"),
        ("accent = " + "[" * 60_000, "can't be read: "),
        ('accent = "#ffffff" # ' + "x" * MAX_BYTES, "can't be read: it has more than 64 KiB."),
        (f'accent = "{"x" * 9_000}"', f"has no shade for accent: '{'x' * 40}' is not like '#9ad1f5'."),
        ('accent = "\\u001b]0;mine\\u0007"', r"has no shade for accent: '\x1b]0;mine\x07' is not like"),
        ('"\\u001b[2J" = "#ffffff"', r"has a part '\x1b[2J'"),
        ("accent = \x1b[2J", "can't be read: "),
        ("accent = {x = 1}\naccent.y = 2", "can't be read: "),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_one_sentence(wardrobe: ThemeFiles, file: str, sentence: str):
    write(wardrobe, file)
    with pytest.raises(InvalidThemeError) as refused:
        wardrobe.theme("mine")
    assert sentence in str(refused.value)
    assert str(refused.value).isprintable()
    assert str(refused.value).endswith((".", "?"))


@pytest.mark.parametrize("content", [b"\xff\xfe", b"accent = '\0'", bytes(1000)], ids=["no text", "a null", "nulls"])
def test_a_file_of_bytes_is_no_theme(wardrobe: ThemeFiles, content: bytes):
    assert wardrobe.folder is not None
    (wardrobe.folder / "mine.toml").write_bytes(content)
    with pytest.raises(InvalidThemeError, match="can't be read: "):
        wardrobe.theme("mine")


def test_what_is_no_file_is_not_waited_for(wardrobe: ThemeFiles):
    assert wardrobe.folder is not None
    os.mkfifo(wardrobe.folder / "mine.toml")
    with pytest.raises(InvalidThemeError, match="it is no file"):
        wardrobe.theme("mine")


def test_a_mistyped_name_is_guessed(wardrobe: ThemeFiles):
    with pytest.raises(InvalidThemeError, match="There's no theme 'nihgt'; did you mean 'night'"):
        wardrobe.theme("nihgt")
    for name in ("../night", "", "/etc/passwd"):
        with pytest.raises(InvalidThemeError):
            wardrobe.theme(name)
