"""Correct a player's personal data.

The event names the changed fields without their values: it is kept for longer than personal data may be.

Source: docs/privacy.md; regulation F34, F57; GLI-19 2.8.8, A.3.5.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from audit.operations.save_event import NewEvent, compose_event, store_events
from kernel.ids import ChainId
from players import vault
from players.core.claims import ClaimKind
from players.core.former_emails import with_former_email
from players.core.identity import identity_of, require_identity
from players.core.status import Status
from players.identity_digests import email_digest, person_digest
from players.models import Player
from players.operations.claim_identity import change_claims, settled_if_refused
from players.operations.register import another_account, suspend_if_returned
from players.operations.set_pin import require_pin
from players.queries.accounts import player_for_update

_CLAIMED: Final = (ClaimKind.PERSON, ClaimKind.EMAIL)
"""In the order of the digests."""


def change_own_profile(
    chain: ChainId,
    changes: Mapping[str, object],
    *,
    pin: str,
    now: datetime,
    then: Callable[[ChainId], object] | None = None,
) -> None:
    """Change members of the player's own personal document, with the PIN.

    Raises:
        WrongPin, PinLocked, PinNotSet: as `require_pin` says; nothing was changed.
        MalformedIdentity, AccountExists, PlayerErased: as `change_profile` says.
    """
    require_pin(chain, pin, now=now)
    change_profile(chain, changes, reason="", actor="player", now=now, then=then)


def change_profile(
    chain: ChainId,
    changes: Mapping[str, object],
    *,
    reason: str,
    actor: str,
    now: datetime,
    then: Callable[[ChainId], object] | None = None,
) -> None:
    """Change members of the personal document, under a fresh data key. If none differs, there is no event.

    The digests follow the new names and the new e-mail address. `then` is done in the same transaction, if
    anything differs.

    Raises:
        PlayerNotFound, PlayerErased: nothing was changed.
        MalformedIdentity: with the first malformed `field` of the changed document.
        AccountExists: the person or the e-mail address has another account that is not closed, in whichever cell; or an
            exclusion of another cell binds whom the account would be of.
    """
    try:
        with settled_if_refused(chain), transaction.atomic():
            player = player_for_update(chain)
            before = vault.read(chain)
            fields = sorted(name for name, value in changes.items() if before.get(name) != value)
            if fields:
                known_as = player.person_digest
                event = compose_event(
                    NewEvent(
                        kind="profile-changed", subject=chain, actor=actor, reason=reason, after={"fields": fields}
                    ),
                    now=now,
                )
                after = {**before, **changes}
                if "email" in fields and before.get("email"):
                    # The owner of the old address is told, so that nobody takes an account over in silence.
                    after = with_former_email(after, event.id, before["email"])
                _keep(player, after)
                if player.person_digest != known_as:
                    suspend_if_returned(player, now=now)
                if then is not None:
                    then(chain)
                store_events([event])
    except IntegrityError as error:
        raise another_account() from error


def lock_profile(chain: ChainId, changes: Mapping[str, object]) -> None:
    """Lock a player's row until the transaction ends, and accept members that the document can have.

    Whether the person has another account shows only when the change is made.

    Raises:
        PlayerNotFound, PlayerErased, MalformedIdentity: as `change_profile` says.
    """
    player_for_update(chain)
    require_identity(identity_of({**vault.read(chain), **changes}))


def _keep(player: Player, document: dict[str, Any]) -> None:
    identity = identity_of(document)
    require_identity(identity)
    digests = person_digest(identity.person()), email_digest(identity.email)
    changed = {
        kind
        for kind, before, after in zip(_CLAIMED, (player.person_digest, player.email_digest), digests, strict=True)
        if before != after
    }
    if changed and player.status != Status.CLOSED:
        lost = change_claims(ChainId(player.chain), identity, changed)
        if lost.kinds or lost.is_excluded:
            raise another_account()
    player.person_digest, player.email_digest = digests
    vault.replace(ChainId(player.chain), document)
    player.save(update_fields=["person_digest", "email_digest"])
