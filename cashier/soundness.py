"""Compare payments with the ledger: each has the journals that its history names, and no others."""

from collections.abc import Iterator
from itertools import pairwise

from cashier.core.payment import TRANSITIONS, Direction, Payment, Status
from cashier.queries.payments import all_payments
from kernel.ids import ChainId
from wallet.core.ledger import Account, Posting
from wallet.queries.journals import all_journals

_OUTSIDE = (Account.DEPOSIT, Account.WITHDRAWAL)


def faults() -> Iterator[str]:
    """Yield a sentence for each payment whose history or money is wrong, and for each journal without a payment.

    Reads everything. `wallet.soundness` compares the journals with their records.
    """
    journals = {(chain, seq): postings for chain, seq, _, postings in all_journals()}
    expected: set[tuple[ChainId, int]] = set()
    for payment, stored in all_payments():
        if not _is_valid_history(payment) or payment.status != stored:
            yield f"The history of payment {payment.id.hex} does not lead to its status."
            continue
        places = [(payment.chain, entry.seq) for entry in payment.history if entry.seq is not None]
        expected.update(places)
        postings = [posting for place in places for posting in journals.get(place, ())]
        if postings != _postings(payment):
            yield f"Payment {payment.id.hex} moved other money than the ledger shows."
    yield from (
        f"Journal {seq} of chain {chain.hex} moves money from outside, or to it, without a payment."
        for chain, seq in _with_outside_money(journals) - expected
    )


def _is_valid_history(payment: Payment) -> bool:
    statuses = [entry.status for entry in payment.history]
    is_allowed = all(later in TRANSITIONS[earlier] for earlier, later in pairwise(statuses))
    return bool(statuses) and statuses[0] is Status.REQUESTED and is_allowed


def _postings(payment: Payment) -> list[Posting]:
    amount_minor = payment.amount_minor
    if payment.direction is Direction.DEPOSIT:
        settled = payment.status is Status.SETTLED
        return [Posting(Account.DEPOSIT, Account.CASH, amount_minor)] if settled else []
    withdrawn = Posting(Account.CASH, Account.WITHDRAWAL, amount_minor)
    returned = payment.status in {Status.REFUSED, Status.CANCELLED}
    return [withdrawn, Posting(Account.ADJUSTMENT, Account.CASH, amount_minor)] if returned else [withdrawn]


def _with_outside_money(journals: dict[tuple[ChainId, int], list[Posting]]) -> set[tuple[ChainId, int]]:
    return {
        place
        for place, postings in journals.items()
        if any(posting.from_account in _OUTSIDE or posting.to_account in _OUTSIDE for posting in postings)
    }
