"""What others on the machine may read."""

from __future__ import annotations

import os
import stat

from tests.support.processes.running import start_server
from torture.finding import Finding
from torture.scale import Scale


def prove(scale: Scale) -> list[Finding]:
    """Look at the files of a server that was started without any umask."""
    before = os.umask(0)
    try:
        with scale.folder() as folder:
            data = folder / "data"
            with start_server(data) as server:
                modes = [stat.S_IMODE(path.stat().st_mode) for path in (data, *data.rglob("*"))]
                server.terminate()
    finally:
        os.umask(before)
    open_modes = [mode for mode in modes if mode & (stat.S_IRWXG | stat.S_IRWXO)]
    found = Finding(
        "P11",
        "the folder and files of a server that was started with umask 000: what others on the machine may read",
        f"{len(open_modes)} of {len(modes)}",
        "none",
        holds=len(modes) > 1 and not open_modes,
    )
    return [found]
