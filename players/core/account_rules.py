"""A jurisdiction's rules of accounts.

Source: regulation F21, F58, F59.
"""

from dataclasses import dataclass

from players.core.legal_documents import CURRENT, Document


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRules:
    """The least age, whether identity is verified before the first bet, and how long an unused account stays active.

    `documents` are those that players agree to, each in its current version. A player's identity is kept for
    `retention_days` after the account was closed. Then it may be erased.
    """

    minimum_age_years: int
    verification_required: bool
    dormant_after_days: int
    retention_days: int
    documents: tuple[Document, ...] = CURRENT
