"""A jurisdiction's rules of accounts.

Source: regulation F21, F58, F59.
"""

from dataclasses import dataclass
from typing import Final

from players.core.legal_documents import CURRENT, Document

DORMANCY_NOTICE_DAYS: Final = 30
"""How many times 24 hours before an account becomes dormant its player is told. The message names them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRules:
    """The least age, whether identity is verified before the first bet, and how long an unused account stays active.

    `DORMANCY_NOTICE_DAYS` before that is over, the player is told. `documents` are those that players agree to, each in its current version. A player's identity is kept for
    `retention_days` after the account was closed. Then it may be erased.
    """

    minimum_age_years: int
    verification_required: bool
    dormant_after_days: int
    retention_days: int
    documents: tuple[Document, ...] = CURRENT

    def __post_init__(self) -> None:
        """Refuse days after which dormancy would come without a notice."""
        assert self.dormant_after_days > DORMANCY_NOTICE_DAYS, "the notice comes within the unused days"
