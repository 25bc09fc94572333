"""The README's picture is the screen as it is."""

from tests.support.picture import PICTURE, picture


async def test_the_picture_shows_the_screen_as_it_is():
    assert PICTURE.read_text(encoding="utf-8") == await picture(), "the screen has changed: run `make picture`"
