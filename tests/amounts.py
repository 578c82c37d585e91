"""A jurisdiction with other amounts, in each of its currencies."""

from dataclasses import replace
from typing import Any

from responsible_gaming.core.jurisdiction import Jurisdiction


def with_amounts(jurisdiction: Jurisdiction, **amounts: Any) -> Jurisdiction:
    """Return the jurisdiction with these amounts in minor units, whatever the currency."""
    return replace(
        jurisdiction, amounts={code: replace(each, **amounts) for code, each in jurisdiction.amounts.items()}
    )


def with_case_amounts(jurisdiction: Jurisdiction, **amounts: int) -> Jurisdiction:
    """Return the jurisdiction with these amounts from which on cases are opened, whatever the currency."""
    return replace(
        jurisdiction,
        amounts={
            code: replace(each, cases=replace(each.cases, **amounts)) for code, each in jurisdiction.amounts.items()
        },
    )
