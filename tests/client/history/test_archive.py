"""The archive of a program that saves no games."""

import pytest

from client.history.archive import BARE
from client.history.positions import GameUnavailableError
from client.state.store import Said


async def test_a_program_that_saves_nothing_has_nothing_to_verify():
    assert await BARE.verify("KQFM") == Said("No game is saved here, nor KQFM.", is_refusal=True)


async def test_a_program_that_saves_nothing_has_nothing_to_look_back_at():
    with pytest.raises(GameUnavailableError, match="No game is saved here, nor KQFM"):
        await BARE.review("KQFM", "")
    assert await BARE.recall("") == ()
