"""Each lie that may be told of a table itself, and the code that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.producer import SYSTEM, Document, Log
from tests.verifier.spoiling import (
    COMMON,
    OTHER,
    add,
    check,
    delete,
    fields,
    named,
    place,
    put,
    put_in,
    twice,
)
from tests.verifier.table_logs import (
    agreed_game,
    burnt_epoch,
    limited_game,
    montana_hand,
    pot_game,
    shared_hand,
    silent_hand,
    voided_hand,
    withdrawn_stake,
)
from verifier import verdict_output

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.verifier.spoiling import Attack


HONEST = (
    shared_hand,
    montana_hand,
    silent_hand,
    burnt_epoch,
    voided_hand,
    withdrawn_stake,
    pot_game,
    agreed_game,
    limited_game,
)


@pytest.mark.parametrize("honest", HONEST, ids=lambda honest: honest.__name__)
def test_the_logs_that_are_attacked_hold_before(honest: Callable[[], Log]) -> None:
    outcome = audited(honest().copied().seal())

    assert code(outcome) == "OK", verdict_output.deciding(outcome)


ONE_SEAT: Document = {"epoch": 0, "client": "00" * 16, "next": {"n": 1, "commit": OTHER}, "size": 1}


def body(log: Log, kind: str) -> Document:
    return {name: value for name, value in fields(log, kind).items() if name not in COMMON}


def commit_again(log: Log, commitment: str | None, **extra: str) -> None:
    first = fields(log, "commit")
    twice("commit")(log)
    fields(log, "commit", 1).update({"commit": commitment or first["commit"], **extra})


def add_commitment(log: Log) -> None:
    log.now = fields(log, "deal")["time"]
    again = {"epoch": 0, "n": 1, "commit": OTHER, "reason": "the deck was seen"}
    log.add(fields(log, "table")["chain"], "commit", again)
    # Behind it stands the record that lists its event.
    log.drafts.insert(place(log, "deal") + 1, log.drafts.pop(-2))


def repeat_commitment(log: Log) -> None:
    fields(log, "seats")["next"]["commit"] = fields(log, "commit")["commit"]


THE_TABLE: list[Attack] = [
    ("rules that were never published", put("table", rules=OTHER), "E_RULES"),
    ("rules in another currency", put("table", cur="EUR"), "E_RULES"),
    ("more seats than the sheet", put("table", seats=8), "E_TABLE"),
    ("a least stake below the sheet's", put("table", stake=[50, 30_000]), "E_TABLE"),
    ("a greatest stake above the sheet's", put("table", stake=[100, 30_001]), "E_TABLE"),
    ("stakes from high to low", put("table", stake=[200, 100]), "E_TABLE"),
    ("a time for the game against the house", put_in("table", ("clock", "game"), 60_000), "E_TABLE"),
    ("test accounts at no test table", put("table", test=True), "E_TABLE"),
    ("an admission of another kind", put("table", admission="friends"), "E_FORM"),
    ("a second table in its chain", twice("table"), "E_CHAIN"),
    ("a chain without its first record", delete("table"), "E_CHAIN"),
    (
        "a table in a player's chain",
        lambda log: log.add(fields(log, "init")["chain"], "table", body(log, "table")),
        "E_CHAIN",
    ),
    (
        "seats in a player's chain",
        lambda log: log.add(fields(log, "init")["chain"], "seats", body(log, "seats")),
        "E_CHAIN",
    ),
    ("a player's limits in a table's chain", add("table", "limits", rg={"now": {}}), "E_CHAIN"),
    (
        "an opening of one seat in a table's chain",
        lambda log: log.add(fields(log, "table")["chain"], "open", ONE_SEAT),
        "E_CHAIN",
    ),
    ("a record of a table in the system chain", lambda log: log.add(SYSTEM, "seats", body(log, "seats")), "E_SYS"),
    ("a type that is reserved", add("table", "shoe_close", epoch=0), "E_TYPE"),
    ("a table in the first version", put("table", v="rdf/1"), "E_TYPE"),
    ("the first version after the second", put("limits", v="rdf/1", number=-1), "E_FORM"),
    ("a third version", put("limits", v="rdf/3"), "E_FORM"),
    ("a commitment to a later epoch", put("commit", epoch=1), "E_NONCE"),
    ("a commitment to several rounds", put("commit", n=2), "E_NONCE"),
    ("a second commitment without a reason", lambda log: commit_again(log, OTHER), "E_NONCE"),
    ("a second commitment that is the first", lambda log: commit_again(log, None, reason="why not"), "E_SEED"),
    ("a second commitment after a stake", add_commitment, "E_NONCE"),
    ("a commitment after the seats", add("table", "commit", epoch=1, n=1, commit=OTHER, reason="too late"), "E_NONCE"),
    ("seats without a commitment", delete("commit"), "E_NONCE"),
    ("the next commitment is the last", repeat_commitment, "E_SEED"),
]


@pytest.mark.parametrize(("spoil", "expected"), named(THE_TABLE))
def test_a_table_is_opened_by_its_sheet_and_committed_to(spoil: Callable[[Log], object], expected: str) -> None:
    assert check(shared_hand, spoil) == expected
