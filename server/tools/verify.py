"""`python -m server.tools.verify FILE`, or `parlour verify CODE|FILE`: checks that a game was dealt and played fairly.

Exits with 0 where it was, with 1 where it was not, with 2 where there is nothing to check.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engines import catalog
from protocol.saved_game import SavedGame
from protocol.text import clean_text
from server.fairness.verifier import RefutedError, Verification, verify
from server.ops.command_line import EXIT_USAGE, ServerArgumentParser

EXIT_REFUTED = 1
MAX_BYTES = 64 * 1024 * 1024


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        saved = read_saved_game(Path(options.file))
    except ValueError as error:
        print(clean_text(f"parlour verify: {error}"), file=sys.stderr)
        return EXIT_USAGE
    try:
        result: Verification | RefutedError = verify(saved)
    except RefutedError as error:
        result = error
    lines = [_json(options.file, saved, result)] if options.json else to_lines(saved, result)
    print(*map(clean_text, lines), sep="\n")
    return EXIT_REFUTED if isinstance(result, RefutedError) else 0


def read_saved_game(path: Path) -> SavedGame:
    """Read the saved game in a file. Raises ValueError with a sentence."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ValueError(f"{path} is too big for a saved game.")
        return msgspec.json.decode(path.read_bytes(), type=SavedGame)
    except OSError as error:
        raise ValueError(f"{path} cannot be read, and no game is saved by that name: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no saved game: {error}.") from None


def to_lines(saved: SavedGame, result: Verification | RefutedError) -> Iterator[str]:
    transcript = saved.transcript
    game = catalog.games().get(transcript.game)
    what = f"{game.title if game else transcript.game}, game {transcript.number} at table {transcript.room}"
    match result:
        case Verification(events=events, sights=sights, notes=notes):
            yield f"Verified: {what}."
            yield f"Dealt from the secret and the shares; {events} events by the rules, {sights} of them seen."
            yield from notes
        case RefutedError():
            yield f"NOT VERIFIED: {what}. {result}"


def _json(file: str, saved: SavedGame, result: Verification | RefutedError) -> str:
    transcript = saved.transcript
    about = {"file": file, "room": transcript.room, "game": transcript.game, "number": transcript.number}
    match result:
        case Verification(events=events, sights=sights, notes=notes):
            return json.dumps({**about, "verified": True, "events": events, "seen": sights, "notes": notes})
        case RefutedError():
            return json.dumps({**about, "verified": False, "reason": str(result)})


def _parser() -> argparse.ArgumentParser:
    parser = ServerArgumentParser(
        prog="parlour verify",
        description="Check that a game was dealt fairly and played by its rules, from what was saved of it.",
        epilog="Example: parlour verify KQFM",
    )
    parser.add_argument(
        "file", metavar="CODE|FILE", help="a table's newest game, as in KQFM, its second, KQFM-2, or a file"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


if __name__ == "__main__":
    sys.exit(main())
