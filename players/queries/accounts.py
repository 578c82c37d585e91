"""Players' accounts."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.core.account_rules import AccountRules
from players.core.consents import missing_consents
from players.core.eligibility import require_eligible
from players.core.legal_documents import DocumentKind
from players.core.pin import MAX_PIN_FAILURES
from players.core.status import Status
from players.models import Player

ACCOUNT_KIND_CTE: Final = Cte(
    "account_kind",
    "SELECT c.chain, c.currency, p.test_account AS test FROM currencies c JOIN players_player p ON p.chain = c.chain",
    (),
)
"""Whether an account is a test account, for each chain of the CTE `currencies`."""


class PlayerAccountRow(NamedTuple):
    """What a table asks of an account."""

    chain: ChainId
    test_account: bool
    person_digest: bytes | None
    """Null where no person is stored."""


ACCOUNT_SOURCE: Final = TypedCte(
    Cte(
        "account",
        "SELECT p.chain, p.test_account, p.person_digest FROM session JOIN players_player p ON p.chain = session.chain",
        (),
    ),
    PlayerAccountRow,
)
"""The account of the player of the source named `session`."""


class PlayerNotFound(Refusal):
    """There is no such player."""

    code, kind = "player-not-found", RefusalKind.NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player as the player and an operator may see it. Nothing in it identifies the person."""

    chain: ChainId
    username: str
    status: str
    verification: str
    verification_method: str
    """Empty before identity was verified or refused."""
    verification_at: datetime | None
    """When `verification` was decided; None before that."""
    consents: str
    """The versions that are agreed to, as one line (players/core/consents.py)."""
    test_account: bool
    """Whether it is one of the operator's own accounts, which reports leave out."""
    has_pin: bool
    pin_locked: bool
    created_at: datetime

    def consents_current(self, rules: AccountRules) -> bool:
        """Return whether the player agreed to the current version of every mandatory document."""
        return not missing_consents(self.consents, rules.documents)


def player_exists(chain: ChainId) -> bool:
    """Return whether a chain is a player's."""
    return Player.objects.filter(chain=chain).exists()


def player(chain: ChainId) -> PlayerView:
    """Return the player of a chain, who exists."""
    return _view(Player.objects.get(chain=chain))


def player_if_any(chain: ChainId) -> PlayerView | None:
    """Return the player of a chain, or None."""
    row = Player.objects.filter(chain=chain).first()
    return None if row is None else _view(row)


def find_player(username: str) -> PlayerView | None:
    """Return the player of a user name, or None."""
    row = Player.objects.filter(username=username.lower()).first()
    return None if row is None else _view(row)


def player_for_update(chain: ChainId) -> Player:
    """Return a player with the row locked until the transaction ends.

    Rows that refer to the player can be stored meanwhile: whoever waits for this lock may hold one that their writer needs.

    Raises:
        PlayerNotFound: no player has this chain.
    """
    row = Player.objects.select_for_update(no_key=True).filter(chain=chain).first()
    if row is None:
        raise PlayerNotFound("Nothing was changed. No player has this id.")
    return row


def next_registered(after: tuple[datetime, UUID] | None, *, until: datetime) -> tuple[datetime, ChainId] | None:
    """Return the player who registered next, with the instant: after another one, at `until` at the latest. Oldest first.

    Closed accounts are left out: nobody plays with one.
    """
    rows = Player.objects.filter(created_at__lte=until).exclude(status=Status.CLOSED)
    if after is not None:
        at, chain = after
        rows = rows.filter(Q(created_at__gt=at) | Q(created_at=at, chain__gt=chain), created_at__gte=at)
    row = rows.order_by("created_at", "chain").values_list("created_at", "chain").first()
    return None if row is None else (row[0], ChainId(row[1]))


def players_for_update(chains: Collection[ChainId]) -> list[Player]:
    """Return players with their rows locked until the transaction ends, oldest account first.

    In this order two transactions that lock rows of several players do not wait for one another.
    """
    rows = Player.objects.select_for_update(no_key=True).filter(chain__in=chains)
    return list(rows.order_by("created_at", "chain"))


def require_eligible_now(chain: ChainId, rules: AccountRules) -> None:
    """Refuse a player who may not deposit now. The caller has locked the chain.

    Raises:
        PlayerSuspended, AccountClosed, AccountDormant, NotVerified, OutdatedConsent: nothing was taken.
    """
    row = Player.objects.get(chain=chain)
    require_eligible(status=row.status, verification=row.verification, consents=row.consents, rules=rules)


def marketing_chains() -> Iterator[ChainId]:
    """Yield the chain of every active player who agreed to marketing, sorted; test accounts are left out."""
    active = Player.objects.filter(status=Status.ACTIVE, test_account=False).order_by("chain")
    agreed = active.filter(consents__contains=f"{DocumentKind.MARKETING}:")
    for chain in agreed.values_list("chain", flat=True).iterator():
        yield ChainId(chain)


def opened_at(chains: Iterable[ChainId]) -> dict[ChainId, datetime]:
    """Return when each of these players opened the account."""
    return {
        ChainId(chain): created_at
        for chain, created_at in Player.objects.filter(chain__in=set(chains)).values_list("chain", "created_at")
    }


def statuses_of(chains: Iterable[ChainId]) -> dict[ChainId, str]:
    """Return the status of each of these players."""
    return {
        ChainId(chain): status
        for chain, status in Player.objects.filter(chain__in=set(chains)).values_list("chain", "status")
    }


def suspended_players(*, after: ChainId | None, limit: int) -> list[ChainId]:
    """Return up to `limit` suspended players in the order of their chains, after this one (None: from the first)."""
    rows = Player.objects.filter(status=Status.SUSPENDED)
    if after is not None:
        rows = rows.filter(chain__gt=after)
    return [ChainId(chain) for chain in rows.order_by("chain").values_list("chain", flat=True)[:limit]]


def test_accounts(chains: Iterable[ChainId]) -> set[ChainId]:
    """Return those of these chains that are test accounts."""
    rows = Player.objects.filter(chain__in=set(chains), test_account=True)
    return {ChainId(chain) for chain in rows.values_list("chain", flat=True)}


def _view(row: Player) -> PlayerView:
    return PlayerView(
        chain=ChainId(row.chain),
        username=row.username,
        status=row.status,
        verification=row.verification,
        verification_method=row.verification_method,
        verification_at=row.verification_at,
        consents=row.consents,
        test_account=row.test_account,
        has_pin=bool(row.pin_hash),
        pin_locked=row.pin_failures >= MAX_PIN_FAILURES,
        created_at=row.created_at,
    )
