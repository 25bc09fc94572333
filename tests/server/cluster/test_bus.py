"""Packets of the bus: messages come whole and in order, and what is missing is noticed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.cluster.bus import (
    CHUNK_BYTES,
    MAX_PACKET_CHARS,
    PacketError,
    Receiver,
    Sender,
    group_by_receiver,
    read_packet,
)

ME, CHANNEL = 7, "all"

messages = st.lists(st.integers(0, 3 * CHUNK_BYTES).map(bytes) | st.binary(max_size=2000), max_size=20)


def receive(receiver: Receiver, *texts: str) -> tuple[list[bytes], list[bool]]:
    """All messages that some packets complete, and for each packet whether something before was missed."""
    heard: list[bytes] = []
    missed = []
    for text in texts:
        complete, is_missed = receiver.unpack(CHANNEL, read_packet(text))
        heard += complete
        missed.append(is_missed)
    return heard, missed


@given(st.lists(messages, max_size=4))
def test_messages_come_whole_and_in_order_in_packets_that_postgresql_takes(batches: list[list[bytes]]) -> None:
    sender, receiver = Sender(ME), Receiver()
    texts = [text for batch in batches for text in sender.pack(batch)]
    heard, missed = receive(receiver, *texts)
    assert heard == [message for batch in batches for message in batch]
    assert not any(missed)
    assert all(len(text.encode()) <= MAX_PACKET_CHARS for text in texts)


@given(st.lists(st.binary(max_size=3 * CHUNK_BYTES), min_size=3, max_size=12), st.data())
def test_a_lost_packet_is_noticed_and_nothing_is_made_up(batch: list[bytes], data: st.DataObject) -> None:
    sender, receiver = Sender(ME), Receiver()
    texts = [text for message in batch for text in sender.pack([message])]
    lost = data.draw(st.integers(1, len(texts) - 2))
    heard, missed = receive(receiver, *texts[:lost], *texts[lost + 1 :])
    assert any(missed)
    assert len(heard) < len(batch)
    remaining = iter(batch)
    assert all(message in remaining for message in heard)


def test_short_messages_share_a_packet() -> None:
    assert len(list(Sender(ME).pack([b"x" * 100] * 50))) == 1


@pytest.mark.parametrize("before", [0, 1, 2])
def test_what_the_sender_has_lost_is_noticed_even_if_it_was_the_first(before: int) -> None:
    sender, receiver = Sender(ME), Receiver()
    sent = [text for _ in range(before) for text in sender.pack([b"before"])]
    sender.lose()
    assert sender.has_lost
    told, after = sender.pack([b"after"])
    assert not sender.has_lost
    heard, missed = receive(receiver, *sent, told, after)
    assert heard == [b"before"] * before + [b"after"]
    assert missed == [False] * before + [True, False]


def test_a_message_whose_rest_is_lost_at_the_sender_is_dropped_whole() -> None:
    sender, receiver = Sender(ME), Receiver()
    begun, *_ = sender.pack([b"x" * (2 * CHUNK_BYTES)])
    sender.lose()
    assert receive(receiver, begun, *sender.pack([b"after"]))[0] == [b"after"]


def test_of_a_node_heard_first_or_again_nothing_is_missed() -> None:
    sender, receiver = Sender(ME), Receiver()
    texts = [text for message in (b"one", b"two", b"three", b"four") for text in sender.pack([message])]
    assert receive(receiver, texts[1]) == ([b"two"], [False])
    receiver.forget(ME)
    assert receive(receiver, texts[3]) == ([b"four"], [False])


def test_the_rest_of_a_message_that_nobody_saw_begin_is_dropped() -> None:
    sender, receiver = Sender(ME), Receiver()
    _, *rest = sender.pack([b"x" * (2 * CHUNK_BYTES), b"next"])
    heard, missed = receive(receiver, *rest)
    assert heard == [b"next"]
    assert missed[0]


def test_channels_are_numbered_apart() -> None:
    to_all, to_one, receiver = Sender(ME), Sender(ME), Receiver()
    for sender, channel in ((to_all, "all"), (to_one, "one"), (to_all, "all"), (to_one, "one")):
        (text,) = sender.pack([b"x"])
        assert receiver.unpack(channel, read_packet(text)) == ([b"x"], False)


@given(st.lists(st.sampled_from([None, 2, 3])))
def test_each_node_hears_what_is_said_to_it_and_to_all_in_its_order(receivers: list[int | None]) -> None:
    said = [(receiver, b"%d" % number) for number, receiver in enumerate(receivers)]
    sent = [(receiver, message) for receiver, messages in group_by_receiver(said) for message in messages]
    for node in (2, 3):
        assert [each for each in sent if each[0] in (None, node)] == [each for each in said if each[0] in (None, node)]


def test_what_is_said_to_several_nodes_in_turn_shares_packets() -> None:
    said = [(receiver, b"x") for receiver in (None, 2, 3, 2, 3)]
    assert list(group_by_receiver(said)) == [(None, [b"x"]), (2, [b"x"] * 2), (3, [b"x"] * 2)]


@pytest.mark.parametrize("text", ["", "not a packet", "é", "0" * 7, "~" * 5])
def test_other_texts_are_no_packets(text: str) -> None:
    with pytest.raises(PacketError):
        read_packet(text)
