"""Block a player's deposits after too many failures, lift the block, and suspend who comes to it again.

The platform blocks; two people lift.

Source: docs/cashier.md; docs/approvals.md; regulation F45, F55 (GLI-19 A.3.6b).
"""

from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from cashier.core.failed_deposits import has_failed, too_many_failures
from cashier.core.payment import Direction, Payment
from cashier.models import DepositBlock
from cashier.queries.blocks import DepositBlockRow, deposits_blocked, find_lifted_ms
from cashier.queries.payments import latest_ended_deposits
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from players.core.status import Status
from players.operations.set_status import change_status
from players.queries.accounts import player_for_update
from staff.core.approval import Approval


class DepositsBlocked(Refusal):
    """Too many deposits failed in a row."""

    code, kind = "deposits-blocked", RefusalKind.FORBIDDEN


class DepositsNotBlocked(Refusal):
    """No deposits are blocked."""

    code, kind = "deposits-not-blocked", RefusalKind.CONFLICT


def require_not_blocked(chain: ChainId) -> None:
    """Require that a player's deposits are not blocked.

    Raises:
        DepositsBlocked: until two operators lift the block.
    """
    if deposits_blocked(chain):
        raise DepositsBlocked("Nothing was deposited. Ask the operator to allow deposits again.")


def block_after_failures(payment: Payment, *, now: datetime) -> None:
    """Block a player's deposits if this payment is the last of too many failures.

    If a block of this player was lifted before, the account is suspended as well, however long ago that was.

    Call it in the transaction that stores the payment's end, which holds the player's row and the chain's head for
    update (`payment_for_update`).
    """
    if payment.direction is not Direction.DEPOSIT or not has_failed(payment) or deposits_blocked(payment.chain):
        return
    chain = payment.chain
    lifted_ms = find_lifted_ms(chain)
    if too_many_failures(latest_ended_deposits(chain), lifted_ms=lifted_ms):
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
        if lifted_ms is not None:
            _suspend(chain, now=now)


def _suspend(chain: ChainId, *, now: datetime) -> None:
    player = player_for_update(chain)
    # An account that an operator has suspended, or that is closed, keeps its status.
    if player.status == Status.ACTIVE:
        change_status(player, Status.SUSPENDED, reason="deposits failed in a row again", actor="platform", now=now)


def deposit_block_for_update(chain: ChainId) -> DepositBlockRow:
    """Lock the block on a player's deposits until the transaction ends, and return it.

    Raises:
        DepositsNotBlocked: nothing was changed.
    """
    row = DepositBlock.objects.select_for_update().filter(chain=chain, lifted_ms=None).first()
    if row is None:
        raise DepositsNotBlocked("Nothing was changed. This player's deposits are not blocked.")
    return DepositBlockRow(blocked_ms=row.blocked_ms, lifted_ms=None)


def unblock_deposits(chain: ChainId, *, by: Approval, now: datetime) -> DepositBlockRow:
    """Lift the block on a player's deposits, as two people decided. Return the block.

    Raises:
        DepositsNotBlocked: nothing was changed.
    """
    with transaction.atomic():
        block = deposit_block_for_update(chain)
        lifted_ms = to_epoch_ms(now)
        DepositBlock.objects.filter(chain=chain).update(lifted_ms=lifted_ms)
        save_event(
            NewEvent(
                kind="deposits-unblocked",
                actor=by.actor,
                subject=chain,
                reason=by.reason,
                before={"blocked": True},
                after={"blocked": False},
            ),
            now=now,
        )
    return block._replace(lifted_ms=lifted_ms)
