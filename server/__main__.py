"""`python -m server`: host parlour games.

Exits with 0 after a clean stop, 1 on a failure, 2 on a command line that says nothing sensible, 3 when another server
uses the same data.
"""

from __future__ import annotations

import os
import sys
from logging import getLogger

from server.ops.command_line import EXIT_FAILURE, EXIT_IN_USE

LOG = "server.log"
"""Where a private server's client puts what it logs, in the server's folder."""
CRASHED = "The server has crashed. Every move is stored: start it again to go on. {log} says where it failed."


def main() -> int:
    # Computers' processes import this file too, and need none of the rest.
    import asyncio

    import uvloop

    from server import config
    from server.app import serving
    from server.net.tls import CertificateError
    from server.ops import logging
    from server.ops.garbage import collect_rarely
    from server.ops.supervisor import run_nodes
    from server.room.journal import StorageUnavailableError
    from server.storage.database import DatabaseInUseError
    from server.storage.stores import DataFolderInUseError

    settings = config.read_arguments(sys.argv[1:])
    logging.start_logging(settings.node)
    collect_rarely()
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            if settings.nodes > 1 and settings.node is None:
                return runner.run(run_nodes(sys.argv[1:], settings.host, settings.port, settings.nodes))
            runner.run(serving.serve(settings))
    except (DataFolderInUseError, DatabaseInUseError) as error:
        print(error, file=sys.stderr)
        return EXIT_IN_USE
    except CertificateError as error:
        print(error, file=sys.stderr)
        return EXIT_FAILURE
    except StorageUnavailableError as error:
        print(f"The server can't store games: {error}", file=sys.stderr)
        return EXIT_FAILURE
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        print(f"Can't listen on {settings.host}, port {settings.port}: {why}. Try another --port.", file=sys.stderr)
        return EXIT_FAILURE
    except Exception:
        getLogger("parlour.server").exception("event=crashed")
        print(CRASHED.format(log=settings.data / LOG if settings.private else "The line above"), file=sys.stderr)
        return EXIT_FAILURE
    return 0


if __name__ == "__main__":
    sys.exit(main())
