"""What is known of players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from credentials.core.lockout import MAX_WRONG_CODES
from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from players.core.account_rules import AccountRules
from players.core.consents import unmet
from players.core.documents import Document, DocumentKind
from players.core.eligibility import require_eligible
from players.core.pin import MAX_PIN_FAILURES
from players.core.session_state import ACTIVITY_EVERY, EndReason, activity_is_due
from players.core.status import Status
from players.models import Consent, Player, RecoveryCode, Session


class SessionRow(NamedTuple):
    """A session that holds, and what its player's next bet depends on."""

    chain: ChainId
    status: str
    created_at: datetime
    active_at: datetime
    expires_at: datetime
    verification: str
    consents: str

    def noted(self, now: datetime) -> "SessionRow":
        """Return the row as it is read once a step of this instant has noted that the player is there."""
        return self._replace(active_at=now) if activity_is_due(self.active_at, now=now) else self


class PlayedRow(NamedTuple):
    """How long a player's other sessions of a day lasted (ms)."""

    played_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player as the player and the operator may see it: nothing that identifies.

    `verification_method` is empty and `verification_at` None before identity was looked at.
    """

    chain: ChainId
    username: str
    status: str
    verification: str
    verification_method: str
    verification_at: datetime | None
    consents: str
    test_account: bool
    has_pin: bool
    pin_locked: bool
    created_at: datetime

    def consents_current(self, rules: AccountRules) -> bool:
        """Say whether the player agreed to the current version of all that is required."""
        return not unmet(self.consents, rules.documents)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentView:
    """A document, and which version of it a player agreed to, when: None where to none, or where it was taken back."""

    document: Document
    agreed_version: str | None
    agreed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOn:
    """When, from where and on which device a session was begun; empty where it was not kept."""

    at: datetime
    address: str
    device_label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionView:
    """A session as its player may see it; `ended_at` and `end_reason` are None while it is open."""

    id: UUID
    began: LogOn
    active_at: datetime
    expires_at: datetime
    ended_at: datetime | None
    end_reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactorView:
    """Whether a second factor is in force, whether its codes are taken, and how many recovery codes are left."""

    enrolled: bool
    codes_locked: bool
    recovery_codes_left: int


def session_source(session_id: UUID, *, now: datetime) -> TypedCte[SessionRow]:
    """Read the player of a session that was neither ended nor has expired at `now`."""
    sql = (
        "SELECT s.chain, p.status, s.created_at, s.active_at, s.expires_at, p.verification, p.consents"
        " FROM players_session s JOIN players_player p ON p.chain = s.chain"
        " WHERE s.id = %s AND s.revoked_at IS NULL AND s.expires_at > %s"
    )
    return TypedCte(Cte("session", sql, (session_id, now)), SessionRow)


def played_source(session_id: UUID, *, since: datetime) -> TypedCte[PlayedRow]:
    """Read how long the other sessions lasted since an instant, of the player that a source named `session` gives.

    A session lasts from its beginning to its end, but not longer than something was heard of it: who walks away and
    comes back on another device was not playing in between. What is heard is noted to the minute.
    """
    sql = (
        "SELECT COALESCE(sum(extract(epoch FROM e.ended_at - greatest(s.created_at, %s)) * 1000), 0)::bigint"
        " FROM session JOIN players_session s ON s.chain = session.chain AND s.id <> %s AND s.created_at > %s,"
        " LATERAL (SELECT least(COALESCE(s.revoked_at, s.active_at), s.active_at + %s) AS ended_at) e"
        " WHERE e.ended_at > %s"
    )
    return TypedCte(Cte("played", sql, (since, session_id, since - SESSION_LENGTH, ACTIVITY_EVERY, since)), PlayedRow)


def held_session(session_id: UUID, *, now: datetime) -> SessionRow | None:
    """Return a session, or None where it was ended or has expired."""
    held = Session.objects.filter(id=session_id, revoked_at=None, expires_at__gt=now)
    row = held.values_list(
        "player_id", "player__status", "created_at", "active_at", "expires_at", "player__verification",
        "player__consents",
    ).first()  # fmt: skip
    return None if row is None else SessionRow(ChainId(row[0]), *row[1:])


def last_log_on(chain: ChainId, *, before: datetime | None) -> LogOn | None:
    """Return the player's newest log-on, or the newest one before an instant."""
    found = Session.objects.filter(player_id=chain)
    if before is not None:
        found = found.filter(created_at__lt=before)
    newest = found.select_related("device").order_by("-created_at").first()
    return None if newest is None else _log_on(newest)


def sessions(chain: ChainId, *, now: datetime, limit: int) -> list[SessionView]:
    """Return the player's newest sessions, at most `limit`, whether they are open or not."""
    newest = Session.objects.filter(player_id=chain).select_related("device").order_by("-created_at")[:limit]
    return [
        SessionView(
            id=row.id, began=_log_on(row), active_at=row.active_at, expires_at=row.expires_at,
            ended_at=row.revoked_at or (row.expires_at if row.expires_at <= now else None),
            end_reason=row.end_reason or (EndReason.EXPIRED.value if row.expires_at <= now else None),
        )
        for row in newest
    ]  # fmt: skip


