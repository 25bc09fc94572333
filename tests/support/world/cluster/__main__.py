"""Tells the story of one seed: python -m tests.support.world.cluster SEED"""

from __future__ import annotations

import sys

from tests.support.world.cluster.world import made
from tests.support.world.world import tell

if __name__ == "__main__":
    sys.exit(tell(made(int(sys.argv[1]))))
