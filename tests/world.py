"""Functions that build state for tests, only through operations, and the check of the whole state."""

import io
import itertools
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock
from uuid import UUID
from zlib import crc32

from django.db import connection

from audit.operations.add_subtrees import add_subtrees
from audit.operations.integrate import integrate, sign_newest
from audit.operations.list_events import list_events
from audit.operations.open_epoch import open_epoch
from audit.operations.publish import Publication
from audit.operations.write_system_record import announce_keys
from audit.published_folder import PublishedFolder
from cashier.core.payment import Payment
from cashier.operations.deposit import PaymentRequest, deposit
from cashier.operations.poll_provider import poll_provider
from cashier.operations.review_payment import PaymentRefusal, ReviewDecision, refuse_payment, settle_payment
from cashier.operations.withdraw import withdraw
from cashier.provider import Provider
from cashier.providers.instant import Instant
from games.core.action import Action
from games.core.family import Bet
from games.core.round_view import RoundView
from games.operations.act import ActRequest, act_on_round
from games.operations.deal import DealRequest, deal_round
from games.operations.publish_rules import publish_rules
from kernel.ids import ChainId, RoundId
from kernel.instants import from_epoch_ms
from kernel.money import MAX_MINOR
from players.core.account_rules import AccountRules
from players.core.identity import Address, Identity
from players.core.legal_documents import CURRENT
from players.core.session_rules import SessionRules
from players.operations.check_credentials import LoginProof
from players.operations.log_in import LoginRequest, StartedSession, log_in
from players.operations.register import Registration
from players.operations.set_pin import set_pin
from players.queries.person_candidates import Excluded
from players.tokens import session_id_of
from reddog_platform.soundness import faults
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.definition import LimitDefinition, LimitOwner
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.limit_setting import NO_LIMIT
from responsible_gaming.core.limits.loosening import is_tighter
from responsible_gaming.core.limits.wager import LimitExceeded
from responsible_gaming.core.rules import LIMITS
from responsible_gaming.operations.import_exclusions import Imported, ImportOrder, import_exclusions
from responsible_gaming.operations.publish_profile import publish_profile
from responsible_gaming.operations.register_player import register_player
from responsible_gaming.operations.set_operator_limit import loosen_operator_limit, set_operator_limit
from responsible_gaming.queries.exclusions import excluded_among
from responsible_gaming.queries.limit_settings import limit_settings
from staff.core.roles import Role
from staff.operations import log_in as log_in_to_work
from staff.operations.check_credentials import StaffCredentials, StaffPlace
from staff.operations.create_member import NewMember, create_member
from tests.approving import approval
from wallet.core.idempotency import IdempotentRequest, identify_request
from wallet.operations.grant_play_money import GrantRequest, grant_play_money
from wallet.queries.balances import currency_of

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
PASSWORD = "an unusual pass phrase"
PIN = "2580"
INSTANT = Instant()
ADDRESS = "192.0.2.1"
GAME = "red-dog-atlantic-city"
STAKE_MINOR = 500
DEMO = JURISDICTIONS["demo"]
# For tests in which a session lasts for hours.
LONG_SESSIONS = replace(
    DEMO, sessions=replace(DEMO.sessions, inactivity_duration_ms=10**12), reality_check_interval_ms=10**12
)
CONSENTS = {document.kind.value: document.version for document in CURRENT if document.mandatory}
SESSIONS = DEMO.sessions
ACCOUNTS = DEMO.accounts

