"""One afternoon at a server, as the messages that crossed the wire: what the golden frames are made of.

ann makes a room, ben joins her for a game of War in the scouts variant, and cleo watches. ann's hand starts with
10♥ 3♣ 7♠ Q♥ and ben's with 8♣ 10♦ 4♥ 6♦, so that the second round is a WAR.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from client.net.identity.device_key import DeviceKey
from engines.cards import DECK, Card
from engines.chance import Chance
from engines.game import Seat
from engines.war import rules
from engines.war.view import Flip
from protocol import messages as m
from protocol.codec import encode
from protocol.identity.signing import device_text, sign_in_text
from protocol.messages.fields import Question
from protocol.table_updates import view_changes
from tests.support.builders.sheets import hosted
from tests.support.builders.stores import LEADERS, listing, rating, records
from tests.support.builders.tables import person, table_of
from tests.support.golden import deal_story
from tests.support.golden.takeback_story import TABLES
from tests.support.processes.players import room_of

ANN, BEN = 0, 1
BEGUN_AT = 2
"""The number of the entry that begins the game."""
ROOM = "MTXA"
BESIDE = "QPKR"
"""Another room, where somebody plays Streets and Alleys alone."""
PUBLIC_URLS = ("wss://games.example.org", "ssh://games.example.org", "https://games.example.org")
TOKEN = "Zk1yVb8qT0mJw6sXnD3RhA"
SCOUTS: dict[str, Any] = {"variant": "scouts", "auto_flip_s": 10}
WAR = hosted("war")
THOUGHT_S = 1.75
"""How long everybody takes for everything they do."""
CHANCE = Chance(bytes(32))
"""War asks for one and leaves it alone after the deal."""


def _deck(firsts: str, seconds: str) -> tuple[Card, ...]:
    """A deck that deals hands with these cards on top, and then the rest in an order of no meaning."""
    top = [Card.read(text) for pair in zip(firsts.split(), seconds.split(), strict=True) for text in pair]
    strewn = [DECK[19 * place % len(DECK)] for place in range(len(DECK))]
    return (*top, *[card for card in strewn if card not in top])


def _line(who: str, text: str, age_s: float = 0.0, *, manner: m.SpeakerRole = "player", yours: bool = False) -> m.Line:
    return m.Line(
        who=who, player={"": 0, "ann": 1, "ben": 2}.get(who, 3), text=text, manner=manner, age_s=age_s, yours=yours
    )


def _after(*seats: Seat) -> rules.State:
    """ann's and ben's game after these seats flipped."""
    hands = rules.deal(_deck("10H 3C 7S QH", "8C 10D 4H 6D"))
    state = rules.State("scouts", hands, (0, 0), rules.NOBODY, (), ())
    for seat in seats:
        state = rules.apply(state, seat, Flip(), CHANCE)
    return state


def _head(flips: int) -> str:
    """The head of ann's and ben's game after so many flips."""
    return deal_story.head(ROOM, SCOUTS, deal_story.flips(flips))


def _to_the_end() -> rules.State:
    state = _after()
    while rules.outcome(state) is None:
        state = rules.apply(state, rules.turn(state)[0], Flip(), CHANCE)
    return state


def _table(state: rules.State, seat: Seat | None, *, seq: int, ply: int) -> m.Table:
    """The room as it is while that game is played."""
    turn = rules.turn(state)
    return structs.replace(
        WAITING,
        seq=seq,
        number=1,
        phase="playing",
        chairs=_chairs(ann=0, ben=0),
        seat=seat,
        ply=ply,
        turn=turn,
        totals=(None, None),
        time_left_s=10.0 if len(turn) == len(rules.SEATS) else 10.0 - THOUGHT_S,
        lasted_s=(seq - BEGUN_AT) * THOUGHT_S,
        view=msgspec.to_builtins(rules.view(state, seat)),
        events=seq - BEGUN_AT,
        head=_head(seq - BEGUN_AT),
    )


def _update(before: rules.State, after: rules.State, *, seq: int, plies: tuple[int, int]) -> m.TableUpdate:
    """What everybody is sent when a move has led from one to the other, if their client takes updates."""
    shown = _table(after, None, seq=seq, ply=0)
    changed, grown = view_changes(rules.view(before, None), rules.view(after, None))
    return m.TableUpdate(
        room=shown.room,
        base=seq - 1,
        seq=seq,
        plies=plies,
        turn=shown.turn,
        time_left_s=shown.time_left_s,
        totals=shown.totals,
        lasted_s=shown.lasted_s,
        view=changed,
        grown=grown,
        events=shown.events,
        head=shown.head,
    )


def _over(state: rules.State, ending: m.Ending, *, seq: int, ply: int) -> m.Table:
    """The room as ann sees it when that game is over, won by one of them."""
    return structs.replace(
        _table(state, ANN, seq=seq, ply=ply),
        phase="over",
        chairs=_chairs(ann=int(ANN in ending.winners), ben=int(BEN in ending.winners)),
        turn=(),
        time_left_s=None,
        ending=ending,
    )


def _chairs(*, ann: int, ben: int) -> tuple[m.SeatInfo, ...]:
    return person("ann", ann), person("ben", ben)


WAITING = table_of(
    "war", SCOUTS, None, room=ROOM, host="ann", number=0, phase="waiting", chairs=(person("ann"), person(""))
)
GIVEN_UP = m.Ending(scores=(), winners=(ANN,), reason="ben resigned.")
RESIGNED = structs.replace(
    _over(_after(*[ANN, BEN] * 3), GIVEN_UP, seq=9, ply=3),
    gave_up=(BEN,),
    reasons=("ben resigned.",),
    head=deal_story.head(ROOM, SCOUTS, (*deal_story.flips(6), deal_story.RESIGNED)),
)


def _played_out() -> m.Table:
    state = _to_the_end()
    outcome = rules.outcome(state)
    assert outcome is not None
    ending = m.Ending(scores=outcome.scores, winners=outcome.winners, reason=outcome.reason)
    flips = sum(len(finished.draws) for finished in state.rounds)
    return _over(state, ending, seq=2 + 2 * flips, ply=flips)


def _refused(
    code: m.RefusalCode, text: str, about: str, *, ref: int | None = None, room: str | None = ROOM
) -> tuple[str, m.Refused]:
    """A refusal, titled by its code; of the examples, the two that name a moment to wait for say one second."""
    wait = 1.0 if code in ("too-many", "unavailable") else None
    return code, m.Refused(code=code, text=text, about=about, ref=ref, room=room, retry_after_s=wait)


PAST = m.PastGame(
    past=3,
    room=ROOM,
    number=1,
    game="war",
    options=SCOUTS,
    players=deal_story.PLAYERS,
    seat=ANN,
    ending=GIVEN_UP,
    ended=1_700_000_000,
    seconds=12.25,
    moves=6,
    serious=False,
    rated=False,
    commitment=deal_story.transcript(ROOM, SCOUTS, GIVEN_UP).commitment,
)
"""The afternoon's game, looked back at."""


