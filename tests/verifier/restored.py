"""Audits whose judge is written as a state and made again from it, in the middle of the log, as often as one likes."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from verifier import audit as auditing, read_log, state_reader, state_writer
from verifier.going_on import Begun, Going

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from verifier.export import Bundle
    from verifier.judge_share import Judging
    from verifier.read_log import Reading


def spelt(root: object) -> bytes:
    """Return the bytes of all that an object reaches."""
    spelt = bytearray()
    state_writer.write(root, spelt.extend)
    return bytes(spelt)


@dataclass
class Restoring:
    """Stands where an audit keeps its state: makes the judge anew from its bytes after each entry that `cut` names."""

    cut: Callable[[int], bool]
    seen: Callable[[Judging, Judging], object] = lambda *_: None
    cuts: list[int] = field(default_factory=list)

    def begin(self, log: Reading) -> Begun:
        return Begun.at_first(log)

    def reached(self, log: Reading, judging: Judging, index: int, *, ends: bool) -> None:
        del ends
        if not self.cut(index):
            return
        made = state_reader.read(spelt(judging))
        self.seen(judging, made)
        made.bench.go_on(log.terms, places_found=set(judging.bench.judge.places_found))
        judging.bench, judging.dates = made.bench, made.dates
        self.cuts.append(index)


@contextmanager
def restoring(restoring: Restoring) -> Iterator[Restoring]:
    """Let audits of one process be cut."""

    def cut_up(log: Reading, numbers: range) -> Iterator[tuple[Bundle, list[bytes]]]:
        for bundle, leaves in hashed(log, numbers):
            for at in range(len(leaves)):
                yield bundle.after(bundle.first + at).up_to(bundle.first + at + 1), leaves[at : at + 1]

    def read_restored(log: Reading, going: Going | None = None) -> None:
        assert going is None
        read_log.read_alone(log, restoring)  # type: ignore[arg-type]  # it does what an audit asks of one

    hashed = read_log._hashed
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_log, "_hashed", cut_up)
        patch.setattr(auditing, "read_alone", read_restored)
        yield restoring
