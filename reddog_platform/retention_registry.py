"""The one registry of how long the rows of each table are kept, and what deletes them.

Every table of the database is in it: a test compares. docs/retention.md is written from it, the nightly task deletes by
it, and nothing else deletes by schedule.

Source: docs/adr/0061-retention-registry.md; regulation F59; GLI-19 A.4.4, B.2.6, B.3.7.
"""

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from audit.old_rows import OldRows
from audit.operations.old_rows import ENDED_ALERTS
from players.operations import old_rows as of_players
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.operations.forget_remembered import REMEMBERED_PERSONS
from staff.operations import old_rows as of_staff


class Kept(enum.Enum):
    """Until when the rows of a table are kept, where no rule of a period says otherwise."""

    FOR_EVER = "for ever"
    WITH_IDENTITY = "until the person is erased"
    IN_USE = "as long as in use"
    """An operation deletes or replaces the row when it has served."""


class RetentionPeriod(enum.Enum):
    """A period of a jurisdiction."""

    SENT = "sent_days"
    LOG_IN = "log_in_days"
    SESSION_PLACE = "session_place_days"
    NONE = "none"
    """The rows are of no use any more, and go with the next run."""

    def days(self, jurisdiction: Jurisdiction) -> int:
        """Return how long this is in a jurisdiction."""
        return 0 if self is RetentionPeriod.NONE else int(getattr(jurisdiction.retention, self.value))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletionRule:
    """Old rows of a table, and the period after which they are old."""

    rows: OldRows
    period: RetentionPeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRetention:
    """How long the rows of a table are kept, why, and by which rules some are deleted before."""

    kept: Kept
    why: str
    """What they are needed for, with the clause."""
    rules: tuple[DeletionRule, ...] = ()


_PLAY: Final = TableRetention(kept=Kept.FOR_EVER, why="play and accounts are reconstructed from it (NJ 1.8(d))")
_LOG: Final = TableRetention(kept=Kept.FOR_EVER, why="the log: without it nothing is proved (B.2.6, B.3.7)")
_LEDGER: Final = TableRetention(kept=Kept.FOR_EVER, why="the ledger: without it no balance is proved (B.3.7)")
_REPORTS: Final = TableRetention(kept=Kept.FOR_EVER, why="reports, as filed and as computed again (NJ 1.8(d))")
_PROTECTION: Final = TableRetention(
    kept=Kept.FOR_EVER, why="what protected a player, and what the player chose (A.3.8)"
)
_CASEWORK: Final = TableRetention(
    kept=Kept.FOR_EVER, why="that something was looked at, by whom and with which outcome (A.4.4, A.8.2)"
)
_STAFF: Final = TableRetention(kept=Kept.FOR_EVER, why="events name the staff; nobody's account is deleted (B.2.3)")
_IDENTITY: Final = TableRetention(kept=Kept.WITH_IDENTITY, why="of a player's account (A.3.5, NJ 1.8(d))")
_QUEUE: Final = TableRetention(kept=Kept.IN_USE, why="a queue that is emptied within seconds")
_FACTOR: Final = TableRetention(kept=Kept.IN_USE, why="credentials of the staff, until they are used or replaced")
_SYSTEM: Final = TableRetention(kept=Kept.FOR_EVER, why="part of the installation, a few rows")


def _log_in(rows: OldRows, *, kept: Kept = Kept.IN_USE) -> TableRetention:
    return TableRetention(
        kept=kept,
        why="what only a log-in needs (A.3.5)",
        rules=(DeletionRule(rows=rows, period=RetentionPeriod.LOG_IN),),
    )


def _sent(rows: OldRows, *, kept: Kept) -> TableRetention:
    return TableRetention(
        kept=kept,
        why="that something was sent; what it was about is an event (B.2.6)",
        rules=(DeletionRule(rows=rows, period=RetentionPeriod.SENT),),
    )


