"""Whatever happens to the bytes of an export, it is noticed, and answered with a code."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, cast

from hypothesis import given, settings, strategies as st

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.play import founded, one_montana_round, one_round, seated
from tests.verifier.producer import ROUNDS, SYSTEM, Sealed
from tests.verifier.sheets import MONTANA
from tests.verifier.table_logs import burnt_epoch, montana_hand, pot_game, shared_hand, voided_hand
from verifier import verdict_output
from verifier.judge import Depth


@cache
def files() -> dict[str, bytes]:
    """The files of a small export."""
    log, rules = founded()
    montana = log.add(SYSTEM, "rules", {"rules": MONTANA})
    ada = seated(log, "ada").open().deal(500, rules=rules).settle().deal(700, rules=rules).settle()
    ada.deal(600, rules=montana, sheet=MONTANA, bonus=200).settle().deal(600, rules=rules)
    with tempfile.TemporaryDirectory() as folder:
        log.seal().write(Path(folder))
        return {
            path.relative_to(folder).as_posix(): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()
        }


@given(st.data(), st.sampled_from(Depth))
@settings(max_examples=400, deadline=None)
def test_any_byte_changed_in_any_file_is_noticed(data: st.DataObject, depth: Depth) -> None:
    name = data.draw(st.sampled_from(sorted(files())))
    at = data.draw(st.integers(0, len(files()[name]) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != files()[name][at]))
    changed = files()[name][:at] + bytes([byte]) + files()[name][at + 1 :]

    with tempfile.TemporaryDirectory() as folder:
        _write(Path(folder), {**files(), name: changed})
        outcome = audited_folder(Path(folder), depth=depth)

    assert code(outcome) != "OK"
    assert verdict_output.exit_status(outcome) != 0


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_file_cut_short_or_replaced_is_noticed(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(files())))
    content = files()[name]
    replaced = data.draw(
        st.one_of(
            st.integers(0, len(content) - 1).map(lambda length: content[:length]),
            st.binary(max_size=300).filter(lambda other: other != content),
        )
    )

    with tempfile.TemporaryDirectory() as folder:
        _write(Path(folder), {**files(), name: replaced})
        outcome = audited_folder(Path(folder))

    assert verdict_output.exit_status(outcome) != 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_any_value_signed_in_place_of_a_field_is_answered_with_a_code(data: st.DataObject) -> None:
    log = data.draw(st.sampled_from([one_round, one_montana_round]))()
    draft = data.draw(st.sampled_from(log.drafts))
    field = data.draw(st.sampled_from(sorted(draft.fields)))
    value = data.draw(JSON.filter(lambda value: value != draft.fields[field]))
    draft.pinned[field] = value

    # Signed like this some values only make another honest log: what counts is that there is an answer.
    try:
        sealed = log.seal()
    except (UnicodeEncodeError, TypeError):
        return
    code(audited(sealed))


@st.composite
def places(draw: st.DrawFn, document: Any) -> list[str | int]:
    """Draw the way to a value somewhere in a document."""
    way: list[str | int] = []
    inside = document
    while True:
        steps: list[Any] = [*inside] if type(inside) is dict else [*range(len(inside))]
        way.append(draw(st.sampled_from(steps)))
        inside = inside[way[-1]]
        if type(inside) not in (dict, list) or not inside or draw(st.booleans()):
            return way


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_any_value_of_another_record_in_place_of_one_is_answered_with_a_code(data: st.DataObject) -> None:
    """The values are of the right form, or nearly: they come from elsewhere in the same log of tables."""
    log = data.draw(st.sampled_from([shared_hand, montana_hand, burnt_epoch, voided_hand, pot_game]))().copied()
    for _ in range(data.draw(st.integers(1, 3))):
        spoilt, donor = (cast("Any", data.draw(st.sampled_from(log.drafts)).fields) for _ in range(2))
        value = donor
        for step in data.draw(places(donor)):
            value = value[step]
        if type(value) is int and data.draw(st.booleans()):
            value = data.draw(st.sampled_from([0, 1, 2**53 - 1]))
        *way, last = data.draw(places(spoilt))
        inside = spoilt
        for step in way:
            inside = inside[step]
        inside[last] = json.loads(json.dumps(value))

    try:
        sealed = log.seal()
    except TypeError:
        return
    code(audited(sealed))


@given(st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_any_text_signed_as_a_record_is_answered_with_a_code(text: str) -> None:
    sealed = one_round().seal()
    try:
        sealed.entries[-1] = ROUNDS.note(text)
    except UnicodeEncodeError:
        return

    assert verdict_output.exit_status(audited(Sealed(entries=sealed.entries, checkpoints=sealed.checkpoints))) == 1


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_records_left_out_doubled_or_exchanged_are_never_taken_for_honest(data: st.DataObject) -> None:
    honest = one_round().seal()
    entries = data.draw(st.lists(st.sampled_from(honest.entries), min_size=len(honest.entries)))
    if entries[: len(honest.entries)] == honest.entries:
        return

    spoilt = Sealed(entries=entries[: len(honest.entries)], checkpoints=honest.checkpoints)

    assert verdict_output.exit_status(audited(spoilt)) == 1


def _write(folder: Path, contents: dict[str, bytes]) -> None:
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
