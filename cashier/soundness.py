"""Whether payments are what the ledger says: each has the journals that its steps name, and no others. Reads all."""

from collections.abc import Iterator
from itertools import pairwise

from cashier.core.payment import TRANSITIONS, Direction, Payment, Status
from cashier.queries.payments import all_payments
from kernel.ids import ChainId
from wallet.core.ledger import Account, Posting
from wallet.queries.journals import all_journals

_MONEY = (Account.DEPOSIT, Account.WITHDRAWAL)


def faults() -> Iterator[str]:
    """Yield a sentence for each payment whose steps or money are not as they must be, and each journal without one.

    That every journal is as its record says, `wallet` looks at.
    """
    journals = {(chain, seq): postings for chain, seq, _, postings in all_journals()}
    named: set[tuple[ChainId, int]] = set()
    for payment, stored in all_payments():
        if not _may_have_come_so(payment) or payment.status != stored:
            yield f"The steps of payment {payment.id.hex} do not lead to where it stands."
            continue
        moved = [(payment.chain, step.seq) for step in payment.history if step.seq is not None]
        named.update(moved)
        found = [posting for place in moved for posting in journals.get(place, ())]
        if found != _postings(payment):
            yield f"Payment {payment.id.hex} moved other money than the ledger says."
    yield from (
        f"Journal {seq} of chain {chain.hex} moves money from outside, or to it, without a payment."
        for chain, seq in _with_money_from_outside(journals) - named
    )


def _may_have_come_so(payment: Payment) -> bool:
    statuses = [step.status for step in payment.history]
    follows = all(later in TRANSITIONS[earlier] for earlier, later in pairwise(statuses))
    return bool(statuses) and statuses[0] is Status.REQUESTED and follows


def _postings(payment: Payment) -> list[Posting]:
    amount_minor = payment.amount_minor
    if payment.direction is Direction.DEPOSIT:
        settled = payment.status is Status.SETTLED
        return [Posting(Account.DEPOSIT, Account.CASH, amount_minor)] if settled else []
    taken = Posting(Account.CASH, Account.WITHDRAWAL, amount_minor)
    given_back = payment.status in {Status.REFUSED, Status.CANCELLED}
    return [taken, Posting(Account.ADJUSTMENT, Account.CASH, amount_minor)] if given_back else [taken]


def _with_money_from_outside(journals: dict[tuple[ChainId, int], list[Posting]]) -> set[tuple[ChainId, int]]:
    return {
        place
        for place, postings in journals.items()
        if any(posting.from_account in _MONEY or posting.to_account in _MONEY for posting in postings)
    }
