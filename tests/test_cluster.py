"""What runs a cluster: the script without containers, a whole game through it, and the files for containers."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from asyncio import gather
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest

from protocol import messages as m
from server.config import read_arguments
from tests.support.patience import PATIENCE_S
from tests.support.processes.players import over, sign_in, table_for_two
from tests.support.processes.wire import Wires

INSTALL = Path(__file__).parents[1] / "install"
COMPOSE = (INSTALL / "cluster.yaml").read_text(encoding="utf-8")
DOMAIN = "games.example.org"


@pytest.fixture
def urls(postgres_url: str) -> Iterator[list[str]]:
    """The addresses of the nodes of a cluster, and of its balancer where there is one, the last."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = [sys.executable, "-m", "install.cluster", "--store", postgres_url, "--port", port]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().strip() for _ in range(3)]
        yield re.findall(r"ws://\S+", "\n".join(lines))
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0


@pytest.mark.slow
async def test_a_whole_game_is_played_across_the_nodes_that_the_script_runs(urls: list[str]) -> None:
    first, second, anywhere = Wires(urls[0]), Wires(urls[1]), Wires(urls[-1])
    ann, ben = await sign_in(first, "ann"), await sign_in(second, "ben")
    anns = await ann.ask(table_for_two())
    bens = await ben.ask(m.Join(ref=2, room=anns.room, games=None))
    ends = await gather(ann.play_on(anns, over), ben.play_on(bens, over))
    assert (ends[0].phase, ends[0].seq, ends[0].ending) == ("over", ends[1].seq, ends[1].ending)
    cat = await sign_in(anywhere, "cat")
    cat.send(m.GetStats(ref=1, game="war", deal=None))
    assert (await cat.next(m.Stats)).played == 0
    assert (await (await anywhere.reach()).get("/healthz")).status == 200
    for wires in (first, second, anywhere):
        await wires.aclose()


def service(name: str) -> str:
    """A service's part of the compose file."""
    return re.split(r"^(?:  )?\w", COMPOSE.partition(f"\n  {name}:")[2], maxsplit=1, flags=re.MULTILINE)[0]


def test_the_nodes_of_the_compose_file_are_started_with_what_they_take(monkeypatch) -> None:
    monkeypatch.setenv("PARLOUR_STORE", "postgresql://parlour:secret@database/parlour")
    words = re.findall(r"      - (.+)", service("node1").partition("command:\n")[2].partition("    volumes:")[0])
    command, *options = [word.replace("${DOMAIN}", DOMAIN) for word in words]
    config = read_arguments(options)
    assert (command, config.cluster) == ("serve", True)
    assert config.public_urls == (f"wss://{DOMAIN}",)
    assert f"127.0.0.1:{config.port}/healthz" in service("node1")
    assert f"ipv4_address: {config.proxies[0]}\n" in service("proxy")
    assert f"ipv4_address: {config.metrics_from[1]}\n" in service("prometheus")
    for path in (INSTALL / "Caddyfile.cluster", INSTALL / "monitoring" / "cluster.yaml"):
        assert all(f"node{number}:{config.port}" in path.read_text(encoding="utf-8") for number in (1, 2))


def test_the_files_that_the_compose_file_hands_to_its_services_are_there() -> None:
    handed = re.findall(r"- \./(\S+?):", COMPOSE)
    assert [name for name in handed if not (INSTALL / name).exists()] == []
    assert len(handed) == 2


def test_no_service_is_given_an_address_that_the_compose_file_promises_to_another() -> None:
    (subnet,), (given,) = (re.findall(rf"{name}: (\S+)", COMPOSE) for name in ("subnet", "ip_range"))
    fixed = [ip_address(address) for address in re.findall(r"ipv4_address: (\S+)", COMPOSE)]
    assert ip_network(given).subnet_of(ip_network(subnet))
    assert [each in ip_network(given) for each in fixed] == [False, False]
