"""The names of the enums in the published schema.

Every enum has a name here: a name that the library derives changes when another field has the same name. The values are
listed here, or where a serializer has them. `tests/api/test_schema_rules.py` finds names that match no enum.
"""

from collections.abc import Sequence
from typing import Final

ENUM_NAMES: Final[dict[str, str | Sequence[str]]] = {
    "AccountStatusEnum": "players.api.me.STATUSES",
    "DocumentKindEnum": "players.api.documents.KINDS",
    "OwnExclusionKindEnum": "responsible_gaming.api.exclusion.KINDS",
    "RoundStatusEnum": "games.api.present.STATUSES",
    "VerificationStatusEnum": "players.api.verification.STATUSES",
    "ReportOrderStatusEnum": "reports.api.present.ORDER_STATUSES",
    "ReportDeliveryStatusEnum": "reports.api.present.DELIVERY_STATUSES",
    "ReportColumnTypeEnum": "reports.api.definitions.TYPES",
    "PaymentStatusEnum": "cashier.api.present.STATUSES",
    "LedgerAccountEnum": "wallet.api.wallet.ACCOUNTS",
    "StaffStatusEnum": ("active", "locked", "deactivated"),
    "NewStaffStatusEnum": ("active", "deactivated"),
    "StaffRoleEnum": "staff.api.members._ROLES",
    "SettableAccountStatusEnum": "players.api.status._SET_BY_OPERATORS",
    "LanguageEnum": "games.api.rules._LANGUAGES",
    "RtpBasisEnum": ("stake", "total-staked", "side-bet"),
    "RtpStrategyEnum": ("optimal",),
    "GamePlayedEnum": ("alone", "at-tables"),
    "PaymentDirectionEnum": "cashier.api.operators._DIRECTIONS",
    "PaymentDecisionEnum": ("settle", "refuse"),
    "VerificationDecisionEnum": ("verified", "refused"),
    "VerificationMethodEnum": (
        "passport",
        "identity-card",
        "driving-licence",
        "residence-permit",
        "public-register",
        "in-person",
    ),
    "RoundActionEnum": (
        "raise",
        "stand",
        "play",
        "surrender",
        "take",
        "call",
        "down",
    ),
    "RoundActorEnum": ("player", "timeout"),
    "ExclusionKindEnum": (
        "time-out",
        "self-exclusion",
        "operator-exclusion",
        "national-exclusion",
    ),
    "LimitNameEnum": (
        "stake_max",
        "loss_day",
        "loss_week",
        "loss_month",
        "wager_day",
        "wager_week",
        "wager_month",
        "deposit_day",
        "deposit_week",
        "deposit_month",
        "session_time",
        "daily_time",
        "reality_check",
    ),
    "SessionEndReasonEnum": (
        "logged-out",
        "replaced",
        "expired",
        "password-changed",
        "closed",
    ),
    "SessionWarningEnum": ("five-minutes", "one-minute", "over"),
    "ErasureBasisEnum": (
        "no_longer_needed",
        "consent_withdrawn",
        "objection",
        "unlawful_processing",
        "legal_obligation",
    ),
    "ErasureObstacleEnum": (
        "account-not-closed",
        "round-open",
        "money-left",
        "payment-open",
        "retention-runs",
    ),
    "PersonalDataVersionEnum": ("reddog-data/1",),
}
