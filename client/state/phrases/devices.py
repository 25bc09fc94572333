"""A player's devices in words: which there are, how another one comes in, and the recovery phrase."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from urllib.parse import urlsplit

from client.drawing.canvas import wrap_words
from client.drawing.grammar import count
from client.state.store import Store

ASKING = "Asking the server."
HOW_TO_REVOKE = "'devices revoke NUMBER' signs a machine out; 'link' adds one."
NO_PHRASE = "'recovery' gives you twelve words to write down, in case you lose them all."
LOCAL = ("//localhost", "//127.0.0.1", "//[::1]")
PHRASE_WIDTH, SSH_PORT = 60, 22


def lines(store: Store) -> tuple[str, ...]:
    """All that is to be said about the player's devices now, a line each."""
    return (*_phrase(store), *link(store), *_devices(store))


def _phrase(store: Store) -> Iterator[str]:
    """A recovery phrase that was just made, to be written down."""
    if store.phrase is not None:
        yield "Write down these twelve words in order, and keep them secret:"
        yield from (f"  {line}" for line in wrap_words(store.phrase.words, PHRASE_WIDTH))
        yield "They sign you in on any machine, and you won't see them again. There, type:"
        yield f"  parlour recover{_place(store.phrase.server)}"
        yield ""


def link(store: Store) -> Iterator[str]:
    """The code for another device, and what to do with it."""
    if store.link_code is not None:
        minutes = count(max(1, store.link_code.expires_s // 60), "minute")
        ways = tuple(_ways(store, store.link_code.code))
        yield f"On your other machine, within {minutes}, {'type' if len(ways) == 1 else 'open or type one of these'}:"
        yield from (f"  {way}" for way in ways)
        if not store.portal_urls and any(local in store.link.server for local in LOCAL):
            yield "On another machine, use the address that 'invite' shows at a table."
        yield ""


def _ways(store: Store, code: str) -> Iterator[str]:
    """The lines that sign in by a code: on the page, by ssh, and in the program if it can reach the server."""
    urls = {urlsplit(url).scheme: url for url in (*store.public_urls, *store.portal_urls)}
    if page := urls.get("https") or urls.get("http"):
        yield f"{page.rstrip('/')}/#link-{code}"
    if "ssh" in urls:
        place = urlsplit(urls["ssh"])
        port = f"-p {place.port} " if place.port not in (None, SSH_PORT) else ""
        yield f"ssh -t {port}play@{place.hostname} link {code}"
    if program := urls.get("wss") or urls.get("ws") if store.portal_urls else store.link.server:
        yield f"parlour link {code}{_place(program)}"


def _devices(store: Store) -> Iterator[str]:
    devices = store.devices
    for number, device in enumerate(devices, 1):
        here = "this one" if device.here else f"last used on {_day(device.seen)}"
        yield f"{number}  {device.name}, {f'made on {_day(device.added)}' if device.phrase else here}"
    if devices:
        yield HOW_TO_REVOKE
    if devices and not store.portal_urls and not any(device.phrase for device in devices):
        yield NO_PHRASE


def _place(server: str) -> str:
    return f" --server {server}" if server else ""


def _day(seconds: int) -> str:
    return date.fromtimestamp(seconds).isoformat()
