"""A finished game in the full-screen client without a server, for `parlour replay`."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from client.commands.actions import Leaving
from client.drawing.theme_files import ThemeFiles
from client.fullscreen.app import App
from client.fullscreen.screens.styling import ActiveTheme
from client.history.archive import GameArchive
from client.history.positions import replay_of
from client.history.replay import Replay
from client.settings import Settings, remember, themes_folder
from client.state.store import Happening
from protocol import messages as m


class OfflineWire:
    """A wire without a server at its other end, for a saved game."""

    def __init__(self) -> None:
        self._closed = asyncio.Event()

    def send(self, command: m.Command) -> tuple[Happening, ...]:  # noqa: ARG002 - every wire takes one
        return ()

    def play_here(self) -> None:
        """Do nothing: nobody is connected from anywhere."""

    play_as_guest = play_here

    def make_phrase(self) -> tuple[Happening, ...]:
        return ()

    async def run(self) -> None:
        await self._closed.wait()

    async def aclose(self) -> None:
        self._closed.set()


async def show_on_screen(replay: Replay, settings: Settings) -> Leaving:
    """Let the player step through a game, and do nothing else."""

    async def review(named: str, eyes: str) -> Replay:
        return await replay_of(Path(named), eyes)

    return await App(
        settings,
        archive=GameArchive(review=review),
        replay=replace(replay, is_all=True),
        theme=ActiveTheme(settings, ThemeFiles(themes_folder()), remember),
    ).run(OfflineWire())