def second_factor(chain: ChainId) -> SecondFactorView:
    """Return how the player's second factor stands."""
    row = Player.objects.get(chain=chain)
    return SecondFactorView(
        enrolled=row.factor_confirmed_at is not None,
        codes_locked=row.factor_failures >= MAX_WRONG_CODES,
        recovery_codes_left=RecoveryCode.objects.filter(player_id=chain).count(),
    )


def chains_active(*, since: datetime) -> Iterator[ChainId]:
    """Yield the chains of players of whom something was heard since an instant; reads all sessions."""
    active = Session.objects.filter(active_at__gte=since).order_by("player_id").distinct("player_id")
    for chain in active.values_list("player_id", flat=True).iterator():
        yield ChainId(chain)


WHOSE = Cte(
    "whose",
    "SELECT c.chain, c.currency, p.test_account AS test FROM currencies c JOIN players_player p ON p.chain = c.chain",
    (),
)
"""Of each chain that a clause named `currencies` gives, whether it is a test account's."""


def player_exists(chain: ChainId) -> bool:
    """Say whether a chain is a player's."""
    return Player.objects.filter(chain=chain).exists()


def player(chain: ChainId) -> PlayerView:
    """Return what is known of the player of a chain, which is there."""
    return _view(Player.objects.get(chain=chain))


def player_if_any(chain: ChainId) -> PlayerView | None:
    """Return what is known of the player of a chain, if it is a player's."""
    found = Player.objects.filter(chain=chain).first()
    return None if found is None else _view(found)


def find_player(username: str) -> PlayerView | None:
    """Return the player of this user name, if there is one."""
    found = Player.objects.filter(username=username.lower()).first()
    return None if found is None else _view(found)


def earlier_accounts(chain: ChainId) -> list[ChainId]:
    """Return the closed accounts of the same person, oldest first."""
    person = Player.objects.filter(chain=chain).values_list("person_digest", flat=True).first()
    if person is None:
        return []
    closed = Player.objects.filter(person_digest=person, status=Status.CLOSED).exclude(chain=chain)
    return [ChainId(found) for found in closed.order_by("created_at").values_list("chain", flat=True)]


def require_eligible_now(chain: ChainId, rules: AccountRules) -> None:
    """Let a player pass who may pay in, as the account stands; for steps that hold the chain meanwhile.

    Raises:
        PlayerSuspended, AccountClosed, AccountDormant, NotVerified, ConsentOutdated: nothing was taken.
    """
    found = Player.objects.get(chain=chain)
    require_eligible(status=found.status, verification=found.verification, consents=found.consents, rules=rules)


def consents_of(chain: ChainId, documents: Sequence[Document]) -> list[ConsentView]:
    """Return the documents, and how a player stands to each."""
    newest = Consent.objects.filter(player_id=chain).order_by("kind", "-id").distinct("kind")
    agreed = {row.kind: row for row in newest if row.given}
    return [
        ConsentView(
            document=document,
            agreed_version=agreed[document.kind].version if document.kind in agreed else None,
            agreed_at=agreed[document.kind].at if document.kind in agreed else None,
        )
        for document in documents
    ]


def chains_of_persons(digests: Sequence[bytes]) -> list[tuple[bytes, ChainId]]:
    """Return the players whose person has one of these digests, as digest and chain; a few thousand are asked at once."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT person_digest, chain FROM players_player WHERE person_digest = ANY(%s::bytea[]) ORDER BY chain",
            (list(digests),),
        )
        return [(bytes(digest), ChainId(chain)) for digest, chain in cursor.fetchall()]


def digest_of(chain: ChainId) -> bytes | None:
    """Return the digest of a player's person, None where no name was given."""
    digest = Player.objects.values_list("person_digest", flat=True).get(chain=chain)
    return None if digest is None else bytes(digest)


def chains_to_address() -> Iterator[ChainId]:
    """Yield the chain of every active player who agreed to marketing, in order; the house's own are left out."""
    active = Player.objects.filter(status=Status.ACTIVE, test_account=False).order_by("chain")
    agreed = active.filter(consents__contains=f"{DocumentKind.MARKETING}:")
    for chain in agreed.values_list("chain", flat=True).iterator():
        yield ChainId(chain)


def _log_on(row: Session) -> LogOn:
    label = "" if row.device is None else row.device.label
    return LogOn(at=row.created_at, address=row.address, device_label=label)


def _view(row: Player) -> PlayerView:
    return PlayerView(
        chain=ChainId(row.chain), username=row.username, status=row.status, verification=row.verification,
        verification_method=row.verification_method, verification_at=row.verification_at, consents=row.consents,
        test_account=row.test_account, has_pin=bool(row.pin_hash), pin_locked=row.pin_failures >= MAX_PIN_FAILURES,
        created_at=row.created_at,
    )  # fmt: skip


SESSION_LENGTH = timedelta(hours=24)
"""After which a session ends by itself."""
