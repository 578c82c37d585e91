"""What the application's role may do to each table: exactly what operations need.

`manage.py migrate` grants this list and revokes everything else, and `manage.py doctor` compares. Every table may be
read, except those that nothing reads. A table that is not listed gets nothing, and a test fails.

Source: docs/adr/0033-grants-from-a-list.md; docs/production.md, "Roles".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """The rights to one table. `update` names the columns; to lock rows, PostgreSQL asks for one of them."""

    select: bool = True
    insert: bool = False
    update: tuple[str, ...] = ()
    delete: bool = False


_NONE: Final = Rights(select=False)

_PLAY_SUMS: Final = (
    "dealt",
    "into_play_minor",
    "settled",
    "side_bet_squares",
    "side_bets",
    "side_wagers_minor",
    "side_winnings_minor",
    "stake_squares",
    "stake_total_minor",
    "voided",
    "voided_minor",
    "wagers_minor",
    "winnings_minor",
)
"""What a roll-up adds up of a game's play."""

_MONEY_SUMS: Final = (
    "adjusted_minor",
    "bonus_minor",
    "deposited_minor",
    "from_play_minor",
    "given_back_minor",
    "into_play_minor",
    "lost_minor",
    "withdrawn_minor",
    "won_minor",
)
"""What a roll-up adds up of the movements of money."""

_OUTBOX: Final = ("attempts", "ended_at", "next_attempt_at", "problem", "status")
"""What changes of a row that is sent to somebody outside."""

