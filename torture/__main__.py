"""`python -m torture`: every promise tried in full, and docs/promises.md written from what was seen."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

from torture import page
from torture.finding import ON_POSTGRES, Finding, Row
from torture.scale import SEED, Store
from torture.topics import BOTH, TOPICS, Topic

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "promises.md"
EXIT_MISSED = 1
EXIT_INTERRUPTED = 130
REASON_MAX = 200


def main(arguments: Sequence[str] | None = None) -> int:
    """Prove the topics asked for, or all, one after the other; each is on the page as soon as it is there."""
    chosen = _arguments().parse_args(arguments)
    holds = True
    try:
        for name in chosen.topic or TOPICS:
            for store in TOPICS[name].stores:
                if chosen.store in (None, store):
                    found = _prove(name, chosen, store)
                    _write(chosen.page, [Row(_made_by(name, chosen, store), one) for one in found], name, store)
                    holds = holds and all(one.holds for one in found)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0 if holds else EXIT_MISSED


def _prove(name: str, chosen: argparse.Namespace, store: Store) -> list[Finding]:
    """Prove a topic in a process of its own and print its findings; a failure or a timeout is a finding too."""
    topic, began = TOPICS[name], monotonic()
    print(f"\n{name}: {topic.about} (seed {chosen.seed}, {store})", flush=True)
    found = [_marked(one, store) for one in _run(name, topic, chosen, store)]
    for one in found:
        verdict = "held" if one.holds else "MISSED"
        print(f"  {one.promise:<4} {verdict:<7}{one.claim}: {one.figure} (bar: {one.bar}) {one.note}", flush=True)
    print(f"  {monotonic() - began:.0f} s", flush=True)
    return found


def _marked(found: Finding, store: Store) -> Finding:
    return replace(found, claim=f"on PostgreSQL: {found.claim}") if store == "postgres" else found


def _run(name: str, topic: Topic, chosen: argparse.Namespace, store: Store) -> list[Finding]:
    command = [sys.executable, "-m", "torture.topics", name, "--share", str(chosen.share), "--seed", str(chosen.seed)]
    command += ["--store", store]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            said, complaint = process.communicate(timeout=topic.limit_s)
        except subprocess.TimeoutExpired:
            return _failures(topic, f"not done within {topic.limit_s:.0f} s")
        finally:
            _end(process)
    sys.stderr.write(complaint)
    if process.returncode != 0:
        return _failures(topic, (complaint.strip().splitlines() or [f"exit code {process.returncode}"])[-1])
    return [Finding(**json.loads(line)) for line in said.splitlines() if line.startswith("{")]


def _end(process: subprocess.Popen[str]) -> None:
    """End a topic's process and whatever it started: they are a session of their own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _failures(topic: Topic, why: str) -> list[Finding]:
    figure = f"failed: {why[:REASON_MAX]}"
    return [Finding(promise, topic.about, figure, "to be proved at all", holds=False) for promise in topic.promises]


def _write(place: Path, made: Sequence[Row], name: str, store: Store) -> None:
    """Put a topic's rows into the page in place of those it had of that store."""
    known = page.rows(place.read_text(encoding="utf-8")) if place.exists() else ()
    others = [row for row in known if (row.topic, row.store) != (name, store) and row.topic in TOPICS]
    place.write_text(page.page([*others, *made], list(TOPICS)), encoding="utf-8")


def _made_by(name: str, chosen: argparse.Namespace, store: Store) -> str:
    share = "" if chosen.share == 1 else f" --share {chosen.share:g}"
    seed = "" if chosen.seed == SEED else f" --seed {chosen.seed}"
    return name + share + seed + (ON_POSTGRES if store == "postgres" else "")


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m torture", description=__doc__)
    parser.add_argument("topic", nargs="*", type=_topic, help=f"of {', '.join(TOPICS)} (default: all)")
    parser.add_argument("--share", type=float, default=1.0, help="how much of it, as in 0.1 for a first look")
    parser.add_argument("--seed", type=int, default=SEED, help="what all chance follows from (default: %(default)s)")
    parser.add_argument("--store", choices=BOTH, help="where servers keep everything (default: all that a topic tries)")
    parser.add_argument("--page", type=Path, default=PAGE, help="(default: docs/promises.md)")
    return parser


def _topic(written: str) -> str:
    if written not in TOPICS:
        raise argparse.ArgumentTypeError(f"there is no topic {written!r}; there is {', '.join(TOPICS)}")
    return written


if __name__ == "__main__":
    # Told to stop is as good as interrupted: what a topic has started must not go on without it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
