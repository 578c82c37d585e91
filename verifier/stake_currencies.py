"""In which currencies a sheet is played, and within which limits: its own, and those that `stakes` adds.

Source: docs/formats/rule-sheet.md, "Stakes in several currencies".
"""

from collections.abc import Iterator
from typing import cast

from verifier.predicates import CURRENCY, Check, array, closed, integer
from verifier.sheet_fields import MontanaSheet, Sheet, StakeLimits
from verifier.verdict import Code, Fault

_BOUNDS = {"min": integer(1), "max": integer(1)}
_LIMITS = closed({"cur": CURRENCY, **_BOUNDS}, {"bonus": closed(_BOUNDS)})
_CURRENCIES_MAX = 100

FIELDS: dict[str, Check] = {"stakes": array(_LIMITS, 1, _CURRENCIES_MAX)}
"""The optional field of a sheet of the families whose sheets fix no amounts but stakes."""


def require(sheet: Sheet) -> None:
    """Refuse limits that are not in the order of their currencies, or contradict each other or the sheet.

    Raises:
        Fault: `E_FORM`.
    """
    offers_side_bet, stakes = _offers_side_bet(sheet), sheet.get("stakes", [])
    named = [limits["cur"] for limits in stakes]
    if named != sorted(set(named)):
        raise Fault(Code.E_FORM, "the field rules has limits by currency out of order, or twice")
    for limits in stakes:
        currency = limits["cur"]
        if currency == sheet["cur"]:
            raise Fault(Code.E_FORM, f"the field rules has limits in {currency}, its own currency, twice")
        if ("bonus" in limits) is not offers_side_bet:
            raise Fault(
                Code.E_FORM, f"the field rules has limits of a side bet in {currency} and offers none, or the reverse"
            )
        bounds = [(limits["min"], limits["max"])]
        bounds += [(limits["bonus"]["min"], limits["bonus"]["max"])] if "bonus" in limits else []
        if any(low > high for low, high in bounds):
            raise Fault(Code.E_FORM, f"the field rules has a least stake above its greatest in {currency}")


def in_each_currency(sheet: Sheet) -> Iterator[Sheet]:
    """Yield the sheet as it is played in each currency, its own first: a sheet of that currency and its limits alone."""
    yield sheet
    for limits in sheet.get("stakes", []):
        yield _in_currency_of(sheet, limits)


def _in_currency_of(sheet: Sheet, limits: StakeLimits) -> Sheet:
    own = sheet.copy()
    del own["stakes"]
    own["cur"], own["stake_min"], own["stake_max"] = limits["cur"], limits["min"], limits["max"]
    if "bonus" in limits:
        montana = cast("MontanaSheet", own)
        montana["bonus"] = {**montana["bonus"], "min": limits["bonus"]["min"], "max": limits["bonus"]["max"]}
    return own


def _offers_side_bet(sheet: Sheet) -> bool:
    return bool(cast("MontanaSheet", sheet).get("bonus"))