REGISTRY: Final[Mapping[str, TableRetention]] = {
    "approvals_proposal": TableRetention(kept=Kept.FOR_EVER, why="who proposed and who approved (B.2.3)"),
    "audit_alert": _sent(ENDED_ALERTS, kept=Kept.IN_USE),
    "audit_chain": _LOG,
    "audit_checkpoint": _LOG,
    "audit_cosigned": _LOG,
    "audit_epoch": _LOG,
    "audit_event": TableRetention(kept=Kept.FOR_EVER, why="significant events (2.8.8, B.3.2)"),
    "audit_event_queue": _QUEUE,
    "audit_leaf": _LOG,
    "audit_listed_event": _LOG,
    "audit_log": _LOG,
    "audit_outgoing_event": _QUEUE,
    "audit_player_key": _LOG,
    "audit_player_key_end": _LOG,
    "audit_queue": _QUEUE,
    "audit_record": _LOG,
    "audit_subtree": _LOG,
    "audit_switch": TableRetention(kept=Kept.IN_USE, why="a switch that is off, until it is on; both are events"),
    "auth_group": _SYSTEM,
    "auth_group_permissions": _SYSTEM,
    "auth_permission": _SYSTEM,
    "auth_user": _STAFF,
    "auth_user_groups": TableRetention(kept=Kept.IN_USE, why="roles of the staff; each change is an event"),
    "auth_user_user_permissions": _SYSTEM,
    "cashier_deposit_block": _PROTECTION,
    "cashier_payment": _PLAY,
    "cashier_status_entry": _PLAY,
    "casework_act_review": _CASEWORK,
    "casework_case": _CASEWORK,
    "casework_dispute": _CASEWORK,
    "casework_note": _CASEWORK,
    "casework_progress": _SYSTEM,
    "casework_words": TableRetention(
        kept=Kept.WITH_IDENTITY,
        why="what was written about a player; nobody is erased before a dispute's period (A.4.4)",
    ),
    "django_content_type": _SYSTEM,
    "django_migrations": _SYSTEM,
    "games_round": _PLAY,
    "games_sheet": _LOG,
    "knox_authtoken": _log_in(of_staff.EXPIRED_SESSIONS),
    "players_consent": TableRetention(kept=Kept.FOR_EVER, why="which version was agreed to, and when (A.3.2)"),
    "players_device": TableRetention(
        kept=Kept.WITH_IDENTITY,
        why="from which device an account was used (A.3.5)",
        rules=(DeletionRule(rows=of_players.UNUSED_DEVICES, period=RetentionPeriod.SESSION_PLACE),),
    ),
    "players_login_origin": _log_in(of_players.OUTDATED_ORIGINS, kept=Kept.WITH_IDENTITY),
    "players_mail": _sent(of_players.ENDED_MAILS, kept=Kept.WITH_IDENTITY),
    "players_message_read": _IDENTITY,
    "players_passkey": _IDENTITY,
    "players_passkey_challenge": _log_in(of_players.EXPIRED_CHALLENGES, kept=Kept.WITH_IDENTITY),
    "players_person_key": TableRetention(
        kept=Kept.WITH_IDENTITY,
        why="recognizes a person; while an exclusion is in force, longer than anything else (A.3.8)",
        rules=(DeletionRule(rows=REMEMBERED_PERSONS, period=RetentionPeriod.NONE),),
    ),
    "players_person_review": TableRetention(
        kept=Kept.FOR_EVER, why="that two people decided who is one person; it names nobody (A.3.8)"
    ),
    "players_player": TableRetention(
        kept=Kept.FOR_EVER, why="the account of a chain; an erasure empties all that identifies (A.3.5)"
    ),
    "players_recovery_code": _IDENTITY,
    "players_reset_token": _log_in(of_players.EXPIRED_RESET_TOKENS, kept=Kept.WITH_IDENTITY),
    "players_session": TableRetention(
        kept=Kept.WITH_IDENTITY,
        why="when an account was used (A.3.5, NJ 1.8(d))",
        rules=(DeletionRule(rows=of_players.SESSION_PLACES, period=RetentionPeriod.SESSION_PLACE),),
    ),
    "players_vault": _IDENTITY,
    "players_vault_key": TableRetention(kept=Kept.IN_USE, why="a key that opens documents, until it is rotated out"),
    "reports_account_day": _REPORTS,
    "reports_cursor": _REPORTS,
    "reports_day_copy": TableRetention(
        kept=Kept.IN_USE,
        why="names the columnar copy of a day, which has chains and amounts as the ledger has, and names nobody",
    ),
    "reports_delivery": _REPORTS,
    "reports_file": _REPORTS,
    "reports_file_part": _REPORTS,
    "reports_filing": _REPORTS,
    "reports_game_day": _REPORTS,
    "reports_game_hour": _REPORTS,
    "reports_money_day": _REPORTS,
    "reports_order": _REPORTS,
    "reports_order_file": TableRetention(
        kept=Kept.IN_USE, why="files of a report in the object store, until it is filed"
    ),
    "reports_order_page": TableRetention(kept=Kept.IN_USE, why="pages of a report, until it is filed"),
    "reports_schedule": _REPORTS,
    "responsible_gaming_assessment": _PROTECTION,
    "responsible_gaming_bet_limit": _PROTECTION,
    "responsible_gaming_exclusion": _PROTECTION,
    "responsible_gaming_limit_setting": _PROTECTION,
    "responsible_gaming_limits": _PROTECTION,
    "responsible_gaming_list_import": _PROTECTION,
    "responsible_gaming_listed_name": TableRetention(
        kept=Kept.IN_USE, why="how names on the national list are heard; each import replaces it (A.3.8)"
    ),
    "responsible_gaming_listed_person": TableRetention(
        kept=Kept.IN_USE, why="the national list as it is; each import replaces it (A.3.8)"
    ),
    "responsible_gaming_person_comparison": _SYSTEM,
    "responsible_gaming_reality_check": _PROTECTION,
    "staff_ceremony": _log_in(of_staff.EXPIRED_CEREMONIES),
    "staff_device": _log_in(of_staff.UNKNOWN_DEVICES),
    "staff_login_origin": _log_in(of_staff.OUTDATED_ORIGINS),
    "staff_member": _STAFF,
    "staff_passkey": _FACTOR,
    "staff_recovery_code": _FACTOR,
    "staff_totp_secret": _FACTOR,
    "tables_decision": _PLAY,
    "tables_epoch": _PLAY,
    "tables_fate": _PLAY,
    "tables_invitation": TableRetention(kept=Kept.IN_USE, why="who may sit at a table, until it is taken back"),
    "tables_owed": _PLAY,
    "tables_request": _PLAY,
    "tables_reveal": _PLAY,
    "tables_stake": _PLAY,
    "tables_table": _PLAY,
    "wallet_accounts": _LEDGER,
    "wallet_journal": _LEDGER,
    "wallet_posting": _LEDGER,
}
"""By table."""

# Emptied first: a device goes in the run that empties the last session which names it.
_ORDER: Final = ("players_session",)


def deletion_rules() -> Iterator[DeletionRule]:
    """Yield all rules, in the order in which a run carries them out."""
    for table in (*_ORDER, *(table for table in REGISTRY if table not in _ORDER)):
        yield from REGISTRY[table].rules
