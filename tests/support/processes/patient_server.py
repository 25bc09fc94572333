"""`python -m tests.support.processes.patient_server`: the server, whose computers think as fast on a busy machine.

Elsewhere they think at low priority and for ten seconds at most, which beside a busy loop is no second of a core.
Their processes start with the first thought, as many a test has none.
"""

import sys
from dataclasses import replace

from server.computers import worker


def main() -> int:
    """Run the server, letting every thought take as long as a test waits."""
    from server import __main__, config
    from tests.support.patience import PATIENCE_S

    read = config.read_arguments

    def read_patiently(arguments: list[str]) -> config.Config:
        found = read(arguments)
        return replace(found, computers=replace(found.computers, think_s=PATIENCE_S, starts_early=False))

    config.read_arguments = read_patiently
    return __main__.main()


if __name__ == "__mp_main__":  # A process to think in, which imports what it was started from.
    worker.NICE = worker.NICE_ALONE = 0

if __name__ == "__main__":
    sys.exit(main())
