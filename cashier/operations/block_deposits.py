"""Block a player's deposits after too many failures, and lift the block.

Source: docs/cashier.md; regulation F55 (GLI-19 A.3.6b).
"""

from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from cashier.core.failed_deposits import has_failed, too_many_failures
from cashier.core.payment import Direction, Payment
from cashier.models import DepositBlock
from cashier.queries.blocks import DepositBlockRow, deposits_blocked, find_deposit_block, find_lifted_ms
from cashier.queries.payments import latest_ended_deposits
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind


class DepositsBlocked(Refusal):
    """Too many deposits failed in a row."""

    code, kind = "deposits-blocked", RefusalKind.FORBIDDEN


class DepositsNotBlocked(Refusal):
    """No deposits are blocked."""

    code, kind = "deposits-not-blocked", RefusalKind.CONFLICT


def require_not_blocked(chain: ChainId) -> None:
    """Require that a player's deposits are not blocked.

    Raises:
        DepositsBlocked: until an operator lifts the block.
    """
    if deposits_blocked(chain):
        raise DepositsBlocked("Nothing was deposited. Ask the operator to allow deposits again.")


def block_after_failures(payment: Payment, *, now: datetime) -> None:
    """Block a player's deposits if this payment is the last of too many failures.

    Call it in the transaction that stores the payment's end, which holds the chain's head for update.
    """
    if payment.direction is not Direction.DEPOSIT or not has_failed(payment) or deposits_blocked(payment.chain):
        return
    chain = payment.chain
    if too_many_failures(latest_ended_deposits(chain), lifted_ms=find_lifted_ms(chain)):
        at_ms = payment.history[-1].at_ms
        DepositBlock.objects.update_or_create(chain=chain, defaults={"blocked_ms": at_ms, "lifted_ms": None})
        save_event(
            NewEvent(
                kind="deposits-blocked",
                actor="platform",
                subject=chain,
                reason="failed in a row",
                before={"blocked": False},
                after={"blocked": True},
            ),
            now=now,
        )


def unblock_deposits(chain: ChainId, *, reason: str, actor: str, now: datetime) -> DepositBlockRow:
    """Lift the block on a player's deposits. Return the block.

    The `reason` (1 to 200 characters) and the `actor` are stored.

    Raises:
        DepositsNotBlocked: nothing was changed.
    """
    with transaction.atomic():
        if not DepositBlock.objects.filter(chain=chain, lifted_ms=None).update(lifted_ms=to_epoch_ms(now)):
            raise DepositsNotBlocked("Nothing was changed. No player of this id waits for it.")
        save_event(
            NewEvent(
                kind="deposits-unblocked",
                actor=actor,
                subject=chain,
                reason=reason,
                before={"blocked": True},
                after={"blocked": False},
            ),
            now=now,
        )
        block = find_deposit_block(chain)
    assert block is not None, "it was updated in this transaction"
    return block
