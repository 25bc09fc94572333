"""The first five minutes, as the README prints them, in a real terminal window and with a server of one's own."""

import pytest

from bench.client import script
from tests.support.terminal.windows import Desktop

pytestmark = pytest.mark.slow

SHOWN = {
    "War against the computer": ("War   table", "SPACE to flip"),
    "your first card": ("25 cards",),
    "the next one": ("24 cards",),
    "the rest by itself, in about half a minute": ("The game is over", "v verify"),
    "was it dealt fairly?": ("Verified: fairly dealt",),
    "another game": ("War   table", "26 cards", "SPACE to flip"),
    "a menu of what you can do here": ("Go to the lobby", "Invite", "Settings"),
    "back to the lobby, where the game waits for you": ("Play now", "Your games", "War"),
}
"""What a screen shows after each step, by the README's own words."""


@pytest.mark.thorough
@pytest.mark.parametrize(("columns", "rows"), [(100, 32), (80, 24)])
def test_the_readmes_script_does_what_it_says(tmp_path, columns, rows):
    desktop = Desktop(tmp_path)
    try:
        window = desktop.window(columns=columns, rows=rows)
        desktop.expect(window, "Play now", " online", "Enter plays")
        for step in script.steps():
            window.press(step.key)
            desktop.expect(window, *SHOWN[step.does])
        window.press("\x11")
        window.process.wait(10)
        assert window.process.returncode == 0
    finally:
        desktop.close()


def test_the_script_takes_one_command_and_two_keys_to_the_first_move():
    assert script.commands() == ["uvx --from . parlour"]
    assert script.keys_to_first_move() == 2
