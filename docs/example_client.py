"""Plays a game of War against a Parlour server's computer: python example_client.py [ws://HOST:PORT]
This is a whole client; protocol.md, beside this file, describes the messages.
"""

import sys
import time
from typing import Any

import msgpack
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect


def main() -> None:
    url = sys.argv[1] if len(sys.argv) > 1 else "ws://127.0.0.1:8765"
    try:
        with connect(url, subprotocols=["parlour.1"], compression=None) as server:
            print(result(play(server)))
    except ConnectionClosed as closed:
        sys.exit(f"The server closed the connection: {closed}")
    except (OSError, WebSocketException) as error:
        sys.exit(f"No Parlour server answers at {url}: {error}")


def play(server: ClientConnection) -> dict[str, Any]:
    sent = send(server, type="hello", name="example", token=None, client="example 1.0", deals=False, bot=True)
    while True:
        match event := msgpack.unpackb(server.recv()):
            case {"type": "welcome", "games": games}:
                seats = ["me", next(f"computer:{war['levels'][-1]['name']}" for war in games if war["name"] == "war")]
                form = {"listed": False, "serious": False, "clock": {"move_s": None, "total_s": None, "increment_s": 0}}
                sent = send(server, type="create", ref=1, game="war", options={}, seats=seats, watch="anyone", **form)
            case {"type": "table", "phase": "over", "room": room}:
                send(server, type="leave", room=room)
                return event
            case {"type": "table", "seat": seat, "turn": turn, "ply": ply} if seat in turn and sent.get("ply") != ply:
                sent = send(server, type="play", room=event["room"], number=event["number"], ply=ply, move="flip")
            case {"type": "refused", "retry_after_s": float(seconds)}:
                time.sleep(seconds)
                sent = send(server, **sent)
            case {"type": "refused", "text": sentence}:
                sys.exit(f"The server refused: {sentence}")


def send(server: ClientConnection, **message: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever the message holds
    server.send(msgpack.packb(message))
    return message


def result(table: dict[str, Any]) -> str:
    names = [chair["name"] for chair in table["chairs"]]
    winners = [names[seat] for seat in table["ending"]["winners"]]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, table["ending"]["scores"], strict=True))
    return f"{winners[0] + ' won' if len(winners) == 1 else 'A tie'} ({scores}). {table['ending']['reason']}"


if __name__ == "__main__":
    main()
