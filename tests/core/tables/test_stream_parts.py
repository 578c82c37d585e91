"""What a stream is made of: its frames, what waits for its reader, and how many there may be."""

import asyncio
import json
from contextlib import ExitStack
from uuid import UUID

import pytest

from kernel.ids import ChainId
from tables.stream.frames import changed_members, hint_frame, record_frame, snapshot_frame
from tables.stream.stream_admission import StreamAdmission, TooManyStreams
from tables.stream.subscription import StreamEnd, Subscription

TABLE = ChainId(UUID(int=7))


def subscription() -> Subscription:
    return Subscription(table=TABLE, viewer=None, session_id=None)


def waiting(stream: Subscription) -> bytes | None:
    return asyncio.run(stream.frames(timeout_seconds=0))


def test_only_a_record_has_an_id_and_no_text_breaks_a_line() -> None:
    event = {"seq": 3, "type": "turn", "entry": "a note\n\n— of two parts\r\n"}
    lines = record_frame(event).decode().split("\n")
    assert lines[:2] == ["id: 3", "event: turn"]
    assert json.loads(lines[2].removeprefix("data: ")) == event
    assert lines[3:] == ["", ""]

    assert snapshot_frame({"seq": 3}) == b'event: snapshot\ndata: {"seq":3}\n\n'
    assert hint_frame(seq=3, changed={"status": "paused"}) == (
        b'event: hint\ndata: {"seq":3,"changed":{"status":"paused"}}\n\n'
    )


def test_a_hint_has_what_changed_and_not_the_number_of_the_record() -> None:
    before = {"seq": 1, "status": "open", "own": None}
    assert changed_members(before, {"seq": 2, "status": "open", "own": None}) == {}
    assert changed_members(before, {"seq": 2, "status": "open", "own": {"seat": 1}, "new": 0}) == {
        "own": {"seat": 1},
        "new": 0,
    }


def test_frames_are_taken_together_and_in_their_order() -> None:
    stream = subscription()
    for frame in (b"1", b"2", b"3"):
        stream.put(frame)
    assert waiting(stream) == b"123"
    assert waiting(stream) == b""
    stream.put(b"4")
    stream.finish(StreamEnd.SESSION, b"farewell")
    stream.put(b"5")
    assert waiting(stream) == b"4farewell"
    assert waiting(stream) is None


@pytest.mark.parametrize(("frame", "frames"), [(b"x", 1_000), (b"x" * 4_096, 256)], ids=["by number", "by size"])
def test_a_reader_who_leaves_too_much_is_cut(frame: bytes, frames: int) -> None:
    stream = subscription()
    for _ in range(frames):
        stream.put(frame)
    ends = [stream.end]
    stream.put(frame)
    assert [*ends, stream.end] == [None, StreamEnd.SLOW]
    assert waiting(stream) is None, "nothing is kept for it"


def test_the_streams_of_an_address_and_of_all_are_limited() -> None:
    admission = StreamAdmission(streams_max=3, per_address_max=2)
    with ExitStack() as streams:
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
            streams.enter_context(admission.admit(address))
        with pytest.raises(TooManyStreams, match="of your address"), admission.admit("192.0.2.1"):
            pytest.fail("a third of one address")
        with pytest.raises(TooManyStreams, match="as many streams as it can"), admission.admit("192.0.2.3"):
            pytest.fail("a fourth of all")
    with admission.admit("192.0.2.1"):
        pass


def test_an_ipv6_customer_has_one_address_however_many_it_uses() -> None:
    admission = StreamAdmission(streams_max=100, per_address_max=1)
    with (
        admission.admit("2001:db8:1:2::1"),
        pytest.raises(TooManyStreams),
        admission.admit("2001:db8:1:2:ffff::2"),
    ):
        pytest.fail("the same /64")
