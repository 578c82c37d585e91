"""Money that enters or leaves a chain: who may deposit, what an adjustment is for, and what counts as a deposit.

Logs of the first version say nothing of the cause of an adjustment.

Source: docs/formats/adjustments.md.
"""

from verifier import windows
from verifier.claims import Claims
from verifier.corrections import Correction
from verifier.money_terms import MoneyTerms
from verifier.player import PlayerChain
from verifier.records import Wallet
from verifier.shape import TABLES_VERSION
from verifier.verdict import Code, Fault, Place

_OF_A_RECORD = ("correction", "returned")
_OUTSIDE = ("deposit", "withdrawal")


def require_form(record: Wallet) -> None:
    """Refuse a record that has a cause and is no adjustment, or the reverse; the same of the record that it is about.

    Raises:
        Fault: `E_FORM`.
    """
    if record["v"] != TABLES_VERSION:
        return
    if ("cause" in record) is not (record["kind"] == "adjustment"):
        raise Fault(Code.E_FORM, "an adjustment has a cause, and nothing else has")
    if ("of" in record) is not (record.get("cause") in _OF_A_RECORD):
        raise Fault(Code.E_FORM, "what is returned or corrected is named, and nothing else is")


def require_cause(chain: PlayerChain, record: Wallet, *, terms: MoneyTerms) -> None:
    """Refuse money from outside on a test account, and an adjustment that is not what it says it is.

    Corrections are compared with what they correct when the whole log is read.

    Raises:
        Fault: `E_ACCOUNT`, `E_CAUSE`.
    """
    if record["v"] != TABLES_VERSION:
        return
    if chain.test_account and record["kind"] in _OUTSIDE:
        raise Fault(Code.E_ACCOUNT, f"a {record['kind']} on a test account")
    cause = record.get("cause")
    if cause == "returned":
        _require_returned(chain, record)
    elif cause == "play_money" and terms.play_money is False and not chain.test_account:
        raise Fault(Code.E_CAUSE, "play money on an account that plays for money")


def counted_minor(chain: PlayerChain, record: Wallet, *, terms: MoneyTerms) -> int:
    """Return how much of what the record moves counts as deposited, in minor units."""
    cash_minor = dict(record["moves"]).get("cash", 0)
    if record["kind"] == "deposit":
        return cash_minor
    if record.get("cause") == "other":
        return max(0, cash_minor)
    if record["kind"] == "bonus" and terms.bonus_free_month_minor is not None:
        *_, month = windows.calendar(record["time"], zone=terms.zone)
        given_minor = chain.bonuses.since(month) + cash_minor
        return min(cash_minor, max(0, given_minor - terms.bonus_free_month_minor))
    return 0


def apply(chain: PlayerChain, record: Wallet, *, leaf: str, index: int, claims: Claims) -> None:
    """Remember what later adjustments may name, and what must be compared with the whole log."""
    cash_minor = dict(record["moves"]).get("cash", 0)
    if record["kind"] == "withdrawal":
        chain.withdrawn[leaf] = -cash_minor
    elif record["kind"] == "bonus":
        chain.bonuses.add(cash_minor, at=record["time"])
    elif record.get("cause") == "returned":
        chain.withdrawn.pop(record.get("of", ""), None)
    elif record.get("cause") == "correction" and "of" in record:
        _correct(chain, record, record["of"], index=index, claims=claims)


def _correct(chain: PlayerChain, record: Wallet, of: str, *, index: int, claims: Claims) -> None:
    cash_minor = dict(record["moves"]).get("cash", 0)
    place = Place(index=index, chain=record["chain"], seq=record["seq"], kind="wallet")
    returned = of not in chain.withdrawn
    made = Correction(of=bytes.fromhex(of), amount_minor=cash_minor, returned=returned, place=place)
    claims.corrections.made.append(made)
    if not returned:
        chain.withdrawn[of] -= cash_minor


def _require_returned(chain: PlayerChain, record: Wallet) -> None:
    withdrawn_minor = chain.withdrawn.get(record["of"])
    if withdrawn_minor is None:
        raise Fault(Code.E_CAUSE, "what is returned is no withdrawal of this chain, or was returned before")
    returned_minor = dict(record["moves"]).get("cash", 0)
    if returned_minor != withdrawn_minor:
        raise Fault(Code.E_CAUSE, f"{returned_minor} is returned where {withdrawn_minor} of a withdrawal is left")
