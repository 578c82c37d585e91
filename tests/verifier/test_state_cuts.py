"""The tests of honest and of tampered logs once more, with a judge that is made anew from its state as the log is read.

Each audit runs twice: whole, and cut after one entry after the other. Both must say the same to the last figure, and then
that is held against what the test expects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.verifier import (
    auditor,
    test_attacks,
    test_dates_and_tags,
    test_honest_logs,
    test_limit_attacks,
    test_player_keys,
    test_round_attacks,
    test_signed_tables,
    test_statistics,
    test_table_attacks,
    test_table_end_attacks,
    test_table_hand_attacks,
    test_table_pot_attacks,
    test_table_stake_attacks,
    test_warnings,
)
from tests.verifier.restored import Restoring, restoring
from verifier import verdict_output

if TYPE_CHECKING:
    from collections.abc import Callable

    from verifier.audit import AuditRequest, AuditResult

MODULES: Final = (
    test_attacks,
    test_dates_and_tags,
    test_honest_logs,
    test_limit_attacks,
    test_player_keys,
    test_round_attacks,
    test_signed_tables,
    test_statistics,
    test_table_attacks,
    test_table_end_attacks,
    test_table_hand_attacks,
    test_table_pot_attacks,
    test_table_stake_attacks,
    test_warnings,
)
for _module in MODULES:
    _of = _module.__name__.rpartition(".test_")[2]
    globals().update({f"{name}__{_of}": held for name, held in vars(_module).items() if name.startswith("test_")})


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
