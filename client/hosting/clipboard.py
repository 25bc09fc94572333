"""Copies a text by this system's own program for it, as not every terminal lets programs copy."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping
from contextlib import suppress

LIMIT_S = 2.0
"""How long a program may take to copy."""
WAYLAND, X11 = (("wl-copy",),), (("xclip", "-selection", "clipboard"), ("xsel", "-bi"))


async def copy_by_program(text: str) -> bool:
    """Copy by the first program of this desktop's that there is; whether one did."""
    command = _command(sys.platform, os.environ)
    if command is None:
        return False
    try:
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)
        try:
            async with asyncio.timeout(LIMIT_S):
                await process.communicate(text.encode())
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    except (OSError, TimeoutError):
        return False
    return process.returncode == 0


def _command(platform: str, environ: Mapping[str, str]) -> tuple[str, ...] | None:
    """The command that copies; none through ssh, where it would copy on the wrong machine."""
    if environ.get("SSH_CONNECTION"):
        return None
    match platform:
        case "darwin":
            commands: tuple[tuple[str, ...], ...] = (("pbcopy",),)
        case "win32":
            commands = (("clip",),)
        case _:
            wayland, x11 = environ.get("WAYLAND_DISPLAY"), environ.get("DISPLAY")
            commands = (*(WAYLAND if wayland else ()), *(X11 if x11 else ()))
    return next((command for command in commands if shutil.which(command[0])), None)
