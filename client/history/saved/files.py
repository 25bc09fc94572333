"""Files of one's own, which nobody else on the machine can read and which are whole at every moment."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def keep(path: Path, content: bytes) -> None:
    """Write a file in place of what was there, in a folder of one's own. Raises OSError, having changed nothing."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")  # mkstemp makes it 0600 from the start
    try:
        with os.fdopen(file, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        Path(temporary).replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
