"""`python -m torture.cluster.older_release`: a server that speaks one form less than this release, as an older one."""

from __future__ import annotations

import sys

from server.cluster.rooms import directory

OLDER = directory.SPEAKS - 1


def main() -> int:
    """Run it, with the arguments of `parlour serve`."""
    directory.SPEAKS = OLDER  # before anything has read it
    from server.__main__ import main as serve

    return serve()


if __name__ == "__main__":
    sys.exit(main())
