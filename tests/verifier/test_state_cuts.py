"""The tests of honest and of tampered logs once more, with a judge that is made anew from its state as the log is read.

Each audit runs twice: whole, and cut after one entry after the other. Both must say the same to the last figure, and then
that is held against what the test expects.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

import pytest

from tests.verifier import auditor
from tests.verifier.restored import Restoring, restoring
from verifier import verdict_output

if TYPE_CHECKING:
    from collections.abc import Callable

    from verifier.audit import AuditRequest, AuditResult

MODULES: Final = (
    "attacks",
    "dates_and_tags",
    "honest_logs",
    "limit_attacks",
    "player_keys",
    "round_attacks",
    "signed_tables",
    "statistics",
    "table_attacks",
    "table_end_attacks",
    "table_hand_attacks",
    "table_pot_attacks",
    "table_stake_attacks",
    "warnings",
)
for _name in MODULES:
    _tests = vars(import_module(f"tests.verifier.test_{_name}"))
    globals().update({f"{name}__{_name}": held for name, held in _tests.items() if name.startswith("test_")})


def is_cut(index: int) -> bool:
    """Cut after each third entry of a small log, and after each seventeenth of a longer one."""
    return index % (3 if index < 48 else 17) == 0


@pytest.fixture(autouse=True)
def cut_and_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: Callable[[AuditRequest], AuditResult] = vars(auditor)["audit"]

    def audit(request: AuditRequest) -> AuditResult:
        expected = whole(request)
        with restoring(Restoring(is_cut)) as cut:
            found = whole(request)
        assert verdict_output.as_document(found) == verdict_output.as_document(expected)
        assert cut.cuts or request.jobs > 1 or found.tally.entries < 3
        return found

    monkeypatch.setattr(auditor, "audit", audit)
