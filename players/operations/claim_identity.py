"""Claim user name, person and e-mail address over all cells, in two phases around the transaction that stores them.

1. `claim`: what is wanted is pending, committed before the cell's own row is.
2. The cell's transaction: it locks the account, and finds that its claims are still there.
3. `settle`: what the account's row says is held, and everything else of the account freed.

A crash leaves claims pending, and `settle_pending` does the third later: it looks at the row as the first process would
have. It waits for the lock that the transaction holds. So it frees nothing that is being stored, and a transaction that
begins after it has freed something finds that out and stores nothing.

Source: docs/adr/0112-a-directory-of-claims.md, with the table of crashes.
"""

import contextlib
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Final

import structlog
from django.db import Error, connection, transaction

from audit.operations.append import Busy
from kernel.ids import ChainId
from kernel.refusals import Refusal
from kernel.serving import served_cell
from players import directory, vault
from players.claim_digests import claims_of, username_claim, writings_of
from players.core.claims import ClaimKind, Claims
from players.core.identity import Identity, identity_of
from players.core.status import Status
from players.directory import Lost, is_in_directory
from players.models import Player

PENDING_SECONDS: Final = 60
"""After so long a task looks whether whoever claimed is still at it."""

_HOLDER_LOCK: Final = 0x4443
_AT_ONCE: Final = 500

_log = structlog.get_logger("players.claim_identity")


@contextlib.contextmanager
def claimed(
    chain: ChainId, username: str, identity: Identity, *, refusal: Callable[[Lost], Refusal]
) -> Iterator[Callable[[], None]]:
    """Claim what a new account needs, around the transaction that opens it. Call what is yielded first in that.

    If the block fails, its claims are freed; they are held after it.

    Raises:
        Whatever `refusal` makes of what another account has: nothing is claimed.
        Busy: by what is yielded; the claims were given up for lost meanwhile. The transaction must be rolled back.
    """
    if not is_in_directory():
        yield _nothing
        return
    claims = claims_of(username, identity)
    with settled_if_refused(chain):
        lost = _claimed_before_others(chain, claims, writings_of(identity.person()))
        if lost.kinds or lost.is_excluded:
            raise refusal(lost)
        yield partial(_require_claims, chain, claims)
    _settle_or_leave(chain)


@contextlib.contextmanager
def settled_if_refused(chain: ChainId) -> Iterator[None]:
    """Settle an account's claims at once if the block fails. In somebody's transaction they stay pending for a task."""
    try:
        yield
    except Exception:
        if is_in_directory() and not connection.in_atomic_block:
            _settle_or_leave(chain)
        raise


def change_claims(chain: ChainId, identity: Identity | None = None, changed: Collection[ClaimKind] = ()) -> Lost:
    """Prepare, in the transaction that changes or closes an account, that its claims change, and return what is lost.

    Of the `identity` that it will have, what is `changed` is claimed. If anything is lost, the transaction must be rolled back.
    """
    if not is_in_directory():
        return Lost(kinds=frozenset(), rivals=frozenset(), is_excluded=False)
    # Locked first: from here on until the end of the transaction nobody else settles these claims.
    _lock(chain)
    wanted = {} if identity is None else {kind: of for kind, of in claims_of("", identity).items() if kind in changed}
    writings = writings_of(identity.person()) if identity is not None and ClaimKind.PERSON in changed else []
    lost = directory.claim(chain, wanted, writings=writings)
    transaction.on_commit(partial(_settle_or_leave, chain))
    return lost


def settle(chain: ChainId) -> frozenset[ClaimKind]:
    """Hold what an account's row says, free everything else of it, and return what another account has."""
    with transaction.atomic():
        _lock(chain)
        return directory.settle(chain, _claims_by_row(chain))


def settle_pending(*, seconds: int = PENDING_SECONDS) -> int:
    """Settle the claims that have been pending for so long, and return of how many accounts.

    Those that are being opened or changed at this moment are left to whoever does it.
    """
    if not is_in_directory():
        return 0
    return sum(_settle_unless_locked(chain) for chain in directory.pending(seconds=seconds, at_most=_AT_ONCE))


def _claimed_before_others(chain: ChainId, claims: Claims, writings: list[bytes]) -> Lost:
    """Claim; where an account of this cell is in the way whose opening may have died, look once whether it has the claim."""
    lost = directory.claim(chain, claims, writings=writings)
    if not lost.rivals:
        return lost
    for rival in lost.rivals:
        settle(rival)
    return directory.claim(chain, claims, writings=writings)


def _require_claims(chain: ChainId, claims: Claims) -> None:
    _lock(chain)
    if not directory.has_claims(chain, claims):
        raise Busy


def _settle_or_leave(chain: ChainId) -> None:
    """Settle; where the database cannot, leave the claims pending, which a task settles."""
    try:
        settle(chain)
    except Error as trouble:
        _log.warning("claims-left-pending", chain=chain.hex, exc_info=trouble)


def _settle_unless_locked(chain: ChainId) -> bool:
    with transaction.atomic():
        if not _is_locked_now(chain):
            return False
        directory.settle(chain, _claims_by_row(chain))
    return True


def _claims_by_row(chain: ChainId) -> Claims:
    """Return what an account claims: nothing if it does not exist or was erased, and its name alone if it is closed.

    The conditions are those of the constraints of `players_player`.
    """
    player = Player.objects.filter(chain=chain).first()
    if player is None or vault.is_erased(chain):
        return {}
    if player.status == Status.CLOSED:
        return {ClaimKind.USERNAME: username_claim(player.username)}
    claims = claims_of(player.username, identity_of(vault.read(chain)))
    stored = {ClaimKind.PERSON: player.person_digest, ClaimKind.EMAIL: player.email_digest}
    unknown = {kind for kind, digest in stored.items() if digest is None}
    return {kind: digest for kind, digest in claims.items() if kind not in unknown}


def _lock(chain: ChainId) -> None:
    """Wait until nobody else changes or settles an account's claims. Ends with the transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(%s, hashtext(%s))", served_cell().lock_pair(_HOLDER_LOCK, chain.hex)
        )


def _is_locked_now(chain: ChainId) -> bool:
    """Return whether this transaction has the lock, without a wait."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s, hashtext(%s))",
            served_cell().lock_pair(_HOLDER_LOCK, chain.hex),
        )
        return bool(cursor.fetchone()[0])


def _nothing() -> None:
    """Do what an installation without cells does."""
