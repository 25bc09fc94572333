"""The archive of a program that saves no games."""

import pytest

from client.history.archive import BARE
from client.history.positions import GameUnavailableError
from client.state.store import Said


async def test_a_program_that_saves_nothing_has_nothing_to_verify():
    assert await BARE.verify("KQFM") == Said("There's no saved game KQFM here.", is_refusal=True)


async def test_a_program_that_saves_nothing_has_nothing_to_look_back_at():
    with pytest.raises(GameUnavailableError, match="There's no saved game KQFM here"):
        await BARE.review("KQFM", "")
    assert await BARE.recall("") == ()
