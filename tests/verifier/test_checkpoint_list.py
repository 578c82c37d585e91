"""The log's own list of its checkpoints: one that it leaves out, or lists and withholds, is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.producer import LOG, ROOT, ROUNDS, SYSTEM, Log, sha256
from verifier.checkpoint_list import SIZES_MAX
from verifier.verdict import Code

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHAIN = sha256(b"a player")[:16].hex()
MINUTE_MS = 60_000
FIRST, SECOND, THIRD = 6, 8, 11
"""The sizes that `honest` signs and lists."""


def honest() -> Log:
    """Return a log that lists its checkpoints twice, the second time two of them."""
    log = Log()
    log.version = "rdf/2"
    log.add(SYSTEM, "key", {"name": ROUNDS.name, "vkey": ROUNDS.vkey, "use": "records"}, signer=ROOT)
    log.list_checkpoints()
    log.add(CHAIN, "init", {"player": "11" * 32, "cur": "USD", "exp": 2, "bal": [0, 0], "test": False})
    deposit(log, 0)
    deposit(log, 1)
    assert log.checkpoint() == FIRST
    log.list_checkpoints()
    deposit(log, 2)
    assert log.checkpoint() == SECOND
    for before in (3, 4, 5):
        deposit(log, before)
    assert log.checkpoint() == THIRD
    log.list_checkpoints()
    deposit(log, 6)
    return log


def deposit(log: Log, before: int) -> None:
    log.add(CHAIN, "wallet", {"kind": "deposit", "moves": [["cash", 1], ["deposit", -1]], "bal": [before, before + 1]})


def listing(log: Log, *, last: bool = True) -> dict[str, Any]:
    return log.drafts[log.index("checkpoints", last=last)].fields


def spoiled(spoil: Callable[[Log], object]) -> str:
    log = honest()
    spoil(log)
    return code(audited(log.seal()))


def withheld(*sizes: int, kept: tuple[int, ...] = ()) -> str:
    sealed = honest().seal()
    notes = [sealed.checkpoints[size] for size in kept]
    for size in sizes:
        del sealed.checkpoints[size]
    return code(audited(sealed, kept=notes))


def leave_out(*sizes: int) -> Callable[[Log], None]:
    def spoil(log: Log) -> None:
        fields = listing(log)
        fields["sizes"] = [size for size in fields["sizes"] if size not in sizes]

    return spoil


def postpone(log: Log) -> None:
    """List the last checkpoint only in the next record, which does not come."""
    leave_out(SECOND, THIRD)(log)


def minutes_later(minutes: int) -> Callable[[Log], None]:
    def spoil(log: Log) -> None:
        log.now += minutes * MINUTE_MS
        deposit(log, 7)

    return spoil


def sign(signer: Any) -> Callable[[Log], None]:
    def spoil(log: Log) -> None:
        log.drafts[log.index("checkpoints")].signer = signer

    return spoil


ATTACKS: list[tuple[str, Callable[[Log], object], str]] = [
    ("nothing changed", lambda _: None, "OK"),
    ("a checkpoint left out", leave_out(SECOND), "E_CHECKPOINT_OMITTED"),
    ("the last one left out", leave_out(THIRD), "E_CHECKPOINT_OMITTED"),
    ("all left for later", postpone, "E_CHECKPOINT_OMITTED"),
    ("one that nobody has", lambda log: listing(log).update(sizes=[7, SECOND, THIRD]), "E_CHECKPOINT"),
    ("one twice", lambda log: listing(log).update(sizes=[SECOND, SECOND, THIRD]), "E_CHECKPOINT"),
    ("out of order", lambda log: listing(log).update(sizes=[THIRD, SECOND]), "E_CHECKPOINT"),
    ("one that was listed before", lambda log: listing(log).update(sizes=[FIRST, SECOND, THIRD]), "E_CHECKPOINT"),
    ("a list that passes over some", lambda log: listing(log).update(after=SECOND, sizes=[THIRD]), "E_CHECKPOINT"),
    ("a list that begins again", lambda log: listing(log).update(after=0), "E_CHECKPOINT"),
    ("one that covers the list", lambda log: listing(log).update(sizes=[SECOND, THIRD, 13]), "E_CHECKPOINT"),
    ("too many at once", lambda log: listing(log).update(sizes=[1] * (SIZES_MAX + 1)), "E_FORM"),
    ("a size of 0", lambda log: listing(log, last=False).update(sizes=[0]), "E_FORM"),
    ("signed by the record key", sign(ROUNDS), "E_KEY"),
    ("ten minutes without a list", minutes_later(10), "OK"),
    ("eleven minutes without a list", minutes_later(11), "E_LIST_LATE"),
]


@pytest.mark.parametrize(("spoil", "expected"), [attack[1:] for attack in ATTACKS], ids=[name for name, *_ in ATTACKS])
def test_a_list_that_does_not_hold_is_found(spoil: Callable[[Log], object], expected: str) -> None:
    assert spoiled(spoil) == expected


def test_the_first_version_lists_no_checkpoints() -> None:
    log = honest()
    for draft in log.drafts[: log.index("checkpoints") + 1]:
        draft.fields.update(v="rdf/1")
        draft.fields.pop("ev", None)

    outcome = audited(log.seal())

    assert code(outcome) != "OK"
    assert outcome.tally.failures[Code.E_TYPE] >= 1


def test_a_listed_checkpoint_that_is_withheld_is_missed() -> None:
    assert withheld(FIRST) == "E_CHECKPOINT"
    assert withheld(SECOND) == "E_CHECKPOINT"


def test_a_checkpoint_in_one_persons_hands_alone_is_told() -> None:
    log = honest()
    log.sizes.remove(FIRST)
    log.drafts[log.index("checkpoints", sizes=[FIRST])].fields["sizes"] = []
    listing(log)["after"] = 0
    sealed = log.seal()
    log.sizes.append(FIRST)
    shown = log.seal().checkpoints[FIRST]

    assert code(audited(sealed)) == "OK"
    assert code(audited(sealed, kept=[shown])) == "E_CHECKPOINT_OMITTED"


def test_checkpoints_from_before_the_first_list_are_not_asked_for() -> None:
    log = Log()
    log.version = "rdf/2"
    log.add(SYSTEM, "key", {"name": ROUNDS.name, "vkey": ROUNDS.vkey, "use": "records"}, signer=ROOT)
    log.sizes = [1, 2]
    log._append(SYSTEM, "checkpoints", {"after": 2, "sizes": []}, signer=LOG)
    assert log.checkpoint() == 3
    log._append(SYSTEM, "checkpoints", {"after": 2, "sizes": [3]}, signer=LOG)
    assert code(audited(log.seal())) == "OK"

    log.drafts[-1].fields["sizes"] = []
    assert code(audited(log.seal())) == "E_CHECKPOINT_OMITTED"


def test_checkpoints_that_no_list_could_have_are_not_asked_for() -> None:
    log = honest()
    log.checkpoint()
    deposit(log, 7)

    assert code(audited(log.seal())) == "OK"


def test_a_record_behind_a_pause_is_not_late_where_the_list_comes_first() -> None:
    log = honest()
    log.now += 48 * 60 * MINUTE_MS
    log.list_events([])
    log.list_checkpoints()
    deposit(log, 7)

    assert code(audited(log.seal())) == "OK"


def test_every_number_of_processes_says_the_same(tmp_path: Path) -> None:
    log = honest()
    leave_out(SECOND)(log)
    for _ in range(2100):
        log.list_events([])
    log.seal().write(tmp_path)

    verdicts = [audited_folder(tmp_path, jobs=jobs) for jobs in (1, 3)]

    assert [code(outcome) for outcome in verdicts] == ["E_CHECKPOINT_OMITTED"] * 2
    assert verdicts[0].tally.failures == verdicts[1].tally.failures
