"""`python -m server.tools.verify FILE`, or `parlour verify CODE|FILE`: checks that a game was dealt and played fairly.

With a second file, another player's of the same game, it also checks that both were told the same. Exits with 0 where
all is well, with 1 where it is not, with 2 where there is nothing to check.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from engines import catalog
from protocol.command_line import EXIT_USAGE, CommandLineParser
from protocol.dealing import readable_head
from protocol.saved_game import SavedGame
from protocol.text import clean_text
from server.fairness.comparison import OtherGameError, StoriesDifferError, compare, final_head
from server.fairness.transcript_replay import RefutedError
from server.fairness.verifier import Verification, verify

EXIT_REFUTED = 1
MAX_BYTES = 64 * 1024 * 1024
EXAMPLES = """examples:
  parlour verify KQFM                  check the last game at a table
  parlour verify KQFM bens-game.json   compare it with what another player's program saw
"""


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    files = [options.file, *([options.other] if options.other else [])]
    try:
        games = [read_saved_game(Path(file)) for file in files]
    except ValueError as error:
        return _complain(error)
    try:
        verdict = judge(games)
    except OtherGameError as error:
        return _complain(error)
    lines = [_json(files, games, verdict)] if options.json else to_lines(files, games, verdict)
    print(*map(clean_text, lines), sep="\n")
    return 0 if verdict.reason is None else EXIT_REFUTED


def _complain(error: ValueError) -> int:
    print(clean_text(f"parlour verify: {error}"), file=sys.stderr)
    return EXIT_USAGE


class Verdict(NamedTuple):
    """What comes of one file or of two.

    Attributes:
        results: the verification of each file, as far as they are verified.
        notes: what two files leave open together.
        reason: why it is not verified; None where it is.
        head: the final head, in hexadecimal; empty where it is not verified.
    """

    results: tuple[Verification, ...]
    notes: tuple[str, ...] = ()
    reason: str | None = None
    head: str = ""


def judge(games: Sequence[SavedGame]) -> Verdict:
    """Verify each game, and hold two against each other. Raises OtherGameError where they are not the same game."""
    results: list[Verification] = []
    try:
        for saved in games:
            results.append(verify(saved))  # noqa: PERF401 - what is verified counts, where another is not
        notes = compare(*games) if len(games) > 1 else ()
    except (RefutedError, StoriesDifferError) as error:
        return Verdict(tuple(results), reason=str(error))
    return Verdict(tuple(results), notes, head=final_head(games[0].transcript))


def read_saved_game(path: Path) -> SavedGame:
    """Read the saved game in a file. Raises ValueError with a sentence."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ValueError(f"{path} is too big to be a saved game.")
        return msgspec.json.decode(path.read_bytes(), type=SavedGame)
    except OSError as error:
        raise ValueError(f"There's no saved game {path}, nor a file that can be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not a saved game: {error}.") from None


def to_lines(files: Sequence[str], games: Sequence[SavedGame], verdict: Verdict) -> Iterator[str]:
    transcript = games[0].transcript
    game = catalog.games().get(transcript.game)
    what = f"{game.title if game else transcript.game}, game {transcript.number} at table {transcript.room}"
    if verdict.reason is not None:
        yield f"NOT VERIFIED: {what}. {_refuted(files, verdict)}{verdict.reason}"
        return
    yield f"Verified: {what}."
    if len(games) > 1:
        yield "Both files have the same deal, the same moves and the same ending."
    for file, (events, sights, notes, _) in zip(files, verdict.results, strict=True):
        of = f"{file}: " if len(games) > 1 else ""
        yield f"{of}Secret and shares give this deal; {events} events follow the rules, {sights} match what you saw."
        yield from (f"{of}{note}" for note in notes)
    yield from verdict.notes
    shared = " Every player at that table should get the same." if _people(games[0]) > 1 else ""
    yield f"Final head: {readable_head(verdict.head)}.{shared}"


def _refuted(files: Sequence[str], verdict: Verdict) -> str:
    """Which of two files is refuted by itself, or that neither is."""
    if len(files) == 1:
        return ""
    if len(verdict.results) == len(files):
        return "Each file is sound by itself, but the two disagree. "
    return f"{files[len(verdict.results)]}: "


def _json(files: Sequence[str], games: Sequence[SavedGame], verdict: Verdict) -> str:
    transcript = games[0].transcript
    about = {"file": files[0], "room": transcript.room, "game": transcript.game, "number": transcript.number}
    if len(files) > 1:
        about = {**about, "other": files[1]}
    if verdict.reason is not None:
        alone = {"alone": len(verdict.results) == len(files)} if len(files) > 1 else {}
        return json.dumps({**about, "verified": False, **alone, "reason": verdict.reason})
    first = verdict.results[0]
    notes = [note for result in verdict.results for note in result.notes] + list(verdict.notes)
    withheld = sorted({seat for result in verdict.results for seat in result.withheld})
    counts = {"events": first.events, "seen": first.sights, "notes": notes, "withheld": withheld, "head": verdict.head}
    return json.dumps({**about, "verified": True, **counts, "people": _people(games[0])})


def _people(saved: SavedGame) -> int:
    """How many people played, who can compare what they were told."""
    return sum(player.kind == "person" for player in saved.transcript.players)


def _parser() -> argparse.ArgumentParser:
    parser = CommandLineParser(
        prog="parlour verify",
        usage="parlour verify CODE|FILE [FILE] [options]",
        description=f"{EXAMPLES}\nCheck a saved game: was it dealt fairly, and played by the rules?",
    )
    parser.add_argument(
        "file", metavar="CODE|FILE", help="a table's latest game, such as KQFM; its second, KQFM-2; or a file"
    )
    parser.add_argument("other", metavar="FILE", nargs="?", help="another player's file of the same game, to compare")
    parser.add_argument("--json", action="store_true", help="print the result as a JSON object")
    return parser


if __name__ == "__main__":
    sys.exit(main())
