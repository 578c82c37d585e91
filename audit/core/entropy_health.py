"""Test every byte that a source of entropy gives, to find a source that is stuck.

The tests find a source that has failed, not one that is a little weak. What they claim of it is modest on purpose, half
of what the operating system promises. So a false alarm is out of the question, and 32 bytes of a source that only just
meets the claim still have the 128 bits that the generator needs.

Source: NIST SP 800-90B, sections 4.4.1 and 4.4.2; docs/adr/0010-entropy-health.md.
"""

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import Final

CLAIMED_BITS: Final = 4
"""Min-entropy claimed of each byte: no value comes with a chance of more than 2^-4."""

FALSE_ALARM_BITS: Final = 30
"""A source that only just has what is claimed fails a test wrongly with a chance of 2^-30 at most."""

MOST_REPEATED: Final = 8
"""The ninth equal byte in a row fails, 1 + 30 / 4 rounded up: eight repetitions have a chance of 2^-32, seven of 2^-28.
"""

WINDOW: Final = 512
"""Bytes that the adaptive proportion test takes at a time, as it must where a sample has more than two values."""

MOST_MATCHING: Final = 70
"""How many bytes of a window may equal its first, that one included: of 512 bytes, 71 or more have a value of chance
2^-4 with a chance below 2^-30, but 70 or more with a chance above."""

LEAST_COMPARED: Final = 16
"""A draw of this many bytes or more that equals the one before it fails; at the claim, its chance is 2^-64 at most."""

START_UP_BYTES: Final = 1024
"""How many bytes are drawn, tested and discarded before the first is used."""


class HealthTest(Enum):
    """The tests, the first two by their names in SP 800-90B; the third is our own."""

    REPETITION_COUNT = "repetition count"
    ADAPTIVE_PROPORTION = "adaptive proportion"
    REPEATED_DRAW = "repeated draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The state of the tests between draws. Of the bytes drawn it has two: the last, and the first of the window."""

    latest: int = -1
    """The last byte drawn; -1 before the first."""
    repeated: int = 0
    """The length of the run of equal bytes that it ends."""
    first: int = -1
    """The first byte of the window; -1 before the first."""
    matching: int = 0
    """How many bytes of the window equal its first."""
    watched: int = 0
    """How many bytes of the window were drawn."""
    draw_sha256: bytes = b""
    """SHA-256 of the last draw."""
    failed: HealthTest | None = None
    """The test that failed first; it stays."""


def watch(health: Health, drawn: bytes) -> Health:
    """Return the state of the tests after a draw. After a failure no more bytes are tested."""
    if health.failed is not None:
        return health
    draw_sha256 = hashlib.sha256(drawn).digest()
    if draw_sha256 == health.draw_sha256 and len(drawn) >= LEAST_COMPARED:
        return Health(failed=HealthTest.REPEATED_DRAW)

    latest, repeated = health.latest, health.repeated
    first, matching, watched = health.first, health.matching, health.watched
    for byte in drawn:
        repeated = repeated + 1 if byte == latest else 1
        latest = byte
        if watched == WINDOW:
            watched = 0
        if watched == 0:
            first, matching = byte, 0
        matching += byte == first
        watched += 1
        if repeated > MOST_REPEATED:
            return Health(failed=HealthTest.REPETITION_COUNT)
        if matching > MOST_MATCHING:
            return Health(failed=HealthTest.ADAPTIVE_PROPORTION)
    return Health(
        latest=latest, repeated=repeated, first=first, matching=matching, watched=watched, draw_sha256=draw_sha256
    )
