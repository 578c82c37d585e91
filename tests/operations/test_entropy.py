"""Entropy that fails its tests seeds nothing more in its process."""

from __future__ import annotations

import os
import threading
import timeit
from typing import TYPE_CHECKING

import pytest

from audit import entropy
from audit.core.entropy_health import START_UP_BYTES, WINDOW
from audit.entropy import Entropy, EntropyFailed
from audit.operations.open_epoch import open_epoch
from kernel.refusals import RefusalKind
from tests import world
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.clause("F44")


class Source:
    """The operating system's entropy, until something is planted: from then on that."""

    def __init__(self, planted: Callable[[int], bytes] | None = None) -> None:
        self.planted = planted
        self.asked: list[int] = []

    def __call__(self, count: int) -> bytes:
        self.asked.append(count)
        return os.urandom(count) if self.planted is None else self.planted(count)


def no_device(count: int) -> bytes:
    raise OSError(f"no {count} bytes")


def no_generator(count: int) -> bytes:
    raise NotImplementedError(f"no {count} bytes")


FAILURES: list[tuple[str, Callable[[int], bytes]]] = [
    ("repetition count", bytes),
    ("adaptive proportion", lambda count: b"".join(b"\0" + os.urandom(3) for _ in range(count // 4))),
    ("repeated draw", lambda count: bytes(range(count))),
    ("gives nothing: no 32 bytes", no_device),
    ("gives nothing: no 32 bytes", no_generator),
    ("gives 31 bytes for 32", lambda count: os.urandom(count - 1)),
]


def draw_windows(drawing: Entropy) -> None:
    """Draw as much as two windows of the adaptive proportion test, so that one of them is whole."""
    for _ in range(2 * WINDOW // 32):
        drawing.draw(32)


def test_the_start_up_test_comes_before_the_first_byte_and_once() -> None:
    source = Source()
    drawing = Entropy(source)

    drawing.require_healthy()
    drawing.require_healthy()
    drawn = [drawing.draw(32), drawing.draw(16)]

    assert source.asked == [START_UP_BYTES, 32, 16]
    assert [len(each) for each in drawn] == [32, 16]


def test_a_source_that_fails_the_start_up_test_gives_nothing() -> None:
    source = Source(planted=bytes)
    drawing = Entropy(source)

    for refused in (drawing.require_healthy, lambda: drawing.draw(32)):
        with pytest.raises(EntropyFailed):
            refused()

    assert source.asked == [START_UP_BYTES]


@pytest.mark.parametrize(("complaint", "planted"), FAILURES)
def test_a_source_that_fails_later_is_refused_for_good_and_logged_once(
    complaint: str, planted: Callable[[int], bytes], caplog: pytest.LogCaptureFixture
) -> None:
    source = Source()
    drawing = Entropy(source)
    drawing.draw(32)

    source.planted = planted
    with pytest.raises(EntropyFailed):
        draw_windows(drawing)
    source.planted = None
    before = len(source.asked)
    with pytest.raises(EntropyFailed):
        drawing.draw(32)
    with pytest.raises(EntropyFailed):
        drawing.require_healthy()

    # The line has what failed, and no byte of what was drawn.
    (line,) = (record.msg for record in caplog.records if record.name == "audit.entropy")
    assert isinstance(line, dict)
    assert line.pop("timestamp")
    assert line == {
        "event": "entropy-failed",
        "complaint": complaint,
        "level": "error",
        "logger": "audit.entropy",
    }
    # Nothing is asked of a source that failed, whatever it would give now.
    assert len(source.asked) == before


def test_a_new_process_starts_with_a_start_up_test_of_its_own() -> None:
    source = Source(planted=bytes)
    with pytest.raises(EntropyFailed):
        Entropy(source).require_healthy()

    source.planted = None

    assert len(Entropy(source).draw(32)) == 32


def test_the_refusal_is_one_that_a_caller_may_wait_out() -> None:
    with pytest.raises(EntropyFailed) as refused:
        Entropy(bytes).draw(32)

    assert (refused.value.code, refused.value.kind) == ("entropy-failed", RefusalKind.UNAVAILABLE)
    assert "Nothing was done" in refused.value.detail


def test_of_threads_that_draw_at_once_none_gets_a_byte_after_a_failure() -> None:
    source, given = Source(), list[bytes]()
    drawing = Entropy(source)
    drawing.require_healthy()
    source.planted = bytes

    def draw() -> None:
        try:
            given.append(drawing.draw(32))
        except EntropyFailed:
            given.append(b"")

    threads = [threading.Thread(target=draw) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert given == [b""] * 8
    assert source.asked == [START_UP_BYTES, 32]


def test_asking_whether_the_source_is_healthy_costs_a_deal_less_than_a_microsecond() -> None:
    entropy.require_healthy()

    # The best of many: the machine may have other things to do.
    seconds = min(timeit.repeat(entropy.require_healthy, number=1_000, repeat=50))

    assert seconds / 1_000 < 1e-6


@pytest.mark.django_db
def test_without_entropy_no_account_and_no_epoch_is_opened_and_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house()
    chain = world.sign_up()
    world.run_sequencer()
    before = world.everything_stored()
    monkeypatch.setattr(entropy, "SOURCE", Entropy(bytes))

    with pytest.raises(EntropyFailed):
        world.sign_up("grace")
    with pytest.raises(EntropyFailed):
        open_epoch(chain, client_seed=bytes(32), now=NOW)

    assert world.everything_stored() == before


@pytest.mark.django_db
def test_an_epochs_seed_comes_through_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    source = Source()
    monkeypatch.setattr(entropy, "SOURCE", Entropy(source))

    world.sign_up()

    assert source.asked == [START_UP_BYTES, 32]


@pytest.mark.django_db
def test_failed_entropy_stops_deals_while_open_rounds_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house()
    player = world.seat_player()
    waiting = world.deal_open_round(player)
    monkeypatch.setattr(entropy, "SOURCE", Entropy(bytes))

    assert world.decide(player, waiting).outcome is not None
    before = world.everything_stored()
    with pytest.raises(EntropyFailed):
        world.deal(player)
    assert world.everything_stored() == before
