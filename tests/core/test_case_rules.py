"""The rules that open cases, against their table."""

import pytest

from casework.core import rules as rules_package
from casework.core.day_facts import DayFacts
from casework.core.rules import RULES
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests.core.case_rule_cases import CASES

BY_FILE = {rule.__module__.rpartition(".")[2]: rule for rule in RULES}


@pytest.mark.clause("F55")
@pytest.mark.parametrize(
    ("name", "day", "opens"), [(name, day, opens) for name, rows in CASES.items() for day, opens in rows]
)
def test_a_rule_opens_a_case_exactly_from_its_threshold_on(
    name: str,
    day: DayFacts,
    opens: bool,  # noqa: FBT001  a column
) -> None:
    rules = JURISDICTIONS["new-jersey"]
    finding = BY_FILE[name](day, rules.cases, rules.amounts["USD"].cases)

    assert (finding is not None) is opens
    if finding is not None:
        assert finding.rule == name.replace("_", "-")
        assert finding.reason.endswith(".")
        assert all(amount >= 0 for amount in finding.amounts_minor.values())


def test_the_rules_of_all_jurisdictions_are_possible() -> None:
    assert rules_package.RULES
    for jurisdiction in JURISDICTIONS.values():
        rules = jurisdiction.cases
        for amounts in jurisdiction.amounts.values():
            cases = amounts.cases
            assert min(cases.payments_day_minor, cases.unplayed_minor, cases.short_account_minor) > 0
        assert 0 < rules.unplayed_percent <= 100
        assert min(rules.unplayed_window_days, rules.short_account_days, rules.dispute_answer_days) >= 1
        assert rules.lone_review_hours >= 1
