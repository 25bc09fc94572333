"""Rehearsals: rooms without a server, which the same seed plays the same way."""

from __future__ import annotations

import pytest

from engines import catalog
from protocol import messages as m
from server.tools.offline.local_room import MOVES_MAX, LocalRoom

SEED, OTHER = bytes(range(32)), bytes(32)


def create(game: str, *others: str, **options: object) -> m.Create:
    return m.Create(
        ref=7, game=game, options=options, seats=("me", *others), listed=False, serious=False, watch="anyone",
        clock=m.NO_CLOCK,
    )  # fmt: skip


def table(events: tuple[m.Event, ...]) -> m.Table:
    assert isinstance(events[-1], m.Table)
    return events[-1]


def first(table: m.Table) -> m.Play:
    """The first legal move there."""
    game = catalog.find(table.game)
    move = game.rules.text(next(iter(game.rules.legal(table.view))))
    return m.Play(room=table.room, number=table.number, ply=table.ply, move=move)


def played(rehearsal: LocalRoom, now: m.Table) -> list[m.Table]:
    """The tables of a game in which the player always makes the first legal move."""
    seen = [now]
    while seen[-1].phase == "playing":
        assert seen[-1].seat in seen[-1].turn
        seen.append(table(rehearsal.answer(first(seen[-1]))))
    return seen


TABLES = [
    create("war", "computer:flipper"),
    create("blocky", "computer:wise-4", "computer:random", moves=3),
    create("tower_blaster", "computer:careful", turn_limit=30),
    create("streets_and_alleys", "computer:flying", time_limit_s=60),
]


@pytest.mark.parametrize("asked", TABLES, ids=lambda asked: asked.game)
def test_the_same_seed_gives_the_same_match_and_another_seed_another(asked: m.Create) -> None:
    def match(seed: bytes) -> list[m.Table]:
        rehearsal = LocalRoom("bot", seed)
        one = played(rehearsal, table(rehearsal.answer(asked)))
        return one + played(rehearsal, table(rehearsal.answer(m.Rematch(room=one[0].room))))

    assert match(SEED) == match(SEED)
    assert [each.view for each in match(SEED)] != [each.view for each in match(OTHER)]


def test_the_player_is_told_that_they_sit_and_then_how_the_table_is() -> None:
    entered, now = LocalRoom("bot", SEED).answer(create("war", "computer:flipper"))
    assert isinstance(entered, m.Entered)
    assert isinstance(now, m.Table)
    assert (entered.ref, entered.room, entered.seat) == (7, now.room, 0)
    assert [chair.name for chair in now.chairs] == ["bot", "flipper"]


def test_sides_are_swapped_after_each_game() -> None:
    rehearsal = LocalRoom("bot", SEED)
    over = played(rehearsal, table(rehearsal.answer(create("war", "computer:flipper"))))[-1]
    assert table(rehearsal.answer(m.Rematch(room=over.room))).seat == 1


def test_seconds_pass_in_the_room_and_end_a_race_that_has_a_time() -> None:
    rehearsal = LocalRoom("bot", SEED)
    last = played(rehearsal, table(rehearsal.answer(create("streets_and_alleys", time_limit_s=60, deal=14))))[-1]
    assert last.ply == 60  # a move each second, and the last with the time that is up
    assert last.ending is not None
    assert last.lasted_s == 60


def test_a_game_without_an_end_is_given_up_for_the_player() -> None:
    rehearsal = LocalRoom("bot", SEED)
    last = played(rehearsal, table(rehearsal.answer(create("streets_and_alleys", deal=14))))[-1]
    assert (last.ply, last.gave_up) == (MOVES_MAX, (0,))


def test_a_refusal_changes_nothing_and_says_why() -> None:
    rehearsal = LocalRoom("bot", SEED)
    before = table(rehearsal.answer(create("tower_blaster", "computer:careful")))
    move = m.Play(room=before.room, number=1, ply=0, move="place 4")
    refusal, after = rehearsal.answer(move)
    assert isinstance(refusal, m.Refused)
    assert (refusal.code, refusal.about, refusal.room) == ("illegal", "play", before.room)
    assert after == before


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (create("war", "open"), "bad-options"),
        (create("war", "computer:nobody"), "bad-options"),
        (create("chess"), "unknown-game"),
        (m.Browse(on=True), "not-now"),
        (m.Leave(room="KQFM"), "not-now"),
        (m.Consult(ref=0, room="KQFM", about="hint"), "not-now"),
        (m.GetLegalMoves(ref=0, room="KQFM"), "not-now"),
    ],
    ids=lambda value: getattr(value, "game", None) or type(value).__name__,
)
def test_what_no_rehearsal_has_is_refused(asked: m.Command, code: str) -> None:
    (refusal,) = LocalRoom("bot", SEED).answer(asked)
    assert isinstance(refusal, m.Refused)
    assert refusal.code == code


def test_a_program_is_told_the_moves_it_may_make() -> None:
    rehearsal = LocalRoom("bot", SEED)
    before = table(rehearsal.answer(create("war", "computer:flipper")))
    (legal,) = rehearsal.answer(m.GetLegalMoves(ref=4, room=before.room))
    assert legal == m.LegalMoves(ref=4, room=before.room, number=1, ply=0, head=before.head, moves=("flip",))
    rehearsal.answer(m.Resign(room=before.room))
    (refusal,) = rehearsal.answer(m.GetLegalMoves(ref=5, room=before.room))
    assert isinstance(refusal, m.Refused)
    assert (refusal.code, refusal.ref, refusal.text) == ("not-now", 5, "The game is over.")


def test_who_leaves_sees_the_room_no_more() -> None:
    rehearsal = LocalRoom("bot", SEED)
    room = table(rehearsal.answer(create("war", "computer:flipper"))).room
    (left,) = rehearsal.answer(m.Leave(room=room))
    assert isinstance(left, m.Left)