GRANTS: Final[Mapping[str, Rights]] = {
    "approvals_proposal": Rights(
        insert=True, update=("decided_at", "decided_by", "decision_reason", "outcome", "state")
    ),
    "audit_alert": Rights(insert=True, update=_OUTBOX, delete=True),
    "audit_chain": Rights(
        insert=True,
        update=(
            "epoch",
            "has_keys",
            "leaf",
            "limits_leaf",
            "nonce",
            "play_began_ms",
            "play_earlier_duration_ms",
            "play_last_ms",
            "round_open",
            "seq",
            "stake_open",
            "time_ms",
            "version",
        ),
    ),
    "audit_checkpoint": Rights(insert=True),
    "audit_cosigned": Rights(insert=True),
    "audit_epoch": Rights(
        insert=True,
        update=(
            "announced_seq",
            "client_seed",
            "closed_ms",
            "commitment",
            "opened_ms",
            "replaced_seeds",
            "rounds",
            "sealed_seeds",
        ),
    ),
    "audit_event": Rights(insert=True),
    "audit_event_queue": Rights(insert=True, delete=True),
    "audit_leaf": Rights(insert=True),
    "audit_listed_event": Rights(insert=True),
    "audit_log": Rights(update=("frontier", "published_size", "size")),
    "audit_outgoing_event": Rights(insert=True, delete=True),
    "audit_player_key": Rights(insert=True),
    "audit_player_key_end": Rights(insert=True),
    "audit_queue": Rights(insert=True, delete=True),
    "audit_record": Rights(insert=True),
    "audit_subtree": Rights(insert=True),
    "audit_switch": Rights(insert=True, delete=True),
    "auth_group": Rights(),
    "auth_user": Rights(insert=True, update=("is_active", "password")),
    "auth_user_groups": Rights(insert=True, delete=True),
    "cashier_deposit_block": Rights(insert=True, update=("blocked_ms", "lifted_ms")),
    "cashier_payment": Rights(insert=True, update=("reference", "status")),
    "cashier_status_entry": Rights(insert=True),
    "casework_act_review": Rights(
        insert=True, update=("alarmed_ms", "outcome", "reason", "reviewed_by", "reviewed_ms")
    ),
    "casework_case": Rights(insert=True, update=("assigned_to", "closed_by", "closed_ms", "closing_reason", "outcome")),
    "casework_dispute": Rights(insert=True, update=("answered_by", "answered_ms", "outcome")),
    "casework_note": Rights(insert=True),
    "casework_progress": Rights(insert=True, update=("day_started_ms",)),
    "casework_words": Rights(insert=True, delete=True),
    "django_migrations": Rights(),
    "games_round": Rights(
        insert=True, update=("outcome", "returned_minor", "settle_seq", "settled_ms", "staked_minor")
    ),
    "games_sheet": Rights(insert=True),
    "knox_authtoken": Rights(insert=True, update=("expiry",), delete=True),
    "players_consent": Rights(insert=True),
    "players_device": Rights(insert=True, update=("common_digest", "full_login_at", "label"), delete=True),
    "players_login_origin": Rights(insert=True, update=("failures", "last_failed_at", "locked_at"), delete=True),
    "players_mail": Rights(insert=True, update=_OUTBOX, delete=True),
    "players_message_read": Rights(insert=True, delete=True),
    "players_passkey": Rights(insert=True, update=("last_used_at", "sign_count"), delete=True),
    "players_passkey_challenge": Rights(insert=True, update=("challenge", "expires_at"), delete=True),
    "players_person_key": Rights(insert=True, delete=True),
    "players_person_review": Rights(insert=True, update=("approver", "decided_at", "decision", "proposer", "reason")),
    "players_player": Rights(
        insert=True,
        update=(
            "consents",
            "email_digest",
            "factor_confirmed_at",
            "factor_failures",
            "factor_step",
            "login_failures",
            "login_locked_at",
            "password",
            "person_digest",
            "pin_failures",
            "pin_hash",
            "sealed_factor",
            "status",
            "username",
            "verification",
            "verification_at",
            "verification_method",
            "verification_reference",
        ),
    ),
    "players_recovery_code": Rights(insert=True, delete=True),
    "players_reset_token": Rights(insert=True, update=("digest", "expires_at"), delete=True),
    "players_session": Rights(
        insert=True, update=("active_at", "address", "device_id", "end_reason", "revoked_at"), delete=True
    ),
    "players_vault": Rights(insert=True, update=("document", "key", "wrapped_key"), delete=True),
    "players_vault_key": Rights(insert=True, update=("since",), delete=True),
    "reports_account_day": Rights(insert=True, update=_MONEY_SUMS, delete=True),
    "reports_cursor": Rights(insert=True, update=("log_size", "revised_log_size", "starts", "zone")),
    "reports_day_copy": Rights(insert=True, delete=True),
    "reports_delivery": Rights(
        insert=True,
        update=("attempts", "delay_reported", "delivered_at", "next_attempt_at", "problem", "receipt", "status"),
    ),
    "reports_file": Rights(insert=True),
    "reports_file_part": Rights(insert=True),
    "reports_filing": Rights(insert=True),
    "reports_game_day": Rights(insert=True, update=_PLAY_SUMS, delete=True),
    "reports_game_hour": Rights(insert=True, update=_PLAY_SUMS, delete=True),
    "reports_money_day": Rights(insert=True, update=(*_MONEY_SUMS, "last_index"), delete=True),
    "reports_order": Rights(
        insert=True,
        update=(
            "attempts",
            "definition",
            "delay_reported",
            "generated_ms",
            "log_size",
            "next_attempt_at",
            "pages",
            "parameters",
            "problem",
            "recheck",
            "rows",
            "status",
        ),
        delete=True,
    ),
    "reports_order_file": Rights(insert=True, delete=True),
    "reports_order_page": Rights(insert=True, delete=True),
    "reports_schedule": Rights(insert=True, update=("ordered_until", "rechecked_until")),
    "responsible_gaming_assessment": Rights(insert=True, update=("at_ms", "findings", "score")),
    "responsible_gaming_bet_limit": Rights(
        insert=True,
        update=("loosening_confirmable_ms", "loosening_expires_ms", "loosening_maximum_minor", "modified_ms"),
    ),
    "responsible_gaming_exclusion": Rights(
        insert=True, update=("lifted_ms", "listed_digest", "returnable_ms", "since_ms", "until_ms")
    ),
    "responsible_gaming_limit_setting": Rights(
        insert=True,
        update=("changed_ms", "loosening_confirmable_ms", "loosening_expires_ms", "loosening_value", "value"),
    ),
    "responsible_gaming_limits": Rights(
        insert=True, update=("current", "effective_at_ms", "upcoming", "windows", "zone")
    ),
    "responsible_gaming_list_import": Rights(insert=True),
    "responsible_gaming_listed_name": Rights(insert=True, delete=True),
    "responsible_gaming_listed_person": Rights(
        insert=True, update=("from_day", "import_id", "reference", "until_day"), delete=True
    ),
    "responsible_gaming_person_comparison": Rights(
        insert=True, update=("compared", "finished_at", "opened", "reached", "reached_at")
    ),
    "responsible_gaming_reality_check": Rights(insert=True),
    "staff_ceremony": Rights(insert=True, update=("challenge", "sealed_secret"), delete=True),
    "staff_device": Rights(insert=True, update=("last_login_at",), delete=True),
    "staff_login_origin": Rights(insert=True, update=("failures", "last_failed_at", "locked_at"), delete=True),
    "staff_member": Rights(
        insert=True,
        update=("factor_failures", "failed_at", "last_address", "last_login_at", "locked_at", "one_time_until"),
    ),
    "staff_passkey": Rights(insert=True, update=("last_used_at", "sign_count"), delete=True),
    "staff_recovery_code": Rights(insert=True, delete=True),
    "staff_totp_secret": Rights(insert=True, update=("last_step", "last_used_at"), delete=True),
    "tables_decision": Rights(insert=True),
    "tables_epoch": Rights(
        insert=True, update=("end_leaf", "end_seq", "ended_by", "ended_ms", "hand_leaf", "hand_seq", "until_ms")
    ),
    "tables_fate": Rights(insert=True),
    "tables_invitation": Rights(insert=True, delete=True),
    "tables_owed": Rights(insert=True, update=("told_seq", "value")),
    "tables_request": Rights(insert=True),
    "tables_reveal": Rights(insert=True),
    "tables_stake": Rights(insert=True, update=("end_seq", "ended_ms", "person", "unseated")),
    "tables_table": Rights(insert=True, update=("paused_with_all", "status")),
    "wallet_accounts": Rights(insert=True),
    "wallet_journal": Rights(insert=True),
    "wallet_posting": Rights(insert=True),
    # Django's own, which nobody uses.
    "auth_group_permissions": _NONE,
    "auth_permission": _NONE,
    "auth_user_user_permissions": _NONE,
    "django_content_type": _NONE,
}
