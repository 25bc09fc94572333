"""A server whose owner asks it for things through its folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from server.moderation.requests import OwnerAnswer, OwnerRequest
from server.tools.admin import ask
from tests.support.processes.hosting import Hosted, hosting

Ask = Callable[[OwnerRequest], Awaitable[OwnerAnswer]]


@pytest.fixture
async def hosted(tmp_path: Path) -> AsyncIterator[Hosted]:
    async with hosting(store="sqlite", data=tmp_path) as made:
        yield made


@pytest.fixture
def owner(hosted: Hosted, tmp_path: Path) -> Ask:
    """What the server answers its owner, who is another program."""
    return lambda request: asyncio.to_thread(ask, tmp_path, request)