def _advice(ref: int, about: Question, move: str | None, text: str) -> m.Advice:
    return m.Advice(ref=ref, room=BESIDE, number=1, ply=12, about=about, move=move, text=text)


CHALLENGE: dict[str, Any] = {"game": "war", "options": SCOUTS, "serious": False, "clock": m.NO_CLOCK}
CHALLENGED = m.Challenged(challenge=41, who="ann", player=1, left_s=60.0, **CHALLENGE)
EMPTY = m.Lobby(open=(), live=(), people=("ann",), ratings=(None,), bots=(), rooms=0, online=1, moves=0)
LISTING = structs.replace(listing(ROOM, "ann"), options=SCOUTS, ratings=(None,), seats=2)
ALONE = dict.fromkeys(("played", "won", "streak", "longest"), 1)
PLAYED = {"best_moves": 20, "average_moves": 20.0, "best_s": 300.5, "average_s": 300.5}
BEATEN = m.Opponent(kind="computer", name="wise-4", played=1, won=1, lost=0)
RATED = records("blocky", ref=13, **ALONE, **PLAYED, rating=rating(room=BESIDE), opponents=(BEATEN,))

KEY, LAPTOP = DeviceKey(bytes(range(32))), DeviceKey(bytes(range(32, 64)))
"""ann's keys, which everybody may know."""
NONCE = bytes(range(100, 132))
KEYED = m.Hello(
    name="ann", token=None, client="example 1.0", deals=False, bot=False, key=KEY.public.hex(), device="desk"
)
DEVICES = (
    m.Device(device=3, name="desk", added=1_700_000_000, seen=1_700_086_400, here=True, phrase=False),
    m.Device(device=8, name="laptop", added=1_700_003_600, seen=1_700_007_200, here=False, phrase=False),
    m.Device(device=9, name="recovery phrase", added=1_700_010_800, seen=1_700_010_800, here=False, phrase=True),
)

