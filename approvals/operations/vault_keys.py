"""Take another vault key, and destroy the older ones, if two administrators have authorised it.

Before two have enrolled, and in a demonstration, nobody is asked. Whoever destroys a key too early makes backups of personal
data unreadable; whoever takes one that no other machine has stops registrations.

Source: docs/approvals.md, "Vault keys"; docs/runbooks/keys.md; regulation F45, F57.
"""

from datetime import datetime
from typing import Final

from approvals.queries.release import needs_two
from approvals.queries.vault_keys import ACT, vault_authorisation
from audit.console_user import console_actor
from kernel.refusals import Refusal, RefusalKind
from players.operations.rotate_vault_key import Authorise, AuthorisedBy, VaultStep, begin_rotation, destroy_old

_THEN: Final = "Two administrators authorise it first (docs/approvals.md, Vault keys): one proposes"


class VaultStepNotAuthorised(Refusal):
    """Two administrators have not authorised this step."""

    code, kind = "vault-step-not-authorised", RefusalKind.FORBIDDEN


def begin_authorised_rotation(*, now: datetime) -> str:
    """Make the next vault key the current one, and return its name.

    Raises:
        VaultStepNotAuthorised: nothing was changed. With `act`, `step` and `key` to propose.
    """
    return begin_rotation(authorise=_authorise(now), now=now)


def destroy_old_authorised(*, now: datetime) -> list[str]:
    """Remove all vault keys but the current one, with their files on this machine, and return their names.

    Raises:
        VaultStepNotAuthorised: nothing was destroyed. With `act`, `step` and `key` to propose.
        VaultKeyNeeded: as `destroy_old` says.
    """
    return destroy_old(authorise=_authorise(now), now=now)


def _authorise(now: datetime) -> Authorise:
    def authorise(step: VaultStep, key: str) -> AuthorisedBy:
        by = vault_authorisation(step, key, now=now)
        if by is not None:
            return AuthorisedBy(actor=by.staff_actor, reason=by.reason)
        if needs_two():
            raise VaultStepNotAuthorised(
                f"Nothing was changed. {_THEN} {ACT} with step {step} and key {key}, the other approves it. Then run this"
                " again within seven days.",
                act=ACT,
                step=step.value,
                key=key,
            )
        return AuthorisedBy(actor=console_actor(), reason="")

    return authorise
