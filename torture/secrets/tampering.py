"""Ways to cheat: each turns what is kept of an honest game into what would be kept of one that was not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from engines.blocky.view import Options as BlockyOptions
from protocol import dealing
from protocol import messages as m
from protocol.dealing import NEWEST_CHAIN
from protocol.saved_game import SavedGame
from server.fairness.transcript_replay import RefutedError
from server.fairness.verifier import verify
from server.room.inputs import Resign
from tests.support.builders.dealt import Gathering

BLOCKY = BlockyOptions(depth=2, moves=6)
EVENTS = 24
Cheat = Callable[[SavedGame, Random], SavedGame]


class Tampering(NamedTuple):
    """A way to cheat at a game, and words of the reason for which it has to be refused."""

    game: str
    cheat: Cheat
    reason: str
    chain: int = NEWEST_CHAIN


def try_tampering(name: str, random: Random) -> str | None:
    """Tamper with a game in this way and verify it; why it is refused, or None where it is accepted."""
    tampering = TAMPERINGS[name]
    saved = honest(tampering.game, random, tampering.chain)
    verify(saved)
    try:
        verify(tampering.cheat(saved, random))
    except RefutedError as error:
        return str(error)
    return None


def honest(game: str, random: Random, chain: int = NEWEST_CHAIN) -> SavedGame:
    """What one of two or three people keeps of their second game, in which they have got as far as two events."""
    while True:
        saved = _play(game, random, chain)
        kinds = [event.kind for event in saved.transcript.events]
        if len(kinds) > 1 and "move" in kinds:
            return saved


def _play(game: str, random: Random, chain: int) -> SavedGame:
    people, options = (3, BLOCKY) if game == "blocky" else (2, None)
    here = Gathering(random, game, people, options=options, chain=chain)
    here.play(0)
    here.again()
    if game == "blocky":
        here.settle()
        here.do(Resign(here.room.players()[2]))
    here.play(EVENTS)
    return here.saved[here.room.players()[0]][1]


# What is said.


def with_transcript(saved: SavedGame, **changes: Any) -> SavedGame:
    return replace(saved, transcript=replace(saved.transcript, **changes))


def with_witness(saved: SavedGame, **changes: Any) -> SavedGame:
    """The saved game of somebody who was shown something else."""
    return replace(saved, witness=replace(saved.witness, **changes))


def with_events(saved: SavedGame, *events: m.GameEvent) -> SavedGame:
    """The saved game with these events from the start, so that the hash chain agrees with them."""
    saved = with_transcript(saved, events=events, count=len(events))
    heads = chain(saved.transcript)
    sights = [sight for sight in saved.witness.sights if sight.events < len(heads)]
    agreeing = tuple(replace(sight, head=heads[sight.events][: dealing.HEAD_BYTES].hex()) for sight in sights)
    return with_witness(saved, sights=agreeing)


def chain(transcript: m.Transcript) -> list[bytes]:
    """The heads of the chain over a transcript."""
    t = transcript
    given = {seat: bytes.fromhex(share) for seat, share in enumerate(t.shares) if share is not None}
    key = dealing.deal_key(t.game, bytes.fromhex(t.secret), given)
    facts = {name: getattr(t, name) for name in ("room", "number", "game", "version", "options", "deal", "commitment")}
    names = [player.name for player in t.players] if t.chain == 1 else t.name_hashes
    players = [[player.kind, name] for player, name in zip(t.players, names, strict=True)]
    heads = [dealing.opening({**facts, "players": players, "shares": list(t.shares)}, t.chain)]
    for number, event in enumerate(t.events, start=1):
        heads.append(dealing.next_head(heads[-1], dealing.leaf(key, number, event.kind, event.seat, event.text)))
    return heads


def at(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    """The things with another one at a place."""
    return (*things[:place], thing, *things[place + 1 :])


def own(saved: SavedGame) -> int:
    assert saved.witness.seat is not None
    return saved.witness.seat


def other(saved: SavedGame) -> int:
    """The seat of somebody else."""
    return (own(saved) + 1) % len(saved.transcript.players)


# The secret and the counter.


def another_secret(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, secret=random.randbytes(32).hex())


def another_commitment(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, commitment=random.randbytes(32).hex())


def bound_afterwards(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, **_make_up(saved, random))


def _make_up(saved: SavedGame, random: Random) -> dict[str, str]:
    secret = random.randbytes(32)
    return {"secret": secret.hex(), "commitment": dealing.commitment(saved.transcript.game, secret).hex()}


def no_bytes(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, secret="x" * 64)


def dealing_left_out(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, earlier=saved.transcript.earlier[1:])


def number_skipped(saved: SavedGame, random: Random) -> SavedGame:
    deal = saved.transcript.deal + 1
    return with_witness(
        with_transcript(saved, deal=deal), bound=tuple(b for b in saved.witness.bound if b.deal != deal)
    )


def earlier_unopened(saved: SavedGame, random: Random) -> SavedGame:
    earlier = saved.transcript.earlier
    return with_transcript(saved, earlier=at(earlier, 0, replace(earlier[0], secret=random.randbytes(32).hex())))


def earlier_made_up(saved: SavedGame, random: Random) -> SavedGame:
    earlier = saved.transcript.earlier
    return with_transcript(saved, earlier=at(earlier, 0, replace(earlier[0], **_make_up(saved, random))))


# The shares.


def _replace_share(saved: SavedGame, seat: int, random: Random, *, shown: bool) -> SavedGame:
    """The saved game with another share and its hash at a seat, and whether that was shown as the cards were dealt."""
    share = random.randbytes(16)
    shares = at(saved.transcript.shares, seat, share.hex())
    hashes = at(saved.transcript.hashes, seat, dealing.pledge(share).hex())
    saved = with_transcript(saved, shares=shares, hashes=hashes)
    return with_witness(saved, shares=shares) if shown else saved


def share_unpledged(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, shares=at(saved.transcript.shares, other(saved), random.randbytes(16).hex()))


def chosen_last(saved: SavedGame, random: Random) -> SavedGame:
    return _replace_share(saved, other(saved), random, shown=True)


def chosen_after_dealing(saved: SavedGame, random: Random) -> SavedGame:
    return _replace_share(saved, other(saved), random, shown=False)


def own_replaced(saved: SavedGame, random: Random) -> SavedGame:
    return _replace_share(saved, own(saved), random, shown=True)


def own_left_out(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, shares=at(saved.transcript.shares, own(saved), None))


def hash_missing(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, hashes=at(saved.transcript.hashes, other(saved), None))


def exchanged_shares(saved: SavedGame, random: Random) -> SavedGame:
    shares = saved.transcript.shares
    return with_transcript(saved, shares=(shares[1], shares[0], *shares[2:]))


def no_part_taken(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, parts=at(saved.transcript.parts, other(saved), False))  # noqa: FBT003 - a place of a list


def computer_gives(saved: SavedGame, random: Random) -> SavedGame:
    seat, told = other(saved), saved.transcript
    return with_transcript(
        saved,
        players=at(told.players, seat, m.TranscriptPlayer(kind="computer", name="flipper")),
        name_hashes=at(told.name_hashes, seat, None),
        name_salts=at(told.name_salts, seat, None),
    )


def seat_unsaid(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, shares=saved.transcript.shares[1:])


# The order.


def no_hashes_shown(saved: SavedGame, random: Random) -> SavedGame:
    return with_witness(saved, hashes=None, steps=("commitment", "pledge", "share", "cards"))


def out_of_order(saved: SavedGame, random: Random) -> SavedGame:
    return with_witness(saved, steps=("commitment", "pledge", "share", "hashes", "cards"))


def unbound(saved: SavedGame, random: Random) -> SavedGame:
    return with_witness(saved, steps=("cards", "commitment", "pledge", "hashes", "share"))


# The story.


def _event(saved: SavedGame, random: Random) -> int:
    """The place of some event that was seen and is not the last."""
    return random.randrange(len(saved.transcript.events) - 1)


def altered_move(saved: SavedGame, random: Random) -> SavedGame:
    place, events = _event(saved, random), saved.transcript.events
    return with_transcript(saved, events=at(events, place, replace(events[place], text=f"{events[place].text} 1")))


def event_left_out(saved: SavedGame, random: Random) -> SavedGame:
    place, events = _event(saved, random), saved.transcript.events
    return with_transcript(saved, events=(*events[:place], *events[place + 1 :]), count=len(events) - 1)


def last_left_out(saved: SavedGame, random: Random) -> SavedGame:
    events = saved.transcript.events
    return with_transcript(saved, events=events[:-1], count=len(events) - 1)


def event_added(saved: SavedGame, random: Random) -> SavedGame:
    place, events = _event(saved, random), saved.transcript.events
    added = m.GameEvent(kind="move", seat=0, text="flip 2")
    return with_transcript(saved, events=(*events[:place], added, *events[place:]), count=len(events) + 1)


def exchanged_events(saved: SavedGame, random: Random) -> SavedGame:
    events = saved.transcript.events
    return with_transcript(saved, events=(events[1], events[0], *events[2:]))


def another_seat(saved: SavedGame, random: Random) -> SavedGame:
    place, events = _event(saved, random), saved.transcript.events
    return with_transcript(saved, events=at(events, place, replace(events[place], seat=2)))


def two_stories(saved: SavedGame, random: Random) -> SavedGame:
    sights = saved.witness.sights
    place = random.randrange(1, len(sights))
    return with_witness(saved, sights=at(sights, place, replace(sights[place], head=random.randbytes(8).hex())))


def other_options(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, options={**saved.transcript.options, "auto_flip_s": 7})


# The names.


def renamed(saved: SavedGame, random: Random) -> SavedGame:
    players = saved.transcript.players
    return with_transcript(saved, players=at(players, 0, replace(players[0], name="mallory")))


def _with_salt(saved: SavedGame, seat: int, salt: str | None) -> SavedGame:
    return with_transcript(saved, name_salts=at(saved.transcript.name_salts, seat, salt))


def another_salt(saved: SavedGame, random: Random) -> SavedGame:
    return _with_salt(saved, other(saved), random.randbytes(16).hex())


def salt_of_another(saved: SavedGame, random: Random) -> SavedGame:
    return _with_salt(saved, other(saved), saved.transcript.name_salts[own(saved)])


def no_salt(saved: SavedGame, random: Random) -> SavedGame:
    return _with_salt(saved, other(saved), "salt")


def hashed_afterwards(saved: SavedGame, random: Random) -> SavedGame:
    salt = random.randbytes(16)
    hashes = at(saved.transcript.name_hashes, 0, dealing.name_hash(salt, "mallory").hex())
    return with_transcript(_with_salt(renamed(saved, random), 0, salt.hex()), name_hashes=hashes)


def unproved(saved: SavedGame, random: Random) -> SavedGame:
    return _with_salt(saved, other(saved), None)


def _withheld(saved: SavedGame, seat: int) -> SavedGame:
    players = saved.transcript.players
    nameless = m.TranscriptPlayer(kind="person", name=dealing.FORMER_PLAYER)
    return with_transcript(_with_salt(saved, seat, None), players=at(players, seat, nameless))


def own_withheld(saved: SavedGame, random: Random) -> SavedGame:
    return _withheld(saved, own(saved))


def withheld_and_exchanged(saved: SavedGame, random: Random) -> SavedGame:
    hashes = at(saved.transcript.name_hashes, other(saved), random.randbytes(32).hex())
    return with_transcript(_withheld(saved, other(saved)), name_hashes=hashes)


def unhashed(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, name_hashes=at(saved.transcript.name_hashes, other(saved), None))


def hashed_computer(saved: SavedGame, random: Random) -> SavedGame:
    players = saved.transcript.players
    computer = m.TranscriptPlayer(kind="computer", name="flipper")
    return with_transcript(saved, players=at(players, other(saved), computer))


def in_the_older_chain(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, chain=1, name_hashes=(), name_salts=())


def in_another_chain(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, chain=NEWEST_CHAIN + 1)


def hash_unsaid(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, name_hashes=saved.transcript.name_hashes[1:])


# The rules, where the server told the same all along.


def _first(saved: SavedGame, **changes: Any) -> SavedGame:
    events = saved.transcript.events
    return with_events(saved, replace(events[0], **changes), *events[1:])


def unreadable(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, text="nonsense")


def illegal(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, text="reject")


def out_of_turn(saved: SavedGame, random: Random) -> SavedGame:
    events = saved.transcript.events
    place = next(place for place, event in enumerate(events) if event.kind == "move")
    return with_events(saved, *at(events, place, replace(events[place], seat=1 if events[place].seat == 0 else 0)))


def nobodys(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, seat=5)


def early_end(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, kind="time", seat=None, text="")


def taken_back(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, kind="takeback", text="")


def other_default(saved: SavedGame, random: Random) -> SavedGame:
    return _first(saved, kind="default", text="flip twice")


def gone_twice(saved: SavedGame, random: Random) -> SavedGame:
    first, *rest = saved.transcript.events
    return with_events(saved, first, first, *rest)


def _given_up(saved: SavedGame, text: str) -> SavedGame:
    """The first to give up, said otherwise all along."""
    first, *rest = saved.transcript.events
    return with_events(saved, replace(first, text=text), *rest)


def given_up_by_name(saved: SavedGame, random: Random) -> SavedGame:
    return _given_up(saved, "mallory resigned.")


def given_up_by_another(saved: SavedGame, random: Random) -> SavedGame:
    return _given_up(saved, f"resigned {(saved.transcript.events[0].seat or 0) + 1}")


def after_the_end(saved: SavedGame, random: Random) -> SavedGame:
    events = saved.transcript.events
    return with_events(saved, *events, events[-1])


def broken_off(saved: SavedGame, random: Random) -> SavedGame:
    return with_events(saved, *saved.transcript.events[:-1])


# What was seen, and the end.


def stacked(saved: SavedGame, random: Random) -> SavedGame:
    sights = saved.witness.sights
    return with_witness(saved, sights=at(sights, 0, replace(sights[0], view=random.randbytes(32).hex())))


def another_card(saved: SavedGame, random: Random) -> SavedGame:
    sights = saved.witness.sights
    place = random.randrange(1, len(sights))
    return with_witness(saved, sights=at(sights, place, replace(sights[place], view=random.randbytes(32).hex())))


def another_winner(saved: SavedGame, random: Random) -> SavedGame:
    ending = saved.transcript.ending
    return with_transcript(
        saved, ending=replace(ending, winners=tuple(seat for seat in (0, 1) if seat not in ending.winners))
    )


def another_score(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, ending=replace(saved.transcript.ending, scores=(99, 0)))


def another_end(saved: SavedGame, random: Random) -> SavedGame:
    return with_witness(saved, ending=replace(saved.transcript.ending, scores=(99, 0)))


def end_in_other_words(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, ending=replace(saved.transcript.ending, reason="mallory resigned."))


def other_rules(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, version=saved.transcript.version + 1)


def another_game(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, game="whist")


def page_missing(saved: SavedGame, random: Random) -> SavedGame:
    return with_transcript(saved, count=saved.transcript.count + 1)


_UNOPENED = "doesn't match its commitment"
_STORY = "differs from what the server told you"
_BEGINNING = "those the game began with"
_ENDED = "end the way the transcript says"
_NAME = "isn't the one that the game began with"

TAMPERINGS: dict[str, Tampering] = {
    "another secret": Tampering("war", another_secret, _UNOPENED),
    "another commitment": Tampering("war", another_commitment, _UNOPENED),
    "a secret and a commitment of afterwards": Tampering(
        "war", bound_afterwards, "not the one the server showed you before"
    ),
    "a secret that is no bytes": Tampering("war", no_bytes, "in hexadecimal"),
    "a dealing left out": Tampering("war", dealing_left_out, "are listed in order"),
    "a number skipped": Tampering("war", number_skipped, "are listed in order"),
    "an earlier secret that opens nothing": Tampering("war", earlier_unopened, _UNOPENED),
    "an earlier dealing made up": Tampering("war", earlier_made_up, "for deal 1 is not the one"),
    "another share than was pledged": Tampering("war", share_unpledged, "not the one it committed to"),
    "a share chosen last": Tampering("war", chosen_last, "hashes are not those"),
    "a share chosen after dealing": Tampering("war", chosen_after_dealing, "showed you with the deal"),
    "another share in place of one's own": Tampering("war", own_replaced, "a share that is not yours"),
    "one's own share left out": Tampering("war", own_left_out, "left your share out"),
    "a share without a pledge": Tampering("war", hash_missing, "without committing to it first"),
    "two shares exchanged": Tampering("war", exchanged_shares, "not the one it committed to"),
    "a pledge of who takes no part": Tampering("war", no_part_taken, "takes no part"),
    "a computer that takes part": Tampering("war", computer_gives, "belongs to a computer"),
    "a seat of which nothing is said": Tampering("war", seat_unsaid, "doesn't list every seat"),
    "a share asked for before the hashes": Tampering("war", no_hashes_shown, "before the server showed you every hash"),
    "steps out of order": Tampering("war", out_of_order, "came out of order"),
    "cards before the commitment": Tampering("war", unbound, "before it showed you its commitment"),
    "a move altered": Tampering("tower_blaster", altered_move, _STORY),
    "an event left out": Tampering("tower_blaster", event_left_out, _STORY),
    "the last event left out": Tampering("war", last_left_out, "the transcript has"),
    "an event added": Tampering("war", event_added, _STORY),
    "two events exchanged": Tampering("tower_blaster", exchanged_events, _STORY),
    "a move given to another seat": Tampering("war", another_seat, _STORY),
    "two stories": Tampering("war", two_stories, _STORY),
    "other options": Tampering("war", other_options, _BEGINNING),
    "another player": Tampering("war", renamed, _NAME),
    "another player in the older chain": Tampering("war", renamed, _BEGINNING, chain=1),
    "another salt of a name": Tampering("war", another_salt, _NAME),
    "the salt of another's name": Tampering("war", salt_of_another, _NAME),
    "a salt that is no bytes": Tampering("war", no_salt, "in hexadecimal"),
    "a name, its salt and its hash of afterwards": Tampering("war", hashed_afterwards, _BEGINNING),
    "a name that nothing proves": Tampering("war", unproved, "Nothing proves the name"),
    "one's own name withheld": Tampering("war", own_withheld, "Your own name is withheld"),
    "another name withheld than the game began with": Tampering("war", withheld_and_exchanged, _BEGINNING),
    "a person without a hash": Tampering("war", unhashed, "as a person's is"),
    "a computer with a hash": Tampering("war", hashed_computer, "as a computer's is"),
    "a hash of which nothing is said": Tampering("war", hash_unsaid, "doesn't list every seat"),
    "names in the older chain": Tampering("war", in_the_older_chain, _BEGINNING),
    "a chain that nobody knows": Tampering("war", in_another_chain, "doesn't know"),
    "a name in a reason": Tampering("blocky", given_up_by_name, "isn't one that a server gives"),
    "a reason of another seat": Tampering("blocky", given_up_by_another, "isn't one that a server gives"),
    "a move that cannot be read": Tampering("tower_blaster", unreadable, "is against the rules"),
    "an illegal move": Tampering("tower_blaster", illegal, "is against the rules"),
    "a move out of turn": Tampering("tower_blaster", out_of_turn, "it was not seat"),
    "a move of a seat that is not there": Tampering("war", nobodys, "no such seat"),
    "an end of time where none was set": Tampering("war", early_end, "has no time limit"),
    "a takeback where none can be": Tampering("war", taken_back, "can't be taken back"),
    "a default move that is none": Tampering("war", other_default, "in the game's own notation"),
    "a seat given up twice": Tampering("blocky", gone_twice, "had already resigned"),
    "an event after the end": Tampering("war", after_the_end, "was over before event"),
    "a game that breaks off": Tampering("war", broken_off, "breaks off"),
    "a stacked deck": Tampering("tower_blaster", stacked, "when the cards were dealt"),
    "another card shown": Tampering("tower_blaster", another_card, "What you saw after event"),
    "another winner": Tampering("war", another_winner, _ENDED),
    "other scores": Tampering("war", another_score, _ENDED),
    "another end told": Tampering("war", another_end, "told you a different ending"),
    "an end in other words": Tampering("war", end_in_other_words, _ENDED),
    "rules of another version": Tampering("war", other_rules, "of its rules"),
    "a game that nobody knows": Tampering("war", another_game, "doesn't know the game"),
    "a page missing": Tampering("war", page_missing, "events."),
}
"""Every way, by its name."""
