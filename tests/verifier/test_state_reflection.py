"""Whatever the judge holds comes back from its state, found by asking the interpreter and not the program."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited
from tests.verifier.keyed import keyed_day
from tests.verifier.play import full_day
from tests.verifier.reflection import require_same
from tests.verifier.restored import Restoring, restoring, spelt
from tests.verifier.table_logs import burnt_epoch, limited_game, montana_hand, pot_game, shared_hand, voided_hand
from verifier import state_classes, state_reader, state_writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.verifier.producer import Log

LOGS: tuple[Callable[[], Log], ...] = (
    full_day,
    keyed_day,
    shared_hand,
    montana_hand,
    burnt_epoch,
    voided_hand,
    pot_game,
    limited_game,
)


@lru_cache
def states(log: Callable[[], Log]) -> tuple[bytes, ...]:
    """Return the state after each entry of a log."""
    found: list[bytes] = []
    with restoring(Restoring(lambda _: True, lambda before, _: found.append(spelt(before)))):
        audited(log().seal())
    return tuple(found)


@pytest.mark.parametrize("log", LOGS)
def test_every_object_of_the_judge_comes_back_after_each_entry(log: Callable[[], Log]) -> None:
    compared: list[int] = []
    with restoring(
        Restoring(lambda _: True, lambda before, after: compared.append(require_same(before, after)))
    ) as cut:
        audited(log().seal())

    assert len(compared) == len(cut.cuts) > 10
    assert compared[-1] > 50


def fields_of(made: bytes) -> Iterator[tuple[str, str]]:
    """Yield each class of which a state has objects, with each of its fields."""
    for name, layout in state_classes.layouts().items():
        # As a state spells a class: its name with the length before it.
        if bytes([len(name)]) + name.encode() in made:
            yield from ((name, slot) for slot in layout.slots)


@pytest.mark.parametrize("log", LOGS)
def test_a_field_that_a_state_skips_is_missed(log: Callable[[], Log], monkeypatch: pytest.MonkeyPatch) -> None:
    known, found = dict(state_classes.layouts()), dict[tuple[str, str], bytes]()
    for made in states(log)[::5]:
        found |= dict.fromkeys(fields_of(made), made)
    assert len(found) > 150

    for (name, slot), made in found.items():
        whole = state_reader.read(made)
        layout = known[name]
        skipping = {**known, name: replace(layout, slots=tuple(each for each in layout.slots if each != slot))}
        with monkeypatch.context() as patch:
            patch.setattr(state_writer, "layouts", lambda skipping=skipping: skipping)
            patch.setattr(state_reader, "layouts", lambda skipping=skipping: skipping)
            spoilt = bytearray()
            state_writer.write(whole, spoilt.extend)
            with pytest.raises((AssertionError, state_reader.Damaged)):
                require_same(whole, state_reader.read(bytes(spoilt)))
