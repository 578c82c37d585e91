"""Whether an account may bet or deposit.

Source: docs/rules/accounts.md, clauses AC-4, AC-6 and AC-8; regulation F21, F40, F59.
"""

from kernel.refusals import Refusal, RefusalKind
from players.core.account_rules import AccountRules
from players.core.consents import OutdatedConsent, missing_consents
from players.core.status import Status
from players.core.verification import Verification


class PlayerSuspended(Refusal):
    """This player may not play."""

    code, kind = "player-suspended", RefusalKind.FORBIDDEN


class AccountClosed(Refusal):
    """This account is closed."""

    code, kind = "account-closed", RefusalKind.FORBIDDEN


class AccountDormant(Refusal):
    """This account is dormant."""

    code, kind = "account-dormant", RefusalKind.FORBIDDEN


class NotVerified(Refusal):
    """It is not verified who this player is."""

    code, kind = "not-verified", RefusalKind.FORBIDDEN


def require_eligible(*, status: str, verification: str, consents: str, rules: AccountRules) -> None:
    """Accept an account that may bet and deposit. `consents` is the line of agreed versions.

    Raises:
        PlayerSuspended, AccountClosed, AccountDormant: by the account's status.
        NotVerified: with `verification`, if the jurisdiction requires a verified identity.
        OutdatedConsent: with the versions that are `current`.
    """
    if status == Status.SUSPENDED:
        raise PlayerSuspended("Nothing was taken. Ask the operator.")
    if status == Status.CLOSED:
        raise AccountClosed("Nothing was taken. What the account holds can be withdrawn.")
    if status == Status.DORMANT:
        again = "Have your identity verified again." if rules.verification_required else "Log in again."
        raise AccountDormant(f"Nothing was taken. {again}")
    if rules.verification_required and verification != Verification.VERIFIED:
        raise NotVerified("Nothing was taken. Have your identity verified first.", verification=verification)
    newer = missing_consents(consents, rules.documents)
    if newer:
        raise OutdatedConsent("Nothing was taken. Agree to the current documents first.", current=newer)
