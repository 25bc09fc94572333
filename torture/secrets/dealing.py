"""P9: what honest servers deal is verified, and each way of cheating is found out for what it is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from engines.cards import DECK
from engines.catalog import find, games
from engines.chance import Chance
from protocol import dealing
from protocol.dealing import NEWEST_CHAIN, deal_key
from protocol.saved_game import SavedGame
from server.fairness.transcript_replay import RefutedError
from server.fairness.verifier import verify
from tests.support import facts
from tests.support.builders.dealt import Gathering
from torture.finding import Finding
from torture.scale import Scale
from torture.secrets.tampering.try_out import TAMPERINGS, try_tampering

PAGE = Path(__file__).parents[2] / "docs" / "dealing.md"
TRANSCRIPTS, EVERYDAY_TRANSCRIPTS = 1000, 60
GAMES, EVERYDAY_GAMES = 20, 3
"""On how many games each way of tampering is tried."""
LONGEST = 60
"""After so many events people give up, so that many games are tried."""
SHUFFLES, EVERYDAY_SHUFFLES = 240_000, 24_000
ORDERS, UNLIKELY = 24, 49.7
"""How many orders four cards have, and the chi-square that chance exceeds with 23 degrees once in a thousand times."""


def prove(scale: Scale) -> list[Finding]:
    """Verify honest games, and tampered ones."""
    return [honest(scale), tamper(scale), uniform(scale), as_written()]


def honest(scale: Scale) -> Finding:
    """Verify what people keep of honest games of every kind."""
    count = scale.of(EVERYDAY_TRANSCRIPTS, TRANSCRIPTS)
    kinds: Counter[str] = Counter()
    wrong = []
    for _, saved in zip(range(count), saved_games(scale.chance("honest")), strict=False):
        try:
            verify(saved)
        except RefutedError as error:
            wrong.append(f"{saved.transcript.game}: {error}")
        kinds[saved.transcript.game] += 1
    accepted = count - len(wrong)
    return Finding(
        "P9",
        "honest transcripts of every game and variant, some with players who are late, resign, leave or take back",
        f"{accepted:,} of {count:,} ({', '.join(f'{kind} {number}' for kind, number in sorted(kinds.items()))})",
        f"all {count:,}",
        holds=not wrong and set(kinds) == set(games()),
        note="; ".join(wrong[:3]),
    )


def tamper(scale: Scale) -> Finding:
    """Tamper with games in every way, and hear the reasons."""
    rounds = scale.of(EVERYDAY_GAMES, GAMES)
    wrong, tries = [], 0
    for number in range(rounds):
        for name in TAMPERINGS:
            tries += 1
            reason = try_tampering(name, Random(f"{scale.seed} {number} {name}"))
            if reason is None or TAMPERINGS[name].reason not in reason:
                wrong.append(f"{name}: {reason}")
    return Finding(
        "P9",
        "altered transcripts, each refused for the right reason",
        f"{len(TAMPERINGS)} ways, {tries:,} transcripts, {len(wrong)} accepted or refused for another reason",
        "30 ways or more, 0 accepted or refused for another reason",
        holds=not wrong and len(TAMPERINGS) >= 30,
        note="; ".join(wrong[:3]),
    )


def uniform(scale: Scale) -> Finding:
    """Count how often each order of four cards comes out of dealings, and how far that is from equally often."""
    shuffles, random = scale.of(EVERYDAY_SHUFFLES, SHUFFLES), scale.chance("uniform")
    keys = (deal_key("war", random.randbytes(32), {0: random.randbytes(16)}) for _ in range(shuffles))
    orders = Counter(Chance(key).shuffle("abcd") for key in keys)
    expected = shuffles / ORDERS
    distance = sum((count - expected) ** 2 / expected for count in orders.values()) + expected * (ORDERS - len(orders))
    return Finding(
        "P9",
        "orders of four cards, dealt from secrets and shares of any kind",
        f"chi-square {distance:.1f} over {shuffles:,} shuffles",
        f"below {UNLIKELY} for {ORDERS} orders, which chance exceeds once in a thousand times",
        holds=distance < UNLIKELY,
    )


def as_written() -> Finding:
    """Compute the numbers that stand in docs/dealing.md for authors of other programs."""
    found, computed = numbers(), dict(computed_from(numbers()))
    wrong = sorted(name for name, value in computed.items() if found[name] != value)
    return Finding(
        "P9",
        "numbers fixed for good: commitment, hashes, keys, streams, a deck, the chain",
        f"{len(computed)} numbers, {len(wrong)} come out otherwise",
        "0 otherwise",
        holds=not wrong and len(computed) >= 10,
        note=", ".join(wrong),
    )


def numbers() -> dict[str, Any]:
    """What stands on the page, by its name there."""
    found: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0])
    return found


def computed_from(found: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What follows from the secret and the shares on the page."""
    secret, shares = bytes.fromhex(found["secret"]), [bytes.fromhex(share) for share in found["shares"]]
    key = deal_key("war", secret, dict(enumerate(shares)))
    yield "commitment", dealing.commitment("war", secret).hex()
    yield "hashes", [dealing.pledge(share).hex() for share in shares]
    yield "key", key.hex()
    yield "key without ben's share", deal_key("war", secret, {0: shares[0]}).hex()
    yield "key without shares", deal_key("war", secret, {}).hex()
    yield "block 0 of stream 0", f"{Chance(key).below(2**256):064x}"
    yield "deck", " ".join(map(str, Chance(key).shuffle(DECK)))
    salts = map(bytes.fromhex, found["name salts"])
    yield "name hashes", [dealing.name_hash(salt, name).hex() for salt, name in zip(salts, ("ann", "ben"), strict=True)]
    for chain, of in ((2, ""), (1, " of version 1")):
        head = dealing.opening(found[f"facts{of}"], chain)
        yield f"head 0{of}", head.hex()
        for number, event in ((1, found["event 1"]), (2, found[f"event 2{of}"])):
            leaf = dealing.leaf(key, number, *event)
            head = dealing.next_head(head, leaf)
            yield f"leaf {number}{of}", leaf.hex()
            yield f"head {number}{of}", head.hex()


def saved_games(random: Random) -> Iterator[SavedGame]:
    """Yield what programs save of one game after another, without end."""
    while True:
        for name, known in facts.games().items():
            for options in known.tables.values():
                yield from _at_one_table(random, name, options, random.choice(list(find(name).seats)))


def _at_one_table(random: Random, name: str, options: Any, seats: int) -> Iterator[SavedGame]:
    """A game or two at a table for so many, with whatever can happen there."""
    computers = random.randrange(seats)
    here = Gathering(
        random,
        name,
        seats - computers,
        options=options,
        computers=computers,
        watched=random.random() < 0.3,
        chain=random.choice((1, NEWEST_CHAIN)),
    )
    here.play(LONGEST)
    if random.random() < 0.5:
        here.absent = {random.choice(here.room.players())}
        here.again()
        if seats - computers > 1 and here.room.deal is not None and here.room.deal.is_open:
            gone = next(iter(here.absent))
            here.leave(gone)
            here.come_back(gone)
        here.play(LONGEST)
    for saved in here.saved.values():
        yield from saved