MESSAGES: tuple[tuple[str, m.Message], ...] = (
    ("a newcomer", m.Hello(name="ann", token=None, client="example 1.0", deals=False, bot=False)),
    ("somebody who comes back", m.Hello(name="ann", token=TOKEN, client="example 1.0", deals=True, bot=False)),
    (
        "a program that takes updates",
        m.Hello(name="rob", token=None, client="example 1.0", deals=False, bot=True, updates=True),
    ),
    ("a newcomer with a key of her own", KEYED),
    ("a client that says what its player looks at", structs.replace(KEYED, looks=True)),
    ("somebody who asks whether she plays elsewhere", structs.replace(KEYED, device="", replaces=False)),
    ("a window that comes back to its own place", structs.replace(KEYED, replaces=False, window="9f31c2a7d4e80b65")),
    ("a visit that only asks", structs.replace(KEYED, device="", query=True)),
    ("another device, by a code", structs.replace(KEYED, key=LAPTOP.public.hex(), link="KQFM7XWP", device="laptop")),
    ("that the key is hers", m.Prove(signature=KEY.sign(sign_in_text(NONCE, encode(KEYED))))),
    ("a code for another device", m.GetLinkCode()),
    ("which devices there are", m.GetDevices()),
    (
        "a recovery phrase",
        m.AddDevice(
            key=LAPTOP.public.hex(),
            name="",
            phrase=True,
            signature=LAPTOP.sign(device_text(NONCE, LAPTOP.public)),
        ),
    ),
    ("a laptop that was lost", m.RevokeDevice(device=8)),
    ("a better name", m.Rename(name="Ann")),
    ("out of everywhere", m.SignOut()),
    (
        "out of everywhere, with another key from then on",
        m.SignOut(key=LAPTOP.public.hex(), signature=LAPTOP.sign(device_text(NONCE, LAPTOP.public))),
    ),
    ("what is kept of one", m.ExportAccount(ref=16, at=None)),
    ("a further page of it", m.ExportAccount(ref=17, at="games:50")),
    ("for good", m.DeleteAccount(ref=18, name="ann")),
    ("into the lobby", m.Browse(on=True)),
    ("out of the lobby", m.Browse(on=False)),
    ("at a table", m.Look(room=ROOM)),
    ("at no table", m.Look(room=None)),
    ("a table for a friend", room_of("war", "me", "open", **SCOUTS)),
    ("a game against the computer", room_of("war", "me", "computer:flipper", ref=2, listed=False)),
    ("by its code", m.Join(ref=1, room=ROOM, games=("war",))),
    ("whatever is played there", m.Join(ref=2, room=ROOM, games=None)),
    ("whoever waits", m.Quick(ref=3, games=("war",))),
    ("whoever plays anything", m.Quick(ref=4, games=("war", "tower_blaster"))),
    ("one by name", m.Challenge(ref=5, whom="ben", **CHALLENGE)),
    ("with pleasure", m.Respond(ref=6, challenge=41, agree=True)),
    ("not now", m.Respond(ref=7, challenge=41, agree=False)),
    ("nobody after all", m.Withdraw()),
    ("without a seat", m.Watch(ref=1, room=ROOM)),
    ("one's own records", m.GetStats(ref=4, game="war", deal=None)),
    ("with those of a deal", m.GetStats(ref=5, game="streets_and_alleys", deal="48213")),
    ("the first flip of the first game", m.Play(room=ROOM, number=1, ply=0, move="flip")),
    ("the second flip of the first game", m.Play(room=ROOM, number=1, ply=1, move="flip")),
    ("what to do", m.Consult(ref=6, room=BESIDE, about="hint")),
    ("whether one can win", m.Consult(ref=7, room=BESIDE, about="prospect")),
    ("what one may do", m.GetLegalMoves(ref=15, room=ROOM)),
    ("a computer for the open seats", m.AddComputers(room=ROOM, level="flipper")),
    ("giving up", m.Resign(room=ROOM)),
    ("one's last move", m.TakeBack(room=ROOM)),
    ("a draw", m.OfferDraw(room=ROOM)),
    ("gladly", m.AnswerOffer(room=ROOM, agree=True)),
    ("no", m.AnswerOffer(room=ROOM, agree=False)),
    ("the game, of whoever stays away", m.Claim(room=ROOM, what="win", level=None)),
    ("a computer for whoever stays away", m.Claim(room=ROOM, what="computer", level="flipper")),
    ("somebody goes", m.Kick(room=ROOM, name="ben")),
    ("whoever sits there goes", m.Kick(room=ROOM, name="ben", seat=1)),
    ("everybody goes", m.CloseTable(room=ROOM)),
    ("another game", m.Rematch(room=ROOM)),
    ("a share to be", m.CommitShare(room=ROOM, deal=1, hash=deal_story.HASHES[ANN])),
    ("the share itself", m.RevealShare(room=ROOM, deal=1, share=deal_story.GIVEN[ANN])),
    ("all that happened", m.GetTranscript(ref=8, room=ROOM, number=1, after=0)),
    ("since midnight in Berlin", m.WatchScore(since=1_699_916_400)),
    ("the newest games", m.GetHistory(ref=9, game=None, room=None, before=None)),
    ("the games of a table before one of them", m.GetHistory(ref=10, game="war", room=ROOM, before=3)),
    ("all that happened in one of them", m.GetPastGame(ref=11, past=3, after=0)),
    ("in one game", m.GetLeaders(ref=12, game="blocky")),
    ("standing up", m.Leave(room=ROOM)),
    ("at a table", m.Say(room=ROOM, text="a WAR at last!")),
    ("in the hall", m.Say(room=None, text="Wer spielt mit? 🎴")),
    ("of one by name", m.Mute(room=ROOM, name="cleo", on=True)),
    ("of one by seat", m.Mute(room=ROOM, name="ben", on=True, seat=1)),
    ("of all who watch", m.Mute(room=ROOM, name=None, on=True)),
    ("of who spoils a game", m.ReportPlayer(name="cleo", text="says what ben holds", room=ROOM)),
    ("without a word, from the hall", m.ReportPlayer(name="cleo", text="", room=None)),
    ("a newcomer is in", m.Welcome(name="ann", token=TOKEN, server="0.1.0", games=(WAR,), seated=())),
    (
        "a player with a seat is back",
        m.Welcome(name="ann", token=TOKEN, server="0.1.0", games=(WAR,), seated=(ROOM,), public_urls=PUBLIC_URLS),
    ),
    ("what to sign", m.SignInChallenge(nonce=NONCE.hex())),
    ("a newcomer is in by a key", m.Welcome(name="ann", token="", server="0.1.0", games=(WAR,), seated=())),
    ("the better name", m.Named(name="Ann")),
    (
        "whom it is about",
        m.AccountPage(
            ref=16,
            section="account",
            rows=('[{"player":7,"name":"ann","last_seen":"2026-11-23","tokens":1}]',),
            following="names_kept:0",
        ),
    ),
    ("the last of it", m.AccountPage(ref=17, section="games", rows=("[]",), following=None)),
    ("goodbye", m.AccountDeleted(ref=18)),
    ("the one token that is good", m.Token(token="nq3WxqkR0oTnVgFh2sIwYg")),
    ("no token, but the one key that is good", m.Token(token="")),
    ("for another device", m.LinkCode(code="KQFM7XWP", expires_s=300)),
    ("two machines and a phrase", m.Devices(devices=DEVICES)),
    _refused("illegal", "You have already flipped.", "play"),
    _refused("unreadable", "'fold' is not a move of War; the only one is 'flip'", "play"),
    _refused("stale", "This table has not reached that position yet.", "play"),
    _refused("not-your-turn", "It's not your turn.", "play"),
    _refused("not-seated", "You have no seat at table MTXA.", "play"),
    _refused("not-host", "Only the host, ann, can do that.", "shut"),
    _refused("not-now", "You can agree to a rematch when the game is over.", "rematch"),
    _refused("unknown-room", "There's no table MTXB.", "join", ref=2, room="MTXB"),
    _refused("unknown-game", "This server has no game called 'whist'.", "quick", ref=3, room=None),
    _refused("unknown-player", "Nobody called 'dora' is online.", "challenge", ref=5, room=None),
    _refused("bad-options", "War is for 2 players, not 3.", "create", ref=1, room=None),
    _refused("bad-name", "A name has 1 to 16 letters, digits, _ or -; '!' is not allowed.", "rename", room=None),
    _refused("name-taken", "Ann, or a name that looks like it, is taken.", "rename", room=None),
    _refused(
        "bad-key",
        "You signed in with a token; the list of machines is for players who sign in with a key.",
        "link",
        room=None,
    ),
    _refused("unknown-device", "You have no machine 9.", "revoke-device", room=None),
    _refused("room-full", "Table MTXA has no open seat; you can only watch.", "join", ref=1),
    _refused("too-many", "The room is busy. Try again.", "play"),
    _refused(
        "unavailable",
        "The server can't store anything right now, so nothing changed. Try again in a moment.",
        "play",
    ),
    ("seated as the host", m.Entered(ref=1, room=ROOM, seat=ANN)),
    ("watching", m.Entered(ref=1, room=ROOM, seat=None)),
    (
        "one room waits and none plays",
        structs.replace(EMPTY, open=(LISTING,), people=("ann", "ben"), ratings=(None, None), rooms=1, online=2),
    ),
    ("an empty lobby", EMPTY),
    (
        "waiting for anybody",
        m.Matching(seeking=m.Seeking(games=("war",), whom=None, left_s=20.0), challenges=(), news=""),
    ),
    ("challenged", m.Matching(seeking=None, challenges=(CHALLENGED,), news="")),
    ("it was declined", m.Matching(seeking=None, challenges=(), news="ben declined your challenge.")),
    ("a room with an open seat", WAITING),
    ("the game begins", _table(_after(), ANN, seq=2, ply=0)),
    ("one card lies face down", _table(_after(ANN), ANN, seq=3, ply=1)),
    ("the same moment on the other side", _table(_after(ANN), BEN, seq=3, ply=0)),
    ("a round is won", _table(_after(ANN, BEN), ANN, seq=4, ply=1)),
    ("a WAR", _table(_after(ANN, BEN, ANN, BEN), ANN, seq=6, ply=2)),
    ("a WAR, for a spectator", _table(_after(ANN, BEN, ANN, BEN), None, seq=6, ply=0)),
    ("the WAR is won", _table(_after(ANN, BEN, ANN, BEN, ANN, BEN), ANN, seq=8, ply=3)),
    ("one card lies face down", _update(_after(), _after(ANN), seq=3, plies=(1, 0))),
    (
        "the WAR is won",
        _update(_after(ANN, BEN, ANN, BEN, ANN), _after(ANN, BEN, ANN, BEN, ANN, BEN), seq=8, plies=(3, 3)),
    ),
    ("one gave up", RESIGNED),
    ("one agrees to another game", structs.replace(RESIGNED, seq=10, rematch=(BEN,))),
    ("a game played to its end", _played_out()),
    *TABLES,
    *deal_story.deals(ROOM),
    ("a game that ben gave up", deal_story.transcript(ROOM, SCOUTS, GIVEN_UP)),
    ("a day so far", m.Score(since=1_699_916_400, won=3, tied=0, lost=1)),
    ("one's games", m.PastGames(ref=9, games=(PAST,), more=False)),
    ("there are none before", m.PastGames(ref=10, games=(), more=False)),
    (
        "a person before a computer, and a newcomer",
        structs.replace(LEADERS, ref=12),
    ),
    ("nobody is rated", m.Leaders(ref=14, game="war", leaders=())),
    (
        "both are here and one watches",
        m.Presence(room=ROOM, present=(True, True), watchers=1, spectators=("eve",)),
    ),
    ("one is away", m.Presence(room=ROOM, present=(True, False), watchers=0, spectators=())),
    ("a move and why", _advice(6, "hint", "MTT 4 1", "It uncovers the ace of hearts.")),
    ("on turn", m.LegalMoves(ref=15, room=ROOM, number=1, ply=0, head=_head(0), moves=("flip",))),
    ("not on turn", m.LegalMoves(ref=16, room=ROOM, number=1, ply=1, head=_head(1), moves=())),
    ("it can be won", _advice(7, "prospect", None, "This can still be won, in 74 moves or fewer.")),
    (
        "three games won of five, the last two in a row",
        records(
            ref=4, played=5, won=3, streak=2, longest=2, best_moves=24, average_moves=25.5, best_s=42.0, average_s=48.25
        ),
    ),
    ("nothing played yet", records(ref=4)),
    ("a rated game, and whom it was against", RATED),
    (
        "a deal that one has given up and another has solved",
        records("streets_and_alleys", ref=5, played=1, deal="48213", deal_moves=3, deal_by="ben", deal_line="cAdK0h"),
    ),
    (
        "what was said before cleo came",
        m.Talk(room=ROOM, lines=(_line("ben", "good luck", 31.5), _line("ann", "and to you!", 27.25))),
    ),
    ("nobody else in the hall", m.Talk(room=None, lines=(_line("ben", "hello?", 840.0, yours=True),))),
    ("from who plays", m.Heard(room=ROOM, line=_line("ben", "a WAR at last!"))),
    ("from who watches", m.Heard(room=ROOM, line=_line("cleo", "oh!", manner="watcher"))),
    ("from the house", m.Heard(room=ROOM, line=_line("", "ann mutes cleo.", manner="house"))),
    ("it is kept", m.Reported(name="cleo")),
    ("by one's own wish", m.Left(room=ROOM, reason="You left table MTXA.")),
    ("a restart is near", m.Notice(text="The server restarts in a minute. Every game is kept.")),
)
"""Each message with the title of its golden frame, which no other frame of its type has."""
