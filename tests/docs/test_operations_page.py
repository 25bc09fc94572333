"""The page about running a server names metrics, events and flags that there are."""

from __future__ import annotations

import re
from pathlib import Path

from server.app import Server
from server.config import Config
from server.storage.stores import open_on_disk

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text()
SOURCES = "\n".join(path.read_text() for path in (ROOT / "server").rglob("*.py"))


async def test_every_metric_named_is_told(tmp_path: Path):
    config = Config(data=tmp_path)
    server = Server(config, open_on_disk(tmp_path))
    server.measure_space()
    told = server.dispatcher.page("/metrics", "127.0.0.1").text
    await server.storage.journal.aclose()
    named = set(re.findall(r"parlour_[a-z_]+", PAGE)) - {"parlour_reception"}
    assert len(named) > 8
    assert {name for name in named if f"# TYPE {name} " not in told} == set()


def test_every_event_named_is_logged():
    table = PAGE.partition("deserve a look")[2].partition("## What to watch")[0]
    events = re.findall(r"`([a-z]+(?:-[a-z]+)+)`", table)
    assert len(events) > 5
    assert [event for event in events if f"event={event}" not in SOURCES] == []
