"""Whether a player may deposit: asked before the provider is, and once more before the money is the player's.

The one place for whatever else a deposit may depend on. The chain is held meanwhile, so that of two deposits at once
the second is decided after the first was written down.

Source: docs/cashier.md; regulation F26, F28.
"""

from dataclasses import replace

from kernel.ids import ChainId
from players.queries import require_eligible_now
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.in_force import require_deposit_allowed
from responsible_gaming.core.limits.limit_context import DepositContext
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.queries.limits import limits_in_table, usage
from wallet.core.ledger import BalanceTooLarge
from wallet.operations.grant import FUNDED_MAX_MINOR
from wallet.queries import balance, currency_of


def require_may_deposit(
    chain: ChainId, amount_minor: int, *, reserved_minor: int, jurisdiction: Jurisdiction, at_ms: int
) -> None:
    """Let a deposit of 1 or more minor units pass at an instant (ms).

    `reserved_minor` are other deposits that may still be settled; they count as if they were, in every span, since
    that is where they will count.

    Raises:
        PlayerSuspended, AccountClosed, AccountDormant, NotVerified, ConsentOutdated: as the account stands.
        PlayerExcluded, DepositLimitMissing, DepositLimitExceeded, LimitsOutdated: as the limits say.
        BalanceTooLarge: cash, stakes and deposits would be more than an account is funded to.
    """
    require_eligible_now(chain, jurisdiction.accounts)
    limits, window_rule = limits_in_table(chain), jurisdiction.window_rule
    used = _with_reserved(usage(chain, window_rule, at_ms=at_ms), reserved_minor)
    context = DepositContext(jurisdiction=jurisdiction, currency=currency_of(chain), usage=used)
    require_deposit_allowed(limits, amount_minor, context, at_ms=at_ms)
    money = balance(chain)
    if money.cash_minor + money.in_play_minor + reserved_minor + amount_minor > FUNDED_MAX_MINOR:
        raise BalanceTooLarge(f"Nothing was deposited. An account is funded up to {FUNDED_MAX_MINOR} minor units.")


def _with_reserved(used: Usage, reserved_minor: int) -> Usage:
    totals = used.totals
    return replace(used, totals=totals._replace(deposited_minor=totals.deposited_minor + reserved_minor))