TABLES = (
    "audit_chain",
    "audit_epoch",
    "audit_record",
    "audit_queue",
    "audit_log",
    "audit_leaf",
    "audit_subtree",
    "audit_checkpoint",
    "audit_cosigned",
    "audit_event",
    "audit_event_queue",
    "audit_listed_event",
    "audit_switch",
    "audit_player_key",
    "audit_player_key_end",
    "wallet_accounts",
    "wallet_journal",
    "wallet_posting",
    "games_sheet",
    "games_round",
    "staff_member",
    "staff_ceremony",
    "staff_totp_secret",
    "staff_passkey",
    "staff_recovery_code",
    "staff_login_origin",
    "staff_device",
    "auth_user",
    "auth_user_groups",
    "knox_authtoken",
    "players_player",
    "players_consent",
    "players_session",
    "players_vault",
    "players_vault_key",
    "players_device",
    "players_login_origin",
    "players_recovery_code",
    "players_passkey",
    "players_passkey_challenge",
    "players_reset_token",
    "players_person_key",
    "players_person_review",
    "responsible_gaming_limits",
    "responsible_gaming_limit_setting",
    "responsible_gaming_bet_limit",
    "responsible_gaming_exclusion",
    "responsible_gaming_reality_check",
    "responsible_gaming_assessment",
    "responsible_gaming_listed_name",
    "responsible_gaming_listed_person",
    "responsible_gaming_list_import",
    "responsible_gaming_person_comparison",
    "tables_table",
    "tables_invitation",
    "tables_epoch",
    "tables_stake",
    "tables_fate",
    "tables_reveal",
    "tables_decision",
    "tables_request",
    "tables_owed",
    "cashier_payment",
    "cashier_status_entry",
    "cashier_deposit_block",
    "approvals_proposal",
    "audit_alert",
    "audit_outgoing_event",
    "players_mail",
    "players_message_read",
    "casework_act_review",
    "casework_case",
    "casework_dispute",
    "casework_note",
    "casework_progress",
    "casework_words",
    "reports_cursor",
    "reports_game_hour",
    "reports_game_day",
    "reports_account_day",
    "reports_money_day",
    "reports_schedule",
    "reports_order",
    "reports_order_page",
    "reports_order_file",
    "reports_filing",
    "reports_file",
    "reports_file_part",
    "reports_delivery",
    "reports_day_copy",
)
# Why a table is not among them.
OTHER_TABLES = {
    "auth_group": "the roles, which a migration wrote",
    "auth_group_permissions": "Django's permissions, which nobody uses",
    "auth_permission": "the same",
    "auth_user_user_permissions": "the same",
    "django_content_type": "the same",
    "django_migrations": "only migrations write it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedPlayer:
    """A player who can bet in a jurisdiction: registered, funded, logged in, with an open epoch."""

    chain: ChainId
    session_id: UUID
    token: str
    jurisdiction: Jurisdiction = DEMO
    currency: str = "USD"


def assert_world_sound() -> None:
    """Fail with every fault of the whole state.

    A test's state is small: its rows come with the statement that asks for them. A cursor of the server's, as `fsck` has
    it for a whole house, would cost two more round trips for each of thirty tables.
    """
    with mock.patch.dict(connection.settings_dict, DISABLE_SERVER_SIDE_CURSORS=True):
        found = list(faults())
    assert not found, "\n".join(found)


def everything_stored() -> dict[str, tuple[int, str]]:
    """Return how many rows each table has, and a digest of all of them: equal before and after a refusal."""
    with connection.cursor() as cursor:
        cursor.execute(_DIGESTS)
        return {table: (count, digest) for table, count, digest in cursor.fetchall()}


def unchanged_since(before: dict[str, tuple[int, str]], refusal: BaseException) -> bool:
    """Tell whether all is stored as before; what a limit refuses may leave the event of it."""
    changed = {table for table, stored in everything_stored().items() if stored != before[table]}
    return changed <= ({"audit_event", "audit_event_queue"} if isinstance(refusal, LimitExceeded) else set())


def open_house(*, jurisdiction: Jurisdiction = DEMO, now: datetime = NOW) -> None:
    """Announce keys and a jurisdiction's terms, and publish rules, as a deployment does."""
    announce_keys(now=now)
    publish_profile(jurisdiction, now=now)
    publish_rules(now=now)


def sign_up(
    username: str = "ada",
    *,
    given_name: str = "",
    family_name: str = "",
    born: date | None = None,
    currency: str | None = None,
    jurisdiction: Jurisdiction = DEMO,
    now: datetime = NOW,
) -> ChainId:
    """Open an account; each user name is another person's. Who is named is born on 1 January 1990, unless that is given.

    It is in the jurisdiction's usual currency unless another one is given.
    """
    identity = identity_of(username)
    if given_name or family_name:
        identity = replace(identity, given_name=given_name, family_name=family_name, born=date(1990, 1, 1))
    if born is not None:
        identity = replace(identity, born=born)
    asked = registration(username, currency=currency or jurisdiction.currencies[0])
    return register_player(replace(asked, identity=identity), jurisdiction=jurisdiction, now=now)


def registration(username: str, *, currency: str, test_account: bool = False) -> Registration:
    """Return what the person of a user name asks for who opens an account."""
    return Registration(
        username=username,
        password=PASSWORD,
        identity=identity_of(username),
        currency=currency,
        consents=CONSENTS,
        test_account=test_account,
    )


def identity_of(username: str) -> Identity:
    """Return the person of a user name, who lives alone and has a birth date of her own, or would be near to others.

    Ada is born on 1 January 1990, and all others up to 27 years before.
    """
    house = 1 + crc32(username.encode()) % 9_999
    days = (crc32(username.encode()) - crc32(b"ada")) % 9_999
    return Identity(
        given_name="Ada",
        family_name=username.capitalize(),
        born=date(1990, 1, 1) - timedelta(days=days),
        address=Address(
            line=f"{house} Ocean Avenue", city="Atlantic City", region="NJ", postal_code="08401", country="US"
        ),
        email=f"{username}@example.test",
    )


def registration_fields(username: str) -> dict[str, Any]:
    """Return the fields that the person of a user name sends to open an account."""
    fields = identity_of(username).document()
    fields["birth_date"] = fields.pop("born")
    return {"username": username, "password": PASSWORD, "consents": dict(CONSENTS), **fields}


def fund(chain: ChainId, amount_minor: int, *, now: datetime = NOW) -> None:
    """Grant play money in the account's currency."""
    asked = GrantRequest(
        chain=chain,
        amount_minor=amount_minor,
        currency=currency_of(chain),
        reason="a test",
        actor="operator:test",
        idempotency=fresh_request(),
    )
    grant_play_money(asked, lone_max_minor=MAX_MINOR, now=now)


def payment_request(
    chain: ChainId, amount_minor: int, method: str, asked: IdempotentRequest | None = None
) -> PaymentRequest:
    """Return a player's request to the cashier, in the account's currency."""
    return PaymentRequest(
        chain=chain,
        amount_minor=amount_minor,
        currency=currency_of(chain),
        method=method,
        idempotency=asked or fresh_request(),
    )


def make_deposit(
    chain: ChainId,
    amount_minor: int,
    *,
    method: str = "card",
    asked: IdempotentRequest | None = None,
    provider: Provider = INSTANT,
    jurisdiction: Jurisdiction = DEMO,
    now: datetime = NOW,
) -> Payment:
    """Deposit by a provider."""
    wanted = payment_request(chain, amount_minor, method, asked)
    return deposit(wanted, provider, jurisdiction=jurisdiction, now=now)


def give_pin(chain: ChainId) -> None:
    """Give a player a PIN."""
    set_pin(chain, proof=proof(), new_pin=PIN, now=NOW)


def make_withdrawal(  # noqa: PLR0913  all that a withdrawal may be
    chain: ChainId,
    amount_minor: int,
    *,
    method: str = "card",
    pin: str = PIN,
    asked: IdempotentRequest | None = None,
    provider: Provider = INSTANT,
    jurisdiction: Jurisdiction = DEMO,
    now: datetime = NOW,
) -> Payment:
    """Withdraw by a provider."""
    wanted = payment_request(chain, amount_minor, method, asked)
    return withdraw(wanted, provider, pin=pin, jurisdiction=jurisdiction, now=now)


def review_by_hand(
    payment: Payment,
    *,
    decision: ReviewDecision = ReviewDecision.SETTLE,
    provider: Provider = INSTANT,
    jurisdiction: Jurisdiction = DEMO,
    now: datetime = NOW,
) -> Payment:
    """Refuse a pending payment as an operator, or settle it as two, and poll its provider."""
    if decision is ReviewDecision.SETTLE:
        settled = settle_payment(payment.id, by=approval(), jurisdiction=jurisdiction, now=now)
        return poll_provider(settled, provider, jurisdiction=jurisdiction, now=now)
    asked = PaymentRefusal(payment_id=payment.id, reason="a test", actor="operator:test")
    return refuse_payment(asked, providers={provider.name: provider}, jurisdiction=jurisdiction, now=now)


def open_next_epoch(chain: ChainId, *, now: datetime = NOW) -> None:
    """Run the sequencer, which covers the commitment, and open the next epoch with a fresh client seed."""
    run_sequencer(now=now)
    open_epoch(chain, client_seed=secrets.token_bytes(32), now=now)


def run_sequencer(*, now: datetime = NOW, folder: Path | None = None) -> None:
    """List events, integrate the queued records, sign the newest checkpoint and publish it, as the sequencer does.

    Without a folder, one is used that nobody sees: most tests roll their log back.
    """
    for instant in _instants_to_list(now):
        list_events(now=instant, at_once=True)
    integrate()
    sign_newest(now=now)
    with TemporaryDirectory() as unseen:
        publication = Publication(PublishedFolder(folder or Path(unseen)))
        while not publication.publish(hashes_size=add_subtrees()):
            pass


def _instants_to_list(now: datetime) -> list[datetime]:
    """Return when a sequencer that always ran would have listed the events that wait, and when it would now.

    A test's clock leaps, and its records may be later than what it tells the sequencer.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT e.at FROM audit_event_queue q JOIN audit_event e ON e.id = q.event ORDER BY e.at"
        )
        instants = [at for (at,) in cursor.fetchall()]
        cursor.execute("SELECT max(time_ms) FROM audit_queue")
        (newest_ms,) = cursor.fetchone()
    recorded = [] if newest_ms is None else [from_epoch_ms(newest_ms)]
    return [*instants, max([now, *instants, *recorded])]


def log_in_player(
    username: str = "ada",
    *,
    code: str | None = None,
    device: str | None = None,
    rules: SessionRules = SESSIONS,
    accounts: AccountRules = ACCOUNTS,
    now: datetime = NOW,
) -> StartedSession:
    """Start a player's session."""
    asked = LoginRequest(username=username, proof=proof(code=code), device=device)
    return log_in(asked, rules=rules, accounts=accounts, excluded=excluded_at(now), now=now)


def excluded_at(now: datetime) -> Excluded:
    """Return what tells whom an exclusion binds at an instant."""
    return partial(excluded_among, now=now)


def proof(password: str = PASSWORD, *, code: str | None = None) -> LoginProof:
    """Return the proof of a login, from an address that nobody has."""
    return LoginProof(password=password, code=code, address="192.0.2.7")


def seat_player(
    username: str = "ada",
    amount_minor: int = 100_000,
    *,
    currency: str | None = None,
    jurisdiction: Jurisdiction = DEMO,
    test_account: bool = False,
    now: datetime = NOW,
) -> SeatedPlayer:
    """Register, fund and log in a player or a test account, and open an epoch. The house must be open."""
    asked = registration(username, currency=currency or jurisdiction.currencies[0], test_account=test_account)
    chain = register_player(asked, jurisdiction=jurisdiction, now=now)
    if amount_minor:
        fund(chain, amount_minor, now=now)
    begun = log_in_player(username, now=now)
    open_next_epoch(chain, now=now)
    return SeatedPlayer(
        chain=chain,
        session_id=session_id_of(begun.token),
        token=begun.token,
        jurisdiction=jurisdiction,
        currency=currency or jurisdiction.currencies[0],
    )


def create_staff(username: str = "op", role: Role = Role.OPERATORS, *, now: datetime = NOW) -> None:
    """Create a member of the staff with a password that does not expire, as a demonstration does."""
    wanted = NewMember(username=username, roles={role}, password=PASSWORD)
    create_member(wanted, reason="a test", actor="platform", now=now)


def log_in_staff(
    username: str = "op", role: Role = Role.OPERATORS, *, now: datetime = NOW
) -> log_in_to_work.StartedStaffSession:
    """Create a member of the staff, and start a session with the password alone."""
    create_staff(username, role, now=now)
    return log_in_staff_again(username, now=now)


def log_in_staff_again(username: str = "op", *, now: datetime = NOW) -> log_in_to_work.StartedStaffSession:
    """Start another session of a member of the staff."""
    asked = StaffCredentials(username=username, password=PASSWORD, place=StaffPlace(address=ADDRESS))
    return log_in_to_work.log_in(asked, factor_required=False, now=now)


def fresh_request(words: str = "") -> IdempotentRequest:
    """Return a request with a key of its own."""
    return identify_request(secrets.token_hex(8), method="POST", path="/test", body=words.encode())


def deal(  # noqa: PLR0913  all that a bet may be
    player: SeatedPlayer,
    stake_minor: int = STAKE_MINOR,
    *,
    side_bet_minor: int = 0,
    asked: IdempotentRequest | None = None,
    game: str = GAME,
    currency: str | None = None,
    jurisdiction: Jurisdiction | None = None,
    now: datetime = NOW,
) -> RoundView:
    """Stake on a new round, in the player's currency unless another one is named."""
    request = DealRequest(
        session_id=player.session_id,
        game=game,
        bet=Bet(stake_minor, side_bet_minor),
        currency=currency or player.currency,
        idempotency=asked or fresh_request(),
    )
    return deal_round(request, jurisdiction=jurisdiction or player.jurisdiction, now=now)


def decide(
    player: SeatedPlayer,
    view: RoundView,
    action: Action = Action.STAND,
    *,
    amount_minor: int | None = None,
    asked: IdempotentRequest | None = None,
    jurisdiction: Jurisdiction | None = None,
    now: datetime = NOW,
) -> RoundView:
    """Decide an open round."""
    request = ActRequest(
        session_id=player.session_id,
        round_id=RoundId.parse(view.round_id),
        action=action,
        amount_minor=amount_minor,
        idempotency=asked or fresh_request(),
    )
    return act_on_round(request, jurisdiction=jurisdiction or player.jurisdiction, now=now)


def set_limits(chain: ChainId, limits: Limits, *, jurisdiction: Jurisdiction = DEMO, now: datetime = NOW) -> None:
    """Set these limits as an operator. The player's own limits stay in force beside them."""
    assert limits == Limits(current=limits.current, window_rule=limits.window_rule), (
        "an operator sets what holds at once"
    )
    settings = limit_settings(chain)
    for name, limit in LIMITS.items():
        value = limits.current.get(name)
        if value != settings.get((name, LimitOwner.OPERATOR), NO_LIMIT).value:
            impose_limit(chain, limit, value, jurisdiction=jurisdiction, now=now)


def impose_limit(
    chain: ChainId,
    limit: LimitDefinition,
    value: int | None,
    *,
    reason: str = "a test",
    jurisdiction: Jurisdiction = DEMO,
    now: datetime = NOW,
) -> None:
    """Set the operator's limit by as many people as it takes: one tightens, two loosen."""
    before = limit_settings(chain).get((limit.name, LimitOwner.OPERATOR), NO_LIMIT)
    if is_tighter(value, before.value):
        set_operator_limit(
            chain, limit, value, reason=reason, actor="operator:test", jurisdiction=jurisdiction, now=now
        )
    else:
        loosen_operator_limit(chain, limit, value, by=approval(reason), jurisdiction=jurisdiction, now=now)


def import_exclusion_list(
    *lines: str,
    force: bool = False,
    now: datetime = NOW,
    clock: Callable[[], datetime] | None = None,
) -> Imported:
    """Import a national exclusion list: family_name,given_name,birth_date and, where they are told, until,reference.

    Two people let it free whom it leaves out. Without a `clock` it takes no time.
    """
    header = "family_name,given_name,birth_date,until,reference"
    padded = (line + "," * (header.count(",") - line.count(",")) for line in lines)
    order = ImportOrder(actor="platform", reason="a test", force=force, authorised=lambda _: approval())
    file = io.BytesIO("\n".join((header, *padded)).encode())
    return import_exclusions(file, order=order, jurisdiction=JURISDICTIONS["demo"], clock=clock or (lambda: now))


def deal_open_round(player: SeatedPlayer, stake_minor: int = STAKE_MINOR, *, now: datetime = NOW) -> RoundView:
    """Deal rounds until one waits for a decision, as four of five do."""
    return next(view for view in _rounds(player, stake_minor, now) if view.outcome is None)


def play_round(
    player: SeatedPlayer,
    stake_minor: int = STAKE_MINOR,
    *,
    jurisdiction: Jurisdiction | None = None,
    now: datetime = NOW,
) -> RoundView:
    """Deal a round, and stand if it waits for a decision."""
    view = deal(player, stake_minor, jurisdiction=jurisdiction, now=now)
    return view if view.outcome is not None else decide(player, view, jurisdiction=jurisdiction, now=now)


def _rounds(player: SeatedPlayer, stake_minor: int, now: datetime) -> Iterator[RoundView]:
    for _ in itertools.repeat(None, 50):
        yield deal(player, stake_minor, now=now)


# One statement for all tables: one for each costs ten times as much, and many tests ask again and again.
_DIGESTS = " UNION ALL ".join(
    f"SELECT '{table}', count(*), COALESCE(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') FROM {table} t"
    for table in TABLES
)
