"""Keeps what holds secrets to its owner: files with mode 0600 in a folder with 0700, whatever the umask."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO

_log = logging.getLogger("parlour.storage")


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner can enter; close one that others can, with a warning. Raises OSError.

    A folder that everybody shares, as /tmp is, stays as it is.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    if not folder.stat().st_mode & stat.S_ISVTX:
        close_to_others(folder)


def make_private_file(path: Path) -> None:
    """Make an empty file that only its owner can read, or empty one. Raises OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE))
    close_to_others(path)


def close_to_others(path: Path) -> None:
    """Take away what the group and others may do with a file or folder, with a warning; a missing one is ignored."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & OTHERS:
            return
        path.chmod(mode & ~OTHERS)
    except FileNotFoundError:
        return
    except OSError as error:
        _log.warning("event=open-to-others path=%a mode=%03o error=%a", str(path), mode, error.strerror)
    else:
        _log.warning("event=closed-to-others path=%a mode=%03o", str(path), mode)
