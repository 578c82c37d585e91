"""The vault keys as they are, and whether two administrators authorised a step with them."""

from datetime import datetime
from typing import Final

from approvals.core.release import AUTHORISED_FOR
from approvals.queries.proposals import applied_since
from players.operations.rotate_vault_key import VaultStep
from players.queries.vault_keys import vault_key_names
from staff.core.approval import Approval

ACT: Final = "authorise-vault-key"


def vault_keys_in_force() -> dict[str, object]:
    """Return the names of the vault keys that were not destroyed, the oldest first; the last one is current."""
    return {"keys": vault_key_names()}


def vault_authorisation(step: VaultStep, key: str, *, now: datetime) -> Approval | None:
    """Return who authorised a step within the last seven days, with the vault keys that are there now; None for nobody."""
    arguments, seen = {"step": step.value, "key": key}, vault_keys_in_force()
    for proposal in applied_since(ACT, now - AUTHORISED_FOR):
        if proposal.arguments == arguments and proposal.before == seen:
            return proposal.approval()
    return None
