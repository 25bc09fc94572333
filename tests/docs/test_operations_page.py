"""The page about running a server, and what monitors one, name metrics, events and flags that there are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from server.app.server import Server
from server.config import Config
from server.storage.stores import open_as_node, open_on_disk

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text()
MONITORING = ROOT / "install" / "monitoring"
ALERTS = (MONITORING / "alerts.yaml").read_text()
DASHBOARD = (MONITORING / "dashboard.json").read_text()
SOURCES = "\n".join(path.read_text() for path in (ROOT / "server").rglob("*.py"))

OF_HISTOGRAM = re.compile("_(bucket|sum|count)$")


@pytest.fixture
async def told(tmp_path: Path, postgres_url: str):
    """What `/metrics` tells, of a server that is alone and of a node."""
    servers = [
        Server(Config(data=tmp_path), storage) for storage in (open_on_disk(tmp_path), open_as_node(postgres_url))
    ]
    for server in servers:
        server.measure_space()
    yield "".join(server.dispatcher.page("/metrics", "127.0.0.1").text for server in servers)
    for server in servers:
        await server.storage.journal.aclose()


@pytest.mark.parametrize("text", [PAGE, ALERTS, DASHBOARD], ids=["page", "alerts", "dashboard"])
async def test_every_metric_named_is_told(told, text):
    named = set(re.findall(r"\b(?:parlour|process)_[a-z_]+", text)) - {"parlour_reception"}
    assert len(named) > 7
    assert {name for name in named if f"# TYPE {OF_HISTOGRAM.sub('', name)} " not in told} == set()


def test_the_page_tells_of_every_alert_there_is():
    table = PAGE.partition("| Alarm | Expression |")[2].partition("\n\n")[0]
    described = re.findall(r"^\| ([^|-]+) \| `([^`]+)`", table, re.MULTILINE)
    assert [expression for _, expression in described] == re.findall(r"expr: (.+)", ALERTS)
    assert [alarm for alarm, _ in described] == re.findall(r"summary: (.+)", ALERTS)


def test_no_two_panels_of_the_dashboard_lie_over_each_other():
    panels = json.loads(DASHBOARD)["panels"]
    cells = [
        (x, y)
        for at in (panel["gridPos"] for panel in panels)
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(set(cells)) == len(cells) > 0
    assert len({panel["id"] for panel in panels}) == len(panels)


def test_every_event_named_is_logged():
    table = PAGE.partition("deserve a look")[2].partition("## What to watch")[0]
    events = re.findall(r"`([a-z]+(?:-[a-z]+)+)`", table)
    assert len(events) > 5
    assert [event for event in events if f"event={event}" not in SOURCES] == []
