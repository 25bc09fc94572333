"""Draws a player's next command from what their client shows: mostly sensible, sometimes not."""

from __future__ import annotations

from itertools import count
from random import Random

import msgspec

from client.state.store import FollowedTable, Store
from engines import catalog
from protocol import messages as m
from tests.support import facts

CLAIMS: tuple[m.Claimed, ...] = ("win", "computer")
WATCHING: tuple[m.Watching, ...] = ("anyone", "anyone", "invited", "nobody")
CLOCKS = (
    m.NO_CLOCK,
    m.NO_CLOCK,
    m.TimeControl(move_s=5, total_s=None, increment_s=0),
    m.TimeControl(move_s=None, total_s=20, increment_s=1),
)


class Actions:
    """Draws one player's commands from their own random source.

    `said` are the codes of rooms that people have told each other, in a world where everyone hears everything.
    """

    def __init__(self, chance: Random, said: list[str]) -> None:
        self._chance = chance
        self._said = said
        self._refs = count(1)

    def next(self, store: Store) -> m.Command | None:
        """What to send now, if anything."""
        rooms = tuple(store.rooms.values())
        for code in store.rooms:
            if code not in self._said:
                self._said.append(code)
        if not rooms or self._chance.random() < 0.06:
            return self._elsewhere(store)
        # Where something is to be done comes first, or few games would ever end.
        eager = [room for room in rooms if _is_awaited(room)]
        return self._at_table(self._chance.choice(eager if eager and self._chance.random() < 0.8 else rooms))

    def _elsewhere(self, store: Store) -> m.Command | None:
        ref, chance = next(self._refs), self._chance
        if store.matching.challenges and chance.random() < 0.5:
            asked = chance.choice(store.matching.challenges).challenge
            return m.Respond(ref=ref, challenge=asked, agree=chance.random() < 0.7)
        if store.matching.seeking is not None and chance.random() < 0.8:
            return m.Withdraw() if chance.random() < 0.1 else None
        wish = chance.choice(
            ("create", "create", "join", "join", "watch", "quick", "challenge", "browse", "look", "recall", "rename")
        )
        match wish:
            case "create":
                return self._create(ref)
            case "quick":
                games = tuple(facts.games())
                return m.Quick(ref=ref, games=tuple(chance.sample(games, chance.choice((1, 1, len(games))))))
            case "challenge":
                return self._challenge(ref)
            case "look":
                return m.Look(room=chance.choice((None, *store.rooms)))
            case "browse":
                return m.Browse(on=chance.random() < 0.8)
            case "recall":
                return m.GetStats(ref=ref, game=chance.choice(tuple(facts.games())), deal=None)
            case "rename":
                return m.Rename(name=chance.choice(("ann", "ben", "zoe", "ann!", "Ben")))
            case "join" if self._said:
                plays = chance.choice((None, None, ("war",), tuple(facts.games())))
                return m.Join(ref=ref, room=chance.choice(self._said[-4:]), games=plays)
            case "watch" if self._said:
                return m.Watch(ref=ref, room=chance.choice(self._said[-4:]))
        return None

    def _challenge(self, ref: int) -> m.Challenge:
        whom = self._chance.choice(("ann", "ben", "cleo", "dora", "emil", "nobody"))
        return m.Challenge(ref=ref, whom=whom, game="war", options={}, serious=False, clock=m.NO_CLOCK)

    def _create(self, ref: int) -> m.Create:
        chance = self._chance
        game = chance.choice(tuple(facts.games()))
        tables = facts.find(game).world
        seats = tables.seats or catalog.find(game).seats
        level = catalog.find(game).bots.names[0]
        others = [chance.choice(("open", "open", f"computer:{level}")) for _ in range(chance.choice(seats) - 1)]
        held = ["me", *others]
        chance.shuffle(held)
        return m.Create(
            ref=ref,
            game=game,
            options={name: chance.choice(values) for name, values in tables.options.items()},
            seats=tuple(held),
            listed=chance.random() < 0.6,
            serious=chance.random() < 0.2,
            watch=chance.choice(WATCHING),
            clock=chance.choice(CLOCKS) if catalog.find(game).timing.allows_clock else m.NO_CLOCK,
        )

    def _at_table(self, room: FollowedTable) -> m.Command | None:
        table, chance = room.table, self._chance
        if table.seat is None:
            return self._watching(table)
        if table.phase == "waiting":
            return chance.choice(
                (None, None, None, m.AddComputers(room=table.room, level=self._level(table)), self._leave(table))
            )
        if table.phase == "over":
            again = m.Rematch(room=table.room)
            return chance.choice((again, again, again, None, self._leave(table)))
        return self._playing(room, table, table.seat)

    def _watching(self, table: m.Table) -> m.Command | None:
        chance, ref = self._chance, next(self._refs)
        match chance.randrange(9):
            case 0:
                return m.Leave(room=table.room)
            case 8:
                return m.Say(room=table.room, text="Who is on turn?")
            case 1:
                return m.Join(ref=ref, room=table.room, games=None)
            case 2 if table.turn:
                return m.Play(room=table.room, number=table.number, ply=table.ply, move=_bold_move(table))
        return None

    def _playing(self, room: FollowedTable, table: m.Table, seat: int) -> m.Command | None:
        chance = self._chance
        request = table.request
        if table.away and chance.random() < 0.5:
            return m.Claim(room=table.room, what=chance.choice(CLAIMS), level=None)
        if request is not None and seat not in (request.seat, *request.agreed) and chance.random() < 0.6:
            return m.AnswerOffer(room=table.room, agree=chance.random() < 0.7)
        match chance.randrange(30):
            case 0:
                return m.Resign(room=table.room)
            case 1 | 2 | 3:
                return m.TakeBack(room=table.room)
            case 4:
                return m.Play(
                    room=table.room, number=table.number, ply=max(0, table.ply - 1), move=self._move(table, seat)
                )
            case 5:
                return m.Play(room=table.room, number=table.number, ply=table.ply + 1, move=self._move(table, seat))
            case 6:
                return m.Play(
                    room=table.room, number=table.number, ply=table.ply, move=chance.choice(("", "flip 3", "x"))
                )
            case 7:
                return m.Consult(ref=next(self._refs), room=table.room, about="hint")
            case 14 | 15:
                return m.GetLegalMoves(ref=next(self._refs), room=table.room)
            case 8 if chance.random() < 0.3:
                return self._leave(table)
            case 9:
                return m.OfferDraw(room=table.room)
            case 10 if chance.random() < 0.2:
                return m.CloseTable(room=table.room)
            case 12:
                return m.Say(room=table.room, text="A fine move.")
            case 13 if chance.random() < 0.3:
                return m.Mute(room=table.room, name=chance.choice((None, table.chairs[0].name or None)), on=True)
            case 11 if chance.random() < 0.2:
                return m.Kick(room=table.room, name=chance.choice(table.chairs).name or "nobody")
        if seat not in table.turn or room.pending is not None:
            return None
        return m.Play(room=table.room, number=table.number, ply=table.ply, move=self._move(table, seat))

    def _move(self, table: m.Table, seat: int) -> str:
        """A legal move where there is one."""
        game = catalog.find(table.game)
        legal = tuple(game.rules.legal(msgspec.convert(table.view, game.rules.View))) if seat == table.seat else ()
        return game.rules.text(self._chance.choice(legal)) if legal else _bold_move(table)

    def _level(self, table: m.Table) -> str:
        return catalog.find(table.game).bots.names[0]

    def _leave(self, table: m.Table) -> m.Leave:
        return m.Leave(room=table.room)


def _bold_move(table: m.Table) -> str:
    """What somebody tries who may not move at all."""
    return facts.find(table.game).world.bold


def _is_awaited(room: FollowedTable) -> bool:
    table = room.table
    return (table.seat in table.turn and room.pending is None) or table.request is not None or table.phase == "over"
