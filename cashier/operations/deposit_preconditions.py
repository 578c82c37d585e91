"""Decide whether a player may deposit: before the provider is called, and again before the money is posted.

Every condition of a deposit belongs here. The caller holds the chain's head for update, so that of two deposits at the
same time the second is decided after the first is stored.

Source: docs/cashier.md; regulation F26, F28.
"""

from dataclasses import replace

from cashier.operations.real_account import require_real_account
from kernel.ids import ChainId
from kernel.money import display
from players.queries.accounts import require_eligible_now
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.in_force import require_deposit_allowed
from responsible_gaming.core.limits.limit_context import DepositContext
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.queries.limits import limits_in_table, usage
from wallet.core.ledger import BalanceTooLarge
from wallet.operations.adjust_balance import FUNDED_MAX_MINOR
from wallet.queries.balances import balance, currency_of


def require_may_deposit(
    chain: ChainId, amount_minor: int, *, reserved_minor: int, jurisdiction: Jurisdiction, at_ms: int
) -> None:
    """Require that a player may deposit `amount_minor` (1 or more) at an instant.

    `reserved_minor` is the sum of the player's other deposits that may still be settled. They count as settled in
    every window, because they will count in the window in which they are settled.

    Raises:
        NoMoneyOnTestAccount: the operator's own accounts have play money alone.
        PlayerSuspended, AccountClosed, AccountDormant, NotVerified, OutdatedConsent: the account forbids it.
        CurrencyEnded: no new money is taken in the account's currency any more.
        PlayerExcluded, MissingDepositLimit, DepositLimitExceeded, OutdatedLimits: the limits forbid it.
        BalanceTooLarge: cash, money in play and deposits would exceed `FUNDED_MAX_MINOR`.
    """
    require_real_account(chain)
    require_eligible_now(chain, jurisdiction.accounts)
    currency = currency_of(chain)
    jurisdiction.require_served(currency, nothing="Nothing was deposited.")
    limits, window_rule = limits_in_table(chain), jurisdiction.window_rule
    used = _with_reserved(usage(chain, window_rule, at_ms=at_ms), reserved_minor)
    context = DepositContext(jurisdiction=jurisdiction, currency=currency, usage=used)
    require_deposit_allowed(limits, amount_minor, context, at_ms=at_ms)
    money = balance(chain)
    if money.cash_minor + money.in_play_minor + reserved_minor + amount_minor > FUNDED_MAX_MINOR:
        maximum = display(FUNDED_MAX_MINOR, currency)
        raise BalanceTooLarge(f"Nothing was deposited. An account is funded up to {maximum}.")


def _with_reserved(used: Usage, reserved_minor: int) -> Usage:
    totals = used.totals
    return replace(used, totals=totals._replace(deposited_minor=totals.deposited_minor + reserved_minor))
