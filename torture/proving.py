"""`python -m torture.proving`: one topic, in a process of its own; its findings are printed as lines of JSON."""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from dataclasses import asdict

from torture.scale import SEED, Scale
from torture.topics import prove

EXIT_FAILED = 1


def main() -> int:
    """Prove the topic. An exception that stops it is the last line on stderr."""
    parser = argparse.ArgumentParser()
    parser.add_argument("topic")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args()
    try:
        found = prove(chosen.topic, Scale("full", chosen.share, chosen.seed))
    except Exception:  # noqa: BLE001 - whatever it was, the others are to be proved too
        traceback.print_exc()
        return EXIT_FAILED
    for finding in found:
        print(json.dumps(asdict(finding)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
