"""Which nodes are alive: told by counters that stand still on the watcher's own clock, and by nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.cluster.membership import (
    BEAT_EVERY_S,
    DEAD_AFTER_S,
    GIVE_UP_AFTER_S,
    GONE_AFTER_S,
    RESTRAIN_AFTER_S,
    Beats,
    Cluster,
    Effect,
    Evict,
    Evicted,
    Fenced,
    GiveUp,
    GoOn,
    NodeCame,
    NodeGone,
    NodeRow,
    Restrain,
    Silence,
    step,
)

ME, OTHER, THIRD = 1, 2, 3


class Database:
    """The table of nodes, as their beats and evictions change it."""

    def __init__(self, *nodes: int) -> None:
        self.beats = dict.fromkeys(nodes, 0)
        self.gone: set[int] = set()

    def rows(self) -> Beats:
        return Beats(
            tuple(NodeRow(node, beat, is_connected=node not in self.gone) for node, beat in self.beats.items())
        )

    def evict(self, row: NodeRow, *, checks_beat: bool = True) -> bool:
        if row.node not in self.beats or (checks_beat and self.beats[row.node] != row.beat):
            return False
        del self.beats[row.node]
        return True


class Watcher:
    """A node that beats and watches, on a clock turned by hand."""

    def __init__(self, database: Database, me: int = ME, now: float = 100.0) -> None:
        self.database = database
        self.now = now
        self.cluster = Cluster(me, now)

    def beat(self, after: float = BEAT_EVERY_S) -> tuple[Effect, ...]:
        self.now += after
        if self.cluster.me in self.database.beats:
            self.database.beats[self.cluster.me] += 1
        self.cluster, effects = step(self.cluster, self.now, self.database.rows())
        return effects

    def wait(self, after: float) -> tuple[Effect, ...]:
        self.now += after
        self.cluster, effects = step(self.cluster, self.now, Silence())
        return effects

    def until(self, kind: type[Effect], most: int = 20) -> tuple[float, Effect]:
        """Beat until an effect of a kind comes; how long that took, and the effect."""
        began = self.now
        for _ in range(most):
            for effect in self.beat():
                if isinstance(effect, kind):
                    return self.now - began, effect
        raise AssertionError(f"no {kind.__name__} came")


@pytest.fixture
def database() -> Database:
    return Database(ME, OTHER)


@pytest.fixture
def watcher(database: Database) -> Watcher:
    watcher = Watcher(database)
    assert watcher.beat() == (NodeCame(OTHER),)
    return watcher


def test_a_node_whose_counter_stands_still_is_evicted_by_the_counter_that_was_seen(
    database: Database, watcher: Watcher
) -> None:
    database.beats[OTHER] = 7
    watcher.beat()
    took, effect = watcher.until(Evict)
    assert took == DEAD_AFTER_S
    assert effect == Evict(NodeRow(OTHER, 7))


def test_a_node_that_beats_is_left_alone(database: Database, watcher: Watcher) -> None:
    for _ in range(100):
        database.beats[OTHER] += 1
        assert watcher.beat() == ()


def test_a_late_beat_begins_the_wait_anew(database: Database, watcher: Watcher) -> None:
    for _ in range(4):
        assert watcher.beat() == ()
    database.beats[OTHER] += 1
    took, _ = watcher.until(Evict)
    assert took == BEAT_EVERY_S + DEAD_AFTER_S


def test_a_beat_between_watching_and_evicting_saves_the_node(database: Database, watcher: Watcher) -> None:
    _, effect = watcher.until(Evict)
    database.beats[OTHER] += 1
    assert isinstance(effect, Evict)
    assert not database.evict(effect.row)
    assert watcher.beat() == ()


def test_without_the_beat_an_eviction_would_end_a_living_node(database: Database, watcher: Watcher) -> None:
    """The planted fault that the test before is there for."""
    _, effect = watcher.until(Evict)
    database.beats[OTHER] += 1
    assert isinstance(effect, Evict)
    assert database.evict(effect.row, checks_beat=False)


def test_an_eviction_is_asked_for_until_the_row_is_gone(database: Database, watcher: Watcher) -> None:
    _, effect = watcher.until(Evict)
    assert watcher.beat() == (effect,)
    assert isinstance(effect, Evict)
    assert database.evict(effect.row)
    assert watcher.beat() == (NodeGone(OTHER),)
    assert watcher.beat() == ()


def test_of_two_watchers_one_evicts() -> None:
    database = Database(ME, OTHER, THIRD)
    first, second = Watcher(database, ME), Watcher(database, THIRD, now=5.0)
    evictions: list[Evict] = []
    while len(evictions) < 2:
        evictions += [effect for each in (first, second) for effect in each.beat() if isinstance(effect, Evict)]
    assert [database.evict(effect.row) for effect in evictions] == [True, False]
    assert first.beat() == second.beat() == (NodeGone(OTHER),)


def test_a_node_that_comes_back_is_another_node(database: Database, watcher: Watcher) -> None:
    _, effect = watcher.until(Evict)
    assert isinstance(effect, Evict)
    database.evict(effect.row)
    database.beats[THIRD] = 0
    assert watcher.beat() == (NodeGone(OTHER), NodeCame(THIRD))


def test_a_zombie_learns_that_it_was_evicted_and_does_no_more(database: Database) -> None:
    zombie = Watcher(database, OTHER)
    zombie.beat()
    del database.beats[OTHER]
    assert zombie.beat() == (Fenced(),)
    assert zombie.beat() == ()
    assert zombie.wait(GIVE_UP_AFTER_S) == ()


def test_a_watcher_that_slept_evicts_nobody_for_it(database: Database, watcher: Watcher) -> None:
    """As when its machine was suspended, or its clock made a step ahead; all the others may have slept as well."""
    assert watcher.beat(after=3600.0) == ()
    took, _ = watcher.until(Evict)
    assert took == DEAD_AFTER_S


def test_a_clock_that_goes_back_evicts_nobody(database: Database, watcher: Watcher) -> None:
    watcher.beat()
    for _ in range(3):
        database.beats[OTHER] += 1
        assert watcher.beat(after=-50.0) == ()


def test_an_outage_of_the_database_evicts_nobody(database: Database, watcher: Watcher) -> None:
    for _ in range(60):
        watcher.wait(BEAT_EVERY_S)
    assert watcher.beat() == (GoOn(),)
    database.beats[OTHER] += 1
    assert watcher.beat() == ()


def test_a_node_without_answers_restrains_itself_then_gives_up_then_goes_on(watcher: Watcher) -> None:
    assert watcher.wait(RESTRAIN_AFTER_S - 0.1) == ()
    assert watcher.wait(0.1) == (Restrain(),)
    assert watcher.wait(0.5) == ()
    assert watcher.wait(GIVE_UP_AFTER_S) == (GiveUp(),)
    assert watcher.wait(0.5) == ()
    assert watcher.beat() == (GoOn(),)
    assert watcher.beat() == ()


def test_a_node_takes_no_command_by_the_time_another_may_evict_it() -> None:
    assert RESTRAIN_AFTER_S < DEAD_AFTER_S


@given(st.lists(st.sampled_from(["beat", "other", "silence", "sleep"]), max_size=60))
def test_nobody_is_evicted_whose_counter_moved_while_it_was_watched(script: list[str]) -> None:
    """Whatever happens: before an eviction, the counter stood still in answers less than a gap apart."""
    database = Database(ME, OTHER)
    watcher = Watcher(database)
    answers: list[tuple[float, int]] = []
    for what in script:
        if what == "other":
            database.beats[OTHER] += 1
        elif what == "beat":
            effects = watcher.beat()
            answers.append((watcher.now, database.beats[OTHER]))
            if any(isinstance(effect, Evict) for effect in effects):
                assert _stood_still_s(answers) >= DEAD_AFTER_S
        else:
            watcher.wait(0.7 if what == "silence" else 30.0)


def _stood_still_s(answers: list[tuple[float, int]]) -> float:
    last = began = answers[-1]
    for answer in _backwards(answers):
        if answer[1] != last[1] or began[0] - answer[0] > 1.25:
            break
        began = answer
    return last[0] - began[0]


def _backwards(answers: list[tuple[float, int]]) -> Iterator[tuple[float, int]]:
    return reversed(answers)


def test_a_node_whose_connections_are_gone_too_is_evicted_sooner(database: Database, watcher: Watcher) -> None:
    watcher.beat()
    database.gone.add(OTHER)
    after, effect = watcher.until(Evict)
    assert GONE_AFTER_S < after == 3 * BEAT_EVERY_S < DEAD_AFTER_S
    assert effect == Evict(NodeRow(OTHER, 0, is_connected=False))


def test_a_node_that_dies_just_after_a_beat_is_evicted_as_soon(database: Database, watcher: Watcher) -> None:
    watcher.beat()
    database.beats[OTHER] += 1
    database.gone.add(OTHER)
    after, _ = watcher.until(Evict)
    assert after == 3 * BEAT_EVERY_S


def test_a_node_that_connects_again_in_time_is_not_evicted(database: Database, watcher: Watcher) -> None:
    watcher.beat()
    for _ in range(20):
        database.gone.add(OTHER)
        assert not any(isinstance(effect, Evict) for effect in (*watcher.beat(), *watcher.beat()))
        database.gone.clear()
        database.beats[OTHER] += 1
        watcher.beat()


def test_a_node_that_was_never_seen_connected_is_watched_by_its_counter_alone(database: Database) -> None:
    database.gone.add(OTHER)
    after, _ = Watcher(database).until(Evict)
    assert after >= DEAD_AFTER_S


def test_a_node_that_was_evicted_is_gone_at_once_though_an_answer_may_still_have_its_row() -> None:
    watcher = Watcher(Database(ME, OTHER, THIRD))
    watcher.beat()
    watcher.cluster, effects = step(watcher.cluster, watcher.now, Evicted(OTHER))
    assert (watcher.cluster.nodes, effects) == ((ME, THIRD), (NodeGone(OTHER),))
    assert step(watcher.cluster, watcher.now, Evicted(OTHER)) == (watcher.cluster, ())
    assert watcher.beat() == ()
    del watcher.database.beats[OTHER]
    assert watcher.beat() == ()
    assert (watcher.cluster.nodes, watcher.cluster.evicted) == ((ME, THIRD), frozenset())
